import type { ListedActivity } from '@boathouse/contract/activities';
import type { FeedActivity } from '@boathouse/contract/feed';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../db/paging.ts';
import { notFound, orNotFound } from '../../http/errors.ts';
import { countCommentsOfAll, countLikesOfAll } from '../comments/index.ts';
import { findRole } from '../clubs/index.ts';
import { listSessionsOfClub, listUpcomingOfClub } from '../sessions/index.ts';
import { isVisibleUser } from '../users/index.ts';
import { maySeeRecentSessions } from './rules.ts';
import { findClubPrivacy, listActivitiesAround, listActivitiesOf } from './store.ts';

/** @throws HttpError 404 for a user who does not exist or whom the viewer may not see */
export async function athleteFeed(
  db: Database,
  userId: string,
  viewerId: string,
  page: Page,
): Promise<FeedActivity[]> {
  if (!(await isVisibleUser(db, userId, viewerId))) throw notFound('user');
  const found = await listActivitiesOf(db, userId, viewerId, page);
  return withCounts(db, viewerId, found);
}

export async function dashboardFeed(db: Database, viewerId: string, page: Page): Promise<FeedActivity[]> {
  return withCounts(db, viewerId, await listActivitiesAround(db, viewerId, page));
}

/** Adds the counts in two queries, however many activities there are. */
async function withCounts(db: Database, viewerId: string, found: ListedActivity[]): Promise<FeedActivity[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ _id }) => _id);
  const [likes, comments] = await Promise.all([
    countLikesOfAll(db, ids, viewerId),
    countCommentsOfAll(db, ids, viewerId),
  ]);
  return found.map((activity) => ({
    ...activity,
    likeCount: likes.get(activity._id)?.count ?? 0,
    didLike: likes.get(activity._id)?.didLike ?? false,
    commentCount: comments.get(activity._id) ?? 0,
  }));
}

/** @throws HttpError 404 for a club that does not exist */
export async function clubFeed(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { until: Date },
): Promise<Session[]> {
  const isPrivate = orNotFound(await findClubPrivacy(db, clubId), 'club');
  const viewerRole = await findRole(db, clubId, viewerId);
  return maySeeRecentSessions({ isPrivate, viewerRole })
    ? listSessionsOfClub(db, clubId, viewerId, page)
    : [];
}

/** The same of the sessions that have not begun. @throws HttpError 404 for a club that does not exist */
export async function upcomingOfClub(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { after: Date },
): Promise<Session[]> {
  const isPrivate = orNotFound(await findClubPrivacy(db, clubId), 'club');
  const viewerRole = await findRole(db, clubId, viewerId);
  return maySeeRecentSessions({ isPrivate, viewerRole })
    ? listUpcomingOfClub(db, clubId, viewerId, page)
    : [];
}
