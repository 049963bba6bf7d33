import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('a bucket allows a burst at once, and then nothing until time has passed', () => {
  const bucket = new TokenBucket(3, 2, 1000);
  expect([1, 2, 3, 4].map(() => bucket.take(1000))).toEqual([true, true, true, false]);
  expect(bucket.take(1499)).toBe(false);
  expect(bucket.take(1500)).toBe(true);
  expect(bucket.take(1500)).toBe(false);
});

test('a long pause allows no more than the burst', () => {
  const bucket = new TokenBucket(3, 2, 0);
  expect(Array.from({ length: 5 }, () => bucket.take(3_600_000)).filter(Boolean)).toHaveLength(3);
});

test('a clock that goes back adds no tokens', () => {
  const bucket = new TokenBucket(1, 1, 5000);
  expect(bucket.take(5000)).toBe(true);
  expect(bucket.take(1000)).toBe(false);
  expect(bucket.take(1500)).toBe(false);
});

test('in any period a bucket allows at most the burst and the refill of that period', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.nat({ max: 400 }), { maxLength: 200 }),
      (burst, perSec, gapsMs) => {
        const bucket = new TokenBucket(burst, perSec, 0);
        let nowMs = 0;
        const takenAtMs: number[] = [];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          if (bucket.take(nowMs)) takenAtMs.push(nowMs);
        }
        for (const [from, startMs] of takenAtMs.entries()) {
          for (const [to, endMs] of takenAtMs.entries()) {
            if (to < from) continue;
            const most = burst + ((endMs - startMs) / 1000) * perSec;
            expect(to - from + 1).toBeLessThanOrEqual(most + 1e-6);
          }
        }
      },
    ),
  );
});
