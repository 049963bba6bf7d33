import type { At, Life, RowRequest } from './life-state.ts';
import { rowedAfterMsMax } from './moments.ts';
import { machineOfRow } from '../reduce/machine.ts';
import { factsOf } from './phase.ts';
import type { RowProgress } from '../reduce/state.ts';

/** Shortest time between two batches of strokes. */
const appendEveryMs = 1_000;
const patchEveryMs = 10_000;
const retryMs = [1_000, 2_000, 4_000, 8_000] as const;
/** The monitor's second summary, with the recovery heart rate, arrives about 60 s after the end. */
const recoveryWithinMs = 120_000;

/** Returns the delay before the next try after `failures` failed ones. */
export function backoffMs(failures: number): number {
  return retryMs[Math.min(failures, retryMs.length) - 1] ?? 0;
}

/** Returns the request that is due: at most one at a time, in the order begin, strokes, figures, completion. */
export function dueRequest(life: Life, at: At): RowRequest | null {
  const { kept, run } = life;
  if (run.asking !== null || at.monoMs < run.retryAtMs) return null;
  if (kept.heldUntilMs !== null) return null;
  if (kept.stage === 'discarding') return { kind: 'discard' };
  if (kept.lostTo === 'tab') return null;
  if (kept.refusal !== null && kept.refusal.class !== 'busy') return null;
  if (kept.begin !== 'stored')
    return run.isWaiting
      ? null
      : { kind: 'begin', begunAgoMs: begunAgoMs(life, at), machine: machineOfRow(kept.progress) };
  if (run.isTakingOver) return { kind: 'takeOver' };
  return (
    dueMachine(life) ??
    dueStrokes(life, at) ??
    dueCompletion(life, at) ??
    duePatch(life, at) ??
    dueRecovery(life, at)
  );
}

/**
 * Returns how long ago the row began. Both readings use one clock, so its error cancels. The wall clock continues over
 * a reload and while the device sleeps, but it can be set; then the monotonic clock is better.
 */
function begunAgoMs({ kept, run: { begunMonoMs } }: Life, at: At): number {
  const byWallMs = at.wallMs - kept.begunAtMs;
  const byMonoMs = begunMonoMs === null ? null : at.monoMs - begunMonoMs;
  if (byMonoMs !== null && byWallMs > rowedAfterMsMax) return Math.round(byMonoMs);
  return Math.round(Math.min(rowedAfterMsMax, Math.max(0, byWallMs, byMonoMs ?? 0)));
}

/**
 * Returns the request that reports the row's machine. For a row taken up from another device, the page waits until its
 * own monitor is known to continue the same workout: until then, the meters come from the other monitor.
 */
function dueMachine({ kept, run }: Life): RowRequest | null {
  const isMine = kept.stage === 'rowing' && kept.lostTo === null && !kept.isEndedElsewhere;
  const machine = machineOfRow(kept.progress);
  if (!isMine || kept.takenUpAt !== null || kept.patchRefusal !== null || machine === null) return null;
  return run.toldMachine === null || run.toldMachine === machine ? null : { kind: 'machine', machine };
}

function dueStrokes({ kept, run }: Life, at: At): RowRequest | null {
  if (at.monoMs < run.strokesDueAtMs) return null;
  if (kept.mustRead) return { kind: 'readStrokes' };
  if (run.unsent.length === 0 || at.monoMs - run.appendedAtMs < appendEveryMs) return null;
  const strokes = run.unsent.slice(0, run.batchMax).map(({ stroke }) => stroke);
  return { kind: 'append', from: kept.serverNext, strokes };
}

function dueCompletion({ kept, run }: Life, at: At): RowRequest | null {
  if (kept.stage !== 'completing' || at.monoMs < run.completeAtMs) return null;
  const { progress, timeZone, isLeft } = kept;
  const isMonitors = progress.result?.source === 'summary';
  if (kept.lostTo !== null && !isMonitors) return null;
  return { kind: 'complete', progress, timeZone, isFenced: !isMonitors, isLeft };
}

function duePatch({ kept, run }: Life, at: At): RowRequest | null {
  const isMine = kept.lostTo === null && !kept.isEndedElsewhere && run.isCurrent;
  if (kept.patchRefusal !== null || kept.stage !== 'rowing' || !isMine) return null;
  if (at.monoMs - run.patchedAtMs < patchEveryMs) return null;
  return isPatched(kept.progress, run.patched) ? null : { kind: 'patch', progress: kept.progress };
}

/**
 * Whether the server already has these figures. In a rest the same figures are sent again while the monitor sends
 * records, because each record makes a new progress: the athlete's other devices show a device as silent after 30 s.
 */
function isPatched(progress: RowProgress, patched: RowProgress | null): boolean {
  if (patched === null || (progress.phase === 'resting' && progress !== patched)) return false;
  return figuresOf(progress) === figuresOf(patched);
}

/** Returns the figures of a patch, to compare two. */
function figuresOf(progress: RowProgress): string {
  return JSON.stringify([
    progress.elapsedSec,
    progress.distanceM,
    progress.currentPaceSec,
    progress.averagePaceSec,
    progress.strokeRateSpm,
    progress.workoutType,
    progress.heartRateBpm,
    progress.dragFactor,
    progress.totalCalories,
  ]);
}

function dueRecovery({ kept, run }: Life, at: At): RowRequest | null {
  const { progress, stage } = kept;
  const isDue =
    stage === 'completed' &&
    run.completedAtMs !== null &&
    at.monoMs - run.completedAtMs <= recoveryWithinMs &&
    !run.isRecoverySent &&
    progress.recoveryHeartRateBpm !== null;
  return isDue ? { kind: 'recovery', progress } : null;
}

/** Whether nothing remains to be sent, except a recovery heart rate. */
export function isStored({ kept, run }: Life): boolean {
  const hasStrokesLeft = run.unsent.length + run.setAside.length > 0 || kept.mustRead;
  const isOthers = kept.lostTo === 'device' || (kept.isEndedElsewhere && !run.isCurrent);
  const isOver = kept.stage === 'completed' || (kept.stage === 'rowing' && isOthers);
  return isOver && kept.begin === 'stored' && kept.refusal === null && !hasStrokesLeft;
}

/** Whether a later row may begin, because this one has no activity in progress and will have none. */
export function isSettled({ kept, run }: Life): boolean {
  if (run.isLeaving) return false;
  return factsOf(kept).isSettled || kept.refusal !== null || run.isForgotten;
}
