import { describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld } from '../../test/model/fake-world.ts';
import { place, rowOn, startOn } from '../../test/model/rowing.ts';
import { generalStatus, status2 } from '../../test/record-factory.ts';
import type { RowRecord } from '../reduce/progress.ts';
import { at, journalled, lifeOf, strokeOf } from '../../test/lives.ts';
import { finishByHand } from '../reduce/progress.ts';
import type { Life } from './life-state.ts';
import {
  comparedWith,
  heldUntilMs,
  isHeldForOwn,
  isHeldTooLong,
  isNothingRowed,
  isOverUnheard,
  isUndecided,
  leaving,
  takenBack as afterTakingBack,
} from './monitor-workouts.ts';

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

const { progress } = lifeOf().kept;
const byHand = finishByHand(progress, at.wallMs);
const nothing = { ...progress, distanceM: 9.9, strokeCount: 0 };
const totals = { elapsedSec: 50, distanceM: 200 };

const beside = { sessionId: 's', workoutItemIndex: null };
const [minute, day] = [60_000, 86_400_000];
test.each([
  ['a short row', { ...progress, elapsedSec: 59 }, undefined, 10 * minute],
  ['a long row', { ...progress, elapsedSec: 60 }, undefined, day],
  ["a long row on a session's page", { ...progress, elapsedSec: 60 }, beside, day],
  [
    'a long result',
    { ...byHand, result: byHand.result && { ...byHand.result, elapsedSec: 60 } },
    undefined,
    day,
  ],
  [
    "a long result on a session's page",
    { ...byHand, result: byHand.result && { ...byHand.result, elapsedSec: 60 } },
    beside,
    10 * minute,
  ],
])('%s without a place waits', (_, ofRow, ofPage, waitMs) => {
  const without = ofPage === undefined ? place : { ...place, beside: ofPage };
  expect(heldUntilMs(ofRow, without, at) - at.wallMs).toBe(waitMs);
});

test.each([
  ['less than 10 m', nothing, 0, true],
  ['10 m', { ...nothing, distanceM: 10 }, 0, false],
  ['a stroke', { ...nothing, strokeCount: 1 }, 0, false],
  ['a stroke in the journal', nothing, 1, false],
])('a row of %s can be discarded without loss: %s', (_, ofRow, nextSequence, isNothing) => {
  expect(isNothingRowed(lifeOf({ progress: ofRow, nextSequence }))).toBe(isNothing);
});

test.each([
  ['equal', 50, 200, false],
  ['a meter below', 50, 199, false],
  ['more than a meter below', 50, 198.9, true],
  ['a second below', 49, 200, false],
  ['more than a second below', 48.9, 200, true],
])(
  'first totals of the monitor that are %s the stored ones belong to another workout: %s',
  (_, elapsedSec, distanceM, isOther) => {
    const life = lifeOf({ stage: 'completing', hasHeardMonitor: false, takenUpAt: totals });
    expect(isOverUnheard(life, { elapsedSec, distanceM })).toBe(isOther);
  },
);

test.each<[string, Partial<Life['kept']>, boolean]>([
  ['never on a page that began it', { takenUpAt: null, hasHeardMonitor: true }, false],
  ['while it is rowed', { stage: 'rowing' }, false],
  ['before its first values', {}, false],
  ['of an unknown beginning', { takenUpAt: null }, true],
])('records after a row without any of them belong to another workout: %s', (_, kept, isOver) => {
  const life = lifeOf({ stage: 'completing', hasHeardMonitor: false, takenUpAt: totals, ...kept });
  expect(isOverUnheard(life, null)).toBe(isOver);
});

test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, boolean]>([
  ['until the strokes are read', {}, {}, true],
  ['not once they are read', { mustRead: false }, {}, false],
  ['not if they can’t be read', {}, { strokesRefusal: 'No' }, false],
  ['not on the page that began it', { takenUpAt: null }, {}, false],
])('a row that was taken up may be another workout: %s', (_, kept, run, isOpen) => {
  expect(isUndecided(lifeOf({ takenUpAt: totals, mustRead: true, ...kept }, run))).toBe(isOpen);
});

describe('a row that is taken back', () => {
  const summarized = {
    ...byHand,
    result: byHand.result && { ...byHand.result, source: 'summary' as const },
  };
  test.each<[string, Partial<Life['kept']>, object]>([
    [
      'continues after an end by hand',
      { stage: 'completing', progress: byHand },
      { stage: 'rowing', progress: { phase: 'paused', result: null, distanceM: 100 } },
    ],
    [
      'continues without a result',
      { stage: 'completing' },
      { stage: 'rowing', progress: { phase: 'rowing', result: null } },
    ],
    [
      "stays ended by the monitor's summary",
      { stage: 'completing', progress: summarized },
      { stage: 'completing', progress: summarized },
    ],
    [
      'stays ended if the server does not know it',
      { stage: 'completing', progress: byHand, begin: 'asked' },
      { stage: 'completing', progress: byHand },
    ],
    ['stays completed', { stage: 'completed', progress: byHand }, { stage: 'completed', progress: byHand }],
    ['keeps its values', {}, { progress, takenUpAt: null, mustRead: false }],
    [
      'drops less than a stroke',
      { progress: nothing },
      {
        progress: { distanceM: 0, pieceNumber: 0 },
        takenUpAt: { elapsedSec: 0, distanceM: 0 },
        mustRead: true,
      },
    ],
    [
      'drops less than a stroke whose begin is not answered',
      { progress: nothing, begin: 'asked', takenUpAt: totals },
      { progress: { distanceM: 0 }, takenUpAt: totals, mustRead: true },
    ],
    [
      'keeps less than a stroke that the server does not know',
      { progress: nothing, begin: 'unsent' },
      { progress: nothing, takenUpAt: null },
    ],
  ])('%s', (_, kept, expected) => {
    expect(afterTakingBack(lifeOf({ lostTo: 'device', ...kept })).kept).toMatchObject(expected);
  });
});

describe("another device's row whose athlete rows another workout here", () => {
  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, boolean]>([
    ['is taken over to be left', {}, {}, true],
    ['stays if the server does not know it', { begin: 'asked' }, {}, false],
    ['stays if a takeover was refused', { patchRefusal: 'No' }, {}, false],
    ['stays if it is being taken over', {}, { isTakingOver: true }, false],
    ['stays if it has ended', { stage: 'completing' }, {}, false],
    ['stays if it was ended elsewhere', { isEndedElsewhere: true }, {}, false],
    ['stays in another tab', { lostTo: 'tab' }, {}, false],
  ])('%s', (_, kept, run, isTaken) => {
    const life = lifeOf({ lostTo: 'device', ...kept }, run);
    const left = leaving(life, at);
    expect(left.run.isLeaving).toBe(isTaken);
    if (!isTaken) expect(left).toBe(life);
  });
});

describe('the stored strokes of a row that was taken up', () => {
  const storedKeys = ['1,1,9,9,9,9'];
  /** Its first stroke has the number of a stored one, and another drive. */
  const other = { unsent: journalled([1]), storedKeys };
  const compare = (kept: Partial<Life['kept']>, run: Partial<Life['run']>, strokes = [strokeOf(40)]) =>
    comparedWith(lifeOf({ takenUpAt: totals, ...kept }, { heardFrom: totals, ...run }), strokes, at);

  test.each<[string, Partial<Life['kept']>, string]>([
    ['while it is rowed', {}, 'next'],
    ['while its end is sent', { stage: 'completing' }, 'next'],
    ['after its end', { stage: 'completed' }, 'apart'],
    ['while another device has it', { lostTo: 'device' }, 'apart'],
    ['on the page that began it', { takenUpAt: null }, 'apart'],
  ])('belong to another workout: %s', (_, kept, outcome) => {
    const { life, next, stored } = compare(kept, other);
    expect(next === undefined ? 'apart' : 'next').toBe(outcome);
    expect(life.kept.refusal?.class ?? null).toBe(outcome === 'apart' ? 'completed' : null);
    expect(stored ?? []).toEqual(outcome === 'apart' ? [] : journalled([1], true));
    if (outcome === 'next') expect(life.kept).toMatchObject({ isLeft: true, stage: 'completing' });
  });

  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, object | null]>([
    ['before its first values', {}, { heardFrom: null }, { elapsedSec: 80, distanceM: 320 }],
    ['after its first values', {}, { heardFrom: { elapsedSec: 80, distanceM: 320 } }, null],
    ['while another device has it', { lostTo: 'device' }, {}, { elapsedSec: 80, distanceM: 320 }],
  ])('of the same workout give its totals %s', (_, kept, run, takenUpAt) => {
    const { life, next } = compare(kept, run);
    expect(next).toBeUndefined();
    expect(life.kept.takenUpAt).toEqual(takenUpAt);
  });

  test('beyond its first values belong to another workout', () => {
    expect(compare({}, {}).next).toBeDefined();
    expect(compare({}, {}, [strokeOf(25)]).next).toBeUndefined();
  });

  test.each([
    ['all after its own', [11, 12], totals],
    ['some before its own', [9, 30], { elapsedSec: 60, distanceM: 240 }],
    ['one at its own', [10, 30], { elapsedSec: 60, distanceM: 240 }],
  ])('count as its totals unless another device has rowed on: %s', (_, numbers, takenUpAt) => {
    const run = { heardFrom: null, unsent: journalled([10]), storedKeys: [] };
    const { life } = compare(
      {},
      run,
      numbers.map((number) => strokeOf(number)),
    );
    expect(life.kept.takenUpAt).toEqual(takenUpAt);
  });
});
