import type { ForceCurveChunk } from './records.ts';

/** The packet count has four bits on the wire. */
const maximumChunkCount = 15;

type ForceCurveAssembler = {
  /** Adds the next chunk; returns the whole curve (force in lbf, in equal steps of the drive) after its last chunk. */
  push: (chunk: ForceCurveChunk) => number[] | null;
};

/**
 * Joins the chunks of 0x003D. Sequence 0 always starts a new curve. A curve without its first chunk, or with a missing
 * chunk, is dropped: showing a partial curve as a whole one would mislead.
 */
export function createForceCurveAssembler(): ForceCurveAssembler {
  let forceLbf: number[] = [];
  let chunkCount = 0;
  let nextSequence = 0;

  return {
    push(chunk) {
      if (chunk.sequence === 0) {
        forceLbf = [];
        chunkCount = chunk.chunkCount;
        nextSequence = 0;
      }
      const isNext =
        chunk.sequence === nextSequence &&
        chunk.chunkCount === chunkCount &&
        chunkCount >= 1 &&
        chunkCount <= maximumChunkCount;
      if (!isNext) {
        chunkCount = 0;
        return null;
      }
      forceLbf.push(...chunk.forceLbf);
      nextSequence += 1;
      if (nextSequence < chunkCount) return null;
      chunkCount = 0;
      return forceLbf;
    },
  };
}
