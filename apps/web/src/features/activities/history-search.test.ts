import { activities } from '@boathouse/contract/activities';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, filterInWords, queryOf, searchOf, type HistorySearch } from './history-search.ts';

const searchAt = (address: string) => searchOf(new URLSearchParams(address));
const plain: HistorySearch = {
  sort: { field: 'createdAt', isDescending: true },
  filters: { distance: null, elapsedTime: null },
  page: 1,
};

const anyFilter = fc.option(
  fc.record({
    comparator: fc.constantFrom('$gte' as const, '$lte' as const, '$eq' as const),
    value: fc.oneof(
      fc.nat(999_999_999).map(String),
      fc.tuple(fc.nat(9_999), fc.integer({ min: 10, max: 99 })).map(([whole, part]) => `${whole}.${part}`),
    ),
  }),
);
const anySearch = fc.record({
  sort: fc.record({
    field: fc.constantFrom(
      'createdAt' as const,
      'distance' as const,
      'elapsedTime' as const,
      'averagePace' as const,
    ),
    isDescending: fc.boolean(),
  }),
  filters: fc.record({ distance: anyFilter, elapsedTime: anyFilter }),
  page: fc.integer({ min: 1, max: 10_000 }),
});

describe('a search in the URL', () => {
  test('[HIST-3] a URL without a query is newest first, unfiltered, on the first page', () => {
    expect(searchAt('')).toEqual(plain);
    expect(addressOf(plain)).toBe('');
  });

  test('ignores invalid parameters', () => {
    for (const address of [
      'page=0',
      'page=-2',
      'page=1.5',
      'page=99999',
      'sortby=-name',
      'sortby=',
      'distance[$gte]=far',
      'distance[$in]=5',
      'elapsedTime[$lte]=-1',
      'speed[$gte]=1',
    ]) {
      expect(searchAt(address), address).toEqual(plain);
    }
  });

  test('reads an unencoded plus as a plus', () => {
    expect(searchAt('sortby=+distance').sort).toEqual({ field: 'distance', isDescending: false });
    expect(searchAt('sortby=distance').sort).toEqual({ field: 'distance', isDescending: false });
  });

  test('every search is the same after building and parsing its URL', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(searchAt(addressOf(search))).toEqual(search);
      }),
    );
  });

  test('every search matches the query schema of the server', () => {
    const user = '018f0000-0000-7000-8000-000000000001';
    fc.assert(
      fc.property(anySearch, ({ page, ...search }) => {
        const asked = { user, ...queryOf(search), page: `${page}`, pagesize: '15' };
        const parsed = activities.search.query.safeParse(asked);
        expect(parsed.error).toBeUndefined();
        expect(parsed.data?.sortby).toEqual({
          field: search.sort.field,
          descending: search.sort.isDescending,
        });
      }),
    );
  });
});

test('[HIST-2] describes the filters in words', () => {
  expect(filterInWords('distance', { comparator: '$gte', value: '2000' })).toBe(
    'Distance (m): greater than 2000',
  );
  expect(filterInWords('elapsedTime', { comparator: '$eq', value: '60' })).toBe('Time (sec): equal to 60');
});
