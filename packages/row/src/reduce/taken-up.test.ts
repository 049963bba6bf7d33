import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../test/model/fake-world.ts';
import { id, place } from '../../test/model/rowing.ts';
import { generalStatus, split, stroke, summary } from '../../test/record-factory.ts';
import { beginRow, finishByHand, reduceRow, type RowRecord } from './progress.ts';
import { finishedSplits } from './splits.ts';
import type { Totals } from './state.ts';
import { withoutTakenUp, withTakenUp } from './taken-up.ts';

const variable = { workoutType: 8, workoutState: 5 };
const set500 = { ...variable, workoutDuration: 500 };
const set2min = { ...variable, workoutState: 4, workoutDuration: 120, workoutDurationType: 0 };

let world: FakeRowWorld;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  page = world.open(new FakeDevice('tablet'));
});

/** Takes over a row with these totals on the server. */
function takeOver(workout: string, totals: Totals, now: Totals = totals): void {
  const row = { id, isCompleted: false, machine: 'rower' } as const;
  world.server.handle(id, {
    kind: 'begin',
    item: JSON.stringify([place.sessionId, place.workoutItemIndex, workout]),
    owner: 'phone',
    machine: null,
  });
  page.take({
    kind: 'resumed',
    key: id,
    activity: { ...row, owner: 'phone' },
    totals,
    place: { ...place, workout },
    begunAtMs: world.at.wallMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  page.take({ kind: 'takeOver' });
  world.server.sample(id, now);
}

const progress = () => {
  const life = page.lives.get(id);
  if (life === undefined) throw new Error('The row is gone');
  return life.kept.progress;
};
const shown = () => {
  const { intervalNumber, elapsedSec, distanceM, elapsedIsExact } = progress();
  return [intervalNumber, elapsedSec, distanceM, elapsedIsExact];
};

/** Rows from one second of an interval to another at 4 m/s, with a stroke every 2 s. */
function rowOn(fromSec: number, toSec: number, totalWorkDistanceM: number, set: object = set500): void {
  for (let sec = fromSec; sec <= toSec; sec += 1) {
    const at = { elapsedSec: sec, distanceM: 4 * sec };
    page.record(generalStatus({ ...set, ...at, totalWorkDistanceM }));
    if (sec % 2 === 1) page.record(stroke({ ...at, strokeCount: (sec + 1) / 2 }));
    world.pass(1_000);
  }
}

const atRest = (totalWorkDistanceM: number) =>
  generalStatus({
    ...set500,
    workoutState: 3,
    rowingState: 0,
    elapsedSec: 125,
    distanceM: 500,
    totalWorkDistanceM,
  });

describe('intervals that another device takes over', () => {
  test('have their number and time if the other device has sent the end of the previous interval', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 375, distanceM: 1_500 });
    rowOn(25, 60, 1_500);
    expect(shown()).toEqual([4, 435, 1_740, true]);
    world.pass(15_000);
    const stored = world.server.activities.get(id);
    expect(stored?.totals).toEqual({ elapsedSec: 435, distanceM: 1_740 });
    expect(stored?.strokes[0]).toMatchObject({ interval: 4, number: 13, elapsedTime: 400, distance: 1_600 });
    rowOn(61, 124, 1_500);
    page.record(atRest(2_000));
    page.record(split({ splitNumber: 4 }));
    rowOn(1, 20, 2_000);
    expect(shown()).toEqual([5, 520, 2_080, true]);
    expect(finishedSplits(progress()).map(({ splitNumber }) => splitNumber)).toEqual([4]);
    page.take({ kind: 'finish' });
    expect(progress().result).toMatchObject({ elapsedSec: 520, distanceM: 2_080, averagePaceSec: 125 });
  });

  test('have them if they are taken over in a rest', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 375, distanceM: 1_500 });
    page.record(atRest(1_500));
    expect(shown()).toEqual([3, 375, 1_500, true]);
    page.record(split({ splitNumber: 3 }));
    rowOn(1, 60, 1_500);
    expect(shown()).toEqual([4, 435, 1_740, true]);
  });

  test('have about their time if the other device has sent values of the same interval', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 385, distanceM: 1_540 });
    rowOn(25, 60, 1_500);
    expect(shown()).toEqual([4, 435, 1_740, false]);
    page.take({ kind: 'finish' });
    const own = summary({ workoutType: 8, timeElapsedSec: 434, distanceM: 1_740 });
    page.record(own);
    expect(progress().result).toMatchObject({ elapsedSec: 434, source: 'summary' });
  });

  test('have no less time than the server if the other device has sent no later interval', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 200, distanceM: 800 });
    rowOn(25, 60, 1_500);
    expect(shown()).toEqual([4, 260, 1_740, false]);
  });

  test("have the server's time if they are its own", () => {
    takeOver('8x500m/1:00r', { elapsedSec: 200, distanceM: 800 }, { elapsedSec: 375, distanceM: 1_500 });
    page.record(generalStatus({ ...set500, elapsedSec: 25, distanceM: 100, totalWorkDistanceM: 1_500 }));
    expect(shown()).toEqual([4, 225, 1_600, false]);
    world.pass(1_000);
    rowOn(26, 27, 1_500);
    expect(shown()).toEqual([4, 402, 1_608, true]);
  });

  test("shift the stroke under way to the server's time when the server's answer arrives", () => {
    takeOver('8x500m/1:00r', { elapsedSec: 200, distanceM: 800 }, { elapsedSec: 375, distanceM: 1_500 });
    const at = { elapsedSec: 25, distanceM: 100 };
    page.record(generalStatus({ ...set500, ...at, totalWorkDistanceM: 1_500 }));
    page.record(stroke({ ...at, strokeCount: 13 }));
    world.pass(1_000);
    rowOn(26, 40, 1_500);
    world.pass(15_000);
    const [first, second] = world.server.activities.get(id)?.strokes ?? [];
    expect(first).toMatchObject({ interval: 4, number: 13, elapsedTime: 400 });
    expect(second).toMatchObject({ interval: 4, number: 14, elapsedTime: 402 });
  });

  test.each([
    ['with the same distance', 1_600, 400],
    ['with less', 1_540, 385],
  ])(
    'have about their time in mid-interval if the other device has sent one %s',
    (_, distanceM, elapsedSec) => {
      takeOver('8x500m/1:00r', { elapsedSec, distanceM });
      page.record(generalStatus({ ...set500, elapsedSec: 25, distanceM: 100, totalWorkDistanceM: 1_500 }));
      expect(shown()).toEqual([4, 400, 1_600, false]);
    },
  );

  test('have about their time in a rest if the other device has sent the middle of the interval before', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 385, distanceM: 1_540 });
    page.record(atRest(2_000));
    expect(shown()).toEqual([4, 500, 2_000, false]);
  });

  test('intervals of different times are known by the plan', () => {
    takeOver('2:00/1:00r + 3:00/1:00r + 1:00', { elapsedSec: 130, distanceM: 520 });
    rowOn(30, 60, 480, { ...set2min, workoutDuration: 180 });
    expect(shown()).toEqual([2, 180, 720, true]);
  });

  test('intervals of times are known by the plan', () => {
    takeOver('8x2:00/1:00r', { elapsedSec: 385, distanceM: 1_503.2 });
    rowOn(30, 60, 1_463, set2min);
    expect(shown()).toEqual([4, 420, 1_703, true]);
  });

  test('have no number if the monitor is set to something else, and no less time than the server', () => {
    takeOver('8x500m/1:00r', { elapsedSec: 500, distanceM: 2_000 });
    rowOn(25, 60, 2_000, { ...variable, workoutDuration: 1_000 });
    expect(shown()).toEqual([2, 560, 2_240, false]);
    page.record(split({ splitNumber: 3, splitTimeSec: 60, splitDistanceM: 1_000 }));
    expect(shown()).toEqual([3, 560, 2_240, true]);
  });

  test("intervals that another device takes over with less than the server's totals are another workout, without anything of this one", () => {
    takeOver('8x500m/1:00r', { elapsedSec: 875, distanceM: 3_500 });
    rowOn(25, 60, 1_500);
    const [left, next] = [...page.lives.values()].map(({ kept }) => kept);
    expect(left).toMatchObject({ isLeft: true, progress: { distanceM: 0 } });
    expect(next?.progress).toMatchObject({ intervalNumber: 2, elapsedSec: 60, elapsedIsExact: false });
  });

  test.each([
    ['that has sent all of them', 15_000],
    ['that has some to send', 0],
  ])('are continued by the device that takes them back, %s', (_, ms) => {
    takeOver('8x500m/1:00r', { elapsedSec: 375, distanceM: 1_500 });
    rowOn(25, 60, 1_500);
    page.take({ kind: 'takenElsewhere', by: 'device' });
    world.pass(ms);
    world.server.sample(id, { elapsedSec: 750, distanceM: 3_000 });
    page.take({ kind: 'takeOver' });
    world.pass(2_000);
    rowOn(25, 60, 3_000);
    expect(shown()).toEqual([7, 810, 3_240, true]);
  });
});

describe('the totals of the server', () => {
  const plan = parseWorkoutText('8x500m/1:00r');
  const rowed = (...records: RowRecord[]) =>
    records.reduce((progress, record) => reduceRow(progress, record, 0), beginRow());
  const inFourth = generalStatus({ ...set500, elapsedSec: 25, distanceM: 100, totalWorkDistanceM: 1_500 });
  const endOfThird = { elapsedSec: 375, distanceM: 1_500 };

  test('change nothing once the time before the interval is exact', () => {
    const known = withTakenUp(rowed(inFourth), endOfThird, plan);
    expect(known).toMatchObject({ elapsedSec: 400, elapsedIsExact: true });
    expect(withTakenUp(known, { elapsedSec: 390, distanceM: 1_560 }, plan)).toBe(known);
  });

  test('change nothing if they exceed the interval by more than a meter and a half', () => {
    const progress = rowed(inFourth);
    expect(withTakenUp(progress, { elapsedSec: 401, distanceM: 1_601.6 }, plan)).toBe(progress);
    expect(withTakenUp(progress, { elapsedSec: 401, distanceM: 1_601.5 }, plan)).not.toBe(progress);
  });

  test('change nothing in the first interval', () => {
    const progress = rowed(generalStatus({ ...set500, elapsedSec: 25, distanceM: 100 }));
    expect(withTakenUp(progress, { elapsedSec: 20, distanceM: 80 }, plan)).toBe(progress);
  });

  test('move no stroke of an earlier interval', () => {
    const at = { elapsedSec: 1, distanceM: 4 };
    const { closedStrokes, track } = withTakenUp(
      rowed(
        inFourth,
        stroke({ elapsedSec: 25, distanceM: 100, strokeCount: 13 }),
        atRest(2_000),
        generalStatus({ ...set500, ...at, totalWorkDistanceM: 2_000 }),
        stroke({ ...at, strokeCount: 1 }),
      ),
      { elapsedSec: 500, distanceM: 2_000 },
      plan,
    );
    expect(closedStrokes).toMatchObject([{ interval: 2, number: 13, elapsedTime: 25 }]);
    expect(track.strokes.openStroke).toMatchObject({ interval: 5, number: 1, elapsedTime: 501 });
  });
});

describe('a row that is taken up in a rest', () => {
  const joinedIn = (elapsedSec: number, distanceM: number, totalWorkDistanceM: number) =>
    reduceRow(
      beginRow(),
      generalStatus({ ...variable, workoutState: 9, elapsedSec, distanceM, totalWorkDistanceM }),
      0,
    );

  test.each([
    ['the length of the piece', 500, 1_000, null],
    ['1.5 m more', 501.5, 1_002, null],
    ['more than that', 501.6, 1_002, 2],
  ])(
    'a row that is taken up in a rest of distances with %s has its number by its meters',
    (_, distanceM, total, uncertainFrom) => {
      const totals = { elapsedSec: 125, distanceM: 500 };
      const taken = withTakenUp(joinedIn(125, distanceM, total), totals, parseWorkoutText('3x500m/1:00'));
      expect(taken.intervalNumber).toBe(2);
      expect(taken.track.work.uncertainFrom).toBe(uncertainFrom);
    },
  );

  test.each<[string, number, Totals, number | null]>([
    ['that are those of its start', 120, { elapsedSec: 120, distanceM: 480 }, 1],
    ['a second later', 120, { elapsedSec: 121, distanceM: 480 }, 1],
    ['more than a second later', 120, { elapsedSec: 121.1, distanceM: 480 }, null],
    ['1.5 m before its start', 120, { elapsedSec: 120, distanceM: 478.5 }, 1],
    ['more than 1.5 m before its start', 120, { elapsedSec: 120, distanceM: 478.4 }, null],
    ['within it', 120, { elapsedSec: 150, distanceM: 600 }, 1],
    ['a second after its end', 120, { elapsedSec: 241, distanceM: 960 }, 1],
    ['more than a second after its end', 120, { elapsedSec: 241.1, distanceM: 960 }, null],
    ['with meters, but without time in it', 120, { elapsedSec: 120, distanceM: 600 }, null],
    ['of an interval a second longer', 121, { elapsedSec: 120, distanceM: 480 }, 1],
    ['of an interval more than a second longer', 121.1, { elapsedSec: 120, distanceM: 480 }, null],
  ])(
    'a row that is taken up in a rest of times with totals %s is the second one',
    (_, elapsedSec, totals, before) => {
      const taken = withTakenUp(joinedIn(elapsedSec, 480, 960), totals, parseWorkoutText('2x2:00/1:00'));
      expect(taken.track.work.uncertainFrom).toBe(before === null ? 2 : null);
      expect(taken.intervalNumber).toBe(2);
    },
  );

  test('has no certain number in a plan of other or of mixed pieces', () => {
    const joined = joinedIn(125, 500, 1_000);
    for (const workout of ['3x750m/1:00', '500m/1:00 + 2:00/1:00 + 500m', '1000m/1:00 + 500m/1:00 + 500m']) {
      const taken = withTakenUp(joined, { elapsedSec: 125, distanceM: 500 }, parseWorkoutText(workout));
      expect(taken.track.work.uncertainFrom).not.toBeNull();
    }
  });
});

describe('the time before a row that is taken up', () => {
  const joined = reduceRow(
    beginRow(),
    generalStatus({
      ...set500,
      workoutDuration: 750,
      elapsedSec: 50,
      distanceM: 200,
      totalWorkDistanceM: 1_000,
    }),
    0,
  );

  test.each([
    ['at the start of the interval', 250, 1_000, 250, true],
    ['0.05 m after it', 250, 1_000.05, 250, true],
    ['0.05 m before it', 250, 999.95, 250, true],
    ['further before it', 240, 990, 240, false],
    ['in the interval', 275, 1_100, 250, false],
    ['a meter beyond the present one', 301, 1_201, 251, false],
    ['at a time that is too short', 10, 1_100, 0, false],
  ])("is that of the server's totals %s", (_, elapsedSec, distanceM, beforeSec, isExact) => {
    const taken = withTakenUp(joined, { elapsedSec, distanceM }, null);
    expect(taken.elapsedSec).toBeCloseTo(Math.max(50, beforeSec + 50), 5);
    expect(taken.elapsedIsExact).toBe(false);
    expect(taken.track.work.intervalTimes).toEqual({ 0: { elapsedSec: beforeSec, isExact } });
  });

  test('is unknown if the server has more than this page', () => {
    expect(withTakenUp(joined, { elapsedSec: 400, distanceM: 1_202 }, null)).toBe(joined);
  });

  test('is left out again if the row is another workout', () => {
    const taken = withTakenUp(joined, { elapsedSec: 250, distanceM: 1_000 }, null);
    expect(withoutTakenUp(taken)).toMatchObject({ elapsedSec: 50, track: { work: { intervalTimes: {} } } });
    expect(withoutTakenUp(joined)).toBe(joined);
  });

  test('is not taken for a single piece, for the first interval, or after a result', () => {
    const totals = { elapsedSec: 20, distanceM: 80 };
    for (const fields of [
      { elapsedSec: 25, distanceM: 100 },
      { ...set500, elapsedSec: 25, distanceM: 100 },
    ]) {
      const first = reduceRow(beginRow(), generalStatus(fields), 0);
      expect(withTakenUp(first, totals, null)).toBe(first);
    }
    const finished = finishByHand(joined, 0);
    expect(withTakenUp(finished, { elapsedSec: 250, distanceM: 1_000 }, null)).toBe(finished);
  });
});
