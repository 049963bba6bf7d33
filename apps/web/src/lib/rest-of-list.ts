import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { changeCached } from './change-cached.ts';

/** Entries that may have left a list since it was loaded, while it still counts as one that continues. */
const goneMax = 100;

/** Whether a list has as many entries as the largest response: more may follow. */
function isCut(list: readonly unknown[]): boolean {
  return list.length >= limits.listedMax - goneMax;
}

/**
 * Adds an entry to a sorted list. In a list that continues, an entry that would be the last is left out: it comes with
 * the rest, which follows the last entry.
 */
export function withEntry<T>(list: readonly T[], entry: T, compare: (one: T, other: T) => number): T[] {
  const sorted = [...list, entry].toSorted(compare);
  return isCut(list) && sorted.at(-1) === entry ? [...list] : sorted;
}

type RestOfList<T> = {
  queryKey: DataTag<QueryKey, T[], Error>;
  list: readonly T[];
  idOf: (entry: T) => string;
  /** Fetches the entries after a given one. */
  fetchAfter: (last: T) => Promise<T[]>;
};

/** Loads the entries of a cached list that follow its last one, and adds them to it. */
export function useRestOfList<T>({ queryKey, list, idOf, fetchAfter }: RestOfList<T>) {
  const client = useQueryClient();
  /** The last entry of all. */
  const [endId, setEndId] = useState<string | null>(null);
  const last = list.at(-1);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: fetchAfter,
    onSuccess: async (found, after) => {
      if (!isCut(found)) setEndId(idOf(found.at(-1) ?? after));
      await changeCached(client, queryKey, (shown) => {
        const known = new Set(shown.map(idOf));
        return [...shown, ...found.filter((entry) => !known.has(idOf(entry)))];
      });
    },
    // The last entry may have left the list.
    onError: () => void client.invalidateQueries({ queryKey, exact: true }),
  });
  return {
    hasMore: isCut(list) && last !== undefined && idOf(last) !== endId,
    isLoading: isPending,
    isFailed: isError,
    loadMore: () => {
      if (last !== undefined) mutate(last);
    },
  };
}
