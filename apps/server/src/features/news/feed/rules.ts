import { isMember, type ClubRole } from '@boathouse/contract/clubs';

/** CLUB-4: only members may see the sessions of a private club; a pending request is not a membership. */
export function maySeeRecentSessions(club: { isPrivate: boolean; viewerRole: ClubRole | null }): boolean {
  return !club.isPrivate || isMember(club.viewerRole);
}
