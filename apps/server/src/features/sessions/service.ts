import type { NewSession, Session } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import { badField, notFound } from '../../http/errors.ts';
import { findRole } from '../clubs/index.ts';
import { mayReadSession, mayScheduleFor } from './rules.ts';
import { findSession, insertSession, listSessionsOfUser, type SessionForViewer } from './store.ts';

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
  const startAt = new Date(wanted.startAt);
  if (!isStorable(startAt)) throw badField('startAt', 'must be between the years 1900 and 9999');
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
