import type { NewSession, Session, SessionChange } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { badField, HttpError, notFound } from '../../../http/errors.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { Sight } from '../../../live/processes/rechecks.ts';
import { checkMembership, findRole } from '../../clubs/clubs/index.ts';
import { findSquad } from '../../clubs/squads/index.ts';
import {
  keepsBegunPlaces,
  mayManageSession,
  mayReadRows,
  mayReadSession,
  mayScheduleFor,
  weeklyStarts,
} from './rules.ts';
import {
  deleteBoardsOfOthers,
  findBegunItems,
  findSession,
  insertSession,
  isRaceSession,
  listStartsOf,
  lockMemberships,
  lockSession,
  markSessionDeleted,
  updateHost,
  updateSession,
  type SessionForViewer,
} from './store.ts';

/** @throws HttpError 404, the same for a session that does not exist and for one the viewer may not read */
export async function readableSession(db: Database, id: string, viewerId: string): Promise<Session> {
  return (await sessionInSight(db, id, viewerId)).session;
}

/**
 * The same with the viewer's sight: whether they read the rows of all athletes in it, or only their own, as a guest who sits
 * in a race of a club.
 * @throws HttpError 404 like `readableSession`
 */
export async function sessionInSight(
  db: Database,
  id: string,
  viewerId: string,
): Promise<{ session: Session; sight: Sight }> {
  const found = await findSession(db, id, viewerId);
  if (found === null || !isReadable(found, viewerId)) throw notFound('session');
  const sight = mayReadRows(viewerId, accessOf(found), found.viewerRole) ? 'all' : 'ownLane';
  return { session: found.session, sight };
}

function isReadable(found: SessionForViewer, viewerId: string): boolean {
  return mayReadSession(viewerId, accessOf(found), found.viewerRole);
}

function accessOf({ session, clubId, isGuest, hasNoAccount }: SessionForViewer) {
  const isAccessibleByLink = session.isAccessibleByLink && !hasNoAccount;
  return { hostUserId: session.hostUser._id, isAccessibleByLink, clubId, isGuest };
}

/**
 * Schedules a session. Idempotent with an `_id`: a repeated call returns the present session.
 * @throws HttpError 400 club unless the caller is a member; the same when the club does not exist. 400 _id for another's
 * or a deleted session.
 */
export async function scheduleSession(
  db: Database,
  callerId: string,
  wanted: WantedSession,
): Promise<Session> {
  const id = await db.transaction((tx) => schedule(tx, callerId, wanted));
  return readableSession(db, id, callerId);
}

type WantedSession = NewSession & { _id?: string | undefined };

async function schedule(tx: Database, callerId: string, wanted: WantedSession): Promise<string> {
  const clubId = wanted.club ?? null;
  await checkAudience(tx, callerId, { clubId, isAccessibleByLink: wanted.isAccessibleByLink });
  const squadId = wanted.squad ?? null;
  await checkSquad(tx, { clubId, squadId });
  const startAt = storableStart(wanted.startAt);
  const id = wanted._id ?? newId();
  const isInserted = await insertSession(tx, {
    id,
    title: wanted.title,
    hostUserId: callerId,
    startAt,
    isAccessibleByLink: wanted.isAccessibleByLink,
    clubId,
    squadId,
    workoutItems: wanted.workoutItems,
  });
  if (!isInserted) {
    const same = await findSession(tx, id, callerId);
    if (same?.session.hostUser._id !== callerId) throw badField('_id', 'is the id of another session');
  }
  return id;
}

type Audience = { clubId: string | null; isAccessibleByLink: boolean };

/** WORK-3, for as long as the transaction lasts. @throws HttpError 400 club or isAccessibleByLink */
async function checkAudience(
  tx: Database,
  callerId: string,
  { clubId, isAccessibleByLink }: Audience,
): Promise<void> {
  if (clubId === null) return;
  if (!mayScheduleFor(await findRole(tx, clubId, callerId, 'share'))) {
    throw badField('club', 'must be a club you are a member of');
  }
  if (isAccessibleByLink) {
    throw badField('isAccessibleByLink', "must be false for a club's session, which its members can read");
  }
}

/** @throws HttpError 400 squad */
async function checkSquad(
  tx: Database,
  { clubId, squadId }: { clubId: string | null; squadId: string | null },
) {
  if (squadId === null) return;
  if (clubId === null || (await findSquad(tx, clubId, squadId, 'share')) === null) {
    throw badField('squad', "must be a squad of the session's club");
  }
}

/** Returns a session that the caller manages. @throws HttpError 404, 403 */
export async function managedSession(db: Database, id: string, callerId: string): Promise<Session> {
  const found = await findSession(db, id, callerId);
  if (found === null || !isReadable(found, callerId)) throw notFound('session');
  if (!mayManageSession(callerId, accessOf(found), found.viewerRole)) {
    const { club } = found.session;
    const who = club === null ? 'the host' : `the host and the admins of ${club.name}`;
    throw new HttpError(403, 'forbidden', `Only ${who} may change this session`);
  }
  return found.session;
}

/** Returns whether the caller manages the session only as an admin or the owner of its club. */
export async function managesAsAdmin(db: Database, id: string, callerId: string): Promise<boolean> {
  const found = await findSession(db, id, callerId);
  return (
    found !== null &&
    found.session.hostUser._id !== callerId &&
    mayManageSession(callerId, accessOf(found), found.viewerRole)
  );
}

/**
 * Locks a session against other changes, and against the end of the caller's rights in its club and its next club,
 * until the transaction ends.
 * @throws HttpError 404, 403
 */
export async function lockManagedSession(
  tx: Database,
  id: string,
  callerId: string,
  toClub: string | null = null,
): Promise<Session> {
  await lockMemberships(tx, id, [callerId], toClub);
  await lockSession(tx, id);
  const session = await managedSession(tx, id, callerId);
  if (await isRaceSession(tx, id)) {
    throw new HttpError(
      403,
      'forbidden',
      'This session belongs to a race: change and start it from the race control',
    );
  }
  return session;
}

/** @throws HttpError 404, 403, 400 club, isAccessibleByLink, startAt or workoutItems */
export async function changeSession(
  db: Database,
  notifier: Notifier,
  callerId: string,
  id: string,
  change: SessionChange,
): Promise<Session> {
  await notifier.transaction(async (tx, notify) => {
    const session = await lockManagedSession(tx, id, callerId, change.club);
    const { title, workoutItems } = change;
    const { begun } = await findBegunItems(tx, id);
    const audience = await changedAudience(tx, callerId, session, { ...change, isBegun: begun.length > 0 });
    const isOfOtherClub = audience.clubId !== (session.club?._id ?? null);
    if (workoutItems && !keepsBegunPlaces(session.workoutItems, workoutItems, begun)) {
      throw badField('workoutItems', 'must keep the items that have been begun in their places');
    }
    const before = new Date(session.startAt);
    const after = change.startAt === undefined ? before : storableStart(change.startAt);
    const isMoved = after.getTime() !== before.getTime();
    const squadId = isOfOtherClub ? (change.squad ?? null) : change.squad;
    if (squadId !== undefined) await checkSquad(tx, { clubId: audience.clubId, squadId });
    await updateSession(tx, id, {
      ...audience,
      ...(squadId === undefined ? {} : { squadId }),
      ...(title === undefined ? {} : { title }),
      ...(workoutItems === undefined ? {} : { workoutItems }),
      ...(isMoved ? { startAt: after } : {}),
      // Its members are reminded of the new start, and so are those of the session's new club.
      ...(isMoved || isOfOtherClub ? { remindedAt: null } : {}),
    });
    if (isOfOtherClub) await deleteBoardsOfOthers(tx, id, callerId);
    await notify({ kind: 'sessionChanged', by: callerId, session: id, before, after });
  });
  return readableSession(db, id, callerId);
}

/**
 * Returns who reads a session after a change.
 * @throws HttpError 403 another club by an admin; 400 club or isAccessibleByLink
 */
async function changedAudience(
  tx: Database,
  callerId: string,
  session: Session,
  change: Pick<SessionChange, 'club' | 'isAccessibleByLink'> & { isBegun: boolean },
): Promise<Audience> {
  const clubId = session.club?._id ?? null;
  const audience = { clubId: change.club === undefined ? clubId : change.club };
  const isByLink = audience.clubId === null && session.isAccessibleByLink;
  const after = { ...audience, isAccessibleByLink: change.isAccessibleByLink ?? isByLink };
  if (after.clubId !== clubId && session.hostUser._id !== callerId) {
    throw new HttpError(403, 'forbidden', 'Only the host may move this session to or from a club');
  }
  if (after.clubId !== clubId && change.isBegun) {
    throw badField('club', 'can no longer change: someone has begun a workout of this session');
  }
  await checkAudience(tx, callerId, after);
  return after;
}

/**
 * Makes another member of its club the host of a session, and notifies them. Idempotent.
 * @throws HttpError 404, 403, 400 toUser
 */
export async function handOverSession(
  notifier: Notifier,
  callerId: string,
  id: string,
  toUser: string,
): Promise<Session> {
  return notifier.transaction(async (tx, notify) => {
    // The new host can't leave the club before this ends, either.
    await lockMemberships(tx, id, [callerId, toUser]);
    await lockSession(tx, id);
    const { hostUser, club } = await managedSession(tx, id, callerId);
    if (club === null) throw badField('toUser', "must be you: only a club's session can be handed over");
    // A member whom the caller may not see gets the same response as a user who is not a member.
    if (!(await checkMembership(tx, callerId, { user: toUser, club: club._id })).isMember) {
      throw badField('toUser', `must be a member of ${club.name}`);
    }
    if (hostUser._id !== toUser) {
      await updateHost(tx, id, toUser);
      await notify({ kind: 'sessionHost', by: callerId, host: toUser, session: id });
    }
    return readableSession(tx, id, callerId);
  });
}

/** Deletes a session for all; its results stay. @throws HttpError 404, 403, 409 still_rowing */
export async function deleteSession(
  notifier: Notifier,
  callerId: string,
  id: string,
): Promise<{ _id: string }> {
  await notifier.transaction(async (tx, notify) => {
    const { startAt } = await lockManagedSession(tx, id, callerId);
    const { isRowed } = await findBegunItems(tx, id);
    if (isRowed) {
      throw new HttpError(
        409,
        'still_rowing',
        'An athlete is still rowing in this session. Wait for the result, or end the workout once it has been silent for 10 minutes.',
      );
    }
    await markSessionDeleted(tx, id);
    const before = new Date(startAt);
    await notify({ kind: 'sessionChanged', by: callerId, session: id, before, after: null });
  });
  return { _id: id };
}

/**
 * Schedules the session again in each of the next weeks, with its host, or with the caller if that host has left the club.
 * A week that already has it is skipped, so that the call may be repeated.
 * @throws HttpError 404, 403
 */
export async function repeatSession(
  db: Database,
  callerId: string,
  id: string,
  { weeks, timeZone }: { weeks: number; timeZone: string },
): Promise<Session[]> {
  const made = await db.transaction(async (tx) => {
    const session = await lockManagedSession(tx, id, callerId);
    const { title, startAt, isAccessibleByLink, club, squad, workoutItems } = session;
    const clubId = club?._id ?? null;
    const isHostThere = clubId === null || mayScheduleFor(await findRole(tx, clubId, session.hostUser._id));
    const hostUserId = isHostThere ? session.hostUser._id : callerId;
    const starts = weeklyStarts(new Date(startAt), weeks, timeZone);
    const taken = await listStartsOf(tx, { hostUserId, title, clubId }, starts);
    const takenMs = new Set(taken.map((start) => start.getTime()));
    const free = starts.filter((start) => isStorable(start) && !takenMs.has(start.getTime()));
    const ids: string[] = [];
    for (const start of free) {
      const repeat = {
        id: newId(),
        title,
        startAt: start,
        hostUserId,
        isAccessibleByLink,
        clubId,
        squadId: squad?._id ?? null,
        workoutItems,
      };
      await insertSession(tx, repeat);
      ids.push(repeat.id);
    }
    return ids;
  });
  return Promise.all(made.map((sessionId) => readableSession(db, sessionId, callerId)));
}

function storableStart(text: string): Date {
  const startAt = new Date(text);
  if (!isStorable(startAt)) throw badField('startAt', 'must be between the years 1900 and 9999');
  return startAt;
}

/** ISO 8601 writes years of five digits with a sign, which PostgreSQL does not parse. */
const lastStorableMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function isStorable(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1900 && year <= 9999;
}

export type Period = { year: number; month: number; day?: number | undefined; timeZone: string };

/** Returns the first instant of a period, and the instant after it. @throws HttpError 400 day */
export function boundsOf({ year, month, day, timeZone }: Period): [Date, Date] {
  let first: Temporal.PlainDate;
  try {
    first = Temporal.PlainDate.from({ year, month, day: day ?? 1 }, { overflow: 'reject' });
  } catch {
    throw badField('day', 'is not a day of that month');
  }
  const next = first.add(day === undefined ? { months: 1 } : { days: 1 });
  // Days start at the first instant of their date in the zone, so they have 23, 24 or 25 hours.
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds;
  return [new Date(startMs(first)), new Date(Math.min(startMs(next), lastStorableMs))];
}
