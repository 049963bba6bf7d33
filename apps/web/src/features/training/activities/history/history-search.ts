import {
  activityComparators,
  activitySortFields,
  pastFilterNames,
  pastFilters,
  type ActivityComparator,
  type ActivityFilterField,
  type ActivitySortField,
  type PastFilterName,
  type PastFilterTexts,
} from '@boathouse/contract/activities/history';
import { limits } from '@boathouse/contract/limits';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { pageIn, pagesOf } from '../../../../lib/paging.ts';

export type HistorySort = { field: ActivitySortField; isDescending: boolean };
export type HistorySearch = { sort: HistorySort; filters: PastFilterTexts; page: number };

const defaultSort: HistorySort = { field: 'createdAt', isDescending: true };

/** The first direction of a sort field: newest, longest or fastest first. */
export function firstDirection(field: ActivitySortField): HistorySort {
  return {
    field,
    isDescending: field !== 'averagePace',
  };
}

/** The comparator and the typed number that filter a field; null for none. */
type FigureFilter = { comparator: ActivityComparator; value: string };

const nameOf = (field: ActivityFilterField, comparator: ActivityComparator): PastFilterName =>
  `${field}[${comparator}]`;

/** The first filter of a field: an address can have several. */
export function figureFilterOf(filters: PastFilterTexts, field: ActivityFilterField): FigureFilter | null {
  for (const comparator of activityComparators) {
    const value = filters[nameOf(field, comparator)];
    if (value !== undefined) return { comparator, value };
  }
  return null;
}

/** Replaces the filters of a field. */
export function withFigureFilter(
  filters: PastFilterTexts,
  field: ActivityFilterField,
  filter: FigureFilter | null,
): PastFilterTexts {
  const others = { ...filters };
  for (const comparator of activityComparators) delete others[nameOf(field, comparator)];
  return filter === null ? others : { ...others, [nameOf(field, filter.comparator)]: filter.value };
}

export function without(filters: PastFilterTexts, name: PastFilterName): PastFilterTexts {
  const { [name]: _cleared, ...others } = filters;
  return others;
}

/** The filters with their values, in the order of the contract. */
export function activeFilters(filters: PastFilterTexts): Array<[PastFilterName, string]> {
  return pastFilterNames.flatMap((name): Array<[PastFilterName, string]> => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });
}

export function isValid(name: PastFilterName, value: string): boolean {
  return pastFilters[name].safeParse(value).success;
}

/**
 * Parses a search from the URL, with the API's parameter names: `?sortby=-distance&page=2`. Leaves out invalid parts.
 */
export function searchOf(query: URLSearchParams): HistorySearch {
  const filters: PastFilterTexts = {};
  for (const name of pastFilterNames) {
    const value = query.get(name)?.trim();
    if (value !== undefined && isValid(name, value)) filters[name] = value;
  }
  const { from, to } = filters;
  const isEmptyPeriod = from !== undefined && to !== undefined && to < from;
  const sort = sortOf(query.get('sortby'));
  const page = pageIn(query);
  return {
    sort,
    filters: isEmptyPeriod ? without(filters, 'to') : filters,
    page: endsEarly(sort, page * limits.pageSize) ? 1 : page,
  };
}

/**
 * Whether a list in this order ends before its `count`-th workout, because the server sorts only a limited number by
 * their figures.
 */
export function endsEarly({ field }: HistorySort, count: number): boolean {
  return field !== 'createdAt' && count > limits.searchEntriesMax;
}

/** Returns the number of pages of a search that finds `count` workouts, at least 1. */
export function pagesOfSearch(sort: HistorySort, count: number): number {
  return endsEarly(sort, count) ? Math.floor(limits.searchEntriesMax / limits.pageSize) : pagesOf(count);
}

function sortOf(text: string | null): HistorySort {
  // An unencoded plus in a URL is a space.
  const [, sign, name] = /^([+ -]?)(\w+)$/.exec(text ?? '') ?? [];
  const field = activitySortFields.find((known) => known === name);
  return field === undefined ? defaultSort : { field, isDescending: sign === '-' };
}

const sortText = ({ field, isDescending }: HistorySort) => `${isDescending ? '-' : '+'}${field}`;

type Wanted = Pick<HistorySearch, 'sort' | 'filters'>;

/** Builds the query of the API call: days are the viewer's. */
export function queryOf({ sort, filters }: Wanted): PastFilterTexts & { sortby: string; timeZone?: string } {
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  return { sortby: sortText(sort), ...filters, ...(hasDays ? { timeZone: viewerTimeZone() } : {}) };
}

/** Builds the URL query; omits the first page and the default order. */
export function addressOf({ sort, filters, page }: HistorySearch): string {
  const query = new URLSearchParams(activeFilters(filters));
  if (sortText(sort) !== sortText(defaultSort)) query.set('sortby', sortText(sort));
  if (page > 1) query.set('page', `${page}`);
  return query.size === 0 ? '' : `?${query}`;
}
