import {
  activityComparators,
  activityFilterFields,
  activitySortFields,
  type ActivityComparator,
  type ActivityFilterField,
  type ActivitySortField,
} from '@boathouse/contract/activities';
import { pageIn } from '../../lib/paging.ts';

/** `value` as typed, metres or seconds. */
type HistoryFilter = { comparator: ActivityComparator; value: string };
export type HistoryFilters = Record<ActivityFilterField, HistoryFilter | null>;
export type HistorySort = { field: ActivitySortField; isDescending: boolean };
export type HistorySearch = { sort: HistorySort; filters: HistoryFilters; page: number };

export const sortLabels: Record<ActivitySortField, string> = {
  createdAt: 'Date',
  distance: 'Distance',
  elapsedTime: 'Workout Time',
  averagePace: 'Average Pace',
};

export const comparatorLabels: Record<ActivityComparator, string> = {
  $gte: 'Greater than',
  $lte: 'Less than',
  $eq: 'Equal to',
};

export const filterLabels: Record<ActivityFilterField, string> = {
  distance: 'Distance (m)',
  elapsedTime: 'Time (sec)',
};

const defaultSort: HistorySort = { field: 'createdAt', isDescending: true };

/** The first direction of a sort field: newest, longest or fastest first. */
export function firstDirection(field: ActivitySortField): HistorySort {
  return {
    field,
    isDescending: field !== 'averagePace',
  };
}

export function isFilterValue(text: string) {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text);
}

const keyOf = (field: ActivityFilterField, comparator: ActivityComparator) =>
  `${field}[${comparator}]` as const;

/** Parses a search from the URL, with the API's parameter names: `?sortby=-distance&page=2`. */
export function searchOf(query: URLSearchParams): HistorySearch {
  return {
    sort: sortOf(query.get('sortby')),
    filters: { distance: filterOf(query, 'distance'), elapsedTime: filterOf(query, 'elapsedTime') },
    page: pageIn(query),
  };
}

function sortOf(text: string | null): HistorySort {
  // An unencoded plus in a URL is a space.
  const [, sign, name] = /^([+ -]?)(\w+)$/.exec(text ?? '') ?? [];
  const field = activitySortFields.find((known) => known === name);
  return field === undefined ? defaultSort : { field, isDescending: sign === '-' };
}

function filterOf(query: URLSearchParams, field: ActivityFilterField): HistoryFilter | null {
  for (const comparator of activityComparators) {
    const value = query.get(keyOf(field, comparator));
    if (value !== null && isFilterValue(value)) return { comparator, value };
  }
  return null;
}

/** Builds the query of the API call. */
export function queryOf({ sort, filters }: Pick<HistorySearch, 'sort' | 'filters'>): {
  sortby: string;
} & Partial<Record<ReturnType<typeof keyOf>, string>> {
  return {
    sortby: `${sort.isDescending ? '-' : '+'}${sort.field}`,
    ...Object.fromEntries(
      activityFilterFields.flatMap((field) => {
        const filter = filters[field];
        return filter === null ? [] : [[keyOf(field, filter.comparator), filter.value]];
      }),
    ),
  };
}

/** Builds the URL query; omits the first page and the default order. */
export function addressOf(search: HistorySearch): string {
  const query = new URLSearchParams(queryOf(search));
  if (query.get('sortby') === `-${defaultSort.field}`) query.delete('sortby');
  if (search.page > 1) query.set('page', `${search.page}`);
  return query.size === 0 ? '' : `?${query}`;
}

/** Describes the active filters: `Distance (m): greater than 2000`. */
export function filterInWords(field: ActivityFilterField, { comparator, value }: HistoryFilter): string {
  return `${filterLabels[field]}: ${comparatorLabels[comparator].toLowerCase()} ${value}`;
}
