import { activitiesOf, onlyActivityOf, schedule, wholeActivityOf } from './fixtures/product-api.ts';
import { metresOf, secondsOf, watchAthlete } from './fixtures/live-watch.ts';
import { expect, test } from './fixtures/product.ts';
import {
  cockpitOf,
  connectBarOf,
  figureOf,
  itemOf,
  liveRowOf,
  resultRowOf,
  startWorkout,
} from './fixtures/session-page.ts';

const item = '2 x 100m / 0:10 rest';
const name = 'Ann Oar';

/** Expects rising values. */
function expectNeverBack(figures: readonly number[]): void {
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
}

test('[SESS-2] [ERG-2] intervals of the simulated erg add up: rests count down, do not count, and no value goes back', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const ann = await newMember(name);
  const ben = await newMember('Ben Scull', { ownBrowser: true });
  const { _id: sessionId } = await schedule(ann.context.request, ann.user, { items: [item] });
  await ann.page.goto(`/sessions/${sessionId}`);
  await ben.page.goto(`/sessions/${sessionId}`);
  await expect(itemOf(ben.page, item)).toContainText('No one is rowing this yet.');
  const bensView = await watchAthlete(ben.page, name);

  const bar = connectBarOf(ann.page);
  await bar.getByText('No erg nearby?').click();
  const paces = await bar.getByLabel('Pace').getByRole('option').allTextContents();
  const fastest = paces.toSorted(
    (a, b) => secondsOf(a.split(' ')[0] ?? '') - secondsOf(b.split(' ')[0] ?? ''),
  );
  await bar.getByLabel('Pace').selectOption(fastest[0] ?? '');
  await bar.getByRole('button', { name: 'Use simulated erg' }).click();
  await expect(bar).toContainText('Simulated erg connected');
  await startWorkout(ann.page, item);

  await expect(liveRowOf(ben.page, item, name)).toContainText('Simulated');
  await expect(cockpitOf(ann.page)).toContainText('Simulated');

  // The server's values each second, until the row is complete.
  const stored: { distance: number; elapsedTime: number }[] = [];
  const polling = (async () => {
    for (;;) {
      const [[activity] = []] = await activitiesOf(ben.context.request, sessionId);
      if (activity) stored.push(activity);
      if (!activity || activity.isCompleted || ben.page.isClosed()) return;
      await ben.page.waitForTimeout(1_000);
    }
  })();

  const rest = figureOf(ann.page, 'rest');
  await expect(rest).toBeVisible({ timeout: 40_000 });
  await expect(liveRowOf(ben.page, item, name)).toContainText('Resting');
  const restSeconds: number[] = [];
  while ((await rest.count()) > 0) {
    const text = await rest.textContent({ timeout: 500 }).catch(() => null);
    if (text !== null) restSeconds.push(secondsOf(text));
    await ann.page.waitForTimeout(200);
  }
  expect(restSeconds).toEqual(restSeconds.toSorted((a, b) => b - a));
  expect(Math.max(...restSeconds)).toBeLessThanOrEqual(10);
  expect(new Set(restSeconds).size).toBeGreaterThanOrEqual(7);
  await expect(figureOf(ann.page, 'distance left')).toHaveText(/^\d{2,3}m$/);

  await expect(cockpitOf(ann.page)).toContainText('result saved', { timeout: 40_000 });
  await polling;
  for (const { page } of [ann, ben]) {
    await expect(resultRowOf(page, item, name)).toContainText('200.0 m');
    await expect(resultRowOf(page, item, name)).toContainText('Simulated');
  }

  const result = await onlyActivityOf(ben.context.request, sessionId);
  const { summary } = await wholeActivityOf(ann.context.request, result._id);
  const splits = summary?.splits ?? [];
  const sumOfTimes = splits.reduce((sum, { time }) => sum + time, 0);
  expect(result).toMatchObject({ isCompleted: true, isSimulated: true, distance: 200 });
  expect(splits.map(({ distance }) => distance)).toEqual([100, 100]);
  expect(splits.map(({ restTime }) => restTime)[0]).toBe(10);
  expect(Math.abs(result.elapsedTime - sumOfTimes)).toBeLessThanOrEqual(0.2);
  expect(result.elapsedTime, 'without the rests').toBeLessThan(45);
  // The monitor truncates its paces to tenths.
  const averagePace = (500 * result.elapsedTime) / result.distance;
  expect(Math.abs((result.averagePace ?? Number.NaN) - averagePace)).toBeLessThanOrEqual(0.1);

  const shown = await bensView.shown();
  const metres = shown.map(({ distance }) => metresOf(distance));
  expect(new Set(metres).size).toBeGreaterThan(50);
  expectNeverBack(metres);
  expectNeverBack(shown.map(({ elapsed }) => secondsOf(elapsed)));
  expect(stored.length).toBeGreaterThan(30);
  expectNeverBack(stored.map(({ distance }) => distance));
  expectNeverBack(stored.map(({ elapsedTime }) => elapsedTime));
});
