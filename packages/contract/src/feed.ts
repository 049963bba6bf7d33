import * as z from 'zod/mini';
import { ActivitySchema } from './activities.ts';
import { endpoint } from './endpoint.ts';
import { IdSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf } from './paging.ts';
import { SessionSchema } from './sessions.ts';

const page = pageOf(limits.feedPageSize);

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
    caller: ['query.user'],
    query: z.strictObject({ user: IdSchema, ...page }),
    response: z.array(ActivitySchema),
  }),
  clubProfile: endpoint({
    method: 'GET',
    path: '/feed/club-profile',
    summary: 'Past sessions of a club; for a private club only visible to its members',
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
