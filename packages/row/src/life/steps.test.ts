import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { describe, expect, test } from 'vitest';
import { after, at, lifeOf } from '../../test/lives.ts';
import { id, place } from '../../test/model/rowing.ts';
import { generalStatus, split, status1, stroke, summary } from '../../test/record-factory.ts';
import { beginRow, finishByHand, type RowProgress, type RowRecord } from '../reduce/progress.ts';
import { step, stepWatched, type Input } from './life.ts';
import { changed, type Life } from './life-state.ts';

function take(life: Life | null, input: Input, when = at): Life {
  const { life: taken } = step(life, input, when);
  if (taken === null) throw new Error('The row is gone');
  return taken;
}
const record = (of: RowRecord): Input => ({ kind: 'record', record: of });
const kinds = (life: Life, input: Input, when = at) =>
  step(life, input, when).effects.map(({ kind }) => kind);
const start = (progress?: RowProgress): Input => ({
  kind: 'start',
  id,
  place,
  owner: 'phone',
  isSimulated: false,
  timeZone: 'Europe/Oslo',
  isWaiting: false,
  ...(progress === undefined ? {} : { progress }),
});
const further = generalStatus({ elapsedSec: 25.5, distanceM: 102 });

describe('a row that begins with a part already rowed', () => {
  const begun = take(null, start(lifeOf().kept.progress));

  test('began when its first stroke was rowed', () => {
    expect(begun.kept.begunAtMs).toBe(at.wallMs - 25_000);
    expect(begun.run).toMatchObject({
      begunMonoMs: at.monoMs - 25_000,
      beganAtMonoMs: at.monoMs - 25_000,
      isCurrent: true,
    });
  });

  test("has the monitor's totals only if something was rowed", () => {
    expect(take(null, start()).run.isCurrent).toBe(false);
    expect(take(null, start(beginRow())).run.isCurrent).toBe(false);
  });
});

describe('in a tab that only watches', () => {
  test('an input without a change has no effect', () => {
    const life = lifeOf();
    const heard: Input = {
      kind: 'heardElsewhere',
      otherDevice: 'silent',
      totals: { elapsedSec: 1, distanceM: 1 },
    };
    expect(stepWatched(life, heard, at)).toEqual({ life, effects: [] });
    expect(stepWatched(life, heard, at).life).toBe(life);
    expect(stepWatched(null, heard, at)).toEqual({ life: null, effects: [] });
  });
});

describe('the erg of a row', () => {
  test('is noted as simulated once', () => {
    const simulated = take(lifeOf(), { kind: 'erg', isSimulated: true });
    expect(simulated.kept.isSimulated).toBe(true);
    expect(kinds(simulated, { kind: 'erg', isSimulated: true })).toEqual([]);
    expect(take(simulated, { kind: 'erg', isSimulated: false }).kept.isSimulated).toBe(true);
    expect(kinds(lifeOf(), { kind: 'erg', isSimulated: false })).toEqual([]);
  });

  test('the erg of another maker gets the plan of the item', () => {
    const rower = { ...emptyRowerData, distanceM: 0, strokeCount: 0 };
    const begun = take(take(null, start()), record(rower));
    expect(begun.kept.progress.track.rower?.course?.pieces).toMatchObject([
      { kind: 'distance', distanceM: 500 },
    ]);
    const free = lifeOf({ progress: beginRow(), place: { ...place, workout: 'as you feel' } });
    expect(take(free, record(rower)).kept.progress.track.rower?.course ?? null).toBeNull();
  });
});

test.each([
  ['another device', 'device', true],
  ['another tab', 'tab', false],
  ['no one else', null, false],
] as const)('a row that %s has is taken over: %s', (_, lostTo, isTakingOver) => {
  expect(take(lifeOf({ lostTo }), { kind: 'takeOver' }).run.isTakingOver).toBe(isTakingOver);
});

describe('a record', () => {
  test('a record of more meters begins the wait of a row without a place again', () => {
    const held = lifeOf({ heldUntilMs: at.wallMs + 1_000, begin: 'unsent' });
    const when = after(500);
    expect(take(held, record(further), when).kept.heldUntilMs).toBe(when.wallMs + 600_000);
    expect(take(held, record(status1({ strokeRateSpm: 30 })), when).kept.heldUntilMs).toBe(at.wallMs + 1_000);
    expect(take(lifeOf(), record(further), when).kept.heldUntilMs).toBeNull();
  });

  test.each<[string, RowRecord, Partial<Life['kept']>, boolean]>([
    ['with totals', further, {}, true],
    ['without totals', status1(), {}, false],
    [
      'of a waiting monitor',
      generalStatus({ workoutState: 0, rowingState: 0 }),
      { progress: beginRow() },
      false,
    ],
    ["of another device's row", further, { lostTo: 'device' }, false],
  ])("%s makes the row's values current: %s", (_, of, kept, isCurrent) => {
    expect(take(lifeOf(kept, { isCurrent: false }), record(of)).run.isCurrent).toBe(isCurrent);
  });

  test('a record of a waiting monitor does not belong to the row', () => {
    const waiting = lifeOf({ progress: beginRow(), hasHeardMonitor: false });
    const idle = generalStatus({ workoutState: 0, rowingState: 0 });
    expect(take(waiting, record(idle)).kept.hasHeardMonitor).toBe(false);
    expect(take(waiting, record(generalStatus({ elapsedSec: 1, distanceM: 4 }))).kept.hasHeardMonitor).toBe(
      true,
    );
  });

  test.each<[string, number, boolean, RowRecord]>([
    ['only new totals', 999, false, further],
    ['only new totals', 1_000, true, further],
    ['a stroke', 1, true, stroke({ elapsedSec: 25.5, distanceM: 102, strokeCount: 13 })],
    ['a split', 1, true, split({})],
    ['a pause', 1, true, generalStatus({ elapsedSec: 25.5, distanceM: 102, rowingState: 0 })],
  ])('a record with %s, %i ms after the last stored one, is stored: %s', (_, afterMs, isStored, of) => {
    const life = lifeOf({}, { patchedAtMs: at.monoMs + 60_000 });
    expect(kinds(life, record(of), after(afterMs)).includes('keep')).toBe(isStored);
  });
});

describe('the end of a row', () => {
  const end = generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 });
  const ending = take(lifeOf(), record(end));

  test("an end by hand is sent at once, and the monitor's a second later, once both its parts are here", () => {
    const byHand = take(lifeOf(), { kind: 'finish' });
    expect(byHand).toMatchObject({ kept: { stage: 'completing' }, run: { completeAtMs: at.monoMs } });
    const summarized = take(ending, record(summary()));
    expect(summarized).toMatchObject({
      kept: { stage: 'completing' },
      run: { completeAtMs: at.monoMs + 1_000 },
    });
  });

  const summarized = take(ending, record(summary()));
  const { result } = summarized.kept.progress;
  if (result === null) throw new Error('The row has not ended');
  const { date, time } = result.logEntry ?? {};
  if (date === undefined || time === undefined) throw new Error('The summary has no log entry');
  const secondPart: RowRecord = {
    kind: 'additionalEndOfWorkoutSummary',
    logEntryDate: date,
    logEntryTime: time,
    splitIntervalType: 1,
    splitIntervalSize: 100,
    splitIntervalCount: 5,
    totalCalories: 33,
    watts: 180,
    totalRestDistanceM: 0,
    intervalRestTimeSec: 0,
    averageCaloriesPerHour: 900,
  };

  test.each([
    ['at once with the second part of the summary', 'completing', 0, 300],
    ['later if requests fail', 'completing', 1, 1_000],
    ['once, even if the second part comes later', 'completed', 0, 1_000],
  ] as const)('is sent %s', (_, stage, failures, inMs) => {
    const before = changed(summarized, { stage }, { failures });
    const whole = take(before, record(secondPart), after(300));
    expect(whole.kept).toMatchObject({ stage, progress: { result: { totalCalories: 33 } } });
    expect(whole.run.completeAtMs).toBe(at.monoMs + inMs);
  });

  test.each<[string, Partial<Life['kept']>, string]>([
    ["once it is completed by hand, gets the monitor's summary", { stage: 'completed' }, 'completing'],
    ['once it is discarded, gets none', { stage: 'discarding' }, 'discarding'],
  ])('%s', (_, kept, stage) => {
    const progress = finishByHand(ending.kept.progress, at.wallMs);
    const life = lifeOf({ ...kept, progress });
    expect(take(life, record(summary())).kept.stage).toBe(stage);
  });

  test('the end of a row ended elsewhere is left to the other page, unless it is the monitor’s', () => {
    const elsewhere = lifeOf({ isEndedElsewhere: true });
    expect(take(elsewhere, { kind: 'finish' }).kept.stage).toBe('completed');
    expect(take(take(elsewhere, record(end)), record(summary())).kept.stage).toBe('completing');
  });
});

test('each request has the next number', () => {
  const life = lifeOf({ begin: 'unsent' }, { requestCount: 4 });
  const { life: asked, effects } = step(life, { kind: 'tick', isWaiting: false }, at);
  expect(effects.find(({ kind }) => kind === 'send')).toMatchObject({
    number: 5,
    request: { kind: 'begin' },
  });
  expect(asked).toMatchObject({ kept: { begin: 'asked' }, run: { requestCount: 5, asking: { number: 5 } } });
});

describe('a stroke whose number the server has', () => {
  const record13 = record(stroke({ elapsedSec: 25.5, distanceM: 102, strokeCount: 13 }));
  const storedKeys = ['1,13,9,9,9,9'];
  const isNext = (life: Life) => kinds(life, record13).includes('next');

  test('a stroke whose number the server has with another drive belongs to the next workout of the monitor', () => {
    expect(isNext(lifeOf({}, { storedKeys }))).toBe(true);
  });

  test.each<[string, Life]>([
    ['that the server does not have', lifeOf({}, { storedKeys: ['1,12,9,9,9,9'] })],
    ['of a refused row', lifeOf({ refusal: { class: 'gone', message: 'Deleted' } }, { storedKeys })],
    ['that is already open', changed(take(lifeOf(), record13), {}, { storedKeys })],
  ])('belongs to the row: %s', (_, life) => {
    expect(isNext(life)).toBe(false);
  });
});
