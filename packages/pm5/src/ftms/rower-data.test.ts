import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeRowerData,
  emptyRowerData,
  joinRowerData,
  type RowerData,
  type RowerPart,
} from './rower-data.ts';

const bytesOf = (hex: string) => Uint8Array.from(hex.split(' '), (pair) => parseInt(pair, 16));
const read = (hex: string): RowerPart => {
  const part = decodeRowerData(bytesOf(hex));
  if (part === null) throw new Error('No record');
  return part;
};
const data = (told: Partial<RowerData>): RowerData => ({ ...emptyRowerData, ...told });

/** Bytes of real machines; fixtures/SOURCES.md names the sources. */
const real: ReadonlyArray<[what: string, hex: string, hasMore: boolean, told: Partial<RowerData>]> = [
  [
    "the first part of a PM5's, with a byte too many and no heart rate",
    'ff 0a 34 cb 00 00 c0 00 cf 00 32 00 27 00 8c 00 00 54 00 00',
    true,
    { distanceM: 203, paceSec: 192, powerW: 50, elapsedSec: 84 },
  ],
  [
    "the second part of a PM5's",
    '00 01 3e 24 00 09 00 d7 01 ff',
    false,
    { strokeRateSpm: 31, strokeCount: 36, calories: 9 },
  ],
  [
    "a KayakPro's, with energy that is not available",
    '2c 09 4f 21 00 32 00 00 56 01 0c 00 ff ff 59 01 ff 3e 00',
    false,
    { strokeRateSpm: 39.5, strokeCount: 33, distanceM: 50, paceSec: 342, powerW: 12, elapsedSec: 62 },
  ],
  [
    "a Mr Captain's before the first stroke, which ends before its time",
    '3c 0b' + ' 00'.repeat(18),
    false,
    { strokeRateSpm: 0, strokeCount: 0, distanceM: 0, powerW: 0, calories: 0 },
  ],
  [
    "a Mr Captain's",
    '3c 0b 30 02 00 0a 00 00 d1 00 5e 01 16 00 01 00 02 02 08 00',
    false,
    { strokeRateSpm: 24, strokeCount: 2, distanceM: 10, paceSec: 209, powerW: 22, calories: 1 },
  ],
  [
    "a Mr Captain's while it stands: no pace, no strokes, and a rate all the same",
    '3c 0b 84 00 00 1e 00 00 00 00 6e 01 00 00 02 00 47 01 05 00',
    false,
    { strokeRateSpm: 66, strokeCount: 0, distanceM: 30, powerW: 0, calories: 2 },
  ],
  [
    "the first part of a Technogym Skillrow's, with a heart rate",
    'fd 0e 41 02 00 d2 00 3a 01 26 00 25 00 07 00 4a 1e 69 01',
    true,
    { distanceM: 577, paceSec: 210, powerW: 38, heartRateBpm: 74, elapsedSec: 361 },
  ],
  [
    "the second part of a Technogym Skillrow's, with a bit and bytes that the standard does not have",
    '02 21 34 13 00 31 04 00 ff ff ff b8 01 00 00',
    false,
    { strokeRateSpm: 26, strokeCount: 19, calories: 4 },
  ],
];

test.each(real)('%s is read', (_, hex, hasMore, told) => {
  expect(read(hex)).toEqual({ data: data(told), hasMore });
});

describe('the traps of the units', () => {
  test.each<[string, string, Partial<RowerData>]>([
    ['a resistance of one byte moves no later field', '81 08 07 3e 00', { elapsedSec: 62 }],
    ['a resistance of two bytes', '81 08 07 00 3e 00', { elapsedSec: 62 }],
    ['a pace of 0 is none', '09 00 00 00', {}],
    ['a pace that is not available', '09 00 ff ff', {}],
    ['a power below 0', '21 00 fe ff', { powerW: -2 }],
    ['a power that is not available', '21 00 ff 7f', {}],
    ['a distance that is not available', '05 00 ff ff ff', {}],
    ['a distance in all its bits', '05 00 fe ff ff', { distanceM: 0xff_fffe }],
    ['a rate and a count that are not available', '00 00 ff ff ff', {}],
    ['a heart rate that no heart has', '01 02 ff', {}],
    ['fields that the bytes end before', '0d 08 32 00 00 56', { distanceM: 50 }],
    ['flags alone', '00 00', {}],
  ])('%s', (_, hex, told) => {
    expect(read(hex).data).toEqual(data(told));
  });

  test('bytes without flags are not a record', () => {
    expect(decodeRowerData(new Uint8Array())).toBeNull();
    expect(decodeRowerData(Uint8Array.of(0))).toBeNull();
  });
});

const u = (value: number, size: number) =>
  Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
const upTo = (max: number, min = 0) => fc.option(fc.integer({ min, max }));

/** The fields of a record in the order of the standard, with the bytes of each. */
const record = fc.record({
  strokes: fc.option(
    fc.record({ rate: fc.integer({ min: 0, max: 254 }), count: fc.integer({ min: 0, max: 65_534 }) }),
  ),
  averageRate: upTo(254),
  distanceM: upTo(0xff_fffe),
  paceSec: upTo(65_534, 1),
  averagePace: upTo(65_534),
  powerW: upTo(32_766),
  averagePower: upTo(32_766),
  resistance: upTo(255),
  isResistanceShort: fc.boolean(),
  calories: upTo(65_534),
  heartRateBpm: upTo(240, 30),
  metabolic: upTo(254),
  elapsedSec: upTo(65_534),
  remaining: upTo(65_534),
});

test('every combination of fields is read back, with a resistance of one byte or two', () => {
  fc.assert(
    fc.property(record, (one) => {
      const parts: Array<[value: number | null, size: number]> = [
        [one.averageRate, 1],
        [one.distanceM, 3],
        [one.paceSec, 2],
        [one.averagePace, 2],
        [one.powerW, 2],
        [one.averagePower, 2],
        [one.resistance, one.isResistanceShort ? 1 : 2],
        [one.calories, 5],
        [one.heartRateBpm, 1],
        [one.metabolic, 1],
        [one.elapsedSec, 2],
        [one.remaining, 2],
      ];
      const flags = parts.reduce(
        (bits, [value], index) => bits | (value === null ? 0 : 2 << index),
        one.strokes === null ? 1 : 0,
      );
      const bytes = [
        ...u(flags, 2),
        ...(one.strokes === null ? [] : [one.strokes.rate, ...u(one.strokes.count, 2)]),
        ...parts.flatMap(([value, size]) => (value === null ? [] : u(value, size))),
      ];
      expect(decodeRowerData(Uint8Array.from(bytes))).toEqual({
        hasMore: one.strokes === null,
        data: data({
          strokeRateSpm: one.strokes === null ? null : one.strokes.rate / 2,
          strokeCount: one.strokes?.count ?? null,
          distanceM: one.distanceM,
          paceSec: one.paceSec,
          powerW: one.powerW,
          calories: one.calories,
          heartRateBpm: one.heartRateBpm,
          elapsedSec: one.elapsedSec,
        }),
      });
    }),
  );
});

test('no bytes throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      const part = decodeRowerData(bytes);
      expect(part === null).toBe(bytes.length < 2);
    }),
  );
});

/** Returns the records that notifications make. */
function recordsOf(...parts: RowerPart[]): RowerData[] {
  let held: RowerData | null = null;
  return parts.flatMap((part) => {
    const next = joinRowerData(held, part);
    held = next.held;
    return next.records;
  });
}

describe('a record', () => {
  const first = read('ff 0a 34 cb 00 00 c0 00 cf 00 32 00 27 00 8c 00 00 54 00 00');
  const second = read('00 01 3e 24 00 09 00 d7 01 ff');
  const whole = data({
    strokeRateSpm: 31,
    strokeCount: 36,
    distanceM: 203,
    paceSec: 192,
    powerW: 50,
    calories: 9,
    elapsedSec: 84,
  });

  test('a record in two notifications is read as one', () => {
    expect(recordsOf(first, second, first, second)).toEqual([whole, whole]);
  });

  test('a record in one notification is returned at once', () => {
    const one = { data: whole, hasMore: false };
    expect(recordsOf(one, one)).toEqual([whole, whole]);
  });

  test('is returned with the next record when its second part was missed', () => {
    expect(recordsOf(first, first, second)).toEqual([first.data, whole]);
  });

  test('a machine that always announces more gets its record with the next one', () => {
    expect(recordsOf(first, first, first)).toEqual([first.data, first.data]);
  });
});
