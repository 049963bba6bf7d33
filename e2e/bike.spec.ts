import { ErgMachineType } from '@boathouse/pm5/records';
import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import type { ScheduledNotification } from './fixtures/emulated-pm5.ts';
import { isCharacteristic } from './fixtures/gatt-table.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { cockpitOf, connectBarOf, connectMonitor, startWorkout } from './fixtures/session-page.ts';

const item = '500m';
const speed = 5;
/** Half a kilometer at 10 m/s: 1:40.0 /1000 m and 350 W on a BikeErg. */
const plan = {
  paceSec: 50,
  strokeRateSpm: 80,
  ergMachineType: ErgMachineType.bikeErg,
  pieces: [{ kind: 'distance', distanceM: 500, restSec: 0 } as const],
};

/**
 * The notifications of a monitor on a BikeErg, from waiting to the middle of the workout, and from there to the
 * summary.
 */
function rideOf500m(): { toTheMiddle: ScheduledNotification[]; toTheEnd: ScheduledNotification[] } {
  const erg = createSimulatedErg({
    plan,
    startDate: { year: 2026, month: 11, day: 24 },
    startTime: { hour: 18, minute: 5 },
  });
  const idle = erg.advanceTo(2);
  erg.startRowing();
  const middleSec = 27;
  const playable = (emitted: ReturnType<typeof erg.advanceTo>, fromSec: number) =>
    emitted.flatMap(({ atSec, characteristic, bytes }) => {
      const name = characteristic.toString(16).padStart(4, '0');
      const dueMs = ((atSec - fromSec) * 1000) / speed;
      return isCharacteristic(name) ? [{ dueMs, characteristic: name, bytes }] : [];
    });
  const toTheMiddle = playable([...idle, ...erg.advanceTo(middleSec)], 0);
  return { toTheMiddle, toTheEnd: playable(erg.advanceTo(57), middleSec) };
}

test("a ride on a BikeErg has a BikeErg's figures, from the monitor to the history", async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page, pm5 } = ann;
  pm5.ergMachineType = ErgMachineType.bikeErg;
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  await connectMonitor(page);
  await expect(connectBarOf(page)).toContainText('BikeErg connected');
  await startWorkout(page, item);
  const { toTheMiddle, toTheEnd } = rideOf500m();
  const middle = await pm5.play(toTheMiddle);
  await middle.finished;
  const cockpit = cockpitOf(page);
  await expect(cockpit.getByRole('term').filter({ hasText: 'pace per 1000 m' })).toBeVisible();
  await expect(cockpit.getByText('cadence, rpm')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/activities/*', async (route) => {
    if (route.request().method() === 'GET') await held.promise;
    await route.continue();
  });
  const end = await pm5.play(toTheEnd);
  await end.finished;

  await expect(cockpit.getByRole('heading', { name: 'Your result' })).toBeFocused();
  await expect(cockpit).toContainText('result saved');
  await expect(cockpit).toContainText('Loading your result');
  const link = cockpit.getByRole('link', { name: 'Open the result' });
  const place = await link.boundingBox();
  held.resolve();
  await expect(cockpit.getByRole('heading', { name: 'Splits' })).toBeVisible();
  expect(await link.boundingBox(), 'a press finds the link while the result loads').toEqual(place);
  await link.click();
  await page.waitForURL('**/activities/*');
  const main = page.getByRole('main');
  await expect(main.getByText('BikeErg', { exact: true })).toBeVisible();
  await expect(main.getByText(/^1:4\d\.\d$/).first()).toBeVisible();
  await expect(main.getByText('/1000 m').first()).toBeVisible();
  await expect(main.getByText('rpm').first()).toBeVisible();
  await expect(main.getByText(/^3[2-5]\d$/).first()).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Force curve' })).toHaveCount(0);

  await main.getByText(/^Table, every/).click();
  await expect(main.getByRole('table', { name: 'Values of the strokes' })).toContainText(/1:4[01]\.\d/);

  await page.goto('/training/activity');
  await expect(page.getByRole('row', { name: /500m/ })).toContainText('BikeErg');
  await expect(page.getByRole('row', { name: /500m/ })).toContainText('/1000 m');
});
