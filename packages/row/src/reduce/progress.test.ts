import { describe, expect, test } from 'vitest';
import {
  beginRow,
  finishByHand,
  reduceRow,
  takeStrokes,
  tickRow,
  type RowProgress,
  type RowRecord,
} from './progress.ts';
import {
  forceCurve,
  generalStatus,
  split,
  status1,
  stroke,
  strokePower,
  summary,
} from '../../test/record-factory.ts';

function rowAll(records: RowRecord[], from: RowProgress = beginRow(), atMs = 0): RowProgress {
  return records.reduce((progress, record) => reduceRow(progress, record, atMs), from);
}

function halfway(): RowProgress {
  return rowAll([generalStatus({ elapsedSec: 62.5, distanceM: 250 }), status1({ heartRateBpm: 150 })]);
}

const theEnd = generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 });

describe('before the first stroke', () => {
  test('an idle monitor shows its programmed workout and no work', () => {
    const progress = rowAll([generalStatus({ workoutState: 0, rowingState: 0 })]);
    expect(progress).toMatchObject({ phase: 'waiting', distanceM: 0, workoutType: 3, intervalNumber: 0 });
    expect(progress.remaining).toEqual({ kind: 'distance', distanceM: 500 });
  });

  test('a programmed time counts in seconds, and Just Row and the menus have no countdown', () => {
    const time = generalStatus({
      workoutState: 0,
      workoutType: 5,
      workoutDuration: 1200,
      workoutDurationType: 0,
    });
    expect(rowAll([time]).remaining).toEqual({ kind: 'time', durationSec: 1200 });
    expect(rowAll([{ ...time, workoutType: 1 }]).remaining).toBeNull();
    expect(rowAll([{ ...time, workoutType: 13 }]).remaining).toBeNull();
    expect(rowAll([{ ...time, workoutType: 11, workoutDurationType: 0xc0 }]).remaining).toBeNull();
  });

  test.each([10, 11, 12])(
    'a monitor in state %d of an earlier workout is ignored until a new workout begins',
    (state) => {
      const earlier = generalStatus({
        workoutState: state,
        rowingState: 0,
        elapsedSec: 420,
        distanceM: 2000,
      });
      const waiting = rowAll([
        earlier,
        status1(),
        stroke({ strokeCount: 200, elapsedSec: 419 }),
        summary(),
        earlier,
      ]);
      expect(waiting).toMatchObject({ phase: 'waiting', distanceM: 0, result: null, closedStrokes: [] });
      const rowing = rowAll([generalStatus({ elapsedSec: 1, distanceM: 3 })], waiting);
      expect(rowing).toMatchObject({ phase: 'rowing', distanceM: 3, pieceNumber: 1 });
    },
  );

  test('the summary of an earlier workout, repeated when ours has ended, does not end ours', () => {
    const earlier = summary({ timeElapsedSec: 130 });
    const ending = rowAll([earlier, generalStatus({ elapsedSec: 1, distanceM: 3 }), theEnd, earlier]);
    expect(ending.phase).toBe('ending');
    expect(rowAll([summary()], ending).result?.elapsedSec).toBe(125);
  });

  test('a workout that ends without a meter rowed is ignored', () => {
    const none = { elapsedSec: 0, distanceM: 0 };
    const progress = rowAll([generalStatus(none), generalStatus({ ...none, workoutState: 11 })]);
    expect(progress).toMatchObject({ phase: 'waiting', result: null });
    expect(tickRow(progress, 60_000).result).toBeNull();
  });
});

describe('while rowing', () => {
  test('shows the current values of the monitor', () => {
    expect(halfway()).toMatchObject({
      phase: 'rowing',
      elapsedSec: 62.5,
      distanceM: 250,
      strokeRateSpm: 24,
      currentPaceSec: 125,
      averagePaceSec: 125,
      heartRateBpm: 150,
      dragFactor: 110,
      remaining: { kind: 'distance', distanceM: 250 },
      restTimeSec: null,
      intervalNumber: 1,
    });
    expect(halfway().powerW).toBeCloseTo(179.2, 1);
  });

  test.each([
    [29, null],
    [30, 30],
    [240, 240],
    [241, null],
  ])('a heart rate of %d is shown as %s', (sent, shown) => {
    expect(rowAll([status1({ heartRateBpm: sent })], halfway()).heartRateBpm).toBe(shown);
  });

  test('the clock runs on in an unplanned pause', () => {
    const paused = rowAll([generalStatus({ elapsedSec: 70, distanceM: 255, rowingState: 0 })], halfway());
    expect(paused).toMatchObject({ phase: 'paused', elapsedSec: 70, distanceM: 255 });
    expect(rowAll([generalStatus({ elapsedSec: 72, distanceM: 258 })], paused).phase).toBe('rowing');
  });

  test('never adds the total work distance in a single piece', () => {
    const progress = rowAll([generalStatus({ distanceM: 250, totalWorkDistanceM: 250 })]);
    expect(progress.distanceM).toBe(250);
  });

  test('unknown states and records change nothing', () => {
    const progress = halfway();
    const unknown = {
      kind: 'unknown',
      code: 0x44,
      multiplexed: false,
      reason: 'unhandledType',
      bytes: new Uint8Array(),
    } as const;
    expect(reduceRow(progress, unknown, 1)).toBe(progress);
    expect(reduceRow(progress, generalStatus({ workoutState: 99 }), 1)).toBe(progress);
  });

  test('if joined in the middle of a single piece, everything counts from its start', () => {
    expect(halfway()).toMatchObject({ elapsedSec: 62.5, elapsedIsExact: true, distanceM: 250 });
  });
});

describe('strokes', () => {
  const first = stroke({ strokeCount: 4, elapsedSec: 8.9, distanceM: 34, recoveryTimeSec: 1.9 });
  const second = { ...first, elapsedSec: 10.8, recoveryTimeSec: 1.95 };
  const power = strokePower({ strokeCount: 4 });
  const rowing = (): RowProgress => rowAll([generalStatus({ elapsedSec: 9, distanceM: 34 }), status1()]);

  test('a stroke is emitted once it is complete, with its own recovery and power', () => {
    const driven = rowAll([first, power], rowing());
    expect(driven).toMatchObject({ closedStrokes: [], strokeCount: 4 });
    expect(rowAll([second, second], driven).closedStrokes).toEqual([
      {
        pieceNumber: 1,
        heardAtMs: 0,
        rowedAfterMs: null,
        interval: 1,
        number: 4,
        elapsedTime: 8.9,
        distance: 34,
        driveLength: 1.2,
        driveTime: 0.6,
        recoveryTime: 1.95,
        strokeDistance: 10,
        peakForce: 756.2,
        averageForce: 489.3,
        workPerStroke: 500,
        power: 183,
        pace: 124.13,
        strokeRate: 24,
        heartRate: null,
        calories: 0,
        forceCurve: null,
      },
    ]);
  });

  test('power that arrives before its stroke is added to it', () => {
    expect(rowAll([power, first, second], rowing()).closedStrokes[0]?.power).toBe(183);
  });

  test("when its second copy is lost, the next stroke's first copy brings the recovery", () => {
    const next = stroke({ strokeCount: 5, elapsedSec: 11.5, recoveryTimeSec: 1.96 });
    expect(rowAll([first, next], rowing()).closedStrokes).toMatchObject([{ number: 4, recoveryTime: 1.96 }]);
    const later = { ...next, strokeCount: 6 };
    expect(rowAll([first, later], rowing()).closedStrokes).toMatchObject([{ number: 4, recoveryTime: null }]);
  });

  test('a stroke cut short by the end waits 3 s for its recovery, and is emitted once', () => {
    const ended = rowAll([first, theEnd], rowing());
    expect(ended.closedStrokes).toEqual([]);
    const late = rowAll([second, second], ended, 1_000);
    expect(late.closedStrokes).toMatchObject([{ number: 4, recoveryTime: 1.95 }]);
    const never = tickRow(ended, 3_000);
    expect(never.closedStrokes).toMatchObject([{ number: 4, recoveryTime: null }]);
    expect(rowAll([second], never, 3_000).closedStrokes).toBe(never.closedStrokes);
    expect(rowAll([summary()], ended).closedStrokes).toMatchObject([{ number: 4 }]);
  });

  test('a stroke of a workout that the athlete abandons is emitted with that workout', () => {
    const again = generalStatus({ elapsedSec: 1, distanceM: 3 });
    const progress = rowAll([first, again, stroke(), stroke({ elapsedSec: 2 })], rowing());
    expect(progress.closedStrokes).toMatchObject([
      { pieceNumber: 1, number: 4 },
      { pieceNumber: 2, number: 1 },
    ]);
  });

  test('taking the strokes leaves none, and later ones are emitted after them', () => {
    const taken = takeStrokes(rowAll([first, second], rowing()));
    expect(taken.strokes).toHaveLength(1);
    expect(taken.progress.closedStrokes).toEqual([]);
    expect(rowAll([second], taken.progress).closedStrokes).toEqual([]);
    expect(takeStrokes(taken.progress).progress).toBe(taken.progress);
  });

  test('a stroke has the rate, heart rate and pace of its own recovery', () => {
    const moment = status1({ strokeRateSpm: 31, heartRateBpm: 152, currentPaceSec: 118 });
    expect(rowAll([first, moment, second], rowing()).closedStrokes).toMatchObject([
      { strokeRate: 31, heartRate: 152, pace: 118 },
    ]);
  });

  test.each([
    ['after its stroke', (curve: RowRecord[]) => [first, ...curve, second]],
    ['before its stroke', (curve: RowRecord[]) => [...curve, first, second]],
  ])('a force curve whose chunks arrive %s belongs to it, in newtons', (_, order) => {
    const curve = [
      forceCurve({ chunkCount: 2, forceLbf: [10, 100] }),
      forceCurve({ chunkCount: 2, sequence: 1, forceLbf: [20] }),
    ];
    expect(rowAll(order(curve), rowing()).closedStrokes).toMatchObject([{ forceCurve: [44, 445, 89] }]);
  });

  test.each([
    ['a missing chunk', { chunkCount: 3, sequence: 2 }],
    ['a chunk of a curve of another length', { chunkCount: 2, sequence: 1 }],
  ])('a force curve with %s is dropped', (_, other) => {
    const broken = [
      forceCurve({ chunkCount: 3, forceLbf: [10] }),
      forceCurve({ ...other, forceLbf: [20] }),
      forceCurve({ chunkCount: 3, sequence: 2, forceLbf: [30] }),
    ];
    expect(rowAll([first, ...broken, second], rowing()).closedStrokes).toMatchObject([{ forceCurve: null }]);
  });

  test('a record with count zero is not a stroke', () => {
    const progress = rowing();
    expect(rowAll([stroke({ strokeCount: 0 })], progress)).toBe(progress);
  });

  test('a first stroke that arrives before the status record of the start is not lost', () => {
    const early = [
      generalStatus({ workoutState: 0, elapsedSec: 0.2, distanceM: 0.5 }),
      stroke({ elapsedSec: 0.8, distanceM: 2.9 }),
    ];
    const begun = rowAll([...early, generalStatus({ elapsedSec: 1, distanceM: 4 })]);
    expect(begun.strokeCount).toBe(1);
    expect(rowAll([stroke({ elapsedSec: 2.7, recoveryTimeSec: 1.8 })], begun).closedStrokes).toMatchObject([
      { number: 1, elapsedTime: 0.8, recoveryTime: 1.8 },
    ]);
  });

  test.each([
    ['while the flywheel moves', 0, 0.7, 1],
    ['while the monitor counts down, ready to row', 0, 0, 0],
    ['of a workout that has ended', 10, 0.7, 0],
  ])('a stroke is kept over a second status %s', (_, workoutState, distanceM, count) => {
    const early = [
      generalStatus({ workoutState: 0, elapsedSec: 0.2, distanceM: 0.5 }),
      stroke({ elapsedSec: 0.8, distanceM: 2.9 }),
      generalStatus({ workoutState, elapsedSec: 0.9, distanceM }),
    ];
    const begun = rowAll([...early, generalStatus({ elapsedSec: 1, distanceM: 4 })]);
    expect(begun.strokeCount).toBe(count);
  });
});

describe('splits', () => {
  test('are sorted by number, merge both records, and ignore repeats', () => {
    const additional: RowRecord = {
      kind: 'additionalSplitIntervalData',
      elapsedSec: 26,
      averageStrokeRateSpm: 24,
      workHeartRateBpm: null,
      restHeartRateBpm: null,
      averagePaceSec: 125.1,
      totalCalories: 6,
      averageCaloriesPerHour: 900,
      speedMPerSec: 4,
      powerW: 179,
      averageDragFactor: 98,
      splitNumber: 1,
      ergMachineType: null,
    };
    const second = split({ splitNumber: 2, splitTimeSec: 25, splitDistanceM: 100 });
    const progress = rowAll(
      [second, split({ splitTimeSec: 26, splitDistanceM: 100 }), additional],
      halfway(),
    );
    expect(progress.splits).toEqual([
      {
        splitNumber: 1,
        timeSec: 26,
        distanceM: 100,
        averagePaceSec: 125.1,
        restTimeSec: 0,
        restDistanceM: 0,
        averageStrokeRateSpm: 24,
        averageHeartRateBpm: null,
        averagePowerW: 179,
        calories: 6,
      },
      expect.objectContaining({ splitNumber: 2, averagePaceSec: 125 }),
    ]);
    expect(rowAll([second, additional], progress).splits).toEqual(progress.splits);
  });
});

describe('the end', () => {
  const ending = (): RowProgress => rowAll([theEnd], halfway(), 10_000);

  test('the end of the workout waits for the summary, which is the result', () => {
    expect(ending()).toMatchObject({ phase: 'ending', result: null });
    const finished = reduceRow(ending(), summary({ averageHeartRateBpm: 151 }), 11_500);
    expect(finished.phase).toBe('finished');
    expect(finished.result).toEqual({
      elapsedSec: 125,
      distanceM: 500,
      averagePaceSec: 125,
      averageStrokeRateSpm: 24,
      averagePowerW: 179,
      totalCalories: null,
      averageHeartRateBpm: 151,
      dragFactor: 110,
      workoutType: 3,
      logEntry: { date: { year: 2026, month: 3, day: 6 }, time: { hour: 11, minute: 36 } },
      source: 'summary',
    });
  });

  test('the records after the summary refine the result and only that result', () => {
    const stamp = { logEntryDate: { year: 2026, month: 3, day: 6 }, logEntryTime: { hour: 11, minute: 36 } };
    const more: RowRecord = {
      kind: 'additionalEndOfWorkoutSummary',
      ...stamp,
      splitIntervalType: 1,
      splitIntervalSize: 100,
      splitIntervalCount: 5,
      totalCalories: 30,
      watts: 180,
      totalRestDistanceM: 0,
      intervalRestTimeSec: 0,
      averageCaloriesPerHour: 900,
    };
    const pace: RowRecord = {
      kind: 'additionalEndOfWorkoutSummary2',
      ...stamp,
      averagePaceSec: 124.9,
      gameIdentifier: 0,
      workoutVerified: true,
      gameScore: 0,
      ergMachineType: 0,
    };
    const foreign = { ...more, watts: 1, logEntryTime: { hour: 11, minute: 30 } };
    const finished = rowAll([summary({ averagePaceSec: null }), more, pace, foreign], ending(), 11_500);
    expect(finished.result).toMatchObject({ averagePowerW: 180, totalCalories: 30, averagePaceSec: 124.9 });
  });

  test('computes the pace from time and distance when the summary has none', () => {
    const finished = rowAll([summary({ averagePaceSec: null, timeElapsedSec: 130 })], ending(), 11_500);
    expect(finished.result?.averagePaceSec).toBe(130);
  });

  test.each([
    [14_999, 'ending'],
    [15_000, 'finished'],
  ])('at %d ms, 5 s after an end at 10,000 ms without a summary, the row is %s', (atMs, phase) => {
    expect(tickRow(ending(), atMs).phase).toBe(phase);
    expect(reduceRow(ending(), theEnd, atMs).phase).toBe(phase);
  });

  test('a result without a summary has the values of the last status', () => {
    expect(tickRow(ending(), 15_000).result).toMatchObject({
      elapsedSec: 125,
      distanceM: 500,
      averagePaceSec: 125,
      averagePowerW: 179,
      logEntry: null,
      source: 'lastStatus',
    });
  });

  test('a later summary of the same workout still adds its log entry', () => {
    const finished = tickRow(ending(), 15_000);
    expect(reduceRow(finished, summary({ distanceM: 2000 }), 16_000)).toBe(finished);
    expect(reduceRow(finished, summary(), 16_000).result).toMatchObject({ source: 'summary' });
  });

  test('a summary of an identical workout, rowed since, is not used', () => {
    const finished = tickRow(ending(), 15_000);
    const next = generalStatus({ workoutState: 1, elapsedSec: 3, distanceM: 12 });
    const rowedOn = reduceRow(finished, next, 60_000);
    expect(reduceRow(rowedOn, summary(), 200_000).result).toMatchObject({ source: 'lastStatus' });
  });

  test('the repeated summary a minute later adds only the recovery heart rate', () => {
    const finished = reduceRow(ending(), summary(), 11_500);
    const repeat = summary({ recoveryHeartRateBpm: 96, averageStrokeRateSpm: 1 });
    const recovered = reduceRow(finished, repeat, 71_500);
    expect(recovered).toEqual({ ...finished, recoveryHeartRateBpm: 96 });
    expect(reduceRow(recovered, { ...repeat, workoutType: 5, recoveryHeartRateBpm: 50 }, 80_000)).toBe(
      recovered,
    );
    expect(reduceRow(recovered, summary(), 80_000)).toBe(recovered);
  });

  test('ending a workout in the menu with meters rowed ends the row too', () => {
    const terminated = rowAll(
      [generalStatus({ workoutState: 11, elapsedSec: 70, distanceM: 280 })],
      halfway(),
    );
    expect(tickRow(terminated, 5000).result).toMatchObject({ distanceM: 280, source: 'lastStatus' });
  });

  test('a summary that arrives before the status of the end is used at the end', () => {
    const held = rowAll([summary()], halfway());
    expect(held.phase).toBe('rowing');
    expect(rowAll([theEnd], held).result?.source).toBe('summary');
  });

  test('a summary that arrives before the end is used, even if the monitor is at 0 again and the last records are missing', () => {
    const cleared = generalStatus({ workoutState: 12, rowingState: 0 });
    const ended = rowAll([summary(), cleared], halfway());
    expect(ended.result).toMatchObject({ distanceM: 500, source: 'summary' });
  });

  test('the summary of the previous workout, which comes while this one is rowed, is not its result', () => {
    const late = rowAll([summary(), generalStatus({ elapsedSec: 63, distanceM: 252 })], halfway());
    const terminated = generalStatus({ workoutState: 11, elapsedSec: 122, distanceM: 488 });
    const ended = rowAll([terminated], late);
    expect(ended).toMatchObject({ phase: 'ending', result: null });
    expect(tickRow(ended, 5_000).result).toMatchObject({ distanceM: 488, source: 'lastStatus' });
    const own = summary({ logEntryTime: { hour: 11, minute: 41 } });
    expect(rowAll([theEnd, own], late).result?.logEntry?.time).toEqual({ hour: 11, minute: 41 });
  });

  test('a status of the last second that comes after the summary does not drop it', () => {
    const last = generalStatus({ elapsedSec: 124.2, distanceM: 497 });
    expect(rowAll([summary(), last, theEnd], halfway()).result?.source).toBe('summary');
  });

  test('a finished row stays finished', () => {
    const finished = reduceRow(ending(), summary(), 11_500);
    expect(rowAll([generalStatus({ elapsedSec: 1, distanceM: 3 }), status1(), stroke()], finished)).toBe(
      finished,
    );
  });

  test('the athlete can end a row by hand, once', () => {
    const finished = finishByHand(halfway(), 1000);
    expect(finished.result).toMatchObject({
      elapsedSec: 62.5,
      distanceM: 250,
      averagePaceSec: 125,
      source: 'byHand',
    });
    expect(finishByHand(finished, 2000)).toBe(finished);
    expect(finishByHand(beginRow(), 0).result).toMatchObject({ distanceM: 0, averagePaceSec: null });
  });
});

describe('after an end by hand', () => {
  const finished = (): RowProgress => finishByHand(halfway(), 1000);

  test('the monitor’s own summary of the workout, which continued, replaces the result', () => {
    const after = rowAll([generalStatus({ elapsedSec: 80, distanceM: 320 }), theEnd, summary()], finished());
    expect(after).toMatchObject({
      phase: 'finished',
      distanceM: 500,
      result: { distanceM: 500, elapsedSec: 125, source: 'summary' },
    });
  });

  test.each([
    ['of another workout', [generalStatus({ elapsedSec: 1, distanceM: 4 }), summary()]],
    ['that is shorter than the result', [summary({ distanceM: 100, timeElapsedSec: 25 })]],
    ['of another kind of workout', [summary({ workoutType: 7 })]],
  ])('a summary %s does not replace the result', (_, records) => {
    expect(rowAll(records, finished()).result).toEqual(finished().result);
  });

  test.each([
    ['from the start', { elapsedSec: 1, distanceM: 4 }],
    ['on from its values', { elapsedSec: 80, distanceM: 320 }],
  ])(
    'the summary of a workout rowed %s after the monitor has terminated one does not replace the result',
    (_, values) => {
      const terminated = generalStatus({ workoutState: 11, elapsedSec: 70, distanceM: 280 });
      const after = rowAll([terminated, generalStatus(values), theEnd, summary()], finished());
      expect(after.result).toEqual(finished().result);
    },
  );

  test('a summary does not make a row out of nothing', () => {
    const nothing = finishByHand(beginRow(), 0);
    expect(rowAll([summary()], nothing)).toBe(nothing);
  });
});

describe('starting over', () => {
  const idle = generalStatus({ workoutState: 0, rowingState: 0 });

  test('a workout left without an end keeps its numbers until another begins, which replaces it', () => {
    const left = rowAll([idle], halfway());
    expect(left).toMatchObject({ phase: 'waiting', distanceM: 250, result: null });
    const again = rowAll([generalStatus({ elapsedSec: 0.5, distanceM: 2 })], left);
    expect(again).toMatchObject({ phase: 'rowing', distanceM: 2, elapsedSec: 0.5, pieceNumber: 2 });
  });

  test('a workout that ended during a gap can be finished by its summary or by hand', () => {
    const left = rowAll([idle], halfway());
    expect(rowAll([summary()], left).result).toMatchObject({ distanceM: 500, source: 'summary' });
    expect(rowAll([summary({ distanceM: 100 })], left).result).toBeNull();
    expect(finishByHand(left, 0).result?.distanceM).toBe(250);
  });

  test('numbers that fall while rowing start a new workout', () => {
    const again = rowAll([generalStatus({ elapsedSec: 0.5, distanceM: 2 })], halfway());
    expect(again).toMatchObject({ distanceM: 2, pieceNumber: 2, splits: [] });
  });

  test('a workout that the monitor has terminated never continues, even if the next values are higher', () => {
    const terminated = generalStatus({ workoutState: 11, elapsedSec: 70, distanceM: 280 });
    const higher = generalStatus({ elapsedSec: 72, distanceM: 288 });
    expect(rowAll([terminated, higher], halfway())).toMatchObject({ phase: 'rowing', pieceNumber: 2 });
  });

  describe('of a workout that the monitor has terminated, with a late summary', () => {
    const late = summary({ timeElapsedSec: 70, distanceM: 280 });
    const own = summary({ timeElapsedSec: 25, distanceM: 100, logEntryTime: { hour: 11, minute: 38 } });
    const next = () =>
      rowAll(
        [
          generalStatus({ workoutState: 11, elapsedSec: 70, distanceM: 280 }),
          generalStatus({ elapsedSec: 4, distanceM: 16 }),
          stroke({ strokeCount: 1, elapsedSec: 4, distanceM: 16 }),
        ],
        halfway(),
      );
    const nextEnds = generalStatus({ workoutState: 11, elapsedSec: 25, distanceM: 100 });

    test.each([
      ['while the next workout is rowed', [late, nextEnds]],
      ['twice', [late, nextEnds, late]],
    ])('%s is not the result of that workout, which has its own', (_, records) => {
      const ended = rowAll(records, next());
      expect(ended).toMatchObject({ phase: 'ending', distanceM: 100, result: null });
      expect(rowAll([own], ended).result).toMatchObject({
        distanceM: 100,
        elapsedSec: 25,
        source: 'summary',
      });
      expect(tickRow(ended, 5_000).result).toMatchObject({ distanceM: 100, source: 'lastStatus' });
    });

    test('is not the result of a longer workout either', () => {
      const longer = rowAll([late, theEnd], next());
      expect(longer).toMatchObject({ phase: 'ending', result: null });
      expect(rowAll([late], longer).result).toBeNull();
      expect(rowAll([summary()], longer).result).toMatchObject({ distanceM: 500, source: 'summary' });
    });
  });

  test('a terminated workout of less than a stroke has no result', () => {
    const turned = rowAll([generalStatus({ elapsedSec: 0.5, distanceM: 2 })]);
    const terminated = generalStatus({ workoutState: 11, rowingState: 0, elapsedSec: 0.5, distanceM: 2 });
    const after = tickRow(rowAll([terminated], turned), 60_000);
    expect(after).toMatchObject({ phase: 'waiting', distanceM: 0, result: null });
  });

  test('a stroke that is the only record of its workout is not in the next', () => {
    const early = stroke({ strokeCount: 40, elapsedSec: 80 });
    const next = rowAll([early, generalStatus({ elapsedSec: 0.5, distanceM: 2 })]);
    const first = stroke({ strokeCount: 1, elapsedSec: 1 });
    const rowed = rowAll([first, { ...first, elapsedSec: 2, recoveryTimeSec: 1 }], next);
    expect(rowed.closedStrokes.map(({ number }) => number)).toEqual([1]);
  });

  test('a new workout replaces an abandoned one, but not a completed one', () => {
    const next = generalStatus({ elapsedSec: 0.5, distanceM: 2 });
    const brokenOff = generalStatus({ workoutState: 11, elapsedSec: 70, distanceM: 280 });
    expect(rowAll([brokenOff, next], halfway())).toMatchObject({ phase: 'rowing', distanceM: 2 });
    expect(rowAll([theEnd, next], halfway()).result).toMatchObject({ distanceM: 500, source: 'lastStatus' });
  });
});

test.each([
  ['before the first stroke', 0],
  ['while rowing', 1],
])('a record without a drag factor keeps the last one, %s', (_, workoutState) => {
  const at = (dragFactor: number, elapsedSec: number) =>
    generalStatus({ workoutState, dragFactor, elapsedSec, distanceM: elapsedSec * 4 });
  const records = [at(118, workoutState), at(0, 2 * workoutState)];
  expect(records.reduce((row, record) => reduceRow(row, record, 0), beginRow()).dragFactor).toBe(118);
});

test('a stroke after the end of an earlier workout is not held for ours', () => {
  const over = reduceRow(
    beginRow(),
    generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 105, distanceM: 500 }),
    0,
  );
  const after = reduceRow(over, stroke({ strokeCount: 53, elapsedSec: 106, distanceM: 505 }), 0);
  expect(after.track.strokes).toEqual(over.track.strokes);
});
