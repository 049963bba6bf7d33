import { limits } from '@boathouse/contract/limits';

/** Reads the page number from `?page=2`; 1 for an invalid value. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= limits.pageMax ? page : 1;
}

/** Returns the number of pages of `count` rows, at least 1. */
export function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / limits.pageSize));
}

/** Builds the query of a page of a list, counted from 1. */
export function pageQuery(page: number, pageSize: number = limits.pageSize) {
  return {
    page: `${page}`,
    pagesize: `${pageSize}`,
  };
}
