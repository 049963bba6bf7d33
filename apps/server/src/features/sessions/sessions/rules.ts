import type { ActivityVisibility } from '@boathouse/contract/activities';
import { clubRoles, isMember, type ClubRole } from '@boathouse/contract/clubs';

/** The facts that decide who may read and manage a session. */
type SessionAccess = {
  hostUserId: string;
  isAccessibleByLink: boolean;
  clubId: string | null;
  /** The viewer sits in the race of the session as a guest of its club (decision 099). */
  isGuest?: boolean;
};

/**
 * SESS-11. A club's session: its members (not pending users), and the host only as one of them; of a race also the
 * guests who sit in it. Another session: the host, and for "Anyone with link" every signed-in user who has the id.
 */
export function mayReadSession(
  viewerId: string,
  session: SessionAccess,
  viewerRole: ClubRole | null,
): boolean {
  if (session.clubId !== null) return isMember(viewerRole) || session.isGuest === true;
  return session.hostUserId === viewerId || session.isAccessibleByLink;
}

/** Whether the viewer may read the rows of all athletes in a session: guests of a race read only their own (decision 099). */
export function mayReadRows(viewerId: string, session: SessionAccess, viewerRole: ClubRole | null): boolean {
  return mayReadSession(viewerId, { ...session, isGuest: false }, viewerRole);
}

/**
 * Whether the viewer may change, delete and start a session, manage its board, and end others' rows in it: its host (of
 * a club's session only while a member), and the admins and the owner of its club.
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

/** The facts that decide who reads a result: a session and the viewer's part in it, or the result's own visibility. */
type ResultAccess =
  | { session: { mayRead: boolean; isPartOf: boolean }; visibility: null }
  | { session: null; visibility: ActivityVisibility };

/**
 * Whether the viewer reads a result. In a session, the viewer must be able to read its rows (`mayReadRows`), and be part
 * of it (a member of its club, its host, or an athlete who rowed in it) or see the athlete. Without a session, the viewer
 * must see the athlete, and the result must not be visible only to the athlete. Never a user whom the athlete has
 * blocked.
 */
export function mayReadResult(
  viewer: { isAthlete: boolean; maySeeAthlete: boolean; isBlocked: boolean },
  { session, visibility }: ResultAccess,
): boolean {
  if (viewer.isAthlete) return true;
  if (viewer.isBlocked) return false;
  if (session === null) return visibility === 'profile' && viewer.maySeeAthlete;
  return session.mayRead && (session.isPartOf || viewer.maySeeAthlete);
}

/**
 * Whether each item that has been begun keeps its position, where its results are: it may be edited, but not removed,
 * and no other item moves to its position.
 */
export function keepsBegunPlaces(
  items: readonly string[],
  changed: readonly string[],
  begun: readonly number[],
): boolean {
  const isMovedTo = (index: number) =>
    changed[index] !== items[index] &&
    items.some((item, from) => from !== index && item === changed[index] && item !== changed[from]);
  return begun.every((index) => index < changed.length && !isMovedTo(index));
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
