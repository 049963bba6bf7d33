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
  expect(resultFiguresOf({ ...rowed, kind })).toEqual({ large, beside });
});

test('the pace of a BikeErg is per 1000 m', () => {
  expect(resultFiguresOf({ ...rowed, averagePace: 50, machine: 'bike', kind: 'distance' }).beside).toEqual({
    label: 'Average pace',
    value: '1:40.0',
    unit: '/1000 m',
  });
});
