import type { Club, MembershipCheck } from '@boathouse/contract/clubs';
import { createContext, use } from 'react';

type ClubOnPage = {
  club: Club;
  /** What the signed-in person is in it; undefined until that is known. */
  standing: MembershipCheck | undefined;
};

export const ClubContext = createContext<ClubOnPage | null>(null);

/** The club of the page. Only inside a ClubLayout. */
export function useClub(): ClubOnPage {
  const found = use(ClubContext);
  if (found === null) throw new Error('useClub is used outside a ClubLayout');
  return found;
}
