import { isMember, type ClubRole } from '@boathouse/contract/clubs';

/** The facts that decide who may read a session. */
type SessionAccess = {
  hostUserId: string;
  isAccessibleByLink: boolean;
  clubId: string | null;
};

/**
 * SESS-11. Always the host. For a club's session also its members (not pending users); for "Anyone with link" every
 * signed-in user who has the id; for "Only Me" no other user.
 */
export function mayReadSession(
  viewerId: string,
  session: SessionAccess,
  viewerRole: ClubRole | null,
): boolean {
  if (session.hostUserId === viewerId) return true;
  if (session.clubId !== null) return isMember(viewerRole);
  return session.isAccessibleByLink;
}

/** WORK-3: a session of a club needs a membership; a link makes no sense on a club's session. */
export function mayScheduleFor(role: ClubRole | null): boolean {
  return isMember(role);
}
