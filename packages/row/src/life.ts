/**
 * The life of a row: from Start to the stored result, over reloads, lost answers, other devices and a server that is away.
 * `step` takes one input and returns the new life and what must be done for it. Pure: ids and clocks are inputs, the state
 * is plain data. Whoever runs it
 * - performs the effects in their order, and sends nothing before an earlier `keep` is stored, unless the device can't
 *   store anything: after a reload the page would have to read which strokes the server has;
 * - answers each `send` once with `answered` or `refused`, and steps with `tick` twice a second and at `wakeAtMs`.
 */
import { dueRequest, isStored } from './life-requests.ts';
import { answered, endedElsewhere, lost, refused, reopened, type Taken } from './life-answers.ts';
import {
  figuresOf,
  keptOf,
  livingOf,
  type ActivityState,
  type Answer,
  type At,
  type Effect,
  type JournalStroke,
  type KeptLife,
  type Life,
  type Refusal,
  type RowPlace,
  type RowRequest,
  type Step,
  type Totals,
} from './life-state.ts';
import { heldUntilMs, isNothingRowed, leftPiece } from './life-pieces.ts';
import { collectStrokes, withoutSetAside, withSetAside } from './life-strokes.ts';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress, type RowRecord } from './progress.ts';
import { emptyTally } from './targets.ts';

export { isNothingRowed } from './life-pieces.ts';
export { isSettled } from './life-requests.ts';
export type {
  Answer,
  At,
  Effect,
  JournalStroke,
  KeptLife,
  Life,
  Refusal,
  RowPlace,
  RowRequest,
} from './life-state.ts';

export type Input =
  /** Starts an item; the page makes the activity's id. `isWaiting`: an earlier row of this device must be stored first. */
  | {
      kind: 'start';
      id: string;
      place: RowPlace;
      owner: string;
      isSimulated: boolean;
      timeZone: string;
      isWaiting: boolean;
      /** What was rowed before the row had a place; nothing if not given. */
      progress?: RowProgress;
      /** No item was begun: what is rowed is kept until the athlete says what for. */
      isHeld?: boolean;
    }
  /** Continues what the journal has. */
  | { kind: 'restored'; kept: KeptLife; strokes: JournalStroke[]; owner: string; isWaiting: boolean }
  /** Continues an activity in progress that this device has nothing of. */
  | {
      kind: 'resumed';
      /** Key in the journal. */
      key: string;
      activity: ActivityState;
      /** The server's values of it. */
      totals: Totals;
      place: RowPlace;
      begunAtMs: number;
      owner: string;
      isSimulated: boolean;
      timeZone: string;
    }
  /** Sends the strokes of a kept row that can't be read. Nothing else of its activity changes. */
  | { kind: 'salvaged'; key: string; id: string; strokes: JournalStroke[]; owner: string }
  | { kind: 'record'; record: RowRecord }
  | { kind: 'tick'; isWaiting: boolean }
  /** A simulated erg marks the activity permanently. */
  | { kind: 'erg'; isSimulated: boolean }
  | { kind: 'finish' }
  | { kind: 'discard' }
  | { kind: 'takeOver' }
  | { kind: 'takenElsewhere'; by: 'device' | 'tab' }
  | { kind: 'endedElsewhere' }
  /** The activity is in progress again: the athlete or the host has taken its result back. */
  | { kind: 'reopened' }
  /** The athlete saves a refused row to another session, or one without a place to its first: all its strokes are sent. */
  | { kind: 'moved'; id: string; place: RowPlace; strokes: JournalStroke[] }
  /** The athlete has the refused strokes sent again, or gives them up. */
  | { kind: 'retrySetAside' }
  | { kind: 'dropSetAside' }
  | { kind: 'answered'; number: number; request: RowRequest; answer: Answer }
  | { kind: 'refused'; number: number; refusal: Refusal }
  /** The page is being closed. */
  | { kind: 'closing' };

const keepEveryMs = 1_000;
const sampleEveryMs = 250;
/** A timer that fires late, by at most this, delays no later sample: what is due stays 250 ms apart. */
const sampleLateMs = 30;
/**
 * A burst of the monitor has 0x31 and 0x32, and a sample contains both. The second follows within a few ms, or with the
 * next connection event of the radio: 30 ms in the recording of a real monitor.
 */
const sampleSettlesMs = 50;
/** A monitor sends its status at least once a second. */
const nextBurstMs = 1_000;
/** The same for the two or three records of the monitor's summary. */
const summarySettlesMs = 1_000;

/** Returns when the next sample is due on the monotonic clock, or null. */
export function wakeAtMs(life: Life): number | null {
  return life.sampleDueAtMs;
}

/** Never throws. `life` is null before the start and after the end of a row in this page. */
export function step(life: Life | null, input: Input, at: At): Step {
  const began = beginning(input, at);
  if (began !== null) return settle(began, began, at, true);
  if (life === null) return { life, effects: [] };
  const reason = input.kind === 'refused' ? reasonToLetGo(life, input) : null;
  if (reason !== null) {
    return { life: null, effects: [{ kind: 'tell', message: reason }, { kind: 'forget' }] };
  }
  const early: Effect[] = [];
  const ready = input.kind === 'record' ? sampleIfDue(life, at, early) : life;
  const taken = take(ready, input, at);
  if (taken === null) return { life: null, effects: [{ kind: 'forget' }] };
  const due = input.kind === 'record' ? withBurst(ready, taken.life, input.record, at) : taken.life;
  const after = settle(ready, due, at, taken.isKept, taken.stored);
  const next: Effect[] = taken.next === undefined ? [] : [{ kind: 'next', progress: taken.next }];
  return { life: after.life, effects: [...early, ...after.effects, ...next] };
}

function beginning(input: Input, at: At): Life | null {
  switch (input.kind) {
    case 'start': {
      const { id, place, owner, isSimulated, timeZone } = input;
      const progress = input.progress ?? beginRow();
      const rowedMs = 1_000 * progress.elapsedSec;
      const kept = emptyLife({ id, place, begunAtMs: at.wallMs - rowedMs, isSimulated, timeZone });
      const life: Life = {
        ...livingOf({ ...kept, progress, hasHeardMonitor: true }, [], owner, at),
        patched: figuresOf(kept.progress),
        isWaiting: input.isWaiting,
        begunMonoMs: at.monoMs - rowedMs,
        isCurrent: progress.pieceNumber > 0,
        heldUntilMs: input.isHeld ? heldUntilMs(at) : null,
      };
      return completingIfOver(life, kept.progress, at);
    }
    case 'restored':
      return { ...livingOf(input.kept, input.strokes, input.owner, at), isWaiting: input.isWaiting };
    case 'resumed': {
      const { key, activity, place, begunAtMs, owner, isSimulated, timeZone } = input;
      const kept = emptyLife({ id: activity.id, place, begunAtMs, isSimulated, timeZone });
      const isLost = activity.owner !== null && activity.owner !== owner;
      const takenUpAt = input.totals;
      return livingOf(
        { ...kept, key, begin: 'stored', mustRead: true, lostTo: isLost ? 'device' : null, takenUpAt },
        [],
        owner,
        at,
      );
    }
    case 'salvaged': {
      const { key, id, strokes, owner } = input;
      const place = { sessionId: '', workoutItemIndex: 0, title: '', workout: '' };
      const kept = emptyLife({ id, place, begunAtMs: at.wallMs, isSimulated: false, timeZone: null });
      // As for a row of another device: its values are not this page's.
      const others = {
        begin: 'stored',
        mustRead: true,
        lostTo: 'device',
        nextSequence: strokes.length,
      } as const;
      return livingOf({ ...kept, ...others, key }, strokes, owner, at);
    }
    default:
      return null;
  }
}

function emptyLife(
  given: Pick<KeptLife, 'id' | 'place' | 'begunAtMs' | 'isSimulated'> & { timeZone: string | null },
): KeptLife {
  return {
    ...given,
    key: given.id,
    stage: 'rowing',
    begin: 'unsent',
    lostTo: null,
    isEndedElsewhere: false,
    refusal: null,
    patchRefusal: null,
    progress: beginRow(),
    hasHeardMonitor: false,
    nextSequence: 0,
    serverNext: 0,
    mustRead: false,
    storedBefore: [],
    targets: emptyTally(),
    isLeft: false,
    heldUntilMs: null,
    takenUpAt: null,
  };
}

const removedMessage = 'This workout was removed. Begin it again to row it.';

/**
 * Returns why a row is gone of which this page has nothing that could be saved elsewhere: refused for good at its start,
 * or removed by the host or another page of the athlete. Null if it goes on.
 */
function reasonToLetGo(life: Life, { number, refusal }: Extract<Input, { kind: 'refused' }>): string | null {
  const { asking, lostTo } = life;
  if (asking?.number !== number || !isNothingRowed(life)) return null;
  if (asking.kind === 'begin' && refusal.class !== 'later') return refusal.message;
  const isOwn = asking.kind !== 'discard' && asking.kind !== 'recovery' && lostTo === null;
  return isOwn && refusal.class === 'gone' ? removedMessage : null;
}

/** Returns null when the row is gone. */
function take(life: Life, input: Input, at: At): Taken | null {
  switch (input.kind) {
    case 'record': {
      const progress = reduceRow(life.progress, input.record, at.wallMs);
      const left = leftPiece(life, progress, at);
      if (left !== null) return { ...left, isKept: true };
      return { life: recorded(life, progress, input.record, at), isKept: false };
    }
    case 'tick': {
      if (life.heldUntilMs !== null && at.wallMs >= life.heldUntilMs) return null;
      const waiting = life.isWaiting === input.isWaiting ? life : { ...life, isWaiting: input.isWaiting };
      return { life: followed(waiting, tickRow(life.progress, at.wallMs), at), isKept: false };
    }
    case 'erg': {
      const isNew = input.isSimulated && !life.isSimulated;
      return { life: isNew ? { ...life, isSimulated: true } : life, isKept: isNew };
    }
    case 'finish':
      return { life: finished(life, at), isKept: true };
    case 'discard':
      return discarded(life);
    case 'takeOver': {
      // Not after an answer that may never come: a page that only watches has asked nothing that matters.
      const watching = life.lostTo === 'device' ? { ...life, asking: null, isTakingOver: true } : life;
      return { life: { ...watching, retryAtMs: at.monoMs }, isKept: false };
    }
    case 'takenElsewhere':
      return { life: lost(life, input.by), isKept: input.by === 'device' };
    case 'endedElsewhere':
      return { life: endedElsewhere(life), isKept: true };
    case 'reopened':
      return { life: reopened(life), isKept: true };
    case 'moved':
      return { life: moved(life, input, at), isKept: true, stored: input.strokes.map(unsentOf) };
    case 'retrySetAside':
      return { life: withSetAside(life), isKept: false };
    case 'dropSetAside':
      return { ...withoutSetAside(life), isKept: true };
    case 'answered':
      return answered(life, input, at);
    case 'refused':
      return refused(life, input, at);
    case 'closing':
      return { life, isKept: true };
    default:
      return { life, isKept: false };
  }
}

function recorded(life: Life, progress: RowProgress, record: RowRecord, at: At): Life {
  const isRowedOn = life.heldUntilMs !== null && progress.distanceM > life.progress.distanceM;
  const after = followed(isRowedOn ? { ...life, heldUntilMs: heldUntilMs(at) } : life, progress, at);
  const isCurrent = record.kind === 'generalStatus' && after.progress.pieceNumber > 0 && life.lostTo === null;
  return isCurrent && !after.isCurrent ? { ...after, isCurrent } : after;
}

/** A page that does not own the row takes no values, unless it is taking the row over: the erg is connected to it then. */
function followed(life: Life, progress: RowProgress, at: At): Life {
  const isOthers = life.lostTo !== null && !life.isTakingOver;
  if (progress === life.progress || isOthers || life.stage === 'discarding') return life;
  const isHeard = life.hasHeardMonitor || progress.pieceNumber > 0;
  return completingIfOver({ ...life, progress, hasHeardMonitor: isHeard }, life.progress, at);
}

function completingIfOver(life: Life, before: RowProgress, at: At): Life {
  const { result } = life.progress;
  if (result === null || result === before.result) return life;
  const isMonitors = result.source === 'summary';
  const isSecondPart = isMonitors && before.result?.source === 'summary';
  if (life.stage === 'completing' && isSecondPart && life.failures === 0) {
    return { ...life, completeAtMs: at.monoMs };
  }
  const isReplaced = isMonitors && !isSecondPart && life.stage !== 'discarding';
  if (life.stage !== 'rowing' && !isReplaced) return life;
  return {
    ...life,
    stage: life.isEndedElsewhere && !isMonitors ? 'completed' : 'completing',
    completeAtMs: isMonitors ? at.monoMs + summarySettlesMs : at.monoMs,
  };
}

function finished(life: Life, at: At): Life {
  if (life.stage !== 'rowing' || life.lostTo !== null) return life;
  if (life.isEndedElsewhere) return { ...life, stage: 'completed' };
  // Without values of its own the page leaves the result to the server.
  if (!life.hasHeardMonitor) return { ...life, stage: 'completing', completeAtMs: at.monoMs };
  return followed(life, finishByHand(life.progress, at.wallMs), at);
}

function discarded(life: Life): Taken | null {
  if (life.lostTo !== null && !life.isEndedElsewhere) return { life, isKept: false };
  if (life.stage === 'completed' && life.refusal === null) return { life, isKept: false };
  const isUnknownToServer = life.begin === 'unsent' || life.refusal?.class === 'gone';
  if (isUnknownToServer || life.isEndedElsewhere) return null;
  return { life: { ...life, stage: 'discarding', refusal: null, sampleDueAtMs: null }, isKept: true };
}

const unsentOf = (one: JournalStroke): JournalStroke => ({ ...one, isSent: false });

function moved(life: Life, input: Extract<Input, { kind: 'moved' }>, at: At): Life {
  return withSetAside({
    ...life,
    id: input.id,
    place: input.place,
    begin: 'unsent',
    lostTo: null,
    isEndedElsewhere: false,
    refusal: null,
    patchRefusal: null,
    asking: null,
    serverNext: 0,
    mustRead: false,
    storedBefore: [],
    heldUntilMs: null,
    unsent: input.strokes.map(unsentOf),
    setAside: [],
    retryAtMs: at.monoMs,
    completeAtMs: at.monoMs,
  });
}

/** Collects the effects of a change: what must be kept, then the request that is due, then the sample. */
function settle(before: Life, after: Life, at: At, isKept: boolean, stored: JournalStroke[] = []): Step {
  const effects: Effect[] = [];
  const collected = collectStrokes(after);
  let life = withSampleDue(before, collected.life, at, sampleSettlesMs);
  const request = dueRequest(life, at);
  if (request !== null) life = asking(life, request, at);
  const strokes = [...stored, ...collected.added];
  if (life.isForgotten && !isStored(life))
    life = { ...life, isForgotten: false, keptAtMs: Number.NEGATIVE_INFINITY };
  const isDue = isKept || strokes.length > 0 || request !== null || isKeepDue(before, life, at);
  if (isDue && !life.isForgotten && life.lostTo !== 'tab') {
    effects.push({ kind: 'keep', kept: keptOf(life), strokes });
    life = { ...life, keptAtMs: at.monoMs };
  }
  if (request !== null) effects.push({ kind: 'send', number: life.requestCount, request });
  life = sampleIfDue(life, at, effects);
  if (isStored(life) && !life.isForgotten) {
    effects.push({ kind: 'forget' });
    life = { ...life, isForgotten: true };
  }
  return { life, effects };
}

function asking(life: Life, request: RowRequest, at: At): Life {
  const number = life.requestCount + 1;
  return {
    ...life,
    requestCount: number,
    asking: { number, kind: request.kind, strokes: request.kind === 'append' ? request.strokes.length : 0 },
    begin: request.kind === 'begin' ? 'asked' : life.begin,
    appendedAtMs: request.kind === 'append' ? at.monoMs : life.appendedAtMs,
    patchedAtMs: request.kind === 'patch' ? at.monoMs : life.patchedAtMs,
  };
}

/** The monitor sends a stroke, a split and an end once, so they are kept at once; it repeats the other values. */
function isKeepDue(before: Life, life: Life, at: At): boolean {
  if (life.progress === before.progress) return false;
  const { splits, phase, pieceNumber, strokeCount } = before.progress;
  const now = life.progress;
  const isSentOnce =
    splits !== now.splits ||
    phase !== now.phase ||
    pieceNumber !== now.pieceNumber ||
    strokeCount !== now.strokeCount;
  return isSentOnce || at.monoMs - life.keptAtMs >= keepEveryMs;
}

function withSampleDue(before: Life, life: Life, at: At, settlesMs: number): Life {
  const isMine = life.lostTo === null && !life.isEndedElsewhere && life.refusal === null;
  const isShown = life.stage === 'rowing' && life.begin === 'stored' && life.isCurrent && isMine;
  if (!isShown || life.progress === before.progress || life.sampleDueAtMs !== null) return life;
  return { ...life, sampleDueAtMs: Math.max(life.sampledAtMs + sampleEveryMs, at.monoMs + settlesMs) };
}

/**
 * Sets when a sample is due after a record: once the burst is whole. Other records wait for the next burst: a sample of
 * them alone would come just before it, and delay it by a whole interval.
 */
function withBurst(before: Life, life: Life, { kind }: RowRecord, at: At): Life {
  const isBegun = kind === 'generalStatus';
  const isPending = life.sampleDueAtMs !== null || at.monoMs - life.sampledAtMs > 2 * sampleSettlesMs;
  const isWhole = kind === 'additionalStatus1' && isPending;
  const settlesMs = isBegun ? sampleSettlesMs : isWhole ? 0 : nextBurstMs;
  if (life.sampleDueAtMs === null || settlesMs === nextBurstMs)
    return withSampleDue(before, life, at, settlesMs);
  const sampleDueAtMs = Math.max(life.sampledAtMs + sampleEveryMs, at.monoMs + settlesMs);
  return { ...life, sampleDueAtMs };
}

function sampleIfDue(life: Life, at: At, effects: Effect[]): Life {
  if (life.sampleDueAtMs === null || at.monoMs < life.sampleDueAtMs) return life;
  effects.push({ kind: 'sample', id: life.id, progress: life.progress });
  const sampledAtMs = Math.max(life.sampleDueAtMs, at.monoMs - sampleLateMs);
  return { ...life, sampledAtMs, sampleDueAtMs: null };
}
