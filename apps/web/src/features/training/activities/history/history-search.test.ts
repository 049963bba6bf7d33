import { history } from '@boathouse/contract/activities/history';
import { limits } from '@boathouse/contract/limits';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  endsEarly,
  figureFilterOf,
  pagesOfSearch,
  queryOf,
  searchOf,
  type HistorySearch,
} from './history-search.ts';
import { filterWords, totalsInWords } from './history-words.ts';

const searchAt = (address: string) => searchOf(new URLSearchParams(address));
const plain: HistorySearch = { sort: { field: 'createdAt', isDescending: true }, filters: {}, page: 1 };

const anyFigure = fc.oneof(
  fc.nat(999_999_999).map(String),
  fc.tuple(fc.nat(9_999), fc.integer({ min: 10, max: 99 })).map(([whole, part]) => `${whole}.${part}`),
);
const anyFilters = fc.record(
  {
    text: fc.constantFrom('evian', '4 x 500 m', '小龙', 'a+b & c=d'),
    from: fc.constantFrom('2025-02-28', '2026-01-01'),
    to: fc.constantFrom('2026-01-01', '2026-12-31'),
    kind: fc.constantFrom('distance', 'open'),
    rowedIn: fc.constantFrom('session', 'alone'),
    machine: fc.constantFrom('rower', 'bike'),
    'distance[$gte]': anyFigure,
    'distance[$lte]': anyFigure,
    'elapsedTime[$eq]': anyFigure,
  },
  { requiredKeys: [] },
);
const anySearch = fc
  .record({
    sort: fc.record({
      field: fc.constantFrom(
        'createdAt' as const,
        'distance' as const,
        'elapsedTime' as const,
        'averagePace' as const,
      ),
      isDescending: fc.boolean(),
    }),
    filters: anyFilters,
    page: fc.integer({ min: 1, max: 10_000 }),
  })
  .filter(({ sort, page }) => !endsEarly(sort, page * limits.pageSize));

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
      'text=+',
      `text=${'x'.repeat(101)}`,
      'from=2026-02-30',
      'to=tomorrow',
      'kind=fast',
      'rowedIn=bath',
      'machine=',
    ]) {
      expect(searchAt(address), address).toEqual(plain);
    }
  });

  test('sorted by figures, a list has the pages that the server gives', () => {
    const byFigure: HistorySearch['sort'] = { field: 'distance', isDescending: true };
    expect(pagesOfSearch(byFigure, 30)).toBe(2);
    expect(pagesOfSearch(byFigure, 5_000)).toBe(133);
    expect(pagesOfSearch(plain.sort, 5_000)).toBe(334);
    expect(searchAt('sortby=-distance&page=133').page).toBe(133);
    expect(searchAt('sortby=-distance&page=134').page).toBe(1);
    expect(searchAt('page=134').page).toBe(134);
  });

  test('an empty period has no end', () => {
    expect(searchAt('from=2026-02-02&to=2026-02-01').filters).toEqual({ from: '2026-02-02' });
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
        const parsed = history.search.query.safeParse(asked);
        expect(parsed.error).toBeUndefined();
        expect(parsed.data?.sortby).toEqual({
          field: search.sort.field,
          descending: search.sort.isDescending,
        });
      }),
    );
  });

  test('sends days in the viewer’s time zone, and no zone without them', () => {
    expect(queryOf(searchAt('from=2026-02-02'))).toMatchObject({ timeZone: Temporal.Now.timeZoneId() });
    expect(queryOf(searchAt('kind=time'))).not.toHaveProperty('timeZone');
  });

  test('the form shows the first of several filters of a field', () => {
    const { filters } = searchAt('distance[$lte]=900&distance[$gte]=500');
    expect(figureFilterOf(filters, 'distance')).toEqual({ comparator: '$gte', value: '500' });
    expect(figureFilterOf(filters, 'elapsedTime')).toBeNull();
  });
});

test.each([
  ['[HIST-2] Distance (m): greater than 2000', filterWords['distance[$gte]']('2000')],
  ['[HIST-2] Time (sec): equal to 60', filterWords['elapsedTime[$eq]']('60')],
  ['“evian”', filterWords.text('evian')],
  ['From Mon, Mar 2, 2026', filterWords.from('2026-03-02')],
  ['Until Tue, Mar 3, 2026', filterWords.to('2026-03-03')],
  ['Intervals', filterWords.kind('intervals')],
  ['Without a session', filterWords.rowedIn('alone')],
  ['BikeErg', filterWords.machine('bike')],
])('the text of a filter is %s', (expected, words) => {
  expect(words).toBe(expected.replace(/^\[.*\] /, ''));
});

const total = (parts: Partial<Parameters<typeof totalsInWords>[1][number]>) =>
  ({ machine: 'rower', isSimulated: false, count: 1, meters: 2_000, time: 480, ...parts }) as const;

test.each([
  ['one activity', 1, [total({})], ['1 activity', '2,000 m', '8 min']],
  [
    'many, whole meters and minutes',
    1_200,
    [total({ count: 1_200, meters: 12_345_678.9, time: 200_000 })],
    ['1,200 activities', '12,345,679 m', '55 h 33 min'],
  ],
  [
    'simulated ones, which do not count',
    3,
    [total({ count: 1 }), total({ isSimulated: true, count: 2 })],
    ['3 activities', '2,000 m', '8 min', 'without 2 simulated'],
  ],
  ['only simulated ones', 2, [total({ isSimulated: true, count: 2 })], ['2 activities']],
  [
    'several machines, each on its own',
    2,
    [total({}), total({ machine: 'bike', meters: 9_000, time: 1_200 })],
    ['2 activities', 'RowErg 2,000 m in 8 min', 'BikeErg 9,000 m in 20 min'],
  ],
  ['what a server of an earlier version does not tell', 2, [], ['2 activities']],
])('totals in words: %s', (_, count, totals, expected) => {
  expect(totalsInWords(count, totals)).toEqual(expected);
});
