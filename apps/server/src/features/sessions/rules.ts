import { clubRoles, isMember, type ClubRole } from '@boathouse/contract/clubs';

/** The facts that decide who may read and manage a session. */
type SessionAccess = {
  hostUserId: string;
  isAccessibleByLink: boolean;
  clubId: string | null;
};

/**
 * SESS-11. A club's session: its members (not pending users), and the host only as one of them. Another session: the
 * host, and for "Anyone with link" every signed-in user who has the id.
 */
export function mayReadSession(
  viewerId: string,
  session: SessionAccess,
  viewerRole: ClubRole | null,
): boolean {
  if (session.clubId !== null) return isMember(viewerRole);
  return session.hostUserId === viewerId || session.isAccessibleByLink;
}

/**
 * Who changes, deletes and starts a session, has its board, and ends others' rows in it: its host, of a club's session
 * while a member, and the admins and the owner of its club.
 */
export function mayManageSession(
  viewerId: string,
  session: SessionAccess,
  viewerRole: ClubRole | null,
): boolean {
  const isHost = session.hostUserId === viewerId;
  if (session.clubId === null) return isHost;
  return isMember(viewerRole) && (isHost || viewerRole >= clubRoles.admin);
}

/**
 * Who reads a result, of those who may read its session: who is part of the session (a member of its club, its host,
 * one who rowed in it) and otherwise those who may see the athlete; never a user whom the athlete has blocked.
 */
export function mayReadResult(viewer: {
  isAthlete: boolean;
  mayReadSession: boolean;
  isPartOfSession: boolean;
  maySeeAthlete: boolean;
  isBlocked: boolean;
}): boolean {
  if (viewer.isAthlete) return true;
  if (!viewer.mayReadSession || viewer.isBlocked) return false;
  return viewer.isPartOfSession || viewer.maySeeAthlete;
}

/** Whether each workout item that has been begun keeps its text and place; otherwise its results would change meaning. */
export function keepsBegunItems(
  items: readonly string[],
  changed: readonly string[],
  begun: readonly number[],
): boolean {
  return begun.every((index) => changed[index] === items[index]);
}

/**
 * Returns the starts of the weeks after a session, at the same time of day in the zone: not always 168 hours later,
 * because clocks change.
 */
export function weeklyStarts(startAt: Date, weeks: number, timeZone: string): Date[] {
  const start = Temporal.Instant.fromEpochMilliseconds(startAt.getTime()).toZonedDateTimeISO(timeZone);
  return Array.from(
    { length: weeks },
    (_, index) => new Date(start.add({ weeks: index + 1 }).epochMilliseconds),
  );
}

/** WORK-3: a session of a club needs a membership; a link makes no sense on a club's session. */
export function mayScheduleFor(role: ClubRole | null): boolean {
  return isMember(role);
}
