import { createHash } from 'node:crypto';
import { isMember } from '@boathouse/contract/clubs';
import { serverLimits } from '@boathouse/contract/limits';
import type { Session, SparseSession } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import { HttpError, orNotFound } from '../../../http/errors.ts';
import { KeyedBuckets } from '../../../http/keyed-buckets.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { findClub, findRole } from '../../clubs/clubs/index.ts';
import { boundsOf, type Period } from '../sessions/index.ts';
import { iCalendarOf } from './rules.ts';
import {
  deleteKey,
  findKeyTime,
  findOwner,
  listCalendarOfUser,
  listParts,
  listSessionsOfUser,
  upsertKey,
} from './store.ts';

type CalendarsOptions = {
  db: Database;
  productName: string;
  /** The web app's address. */
  address: string;
  now: () => Date;
};

const dayMs = 24 * 3_600_000;

/** Reads with one key: a program reads every hour, for the whole calendar or for a club's, from several devices. */
const readsOfKey = { burst: 60, perSec: 0.1 };

/** The calendar addresses of users: a key gives the right to read what its owner may read at that moment. */
export class Calendars {
  readonly #options: CalendarsOptions;
  readonly #reads = new KeyedBuckets(readsOfKey);

  constructor(options: CalendarsOptions) {
    this.#options = options;
  }

  async timeOf(userId: string): Promise<{ createdAt: string | null }> {
    return { createdAt: (await findKeyTime(this.#options.db, userId))?.toISOString() ?? null };
  }

  async create(userId: string): Promise<{ key: string; createdAt: string }> {
    const key = newSecretKey();
    const createdAt = this.#options.now();
    await upsertKey(this.#options.db, { userId, digest: digestOf(key), createdAt });
    return { key, createdAt: createdAt.toISOString() };
  }

  async revoke(userId: string): Promise<{ createdAt: null }> {
    await deleteKey(this.#options.db, userId);
    return { createdAt: null };
  }

  /**
   * Returns an iCalendar file. The calendar of a club that the key's owner is not a member of is empty: a program that
   * gets an error keeps its old events.
   * @throws HttpError 404 for a key that is not valid, 429
   */
  async read(key: string, clubId: string | null) {
    const { db, productName, address, now } = this.#options;
    const digest = digestOf(key);
    const userId = orNotFound(await findOwner(db, digest), 'calendar');
    if (!this.#reads.take(digest, now().getTime())) {
      const message = 'This calendar is read too often. Try again in 10 seconds.';
      throw new HttpError(429, 'too_many_requests', message, undefined, 10);
    }
    const club = clubId === null ? null : await clubOfMember(db, clubId, userId);
    const at = now();
    const found = await listCalendarOfUser(db, userId, {
      from: new Date(at.getTime() - serverLimits.calendarDaysBack * dayMs),
      to: new Date(at.getTime() + serverLimits.calendarDaysAhead * dayMs),
      now: at,
      clubId,
      limit: serverLimits.calendarSessionsMax,
    });
    const text = iCalendarOf(found, { name: club?.name ?? productName, productName, address });
    const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
    return { bytes: Buffer.from(text), fileName: 'sessions.ics', etag };
  }
}

async function clubOfMember(db: Database, clubId: string, userId: string) {
  return isMember(await findRole(db, clubId, userId)) ? findClub(db, clubId) : null;
}

/** Returns the sessions that start in a month, or on one of its days, in the viewer's time zone. @throws HttpError 400 */
export async function sessionsOfPeriod(db: Database, userId: string, period: Period): Promise<Session[]> {
  const [from, to] = boundsOf(period);
  return listSessionsOfUser(db, userId, from, to);
}

/** The same with the fields that the calendar shows, and the user's part in each. @throws HttpError 400 */
export async function sparseSessionsOfPeriod(
  db: Database,
  userId: string,
  period: Period,
): Promise<SparseSession[]> {
  const found = await sessionsOfPeriod(db, userId, period);
  const ids = found.map(({ _id }) => _id);
  const parts = await listParts(db, userId, ids);
  return found.map(({ _id, title, startAt }) => ({ _id, title, startAt, part: parts.get(_id) ?? 'none' }));
}
