import { describe, expect, test } from 'vitest';
import { after, at, journalled, lifeOf } from '../../test/lives.ts';
import { finishByHand } from '../reduce/progress.ts';
import type { Life } from './life-state.ts';
import { rowedAfterMsMax } from './moments.ts';
import { dueRequest, isStored } from './requests.ts';

const { progress } = lifeOf().kept;
const further = { ...progress, distanceM: 104 };
const byHand = finishByHand(progress, at.wallMs);
const bySummary = {
  ...byHand,
  result: byHand.result && { ...byHand.result, source: 'summary' as const },
};
const recovered = { ...bySummary, recoveryHeartRateBpm: 90 };
const onBike = { ...progress, ergMachineType: 192 };
const unsent = journalled([1]);
const refusal = { class: 'gone', message: 'The session is deleted' } as const;

const kindDue = (kept: Partial<Life['kept']>, run: Partial<Life['run']>, now = at) =>
  dueRequest(lifeOf(kept, run), now)?.kind ?? null;

describe('the request that is due', () => {
  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, string | null]>([
    ['nothing while nothing has changed', {}, {}, null],
    ['the begin of a row that the server does not know', { begin: 'unsent' }, {}, 'begin'],
    ['no begin while an earlier row waits', { begin: 'unsent' }, { isWaiting: true }, null],
    ['a takeover', { lostTo: 'device' }, { isTakingOver: true }, 'takeOver'],
    ['strokes', {}, { unsent }, 'append'],
    ['strokes a second after the last ones', {}, { unsent, appendedAtMs: at.monoMs - 1_000 }, 'append'],
    ['no strokes within a second of the last ones', {}, { unsent, appendedAtMs: at.monoMs - 999 }, null],
    ['strokes at the end of their delay', {}, { unsent, strokesDueAtMs: at.monoMs }, 'append'],
    ['no strokes before the end of their delay', {}, { unsent, strokesDueAtMs: at.monoMs + 1 }, null],
    ['the stored strokes', { mustRead: true }, { unsent }, 'readStrokes'],
    ['the end', { stage: 'completing', progress: byHand }, { completeAtMs: at.monoMs }, 'complete'],
    ['no end too early', { stage: 'completing', progress: byHand }, { completeAtMs: at.monoMs + 1 }, null],
    [
      "no end by hand of another device's row",
      { stage: 'completing', progress: byHand, lostTo: 'device' },
      {},
      null,
    ],
    [
      "the monitor's end, whoever has the row",
      { stage: 'completing', progress: bySummary, lostTo: 'device' },
      {},
      'complete',
    ],
    ['figures after 10 s', { progress: further }, { patchedAtMs: at.monoMs - 10_000 }, 'patch'],
    ['no figures within 10 s', { progress: further }, { patchedAtMs: at.monoMs - 9_999 }, null],
    ['a new machine', { progress: onBike }, { toldMachine: 'rower' }, 'machine'],
    ['no machine that the server has', { progress: onBike }, { toldMachine: 'bike' }, null],
    ['no machine while that of the server is unknown', { progress: onBike }, { toldMachine: null }, null],
    [
      'no machine before the row is known to continue',
      { progress: onBike, takenUpAt: { elapsedSec: 1, distanceM: 4 } },
      {},
      null,
    ],
    ['no machine that was refused', { progress: onBike, patchRefusal: 'No' }, {}, null],
    ["no machine of another device's row", { progress: onBike, lostTo: 'device' }, {}, null],
    ['no machine of a row ended elsewhere', { progress: onBike, isEndedElsewhere: true }, {}, null],
    ['nothing of a refused row', { refusal }, { unsent }, null],
    [
      'strokes of a row that waits for another one to end',
      { refusal: { ...refusal, class: 'busy' } },
      { unsent },
      'append',
    ],
    ['nothing of a row without a place', { heldUntilMs: at.wallMs + 1 }, { unsent }, null],
    ['nothing of a row of another tab', { lostTo: 'tab' }, { unsent }, null],
    ['the removal', { stage: 'discarding', lostTo: 'tab' }, {}, 'discard'],
  ])('is %s', (_, kept, run, kind) => {
    expect(kindDue(kept, run)).toBe(kind);
  });

  const old = { patchedAtMs: at.monoMs - 10_000 };
  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>]>([
    ["in another device's row", { lostTo: 'device' }, {}],
    ['in a row ended elsewhere', { isEndedElsewhere: true }, {}],
    ["before the monitor's totals", {}, { isCurrent: false }],
    ['after a refusal', { patchRefusal: 'No' }, {}],
    ['after the end', { stage: 'completed' }, {}],
  ])('is not new figures %s', (_, kept, run) => {
    expect(kindDue({ progress: further, ...kept }, { ...old, ...run })).toBeNull();
  });

  test('is one at a time, and none before the end of a delay', () => {
    const asking = { number: 1, kind: 'patch', strokes: 0 } as const;
    expect(kindDue({}, { unsent, asking })).toBeNull();
    expect(kindDue({}, { unsent, retryAtMs: at.monoMs + 1 })).toBeNull();
    expect(kindDue({}, { unsent, retryAtMs: at.monoMs })).toBe('append');
  });

  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, boolean]>([
    ['two minutes after the end', {}, { completedAtMs: at.monoMs - 120_000 }, true],
    ['not later', {}, { completedAtMs: at.monoMs - 120_001 }, false],
    ['once', {}, { isRecoverySent: true }, false],
    ['not without a value', { progress: bySummary }, {}, false],
    ['not before the end', { stage: 'completing' }, { completeAtMs: at.monoMs + 1 }, false],
  ])('is the recovery heart rate %s', (_, kept, run, isDue) => {
    const ended = { stage: 'completed', progress: recovered } as const;
    const kind = kindDue({ ...ended, ...kept }, { completedAtMs: at.monoMs, ...run });
    expect(kind).toBe(isDue ? 'recovery' : null);
  });

  test('is not the recovery heart rate of a row that an earlier page has completed', () => {
    const early = { ...at, monoMs: 50_000 };
    const run = { completedAtMs: null, retryAtMs: 0 };
    expect(kindDue({ stage: 'completed', progress: recovered }, run, early)).toBeNull();
  });
});

test.each([
  [0, 500, 500],
  [rowedAfterMsMax, 500, rowedAfterMsMax],
  [rowedAfterMsMax + 1, 500, 500],
  [rowedAfterMsMax + 1, null, rowedAfterMsMax],
  [-1, null, 0],
])(
  'a row begun %i ms ago by the wall clock and %s ms by the other began %i ms ago',
  (wallMs, monoMs, agoMs) => {
    const life = lifeOf(
      { begin: 'unsent', begunAtMs: at.wallMs - wallMs },
      { begunMonoMs: monoMs === null ? null : at.monoMs - monoMs },
    );
    expect(dueRequest(life, at)).toMatchObject({ kind: 'begin', begunAgoMs: agoMs });
  },
);

test('a batch has the strokes up to its limit, from the first one that the server lacks', () => {
  const life = lifeOf({ serverNext: 3 }, { unsent: journalled([4, 5, 6]), batchMax: 2 });
  expect(dueRequest(life, after(1_000))).toMatchObject({
    kind: 'append',
    from: 3,
    strokes: [{ number: 4 }, { number: 5 }],
  });
});

test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, boolean]>([
  ['completed', { stage: 'completed' }, {}, true],
  ['being completed', { stage: 'completing' }, {}, false],
  ['being rowed', {}, {}, false],
  ['being rowed, before a record', {}, { isCurrent: false }, false],
  ['on another device', { lostTo: 'device' }, {}, true],
  ['ended elsewhere, and still rowed here', { isEndedElsewhere: true }, {}, false],
  ['ended elsewhere, and not rowed here', { isEndedElsewhere: true }, { isCurrent: false }, true],
  ['completed, with an unsent stroke', { stage: 'completed' }, { unsent }, false],
  ['completed, with a stroke set aside', { stage: 'completed' }, { setAside: unsent }, false],
  ['completed, with strokes to read', { stage: 'completed', mustRead: true }, {}, false],
  ['completed, and refused', { stage: 'completed', refusal }, {}, false],
  ['completed, and unknown to the server', { stage: 'completed', begin: 'asked' }, {}, false],
])('whether nothing of a row remains to be sent: %s', (_, kept, run, isDone) => {
  expect(isStored(lifeOf(kept, run))).toBe(isDone);
});
