import type { PastActivity } from '@boathouse/contract/activities/past';
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

/** The results that this device keeps of the page's user until they are sent, newest first. */
export const unsentResults = createStore<readonly PastActivity[]>([]);

/** Returns the results that the server has not returned: a sent one leaves the device a moment later. */
export function useUnsentResults(returned: ReadonlyArray<{ _id: string }>): readonly PastActivity[] {
  const unsent = useSyncExternalStore(unsentResults.subscribe, unsentResults.get);
  return unsent.filter(({ _id }) => !returned.some((each) => each._id === _id));
}
