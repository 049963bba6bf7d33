import * as z from 'zod/mini';
import { ClubRoleSchema } from '../clubs.ts';
import { ClubRefSchema } from '../clubs/club-ref.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, TimeSchema } from '../ids.ts';

/** The club of a session, with the caller's role in it: -1 is a request to join, null no membership. */
const SessionClubSchema = z.extend(ClubRefSchema, {
  isPrivate: z.boolean(),
  role: z.nullable(ClubRoleSchema),
  /** Null for an invite-only club, whose sessions only its members can see. */
  session: z.nullable(z.object({ title: z.string(), startAt: TimeSchema })),
});
export type SessionClub = z.infer<typeof SessionClubSchema>;

const PublicSessionSchema = z.object({ title: z.string(), startAt: TimeSchema, club: z.string() });
export type PublicSession = z.infer<typeof PublicSessionSchema>;

/** Previews of links, for visitors and users who can't open the link yet. */
export const previews = {
  session: endpoint({
    method: 'GET',
    path: '/previews/sessions/:id',
    summary:
      "Title, start and club's name of a session of a public club, without a login; null for every other session, and for none",
    auth: 'public',
    quota: 'previews',
    params: IdParamsSchema,
    response: z.nullable(PublicSessionSchema),
  }),
  club: endpoint({
    method: 'GET',
    path: '/previews/clubs/:url',
    summary: 'The name of a public club, without a login; null for an invite-only club, and for none',
    auth: 'public',
    quota: 'previews',
    params: z.strictObject({ url: z.string().check(z.maxLength(100)) }),
    response: z.nullable(z.object({ name: z.string() })),
  }),
  clubOfSession: endpoint({
    method: 'GET',
    path: '/sessions/:id/club',
    summary:
      'The club whose members may read a session, for those who have its link and may join or ask to; null for a session of no club, and for none',
    auth: 'user',
    quota: 'previews',
    params: IdParamsSchema,
    response: z.nullable(SessionClubSchema),
  }),
};
