import type { Page } from '@playwright/test';
import { activitiesOf, onlyActivityOf, schedule, wholeActivityOf } from './fixtures/product-api.ts';
import { metersOf, secondsOf, watchAthlete, watchFigure } from './fixtures/live-watch.ts';
import { expect, test } from './fixtures/product.ts';
import {
  cockpitOf,
  connectBarOf,
  connectSimulatedErg,
  figureOf,
  finishByHand,
  itemOf,
  liveRowOf,
  resultRowOf,
  startWorkout,
} from './fixtures/session-page.ts';

const item = '2 x 100m r30 / 0:10 rest';
const name = 'Ann Oar';
/** By the time of the page that rows, which the simulated erg uses. */
const speed = 2;

/** Expects rising values. */
function expectNeverBack(figures: readonly number[]): void {
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
}

/**
 * Makes the page's time pass `times` as fast, from before its scripts run: its dates, its timers and its monotonic
 * clock. The network and painting keep their speed.
 */
async function speedUpClock(page: Page, times: number): Promise<void> {
  await page.addInitScript((factor) => {
    const RealDate = Date;
    const begunAtMs = RealDate.now();
    const now = () => begunAtMs + Math.round((RealDate.now() - begunAtMs) * factor);
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, values: unknown[]): Date =>
        values.length === 0 ? new target(now()) : Reflect.construct(target, values),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
    const monotonicMs = performance.now.bind(performance);
    performance.now = () => monotonicMs() * factor;
    const scope: { setTimeout: Window['setTimeout']; setInterval: Window['setInterval'] } = window;
    const { setTimeout: later, setInterval: each } = window;
    scope.setTimeout = (handler, ms = 0, ...given) => later(handler, ms / factor, ...given);
    scope.setInterval = (handler, ms = 0, ...given) => each(handler, ms / factor, ...given);
  }, times);
}

test('[SESS-2] [ERG-2] intervals of the simulated erg add up: rests count down and are not counted, and no value decreases', async ({
  newMember,
}) => {
  const ann = await newMember(name);
  await speedUpClock(ann.page, speed);
  const ben = await newMember('Ben Scull', { ownBrowser: true });
  const { _id: sessionId } = await schedule(ann.context.request, ann.user, { items: [item] });
  await ann.page.goto(`/sessions/${sessionId}`);
  await ben.page.goto(`/sessions/${sessionId}`);
  await expect(itemOf(ben.page, item)).toContainText('No one is rowing this yet.');
  const bensView = await watchAthlete(ben.page, name);

  const bar = connectBarOf(ann.page);
  await bar.getByText('No erg nearby?').click();
  // The choice loads when it is opened.
  await expect(bar.getByLabel('Pace')).toBeVisible();
  const paces = await bar.getByLabel('Pace').getByRole('option').allTextContents();
  const fastest = paces.toSorted(
    (a, b) => secondsOf(a.split(' ')[0] ?? '') - secondsOf(b.split(' ')[0] ?? ''),
  );
  await bar.getByLabel('Pace').selectOption(fastest[0] ?? '');
  await bar.getByLabel('Stroke rate').selectOption('30 spm');
  await bar.getByRole('button', { name: 'Use simulated erg' }).click();
  await expect(bar).toContainText('Simulated erg connected');
  await startWorkout(ann.page, item);

  await expect(liveRowOf(ben.page, item, name)).toContainText('Simulated');
  await expect(cockpitOf(ann.page)).toContainText('Simulated');
  await expect(figureOf(ann.page, 'then 0:10 rest')).toHaveText('1 of 2');
  await expect(figureOf(ann.page, 'target rate 30')).toHaveText('on target');
  await expect(figureOf(ann.page, 'projected finish')).toHaveText(/^0:(1|2)\d$/);
  // The page shows only the instrument: the site's header and the items are hidden.
  await expect(ann.page.getByRole('banner')).toBeHidden();
  await expect(itemOf(ann.page, item)).toBeHidden();
  await ann.page.getByRole('button', { name: 'Show Watts' }).click();
  await expect(figureOf(ann.page, 'watts')).toHaveText(/^[1-9]\d\d$/);

  // The server's values, read each time the viewer has seen something new, until the row is complete.
  const stored: { distance: number; elapsedTime: number }[] = [];
  const polling = (async () => {
    for (let seen = 0; ;) {
      const [[activity] = []] = await activitiesOf(ben.context.request, sessionId);
      if (activity) stored.push(activity);
      if (!activity || activity.isCompleted || ben.page.isClosed()) return;
      const { length } = await bensView.shown();
      // The last values may be shown before the result is stored.
      await expect
        .poll(async () => (await bensView.shown()).length, { timeout: 3_000 })
        .toBeGreaterThan(seen)
        .catch(() => {});
      seen = length;
    }
  })();

  const restTexts = await watchFigure(ann.page, 'rest');
  const rest = figureOf(ann.page, 'rest');
  await expect(rest).toBeVisible();
  await expect(liveRowOf(ben.page, item, name)).toContainText('Resting');
  await expect(figureOf(ann.page, 'piece 1, watts')).toHaveText(/^[1-9]\d\d$/);
  await expect(figureOf(ann.page, 'next 100 m at rate 30')).toHaveText('1 of 2');
  await expect(figureOf(ann.page, 'drag factor')).toHaveText('112');
  await expect(figureOf(ann.page, 'split 1')).toHaveText(/^[1-9]\d\d$/);
  await expect(rest).toBeHidden();
  const restSeconds = (await restTexts()).map(secondsOf);
  expect(restSeconds).toEqual(restSeconds.toSorted((a, b) => b - a));
  expect(Math.max(...restSeconds)).toBeLessThanOrEqual(10);
  expect(new Set(restSeconds).size).toBeGreaterThanOrEqual(7);
  await expect(figureOf(ann.page, 'distance left')).toHaveText(/^\d{2,3}m$/);
  await expect(figureOf(ann.page, 'last piece')).toHaveText('2 of 2');

  await expect(cockpitOf(ann.page)).toContainText('result saved');
  await polling;
  await expect(ann.page.getByRole('banner')).toBeVisible();
  const splitTable = cockpitOf(ann.page).getByRole('table', { name: 'Intervals', exact: true });
  await expect(splitTable.getByRole('rowheader')).toHaveText(['1', '2', 'All']);
  for (const { page } of [ann, ben]) {
    await expect(resultRowOf(page, item, name)).toContainText('200 m');
    await expect(resultRowOf(page, item, name)).toContainText('Simulated');
    await expect(resultRowOf(page, item, name)).toContainText(/Rate 30 kept in \d+ of \d+ strokes/);
  }

  const result = await onlyActivityOf(ben.context.request, sessionId);
  const { summary } = await wholeActivityOf(ann.context.request, result._id);
  const splits = summary?.splits ?? [];
  const { strokes = 0, kept = 0 } = summary?.targets?.strokeRate ?? {};
  expect(strokes, 'about 30 a minute').toBeGreaterThan(12);
  expect(kept).toBeGreaterThan(0);
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
  const meters = shown.map(({ distance }) => metersOf(distance));
  // A viewer's page draws as often as its machine can, at twice the speed here: a few values each second are enough to
  // notice a decrease.
  expect(new Set(meters).size).toBeGreaterThan(20);
  expectNeverBack(meters);
  expectNeverBack(shown.map(({ elapsed }) => secondsOf(elapsed)));
  expect(stored.length).toBeGreaterThan(10);
  expectNeverBack(stored.map(({ distance }) => distance));
  expectNeverBack(stored.map(({ elapsedTime }) => elapsedTime));
});

test('a simulated erg that restarts after a reload is reported, and the first part is saved', async ({
  newMember,
}) => {
  const { page, context, user } = await newMember('Ann Oar');
  const { _id } = await schedule(context.request, user, { items: ['500m'] });
  await page.goto(`/sessions/${_id}`);
  await connectSimulatedErg(page);
  await startWorkout(page, '500m');
  const meters = async () => Number.parseInt((await figureOf(page, 'distance').textContent()) ?? '', 10);
  await expect.poll(meters, { timeout: 20_000 }).toBeGreaterThan(15);
  const rowed = await meters();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await connectSimulatedErg(page);
  await expect(cockpitOf(page)).toContainText('You left this workout on the monitor at');
  await finishByHand(page);
  await expect.poll(async () => (await onlyActivityOf(context.request, _id)).isCompleted).toBe(true);
  // The page shows whole meters, some of them after the last value that it stored.
  expect((await onlyActivityOf(context.request, _id)).distance).toBeGreaterThan(rowed - 3);
});
