import { changed, type At, type KeptLife, type Life } from './life-state.ts';
import type { RowProgress } from './progress.ts';
import { stageOf } from './records.ts';
import { finishFromStatus } from './result.ts';
import { isRowed } from './state.ts';

/** How long a row without a place is kept after its last metre. */
const heldForMs = 10 * 60_000;

/** Returns when a row without a place that is rowed now would be forgotten. */
export function heldUntilMs(at: At): number {
  return at.wallMs + heldForMs;
}

/** Whether there is nothing to lose: Finish then offers Discard. */
export function isNothingRowed({ kept: { progress, nextSequence } }: Life): boolean {
  return nextSequence === 0 && !isRowed(progress);
}

/**
 * Returns the piece that `after` has begun, if it is another one than that of `before`: as the first of its row, with its
 * own strokes alone. Null if the piece is the same.
 */
export function nextPiece(before: RowProgress, after: RowProgress): RowProgress | null {
  if (before.pieceNumber === 0 || after.pieceNumber === before.pieceNumber) return null;
  const own = after.closedStrokes.filter(({ pieceNumber }) => pieceNumber === after.pieceNumber);
  const { openStroke } = after.track;
  return {
    ...after,
    pieceNumber: 1,
    closedStrokes: own.map((stroke) => ({ ...stroke, pieceNumber: 1 })),
    track: { ...after.track, openStroke: openStroke && { ...openStroke, pieceNumber: 1 } },
  };
}

/** Metres and seconds by which the monitor may be behind a value that it sent earlier. */
const sameM = 1;
const sameSec = 1;

/** Whether the first values of a row that was taken up elsewhere are those of another piece. */
function isOtherThanTakenUp({ progress, takenUpAt }: KeptLife, after: RowProgress): boolean {
  if (takenUpAt === null || progress.pieceNumber > 0 || after.pieceNumber === 0) return false;
  const { workoutState } = progress.track;
  const stage = workoutState === null ? null : stageOf(workoutState);
  // The monitor has left the piece that was taken up: what begins then is another one, also where its values are higher.
  const isLeft = (stage === 'idle' || stage === 'over') && takenUpAt.distanceM > sameM;
  return (
    isLeft ||
    after.distanceM < takenUpAt.distanceM - sameM ||
    (after.elapsedIsExact && after.elapsedSec < takenUpAt.elapsedSec - sameSec)
  );
}

/**
 * Ends a row whose athlete has left the piece on the monitor and begun another: strokes of two pieces are never in one
 * activity. Null while the piece goes on, and where nothing of it was rowed.
 */
export function leftPiece(life: Life, after: RowProgress, at: At): { life: Life; next: RowProgress } | null {
  const { kept } = life;
  if (kept.stage !== 'rowing' || kept.lostTo !== null) return null;
  const left = changed(
    life,
    { isLeft: true, stage: kept.isEndedElsewhere ? 'completed' : 'completing' },
    { completeAtMs: at.monoMs, sampleDueAtMs: null },
  );
  // The server has its values: this page has heard none of them.
  if (isOtherThanTakenUp(kept, after)) return { life: left, next: after };
  const next = nextPiece(kept.progress, after);
  if (next === null || isNothingRowed(life)) return null;
  return { life: changed(left, { progress: finishFromStatus(kept.progress, 'lastStatus') }), next };
}
