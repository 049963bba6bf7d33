import type { FoundActivity, history as calls, PastFilters } from '@boathouse/contract/activities/history';
import type { PastActivity } from '@boathouse/contract/activities/past';
import type { EndpointInput, EndpointResponse } from '@boathouse/contract/endpoint';
import { isMember } from '@boathouse/contract/clubs';
import type { FeedActivity, PastSession } from '@boathouse/contract/feed';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import { listTagsOfAll, listUsedTags } from '../../training/activities/index.ts';
import type { Page } from '../../../db/paging.ts';
import { notFound, orNotFound } from '../../../http/errors.ts';
import { countCommentsOfAll, listLikesOfAll, noLikes } from '../comments/index.ts';
import { findRole } from '../../clubs/clubs/index.ts';
import { boundsOf, listSessionsOfClub, listUpcomingOfClub } from '../../sessions/sessions/index.ts';
import { listBestsAmong } from '../../training/statistics/index.ts';
import { isVisibleUser } from '../../people/users/index.ts';
import { listPastMachines, type PastConditions, type PastSearch } from './filters/store.ts';
import { countWithoutEach, searchPast } from './past/store.ts';
import { maySeeRecentSessions } from './rules.ts';
import {
  findClubPrivacy,
  listActivitiesAround,
  listActivitiesOf,
  listActivitiesOfClub,
  listPast,
  summarizeResultsOf,
} from './store.ts';

/**
 * Returns one page of an athlete's past workouts with totals of all found ones, or, if there are none, how many each
 * filter excludes; a sparse search returns only the page. @throws HttpError 400 timeZone
 */
export async function pastActivities(
  db: Database,
  athleteId: string,
  query: EndpointInput<typeof calls.search>['query'],
): Promise<EndpointResponse<typeof calls.search>> {
  const { user: _user, sortby: sort, page, pagesize, sparse, ...wanted } = query;
  const filters = conditionsOf(wanted);
  const search = { sort, page, pagesize, filters };
  // One after another, because a search has many statements.
  const { ids, totals } = await searchPast(db, athleteId, search, { isTotalled: sparse === '0' });
  const activities = await listTaggedPast(db, ids, sort);
  if (sparse === '1') return { count: activities.length, activities };
  const machines = await listPastMachines(db, athleteId);
  const tags = await listUsedTags(db, athleteId);
  const count = totals.reduce((sum, each) => sum + each.count, 0);
  const without = count > 0 ? [] : await countWithoutEach(db, athleteId, filters);
  return { count, activities, totals, machines, tags, without };
}

async function listTaggedPast(
  db: Database,
  ids: readonly string[],
  sort: PastSearch['sort'],
): Promise<FoundActivity[]> {
  const found = await listPast(db, ids, sort);
  const tagsOf = await listTagsOfAll(db, ids);
  return found.map((each) => ({ ...each, tags: tagsOf.get(each._id) ?? [] }));
}

/** Returns filters of past workouts with their days as instants. */
export function conditionsOf({
  timeZone,
  from,
  to,
  ...others
}: PastFilters & { timeZone: string }): PastConditions {
  return { ...others, from: dayBounds(from, timeZone)[0], to: dayBounds(to, timeZone)[1] };
}

/** Returns the first instant of a day and the one after it. */
function dayBounds(text: string | undefined, timeZone: string): [Date, Date] | [] {
  if (text === undefined) return [];
  const { year, month, day } = Temporal.PlainDate.from(text);
  return boundsOf({ year, month, day, timeZone });
}

/** @throws HttpError 404 for a user who does not exist or whom the viewer may not see */
export async function athleteFeed(
  db: Database,
  userId: string,
  viewerId: string,
  page: Page,
): Promise<FeedActivity[]> {
  if (!(await isVisibleUser(db, userId, viewerId))) throw notFound('user');
  const found = await listActivitiesOf(db, userId, viewerId, page);
  return withReactions(db, viewerId, found);
}

export async function dashboardFeed(db: Database, viewerId: string, page: Page): Promise<FeedActivity[]> {
  return withReactions(db, viewerId, await listActivitiesAround(db, viewerId, page));
}

/** Adds likes, comments and bests in three queries, for any number of activities. */
async function withReactions(db: Database, viewerId: string, found: PastActivity[]): Promise<FeedActivity[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ _id }) => _id);
  const [likes, comments, bests] = await Promise.all([
    listLikesOfAll(db, ids, viewerId),
    countCommentsOfAll(db, ids, viewerId),
    listBestsAmong(db, ids, viewerId),
  ]);
  return found.map((activity) => {
    const { count, didLike, likers } = likes.get(activity._id) ?? noLikes;
    return {
      ...activity,
      likeCount: count,
      didLike,
      likers,
      commentCount: comments.get(activity._id) ?? 0,
      bests: bests.get(activity._id) ?? [],
    };
  });
}

/**
 * Returns the past sessions of a club; members also get their outcome.
 * @throws HttpError 404 for a club that does not exist
 */
export async function clubFeed(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { until: Date },
): Promise<PastSession[]> {
  const isPrivate = orNotFound(await findClubPrivacy(db, clubId), 'club');
  const viewerRole = await findRole(db, clubId, viewerId);
  if (!maySeeRecentSessions({ isPrivate, viewerRole })) return [];
  const found = await listSessionsOfClub(db, clubId, viewerId, page);
  if (!isMember(viewerRole)) return found;
  const ids = found.map(({ _id }) => _id);
  const results = await summarizeResultsOf(db, ids, viewerId);
  return found.map((each) => ({ ...each, results: results.get(each._id) ?? { rowed: 0, best: null } }));
}

/** The same for sessions that have not begun. @throws HttpError 404 for a club that does not exist */
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

/** Returns the newest results of a club's sessions to its members, and none to others. @throws HttpError 404 */
export async function resultsOfClub(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page,
): Promise<PastActivity[]> {
  orNotFound(await findClubPrivacy(db, clubId), 'club');
  return isMember(await findRole(db, clubId, viewerId))
    ? listActivitiesOfClub(db, clubId, viewerId, page)
    : [];
}
