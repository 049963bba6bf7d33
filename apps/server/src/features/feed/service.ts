import type { Activity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../db/paging.ts';
import { notFound } from '../../http/errors.ts';
import { findRole } from '../clubs/index.ts';
import { listSessionsOfClub } from '../sessions/index.ts';
import { findUserById } from '../users/index.ts';
import { maySeeRecentSessions } from './rules.ts';
import { findClubPrivacy, listActivitiesOf } from './store.ts';

/** @throws HttpError 404 for a user who does not exist */
export async function athleteFeed(
  db: Database,
  userId: string,
  viewerId: string,
  page: Page,
): Promise<Activity[]> {
  const found = await listActivitiesOf(db, userId, viewerId, page);
  if (found.length === 0 && (await findUserById(db, userId)) === null) throw notFound('user');
  return found;
}

/** @throws HttpError 404 for a club that does not exist */
export async function clubFeed(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { until: Date },
): Promise<Session[]> {
  const isPrivate = await findClubPrivacy(db, clubId);
  if (isPrivate === null) throw notFound('club');
  const viewerRole = await findRole(db, clubId, viewerId);
  return maySeeRecentSessions({ isPrivate, viewerRole })
    ? listSessionsOfClub(db, clubId, viewerId, page)
    : [];
}
