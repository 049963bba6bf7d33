import type { Locator, Page } from '@playwright/test';
import type { EmulatedPm5 } from './fixtures/emulated-pm5.ts';
import { call, schedule } from './fixtures/product-api.ts';
import { boards } from '@boathouse/contract/sessions/boards';
import { expect, test } from './fixtures/product.ts';
import { beforeThePieceMs } from './fixtures/recorded-row.ts';
import { replay } from './fixtures/recording.ts';
import {
  cockpitOf,
  connectMonitor,
  connectSimulatedErg,
  itemOf,
  liveRowOf,
  openItem,
  resultRowOf,
} from './fixtures/session-page.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const timers: NodeJS.Timeout[] = [];
test.afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});

/** A monitor sends its state while it waits, too; returns a function that stops this. */
function keepSending(pm5: EmulatedPm5): () => void {
  // The page is reloading, or was closed with the test.
  const timer = setInterval(() => void pm5.notifyStatus().catch(() => undefined), 400);
  timers.push(timer);
  return () => clearInterval(timer);
}

const ownMonitorOf = (page: Page): Locator => page.getByRole('region', { name: 'Your monitor' });
const countdownOf = (page: Page, item: string): Locator =>
  page.getByRole('dialog', { name: `Start together ${item}` });

async function startTogether(page: Page, item: string, countdown: string): Promise<void> {
  await itemOf(page, item).getByRole('button', { name: 'Start together' }).click();
  const dialog = page.getByRole('dialog', { name: `Start ${item} together` });
  await dialog.getByText(countdown, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Start the countdown' }).click();
}

async function letCoachSet(page: Page): Promise<void> {
  await ownMonitorOf(page).getByRole('button', { name: 'Let the coach set my monitor' }).click();
  await expect(ownMonitorOf(page)).toContainText('Cleo Coach has set your monitor.');
}

test('the countdown and the count warn a rower whose monitor is set to another workout', async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar', { context: phone });
  const { _id } = await schedule(coach.context.request, coach.user, { items: ['100m', '2000m'] });
  for (const { page } of [coach, ann]) await page.goto(`/sessions/${_id}`);
  await connectMonitor(ann.page);
  ann.pm5.answerFramesWith(() => 'accept');
  keepSending(ann.pm5);
  await openItem(coach.page, '2000m');
  await itemOf(coach.page, '2000m').getByRole('button', { name: 'Set all monitors' }).click();
  await letCoachSet(ann.page);

  await itemOf(ann.page, '100m').getByRole('button', { name: 'Begin' }).click();
  await itemOf(ann.page, '100m').getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(ann.page)).toContainText('saved');
  await expect(liveRowOf(coach.page, '100m', 'Ann Oar')).toContainText('Monitor not set');
  await startTogether(coach.page, '100m', '60 s');
  const countdown = countdownOf(ann.page, '100m');
  await expect(countdown).toContainText('Set your monitor to 100 m.');
  await expect(countdown).toContainText('0 of 1 ready');
  await expect(countdown).not.toContainText('Ready. Row at GO.');
  await expect(countdownOf(coach.page, '100m')).toContainText('0 of 1 ready');
});

test("the coach's phone shows the athletes while they row on the monitors that one press has set", async ({
  newMember,
}) => {
  const coach = await newMember('Cleo Coach', { context: phone });
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const { _id } = await schedule(coach.context.request, coach.user, { items: ['100m'] });
  const quiet: (() => void)[] = [];
  for (const { page, pm5 } of [ann, ben]) {
    await page.goto(`/sessions/${_id}`);
    await connectMonitor(page);
    pm5.answerFramesWith(() => 'accept');
    quiet.push(keepSending(pm5));
  }
  await coach.page.goto(`/sessions/${_id}`);
  const item = itemOf(coach.page, '100m');
  await item.getByRole('button', { name: 'Set all monitors' }).click();
  for (const { page } of [ann, ben]) await letCoachSet(page);
  const standings = coach.page.getByRole('region', { name: 'Monitors of 100m' });
  await expect(standings.getByText('Ben Scull', { exact: true })).toBeVisible();
  await expect(standings.getByRole('status')).toHaveText('2 of 2 monitors set');

  quiet[0]?.();
  const run = await replay(ann.pm5, { fromMs: beforeThePieceMs });
  const row = liveRowOf(coach.page, '100m', 'Ann Oar');
  await expect(row).toContainText('Rowing');
  await expect(standings.getByText('Ben Scull', { exact: true })).toBeHidden();
  await coach.page.evaluate(() => scrollTo(0, 0));
  await expect(row).toBeInViewport({ ratio: 1 });
  await item.getByRole('button', { name: 'Actions' }).click();
  await expect(standings.locator('summary')).toHaveText('2 of 2 monitors set');
  await standings.locator('summary').click();
  await expect(standings.getByText('Ann Oar', { exact: true })).toBeVisible();
  await run.finished;

  const result = resultRowOf(coach.page, '100m', 'Ann Oar');
  const erg = coach.page.getByText('Connect an erg', { exact: true });
  await expect(result).toBeVisible();
  await expect(erg).toBeVisible();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  expect(await topOf(erg), 'the erg is below the results').toBeGreaterThan(await topOf(result));
});

test('a board counts down to a common start with everyone, and then shows the race', async ({
  newMember,
  newAthlete,
}) => {
  const coach = await newMember('Cleo Coach');
  const ann = await newMember('Ann Oar');
  const { _id } = await schedule(coach.context.request, coach.user, { items: ['500m'] });
  const { key } = await call(coach.context.request, boards.create, { params: { id: _id } });
  const { page: screen } = await newAthlete({ context: { viewport: { width: 1920, height: 1080 } } });
  await screen.goto(`/boards/${key}`);
  await expect(screen.getByText('No one has begun yet.')).toBeVisible();
  for (const { page } of [coach, ann]) await page.goto(`/sessions/${_id}`);
  await connectSimulatedErg(ann.page);
  await expect(itemOf(coach.page, '500m')).toContainText('1 of 1 ready');
  await startTogether(coach.page, '500m', '10 s');
  const timer = screen.getByRole('timer', { name: 'Start together' });
  await expect(timer).toHaveText(/^[1-9]$/);
  await countdownOf(ann.page, '500m').getByRole('button', { name: 'Start Workout' }).click();
  await expect(timer).toHaveText('GO', { timeout: 15_000 });
  await expect(timer).toBeHidden();
  await expect(screen.getByRole('list', { name: 'Ranking: 500m' })).toContainText('Ann Oar');
  await expect(screen.getByRole('list')).toContainText('m left');

  // On its side, two lines at most share the height of the screen, in letters that a room can read.
  await screen.setViewportSize({ width: 1080, height: 1920 });
  const line = screen.getByRole('listitem');
  expect((await line.boundingBox())?.height).toBeGreaterThan(600);
  const letterPx = await line.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(letterPx).toBeGreaterThan(80);
});
