import { describe, expect, it } from 'vitest';

import { createForceCurveAssembler } from './force-curve.ts';
import type { ForceCurveChunk } from './records.ts';

const chunk = (sequence: number, chunkCount: number, ...forceLbf: number[]): ForceCurveChunk => ({
  kind: 'forceCurveChunk',
  chunkCount,
  sequence,
  forceLbf,
});

describe('joining a force curve', () => {
  it('returns the whole curve after its last chunk', () => {
    const assembler = createForceCurveAssembler();
    expect(assembler.push(chunk(0, 3, 1, 2))).toBeNull();
    expect(assembler.push(chunk(1, 3, 3, 4))).toBeNull();
    expect(assembler.push(chunk(2, 3, 5))).toEqual([1, 2, 3, 4, 5]);
  });

  it('returns a curve of a single chunk at once, repeatedly', () => {
    const assembler = createForceCurveAssembler();
    expect(assembler.push(chunk(0, 1, 7))).toEqual([7]);
    expect(assembler.push(chunk(0, 1, 8))).toEqual([8]);
  });

  it('starts over at sequence 0', () => {
    const assembler = createForceCurveAssembler();
    assembler.push(chunk(0, 2, 1));
    expect(assembler.push(chunk(0, 2, 9))).toBeNull();
    expect(assembler.push(chunk(1, 2, 10))).toEqual([9, 10]);
  });

  it('ignores a curve without its first chunk, and accepts the next one', () => {
    const assembler = createForceCurveAssembler();
    expect(assembler.push(chunk(1, 3, 3))).toBeNull();
    expect(assembler.push(chunk(2, 3, 4))).toBeNull();
    expect(assembler.push(chunk(0, 2, 5))).toBeNull();
    expect(assembler.push(chunk(1, 2, 6))).toEqual([5, 6]);
  });

  it('drops a curve with a missing or repeated chunk', () => {
    const assembler = createForceCurveAssembler();
    assembler.push(chunk(0, 3, 1));
    expect(assembler.push(chunk(2, 3, 3))).toBeNull();
    expect(assembler.push(chunk(1, 3, 2))).toBeNull();
    assembler.push(chunk(0, 2, 1));
    assembler.push(chunk(0, 2, 1));
    expect(assembler.push(chunk(1, 2, 2))).toEqual([1, 2]);
    expect(assembler.push(chunk(1, 2, 2))).toBeNull();
  });

  it('drops a chunk with another packet count, and a count that does not fit four bits', () => {
    const assembler = createForceCurveAssembler();
    assembler.push(chunk(0, 2, 1));
    expect(assembler.push(chunk(1, 3, 2))).toBeNull();
    expect(assembler.push(chunk(0, 0, 1))).toBeNull();
    for (let sequence = 0; sequence < 16; sequence += 1) {
      expect(assembler.push(chunk(sequence, 16, 1))).toBeNull();
    }
  });

  it('does not change a curve after returning it', () => {
    const assembler = createForceCurveAssembler();
    const first = assembler.push(chunk(0, 1, 7));
    assembler.push(chunk(0, 2, 8));
    expect(first).toEqual([7]);
  });
});
