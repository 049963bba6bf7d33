import { describe, expect, test } from 'vitest';
import { apartWords, beatsBy, decidingFigure, gainInWords, gainOver, pacingInWords } from './result-words.ts';

const of = (elapsedTime: number, distance = 2_000) => ({
  elapsedTime,
  distance,
  averagePace: elapsedTime / 4,
});
const result = (elapsedTime: number) => ({
  activity: 'a',
  createdAt: '2026-05-01T06:00:00.000Z',
  ...of(elapsedTime),
});

describe('the difference to another result', () => {
  test.each([
    ['a time', of(440), of(443.2), 'elapsedTime', '3.2 s faster'],
    ['a slower time', of(443.2), of(440), 'elapsedTime', '3.2 s slower'],
    ['more than a minute', of(505), of(440), 'elapsedTime', '1:05.0 slower'],
    ['hundredths that are not shown', of(440.04), of(440), 'elapsedTime', 'the same'],
    ['a distance', of(1_200, 5_025.9), of(1_200, 5_000), 'distance', '25 m more'],
    ['a shorter distance', of(1_200, 4_000), of(1_200, 5_025), 'distance', '1,025 m less'],
    ['a pace', of(440), of(444), 'averagePace', '1.0 s /500 m faster'],
  ] as const)('of %s', (_, own, other, decides, words) => {
    expect(gainInWords(gainOver(own, other, decides) ?? Number.NaN, decides, 'rower')).toBe(words);
  });

  test('is unknown without a pace', () => {
    expect(gainOver({ ...of(440), averagePace: null }, of(440), 'averagePace')).toBeNull();
  });
});

test.each([
  ['elapsedTime', '7:20.0'],
  ['distance', '2,000 m'],
  ['averagePace', '1:50.0 /500 m'],
] as const)('what decides by %s is %s', (decides, words) => {
  expect(decidingFigure(of(440), decides, 'rower')).toBe(words);
});

test.each([
  ['faster than the best before', { decides: 'elapsedTime' as const, best: result(443.2) }, 3.2],
  ['as fast', { decides: 'elapsedTime' as const, best: result(440) }, null],
  ['slower', { decides: 'elapsedTime' as const, best: result(430) }, null],
  ['the first', { decides: 'elapsedTime' as const, best: null }, null],
  ['compared with none', { decides: null, best: null }, null],
])('a result that is %s', (_, standing, by) => {
  expect(beatsBy(of(440), { last: null, ...standing })).toBe(by);
});

test.each([
  ['even', 0.4, 'Even: the two halves were within a second of each other.'],
  ['faster', 2.3, 'Getting faster: the second half was 2.3 s /500 m faster than the first.'],
  ['fading', 2, 'Fading: the second half was 2.0 s /500 m slower than the first.'],
] as const)('splits that are %s', (kind, bySec, words) => {
  expect(pacingInWords({ kind, bySec }, 'rower')).toBe(words);
});

test('only a partial result explains why it is compared with no other', () => {
  expect(apartWords({ isPartial: true, isSimulated: false })).toMatch(/^This is a part/);
  expect(apartWords({ isPartial: false, isSimulated: false })).toBeNull();
  expect(apartWords({ isPartial: true, isSimulated: true })).toBeNull();
});

test('paces on a BikeErg are per 1000 m', () => {
  expect(gainInWords(1.5, 'averagePace', 'bike')).toBe('3.0 s /1000 m faster');
  expect(decidingFigure({ distance: 5000, elapsedTime: 500, averagePace: 50 }, 'averagePace', 'bike')).toBe(
    '1:40.0 /1000 m',
  );
  expect(pacingInWords({ kind: 'faster', bySec: 2 }, 'bike')).toContain('4.0 s /1000 m');
});
