import type { NewSession, Session, SessionChange } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import { badField, HttpError, notFound } from '../../http/errors.ts';
import type { Notifier } from '../../infra/notifier.ts';
import { findRole } from '../clubs/index.ts';
import { keepsBegunItems, mayReadSession, mayScheduleFor, weeklyStarts } from './rules.ts';
import {
  findBegunItems,
  findSession,
  insertSession,
  listSessionsOfUser,
  listStartsOf,
  lockSession,
  markSessionDeleted,
  updateSession,
  type SessionForViewer,
} from './store.ts';

/** @throws HttpError 404, the same for a session that does not exist and for one the viewer may not read */
export async function readableSession(db: Database, id: string, viewerId: string): Promise<Session> {
  const found = await findSession(db, id, viewerId);
  if (found === null || !isReadable(found, viewerId)) throw notFound('session');
  return found.session;
}

function isReadable({ session, clubId, viewerRole }: SessionForViewer, viewerId: string): boolean {
  const { hostUser, isAccessibleByLink } = session;
  return mayReadSession(viewerId, { hostUserId: hostUser._id, isAccessibleByLink, clubId }, viewerRole);
}

/** @throws HttpError 400 unless the caller is a member of the club; the same when the club does not exist */
export async function scheduleSession(db: Database, callerId: string, wanted: NewSession): Promise<Session> {
  const clubId = wanted.club ?? null;
  if (clubId !== null && !mayScheduleFor(await findRole(db, clubId, callerId))) {
    throw badField('club', 'must be a club you are a member of');
  }
  if (clubId !== null && wanted.isAccessibleByLink) {
    throw badField('isAccessibleByLink', "must be false for a club's session, which its members can read");
  }
  const startAt = storableStart(wanted.startAt);
  const id = await insertSession(db, {
    title: wanted.title,
    hostUserId: callerId,
    startAt,
    isAccessibleByLink: wanted.isAccessibleByLink,
    clubId,
    workoutItems: wanted.workoutItems,
  });
  return readableSession(db, id, callerId);
}

/** @throws HttpError 404, 403 */
export async function hostedSession(db: Database, id: string, callerId: string): Promise<Session> {
  const session = await readableSession(db, id, callerId);
  if (session.hostUser._id !== callerId) {
    throw new HttpError(403, 'forbidden', 'Only the host may change this session');
  }
  return session;
}

/** @throws HttpError 404, 403, 400 isAccessibleByLink, startAt or workoutItems */
export async function changeSession(
  db: Database,
  notifier: Notifier,
  callerId: string,
  id: string,
  change: SessionChange,
): Promise<Session> {
  await notifier.transaction(async (tx, notify) => {
    await lockSession(tx, id);
    const session = await hostedSession(tx, id, callerId);
    if (session.club !== null && change.isAccessibleByLink === true) {
      throw badField('isAccessibleByLink', "must be false for a club's session, which its members can read");
    }
    const { title, isAccessibleByLink, workoutItems } = change;
    const { begun } = await findBegunItems(tx, id);
    if (workoutItems && !keepsBegunItems(session.workoutItems, workoutItems, begun)) {
      throw badField('workoutItems', 'must keep the items that have been begun, in their places');
    }
    const before = new Date(session.startAt);
    const after = change.startAt === undefined ? before : storableStart(change.startAt);
    await updateSession(tx, id, {
      ...(title === undefined ? {} : { title }),
      ...(isAccessibleByLink === undefined ? {} : { isAccessibleByLink }),
      ...(workoutItems === undefined ? {} : { workoutItems }),
      // Its members are reminded of the new start, too.
      ...(after.getTime() === before.getTime() ? {} : { startAt: after, remindedAt: null }),
    });
    await notify({ kind: 'sessionChanged', host: callerId, session: id, before, after });
  });
  return readableSession(db, id, callerId);
}

/** Deletes a session for all; its results stay. @throws HttpError 404, 403, 409 still_rowing */
export async function deleteSession(
  notifier: Notifier,
  callerId: string,
  id: string,
): Promise<{ _id: string }> {
  await notifier.transaction(async (tx, notify) => {
    await lockSession(tx, id);
    const { startAt } = await hostedSession(tx, id, callerId);
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
    await notify({ kind: 'sessionChanged', host: callerId, session: id, before, after: null });
  });
  return { _id: id };
}

/**
 * Schedules the session again in each of the next weeks; a week that has it already is left out, so that the call may be
 * repeated.
 * @throws HttpError 404, 403, 400 timeZone
 */
export async function repeatSession(
  db: Database,
  callerId: string,
  id: string,
  { weeks, timeZone }: { weeks: number; timeZone: string },
): Promise<Session[]> {
  const made = await db.transaction(async (tx) => {
    await lockSession(tx, id);
    const { title, startAt, isAccessibleByLink, club, workoutItems } = await hostedSession(tx, id, callerId);
    const clubId = club?._id ?? null;
    if (clubId !== null && !mayScheduleFor(await findRole(tx, clubId, callerId))) {
      throw new HttpError(403, 'forbidden', 'Only members may schedule sessions of this club');
    }
    const starts = startsOf(new Date(startAt), weeks, timeZone);
    const taken = await listStartsOf(tx, { hostUserId: callerId, title, clubId }, starts);
    const takenMs = new Set(taken.map((start) => start.getTime()));
    const free = starts.filter((start) => isStorable(start) && !takenMs.has(start.getTime()));
    const ids: string[] = [];
    for (const start of free) {
      const session = {
        title,
        startAt: start,
        hostUserId: callerId,
        isAccessibleByLink,
        clubId,
        workoutItems,
      };
      ids.push(await insertSession(tx, session));
    }
    return ids;
  });
  return Promise.all(made.map((sessionId) => readableSession(db, sessionId, callerId)));
}

function startsOf(startAt: Date, weeks: number, timeZone: string): Date[] {
  try {
    return weeklyStarts(startAt, weeks, timeZone);
  } catch {
    // Intl, which the contract checks with, accepts legacy names such as PST that Temporal rejects.
    throw badField('timeZone', 'Must be a time zone, such as Europe/Berlin');
  }
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

type Period = { year: number; month: number; day?: number | undefined; timeZone: string };

/** Returns the sessions that start in a month, or on one of its days, in the viewer's time zone. */
export async function sessionsOfPeriod(db: Database, userId: string, period: Period): Promise<Session[]> {
  const [from, to] = boundsOf(period);
  const found = await listSessionsOfUser(db, userId, from, to);
  return found.filter((session) => isReadable(session, userId)).map(({ session }) => session);
}

function boundsOf({ year, month, day, timeZone }: Period): [Date, Date] {
  let first: Temporal.PlainDate;
  try {
    first = Temporal.PlainDate.from({ year, month, day: day ?? 1 }, { overflow: 'reject' });
  } catch {
    throw badField('day', 'is not a day of that month');
  }
  const next = first.add(day === undefined ? { months: 1 } : { days: 1 });
  // Days start at the first instant of their date in the zone, so they have 23, 24 or 25 hours.
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds;
  try {
    return [new Date(startMs(first)), new Date(Math.min(startMs(next), lastStorableMs))];
  } catch {
    // Intl, which the contract checks with, accepts legacy names such as PST that Temporal rejects.
    throw badField('timeZone', 'Must be a time zone, such as Europe/Berlin');
  }
}
