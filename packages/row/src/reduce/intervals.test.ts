import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress } from './progress.ts';
import { finishedSplits } from './splits.ts';
import {
  generalStatus,
  intervalWorkout,
  split,
  status1,
  status2,
  stroke,
  summary,
  type TimedRecord,
} from '../../test/record-factory.ts';

function rowAll(records: TimedRecord[], from: RowProgress = beginRow()): RowProgress {
  return records.reduce((progress, { record, atMs }) => reduceRow(progress, record, atMs), from);
}

function at(...records: TimedRecord['record'][]): TimedRecord[] {
  return records.map((record) => ({ atMs: 0, record }));
}

/** 3 x 500 m at 4 m/s (125 s each) with 60 s of rest. */
const workout = intervalWorkout(3, 500, 60);
function work(fields: Parameters<typeof generalStatus>[0]) {
  return generalStatus({ workoutType: 7, workoutState: 5, ...fields });
}

function until(matches: (progress: RowProgress) => boolean): RowProgress {
  let progress = beginRow();
  for (const { record, atMs } of workout) {
    progress = reduceRow(progress, record, atMs);
    if (matches(progress)) return progress;
  }
  throw new Error('The workout never reached this state');
}

describe('an interval workout rowed from start to end', () => {
  test('adds only work: the rest counts in neither time nor distance, and no meter twice', () => {
    const resting = until(({ phase, restTimeSec }) => phase === 'resting' && restTimeSec === 30);
    expect(resting).toMatchObject({ elapsedSec: 125, distanceM: 500, intervalNumber: 1, remaining: null });

    const second = until(({ intervalNumber, distanceM }) => intervalNumber === 2 && distanceM >= 600);
    expect(second).toMatchObject({
      phase: 'rowing',
      elapsedSec: 150,
      distanceM: 600,
      averagePaceSec: 125,
      restTimeSec: null,
      remaining: { kind: 'distance', distanceM: 400 },
    });
  });

  test('ends with the sums, the splits by number and a stroke count over all intervals', () => {
    const finished = rowAll(workout);
    expect(finished).toMatchObject({
      phase: 'finished',
      elapsedSec: 375,
      distanceM: 1500,
      elapsedIsExact: true,
    });
    expect(
      finished.splits.map(({ splitNumber, timeSec, restTimeSec }) => [splitNumber, timeSec, restTimeSec]),
    ).toEqual([
      [1, 125, 60],
      [2, 125, 60],
      [3, 125, 60],
    ]);
    expect(finished.strokeCount).toBe(3 * 62);
    expect(finished.result).toMatchObject({
      elapsedSec: 375,
      distanceM: 1500,
      averagePaceSec: 125,
      source: 'summary',
    });
  });

  test('without a summary the sums of the status records are the result', () => {
    const ended = rowAll(workout.filter(({ record }) => record.kind !== 'endOfWorkoutSummary'));
    expect(ended.phase).toBe('ending');
    expect(tickRow(ended, 1e9).result).toMatchObject({
      elapsedSec: 375,
      distanceM: 1500,
      averagePaceSec: 125,
    });
  });

  test('every stroke is emitted once with its interval and count', () => {
    const strokes = rowAll(workout).closedStrokes;
    const keys = strokes.map(({ interval, number }) => `${interval}:${number}`);
    expect(new Set(keys).size).toBe(3 * 62);
    expect(keys).toHaveLength(3 * 62);
  });
});

describe('intervals without rest between them', () => {
  test('one record can close the last strokes of two intervals', () => {
    const progress = rowAll(
      at(
        work({ elapsedSec: 124.7, distanceM: 498.8 }),
        stroke({ strokeCount: 62, elapsedSec: 124.5, distanceM: 498 }),
        stroke({ strokeCount: 1, elapsedSec: 0.9, distanceM: 3 }),
        stroke({ strokeCount: 2, elapsedSec: 2.9, distanceM: 11, recoveryTimeSec: 1.4 }),
        work({ elapsedSec: 3, distanceM: 12, totalWorkDistanceM: 500 }),
      ),
    );
    expect(progress.closedStrokes).toMatchObject([
      { interval: 1, number: 62, recoveryTime: null },
      { interval: 2, number: 1, recoveryTime: 1.4 },
    ]);
  });

  const unseenEnd = at(
    work({ elapsedSec: 10, distanceM: 40 }),
    work({ elapsedSec: 124.7, distanceM: 498.8 }),
    work({ elapsedSec: 0.1, distanceM: 0.4, totalWorkDistanceM: 500 }),
  );

  test('an interval that ends between two records has its exact distance at once, and its exact time with its split', () => {
    expect(rowAll(unseenEnd)).toMatchObject({ distanceM: 500.4, elapsedSec: 124.8, elapsedIsExact: false });
    const known = rowAll([...unseenEnd, ...at(split())]);
    expect(known).toMatchObject({ elapsedSec: 125.1, elapsedIsExact: true, intervalNumber: 2 });
  });

  test('a programmed time is known without its split', () => {
    const timed = { workoutType: 6, workoutState: 4, workoutDuration: 60, workoutDurationType: 0 };
    const progress = rowAll(
      at(
        generalStatus({ ...timed, elapsedSec: 59.8, distanceM: 239.2 }),
        generalStatus({ ...timed, elapsedSec: 0.1, distanceM: 0.3, totalWorkDistanceM: 240 }),
      ),
    );
    expect(progress).toMatchObject({ elapsedSec: 60.1, distanceM: 240.3, elapsedIsExact: true });
  });

  test('a monitor that never raises its total still gets its intervals added', () => {
    const progress = rowAll(
      at(work({ elapsedSec: 124.7, distanceM: 498.8 }), work({ elapsedSec: 0.5, distanceM: 2 })),
    );
    expect(progress).toMatchObject({ distanceM: 500.8, intervalNumber: 2, pieceNumber: 1 });
  });

  test.each([
    [19, { distanceM: 282, intervalNumber: 2, pieceNumber: 1 }],
    [18, { distanceM: 2, intervalNumber: 1, pieceNumber: 2 }],
    [null, { distanceM: 2, intervalNumber: 1, pieceNumber: 2 }],
  ])(
    'a monitor that never raises its total is in the next interval of 20 cal after %j cal only if the first was nearly done',
    (calories, expected) => {
      const set = { workoutType: 12, workoutDuration: 20, workoutDurationType: 0x40 };
      const before = [work({ ...set, elapsedSec: 60, distanceM: 240 })];
      const counted = calories === null ? [] : [status2({ totalCalories: calories })];
      const last = [work({ ...set, elapsedSec: 70, distanceM: 280 })];
      const next = [work({ ...set, elapsedSec: 0.5, distanceM: 2 })];
      expect(rowAll(at(...before, ...counted, ...last, ...next))).toMatchObject(expected);
    },
  );

  test('a total that increases one record before the numbers restart counts nothing twice', () => {
    const progress = rowAll(
      at(
        work({ elapsedSec: 124.9, distanceM: 499.6 }),
        work({ elapsedSec: 125, distanceM: 500, totalWorkDistanceM: 500 }),
      ),
    );
    expect(progress).toMatchObject({ distanceM: 500, intervalNumber: 1 });
    const next = rowAll(at(work({ elapsedSec: 1, distanceM: 4, totalWorkDistanceM: 500 })), progress);
    expect(next).toMatchObject({ distanceM: 504, elapsedSec: 126, elapsedIsExact: true });
  });

  test('assigns a late recovery to the stroke that the end of the interval cut short', () => {
    const last = stroke({ strokeCount: 62, elapsedSec: 124.5, distanceM: 498, recoveryTimeSec: 1.4 });
    const progress = rowAll(
      at(
        work({ elapsedSec: 124.7, distanceM: 498.8 }),
        last,
        work({ elapsedSec: 0.1, distanceM: 0.4, totalWorkDistanceM: 500 }),
        { ...last, elapsedSec: 125, recoveryTimeSec: 1.5 },
      ),
    );
    expect(progress.closedStrokes).toMatchObject([{ interval: 1, number: 62, recoveryTime: 1.5 }]);
    expect(progress).toMatchObject({ strokeCount: 62, intervalNumber: 2 });
  });

  test('a first stroke that arrives before the status of its interval belongs to the new interval', () => {
    const before = rowAll(at(work({ elapsedSec: 124.7, distanceM: 498.8 }), status1()));
    const early = { strokeCount: 1, elapsedSec: 0.7, distanceM: 2.8, recoveryTimeSec: 1.5 };
    const progress = rowAll(
      at(
        { ...stroke(), strokeCount: 62, elapsedSec: 124, distanceM: 496 },
        { ...stroke(), ...early },
        work({ elapsedSec: 1, distanceM: 4, totalWorkDistanceM: 500 }),
        { ...stroke(), ...early, elapsedSec: 2.2, recoveryTimeSec: 1.6 },
      ),
      before,
    );
    expect(progress.strokeCount).toBe(63);
    expect(progress.closedStrokes).toMatchObject([
      { interval: 1, number: 62 },
      { interval: 2, number: 1, recoveryTime: 1.6, distance: 502.8 },
    ]);
  });
});

describe('joining or coming back in the middle', () => {
  test('only strokes are missing after a gap within one interval', () => {
    const progress = rowAll(
      at(work({ elapsedSec: 10, distanceM: 40 }), work({ elapsedSec: 100, distanceM: 400 })),
    );
    expect(progress).toMatchObject({
      elapsedSec: 100,
      distanceM: 400,
      elapsedIsExact: true,
      intervalNumber: 1,
    });
  });

  test('two fixed distance intervals later, distance and number are right and the time is a lower bound', () => {
    const progress = rowAll(
      at(
        work({ elapsedSec: 10, distanceM: 40 }),
        work({ elapsedSec: 20, distanceM: 80, totalWorkDistanceM: 1000 }),
      ),
    );
    expect(progress).toMatchObject({
      distanceM: 1080,
      intervalNumber: 3,
      elapsedSec: 30,
      elapsedIsExact: false,
    });
  });

  test('a result that lacks the time of an interval has no pace until the monitor’s summary arrives', () => {
    const progress = rowAll(
      at(
        work({ elapsedSec: 10, distanceM: 40 }),
        work({ elapsedSec: 125, distanceM: 500, totalWorkDistanceM: 1000 }),
        status1({ averagePaceSec: 125 }),
      ),
    );
    const part = finishByHand(progress, 0);
    expect(part).toMatchObject({
      elapsedIsExact: false,
      result: { distanceM: 1500, elapsedSec: 135, averagePaceSec: null, averagePowerW: null },
    });
    const whole = { timeElapsedSec: 375, distanceM: 1500, workoutType: 7, averagePaceSec: 125 };
    const known = reduceRow(part, summary(whole), 1_000);
    expect(known).toMatchObject({ elapsedIsExact: true, result: { elapsedSec: 375, averagePaceSec: 125 } });
  });

  test('an interval of a variable workout whose end was missed is one interval by its programmed distance', () => {
    const variable = { workoutType: 8, workoutDuration: 500 };
    const next = work({ workoutType: 8, elapsedSec: 20, distanceM: 80, totalWorkDistanceM: 500 });
    const progress = rowAll(at(work({ ...variable, elapsedSec: 10, distanceM: 40 }), next));
    expect(progress).toMatchObject({ intervalNumber: 2, track: { work: { uncertainFrom: null } } });
  });

  test('a late split of a missed interval makes its time exact', () => {
    const progress = rowAll(
      at(
        work({ elapsedSec: 10, distanceM: 40 }),
        work({ elapsedSec: 20, distanceM: 80, totalWorkDistanceM: 500 }),
        split({ splitTimeSec: 124.2 }),
      ),
    );
    expect(progress).toMatchObject({ distanceM: 580, elapsedSec: 144.2, elapsedIsExact: true });
  });

  test('a late split does not change the time of an interval that was seen to its end, which is finer', () => {
    const end = work({ workoutState: 8, elapsedSec: 124.16, distanceM: 500 });
    const next = work({ elapsedSec: 1, distanceM: 4, totalWorkDistanceM: 500 });
    const withSplit = split({ splitTimeSec: 124.2 });
    expect(rowAll(at(end, next, withSplit))).toMatchObject({ elapsedSec: 125.16, elapsedIsExact: true });
    expect(rowAll(at(end, withSplit, next))).toMatchObject({ elapsedSec: 125.16, elapsedIsExact: true });
  });

  test('a split that comes after the row was finished by hand changes nothing', () => {
    const finished = finishByHand(rowAll(at(work({ elapsedSec: 10, distanceM: 40 }))), 0);
    expect(reduceRow(finished, split({ splitNumber: 1 }), 1_000)).toEqual(finished);
  });

  test('missed fixed time intervals are counted once a split has their number', () => {
    const timed = { workoutType: 6, workoutState: 4, workoutDuration: 60, workoutDurationType: 0 };
    const back = rowAll(
      at(
        generalStatus({ ...timed, elapsedSec: 10, distanceM: 40 }),
        generalStatus({ ...timed, elapsedSec: 20, distanceM: 80, totalWorkDistanceM: 735 }),
      ),
    );
    expect(back).toMatchObject({ distanceM: 815, intervalNumber: 2, elapsedIsExact: false });
    const resting = rowAll(
      at(
        generalStatus({
          ...timed,
          workoutState: 3,
          elapsedSec: 60,
          distanceM: 240,
          totalWorkDistanceM: 975,
        }),
        split({ splitNumber: 4, splitTimeSec: 60, splitDistanceM: 240 }),
      ),
      back,
    );
    expect(resting).toMatchObject({
      phase: 'resting',
      distanceM: 975,
      intervalNumber: 4,
      elapsedSec: 240,
      elapsedIsExact: true,
    });
  });

  test('an interval that ends after a gap is shown once, by its own number, when its split follows the next status', () => {
    const timed = { workoutType: 8, workoutState: 4, workoutDuration: 60, workoutDurationType: 0 };
    const fourth = { ...timed, elapsedSec: 60, distanceM: 180, totalWorkDistanceM: 900 };
    const progress = rowAll(
      at(
        generalStatus({ ...timed, elapsedSec: 40, distanceM: 160 }),
        generalStatus({ ...timed, elapsedSec: 20, distanceM: 60, totalWorkDistanceM: 720 }),
        generalStatus({ ...fourth, workoutState: 8 }),
        generalStatus({ ...timed, elapsedSec: 0.2, distanceM: 0.5, totalWorkDistanceM: 900 }),
        split({ splitNumber: 4, splitTimeSec: 60, splitDistanceM: 180 }),
      ),
    );
    expect(progress.intervalNumber).toBe(5);
    expect(finishedSplits(progress).map(({ splitNumber }) => splitNumber)).toEqual([4]);
  });

  test('joined fresh in a rest, the finished interval is counted once', () => {
    const rest = work({ workoutState: 3, elapsedSec: 125, distanceM: 500, totalWorkDistanceM: 1000 });
    expect(rowAll(at(rest))).toMatchObject({ phase: 'resting', distanceM: 1000, intervalNumber: 2 });
    const next = work({ elapsedSec: 5, distanceM: 20, totalWorkDistanceM: 1000 });
    expect(rowAll(at(rest, next))).toMatchObject({ distanceM: 1020, intervalNumber: 3 });
  });

  test('a total below the total at the start of the interval is a new workout', () => {
    const second = at(work({ elapsedSec: 5, distanceM: 20, totalWorkDistanceM: 500 }));
    const again = rowAll([...second, ...at(work({ elapsedSec: 6, distanceM: 24 }))]);
    expect(again).toMatchObject({ distanceM: 24, pieceNumber: 2, intervalNumber: 1 });
  });
});

describe('when records are lost', () => {
  const short = intervalWorkout(4, 120, 8);
  const gaps = fc.array(fc.tuple(fc.nat(short.length), fc.integer({ min: 1, max: 200 })), { maxLength: 4 });
  /** Drops stretches of the stream, as a broken link does. */
  const without = (lost: [number, number][]): TimedRecord[] =>
    short.filter((_, index) => !lost.some(([from, size]) => index >= from && index < from + size));

  test('distance and time never decrease, and the distance is never more than the rowed one', () => {
    fc.assert(
      fc.property(gaps, (lost) => {
        let progress = beginRow();
        for (const { record, atMs } of without(lost)) {
          const next = reduceRow(progress, record, atMs);
          // An expectation of each of the many records would take seconds.
          const isRight =
            next.elapsedSec >= progress.elapsedSec &&
            next.distanceM >= progress.distanceM &&
            next.pieceNumber <= 1;
          if (!isRight) expect.fail(`${JSON.stringify(next)} follows ${JSON.stringify(progress)}`);
          progress = next;
        }
        expect(progress.distanceM).toBeLessThanOrEqual(480);
        expect(progress.elapsedSec).toBeLessThanOrEqual(120);
      }),
    );
  });

  test('after any gap the distance is right again with the next status record of work', () => {
    const trueDistanceM = new Map<TimedRecord, number>();
    let truth = beginRow();
    for (const timed of short) {
      truth = reduceRow(truth, timed.record, timed.atMs);
      trueDistanceM.set(timed, truth.distanceM);
    }
    fc.assert(
      fc.property(gaps, (lost) => {
        let progress = beginRow();
        const wrong: unknown[] = [];
        for (const timed of without(lost)) {
          progress = reduceRow(progress, timed.record, timed.atMs);
          if (timed.record.kind !== 'generalStatus' || timed.record.workoutState !== 5) continue;
          const trueM = trueDistanceM.get(timed);
          if (progress.distanceM !== trueM) wrong.push([timed, progress.distanceM, trueM]);
        }
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('a repeated record changes nothing, and JSON in between changes nothing', () => {
    fc.assert(
      fc.property(gaps, fc.nat(9), (lost, firstStored) => {
        let plain = beginRow();
        let stored = beginRow();
        for (const [index, { record, atMs }] of without(lost).entries()) {
          plain = reduceRow(plain, record, atMs);
          const again = reduceRow(plain, record, atMs);
          if (!isDeepStrictEqual(again, plain)) expect(again).toEqual(plain);
          // Serializing and parsing a row takes longer than the rest of this test.
          if (index % 10 === firstStored) stored = JSON.parse(JSON.stringify(stored));
          stored = reduceRow(stored, record, atMs);
        }
        expect(stored).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });
});
