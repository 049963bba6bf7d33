import { expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld } from '../../test/model/fake-world.ts';
import { place, rowOn, startOn } from '../../test/model/rowing.ts';
import { generalStatus, status2 } from '../../test/record-factory.ts';
import type { RowRecord } from '../reduce/progress.ts';
import { isHeldForOwn, isHeldTooLong } from './monitor-workouts.ts';

const id = '018f0000-0000-7000-8000-000000000001';

/** A row with 50 m on the server, taken up by a page that receives these records. */
function takenUp(records: readonly RowRecord[]) {
  const world = new FakeRowWorld();
  const page = world.open(new FakeDevice('tablet'));
  page.take({
    kind: 'resumed',
    key: id,
    activity: { id, owner: 'tablet', isCompleted: false, machine: 'rower' as const },
    totals: { elapsedSec: 12.5, distanceM: 50 },
    place: { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '500m' },
    begunAtMs: world.at.wallMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  for (const record of records) page.record(record);
  return [...page.lives.values()].map(({ kept }) => [kept.isLeft, kept.progress.distanceM]);
}

const on = generalStatus({ elapsedSec: 20, distanceM: 80 });

test('a row that was taken up continues with higher values', () => {
  expect(takenUp([on])).toEqual([[false, 80]]);
});

test.each([
  ['in its menu', 0],
  ['at an end', 11],
])(
  'a workout whose first record arrives after the monitor was %s is another one, even with higher values',
  (_, state) => {
    const between = generalStatus({ workoutState: state, rowingState: 0, elapsedSec: 0, distanceM: 0 });
    expect(takenUp([between, on])).toEqual([
      [true, 0],
      [false, 80],
    ]);
  },
);

/**
 * A phone rows 40 m, a tablet continues to 80 m, and the phone takes the row back. Returns its stored strokes, by count
 * and force.
 */
function takenBack(goOn: (row: (fromSec: number, toSec: number, forceLbf?: number) => void) => void) {
  const world = new FakeRowWorld();
  const phone = world.open(new FakeDevice('phone'));
  const tablet = world.open(new FakeDevice('tablet'));
  startOn(phone);
  rowOn(phone, world, 0, 10);
  const activity = { id, owner: 'phone', isCompleted: false, machine: 'rower' as const };
  const totals = { elapsedSec: 10, distanceM: 40 };
  const zone = { begunAtMs: world.at.wallMs, isSimulated: false, timeZone: 'Europe/Oslo' };
  tablet.take({ kind: 'resumed', key: id, activity, totals, place, owner: 'tablet', ...zone });
  tablet.take({ kind: 'takeOver' });
  world.pass(2_000);
  rowOn(tablet, world, 10, 20);
  world.pass(2_000);
  phone.take({ kind: 'takeOver' });
  world.pass(2_000);
  // The first of a burst need not be the totals.
  phone.record(status2({ totalCalories: 8 }));
  goOn((...row) => rowOn(phone, world, ...row));
  world.pass(5_000);
  return [...world.server.activities.values()].map(({ isLeft, totals: { distanceM }, strokes }) => ({
    isLeft,
    distanceM,
    strokes: strokes.map(({ number, peakForce }) => [number, Math.floor((peakForce ?? 0) / 444.8)]),
  }));
}

const counts = (from: number, to: number, force: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, force]);

test('a row that is taken back continues with its earlier values', () => {
  expect(takenBack((row) => row(20, 30))).toEqual([
    { isLeft: false, distanceM: expect.closeTo(120, -1), strokes: counts(1, 15, 1) },
  ]);
});

test('a next workout whose first values are above the earlier ones is recognized by its stroke counts', () => {
  expect(takenBack((row) => row(12, 30, 200))).toEqual([
    { isLeft: true, distanceM: 80, strokes: counts(1, 10, 1) },
    { isLeft: false, distanceM: expect.closeTo(120, -1), strokes: counts(7, 15, 2) },
  ]);
});

test('a next workout on a page that has not read the stored strokes yet is another one, by its stroke counts', () => {
  const world = new FakeRowWorld();
  const phone = world.open(new FakeDevice('phone'));
  startOn(phone);
  rowOn(phone, world, 0, 20);
  world.pass(3_000);
  // The same device, whose journal is lost.
  const again = world.open(new FakeDevice('phone'));
  const activity = { id, owner: 'phone', isCompleted: false, machine: 'rower' as const };
  const totals = { elapsedSec: 12, distanceM: 48 };
  const zone = { begunAtMs: world.at.wallMs, isSimulated: false, timeZone: 'Europe/Oslo' };
  world.fate = 'isLost';
  again.take({ kind: 'resumed', key: id, activity, totals, place, owner: 'phone', ...zone });
  rowOn(again, world, 12, 26, 200);
  expect([...again.lives.values()].map(({ kept }) => kept.isLeft)).toEqual([false]);
  world.fate = 'arrives';
  world.pass(30_000);
  expect([...again.lives.values()].map(({ kept }) => [kept.isLeft, kept.refusal])).toEqual([
    [true, null],
    [false, null],
  ]);
});

test.each([
  ['the wait is not over', { sec: 59, waitMs: 1, stillMs: 10_000 }, [false, false]],
  ['it is short and the wait is over', { sec: 59, waitMs: 0, stillMs: 10_000 }, [true, false]],
  ['it has a minute and the wait is over', { sec: 60, waitMs: 0, stillMs: 10_000 }, [false, true]],
  ['it has a minute and waits', { sec: 60, waitMs: 1, stillMs: 10_000 }, [false, false]],
  ['it is still rowed', { sec: 59, waitMs: -1, stillMs: 9_999 }, [false, false]],
  ['it is still rowed after a minute', { sec: 60, waitMs: -1, stillMs: 9_999 }, [false, false]],
  ['it has a place', { sec: 60, waitMs: null, stillMs: 10_000 }, [false, false]],
])(
  "a row without a place is dropped or becomes the athlete's own: %s",
  (_, { sec, waitMs, stillMs }, outcome) => {
    const world = new FakeRowWorld();
    const page = world.open(new FakeDevice('phone'));
    startOn(page);
    rowOn(page, world, 0, 2);
    if (page.life === null) throw new Error('The row is gone');
    const { kept, run } = page.life;
    const { wallMs, monoMs } = world.at;
    const life = {
      kept: {
        ...kept,
        heldUntilMs: waitMs === null ? null : wallMs + waitMs,
        progress: { ...kept.progress, elapsedSec: sec, result: null },
      },
      run: { ...run, keptAtMs: monoMs - stillMs },
    };
    expect([isHeldTooLong(life, world.at), isHeldForOwn(life, world.at)]).toEqual(outcome);
  },
);
