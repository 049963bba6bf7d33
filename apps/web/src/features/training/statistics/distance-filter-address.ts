import { limits } from '@boathouse/contract/limits';
import { readMeters } from '@boathouse/workout/typed';
import type { DistanceFilter } from './api.ts';

const defaultFilter: DistanceFilter = { comparator: 'less', distanceM: limits.distanceFilterM };

/** Parses typed meters, such as 5000, 5,000 or 5k; null unless a whole number within the limits. */
export function distanceOf(text: string): number | null {
  const distanceM = readMeters(text);
  return distanceM !== null && distanceM <= limits.distanceFilterCapM ? distanceM : null;
}

/** Parses the filter from the URL: `?gte=5000` or `?lte=2000`. */
export function filterOf(query: URLSearchParams): DistanceFilter {
  const from = distanceOf(query.get('gte') ?? '');
  if (from !== null) return { comparator: 'greater', distanceM: from };
  const upTo = distanceOf(query.get('lte') ?? '');
  return upTo === null ? defaultFilter : { comparator: 'less', distanceM: upTo };
}

/** Returns the URL query with this filter; omits the default. */
export function withFilter(query: URLSearchParams, filter: DistanceFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('gte');
  next.delete('lte');
  const isDefault =
    filter.comparator === defaultFilter.comparator && filter.distanceM === defaultFilter.distanceM;
  if (!isDefault) next.set(filter.comparator === 'greater' ? 'gte' : 'lte', `${filter.distanceM}`);
  return next;
}
