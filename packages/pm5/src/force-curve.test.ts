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
  it('gives the whole curve with its last chunk', () => {
    const assembler = createForceCurveAssembler();
    expect(assembler.push(chunk(0, 3, 1, 2))).toBeNull();
    expect(assembler.push(chunk(1, 3, 3, 4))).toBeNull();
    expect(assembler.push(chunk(2, 3, 5))).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives a curve of a single chunk at once, time after time', () => {
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

  it('ignores a curve joined midway, and takes the next one', () => {
    const assembler = createForceCurveAssembler();
    expect(assembler.push(chunk(1, 3, 3))).toBeNull();
    expect(assembler.push(chunk(2, 3, 4))).toBeNull();
    expect(assembler.push(chunk(0, 2, 5))).toBeNull();
    expect(assembler.push(chunk(1, 2, 6))).toEqual([5, 6]);
  });

  it('drops a curve that lost a chunk or got one twice', () => {
    const assembler = createForceCurveAssembler();
    assembler.push(chunk(0, 3, 1));
    expect(assembler.push(chunk(2, 3, 3))).toBeNull();
    expect(assembler.push(chunk(1, 3, 2))).toBeNull();
    assembler.push(chunk(0, 2, 1));
    assembler.push(chunk(0, 2, 1));
    expect(assembler.push(chunk(1, 2, 2))).toEqual([1, 2]);
    expect(assembler.push(chunk(1, 2, 2))).toBeNull();
  });

  it('drops a chunk that tells another packet count, and a count the wire cannot carry', () => {
    const assembler = createForceCurveAssembler();
    assembler.push(chunk(0, 2, 1));
    expect(assembler.push(chunk(1, 3, 2))).toBeNull();
    expect(assembler.push(chunk(0, 0, 1))).toBeNull();
    for (let sequence = 0; sequence < 16; sequence += 1) {
      expect(assembler.push(chunk(sequence, 16, 1))).toBeNull();
    }
  });

  it('does not change a curve that it has handed out', () => {
    const assembler = createForceCurveAssembler();
    const first = assembler.push(chunk(0, 1, 7));
    assembler.push(chunk(0, 2, 8));
    expect(first).toEqual([7]);
  });
});
