import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** The keys are those of `useDraft`. */
const isDraft = ({ queryKey: [kind] }: Pick<Query, 'queryKey'>) =>
  typeof kind === 'string' && kind.endsWith('-draft');

const isTyped = ({ state: { data } }: Query) => typeof data === 'string' && data.trim() !== '';

/**
 * Returns whether a draft is stored that the user typed on this page or on an earlier one: another document would not
 * have it.
 */
export function useHasDrafts(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(({ query }) => isDraft(query) && onChange()),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => cache.getAll().some((each) => isDraft(each) && isTyped(each)));
}
