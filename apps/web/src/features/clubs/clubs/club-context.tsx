import type { Club, MembershipCheck } from '@boathouse/contract/clubs';
import { createContext, use } from 'react';

type ClubOnPage = {
  club: Club;
  /** The viewer's membership; undefined while it loads. */
  membership: MembershipCheck | undefined;
};

export const ClubContext = createContext<ClubOnPage | null>(null);

/** Returns the club of the page. Throws outside a ClubLayout. */
export function useClub(): ClubOnPage {
  const found = use(ClubContext);
  if (found === null) throw new Error('useClub is used outside a ClubLayout');
  return found;
}
