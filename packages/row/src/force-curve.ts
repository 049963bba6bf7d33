import { newtonsOf, type ForceCurveChunk } from './records.ts';
import type { RowProgress } from './state.ts';

/**
 * Handles 0x3D: joins the chunks of a force curve and gives it to the stroke of its drive. A curve with a missing chunk
 * is dropped: a part shown as the whole would mislead. Chunks have no stroke count; they come around the first copy of
 * their stroke.
 */
export function followForceCurve(progress: RowProgress, chunk: ForceCurveChunk): RowProgress {
  if (progress.phase === 'finished') return progress;
  const { track } = progress;
  const begun =
    chunk.sequence === 0 ? { chunkCount: chunk.chunkCount, nextSequence: 0, forceLbf: [] } : track.curve;
  const isNext = begun?.nextSequence === chunk.sequence && begun.chunkCount === chunk.chunkCount;
  if (!isNext) return withCurve(progress, null);
  const curve = {
    ...begun,
    nextSequence: begun.nextSequence + 1,
    forceLbf: [...begun.forceLbf, ...chunk.forceLbf],
  };
  if (curve.nextSequence < curve.chunkCount) return withCurve(progress, curve);
  const earlyCurveN = curve.forceLbf.map((forceLbf) => Math.round(newtonsOf(forceLbf)));
  const { openStroke } = track;
  const isOfTheOpenStroke = openStroke !== null && openStroke.forceCurve === null;
  const whole = { ...progress, track: { ...track, curve: null, earlyCurveN } };
  return isOfTheOpenStroke ? followEarlyCurve(whole) : whole;
}

function withCurve(progress: RowProgress, curve: RowProgress['track']['curve']): RowProgress {
  return progress.track.curve === curve ? progress : { ...progress, track: { ...progress.track, curve } };
}

/** Gives a curve that arrived before its stroke to the stroke that has just begun. */
export function followEarlyCurve(progress: RowProgress): RowProgress {
  const { track } = progress;
  const { openStroke, earlyCurveN } = track;
  if (openStroke === null || earlyCurveN === null) return progress;
  const stroke = { ...openStroke, forceCurve: earlyCurveN };
  return { ...progress, track: { ...track, openStroke: stroke, earlyCurveN: null } };
}
