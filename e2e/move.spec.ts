import { boards } from '@boathouse/contract/sessions/boards';
import type { Page } from '@playwright/test';
import { activitiesOf, call, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import {
  expectWhole,
  name,
  recordedStrokes,
  rowTheFirstHalf,
  rowTheRest,
  storedStrokesOf,
} from './fixtures/recorded-row.ts';
import { connectMonitor, itemOf } from './fixtures/session-page.ts';

/* A workout rowed without an item on a session's page is moved into the session, immediately or later. */
test.describe.configure({ mode: 'parallel' });

const offerOf = (page: Page) => page.getByRole('complementary', { name: 'Rowed without a workout' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move to the session' });

/** Rows 100 m on the page of a session without beginning an item. */
async function rowBeside(ann: Member, sessionId: string): Promise<void> {
  await ann.page.goto(`/sessions/${sessionId}`);
  await connectMonitor(ann.page);
  await rowTheFirstHalf(ann);
  await rowTheRest(ann);
  await expect(offerOf(ann.page)).toContainText('Keep this? You rowed 100 m in 0:25.0 ');
}

test('[SESS-10] a row without an item is moved into the session, and appears on the board', async ({
  newMember,
}) => {
  const [coach, ann] = [await newMember('Cleo Coach'), await newMember(name)];
  const { _id: id } = await schedule(coach.context.request, coach.user, { items: ['500m', '100m'] });
  const { key } = await call(coach.context.request, boards.create, { params: { id } });
  await coach.page.goto(`/boards/${key}`);
  await rowBeside(ann, id);
  await offerOf(ann.page).getByRole('button', { name: 'Move to the session' }).click();
  // The workout that the monitor was set to comes first.
  await expect(dialogOf(ann.page).getByRole('button').first()).toHaveText('100m');
  await dialogOf(ann.page).getByRole('button', { name: '100m' }).click();
  await expect(offerOf(ann.page)).toBeHidden();
  await expect(itemOf(ann.page, '100m')).toContainText('You: 0:25.0');
  await expect(coach.page.getByText('Ann Oar')).toBeVisible();
  await expect(coach.page.getByText('0:25.0').first()).toBeVisible();
  const [, [result] = []] = await activitiesOf(ann.context.request, id);
  await expectWhole(ann, result);
});

test('[SESS-10] a row that is part of an item is moved with its strokes, taken out on its own page, and moved by the host', async ({
  newMember,
}) => {
  const [coach, ann] = [await newMember('Cleo Coach'), await newMember(name)];
  const { _id: id } = await schedule(coach.context.request, coach.user, { items: ['500m'] });
  await rowBeside(ann, id);
  await offerOf(ann.page).getByRole('button', { name: 'Move to the session' }).click();
  await expect(offerOf(ann.page)).toBeHidden();
  const panel = itemOf(ann.page, '500m');
  await expect(panel.getByRole('row', { name: /Ann Oar.*Partial/ })).toBeVisible();
  const [[moved] = []] = await activitiesOf(ann.context.request, id);
  const activityId = moved?._id ?? '';
  expect(await storedStrokesOf(ann, activityId)).toEqual(recordedStrokes);

  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.goto(`/activities/${activityId}`);
  await ann.page.getByRole('button', { name: 'Take out of the session' }).click();
  await expect(ann.page.getByRole('button', { name: 'Move to the session' })).toBeVisible();
  expect(await activitiesOf(ann.context.request, id)).toEqual([[]]);

  await coach.page.goto(`/sessions/${id}`);
  const beside = coach.page.getByRole('region', { name: 'Rowed without an item' });
  await beside.getByRole('button', { name: /^Move to the session: Ann Oar, 100 m in 0:25\.0/ }).click();
  await dialogOf(coach.page).getByRole('button', { name: '500m: a part of it' }).click();
  await expect(beside).toBeHidden();
  await expect(itemOf(coach.page, '500m').getByRole('row', { name: /Ann Oar.*Partial/ })).toBeVisible();
  expect(await activitiesOf(coach.context.request, id)).toMatchObject([[{ _id: activityId }]]);
});
