/**
 * The life of a row: from Start to the stored result, over reloads, lost answers, other devices and a server that is away.
 * `step` takes one input and returns the new life and what must be done for it. Pure: ids and clocks are inputs, the state
 * is plain data. The runner
 * - performs the effects in their order, and sends nothing before an earlier `keep` is stored, unless the device can't
 *   store anything: after a reload the page would have to read which strokes the server has;
 * - answers each `send` once with `answered` or `refused`, and steps with `tick` twice a second and at `wakeAtMs`.
 */
import { dueRequest, isStored } from './life-requests.ts';
import { ofEarlierPage } from './heard/erg-change.ts';
import { livingOf } from './heard/loaded-life.ts';
import { answered, endedElsewhere, lost, refused, reopened, type Taken } from './life-answers.ts';
import {
  changed,
  figuresOf,
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
import {
  heardFromOf,
  heldUntilMs,
  isNothingRowed,
  isOthers,
  isOverUnheard,
  joinedAt,
  leftMonitorWorkout,
  takenBack,
  takenUp,
} from './life-monitor-workouts.ts';
import { sampleIfDue, withBurst, withSampleDue } from './life-samples.ts';
import { collectStrokes, moved, unsentOf, withoutSetAside, withSetAside } from './life-strokes.ts';
import { beginRow, finishByHand, reduceRow, tickRow, type RowProgress, type RowRecord } from './progress.ts';
import { emptyTally } from './targets.ts';
import { parseWorkoutText } from './text.ts';

export { isNothingRowed } from './life-monitor-workouts.ts';
export { isSettled } from './life-requests.ts';
export { wakeAtMs } from './life-samples.ts';
export type {
  ActivityState,
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
/** A row that changed within this time is rowed, whatever the time of day says: a clock can be set. */
const stillMs = 10_000;
/** The two or three records of the monitor's summary come within this time. */
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
 * Takes one input of a row in a tab that only watches: the tab that runs the rows of this device keeps, forgets and sends
 * all of it. Never throws.
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
        heldUntilMs: input.isHeld ? heldUntilMs(at) : null,
      };
      const run = {
        patched: figuresOf(empty.progress),
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
      const isLost = activity.owner !== null && activity.owner !== owner;
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

/** Returns how long ago the first of what is rowed already began; the monitor's time is without rests. */
function rowedMsOf({ elapsedSec, closedStrokes, track }: RowProgress, at: At): number {
  const strokes = [...closedStrokes, ...(track.openStroke === null ? [] : [track.openStroke])];
  const byStrokes = strokes.map(({ heardAtMs, elapsedTime }) =>
    heardAtMs === null ? 0 : at.wallMs - heardAtMs + 1_000 * elapsedTime,
  );
  return Math.max(1_000 * elapsedSec, ...byStrokes);
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

const removedMessage = 'This workout was removed. Begin it again to row it.';

/**
 * Returns why a row is gone of which this page has nothing that could be saved elsewhere: refused for good at its start,
 * or removed by the host or another page of the athlete. Null if it goes on.
 */
function reasonToLetGo(life: Life, { number, refusal }: Extract<Input, { kind: 'refused' }>): string | null {
  const { asking } = life.run;
  if (asking?.number !== number || !isNothingRowed(life)) return null;
  if (asking.kind === 'begin' && refusal.class !== 'later') return refusal.message;
  const isOwn = asking.kind !== 'discard' && asking.kind !== 'recovery' && life.kept.lostTo === null;
  return isOwn && refusal.class === 'gone' ? removedMessage : null;
}

/** A rower of another maker is followed by the plan of the row. */
function planned({ kept }: Life, input: Extract<Input, { kind: 'record' }>): Input {
  if (input.record.kind !== 'rowerData' || kept.progress.track.rower?.course != null) return input;
  const plan = parseWorkoutText(kept.place.workout);
  return plan === null ? input : { ...input, record: { ...input.record, plan } };
}

/** Returns null when the row is gone. */
function take(life: Life, input: Input, at: At): Taken | null {
  const { kept, run } = life;
  switch (input.kind) {
    case 'record': {
      const progress = reduceRow(kept.progress, input.record, at.wallMs);
      const left = leftMonitorWorkout(life, progress, input.record, at);
      if (left !== null) return { ...left, isKept: true };
      return { life: recorded(life, progress, input.record, at), isKept: false };
    }
    case 'tick': {
      const isStill = at.monoMs - run.keptAtMs >= stillMs;
      if (isStill && kept.heldUntilMs !== null && at.wallMs >= kept.heldUntilMs) return null;
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
      // Not after an answer that may never come: a page that only watches has asked nothing that matters.
      const taking = run.isTakingOver ? due : takenBack(due);
      return { life: changed(taking, {}, { asking: null, isTakingOver: true }), isKept: false };
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
  const { kept } = life;
  const isRowedOn = kept.heldUntilMs !== null && progress.distanceM > kept.progress.distanceM;
  const held = isRowedOn ? changed(life, { heldUntilMs: heldUntilMs(at) }) : life;
  const after = followed(held, progress, at);
  const tellsTotals = record.kind === 'generalStatus' || record.kind === 'rowerData';
  const isOfMonitorWorkout = tellsTotals && after.kept.progress.pieceNumber > 0;
  const isCurrent = isOfMonitorWorkout && kept.lostTo === null;
  return isCurrent && !after.run.isCurrent ? changed(after, {}, { isCurrent }) : after;
}

function followed(life: Life, progress: RowProgress, at: At): Life {
  const { kept, run } = life;
  // What comes after a monitor's workout that was left before this page heard of it is another one.
  const isOver = kept.stage === 'discarding' || (kept.isLeft && kept.progress.result === null);
  if (progress === kept.progress || isOthers(life) || isOver) return life;
  const hasHeardMonitor = kept.hasHeardMonitor || progress.pieceNumber > 0;
  const heardFrom = run.heardFrom ?? heardFromOf(life, progress);
  if (isOverUnheard(life, heardFrom)) return changed(life, {}, { heardFrom });
  const isHeardFirst = run.heardFrom === null && heardFrom !== null;
  const isHeardAgain = run.takenOverAt !== null && progress.distanceM > kept.progress.distanceM;
  // What the server has was compared before, unless its strokes are still to be read.
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
    { stage: isEndedElsewhere && !isMonitors ? 'completed' : 'completing' },
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

/** Collects the effects of a change: what must be kept, then the request that is due, then the sample. */
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

/** The monitor sends a stroke, a split and an end once, so they are kept at once; it repeats the other values. */
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
