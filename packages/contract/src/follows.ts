import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { TimeZoneSchema } from './locale.ts';
import { restOf } from './paging.ts';
import { UserRefSchema } from './users.ts';

/** `follower` follows `followee`. */
export const FollowSchema = z.object({
  follower: UserRefSchema,
  followee: UserRefSchema,
  createdAt: TimeSchema,
});
export type Follow = z.infer<typeof FollowSchema>;

/** Number of followees and followers of a user. */
const FollowSummarySchema = z.object({ followees: z.int(), followers: z.int() });
export type FollowSummary = z.infer<typeof FollowSummarySchema>;

const FollowCheckSchema = z.object({ doesFollow: z.boolean() });

/**
 * Facts shown with each name in a list of athletes. Meters rowed in the last 30 days, without those on a simulated erg.
 */
const AthleteFactsSchema = z.object({ athlete: IdSchema, doesFollow: z.boolean(), monthMeters: z.number() });
export type AthleteFacts = z.infer<typeof AthleteFactsSchema>;

/** Ids separated by commas. */
const IdListSchema = z.pipe(
  z.string().check(z.maxLength(limits.pageSizeMax * 37)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(IdSchema).check(z.minLength(1), z.maxLength(limits.pageSizeMax)),
  ),
);

/** The caller is always the follower: users read and change only their own follows. */
const PairSchema = z.strictObject({ follower: IdSchema, followee: IdSchema });

export const follows = {
  followees: endpoint({
    method: 'GET',
    path: '/follows/user/:id/followees',
    summary: `Users that a user follows, by name: the first ${limits.listedMax}, or those after a followee`,
    auth: 'user',
    cost: 'list',
    params: IdParamsSchema,
    query: z.strictObject(restOf),
    response: z.array(FollowSchema),
  }),
  followers: endpoint({
    method: 'GET',
    path: '/follows/user/:id/followers',
    summary: `Followers of a user, by name: the first ${limits.listedMax}, or those after a follower`,
    auth: 'user',
    cost: 'list',
    params: IdParamsSchema,
    query: z.strictObject(restOf),
    response: z.array(FollowSchema),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/follows/user/:id/summary',
    summary: 'Number of followees and followers of a user',
    auth: 'user',
    cost: 'list',
    params: IdParamsSchema,
    response: FollowSummarySchema,
  }),
  doesFollow: endpoint({
    method: 'GET',
    path: '/follows/doesfollow',
    summary: 'Whether the caller follows a user',
    auth: 'user',
    caller: ['query.follower'],
    query: PairSchema,
    response: FollowCheckSchema,
  }),
  facts: endpoint({
    method: 'GET',
    path: '/follows/facts',
    summary:
      'Whether the caller follows each of the athletes (ids separated by commas), and their meters of the last 30 days; unknown ids are left out',
    auth: 'user',
    caller: ['query.follower'],
    query: z.strictObject({
      follower: IdSchema,
      athletes: IdListSchema,
      timeZone: z._default(TimeZoneSchema, 'UTC'),
    }),
    response: z.array(AthleteFactsSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/follows',
    summary: 'Follow a user. Idempotent.',
    auth: 'user',
    quota: 'follows',
    caller: ['body.follower'],
    body: PairSchema,
    response: FollowSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/follows',
    summary: 'Unfollow a user. Idempotent.',
    auth: 'user',
    caller: ['query.follower'],
    query: PairSchema,
    response: FollowCheckSchema,
  }),
};
