import { limits } from '@boathouse/contract/limits';

/** The page that an address asks for with `?page=2`; the first for what is no page. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= limits.pageMax ? page : 1;
}

/** How many pages so many rows make: at least one. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / limits.pageSize));

/** What the interface is asked with for a page of a list, counted from 1. */
export const pageQuery = (page: number, pageSize: number = limits.pageSize) => ({
  page: `${page}`,
  pagesize: `${pageSize}`,
});
