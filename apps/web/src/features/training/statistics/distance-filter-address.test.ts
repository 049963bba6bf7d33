import { expect, test } from 'vitest';
import { distanceOf, filterOf, withFilter } from './distance-filter-address.ts';

const filterAt = (address: string) => filterOf(new URLSearchParams(address));

test('[STAT-3] the default filter is less than 10000 m', () => {
  const standard = { comparator: 'less', distanceM: 10_000 };
  expect(filterAt('')).toEqual(standard);
  expect(filterAt('lte=many')).toEqual(standard);
  expect(filterAt('gte=-1')).toEqual(standard);
});

test('[STAT-3] a distance is a whole number of meters up to 1000000', () => {
  expect(['0', ' 2000 ', '5,000', '5.000', '5k', '1000000'].map(distanceOf)).toEqual([
    0, 2000, 5_000, 5_000, 5_000, 1_000_000,
  ]);
  expect(['', ' ', '2e3', '2000.5', '-5', '1000001', 'far'].map(distanceOf)).toEqual(Array(7).fill(null));
});

test('a filter is the same after building and parsing the URL, and keeps other parameters', () => {
  for (const filter of [
    { comparator: 'greater', distanceM: 5_000 },
    { comparator: 'less', distanceM: 0 },
    { comparator: 'less', distanceM: 10_000 },
    { comparator: 'greater', distanceM: 10_000 },
  ] as const) {
    const query = withFilter(new URLSearchParams('period=year&gte=1&lte=2'), filter);
    expect(filterOf(query)).toEqual(filter);
    expect(query.get('period')).toBe('year');
  }
});
