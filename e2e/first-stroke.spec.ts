import type { Page } from '@playwright/test';
import { activitiesOf } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  expectWhole,
  item,
  metersOfTheFirstHalf,
  name,
  expectTheWholeRowAlone,
  recordedStrokes,
  rowHalf,
  rowTheFirstHalf,
  rowTheRest,
  sitDown,
  storedStrokesOf,
  strokesOfTheFirstHalf,
} from './fixtures/recorded-row.ts';
import {
  cockpitOf,
  connectMonitor,
  figureOf,
  finishByHand,
  itemOf,
  startWorkout,
} from './fixtures/session-page.ts';

/* How a workout begins and ends without a press: by its first stroke, and by the monitor's menu. */
test.describe.configure({ mode: 'parallel' });

async function rowAll(ann: Member): Promise<void> {
  await rowTheFirstHalf(ann);
  await rowTheRest(ann);
}

function offerOf(page: Page) {
  return page.getByRole('complementary', { name: 'Rowed without a workout' });
}

test('[SESS-9] a workout started without pressing Start Workout is stored whole, from its first stroke', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sessionId = await sitDown(ann);
  const panel = itemOf(ann.page, item);
  await panel.getByRole('button', { name: 'Begin' }).click();
  ann.pm5.answerFramesWith(() => 'accept');
  await ann.pm5.notifyStatus();
  await panel.getByRole('button', { name: 'Push workout to my erg' }).click();
  await expect(panel).toContainText('Your monitor is set to 100 m');
  await rowTheFirstHalf(ann);
  await expect(figureOf(ann.page, 'distance left')).toBeVisible();
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] Start Workout pressed in mid-workout keeps the strokes before the press', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sessionId = await sitDown(ann);
  await rowTheFirstHalf(ann);
  await startWorkout(ann.page, item);
  await rowTheRest(ann);
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a workout without an item is offered, survives a reload, and is stored as the item that it fits', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sessionId = await sitDown(ann);
  await rowAll(ann);
  await expect(offerOf(ann.page)).toContainText('Keep this? You rowed 100 m in 0:25.0 ');
  expect(await activitiesOf(ann.context.request, sessionId)).toEqual([[]]);
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await expect(offerOf(ann.page)).toContainText('Keep this?');
  await offerOf(ann.page).getByRole('button', { name: 'Move to the session' }).click();
  await expect(offerOf(ann.page)).toBeHidden();
  await expectTheWholeRow(ann, sessionId);
});

test('[SESS-10] a workout without an item is saved without a session, or discarded', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  const sessionId = await sitDown(ann);
  await rowAll(ann);
  await offerOf(ann.page).getByRole('button', { name: 'Discard' }).click();
  await ann.page
    .getByRole('alertdialog', { name: 'Discard what you rowed?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(offerOf(ann.page)).toBeHidden();
  // The recording's summary is the same each time, so a page that has received it treats the second as a repeat.
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await ann.page.reload();
  await connectMonitor(ann.page);
  await rowAll(ann);
  await offerOf(ann.page).getByRole('button', { name: 'Save without a session' }).click();
  await expect(offerOf(ann.page)).toBeHidden();
  expect(await expectTheWholeRowAlone(ann)).toMatchObject({ title: 'Just row', workout: 'Just row' });
  expect(await activitiesOf(ann.context.request, sessionId)).toEqual([[]]);
});

test('[SESS-10] a workout left by the monitor’s menu is a separate partial activity, and the next stroke begins the item again', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await ann.pm5.notifyStatus();
  await expect(cockpitOf(ann.page)).toContainText(/You left this workout on the monitor at \d+/);
  await rowTheFirstHalf(ann);
  await ann.pm5.notifyStatus();
  await expect(cockpitOf(ann.page)).toContainText(/You left this workout on the monitor at \d+/);
  await rowAll(ann);
  await expect(async () => {
    const [ofItem = []] = await activitiesOf(ann.context.request, sessionId);
    const left = ofItem.filter(({ isLeft }) => isLeft);
    expect(left).toHaveLength(2);
    for (const activity of left) {
      expect(activity).toMatchObject({ isCompleted: true, isPartial: true });
      expect(Math.floor(activity.distance)).toBe(metersOfTheFirstHalf);
      const expected = recordedStrokes.slice(0, strokesOfTheFirstHalf);
      expect(await storedStrokesOf(ann, activity._id)).toEqual(expected);
    }
    const whole = ofItem.filter(({ isLeft }) => !isLeft);
    expect(whole).toHaveLength(1);
    await expectWhole(ann, whole[0]);
  }).toPass({ timeout: 30_000 });
});

test('[SESS-10] a workout that was left is a separate result even when nothing is rowed after it', async ({
  newMember,
}) => {
  const { ann, sessionId } = await rowHalf(newMember);
  await ann.pm5.notifyStatus();
  await finishByHand(ann.page);
  await expect(async () => {
    const [[only, ...more] = []] = await activitiesOf(ann.context.request, sessionId);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ isCompleted: true, isPartial: true });
    const expected = recordedStrokes.slice(0, strokesOfTheFirstHalf);
    expect(await storedStrokesOf(ann, only?._id ?? '')).toEqual(expected);
  }).toPass({ timeout: 30_000 });
});
