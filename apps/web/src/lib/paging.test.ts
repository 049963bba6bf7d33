import { describe, expect, test } from 'vitest';
import { pageIn, pageQuery, pagesOf } from './paging.ts';

describe('[EXPL-1] [EXPL-2] pages of fifteen', () => {
  test.each([
    [0, 1],
    [1, 1],
    [15, 1],
    [16, 2],
    [30, 2],
    [31, 3],
  ])('%i results have %i pages', (count, pages) => {
    expect(pagesOf(count)).toBe(pages);
  });
});

test('[HIST-1] a page has 15 workouts, and there is always a first page', () => {
  expect([0, 1, 15, 16, 30, 31, 404].map(pagesOf)).toEqual([1, 1, 1, 2, 2, 3, 27]);
});

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=10000', 10_000],
  ['page=10001', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=two', 1],
])('reads page number from "%s" as %i', (query, page) => {
  expect(pageIn(new URLSearchParams(query))).toBe(page);
});

test('the query has page and page size as text, 15 by default', () => {
  expect(pageQuery(2)).toEqual({ page: '2', pagesize: '15' });
  expect(pageQuery(3, 5)).toEqual({ page: '3', pagesize: '5' });
});
