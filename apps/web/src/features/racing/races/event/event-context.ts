import type { WholeRaceEvent } from '@boathouse/contract/races';
import { createContext, use } from 'react';

export const RaceEventContext = createContext<WholeRaceEvent | null>(null);

/** Returns the race day of the page. */
export function useRaceEvent(): WholeRaceEvent {
  const event = use(RaceEventContext);
  if (event === null) throw new Error('useRaceEvent is used outside a race day');
  return event;
}
