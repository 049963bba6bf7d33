import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import type { Page } from '@playwright/test';
import { EmulatedBelt } from './fixtures/notifier/emulated-belt.ts';
import type { ScheduledNotification } from './fixtures/emulated-pm5.ts';
import { isCharacteristic } from './fixtures/gatt-table.ts';
import { onlyActivityOf, schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { cockpitOf, connectMonitor, startWorkout } from './fixtures/session-page.ts';

const item = '300m';
const speed = 5;
const distanceM = 300;

/** The notifications of a monitor without a belt for 300 m, from waiting to the summary. */
function rowOf300m(): ScheduledNotification[] {
  const erg = createSimulatedErg({
    plan: { paceSec: 100, strokeRateSpm: 30, pieces: [{ kind: 'distance', distanceM, restSec: 0 }] },
    startDate: { year: 2026, month: 11, day: 24 },
    startTime: { hour: 18, minute: 5 },
  });
  const idle = erg.advanceTo(2);
  erg.startRowing();
  return [...idle, ...erg.advanceTo(67)].flatMap(({ atSec, characteristic, bytes }) => {
    const name = characteristic.toString(16).padStart(4, '0');
    return isCharacteristic(name) ? [{ dueMs: (atSec * 1000) / speed, characteristic: name, bytes }] : [];
  });
}

/** The notifications of a part of the row that are due from its begin on. */
function partOf(notifications: ScheduledNotification[], from: number, to: number): ScheduledNotification[] {
  const part = notifications.slice(from * notifications.length, to * notifications.length);
  const beginsMs = part[0]?.dueMs ?? 0;
  return part.map((each) => ({ ...each, dueMs: each.dueMs - beginsMs }));
}

const statuses: readonly string[] = ['0031', '0032', '0033'];

/** The newest statuses up to this part of the row, twice a second for two minutes, as if the flywheel had stopped. */
function standing(notifications: ScheduledNotification[], to: number): ScheduledNotification[] {
  const before = notifications.slice(0, to * notifications.length);
  const newest = statuses.flatMap(
    (status) => before.findLast(({ characteristic }) => characteristic === status) ?? [],
  );
  return Array.from({ length: 240 }, (_, index) =>
    newest.map((each) => ({ ...each, dueMs: index * 500 })),
  ).flat();
}

const beltBarOf = (page: Page) => page.getByRole('region', { name: 'Heart-rate belt' });

test('a belt that drops and comes back in the middle of a row leaves only a gap in its heart rates', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page, pm5 } = ann;
  const belt = await EmulatedBelt.attach(page);
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  const bar = beltBarOf(page);
  await expect(bar).toBeHidden();
  await connectMonitor(page);
  await bar.getByRole('button', { name: 'Connect heart-rate belt' }).click();
  await expect(bar).toContainText('Belt connected: –');
  await belt.beat(121);
  await expect(bar).toContainText('Belt connected: 121 bpm');
  await startWorkout(page, item);

  const notifications = rowOf300m();
  const cockpit = cockpitOf(page);
  /** Rows up to a part of the row, while the belt measures this value, or nothing. */
  const rowFrom = async (from: number, to: number, bpm: number | null) => {
    let isOver = false;
    const { finished } = await pm5.play(partOf(notifications, from, to));
    void finished.then(() => (isOver = true));
    await expect
      .poll(
        async () => {
          if (bpm !== null) await belt.beat(bpm);
          return isOver;
        },
        { intervals: [300], timeout: 60_000 },
      )
      .toBe(true);
    // The monitor repeats the same values until the next part, however long the page takes.
    await pm5.play(standing(notifications, to));
  };
  /** Beats until the cockpit shows it: a value is shown for as long as the belt is not silent. */
  const beatUntilShown = (bpm: number) =>
    expect
      .poll(
        async () => {
          await belt.beat(bpm);
          return cockpit.getByText(String(bpm), { exact: true }).isVisible();
        },
        { intervals: [300] },
      )
      .toBe(true);
  await rowFrom(0, 0.4, 141);
  await beatUntilShown(141);
  await belt.goAway();
  // On a slow machine the belt is silent for 3 s before the browser reports that its link is lost.
  await expect(bar).toContainText(/Reconnecting to the belt…|Belt silent for \d+ s/);
  await expect(bar.getByRole('button', { name: 'Disconnect belt' })).toBeVisible();
  await expect(cockpit.getByText('141', { exact: true })).toHaveCount(0);
  await rowFrom(0.4, 0.7, null);
  belt.comeBack();
  await expect(bar).toHaveCount(0);
  await beatUntilShown(158);
  await rowFrom(0.7, 1, 158);

  await expect(cockpit).toContainText('result saved');
  const activity = await onlyActivityOf(ann.context.request, _id);
  expect(activity).toMatchObject({ heartRateSource: 'belt', distance: distanceM });
  const stored = await ann.context.request.get(`/api/activities/${activity._id}/strokes`);
  const { strokes } = await stored.json();
  const rates: Array<number | null> = strokes.map(({ heartRate }: { heartRate: number | null }) => heartRate);
  expect(rates.length).toBeGreaterThan(25);
  // In the order of the row: with the belt, without it, and with it again. On a slow machine a beat comes so late that
  // the belt is silent for a moment, too.
  expect(rates.map((rate) => rate ?? 0).join(' ')).toMatch(/^(1[24]1 )((1[24]1|0) )*0 (158 ?)((158|0) ?)*$/);

  await page.goto(`/activities/${activity._id}`);
  await expect(page.getByRole('main')).toContainText('Heart rates from a belt.');
});
