import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { describe, expect, test } from 'vitest';
import { place, recordsAt } from '../../test/model/rowing.ts';
import { beginRow, reduceRow } from '../reduce/progress.ts';
import { at as now, journalled, lifeOf, strokeOf as storedStroke } from '../../test/lives.ts';
import { stroke } from '../../test/record-factory.ts';
import type { Life } from './life-state.ts';
import {
  collectStrokes,
  isOfOtherMonitorWorkout,
  withAppended,
  withoutRefused,
  withSetAside,
  withStored,
} from './journal-strokes.ts';
import { step } from './life.ts';

const at = { wallMs: Date.UTC(2026, 10, 29, 12), monoMs: 1_000_000 };

function strokeOf(values: Partial<Stroke>): Stroke {
  return {
    number: 1,
    interval: 1,
    elapsedTime: 10,
    distance: 40,
    pace: 125,
    strokeRate: 24,
    heartRate: null,
    power: null,
    driveLength: 1.4,
    driveTime: 0.8,
    recoveryTime: 1.4,
    strokeDistance: 8,
    peakForce: 400,
    averageForce: 250,
    workPerStroke: null,
    calories: null,
    ...values,
  };
}

/** How many strokes count against the target once a page that takes the row over has read these, in the stored order. */
function countedOf(strokes: readonly Stroke[]): number | undefined {
  const begun = step(
    null,
    {
      kind: 'resumed',
      key: 'row',
      activity: { id: 'row', owner: 'tablet', isCompleted: false, machine: 'rower' },
      totals: { elapsedSec: 0, distanceM: 0 },
      place: { ...place, workout: '2 x 500m / 1:00 r24' },
      begunAtMs: at.wallMs,
      owner: 'tablet',
      isSimulated: false,
      timeZone: 'Europe/Oslo',
    },
    at,
  ).life;
  if (begun === null) throw new Error('The page has taken up no row');
  return withStored(begun, { kind: 'strokes', strokes: [...strokes] }).life.kept.targets.strokeRate.strokes;
}

test.each<[string, Partial<Stroke>[]]>([
  [
    'interval',
    [
      { interval: 1, number: 9, elapsedTime: 50 },
      { interval: 2, number: 1, elapsedTime: 50.2 },
      { interval: 1, number: 9, elapsedTime: 50.4, peakForce: 380 },
    ],
  ],
  [
    'time',
    [
      { number: 5, elapsedTime: 10, distance: 40 },
      { number: 6, elapsedTime: 12, distance: 40 },
      { number: 5, elapsedTime: 10.5, distance: 40, peakForce: 380 },
    ],
  ],
  [
    'distance',
    [
      { number: 5, distance: 40 },
      { number: 6, distance: 48 },
      { number: 5, distance: 40.5, peakForce: 380 },
    ],
  ],
])(
  'a stroke that two devices received counts once, even if it was stored after the next stroke by %s',
  (_, [first = {}, next = {}, again = {}]) => {
    const strokes = [first, next, again].map(strokeOf);
    expect(countedOf(strokes)).toBe(2);
    expect(countedOf(strokes.toReversed())).toBe(2);
  },
);

test('strokes that were rowed before the row had a place are numbered in their order', () => {
  let progress = beginRow();
  for (let sec = 0.5; sec <= 10; sec += 0.5) {
    for (const record of recordsAt(sec)) progress = reduceRow(progress, record, at.wallMs);
  }
  const input = {
    kind: 'start' as const,
    id: 'row',
    place,
    owner: 'phone',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
    isWaiting: false,
    progress,
  };
  const unsent = step(null, input, at).life?.run.unsent ?? [];
  expect(unsent.map(({ sequence, stroke }) => [sequence, stroke.number])).toEqual(
    unsent.map((_, index) => [index, index + 1]),
  );
  expect(unsent.length).toBeGreaterThan(2);
});

describe('a stroke with the number of a stored one and another drive', () => {
  const keys = ['1,1,1.4,0.8,400,250'];
  const isOther = (workoutType: number | null, known = keys) =>
    isOfOtherMonitorWorkout([strokeOf({ peakForce: 380 })], known, { ...beginRow(), workoutType });

  test('belongs to another workout of the monitor in a single piece', () => {
    expect(isOther(3)).toBe(true);
    expect(isOfOtherMonitorWorkout([strokeOf({})], keys, { ...beginRow(), workoutType: 3 })).toBe(false);
  });

  test('shows nothing in intervals, before the kind of the workout is known, and without stored strokes', () => {
    expect([isOther(7), isOther(null), isOther(3, [])]).toEqual([false, false, false]);
  });
});

describe('the answer to a batch of two strokes from 3 on', () => {
  const unsent = journalled([4, 5, 6]);
  const appended = (next: number, run: Partial<Life['run']> = {}) =>
    withAppended(
      lifeOf({ serverNext: 3 }, { unsent, ...run }),
      { from: 3, count: 2 },
      { kind: 'next', next },
    );

  test.each([
    ['both', 5, [4, 5], 5, false],
    ['both, after strokes of another device', 9, [4, 5], 5, true],
    ['fewer, of a page that is wrong', 4, [], 4, true],
  ])('shows that the server stored %s', (_, next, numbers, serverNext, mustRead) => {
    const { life, stored } = appended(next);
    expect(stored).toEqual(journalled(numbers, true));
    expect(life.run.unsent).toEqual(unsent.slice(numbers.length));
    expect(life.kept).toMatchObject({ serverNext, mustRead });
  });

  test.each([
    [3, 6],
    [50, 100],
    [60, 100],
  ])('doubles the limit of a batch, to 100 at most: %i to %i', (batchMax, batchMaxAfter) => {
    expect(appended(5, { batchMax }).life.run.batchMax).toBe(batchMaxAfter);
  });

  test.each([
    ['no stroke is set aside', [], null],
    ['a stroke is set aside', [2], 'No'],
  ])('ends the refusal if %s', (_, numbers, strokesRefusal) => {
    const run = { setAside: journalled(numbers), strokesRefusal: 'No', refusedInARow: 2 };
    expect(appended(5, run).life.run).toMatchObject({
      strokesRefusal,
      refusedInARow: 0,
      setAside: journalled(numbers),
    });
  });

  test('sends the strokes set aside again after three refusals in a row', () => {
    const run = { setAside: journalled([1, 2, 3]), strokesRefusal: 'No', refusedInARow: 3 };
    expect(appended(5, run).life.run).toMatchObject({
      unsent: journalled([1, 2, 3, 6]),
      setAside: [],
      strokesRefusal: null,
      refusedInARow: 0,
    });
  });
});

describe('a refusal', () => {
  const unsent = journalled([1, 2, 3]);
  const refused = (count: number, run: Partial<Life['run']> = {}) =>
    withoutRefused(lifeOf({}, { unsent, strokesDueAtMs: 7, ...run }), count, 'No', now).run;

  test('a refusal of a read waits a minute', () => {
    expect(refused(0)).toMatchObject({ strokesRefusal: 'No', strokesDueAtMs: now.monoMs + 60_000, unsent });
  });

  test.each([
    [2, 1],
    [5, 2],
  ])('a refusal of %i strokes is tried with %i', (count, batchMax) => {
    expect(refused(count)).toMatchObject({ strokesRefusal: 'No', batchMax, strokesDueAtMs: 7, unsent });
  });

  test.each([
    ['the first', 0, 7],
    ['the second', 1, 7],
    ['the third', 2, now.monoMs + 60_000],
  ])('a refusal of one stroke sets it aside, %s in a row', (_, refusedInARow, strokesDueAtMs) => {
    expect(refused(1, { refusedInARow })).toMatchObject({
      strokesRefusal: 'No',
      unsent: unsent.slice(1),
      setAside: unsent.slice(0, 1),
      refusedInARow: refusedInARow + 1,
      strokesDueAtMs,
    });
  });
});

test.each([
  ['a batch that is under way', 'append', false, true, null],
  ['another request that is under way', 'patch', false, false, 'patch'],
  ['another request, and strokes to read', 'patch', true, true, 'patch'],
] as const)('trying the strokes set aside again during %s', (_, kind, mustRead, mustReadAfter, asked) => {
  const life = withSetAside(
    lifeOf(
      { mustRead },
      {
        asking: { number: 1, kind, strokes: 1 },
        unsent: journalled([1, 4]),
        setAside: journalled([3, 2]),
        strokesDueAtMs: now.monoMs,
      },
    ),
  );
  expect(life.kept.mustRead).toBe(mustReadAfter);
  expect(life.run.asking?.kind ?? null).toBe(asked);
  expect(life.run).toMatchObject({
    unsent: journalled([1, 2, 3, 4]),
    setAside: [],
    strokesDueAtMs: Number.NEGATIVE_INFINITY,
  });
});

describe('the stored strokes', () => {
  const read = (numbers: number[], kept: Partial<Life['kept']>, run: Partial<Life['run']>) =>
    withStored(lifeOf(kept, run), {
      kind: 'strokes',
      strokes: numbers.map((number) => storedStroke(number)),
    });

  test('settle each unsent stroke as often as the server has it', () => {
    const twice = [...journalled([1]), ...journalled([1])];
    const { life, stored } = read([1], {}, { unsent: twice });
    expect(stored).toEqual(journalled([1], true));
    expect(life.run.unsent).toEqual(journalled([1]));
  });

  test('do not settle a stroke that was stored before the first unsent one', () => {
    const { life, stored } = read([1, 2], { serverNext: 1 }, { unsent: journalled([1, 2]) });
    expect(stored).toEqual(journalled([2], true));
    expect(life.run.unsent).toEqual(journalled([1]));
    expect(life.kept).toMatchObject({ serverNext: 2, mustRead: false });
  });

  test.each([
    ['one that the server has', [1], [], null],
    ['one that it lacks', [2], [2], 'No'],
  ])('end the refusal of strokes set aside: %s', (_, aside, asideAfter, strokesRefusal) => {
    const { life } = read([1], {}, { setAside: journalled(aside), strokesRefusal: 'No' });
    expect(life.run).toMatchObject({ setAside: journalled(asideAfter), strokesRefusal });
  });

  test('are remembered where a device took the row over: three at each end, ten times', () => {
    const before = Array.from({ length: 40 }, (_, index) => `before ${index}`);
    const { life } = read([1, 2, 3, 4, 5, 6, 7, 8], { storedBefore: before }, {});
    const keys = life.run.storedKeys;
    expect(keys).toHaveLength(8);
    expect(life.kept.storedBefore).toEqual([...before.slice(-30), ...keys.slice(0, 3), ...keys.slice(-3)]);
  });
});

test('a stroke is collected if the text is not a plan, and counts against no target', () => {
  const { progress } = lifeOf().kept;
  const records = [13, 14].map((strokeCount) =>
    stroke({ elapsedSec: 2 * strokeCount, distanceM: 8 * strokeCount, strokeCount }),
  );
  const rowed = records.reduce((before, record) => reduceRow(before, record, now.wallMs), progress);
  const life = lifeOf({ progress: rowed, place: { ...place, workout: 'technique first' } });
  const { life: after, added } = collectStrokes(life, now);
  expect(added.map(({ stroke: { number } }) => number)).toEqual([13]);
  expect(after.kept.targets).toEqual(life.kept.targets);
});
