/**
 * The life of a row: from Start to the stored result, over reloads, lost answers, other devices and a server that is away.
 * `step` takes one input and returns the new life and what must be done for it. Pure: ids and clocks are inputs, the state
 * is plain data. Whoever runs it
 * - performs the effects in their order, and sends nothing before an earlier `keep` is stored: otherwise the server would
 *   have strokes that the page does not know after a reload;
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
} from './life-state.ts';
import { collectStrokes } from './life-strokes.ts';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress, type RowRecord } from './progress.ts';
import { emptyTally } from './targets.ts';

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
  CountedStroke,
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
    }
  /** Continues what the journal has. */
  | { kind: 'restored'; kept: KeptLife; strokes: JournalStroke[]; owner: string; isWaiting: boolean }
  /** Continues an activity in progress that this device has nothing of. */
  | {
      kind: 'resumed';
      activity: ActivityState;
      place: RowPlace;
      begunAtMs: number;
      owner: string;
      isSimulated: boolean;
      timeZone: string;
    }
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
  /** The athlete saves a refused row to another session: all its strokes are sent again. */
  | { kind: 'moved'; id: string; place: RowPlace; strokes: JournalStroke[] }
  | { kind: 'answered'; number: number; request: RowRequest; answer: Answer }
  | { kind: 'refused'; number: number; refusal: Refusal }
  /** The page is being closed. */
  | { kind: 'closing' };

const keepEveryMs = 1_000;
const sampleEveryMs = 250;
/**
 * A burst of the monitor has 0x31 and 0x32, and a sample contains both. The second follows within a few ms, or with the
 * next connection event of the radio: 30 ms in the recording of a real monitor.
 */
const sampleSettlesMs = 50;
/** The same for the two or three records of the monitor's summary. */
const summarySettlesMs = 1_000;

/** Returns when the next sample is due on the monotonic clock, or null. */
export function wakeAtMs(life: Life): number | null {
  return life.sampleDueAtMs;
}

/** Less than a stroke: there is nothing to lose. */
const nothingM = 10;

/** Whether there is nothing to lose: Finish then offers Discard. */
export function isNothingRowed({ progress, nextSequence }: Life): boolean {
  return nextSequence === 0 && progress.distanceM < nothingM && progress.pieceNumber <= 1;
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
  const due = input.kind === 'record' ? withBurst(taken.life, input.record, at) : taken.life;
  const after = settle(ready, due, at, taken.isKept, taken.stored);
  return { life: after.life, effects: [...early, ...after.effects] };
}

function beginning(input: Input, at: At): Life | null {
  switch (input.kind) {
    case 'start': {
      const { id, place, owner, isSimulated, timeZone } = input;
      const kept = emptyLife({ id, place, begunAtMs: at.wallMs, isSimulated, timeZone });
      const patched = figuresOf(kept.progress);
      const life = livingOf({ ...kept, hasHeardMonitor: true }, [], owner, at);
      return { ...life, patched, isWaiting: input.isWaiting };
    }
    case 'restored':
      return { ...livingOf(input.kept, input.strokes, input.owner, at), isWaiting: input.isWaiting };
    case 'resumed': {
      const { activity, place, begunAtMs, owner, isSimulated, timeZone } = input;
      const kept = emptyLife({ id: activity.id, place, begunAtMs, isSimulated, timeZone });
      const isLost = activity.owner !== null && activity.owner !== owner;
      return livingOf(
        { ...kept, begin: 'stored', mustRead: true, lostTo: isLost ? 'device' : null },
        [],
        owner,
        at,
      );
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
    strokesRefusal: null,
    patchRefusal: null,
    progress: beginRow(),
    hasHeardMonitor: false,
    nextSequence: 0,
    serverNext: 0,
    mustRead: false,
    storedBefore: [],
    targets: emptyTally(),
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
    case 'record':
      return { life: recorded(life, input.record, at), isKept: false };
    case 'tick': {
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

function recorded(life: Life, record: RowRecord, at: At): Life {
  const after = followed(life, reduceRow(life.progress, record, at.wallMs), at);
  const isCurrent = record.kind === 'generalStatus' && after.progress.pieceNumber > 0 && life.lostTo === null;
  return isCurrent && !after.isCurrent ? { ...after, isCurrent } : after;
}

/** A page that does not own the row takes no values: its erg is disconnected. */
function followed(life: Life, progress: RowProgress, at: At): Life {
  if (progress === life.progress || life.lostTo !== null || life.stage === 'discarding') return life;
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
  return {
    ...life,
    id: input.id,
    place: input.place,
    begin: 'unsent',
    lostTo: null,
    isEndedElsewhere: false,
    refusal: null,
    strokesRefusal: null,
    patchRefusal: null,
    serverNext: 0,
    mustRead: false,
    storedBefore: [],
    unsent: input.strokes.map(unsentOf),
    retryAtMs: at.monoMs,
    completeAtMs: at.monoMs,
  };
}

/** Collects the effects of a change: what must be kept, then the request that is due, then the sample. */
function settle(before: Life, after: Life, at: At, isKept: boolean, stored: JournalStroke[] = []): Step {
  const effects: Effect[] = [];
  const collected = collectStrokes(after);
  let life = withSampleDue(before, collected.life, at);
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
    asking: { number, kind: request.kind },
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

function withSampleDue(before: Life, life: Life, at: At): Life {
  const isMine = life.lostTo === null && !life.isEndedElsewhere && life.refusal === null;
  const isShown = life.stage === 'rowing' && life.begin === 'stored' && life.isCurrent && isMine;
  if (!isShown || life.progress === before.progress || life.sampleDueAtMs !== null) return life;
  return { ...life, sampleDueAtMs: Math.max(life.sampledAtMs + sampleEveryMs, at.monoMs + sampleSettlesMs) };
}

/** Delays a sample that is due until the burst that has begun is whole. */
function withBurst(life: Life, { kind }: RowRecord, at: At): Life {
  const { sampleDueAtMs } = life;
  if (sampleDueAtMs === null) return life;
  const isBegun = kind === 'generalStatus';
  if (!isBegun && kind !== 'additionalStatus1') return life;
  const wholeAtMs = at.monoMs + (isBegun ? sampleSettlesMs : 0);
  return { ...life, sampleDueAtMs: Math.max(life.sampledAtMs + sampleEveryMs, wholeAtMs) };
}

function sampleIfDue(life: Life, at: At, effects: Effect[]): Life {
  if (life.sampleDueAtMs === null || at.monoMs < life.sampleDueAtMs) return life;
  effects.push({ kind: 'sample', id: life.id, progress: life.progress });
  return { ...life, sampledAtMs: at.monoMs, sampleDueAtMs: null };
}
