import { activities } from '@boathouse/contract/activities';
import { send } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import type { Member } from './fixtures/product.ts';
import {
  expectTheWholeRowAlone,
  name,
  openDeviceAt,
  rowTheFirstHalf,
  rowTheRest,
  takeOver,
} from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor } from './fixtures/session-page.ts';

/* A row without a session, on its own page. */
test.describe.configure({ mode: 'parallel' });

async function sitDownAlone({ page }: Member): Promise<void> {
  await page.goto('/row');
  await connectMonitor(page);
}

test('[SESS-10] Just row begins with the first stroke, continues after a reload, and only its athlete sees its result', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404/);
  const ann = await newMember(name);
  const bob = await newMember('Bob Bow');
  ann.page.on('dialog', (dialog) => void dialog.accept());
  await sitDownAlone(ann);
  await rowTheFirstHalf(ann);
  await expect(cockpitOf(ann.page)).toContainText('saved');
  await ann.page.goto('/training/statistics');
  const bar = ann.page.getByRole('complementary', { name: 'Your workout' });
  await expect(bar).toContainText(/You left a workout unfinished: \d+ m/);
  await bar.getByRole('button', { name: 'Go on' }).click();
  await expect(cockpitOf(ann.page)).toBeVisible();
  await ann.page.reload();
  await connectMonitor(ann.page);
  await rowTheRest(ann);
  const { _id, visibility } = await expectTheWholeRowAlone(ann);
  expect(visibility).toBe('me');
  await ann.page.getByRole('link', { name: 'Open the result' }).click();
  await ann.page.waitForURL(`**/activities/${_id}`);
  await expect(ann.page.getByRole('heading', { level: 1 })).toContainText('Just row');
  const seen = await send(bob.context.request, activities.byId, { params: { id: _id } });
  expect(seen.status()).toBe(404);
});

test('[SESS-10] Just row names what is missing, and another device of its athlete takes it over', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  await ann.page.goto('/row');
  const start = ann.page.getByRole('button', { name: 'Start Workout' });
  await start.click();
  await expect(ann.page.getByRole('alert')).toContainText(
    'Connect your ergometer before starting a workout.',
  );
  await connectMonitor(ann.page);
  await start.click();
  await rowTheFirstHalf(ann);
  const other = await openDeviceAt(ann, '/row', newMember);
  await expect(other.page.getByText('You are rowing this on another device')).toBeVisible();
  await ann.page.close();
  await takeOver(other);
  await rowTheRest(other);
  await expectTheWholeRowAlone(other);
});
