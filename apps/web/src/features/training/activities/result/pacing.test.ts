import { describe, expect, test } from 'vitest';
import { pacingOf } from './pacing.ts';

/** Splits of 500 m with these times. */
const of500m = (...times: number[]) => times.map((time) => ({ distance: 500, time }));
/** Splits of 4:00 with these distances. */
const of4min = (...distances: number[]) => distances.map((distance) => ({ distance, time: 240 }));

describe('the second half by the splits', () => {
  test.each([
    ['the same', of500m(110, 110, 110, 110), { kind: 'even', bySec: 0 }],
    ['slower by a second', of500m(110, 110, 111, 111), { kind: 'even', bySec: 1 }],
    ['slower by more', of500m(110, 110, 111.1, 111.1), { kind: 'fading', bySec: 1.1 }],
    ['faster by a second', of500m(111, 111, 110, 110), { kind: 'even', bySec: 1 }],
    ['faster by more', of500m(112, 111, 109, 108), { kind: 'faster', bySec: 3 }],
    ['up and down, the same in sum', of500m(105, 115, 105, 115), { kind: 'even', bySec: 0 }],
    ['of an odd number, without the middle', of500m(110, 140, 114), { kind: 'fading', bySec: 4 }],
    ['of two', of500m(112, 110), { kind: 'faster', bySec: 2 }],
    ['of times', of4min(1_090, 1_090, 1_050, 1_050), { kind: 'fading', bySec: 4.2 }],
    [
      'with a shorter last split',
      [...of500m(110, 110, 113), { distance: 300, time: 68 }],
      { kind: 'fading', bySec: 3.1 },
    ],
    ['without a last sprint', [...of500m(110, 110), { distance: 100, time: 18 }], { kind: 'even', bySec: 0 }],
  ])('%s', (_, splits, expected) => {
    expect(pacingOf(splits)).toEqual(expected);
  });
});

test.each([
  ['none', []],
  ['one', of500m(110)],
  ['one and a sprint', [...of500m(110), { distance: 100, time: 18 }]],
  [
    'a pyramid',
    [
      { distance: 250, time: 50 },
      { distance: 500, time: 110 },
      { distance: 250, time: 49 },
    ],
  ],
  ['a longer last piece', [...of500m(110, 110), { distance: 1_000, time: 230 }]],
  [
    'one without distance',
    [
      { distance: 0, time: 0 },
      { distance: 0, time: 0 },
    ],
  ],
])('%s say nothing', (_, splits) => {
  expect(pacingOf(splits)).toBeNull();
});
