import { isMember, type ClubRole } from '@boathouse/contract/clubs';

/** CLUB-4: what a private club has rowed is its members' affair; a pending request is no membership. */
export function maySeeRecentSessions(club: { isPrivate: boolean; viewerRole: ClubRole | null }): boolean {
  return !club.isPrivate || isMember(club.viewerRole);
}
