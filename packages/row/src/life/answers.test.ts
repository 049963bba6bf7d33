import { describe, expect, test } from 'vitest';
import { at, journalled, lifeOf, strokeOf } from '../../test/lives.ts';
import { stroke } from '../../test/record-factory.ts';
import { finishByHand, reduceRow } from '../reduce/progress.ts';
import { answered, lost, reasonToLetGo, refused } from './answers.ts';
import type { Answer, Life, Refusal, RowRequest } from './life-state.ts';
import { id } from '../../test/model/rowing.ts';

const number = 4;
const totals = { elapsedSec: 40, distanceM: 160 };
const activity: Answer = {
  kind: 'activity',
  activity: { id, owner: 'phone', isCompleted: false, machine: 'rower' },
  totals,
};
const { progress } = lifeOf().kept;

function requestOf(kind: RowRequest['kind']): RowRequest {
  switch (kind) {
    case 'begin':
      return { kind, begunAgoMs: 0, machine: null };
    case 'append':
      return { kind, from: 0, strokes: [strokeOf(1)] };
    case 'complete':
      return { kind, progress, timeZone: null, isFenced: true, isLeft: false };
    case 'machine':
      return { kind, machine: 'rower' };
    case 'patch':
    case 'recovery':
      return { kind, progress };
    default:
      return { kind };
  }
}

/** Returns a row after the answer to its request. */
function after(
  request: RowRequest,
  answer: Answer,
  kept: Partial<Life['kept']> = {},
  run: Partial<Life['run']> = {},
) {
  const asking = { number, kind: request.kind, strokes: 1 };
  const taken = answered(lifeOf(kept, { asking, ...run }), { number, request, answer }, at);
  if (taken === null) throw new Error('The row is gone');
  return taken;
}

describe('a row that another device or tab continues', () => {
  test.each(['completed', 'discarding'] as const)('is left as it is once it is %s', (stage) => {
    const life = lifeOf({ stage });
    expect(lost(life, 'device')).toBe(life);
  });

  test('has its open stroke closed for a device, and left open for a tab', () => {
    const begun = reduceRow(progress, stroke({ elapsedSec: 26, distanceM: 104, strokeCount: 13 }), at.wallMs);
    const life = lifeOf({ progress: begun });
    expect(begun.track.strokes.openStroke).not.toBeNull();
    expect(lost(life, 'device').kept.progress.track.strokes.openStroke).toBeNull();
    expect(lost(life, 'tab').kept.progress.track.strokes.openStroke).not.toBeNull();
  });

  test.each([
    ['keeps them before its first values', null, totals],
    ['drops them after its first values', totals, null],
  ])("compares with the server's totals of then, and %s", (_, heardFrom, takenUpAt) => {
    expect(lost(lifeOf({ takenUpAt: totals }, { heardFrom }), 'device').kept.takenUpAt).toEqual(takenUpAt);
  });
});

describe('the answer', () => {
  test.each(['begin', 'machine', 'recovery', 'takeOver', 'complete'] as const)(
    'the answer to %s is stored in the journal',
    (kind) => {
      expect(after(requestOf(kind), activity).isKept).toBe(true);
    },
  );

  test('the answer to new figures is not stored in the journal, and they are not sent again', () => {
    const { life, isKept } = after(requestOf('patch'), activity, {}, { patched: null });
    expect(isKept).toBe(false);
    expect(life.run.patched).toBe(progress);
  });

  test('the answer to an earlier request changes nothing', () => {
    const life = lifeOf({}, { asking: { number: number + 1, kind: 'patch', strokes: 0 } });
    const input = { number, request: requestOf('patch'), answer: activity };
    expect(answered(life, input, at)).toEqual({ life, isKept: false });
  });

  test('ends the failures, and the time away', () => {
    const { run } = after(requestOf('patch'), activity, {}, { failures: 3, awaySinceMs: 7 }).life;
    expect(run).toMatchObject({
      asking: null,
      failures: 0,
      retryAtMs: at.monoMs,
      awaySinceMs: null,
      heardAtMs: at.wallMs,
    });
  });

  test.each([
    ['its own activity', id, false, false],
    ['its own activity, of a row whose strokes must be read', id, true, true],
    ['an activity that another page began', 'other', false, true],
  ])('the answer to the begin has %s', (_, activityId, mustRead, mustReadAfter) => {
    const other: Answer = { ...activity, activity: { ...activity.activity, id: activityId } };
    const { kept } = after(requestOf('begin'), other, { begin: 'asked', mustRead }).life;
    expect(kept).toMatchObject({ id: activityId, begin: 'stored', mustRead: mustReadAfter });
  });

  test.each([
    ['no owner', null, null],
    ['this device', 'phone', null],
    ['another device', 'tablet', 'device'],
  ])('the answer to the begin names %s as the owner', (_, owner, lostTo) => {
    const owned: Answer = { ...activity, activity: { ...activity.activity, owner } };
    expect(after(requestOf('begin'), owned, { begin: 'asked' }).life.kept.lostTo).toBe(lostTo);
  });

  test('the answer with some of the strokes of a row shows that it continues the same workout', () => {
    const strokes: Answer = { kind: 'strokes', strokes: [strokeOf(1)] };
    const run = { unsent: journalled([1, 2]) };
    const { life, stored } = after(
      { kind: 'readStrokes' },
      strokes,
      { takenUpAt: totals, mustRead: true },
      run,
    );
    expect(life.kept.takenUpAt).toBeNull();
    expect(life.run.unsent).toEqual(journalled([2]));
    expect(stored).toEqual(journalled([1], true));
  });

  test('the answer without a stroke of a row decides nothing before its first values', () => {
    const strokes: Answer = { kind: 'strokes', strokes: [strokeOf(1)] };
    const { life } = after(
      { kind: 'readStrokes' },
      strokes,
      { takenUpAt: totals, mustRead: true },
      { heardFrom: null },
    );
    expect(life.kept.takenUpAt).toEqual(totals);
  });

  const higher = { elapsedSec: 41, distanceM: 150 };
  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, object | null]>([
    ["are the server's for a row without strokes", {}, {}, totals],
    ['are unknown with an unsent stroke', {}, { unsent: journalled([1]) }, null],
    ['are unknown with a stroke set aside', {}, { setAside: journalled([1]) }, null],
    ['are unknown with both', {}, { unsent: journalled([1]), setAside: journalled([2]) }, null],
    [
      'are the highest known ones',
      { takenUpAt: higher },
      { unsent: journalled([1]) },
      { elapsedSec: 41, distanceM: 160 },
    ],
  ])('the answer to a takeover has totals that %s', (_, kept, run, takenUpAt) => {
    const { life } = after(requestOf('takeOver'), activity, { lostTo: 'device', ...kept }, run);
    expect(life.kept).toMatchObject({ lostTo: null, mustRead: true, takenUpAt });
    expect(life.run).toMatchObject({ isTakingOver: false, isCurrent: false, takenOverAt: totals });
  });

  test('the answer to a takeover keeps the first values only of a row that was compared with them', () => {
    const heardFrom = { elapsedSec: 39, distanceM: 150 };
    const taken = (takenUpAt: typeof totals | null) =>
      after(requestOf('takeOver'), activity, { lostTo: 'device', takenUpAt }, { heardFrom }).life.run
        .heardFrom;
    expect(taken(null)).toBeNull();
    expect(taken(totals)).toEqual(heardFrom);
  });

  const byHand = finishByHand(progress, at.wallMs);
  const recovered = { ...byHand, recoveryHeartRateBpm: 90 };
  test.each([
    ['with the recovery heart rate', recovered, recovered, false, 'completed', true],
    ['without it', byHand, byHand, false, 'completed', false],
    ['without it, once it is sent', byHand, byHand, true, 'completed', true],
    ['of an older result', recovered, { ...recovered, result: null }, false, 'completing', false],
  ])('to the end %s', (_, kept, sent, wasSent, stage, isSent) => {
    const request: RowRequest = {
      kind: 'complete',
      progress: sent,
      timeZone: null,
      isFenced: true,
      isLeft: false,
    };
    const { life } = after(
      request,
      activity,
      { stage: 'completing', progress: kept },
      { isRecoverySent: wasSent },
    );
    expect(life.kept.stage).toBe(stage);
    expect(life.run).toMatchObject({ completedAtMs: at.monoMs, isRecoverySent: isSent });
  });
});

const nothing = { progress: { ...progress, distanceM: 0, strokeCount: 0 }, nextSequence: 0 };
const refusalOf = (name: Refusal['class']): Refusal => ({ class: name, message: 'No', retryAfterMs: null });
const removed = 'This workout was removed. Begin it again to row it.';

test.each<[string, RowRequest['kind'], Refusal['class'], Partial<Life['kept']>, string | null]>([
  ['its begin is refused', 'begin', 'bad', nothing, 'No'],
  ['its begin is refused for now', 'begin', 'later', nothing, null],
  ['it was removed', 'patch', 'gone', nothing, removed],
  ['it was removed after a stroke', 'patch', 'gone', { ...nothing, nextSequence: 1 }, null],
  ['it was removed after 10 m', 'patch', 'gone', {}, null],
  ['a request is refused', 'patch', 'bad', nothing, null],
  ['it was discarded here', 'discard', 'gone', nothing, null],
  ['it was removed after its end', 'recovery', 'gone', nothing, null],
  ['another device had it', 'patch', 'gone', { ...nothing, lostTo: 'device' }, null],
])('a row without values is let go if %s', (_, kind, name, kept, reason) => {
  const life = lifeOf(kept, { asking: { number, kind, strokes: 0 } });
  expect(reasonToLetGo(life, { number, refusal: refusalOf(name) })).toBe(reason);
  expect(reasonToLetGo(life, { number: number + 1, refusal: refusalOf(name) })).toBeNull();
});

function afterRefusal(kind: RowRequest['kind'], refusal: Refusal, run: Partial<Life['run']> = {}, kept = {}) {
  const life = lifeOf(kept, { asking: { number, kind, strokes: 1 }, ...run });
  return refused(life, { number, refusal }, at);
}

describe('a refusal', () => {
  test.each([
    ['as it was', { awaySinceMs: 5, heardAtMs: 6 }, 5],
    ['since the last answer', { heardAtMs: 6 }, 6],
    ['from now on without any answer', {}, at.wallMs],
  ])('a refusal for now leaves the server away %s', (_, run, awaySinceMs) => {
    expect(afterRefusal('patch', refusalOf('later'), run)?.life.run).toMatchObject({
      awaySinceMs,
      failures: 1,
      retryAtMs: at.monoMs + 1_000,
    });
  });

  test('a refusal for now is tried again when the server allows it', () => {
    const refusal = { ...refusalOf('later'), retryAfterMs: 9_000 };
    expect(afterRefusal('patch', refusal)?.life.run.retryAtMs).toBe(at.monoMs + 9_000);
  });

  test('a refusal of a begin during another activity is tried again after 8 s', () => {
    const life = afterRefusal('begin', refusalOf('busy'), {}, { begin: 'asked' })?.life;
    expect(life?.run.retryAtMs).toBe(at.monoMs + 8_000);
    expect(life?.kept.refusal).toEqual({ class: 'busy', message: 'No' });
  });

  test.each<[string, RowRequest['kind'], Partial<Life['kept']>, boolean]>([
    ['that is being discarded', 'discard', { stage: 'discarding' }, true],
    ['that another device has', 'append', { lostTo: 'device' }, true],
    ['that is rowed here', 'append', {}, false],
  ])('of a removed row %s', (_, kind, kept, isGone) => {
    expect(afterRefusal(kind, refusalOf('gone'), {}, kept) === null).toBe(isGone);
  });

  test.each<[RowRequest['kind'], boolean]>([
    ['append', true],
    ['readStrokes', true],
    ['patch', false],
  ])('a refusal of %s for good concerns the strokes: %s', (kind, isOfStrokes) => {
    const life = afterRefusal(kind, refusalOf('bad'), { unsent: journalled([1]) })?.life;
    expect(life?.run.strokesRefusal).toBe(isOfStrokes ? 'No' : null);
    expect(life?.kept.patchRefusal).toBe(isOfStrokes ? null : 'No');
  });
});
