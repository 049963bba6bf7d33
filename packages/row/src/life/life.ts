/**
 * The life of a row: from Start to the stored result, over reloads, lost answers, other devices and an unreachable
 * server. `step` takes one input and returns the new life and its effects. Pure: ids and clocks are inputs, the state
 * is plain data. The runner
 * - performs the effects in their order, and sends nothing before an earlier `keep` is stored, unless the device can't
 *   store anything: after a reload the page would have to read which strokes the server has;
 * - answers each `send` once with `answered` or `refused`, and steps with `tick` twice a second and at `wakeAtMs`.
 */
import { dueRequest, isStored } from './requests.ts';
import { ofEarlierPage } from '../reduce/erg-change.ts';
import { livingOf } from './loaded-life.ts';
import { rowedMsOf } from './moments.ts';
import { answered, endedElsewhere, lost, reasonToLetGo, refused, reopened, type Taken } from './answers.ts';
import {
  changed,
  type ActivityState,
  type Answer,
  type At,
  type Effect,
  type Life,
  type OtherDevice,
  type Refusal,
  type RowRequest,
  type Step,
} from './life-state.ts';
import type { JournalStroke, KeptLife, RowPlace } from './kept/schema.ts';
import type { Totals } from '../reduce/state.ts';
import {
  heardFromOf,
  droppedMessage,
  heldSince,
  heldUntilMs,
  isHeldTooLong,
  isOthers,
  isOverUnheard,
  joinedAt,
  leaving,
  leftMonitorWorkout,
  takenBack,
  takenUp,
} from './monitor-workouts.ts';
import { sampleIfDue, withBurst, withSampleDue } from './samples.ts';
import { collectStrokes, moved, unsentOf, withoutSetAside, withSetAside } from './journal-strokes.ts';
import {
  beginRow,
  finishByHand,
  reduceRow,
  tickRow,
  type RowProgress,
  type RowRecord,
} from '../reduce/progress.ts';
import { emptyTally } from '../plan/targets.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

export { isHeldForOwn, isNothingRowed } from './monitor-workouts.ts';
export { isSettled } from './requests.ts';
export { wakeAtMs } from './samples.ts';
export type { ActivityState, Answer, At, Effect, Life, Refusal, RowRequest } from './life-state.ts';
export type { JournalStroke, KeptLife, RowPlace } from './kept/schema.ts';

export type Input =
  /**
   * Starts an item; the page makes the activity's id. `isWaiting`: an earlier row of this device must be stored first.
   */
  | {
      kind: 'start';
      id: string;
      place: RowPlace;
      owner: string;
      isSimulated: boolean;
      timeZone: string;
      isWaiting: boolean;
      /** The progress before the row had a place; empty if omitted. */
      progress?: RowProgress;
      /** No item was begun: the row is kept until the athlete assigns it. */
      isHeld?: boolean;
    }
  /** Continues a row from the journal. */
  | { kind: 'restored'; kept: KeptLife; strokes: JournalStroke[]; owner: string; isWaiting: boolean }
  /** Continues an activity in progress for which this device has no data. */
  | {
      kind: 'resumed';
      /** Key in the journal. */
      key: string;
      activity: ActivityState;
      /** The server's values of the activity. */
      totals: Totals;
      place: RowPlace;
      begunAtMs: number;
      owner: string;
      isSimulated: boolean;
      timeZone: string;
    }
  /** Sends the strokes of a stored row that can't be read. Nothing else of its activity changes. */
  | { kind: 'salvaged'; key: string; id: string; strokes: JournalStroke[]; owner: string }
  /** `heardAtMs`: wall clock at reception, if that is not now. */
  | { kind: 'record'; record: RowRecord; heardAtMs?: number }
  | { kind: 'tick'; isWaiting: boolean }
  /** A simulated erg marks the activity permanently. */
  | { kind: 'erg'; isSimulated: boolean }
  | { kind: 'finish' }
  | { kind: 'discard' }
  | { kind: 'takeOver' }
  | { kind: 'takenElsewhere'; by: 'device' | 'tab' }
  | { kind: 'endedElsewhere' }
  /** The server's totals of another device's row, and the state of that device. */
  | { kind: 'heardElsewhere'; otherDevice: OtherDevice; totals: Totals }
  /** The athlete rows another workout here: the row ends as left, with the values so far. */
  | { kind: 'leave' }
  /** The activity is in progress again: the athlete or the host has withdrawn its result. */
  | { kind: 'reopened' }
  /**
   * The athlete saves a refused row to another session, or one without a place to its first. All its strokes are sent.
   */
  | { kind: 'moved'; id: string; place: RowPlace; strokes: JournalStroke[] }
  /** The athlete has the refused strokes sent again, or drops them. */
  | { kind: 'retrySetAside' }
  | { kind: 'dropSetAside' }
  | { kind: 'answered'; number: number; request: RowRequest; answer: Answer }
  | { kind: 'refused'; number: number; refusal: Refusal }
  /** The page is being closed. */
  | { kind: 'closing' };

const keepEveryMs = 1_000;
/** The two or three records of the monitor's summary arrive within this time. */
const summarySettlesMs = 1_000;

/** Never throws. `life` is null before the start and after the end of a row in this page. */
export function step(life: Life | null, input: Input, at: At): Step {
  const began = beginning(input, at);
  if (began !== null) return settle(began, began, at, true);
  if (life === null) return { life, effects: [] };
  const reason = input.kind === 'refused' ? reasonToLetGo(life, input) : null;
  if (reason !== null) {
    return { life: null, effects: [{ kind: 'tell', message: reason }, { kind: 'forget' }] };
  }
  if (input.kind === 'tick' && isHeldTooLong(life, at)) {
    return { life: null, effects: [{ kind: 'tell', message: droppedMessage(life) }, { kind: 'forget' }] };
  }
  const early: Effect[] = [];
  const ready = input.kind === 'record' ? sampleIfDue(life, at, early) : life;
  const taken = take(ready, input.kind === 'record' ? planned(life, input) : input, at);
  if (taken === null) return { life: null, effects: [{ kind: 'forget' }] };
  const due = input.kind === 'record' ? withBurst(ready, taken.life, input.record, at) : taken.life;
  const after = settle(ready, due, at, taken.isKept, taken.stored);
  const next: Effect[] = taken.next === undefined ? [] : [{ kind: 'next', progress: taken.next }];
  return { life: after.life, effects: [...early, ...after.effects, ...next] };
}

/**
 * Handles one input of a row in a tab that only watches: the tab that runs the rows of this device stores, deletes and
 * sends everything. Never throws.
 */
export function stepWatched(life: Life | null, input: Input, at: At): Step {
  const next = beginning(input, at) ?? (life && take(life, input, at)?.life) ?? null;
  if (next === null || next === life) return { life: next, effects: [] };
  // Without another device, the tab that runs the rows has it.
  const isTabs = next.kept.lostTo === null || input.kind === 'takeOver';
  const idle = { asking: null, isTakingOver: false, isForgotten: true };
  return { life: changed(next, isTabs ? { lostTo: 'tab' } : {}, idle), effects: [] };
}

function beginning(input: Input, at: At): Life | null {
  switch (input.kind) {
    case 'start': {
      const { id, place, owner, isSimulated, timeZone } = input;
      const progress = input.progress ?? beginRow();
      const rowedMs = rowedMsOf(progress, at);
      const empty = emptyLife({ id, place, begunAtMs: at.wallMs - rowedMs, isSimulated, timeZone });
      const kept: KeptLife = {
        ...empty,
        progress,
        hasHeardMonitor: true,
        heldUntilMs: input.isHeld ? heldUntilMs(progress, place, at) : null,
      };
      const run = {
        patched: empty.progress,
        isWaiting: input.isWaiting,
        begunMonoMs: at.monoMs - rowedMs,
        beganAtMonoMs: at.monoMs - rowedMs,
        isCurrent: progress.pieceNumber > 0,
      };
      return completingIfOver(changed(livingOf(kept, [], owner, at), {}, run), empty.progress, at);
    }
    case 'restored':
      return changed(
        livingOf(ofEarlierPage(takenUp(input.kept, input.strokes)), input.strokes, input.owner, at),
        {},
        { isWaiting: input.isWaiting },
      );
    case 'resumed': {
      const { key, activity, place, begunAtMs, owner, isSimulated, timeZone } = input;
      const kept = emptyLife({ id: activity.id, place, begunAtMs, isSimulated, timeZone });
      // The same applies without an owner, because this page has rowed nothing of the row.
      const isLost = activity.owner !== owner;
      const takenUpAt = input.totals;
      const living = livingOf(
        {
          ...kept,
          key,
          isBegunHere: false,
          begin: 'stored',
          mustRead: true,
          lostTo: isLost ? 'device' : null,
          takenUpAt,
        },
        [],
        owner,
        at,
      );
      return changed(living, {}, { toldMachine: activity.machine });
    }
    case 'salvaged': {
      const { key, id, strokes, owner } = input;
      const place = { sessionId: '', workoutItemIndex: 0, title: '', workout: '' };
      const kept = emptyLife({ id, place, begunAtMs: at.wallMs, isSimulated: false, timeZone: null });
      // As with another device's row, these values do not come from this page.
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
    isBegunHere: true,
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

/** The row's plan also applies to an erg of another maker. */
function planned({ kept }: Life, input: Extract<Input, { kind: 'record' }>): Input {
  if (input.record.kind !== 'rowerData' || kept.progress.track.rower?.course != null) return input;
  const plan = parseWorkoutText(kept.place.workout);
  return plan === null ? input : { ...input, record: { ...input.record, plan } };
}

/** Returns null when the row no longer exists. */
function take(life: Life, input: Input, at: At): Taken | null {
  const { kept, run } = life;
  switch (input.kind) {
    case 'record': {
      const progress = reduceRow(kept.progress, input.record, input.heardAtMs ?? at.wallMs);
      const left = leftMonitorWorkout(life, progress, input.record, at);
      if (left !== null) return { ...left, isKept: true };
      return { life: recorded(life, progress, input.record, at), isKept: false };
    }
    case 'tick': {
      const { isWaiting } = input;
      const waiting = run.isWaiting === isWaiting ? life : changed(life, {}, { isWaiting });
      return { life: followed(waiting, tickRow(kept.progress, at.wallMs), at), isKept: false };
    }
    case 'erg': {
      const isNew = input.isSimulated && !kept.isSimulated;
      return { life: isNew ? changed(life, { isSimulated: true }) : life, isKept: isNew };
    }
    case 'finish':
      return { life: finished(life, at), isKept: true };
    case 'discard':
      return discarded(life);
    case 'takeOver': {
      const due = changed(life, {}, { retryAtMs: at.monoMs });
      if (kept.lostTo !== 'device') return { life: due, isKept: false };
      // Does not wait for an answer, which may never arrive: a page that only watches has sent no important request.
      const taking = run.isTakingOver ? due : takenBack(due);
      return { life: changed(taking, {}, { asking: null, isTakingOver: true }), isKept: false };
    }
    case 'takenElsewhere':
      return { life: lost(life, input.by), isKept: input.by === 'device' };
    case 'endedElsewhere':
      return { life: endedElsewhere(life), isKept: true };
    case 'heardElsewhere': {
      const { otherDevice, totals } = input;
      if (kept.lostTo !== 'device') return { life, isKept: false };
      return { life: changed(life, {}, { otherDevice, ownersTotals: totals }), isKept: false };
    }
    case 'leave':
      return { life: leaving(life, at), isKept: true };
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
  const { kept } = life;
  const isRowedOn = kept.heldUntilMs !== null && progress.distanceM > kept.progress.distanceM;
  const held = isRowedOn ? changed(life, heldSince({ ...kept, progress }, at)) : life;
  const after = followed(held, progress, at);
  const tellsTotals = record.kind === 'generalStatus' || record.kind === 'rowerData';
  const isOfMonitorWorkout = tellsTotals && after.kept.progress.pieceNumber > 0;
  const isCurrent = isOfMonitorWorkout && kept.lostTo === null;
  return isCurrent && !after.run.isCurrent ? changed(after, {}, { isCurrent }) : after;
}

function followed(life: Life, progress: RowProgress, at: At): Life {
  const { kept, run } = life;
  // The athlete left the monitor's workout before this page received any of it, so the next values belong to another
  // one.
  const isOver = kept.stage === 'discarding' || (kept.isLeft && kept.progress.result === null);
  if (progress === kept.progress || isOthers(life) || isOver) return life;
  const hasHeardMonitor = kept.hasHeardMonitor || progress.pieceNumber > 0;
  const heardFrom = run.heardFrom ?? heardFromOf(life, progress);
  if (isOverUnheard(life, heardFrom)) return changed(life, {}, { heardFrom });
  const isHeardFirst = run.heardFrom === null && heardFrom !== null;
  const isHeardAgain = run.takenOverAt !== null && progress.distanceM > kept.progress.distanceM;
  // The server's totals were compared before, unless its strokes must still be read.
  const takenUpAt = heardFrom === null || kept.mustRead ? kept.takenUpAt : null;
  const joined = isHeardFirst || isHeardAgain ? joinedAt(life, progress) : progress;
  const takenOverAt = isHeardAgain ? null : run.takenOverAt;
  const now = { progress: joined, hasHeardMonitor, takenUpAt };
  const after = changed(life, now, { heardFrom, takenOverAt });
  return completingIfOver(after, kept.progress, at);
}

function completingIfOver(life: Life, before: RowProgress, at: At): Life {
  const { stage, isEndedElsewhere, progress } = life.kept;
  const { result } = progress;
  if (result === null || result === before.result) return life;
  const isMonitors = result.source === 'summary';
  const isSecondPart = isMonitors && before.result?.source === 'summary';
  if (stage === 'completing' && isSecondPart && life.run.failures === 0) {
    return changed(life, {}, { completeAtMs: at.monoMs });
  }
  const isReplaced = isMonitors && !isSecondPart && stage !== 'discarding';
  if (stage !== 'rowing' && !isReplaced) return life;
  return changed(
    life,
    { stage: isEndedElsewhere && !isMonitors ? 'completed' : 'completing', ...heldSince(life.kept, at) },
    { completeAtMs: isMonitors ? at.monoMs + summarySettlesMs : at.monoMs },
  );
}

function finished(life: Life, at: At): Life {
  const { stage, lostTo, isEndedElsewhere, hasHeardMonitor, progress } = life.kept;
  if (stage !== 'rowing' || lostTo !== null) return life;
  if (isEndedElsewhere) return changed(life, { stage: 'completed' });
  // Without values of its own the page leaves the result to the server.
  if (!hasHeardMonitor) return changed(life, { stage: 'completing' }, { completeAtMs: at.monoMs });
  return followed(life, finishByHand(progress, at.wallMs), at);
}

function discarded(life: Life): Taken | null {
  const { stage, begin, lostTo, isEndedElsewhere, refusal } = life.kept;
  if (lostTo !== null && !isEndedElsewhere) return { life, isKept: false };
  if (stage === 'completed' && refusal === null) return { life, isKept: false };
  const isUnknownToServer = begin === 'unsent' || refusal?.class === 'gone';
  if (isUnknownToServer || isEndedElsewhere) return null;
  const discarding = changed(life, { stage: 'discarding', refusal: null }, { sampleDueAtMs: null });
  return { life: discarding, isKept: true };
}

/** Collects the effects of a change: first the records to store, then the request that is due, then the sample. */
function settle(before: Life, after: Life, at: At, isKept: boolean, stored: JournalStroke[] = []): Step {
  const effects: Effect[] = [];
  const collected = collectStrokes(after, at);
  let life = withSampleDue(before, collected.life, at);
  const request = dueRequest(life, at);
  if (request !== null) life = asking(life, request, at);
  const strokes = [...stored, ...collected.added];
  if (life.run.isForgotten && !isStored(life)) {
    life = changed(life, {}, { isForgotten: false, keptAtMs: Number.NEGATIVE_INFINITY });
  }
  const isDue = isKept || strokes.length > 0 || request !== null || isKeepDue(before, life, at);
  if (isDue && !life.run.isForgotten && life.kept.lostTo !== 'tab') {
    effects.push({ kind: 'keep', kept: life.kept, strokes });
    life = changed(life, {}, { keptAtMs: at.monoMs });
  }
  if (request !== null) effects.push({ kind: 'send', number: life.run.requestCount, request });
  life = sampleIfDue(life, at, effects);
  if (isStored(life) && !life.run.isForgotten) {
    effects.push({ kind: 'forget' });
    life = changed(life, {}, { isForgotten: true });
  }
  return { life, effects };
}

function asking(life: Life, request: RowRequest, at: At): Life {
  const { run } = life;
  const number = run.requestCount + 1;
  const strokes = request.kind === 'append' ? request.strokes.length : 0;
  return changed(life, request.kind === 'begin' ? { begin: 'asked' } : {}, {
    requestCount: number,
    asking: { number, kind: request.kind, strokes },
    appendedAtMs: request.kind === 'append' ? at.monoMs : run.appendedAtMs,
    patchedAtMs: request.kind === 'patch' ? at.monoMs : run.patchedAtMs,
  });
}

/** The monitor sends a stroke, a split and an end once, so they are stored immediately. It repeats the other values. */
function isKeepDue(before: Life, life: Life, at: At): boolean {
  const now = life.kept.progress;
  if (now === before.kept.progress) return false;
  const { splits, phase, pieceNumber, strokeCount } = before.kept.progress;
  const isSentOnce =
    splits !== now.splits ||
    phase !== now.phase ||
    pieceNumber !== now.pieceNumber ||
    strokeCount !== now.strokeCount;
  return isSentOnce || at.monoMs - life.run.keptAtMs >= keepEveryMs;
}
