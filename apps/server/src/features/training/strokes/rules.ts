import type { Stroke } from '@boathouse/contract/strokes';
import { fullChunkStrokes, valuesOf } from '../../../infra/packed-strokes.ts';

/** Whether two lists hold the same strokes. */
export function areSameStrokes(one: readonly Stroke[], other: readonly Stroke[]): boolean {
  return JSON.stringify(one.map(valuesOf)) === JSON.stringify(other.map(valuesOf));
}

/** This many small chunks at the end are merged into one, so that each stroke is rewritten only a few times. */
export const smallChunksMax = 32;
/**
 * A smaller number of chunks is merged if they have this many strokes. No chunk is larger than a batch, so reading one
 * is fast.
 */
const mergedFromStrokes = 2 * fullChunkStrokes;

/**
 * Chooses the small chunks at the end of an activity to merge, given the chunks' stroke counts in order.
 * @returns how many of the last chunks to merge; 0 while there are few
 */
export function chunksToMerge(counts: readonly number[]): number {
  const lastFull = counts.findLastIndex((count) => count >= fullChunkStrokes);
  const small = counts.slice(lastFull + 1);
  const strokes = small.reduce((sum, count) => sum + count, 0);
  return small.length >= smallChunksMax || strokes >= mergedFromStrokes ? small.length : 0;
}
