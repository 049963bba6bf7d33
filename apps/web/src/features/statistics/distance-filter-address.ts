import { limits } from '@boathouse/contract/limits';
import type { DistanceFilter } from './api.ts';

export const defaultFilter: DistanceFilter = { comparator: 'less', distanceM: limits.distanceFilterM };

/** Metres as typed, or null for what is not a whole number of them within the bounds. */
export function distanceOf(text: string): number | null {
  const digits = text.trim();
  if (!/^\d{1,7}$/.test(digits)) return null;
  const distanceM = Number(digits);
  return distanceM <= limits.distanceFilterCapM ? distanceM : null;
}

/** The filter as it stands in the address of its page: `?gte=5000` or `?lte=2000`. */
export function filterOf(query: URLSearchParams): DistanceFilter {
  const from = distanceOf(query.get('gte') ?? '');
  if (from !== null) return { comparator: 'greater', distanceM: from };
  const upTo = distanceOf(query.get('lte') ?? '');
  return upTo === null ? defaultFilter : { comparator: 'less', distanceM: upTo };
}

/** The query with this filter in it; the default is not mentioned. */
export function withFilter(query: URLSearchParams, filter: DistanceFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('gte');
  next.delete('lte');
  const isDefault =
    filter.comparator === defaultFilter.comparator && filter.distanceM === defaultFilter.distanceM;
  if (!isDefault) next.set(filter.comparator === 'greater' ? 'gte' : 'lte', `${filter.distanceM}`);
  return next;
}
