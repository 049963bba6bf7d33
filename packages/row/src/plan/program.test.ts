import { programWorkout, type WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import { sliceForWriting } from '@boathouse/pm5/csafe';
import { decodeNotification } from '@boathouse/pm5/decode';
import { lengthOf, programLimits, type PlannedPiece, type WorkoutPlan } from '@boathouse/pm5/plan';
import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import { createSimulatedControl } from '@boathouse/pm5/simulated/simulated-control';
import { Characteristic } from '@boathouse/pm5/uuids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepsByHand, stepsByHandOfText } from './by-hand.ts';
import { describeProgrammed, mismatchOf, programOf, settingWords } from './program.ts';
import { generalStatus } from '../../test/record-factory.ts';
import { isSameSetup, noteSetup, waitingSetupOf } from '../reduce/setup.ts';
import { beginRow, reduceRow, type RowProgress } from '../reduce/progress.ts';
import type { MonitorSetup } from '../reduce/state.ts';

const meters = (distanceM: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'distance',
  distanceM,
  restSec,
});
const seconds = (durationSec: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'time',
  durationSec,
  restSec,
});
const calories = (kcal: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'calories',
  calories: kcal,
  restSec,
});
const planOf = (...pieces: PlannedPiece[]): WorkoutPlan => ({ pieces });
const times = (count: number, piece: PlannedPiece): WorkoutPlan => ({
  pieces: Array.from({ length: count }, () => piece),
});

function accepted(plan: WorkoutPlan): WorkoutProgram {
  const read = programOf(plan);
  if ('refusal' in read) throw new Error(read.refusal);
  return read.program;
}

describe('the program of a plan', () => {
  test.each<[string, WorkoutPlan, WorkoutProgram]>([
    ['Just Row', planOf(), { kind: 'justRow' }],
    [
      '2000 m',
      planOf(meters(2000)),
      { kind: 'single', work: { kind: 'distance', distanceM: 2000 }, split: 500 },
    ],
    [
      '20:00',
      planOf(seconds(1200)),
      { kind: 'single', work: { kind: 'time', durationSec: 1200 }, split: 240 },
    ],
    [
      '100 cal',
      planOf(calories(100)),
      { kind: 'single', work: { kind: 'calories', calories: 100 }, split: 20 },
    ],
    [
      'one piece with a rest, which nothing follows',
      planOf(meters(500, 60)),
      { kind: 'single', work: { kind: 'distance', distanceM: 500 }, split: 100 },
    ],
    [
      'equal distances',
      times(4, meters(500, 60)),
      { kind: 'variable', pieces: times(4, meters(500, 60)).pieces },
    ],
    [
      'a mix with undefined rest',
      planOf(meters(500, null), seconds(60, 30)),
      { kind: 'variable', pieces: [meters(500, null), seconds(60, 30)] },
    ],
    ['equal calories', times(10, calories(20, 60)), { kind: 'repeat', piece: calories(20, 60) }],
    [
      'equal calories without a rest after the last',
      planOf(calories(20, 60), calories(20, 60), calories(20)),
      { kind: 'repeat', piece: calories(20, 60) },
    ],
  ])('of %s', (_name, plan, program) => {
    expect(programOf(plan)).toEqual({ program });
  });

  test.each<[string, WorkoutPlan, RegExp]>([
    [
      '51 intervals',
      times(51, meters(500, 60)),
      /^The monitor takes 50 intervals at most; this workout has 51\.$/,
    ],
    ['50 m', planOf(meters(50)), /^The monitor takes 100 m to 50000 m for a piece\.$/],
    ['60 km', planOf(meters(500), meters(60_000)), /100 m to 50000 m/],
    ['10 s', times(3, seconds(10, 60)), /0:20 to 9:59:59 for a piece/],
    ['no calories', planOf(calories(0)), /1 cal to 9999 cal/],
    ['half a meter', planOf(meters(500.5)), /no parts of a meter/],
    ['a day of rest', times(2, meters(500, 86_400)), /rests of whole seconds up to 18:12:15/],
    ['half a second of rest', times(2, meters(500, 0.5)), /rests of whole seconds/],
    [
      'a pace of two hours',
      planOf({ ...meters(500), target: { paceSec: 7200 } }),
      /target pace up to 1:00:00/,
    ],
    [
      'calories and meters',
      planOf(calories(20, 60), meters(500)),
      /^Calories can be sent to the monitor alone or in equal intervals/,
    ],
    [
      'rising calories',
      planOf(calories(10, 60), calories(20, 60)),
      /^Calories can be sent to the monitor alone or in equal intervals/,
    ],
    [
      'calories with undefined rest',
      times(3, calories(20, null)),
      /^Calories can be sent to the monitor alone or in equal intervals/,
    ],
    [
      'calories with different rests',
      planOf(calories(20, 60), calories(20, 30), calories(20)),
      /equal intervals/,
    ],
  ])('refuses %s with a message', (_name, plan, refusal) => {
    const read = programOf(plan);
    expect('refusal' in read && read.refusal).toMatch(refusal);
  });

  test.each([
    [meters(100), 100],
    [meters(500), 100],
    [meters(1000), 200],
    [meters(2000), 500],
    [meters(5000), 1000],
    [meters(6000), 1000],
    [meters(10_000), 2000],
    [meters(21_097), 5000],
    [meters(50_000), 10_000],
    [seconds(20), 20],
    [seconds(60), 20],
    [seconds(240), 60],
    [seconds(1800), 300],
    [seconds(3600), 600],
    [seconds(35_999), 7200],
    [calories(1), 1],
    [calories(50), 10],
    [calories(9999), 2000],
  ])('splits %j into %i', (piece, split) => {
    expect(accepted(planOf(piece))).toMatchObject({ split });
  });
});

describe('the simulated erg', () => {
  const work = fc.oneof(
    fc.integer({ min: 90, max: 50_100 }).map((distanceM) => meters(distanceM)),
    fc.integer({ min: 15, max: 36_010 }).map((durationSec) => seconds(durationSec)),
    fc.integer({ min: 0, max: 10_010 }).map((kcal) => calories(kcal)),
  );
  const rest = fc.option(fc.integer({ min: 0, max: 600 }), { nil: null });
  const target = fc.constantFrom(
    {},
    { target: { paceSec: 121.5 } },
    { target: { strokeRate: { min: 20, max: 22 } } },
  );
  const piece = fc
    .tuple(work, rest, target)
    .map(([one, restSec, aim]): PlannedPiece => ({ ...one, restSec, ...aim }));
  const plan = fc.oneof(
    fc.array(piece, { maxLength: 8 }),
    fc.tuple(piece, fc.integer({ min: 1, max: 55 })).map(([one, count]) => times(count, one).pieces),
  );

  /** The monitor's workout after a program's bytes, as pieces; `count` of them if it repeats. */
  function piecesSet(program: WorkoutProgram, count: number): unknown[] {
    const opened: WorkoutProgram[] = [];
    const control = createSimulatedControl({
      isRowing: () => false,
      programmed: (one) => opened.push(one),
      terminated: () => {},
      sampleRateChanged: () => {},
      replied: () => {},
    });
    for (const frame of programWorkout(program)) {
      for (const chunk of sliceForWriting(frame)) control.write(Characteristic.csafeReceive, chunk);
    }
    expect(opened).toHaveLength(1);
    const [set] = opened;
    switch (set?.kind) {
      case undefined:
      case 'justRow':
        return [];
      case 'single':
        return [set.work];
      case 'repeat':
        return Array.from({ length: count }, () => set.piece);
      case 'variable':
        return [...set.pieces];
    }
  }

  /**
   * The parts of a plan that a monitor can store: only the pace of the targets, no rest for a single piece, and none
   * after the last.
   */
  function piecesSendable({ pieces }: WorkoutPlan, kind: WorkoutProgram['kind']): unknown[] {
    return pieces.map(({ target: aim, restSec, ...one }, index) => {
      if (kind === 'single') return one;
      const paceSec = aim?.paceSec;
      const isRepeat = kind === 'repeat' && index === pieces.length - 1;
      return {
        ...one,
        restSec: isRepeat ? pieces[0]?.restSec : restSec,
        ...(paceSec === undefined ? {} : { target: { paceSec } }),
      };
    });
  }

  test('is set to exactly the pieces of any plan that has a program', () => {
    let programs = 0;
    fc.assert(
      fc.property(plan, (pieces) => {
        const read = programOf({ pieces });
        if ('refusal' in read) {
          expect(read.refusal).toMatch(/^(The monitor takes|Calories can be sent to the monitor) .+\.$/);
          return;
        }
        programs += 1;
        expect(piecesSet(read.program, pieces.length)).toEqual(piecesSendable({ pieces }, read.program.kind));
      }),
      { numRuns: 500 },
    );
    expect(programs).toBeGreaterThan(50);
  });

  function rowOn(program: WorkoutProgram, untilSec: number): RowProgress {
    const erg = createSimulatedErg({
      plan: { pieces: [], paceSec: 110, strokeRateSpm: 28 },
      startDate: { year: 2026, month: 3, day: 6 },
      startTime: { hour: 11, minute: 36 },
    });
    for (const frame of programWorkout(program)) {
      for (const chunk of sliceForWriting(frame)) erg.write(Characteristic.csafeReceive, chunk);
    }
    erg.advanceTo(1);
    erg.startRowing();
    let progress = beginRow();
    for (const { atSec, characteristic, bytes } of erg.advanceTo(untilSec)) {
      progress = reduceRow(progress, decodeNotification(characteristic, bytes), atSec * 1000);
    }
    return progress;
  }

  /** The rowed length of each piece, in the piece's unit. */
  function lengthsOf({ splits }: RowProgress, pieces: readonly PlannedPiece[]): (number | undefined)[] {
    return pieces.map(({ kind }, index) => splits[index]?.[kind === 'distance' ? 'distanceM' : 'timeSec']);
  }

  test.each<[string, WorkoutPlan]>([
    ['a pyramid', planOf(meters(100, 20), seconds(40, 25), meters(200, 10), seconds(20))],
    ['undefined rest', times(3, meters(150, null))],
    ['equal intervals', times(5, seconds(30, 30))],
  ])('rows every piece of %s', (_name, wanted) => {
    const progress = rowOn(accepted(wanted), 600);
    expect(progress.phase).toBe('finished');
    expect(lengthsOf(progress, wanted.pieces)).toEqual(wanted.pieces.map(lengthOf));
    expect(mismatchOf(wanted, progress.setup)).toBeNull();
  });

  test('rows any short plan piece by piece', () => {
    const short = fc.oneof(
      fc.integer({ min: 100, max: 250 }).map((distanceM) => meters(distanceM)),
      fc.integer({ min: 20, max: 60 }).map((durationSec) => seconds(durationSec)),
    );
    const pieces = fc.array(
      fc
        .tuple(short, fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }))
        .map(([one, restSec]): PlannedPiece => ({ ...one, restSec })),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(pieces, (wanted) => {
        const progress = rowOn(accepted({ pieces: wanted }), 700);
        expect(progress.phase).toBe('finished');
        expect(lengthsOf(progress, wanted)).toEqual(wanted.map(lengthOf));
        const rests = progress.splits.slice(0, -1).map(({ restTimeSec }) => restTimeSec);
        // The simulated rower continues after 20 s of undefined rest.
        expect(rests).toEqual(wanted.slice(0, -1).map(({ restSec }) => restSec ?? 20));
      }),
      { numRuns: 20 },
    );
  });

  test('rows 15 calories, and reports them as its setup', () => {
    const progress = rowOn(accepted(planOf(calories(15))), 200);
    expect(progress.result).toMatchObject({ totalCalories: 15, source: 'summary' });
    expect(progress.setup).toEqual({
      workoutType: 10,
      work: { kind: 'calories', calories: 15 },
      isBegun: true,
    });
  });
});

describe('the setup of a row', () => {
  const status = (fields: object) => ({
    kind: 'generalStatus' as const,
    elapsedSec: 0,
    distanceM: 0,
    workoutType: 8,
    intervalType: 1,
    workoutState: 0,
    rowingState: 0,
    strokeState: 0,
    totalWorkDistanceM: 0,
    workoutDuration: 500,
    workoutDurationType: 0x80,
    dragFactor: 0,
    ...fields,
  });
  const setupAfter = (...records: object[]): MonitorSetup | null => {
    let progress = beginRow();
    for (const [index, fields] of records.entries())
      progress = reduceRow(progress, status(fields), index * 500);
    return progress.setup;
  };
  const rowing = { workoutState: 5, rowingState: 1 };

  test("is the waiting monitor's report, and empty in its menus", () => {
    expect(setupAfter({})).toEqual({
      workoutType: 8,
      work: { kind: 'distance', distanceM: 500 },
      isBegun: false,
    });
    expect(setupAfter({}, { workoutType: 13, intervalType: 255 })).toBeNull();
    expect(setupAfter({ workoutType: 0, workoutDuration: 0 })).toEqual({
      workoutType: 0,
      work: null,
      isBegun: false,
    });
  });

  test('keeps the first interval through rests and later ones', () => {
    const setup = setupAfter(
      {},
      { ...rowing, elapsedSec: 1, distanceM: 3 },
      { ...rowing, elapsedSec: 120, distanceM: 499 },
      {
        workoutState: 3,
        intervalType: 2,
        elapsedSec: 121,
        distanceM: 500,
        totalWorkDistanceM: 500,
        workoutDuration: 60,
        workoutDurationType: 0,
      },
      { ...rowing, elapsedSec: 1, distanceM: 3, totalWorkDistanceM: 500, workoutDuration: 1000 },
    );
    expect(setup).toEqual({ workoutType: 8, work: { kind: 'distance', distanceM: 500 }, isBegun: true });
  });

  test('is unknown if the first record arrives in a later interval', () => {
    expect(setupAfter({ ...rowing, elapsedSec: 60, distanceM: 250, totalWorkDistanceM: 1500 })).toBeNull();
  });

  test('is known in the middle of a single piece', () => {
    const single = { workoutState: 1, rowingState: 1, workoutType: 3, workoutDuration: 2000 };
    expect(setupAfter({ ...single, elapsedSec: 60, distanceM: 250 })?.work).toEqual({
      kind: 'distance',
      distanceM: 2000,
    });
  });
});

describe('reports a monitor that is set to something else', () => {
  const setup = (workoutType: number, work: PlannedPiece | null, isBegun = false): MonitorSetup => {
    if (work === null) return { workoutType, work, isBegun };
    const { restSec: _, ...bare } = work;
    return { workoutType, work: bare, isBegun };
  };
  const twoK = planOf(meters(2000));
  const fours = times(4, meters(500, 60));
  const pyramid = planOf(meters(500, 60), meters(1000, 60), meters(500));

  test.each<[string, WorkoutPlan, MonitorSetup, string]>([
    ['another distance', twoK, setup(3, meters(500)), 'Your monitor is set to 500 m; this item is 2000 m.'],
    ['without splits', twoK, setup(2, meters(500)), 'Your monitor is set to 500 m; this item is 2000 m.'],
    ['a time', twoK, setup(5, seconds(1200)), 'Your monitor is set to 20:00; this item is 2000 m.'],
    ['calories', twoK, setup(10, calories(100)), 'Your monitor is set to 100 cal; this item is 2000 m.'],
    [
      'Just Row, once rowed',
      twoK,
      setup(1, null, true),
      'Your monitor is set to Just Row; this item is 2000 m.',
    ],
    [
      'intervals',
      twoK,
      setup(7, meters(500)),
      'Your monitor is set to intervals of 500 m; this item is 2000 m.',
    ],
    [
      'one piece for intervals',
      fours,
      setup(3, meters(500)),
      'Your monitor is set to 500 m; this item is 4 x 500 m / 1:00 rest.',
    ],
    [
      'other intervals',
      fours,
      setup(8, meters(1000)),
      'Your monitor is set to intervals that begin with 1000 m; this item is 4 x 500 m / 1:00 rest.',
    ],
    [
      'equal intervals for a pyramid',
      pyramid,
      setup(7, meters(500)),
      'Your monitor is set to intervals of 500 m; this item is ',
    ],
    [
      'the whole, with a rest in the plan',
      fours,
      setup(3, meters(2000)),
      'Your monitor is set to 2000 m; this item is 4 x 500 m / 1:00 rest.',
    ],
    [
      'a piece for Just Row',
      planOf(),
      setup(3, meters(2000)),
      'Your monitor is set to 2000 m; this item is Just Row.',
    ],
    [
      'watt-minutes',
      twoK,
      setup(11, null, true),
      'Your monitor is set to another workout; this item is 2000 m.',
    ],
  ])('is noticed: %s', (_name, plan, monitor, sentence) => {
    expect(mismatchOf(plan, monitor)?.startsWith(sentence)).toBe(true);
  });

  test.each<[string, WorkoutPlan, MonitorSetup | null]>([
    ['nothing is known', twoK, null],
    ['it is the plan', twoK, setup(3, meters(2000))],
    ['it may be in its menu', twoK, setup(0, null)],
    ['it waits for Just Row, which its menu looks like', twoK, setup(1, null)],
    ['it rows Just Row, as planned', planOf(), setup(1, null, true)],
    ['the first interval is right', pyramid, setup(8, meters(500))],
    ['the first interval is right, with undefined rest', fours, setup(9, meters(500))],
    ['equal intervals repeat', fours, setup(7, meters(500))],
    ['equal calories repeat', times(10, calories(20, 60)), setup(12, calories(20))],
    ['an app sent equal intervals as splits of a whole', times(4, meters(500)), setup(3, meters(2000))],
    ['the piece is the first interval of a repeat', twoK, setup(7, meters(2000))],
  ])('does not warn about %s', (_name, plan, monitor) => {
    expect(mismatchOf(plan, monitor)).toBeNull();
  });
});

describe('setting a plan by hand', () => {
  test.each<[string, WorkoutPlan, string[]]>([
    ['Just Row', planOf(), ['Choose Just Row.']],
    [
      'a distance',
      planOf(meters(2000)),
      [
        'Choose Select Workout › New Workout › Single Distance.',
        'Set the distance to 2000 m, with splits of 500 m.',
        'Confirm with the check mark.',
      ],
    ],
    [
      'equal intervals',
      times(4, seconds(240, 180)),
      [
        'Choose Select Workout › New Workout › Intervals: Time.',
        'Set the time to 4:00 and the rest to 3:00.',
        'Confirm with the check mark. The monitor repeats the interval without end: finish after 4.',
      ],
    ],
    [
      'different intervals',
      planOf(meters(500, 60), meters(500, 60), seconds(120, null), meters(1000)),
      [
        'Choose Select Workout › New Workout › Intervals: Variable.',
        'Intervals 1 to 2: 500 m, rest 1:00.',
        'Interval 3: 2:00, undefined rest.',
        'Interval 4: 1000 m, no rest.',
        'Confirm with the check mark.',
      ],
    ],
  ])("for %s has the names of the monitor's menus", (_name, plan, steps) => {
    expect(stepsByHand(plan)).toEqual(steps);
  });

  test('stops at the intervals that a monitor takes', () => {
    const long = stepsByHand(times(60, meters(500, null)));
    expect(long[1]).toBe(`Intervals 1 to ${programLimits.mostIntervals}: 500 m, undefined rest.`);
    expect(long.at(-1)).toContain('row the others after them');
  });

  test('the lines for a text without a plan repeat the text', () => {
    expect(stepsByHandOfText('fartlek, as you like').join(' ')).toContain('fartlek, as you like');
  });

  test('are not needed once the monitor has the program, and then only the sent parts are named', () => {
    expect(describeProgrammed(times(4, meters(500, 60)))).toBe(
      'Your monitor is set to 4 x 500 m / 1:00 rest.',
    );
    const aims = { paceSec: 115, strokeRate: { min: 20, max: 22 } };
    expect(describeProgrammed(planOf({ ...meters(2000, 60), target: aims }))).toBe(
      'Your monitor is set to 2000 m.',
    );
    expect(describeProgrammed(times(2, { ...meters(500, 60), target: aims }))).toBe(
      'Your monitor is set to 2 x 500 m @ 1:55 / 1:00 rest.',
    );
    expect(describeProgrammed(times(10, calories(20, 60)))).toBe(
      'Your monitor is set to 10 x 20 cal / 1:00 rest. The monitor repeats the interval without end: finish after 10.',
    );
  });
});

const { mostIntervals, longestRestSec, slowestTargetPaceSec } = programLimits;
test.each<[string, WorkoutPlan, boolean]>([
  ['the most intervals', times(mostIntervals, meters(500, 60)), true],
  ['one more', times(mostIntervals + 1, meters(500, 60)), false],
  ['the longest rest', times(2, meters(500, longestRestSec)), true],
  ['a longer one', times(2, meters(500, longestRestSec + 1)), false],
  ['a half second of rest', times(2, meters(500, 60.5)), false],
  ['the slowest pace', times(2, { ...meters(500, 60), target: { paceSec: slowestTargetPaceSec } }), true],
  ['a slower one', times(2, { ...meters(500, 60), target: { paceSec: slowestTargetPaceSec + 1 } }), false],
  ['a pace of a second', times(2, { ...meters(500, 60), target: { paceSec: 1 } }), true],
  ['a faster one', times(2, { ...meters(500, 60), target: { paceSec: 0.9 } }), false],
  ['a hundredth of a second', planOf(seconds(60.01)), true],
  ['less than that', planOf(seconds(60.005)), false],
])('a monitor takes %s: %s', (_, plan, isTaken) => {
  expect('program' in programOf(plan)).toBe(isTaken);
});

test('setting by hand names the limit of a monitor only beyond it', () => {
  const mixed = (count: number) => ({
    pieces: Array.from({ length: count }, (_, index) => meters(500 + 100 * (index % 2), 60)),
  });
  const last = (count: number) => stepsByHand(mixed(count)).at(-1);
  expect(last(mostIntervals)).not.toMatch(/takes/);
  expect(last(mostIntervals + 1)).toMatch(/takes/);
});

test('the instructions name the workout to set, or Just Row', () => {
  expect(settingWords(planOf())).toBe('Choose Just Row on your monitor.');
  expect(settingWords(planOf(meters(2000)))).toBe('Set your monitor to 2000 m.');
});

describe('the setup of a waiting monitor', () => {
  const idle = generalStatus({ workoutState: 0, workoutDuration: 500 });
  const setup = { workoutType: 3, work: { kind: 'distance' as const, distanceM: 500 }, isBegun: false };

  test('is unknown in its menus and while it is rowed', () => {
    expect(waitingSetupOf(idle)).toEqual(setup);
    expect(waitingSetupOf({ ...idle, workoutType: 13 })).toBeNull();
    expect(waitingSetupOf({ ...idle, workoutType: 12 })).not.toBeNull();
    expect(waitingSetupOf({ ...idle, workoutState: 1 })).toBeNull();
  });

  test('is compared by its values', () => {
    expect(isSameSetup(setup, { ...setup })).toBe(true);
    expect(isSameSetup(setup, { ...setup, isBegun: true })).toBe(false);
    expect(isSameSetup(setup, null)).toBe(false);
    expect(isSameSetup(null, null)).toBe(true);
  });

  test('the setup of a waiting monitor of a workout that was left is not noted', () => {
    const left = beginRow();
    const { work } = left.track;
    const abandoned = { ...left, track: { ...left.track, work: { ...work, isAbandoned: true } } };
    expect(noteSetup(left, idle).setup).toEqual(setup);
    expect(noteSetup(abandoned, idle)).toBe(abandoned);
  });
});
