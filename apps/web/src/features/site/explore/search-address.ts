import { limits } from '@boathouse/contract/limits';
import { formatWhole } from '../../../lib/format.ts';
import { pageIn, pagesOf } from '../../../lib/paging.ts';

/** Without a text, a page of the whole list. */
export type Search = { text: string; page: number };

/** Parses a search from the URL: `?q=harbour&page=2`. */
export function searchOf(query: URLSearchParams): Search {
  const text = (query.get('q') ?? '').trim().slice(0, limits.searchTextMax).trim();
  return { text, page: pageIn(query) };
}

/** Builds the URL query; omits the first page and an empty text. */
export function addressOf({ text, page }: Search): string {
  const query = new URLSearchParams();
  if (text !== '') query.set('q', text);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Describes the results: `1 club`, `12 athletes`, or with several pages `16 to 23 of 23 clubs`. There may be more than
 * a search finds: `1 to 15 of the first 300 clubs`.
 */
export function foundInWords(noun: 'club' | 'athlete', count: number, page: number, rows: number): string {
  const isBounded = count >= limits.searchResultsMax;
  const counted = `${formatWhole(count)} ${count === 1 ? noun : `${noun}s`}`;
  const all = isBounded ? `the first ${counted}` : counted;
  if (pagesOf(count) === 1) return all;
  const before = (page - 1) * limits.pageSize;
  const shown = rows === 1 ? `${before + 1}` : `${before + 1} to ${before + rows}`;
  return `${shown} of ${all}`;
}
