import { expect, test } from 'vitest';
import { changeText, pieceName, readScore, scoreText } from './pieces.ts';

test.each([
  ['distance', '6:45.2', 4_052],
  ['distance', '6:45,2', 4_052],
  ['distance', '405.2', 4_052],
  ['distance', '1:02:03', 37_230],
  ['distance', 'fast', null],
  ['distance', '0', null],
  ['time', '8512', 8_512],
  ['time', '8512.5', null],
] as const)('a %s result typed as %s is %s', (kind, typed, score) => {
  expect(readScore(kind, typed)).toBe(score);
});

test('pieces and scores are named as the monitor shows them', () => {
  expect(pieceName({ kind: 'distance', amount: 2_000 })).toBe('2k');
  expect(pieceName({ kind: 'distance', amount: 1_234 })).toBe('1,234 m');
  expect(pieceName({ kind: 'time', amount: 1_200 })).toBe('20:00');
  expect(scoreText('distance', 4_052)).toBe('6:45.2');
  expect(scoreText('time', 8_512)).toBe('8,512 m');
});

test('a change has its sign, and its unit', () => {
  expect(changeText('distance', 4_052, 4_068)).toBe('−1.6 s');
  expect(changeText('time', 8_512, 8_500)).toBe('+12 m');
  expect(changeText('distance', 4_052, 4_052)).toBe('±0');
  expect(changeText('distance', 4_052, null)).toBe('–');
});
