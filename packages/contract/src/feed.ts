import * as z from 'zod/mini';
import { MachineSchema } from './activities/machine.ts';
import { PastActivitySchema } from './activities/past.ts';
import { endpoint } from './endpoint.ts';
import { IdSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf } from './paging.ts';
import { SessionSchema } from './sessions.ts';
import { RankedPieceSchema } from './statistics.ts';
import { UserRefSchema } from './users.ts';

const page = pageOf(limits.feedPageSize);

const isWithinFeed = z.refine<{ page: number; pagesize: number }>(
  ({ page, pagesize }) => page * pagesize <= limits.feedEntriesMax,
  { path: ['page'], error: `A feed ends after ${limits.feedEntriesMax} entries` },
);

/** An activity with the data of its card; removed comments do not count, replies do. */
const FeedActivitySchema = z.extend(PastActivitySchema, {
  likeCount: z.int(),
  /** Whether the caller likes it. */
  didLike: z.boolean(),
  /**
   * Users whom the caller may see, up to `limits.likersMax`, the latest first. Servers of an earlier version omit them.
   */
  likers: z.optional(z.array(UserRefSchema)),
  commentCount: z.int(),
  /** The pieces in which it is the athlete's best that the caller may read. Servers of an earlier version omit them. */
  bests: z.optional(z.array(RankedPieceSchema)),
});
export type FeedActivity = z.infer<typeof FeedActivitySchema>;

/** A past session with how it went. */
const PastSessionSchema = z.extend(SessionSchema, {
  /** For members of the club; contains only athletes whom the caller may see. Servers of an earlier version omit it. */
  results: z.optional(
    z.object({
      /** Athletes with a result. */
      rowed: z.int(),
      /** The result with the fastest average pace, on a RowErg if there is one; null if no result can be compared. */
      best: z.nullable(z.object({ user: UserRefSchema, machine: MachineSchema, averagePace: z.number() })),
    }),
  ),
});
export type PastSession = z.infer<typeof PastSessionSchema>;

/**
 * Completed activities and past sessions, newest first. A full page means that there may be more. A feed omits
 * activities of sessions that the caller may not read, except the caller's own.
 */
export const feed = {
  dashboard: endpoint({
    method: 'GET',
    path: '/feed/dashboard',
    summary: 'Completed activities of the caller and of the users they follow',
    auth: 'user',
    cost: 'list',
    caller: ['query.user'],
    query: z.strictObject({ user: IdSchema, ...page }).check(isWithinFeed),
    response: z.array(FeedActivitySchema),
  }),
  clubProfile: endpoint({
    method: 'GET',
    path: '/feed/club-profile',
    summary: 'Past sessions of a club; for a private club only visible to its members',
    auth: 'user',
    query: z.strictObject({ club: IdSchema, ...page }).check(isWithinFeed),
    response: z.array(PastSessionSchema),
  }),
  clubUpcoming: endpoint({
    method: 'GET',
    path: '/feed/club-upcoming',
    summary:
      'Sessions of a club that have not begun, the next one first; of a private club only for its members',
    auth: 'user',
    query: z.strictObject({ club: IdSchema, ...page }).check(isWithinFeed),
    response: z.array(SessionSchema),
  }),
  clubResults: endpoint({
    method: 'GET',
    path: '/feed/club-results',
    summary: "Completed activities of a club's sessions, for its members; none for others",
    auth: 'user',
    cost: 'list',
    query: z.strictObject({ club: IdSchema, ...page }).check(isWithinFeed),
    response: z.array(PastActivitySchema),
  }),
  athleteProfile: endpoint({
    method: 'GET',
    path: '/feed/athlete-profile',
    summary: 'Completed activities of a user',
    auth: 'user',
    query: z.strictObject({ user: IdSchema, ...page }).check(isWithinFeed),
    response: z.array(FeedActivitySchema),
  }),
};
