import { newtonsOf, type ForceCurveChunk } from './records.ts';
import type { StrokeTrack } from './state.ts';

/**
 * Handles 0x3D: joins the chunks of a force curve and adds it to the stroke of its drive. Drops a curve with a missing
 * chunk, because a part shown as the whole would mislead. Chunks have no stroke count; they arrive around the first
 * copy of their stroke.
 */
export function withCurveChunk(strokes: StrokeTrack, chunk: ForceCurveChunk): StrokeTrack {
  const begun =
    chunk.sequence === 0 ? { chunkCount: chunk.chunkCount, nextSequence: 0, forceLbf: [] } : strokes.curve;
  const isNext = begun?.nextSequence === chunk.sequence && begun.chunkCount === chunk.chunkCount;
  if (!isNext) return strokes.curve === null ? strokes : { ...strokes, curve: null };
  const curve = {
    ...begun,
    nextSequence: begun.nextSequence + 1,
    forceLbf: [...begun.forceLbf, ...chunk.forceLbf],
  };
  if (curve.nextSequence < curve.chunkCount) return { ...strokes, curve };
  const earlyCurveN = curve.forceLbf.map((forceLbf) => Math.round(newtonsOf(forceLbf)));
  const { openStroke } = strokes;
  const isOfTheOpenStroke = openStroke !== null && openStroke.forceCurve === null;
  const whole = { ...strokes, curve: null, earlyCurveN };
  return isOfTheOpenStroke ? withEarlyCurve(whole) : whole;
}

/** Adds a curve that arrived before its stroke to the stroke that has just begun. */
export function withEarlyCurve(strokes: StrokeTrack): StrokeTrack {
  const { openStroke, earlyCurveN } = strokes;
  if (openStroke === null || earlyCurveN === null) return strokes;
  return { ...strokes, openStroke: { ...openStroke, forceCurve: earlyCurveN }, earlyCurveN: null };
}
