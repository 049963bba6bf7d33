import { expect, test } from 'vitest';
import { KeyedBuckets } from './keyed-buckets.ts';

test('a key has its own bucket, which refills', () => {
  const buckets = new KeyedBuckets({ burst: 2, perSec: 1 });
  expect(['ann', 'ann', 'ann', 'ben'].map((key) => buckets.take(key, 0))).toEqual([true, true, false, true]);
  expect([buckets.take('ann', 1_000), buckets.take('ann', 1_000)]).toEqual([true, false]);
});

test('a key is forgotten once its bucket is full again, and not before', () => {
  const buckets = new KeyedBuckets({ burst: 2, perSec: 1 });
  for (let number = 0; number < 100; number += 1) buckets.take(`user ${number}`, 0);
  buckets.take('ann', 1_999);
  expect(buckets.size).toBe(101);
  buckets.take('ann', 2_000);
  expect(buckets.size).toBe(1);
});

test('a token that is given back can be taken again', () => {
  const buckets = new KeyedBuckets({ burst: 1, perSec: 1 });
  buckets.take('ann', 0);
  buckets.give('ann');
  expect([buckets.take('ann', 0), buckets.take('ann', 0)]).toEqual([true, false]);
  for (const _ of [1, 2]) buckets.give('ann');
  expect([buckets.take('ann', 0), buckets.take('ann', 0)]).toEqual([true, false]);
});
