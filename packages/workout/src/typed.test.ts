import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration } from './pace.ts';
import { problemOfResult, readDistance, readMeters, readNumber, readSeconds, readTime } from './typed.ts';

describe('a typed time', () => {
  test.each([
    ['7:05.3', 425.3],
    ['7:05,3', 425.3],
    ['7.05,3', 425.3],
    ['7,05.3', 425.3],
    ['7.05.3', 425.3],
    ['705.3', 425.3],
    ['705,3', 425.3],
    ['705', 425],
    ['07:05.3', 425.3],
    ['0:07:05.3', 425.3],
    ['00:07:05', 425],
    ['7\'05"3', 425.3],
    ['7’05', 425],
    [' 7:05.30 ', 425.3],
    ['7:05.34', 425.34],
    ['705.34', 425.34],
    ['1:02:03', 3_723],
    ['1:02:03.4', 3_723.4],
    ['1.02.03,4', 3_723.4],
    ['10203', 3_723],
    ['72:05.3', 4_325.3],
    ['7205', 4_325],
    ['45.2', 45.2],
    ['45', 45],
    ['59.9', 59.9],
    ['0:25.0', 25],
  ])('%s is %d s', (text, sec) => {
    expect(readTime(text)).toEqual({ value: sec, problem: null });
  });

  test.each([
    ['7.05', /7\.05 can be 7:05 or seconds/],
    ['45,20', /can be/],
    ['7.05.30', /can be 7 minutes or 7 hours/],
    ['7:5', /two digits/],
    ['7:5.3', /two digits/],
    ['1:2:03', /two digits/],
    ['7:65', /59/],
    ['75', /59/],
    ['99.9', /59/],
    ['1:60:00', /59/],
    ['7:05.345', /hundredths/],
    ['1:02:03:04', /such as/],
    ['7.05:3', /such as/],
    ['7:05-3', /such as/],
    ['seven', /such as/],
    ['-7:05', /such as/],
    ['7e3', /such as/],
    ['', /such as/],
    ['7::05', /such as/],
    ['0', /more than 0/],
    ['0:00.0', /more than 0/],
    ['12345678', /such as/],
  ])('%s is refused', (text, problem) => {
    expect(readTime(text)).toEqual({ value: null, problem: expect.stringMatching(problem) });
  });

  test("is the monitor's display of it, with a point, a comma, and without colons", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 35_999 }), (tenths) => {
        const text = formatDuration(tenths / 10);
        for (const each of [text, text.replace('.', ',')]) {
          expect(readTime(each).value).toBe(tenths / 10);
        }
        if (tenths >= 600) expect(readTime(text.replace(':', '')).value).toBe(tenths / 10);
      }),
    );
  });

  test("a typed time from an hour on is the monitor's display of it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3_600, max: 35_999 }), (sec) => {
        expect(readTime(formatDuration(sec)).value).toBe(sec);
      }),
    );
  });

  test('a typed time of any text is a positive number or a problem', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789:.,\'" m') });
    fc.assert(
      fc.property(fc.oneof(fc.string(), typed), (text) => {
        for (const { value, problem } of [readTime(text), readDistance(text)]) {
          expect((value === null) !== (problem === null)).toBe(true);
          if (value !== null) expect(value > 0 && Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });
});

describe('a typed distance', () => {
  test.each([
    ['2000', 2_000],
    ['2000m', 2_000],
    ['2000 m', 2_000],
    ['2,000', 2_000],
    ['2.000 m', 2_000],
    ['2 000', 2_000],
    ['2’000', 2_000],
    ['7850.5', 7_850.5],
    ['7850,5 meters', 7_850.5],
    ['7,850.5', 7_850.5],
    ['42,195', 42_195],
    ['2k', 2_000],
    ['7.85 km', 7_850],
    ['21,097 km', 21_097],
  ])('%s is %d m', (text, meters) => {
    expect(readDistance(text)).toEqual({ value: meters, problem: null });
  });

  test.each(['', '7850.55', '2,00', 'two', '-500', '0', '1.2.3', '2,000.000', '7:05', '500 yd', '12,34,567'])(
    '%s is refused',
    (text) => {
      expect(readDistance(text).value).toBeNull();
    },
  );

  test('a typed distance of a whole number is that number, with any grouping', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.constantFrom('', ',', '.', ' '),
        (meters, mark) => {
          const text = String(meters).replaceAll(/\B(?=(\d{3})+$)/g, mark);
          expect(readDistance(text).value).toBe(meters);
        },
      ),
    );
  });
});

test.each([
  ['rower', 2_000, 425.3, true],
  ['rower', 100, 13, true],
  // 7.05 s for 2000 m, and the pace of an interval as the time of all four.
  ['rower', 2_000, 7.05, false],
  ['rower', 2_000, 105.3, false],
  ['bike', 1_000, 60, true],
  ['rower', 1_000, 60, false],
  ['rower', 20, 7_200, false],
])('on a %s %d m in %d s: possible is %s', (machine, meters, sec, isPossible) => {
  expect(problemOfResult(machine, meters, sec) === null).toBe(isPossible);
});

describe('typed whole meters', () => {
  test.each([
    ['0', 0],
    ['5000', 5_000],
    [' 5,000 ', 5_000],
    ['5.000', 5_000],
    ['5 000 m', 5_000],
    ["1'000'000", 1_000_000],
    ['5k', 5_000],
    ['7.85 km', 7_850],
  ])('%s is %d m', (text, meters) => {
    expect(readMeters(text)).toBe(meters);
  });

  test.each(['', ' ', 'far', '-5', '5000.5', '5,00', '1,2,3', '5 miles'])('%j is refused', (text) => {
    expect(readMeters(text)).toBeNull();
  });
});

describe('a typed number of seconds', () => {
  test.each([
    ['481.5', 481.5],
    ['481,5', 481.5],
    ['705', 705],
    ['0', 0],
    ['7:05.3', 425.3],
    ['7:05,3', 425.3],
    ["7'05", 425],
  ])('%s is %d s', (text, sec) => {
    expect(readSeconds(text)).toBe(sec);
  });

  test.each(['', 'long', '7:5', '1,2,3', '-1', '7.05.3'])('%j is refused', (text) => {
    expect(readSeconds(text)).toBeNull();
  });

  test('has one decimal mark', () => {
    expect(readNumber('2,5')).toBe(2.5);
    expect(readNumber('2.5.1')).toBeNull();
  });
});
