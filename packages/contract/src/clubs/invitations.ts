import * as z from 'zod/mini';
import { ClubMembershipWithMessageSchema } from '../clubs.ts';
import { ProofBodySchema } from '../auth/credentials.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, SecretKeySchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** Null without a valid link: none was made, it was turned off, or it has ended. */
const InvitationSchema = z.object({ expiresAt: z.nullable(TimeSchema) });

const InvitedToSchema = z.object({
  name: z.string(),
  iconURL: z.nullable(ImagePathSchema),
  /** Null unless the caller is a member already. */
  customURL: z.nullable(z.string()),
});
export type InvitedTo = z.infer<typeof InvitedToSchema>;

/**
 * A club's invitation link. The key is never in an address that a browser sends: the link has it in its fragment and
 * calls in their body, so no log, proxy or Referer receives it.
 */
export const invitations = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/invitation',
    summary: "When the club's invitation link ends. Admins and owner only. The key itself is not stored.",
    auth: 'user',
    params: IdParamsSchema,
    response: InvitationSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/clubs/:id/invitation',
    summary: `Make a key for the club's invitation link, valid for ${limits.clubInvitationDays} days; it replaces the key before. Admins and owner only.`,
    auth: 'user',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: z.object({ key: SecretKeySchema, expiresAt: TimeSchema }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/clubs/:id/invitation',
    summary: "Switch the club's invitation link off. Admins and owner only.",
    auth: 'user',
    params: IdParamsSchema,
    response: InvitationSchema,
  }),
  read: endpoint({
    method: 'POST',
    path: '/invitations',
    summary: 'The club that a key invites to; the same 404 for every key that is not valid',
    auth: 'user',
    quota: 'invitations',
    body: z.strictObject({ key: SecretKeySchema }),
    response: InvitedToSchema,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/clubmemberships/invited',
    summary: 'Join the club that a key invites to, also a private one. Idempotent.',
    auth: 'user',
    quota: 'memberships',
    caller: ['body.user'],
    body: z.strictObject({ user: IdSchema, key: SecretKeySchema }),
    response: ClubMembershipWithMessageSchema,
  }),
};
