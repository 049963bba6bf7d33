import { decodeNotification } from '@boathouse/pm5/decode';
import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandsOf, readBand, targetOfInterval } from './targets.ts';
import { positionOf, shareRowed } from './position.ts';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { beginRow, reduceRow, type RowProgress } from '../reduce/progress.ts';
import { generalStatus, intervalWorkout } from '../../test/record-factory.ts';
import { finishedSplits } from '../reduce/splits.ts';

const distance = (distanceM: number, restSec = 60) => ({ kind: 'distance', distanceM, restSec }) as const;
const time = (durationSec: number, restSec = 60) => ({ kind: 'time', durationSec, restSec }) as const;
const calories = (amount: number) => ({ kind: 'calories', calories: amount, restSec: 60 }) as const;
const three500: WorkoutPlan = { pieces: [distance(500), distance(500), distance(500, 0)] };

function rows(): RowProgress[] {
  let progress = beginRow();
  return intervalWorkout(3, 500, 60).map(({ record, atMs }) => {
    progress = reduceRow(progress, record, atMs);
    return progress;
  });
}
const all = rows();
function find(matches: (progress: RowProgress) => boolean): RowProgress {
  const found = all.find(matches);
  if (found === undefined) throw new Error('The workout never reached this state');
  return found;
}
const begun = (fields: Parameters<typeof generalStatus>[0]) =>
  reduceRow(beginRow(), generalStatus({ elapsedSec: 5, distanceM: 20, ...fields }), 0);

describe('the position of a row in its plan', () => {
  test('is known in a piece and in its rest, with the next piece', () => {
    const second = find(({ phase, intervalNumber }) => phase === 'rowing' && intervalNumber === 2);
    expect(positionOf(three500, second)).toMatchObject({ index: 1, count: 3, next: { distanceM: 500 } });
    const rest = find(({ phase, intervalNumber }) => phase === 'resting' && intervalNumber === 2);
    expect(positionOf(three500, rest)).toMatchObject({ index: 1, count: 3, piece: { restSec: 60 } });
    const last = find(({ phase, intervalNumber }) => phase === 'rowing' && intervalNumber === 3);
    expect(positionOf(three500, last)).toMatchObject({ index: 2, next: null });
  });

  test('is unknown before the first meter', () => {
    expect(positionOf(three500, beginRow())).toBeNull();
  });

  test.each<[what: string, plan: WorkoutPlan]>([
    ['another distance', { pieces: [distance(250), distance(250), distance(250)] }],
    ['a time', { pieces: [time(120), time(120)] }],
    ['one piece', { pieces: [distance(1500)] }],
    ['fewer pieces', { pieces: [distance(500)] }],
    ['nothing', { pieces: [] }],
  ])('is unknown if the plan has %s and the monitor 500 m intervals', (_what, plan) => {
    const first = find(({ phase, distanceM }) => phase === 'rowing' && distanceM > 100);
    expect(positionOf(plan, first)).toBeNull();
  });

  test('is unknown for an interval beyond the plan', () => {
    const third = find(({ phase, intervalNumber }) => phase === 'rowing' && intervalNumber === 3);
    expect(positionOf({ pieces: [distance(500), distance(500)] }, third)).toBeNull();
  });

  test('is unknown if intervals were missed and their number is a guess', () => {
    const joined = begun({ workoutType: 8, workoutState: 5, totalWorkDistanceM: 700, workoutDuration: 500 });
    expect(positionOf(three500, joined)).toBeNull();
  });

  const rowedThen = (timeSec: number, distanceM: number) =>
    reduceRow(
      reduceRow(
        begun({ workoutType: 8, workoutState: 9, totalWorkDistanceM: 0, elapsedSec: timeSec, distanceM }),
        generalStatus({
          workoutType: 8,
          workoutState: 9,
          elapsedSec: timeSec,
          distanceM,
          totalWorkDistanceM: distanceM,
        }),
        1_000,
      ),
      generalStatus({
        workoutType: 8,
        workoutState: 5,
        elapsedSec: 1,
        distanceM: 4,
        totalWorkDistanceM: distanceM,
      }),
      60_000,
    );

  test.each<[string, WorkoutPlan, number, number, number | null]>([
    ['as long as planned', three500, 125, 500, 1],
    ['a meter longer', three500, 125, 501, 1],
    ['two meters longer', three500, 125, 502, null],
    ['two meters shorter', three500, 125, 498, null],
    ['as long in time', { pieces: [time(120), distance(500)] }, 120, 480, 1],
    ['a second longer', { pieces: [time(120), distance(500)] }, 121, 480, 1],
    ['two seconds longer', { pieces: [time(120), distance(500)] }, 122, 480, null],
    ['two seconds shorter', { pieces: [time(120), distance(500)] }, 118, 480, null],
    ['of any length in calories', { pieces: [calories(20), distance(500)] }, 99, 444, 1],
  ])('after an interval that was %s', (_what, plan, timeSec, distanceM, index) => {
    expect(positionOf(plan, rowedThen(timeSec, distanceM))?.index ?? null).toBe(index);
  });

  test('is unknown on a monitor set to other intervals, even in one that equals a piece', () => {
    // 500 m intervals of the monitor, in a plan whose second piece only is 500 m.
    const first = find(({ phase, distanceM }) => phase === 'rowing' && distanceM > 100);
    const plan = { pieces: [distance(500), distance(500)] };
    expect(positionOf(plan, first)?.index).toBe(0);
    expect(
      positionOf(plan, { ...first, setup: { workoutType: 8, work: distance(250), isBegun: true } }),
    ).toBeNull();
  });

  test('is piece 1 of 1 on a monitor set to the single piece', () => {
    expect(positionOf({ pieces: [distance(500)] }, begun({}))).toMatchObject({ index: 0, count: 1 });
    expect(positionOf({ pieces: [distance(2000)] }, begun({}))).toBeNull();
  });
});

describe('the share rowed', () => {
  const rowed = { elapsedSec: 30, distanceM: 250, calories: 5 };

  test.each<[plan: WorkoutPlan, share: number | null]>([
    [{ pieces: [distance(500)] }, 0.5],
    [{ pieces: [distance(500), distance(500)] }, 0.25],
    [{ pieces: [time(120)] }, 0.25],
    [{ pieces: [calories(20)] }, 0.25],
    [{ pieces: [] }, null],
    [{ pieces: [distance(500), time(60)] }, null],
    [{ pieces: [distance(100)] }, 1],
  ])('the share rowed for %o is %s', (plan, share) => {
    expect(shareRowed(plan, rowed)).toBe(share);
  });

  test('is 0 at the start', () => {
    const nothing = { elapsedSec: 0, distanceM: 0, calories: 0 };
    for (const pieces of [[distance(500)], [time(60)], [calories(10)]]) {
      expect(shareRowed({ pieces }, nothing)).toBe(0);
    }
  });

  test('the share rowed in a calorie plan is unknown if the calories are', () => {
    expect(shareRowed({ pieces: [calories(20)] }, { ...rowed, calories: null })).toBeNull();
  });

  const mixed: WorkoutPlan = { pieces: [time(60), distance(500), time(60), distance(500)] };
  const at = (index: number) => ({
    index,
    count: 4,
    piece: mixed.pieces[index] ?? distance(0),
    next: mixed.pieces[index + 1] ?? null,
  });

  test('the share rowed in a mixed plan counts by its pieces', () => {
    const half = { kind: 'distance' as const, distanceM: 250 };
    expect(shareRowed(mixed, rowed, { position: at(1), remaining: half, isResting: false })).toBe(0.375);
    expect(shareRowed(mixed, rowed, { position: at(1), remaining: null, isResting: true })).toBe(0.5);
    expect(shareRowed(mixed, rowed, { position: at(1), remaining: half, isResting: true })).toBe(0.5);
    const whole = { kind: 'time' as const, durationSec: 60 };
    expect(shareRowed(mixed, rowed, { position: at(0), remaining: whole, isResting: false })).toBe(0);
  });

  test('the share rowed in a mixed plan is unknown if the rest of the piece is', () => {
    expect(shareRowed(mixed, rowed, { position: at(1), remaining: null, isResting: false })).toBeNull();
  });

  test('is between 0 and 1 and never decreases while the athlete rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 5_000 }), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(distance, time, calories),
        fc.nat(50_000),
        fc.nat(1_000),
        (amounts, make, done, more) => {
          const plan = { pieces: amounts.map((amount) => make(amount)) };
          const shareOf = (amount: number) =>
            shareRowed(plan, { elapsedSec: amount, distanceM: amount, calories: amount }) ?? Number.NaN;
          expect(shareOf(done)).toBeGreaterThanOrEqual(0);
          expect(shareOf(done + more)).toBeLessThanOrEqual(1);
          expect(shareOf(done + more)).toBeGreaterThanOrEqual(shareOf(done));
        },
      ),
    );
  });
});

describe('a target', () => {
  test('is a band: a pace within 1 s, a rate to hold from one below, a range and a maximum unchanged', () => {
    expect(bandsOf({ paceSec: 125, strokeRate: { min: 20, max: 20 }, powerW: 179 })).toEqual({
      pace: { min: 124, max: 126 },
      strokeRate: { min: 19, max: 20 },
      powerW: { min: 175, max: 183 },
      heartRate: null,
    });
    expect(bandsOf({ strokeRate: { min: 18, max: 20 } }).strokeRate).toEqual({ min: 18, max: 20 });
    expect(bandsOf({ strokeRate: { min: 0, max: 20 } }).strokeRate).toEqual({ min: 0, max: 20 });
    expect(bandsOf({ heartRate: { min: 140, max: 150 } }).heartRate).toEqual({ min: 140, max: 150 });
    expect(bandsOf(undefined)).toEqual({ pace: null, strokeRate: null, powerW: null, heartRate: null });
  });

  test.each([
    [17, 'below', 1],
    [18, 'in', 0],
    [20, 'in', 0],
    [22, 'above', 2],
  ] as const)('a target of 18 to 20 is read at %i as %s by %i', (value, side, by) => {
    expect(readBand({ min: 18, max: 20 }, value)).toEqual({ side, by });
  });

  test('a target of one interval is certain if the monitor follows the plan, or all pieces share it', () => {
    const r20 = { strokeRate: { min: 20, max: 20 } };
    const r24 = { strokeRate: { min: 24, max: 24 } };
    const shared = {
      pieces: [
        { ...distance(500), target: r20 },
        { ...distance(500), target: r20 },
      ],
    };
    expect(targetOfInterval(shared, 7, false)).toEqual(r20);
    const varying = {
      pieces: [
        { ...distance(500), target: r20 },
        { ...distance(500), target: r24 },
      ],
    };
    expect(targetOfInterval(varying, 2, true)).toEqual(r24);
    expect(targetOfInterval(varying, 2, false)).toBeNull();
    expect(targetOfInterval({ pieces: [] }, 1, true)).toBeNull();
  });
});

describe('the finished splits', () => {
  test('have the interval before a rest until the monitor’s own record of it arrives, and then that record', () => {
    const rest = find(({ phase, intervalNumber }) => phase === 'resting' && intervalNumber === 2);
    expect(finishedSplits(rest).map(({ splitNumber, timeSec }) => [splitNumber, timeSec])).toEqual([
      [1, 125],
      [2, 125],
    ]);
    expect(finishedSplits(rest)[1]).toMatchObject({
      distanceM: 500,
      averagePaceSec: 125,
      averageStrokeRateSpm: 30,
      restTimeSec: 0,
    });
    const finished = find(({ phase }) => phase === 'finished');
    expect(finishedSplits(finished)).toEqual(finished.splits);
    expect(finished.splits[1]?.restTimeSec).toBe(60);
  });

  test('never lose one that was shown, from the simulated monitor’s bytes', () => {
    const monitor = createSimulatedErg({
      plan: { pieces: [distance(100, 20), time(20, 20), distance(100, 20)], paceSec: 110, strokeRateSpm: 30 },
      startDate: { year: 2026, month: 3, day: 6 },
      startTime: { hour: 11, minute: 36 },
    });
    monitor.startRowing();
    let progress = beginRow();
    let shown = 0;
    for (const { atSec, characteristic, bytes } of monitor.advanceTo(180)) {
      progress = reduceRow(progress, decodeNotification(characteristic, bytes), atSec * 1000);
      const count = finishedSplits(progress).length;
      expect(count).toBeGreaterThanOrEqual(shown);
      shown = count;
      if (progress.phase === 'resting') expect(count).toBe(progress.intervalNumber);
    }
    expect(shown).toBe(3);
  });
});

test('a row that is joined in its first rest has no position, because its length is unknown', () => {
  const joined = begun({
    workoutType: 8,
    workoutState: 9,
    elapsedSec: 125,
    distanceM: 500,
    totalWorkDistanceM: 500,
  });
  expect(joined.track.work.interval).toMatchObject({ number: 1, target: null });
  expect(positionOf(three500, joined)).toBeNull();
});
