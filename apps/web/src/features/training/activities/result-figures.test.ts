import { expect, test } from 'vitest';
import { resultFiguresOf } from './result-figures.ts';

const rowed = { distance: 2_000, elapsedTime: 420.5, averagePace: 105.1, machine: 'rower' } as const;
const meters = { label: 'Distance', value: '2,000', unit: 'm' };
const pace = { label: 'Average pace', value: '1:45.1', unit: '/500 m' };
const time = { label: 'Time', value: '7:00.5' };

test.each([
  ['distance', time, pace],
  ['calories', time, pace],
  ['time', meters, pace],
  ['open', meters, pace],
  [null, meters, pace],
  [undefined, meters, pace],
  ['intervals', pace, meters],
] as const)('the figures of a result of the kind %s', (kind, large, beside) => {
  expect(resultFiguresOf({ ...rowed, kind })).toEqual({ large, beside: `${beside.value} ${beside.unit}` });
});

test.each([
  ['rower', 500, null],
  ['bike', 1_000, null],
  ['bike', 500, '3:30.2 /1000 m'],
] as const)('on a %s, %i m have the pace %s beside their time', (machine, distance, beside) => {
  const elapsedTime = (105.1 * distance) / 500;
  expect(
    resultFiguresOf({ machine, distance, elapsedTime, averagePace: 105.1, kind: 'distance' }).beside,
  ).toBe(beside);
});
