import {
  decodeRowerData,
  emptyRowerData,
  joinRowerData,
  type RowerData,
} from '@boathouse/pm5/ftms/rower-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionOf } from '../../plan/position.ts';
import { beginRow, finishByHand, reduceRow, takeStrokes, tickRow, type RowProgress } from '../progress.ts';
import { afterRest, courseOf } from './course.ts';
import { finishedSplits } from '../splits.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

function planOf(text: string) {
  const plan = parseWorkoutText(text);
  if (plan === null) throw new Error(`${text} is no plan`);
  return plan;
}

type Told = Partial<Omit<RowerData, 'kind'>>;

function tell(progress: RowProgress, atSec: number, told: Told, text?: string): RowProgress {
  const plan = text === undefined ? {} : { plan: planOf(text) };
  return reduceRow(progress, { ...emptyRowerData, ...told, ...plan }, atSec * 1_000);
}

/** The counts of a machine that was switched on before: rowed at 3 m/s and 30 strokes a minute. */
const counted = (rowedSec: number): Told => ({
  distanceM: 1_000 + 3 * rowedSec,
  strokeCount: 100 + Math.floor(rowedSec / 2),
  calories: 40 + Math.floor(rowedSec / 5),
  paceSec: 167,
  powerW: 75,
});

/** Rows from one second of the clock to another; `rowedSec`: the machine's seconds at its start. */
function rowOn(before: RowProgress, text: string, from: number, to: number, rowedSec = from) {
  let progress = before;
  for (let sec = from; sec <= to; sec += 1)
    progress = tell(progress, sec, counted(rowedSec + sec - from), text);
  return progress;
}

/** A machine that sends records while it stands still. */
function stand(before: RowProgress, text: string, from: number, to: number, rowedSec: number) {
  let progress = before;
  for (let sec = from; sec <= to; sec += 1) progress = tell(progress, sec, counted(rowedSec), text);
  return progress;
}

describe('a planned row on a rower of another maker', () => {
  test('a planned row on a rower of another maker of one distance shows the rest and ends by itself, at its length and its time', () => {
    const halfway = rowOn(beginRow(), '500m', 0, 100);
    expect(halfway).toMatchObject({ phase: 'rowing', remaining: { kind: 'distance', distanceM: 200 } });
    expect(positionOf(planOf('500m'), halfway)).toMatchObject({ index: 0, count: 1, next: null });
    const ended = rowOn(halfway, '500m', 101, 180);
    expect(ended).toMatchObject({
      phase: 'finished',
      distanceM: 500,
      result: {
        source: 'lastStatus',
        distanceM: 500,
        elapsedSec: 166.7,
        averagePaceSec: 166.7,
        averagePowerW: 75,
        averageStrokeRateSpm: 30,
        totalCalories: 33,
        workoutType: 2,
      },
    });
    expect(takeStrokes(ended).strokes).toHaveLength(83);
  });

  test('a planned row on a rower of another maker of one time ends at its time, with its meters', () => {
    const ended = rowOn(beginRow(), '1:00', 0, 70);
    expect(ended.result).toMatchObject({ elapsedSec: 60, distanceM: 180, workoutType: 4 });
  });

  test('a planned row on a rower of another maker of calories ends when they are reached, or by hand if the machine counts none', () => {
    expect(rowOn(beginRow(), '10 cal', 0, 70).result).toMatchObject({ totalCalories: 10, elapsedSec: 50 });
    let without = beginRow();
    for (let sec = 0; sec < 300; sec += 1) without = tell(without, sec, { distanceM: 4 * sec }, '10 cal');
    expect(without).toMatchObject({ phase: 'rowing', result: null });
  });

  test('pauses its clock while nothing moves', () => {
    const stood = stand(rowOn(beginRow(), '500m', 0, 100), '500m', 101, 160, 100);
    expect(stood).toMatchObject({ phase: 'paused', elapsedSec: 100, distanceM: 300 });
    expect(rowOn(stood, '500m', 161, 260, 101).result).toMatchObject({ distanceM: 500, elapsedSec: 166.7 });
  });

  test('accepts a plan that comes in the middle of its first piece, but not a plan that is too short', () => {
    const rowed = rowOn(beginRow(), 'Just row', 0, 60);
    expect(rowOn(rowed, '200m', 61, 70)).toMatchObject({ phase: 'finished', distanceM: 200, pieceNumber: 1 });
    expect(rowOn(rowed, '2x100m/1:00r', 61, 70)).toMatchObject({ phase: 'rowing', distanceM: 210 });
    const intervals = rowOn(rowed, '2x200m/1:00r', 61, 70);
    expect(intervals).toMatchObject({ phase: 'resting', distanceM: 200, pieceNumber: 1, intervalNumber: 1 });
  });
});

const rests = '3x100m/0:30r';

describe('intervals on a rower of another maker', () => {
  test('have their rests by the clock, without the meters of the rests, and end after the last', () => {
    // 100 m after 33.3 s.
    const resting = rowOn(beginRow(), rests, 0, 40);
    expect(resting).toMatchObject({ phase: 'resting', distanceM: 100, elapsedSec: 33.3, restTimeSec: 24 });
    expect(positionOf(planOf(rests), resting)).toMatchObject({ index: 0, count: 3 });
    expect(finishedSplits(resting)).toMatchObject([{ splitNumber: 1, distanceM: 100, timeSec: 33.3 }]);
    const stood = stand(resting, rests, 41, 63, 40);
    expect(stood).toMatchObject({ phase: 'resting', restTimeSec: 1, distanceM: 100 });
    const second = rowOn(stood, rests, 64, 80, 41);
    expect(second).toMatchObject({ phase: 'rowing', intervalNumber: 2 });
    expect(second.distanceM).toBeCloseTo(100 + 3 * 16.7, 0);
    expect(second.remaining).toMatchObject({ kind: 'distance' });
    expect(positionOf(planOf(rests), second)).toMatchObject({ index: 1, count: 3 });
    const whole = rowOn(second, rests, 81, 200, 58);
    expect(whole.result).toMatchObject({ distanceM: 300, averagePowerW: 75, workoutType: 8 });
    expect(whole.result?.elapsedSec).toBeCloseTo(100, 0);
    expect(whole.splits.map(({ distanceM, restTimeSec }) => [distanceM, restTimeSec])).toEqual([
      [100, 30],
      [100, 30],
      [100, 0],
    ]);
    expect(
      whole.splits.map(({ averageStrokeRateSpm, averagePowerW }) => [averageStrokeRateSpm, averagePowerW]),
    ).toEqual([
      [31, 75],
      [31, 75],
      [31, 75],
    ]);
    expect(whole.splits[0]).toMatchObject({ restDistanceM: 21 });
    const { strokes } = takeStrokes(whole);
    expect(new Set(strokes.map(({ interval }) => interval))).toEqual(new Set([1, 2, 3]));
    expect(strokes.filter(({ interval }) => interval === 2)[0]).toMatchObject({ number: 1 });
  });

  test('continue by the clock if the machine sends nothing while it is idle', () => {
    const resting = rowOn(beginRow(), rests, 0, 34);
    expect(tickRow(resting, 50_000)).toMatchObject({ phase: 'resting', restTimeSec: 14 });
    const due = tickRow(resting, 64_000);
    expect(due).toMatchObject({
      phase: 'rowing',
      intervalNumber: 2,
      remaining: { kind: 'distance', distanceM: 100 },
    });
    // The first record after the rest: two seconds of rowing.
    expect(tell(due, 70, counted(36), rests)).toMatchObject({ distanceM: 106, elapsedSec: 35.3 });
  });

  test('stay in a rest for two seconds after its end while the machine moves: its next record shows which meters belong to the rest', () => {
    const moving = rowOn(beginRow(), rests, 0, 63);
    expect(moving).toMatchObject({ phase: 'resting', distanceM: 100 });
    expect(tickRow(moving, 64_500)).toMatchObject({ phase: 'resting', intervalNumber: 1 });
    expect(tickRow(moving, 65_100)).toMatchObject({ phase: 'rowing', intervalNumber: 2 });
  });

  test('intervals on a rower of another maker without rests begin with the meters rowed beyond the end of the last one', () => {
    const second = rowOn(beginRow(), '100m + 1:00', 0, 40);
    expect(second).toMatchObject({ phase: 'rowing', intervalNumber: 2, distanceM: 120, elapsedSec: 40 });
    expect(rowOn(second, '100m + 1:00', 41, 100).result).toMatchObject({
      elapsedSec: 93.3,
      distanceM: 279.9,
    });
  });

  test('with an undefined rest continue with the first stroke after a pause', () => {
    const text = '2x100m / undefined rest';
    const rolling = rowOn(beginRow(), text, 0, 40);
    expect(rolling).toMatchObject({ phase: 'resting', restTimeSec: null, distanceM: 100 });
    const stood = stand(rolling, text, 41, 90, 40);
    expect(stood).toMatchObject({ phase: 'resting', distanceM: 100 });
    expect(rowOn(stood, text, 91, 100, 41)).toMatchObject({
      phase: 'rowing',
      intervalNumber: 2,
      distanceM: 130,
    });
    expect(rowOn(stood, text, 91, 140, 41).result).toMatchObject({ distanceM: 200, workoutType: 9 });
  });

  test('continue over a reload of the page in a rest', () => {
    const kept: RowProgress = JSON.parse(JSON.stringify(rowOn(beginRow(), rests, 0, 40)));
    expect(rowOn(kept, rests, 70, 80, 41)).toMatchObject({ phase: 'rowing', intervalNumber: 2 });
  });

  test('intervals on a rower of another maker that are ended by hand have the finished work', () => {
    const { result } = finishByHand(rowOn(beginRow(), rests, 0, 40), 40_000);
    expect(result).toMatchObject({ source: 'byHand', distanceM: 100, elapsedSec: 33.3, averagePowerW: 75 });
  });
});

/** Bytes of a PM5 in the service of other makers: two notifications for each record. */
const fromBytes = (hex: string) => Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));

test('the bytes that a real machine sends end a row of its plan', () => {
  const [status, strokes] = [
    'ff 0a 34 cb 00 00 c0 00 cf 00 32 00 27 00 8c 00 00 54 00 00',
    '00 01 3e 24 00 09 00 d7 01 ff',
  ].map(fromBytes);
  if (status === undefined || strokes === undefined) throw new Error('No bytes');
  let progress = beginRow();
  let held: RowerData | null = null;
  for (let sec = 0; sec <= 60; sec += 1) {
    // 203 m, 84 s and 36 strokes at first; then 2 m a second and a stroke every two seconds.
    new DataView(status.buffer).setUint8(3, 203 + 2 * sec - (203 + 2 * sec > 255 ? 256 : 0));
    new DataView(status.buffer).setUint8(4, 203 + 2 * sec > 255 ? 1 : 0);
    new DataView(status.buffer).setUint8(17, 84 + sec);
    new DataView(strokes.buffer).setUint8(3, 36 + Math.floor(sec / 2));
    for (const bytes of [status, strokes]) {
      const part = decodeRowerData(bytes);
      if (part === null) throw new Error('No record');
      const joined = joinRowerData(held, part);
      held = joined.held;
      for (const record of joined.records) {
        progress = reduceRow(progress, { ...record, plan: planOf('100m') }, sec * 1_000);
      }
    }
  }
  expect(progress.result).toMatchObject({ distanceM: 100, elapsedSec: 50, averageStrokeRateSpm: 30 });
});

test('work and rests together are the meters that the machine has counted', () => {
  const texts = [
    '3x100m/0:30r',
    '500m',
    '4x1:00 / undefined rest',
    '100m + 1:00 / 0:00 rest + 200m',
    '2x50 cal/0:20r',
    '1:00',
  ];
  const second = fc.record({
    meters: fc.integer({ min: 0, max: 6 }),
    gapSec: fc.constantFrom(1, 1, 1, 2, 20),
  });
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(second, { maxLength: 300 }), (text, seconds) => {
      let [progress, atSec, meters] = [tell(beginRow(), 0, { distanceM: 0, strokeCount: 0 }, text), 0, 0];
      for (const one of seconds) {
        atSec += one.gapSec;
        meters += one.meters;
        const before = progress;
        progress = tell(progress, atSec, { distanceM: meters, strokeCount: Math.floor(meters / 8) }, text);
        expect(progress.distanceM).toBeGreaterThanOrEqual(before.distanceM);
        expect(progress.elapsedSec).toBeGreaterThanOrEqual(before.elapsedSec);
        expect(progress.pieceNumber).toBeLessThanOrEqual(1);
        if (progress.phase === 'finished') break;
        const rested = progress.splits.reduce((sum, { restDistanceM }) => sum + restDistanceM, 0);
        // Rounded to tenths at each end of a piece.
        expect(Math.abs(progress.distanceM + rested - meters)).toBeLessThan(1);
      }
      const worked = progress.splits.map(({ splitNumber }) => splitNumber);
      expect(worked).toEqual(worked.map((_, index) => index + 1));
    }),
  );
});

test.each([
  ['before its end', 9_999, 5_000, 'rest'],
  ['at its end', 10_000, 5_000, 'work'],
  ['at its end, 2 s after a move', 10_000, 8_000, 'work'],
  ['at its end, less than 2 s after a move', 10_000, 8_001, 'rest'],
])('a rest by the clock %s', (_, atMs, movedAtMs, stage) => {
  const counts = { elapsedSec: 30, distanceM: 100, strokeCount: 15, calories: null, workJ: 0, powerSec: 0 };
  const course = courseOf(planOf('2x100m/0:10r'), { ...counts, distanceM: 0, elapsedSec: 0 });
  if (course === null) throw new Error('The plan has no course');
  const resting = { ...course, stage: 'rest' as const, restUntilMs: 10_000 };
  const after = afterRest({ ...counts, movedAtMs, course: resting }, atMs);
  expect(after.course?.stage).toBe(stage);
  expect(after.course?.index).toBe(stage === 'rest' ? 0 : 1);
});
