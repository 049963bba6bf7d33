import type { FoundActivity } from '@boathouse/contract/activities/history';
import type { HistorySort } from './history-search.ts';

/** Returns results of this device at their places in the first page of a list; those after its last one are at its end. */
export function unsentInPlace(
  page: readonly FoundActivity[],
  unsent: readonly FoundActivity[],
  sort: HistorySort,
): FoundActivity[] {
  const list = [...page];
  for (const activity of unsent) {
    const at = list.findIndex((each) => isBefore(activity, each, sort));
    list.splice(at === -1 ? list.length : at, 0, activity);
  }
  return list;
}

function isBefore(one: FoundActivity, other: FoundActivity, { field, isDescending }: HistorySort): boolean {
  const [first, second] = isDescending ? [other[field], one[field]] : [one[field], other[field]];
  // Without a pace it is the last in both directions, as on the server.
  if (one[field] === null || other[field] === null) return one[field] !== null;
  return first !== null && second !== null && first < second;
}
