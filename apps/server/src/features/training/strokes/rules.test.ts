import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StrokeSchema, type Stroke } from '@boathouse/contract/strokes';
import { fullChunkStrokes, packStrokes, unpackStrokes } from '../../../infra/packed-strokes.ts';
import { areSameStrokes, chunksToMerge } from './rules.ts';

const hundredths = (maximum: number) =>
  fc.integer({ min: 0, max: Math.round(maximum * 100) }).map((value) => value / 100);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const strokeArbitrary: fc.Arbitrary<Required<Stroke>> = fc.record({
  number: fc.integer({ min: 1, max: 65_535 }),
  interval: fc.integer({ min: 1, max: 255 }),
  elapsedTime: hundredths(36_000),
  distance: hundredths(50_000),
  pace: orNull(hundredths(655)),
  strokeRate: orNull(fc.integer({ min: 0, max: 255 })),
  heartRate: orNull(fc.integer({ min: 0, max: 255 })),
  power: orNull(fc.integer({ min: 0, max: 65_535 })),
  driveLength: orNull(hundredths(2.55)),
  driveTime: orNull(hundredths(2.55)),
  recoveryTime: orNull(hundredths(655.35)),
  strokeDistance: orNull(hundredths(655.35)),
  peakForce: orNull(hundredths(3_000)),
  averageForce: orNull(hundredths(3_000)),
  workPerStroke: orNull(hundredths(6_553)),
  calories: orNull(fc.integer({ min: 0, max: 65_535 })),
  forceCurve: orNull(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 60 })),
  rowedAfterMs: orNull(fc.integer({ min: 0, max: 30 * 86_400_000 })),
});

describe('packing strokes', () => {
  test('returns every stroke as it was packed', () => {
    fc.assert(
      fc.property(fc.array(strokeArbitrary, { maxLength: 40 }), (strokes) => {
        expect(unpackStrokes(packStrokes(strokes))).toEqual(strokes);
      }),
    );
  });

  test.each([
    ['a word as a figure', [[1, 1, 2.5, 9.7, 'fast']]],
    ['a force curve of words', [[1, 1, 2.5, 9.7, ...Array.from({ length: 12 }, () => null), ['strong']]]],
    ['a stroke that is no list', [{ number: 1 }]],
    ['no list', { number: 1 }],
  ])('refuses a chunk with %s instead of returning wrong strokes', (_, rows) => {
    expect(() => unpackStrokes(deflateRawSync(JSON.stringify(rows)))).toThrow();
  });

  test('reads a field that an older chunk does not have as null', () => {
    const [stroke] = unpackStrokes(deflateRawSync('[[1,1,2.5,9.7]]'));
    expect(stroke).toMatchObject({
      number: 1,
      distance: 9.7,
      pace: null,
      forceCurve: null,
      rowedAfterMs: null,
    });
  });

  test('returns strokes that the contract accepts', () => {
    fc.assert(
      fc.property(strokeArbitrary, (stroke) => {
        expect(unpackStrokes(packStrokes([stroke])).map((each) => StrokeSchema.parse(each))).toEqual([
          stroke,
        ]);
      }),
    );
  });

  test('distinguishes a stroke from one that differs in any field', () => {
    fc.assert(
      fc.property(strokeArbitrary, fc.integer({ min: 1, max: 255 }), (stroke, change) => {
        expect(areSameStrokes([stroke], [{ ...stroke }])).toBe(true);
        for (const field of Object.keys(stroke)) {
          expect(areSameStrokes([stroke], [{ ...stroke, [field]: 70_000 + change }]), field).toBe(false);
        }
      }),
    );
  });
});

describe('merging chunks', () => {
  test('does not change a few small chunks and every full chunk', () => {
    expect(chunksToMerge([])).toBe(0);
    expect(chunksToMerge(Array.from({ length: 31 }, () => 1))).toBe(0);
    expect(chunksToMerge([fullChunkStrokes, ...Array.from({ length: 31 }, () => 2)])).toBe(0);
    expect(chunksToMerge(Array.from({ length: 100 }, () => fullChunkStrokes))).toBe(0);
  });

  test('merges the small chunks at the end once there are many', () => {
    expect(chunksToMerge([fullChunkStrokes, ...Array.from({ length: 32 }, () => 2)])).toBe(32);
  });

  test('merges fewer once they hold two full chunks, so that no chunk is large', () => {
    expect(chunksToMerge([60, 60])).toBe(0);
    expect(chunksToMerge([fullChunkStrokes, 60, 60, 60])).toBe(3);
  });

  test('keeps the number of chunks and of rewrites small in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 600 }), (batches) => {
        const counts: number[] = [];
        let rewritten = 0;
        for (const batch of batches) {
          counts.push(batch);
          const merging = chunksToMerge(counts);
          if (merging === 0) continue;
          const merged = counts.splice(-merging).reduce((sum, count) => sum + count, 0);
          rewritten += merged;
          expect(merged).toBeLessThan(3 * fullChunkStrokes);
          counts.push(merged);
        }
        const strokes = batches.reduce((sum, count) => sum + count, 0);
        expect(counts.length).toBeLessThanOrEqual(32 + strokes / fullChunkStrokes);
        expect(rewritten).toBeLessThanOrEqual(2 * strokes);
      }),
    );
  });
});
