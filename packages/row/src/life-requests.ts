import { figuresOf, type At, type Life, type RowRequest } from './life-state.ts';

/** Shortest time between two batches of strokes. */
const appendEveryMs = 1_000;
const patchEveryMs = 10_000;
const retryMs = [1_000, 2_000, 4_000, 8_000] as const;
/** The monitor's second summary, with the recovery heart rate, comes about 60 s after the end. */
const recoveryWithinMs = 120_000;

/** Returns the delay before the next try after `failures` of them. */
export function backoffMs(failures: number): number {
  return retryMs[Math.min(failures, retryMs.length) - 1] ?? 0;
}

/** Returns the request that is due: at most one at a time, in the order begin, strokes, figures, completion. */
export function dueRequest(life: Life, at: At): RowRequest | null {
  if (life.asking !== null || at.monoMs < life.retryAtMs) return null;
  if (life.heldUntilMs !== null) return null;
  if (life.stage === 'discarding') return { kind: 'discard' };
  if (life.lostTo === 'tab') return null;
  if (life.refusal !== null && life.refusal.class !== 'busy') return null;
  if (life.begin !== 'stored')
    return life.isWaiting ? null : { kind: 'begin', begunAgoMs: begunAgoMs(life, at) };
  if (life.isTakingOver) return { kind: 'takeOver' };
  return dueStrokes(life, at) ?? dueCompletion(life, at) ?? duePatch(life, at) ?? dueRecovery(life, at);
}

/** A kept row is not older; a longer time is a clock that was set. The server has the same bound. */
const keptMaxMs = 30 * 24 * 3_600_000;

/**
 * Returns how long ago the row began. Both readings are of one clock, so that its error cancels. The wall clock continues
 * over a reload and while the device sleeps, but it can be set; the monotonic clock is then the better one.
 */
function begunAgoMs({ begunAtMs, begunMonoMs }: Life, at: At): number {
  const byWallMs = at.wallMs - begunAtMs;
  const byMonoMs = begunMonoMs === null ? null : at.monoMs - begunMonoMs;
  if (byMonoMs !== null && byWallMs > keptMaxMs) return Math.round(byMonoMs);
  return Math.round(Math.min(keptMaxMs, Math.max(0, byWallMs, byMonoMs ?? 0)));
}

function dueStrokes(life: Life, at: At): RowRequest | null {
  if (at.monoMs < life.strokesDueAtMs) return null;
  if (life.mustRead) return { kind: 'readStrokes' };
  if (life.unsent.length === 0 || at.monoMs - life.appendedAtMs < appendEveryMs) return null;
  const strokes = life.unsent.slice(0, life.batchMax).map(({ stroke }) => stroke);
  return { kind: 'append', from: life.serverNext, strokes };
}

function dueCompletion(life: Life, at: At): RowRequest | null {
  if (life.stage !== 'completing' || at.monoMs < life.completeAtMs) return null;
  const { progress, timeZone, isLeft } = life;
  const isMonitors = progress.result?.source === 'summary';
  if (life.lostTo !== null && !isMonitors) return null;
  return { kind: 'complete', progress, timeZone, isFenced: !isMonitors, isLeft };
}

function duePatch(life: Life, at: At): RowRequest | null {
  const isMine = life.lostTo === null && !life.isEndedElsewhere && life.isCurrent;
  if (life.patchRefusal !== null || life.stage !== 'rowing' || !isMine) return null;
  if (at.monoMs - life.patchedAtMs < patchEveryMs) return null;
  return figuresOf(life.progress) === life.patched ? null : { kind: 'patch', progress: life.progress };
}

function dueRecovery(life: Life, at: At): RowRequest | null {
  const { progress, completedAtMs } = life;
  const isDue =
    life.stage === 'completed' &&
    completedAtMs !== null &&
    at.monoMs - completedAtMs <= recoveryWithinMs &&
    !life.isRecoverySent &&
    progress.recoveryHeartRateBpm !== null;
  return isDue ? { kind: 'recovery', progress } : null;
}

/** Whether nothing is left to send but a recovery heart rate. */
export function isStored(life: Life): boolean {
  const hasStrokesLeft = life.unsent.length + life.setAside.length > 0 || life.mustRead;
  const isOthers = life.lostTo === 'device' || (life.isEndedElsewhere && !life.isCurrent);
  const isOver = life.stage === 'completed' || (life.stage === 'rowing' && isOthers);
  return isOver && life.begin === 'stored' && life.refusal === null && !hasStrokesLeft;
}

/** Whether a later row may begin: this one has no activity in progress, and will have none. */
export function isSettled(life: Life): boolean {
  const isDone = life.stage === 'completed' || life.isEndedElsewhere || life.lostTo !== null;
  return isDone || life.refusal !== null || life.isForgotten || life.heldUntilMs !== null;
}
