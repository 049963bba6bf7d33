import * as z from 'zod/mini';
import { ActivitySchema } from './activities.ts';
import { endpoint } from './endpoint.ts';
import { IdSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf } from './paging.ts';
import { SessionSchema } from './sessions.ts';

const page = pageOf(limits.feedPageSize);

/**
 * Completed activities and past sessions, the newest first. There may be more while a full page came back. No feed
 * shows an activity of a session that the caller may not read; their own they always see.
 */
export const feed = {
  dashboard: endpoint({
    method: 'GET',
    path: '/feed/dashboard',
    summary: 'Completed activities of the caller and of everybody they follow',
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ user: IdSchema, ...page }),
    response: z.array(ActivitySchema),
  }),
  clubProfile: endpoint({
    method: 'GET',
    path: '/feed/club-profile',
    summary: 'Sessions of a club that have started; of a private club to its members alone',
    auth: 'user',
    query: z.strictObject({ club: IdSchema, ...page }),
    response: z.array(SessionSchema),
  }),
  athleteProfile: endpoint({
    method: 'GET',
    path: '/feed/athlete-profile',
    summary: 'Completed activities of a user',
    auth: 'user',
    query: z.strictObject({ user: IdSchema, ...page }),
    response: z.array(ActivitySchema),
  }),
};
