import * as z from 'zod/mini';
import { ClubRefSchema, type ClubRef } from './clubs/club-ref.ts';
import { proofShape } from './auth/credentials.ts';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf, restOf, SearchTextSchema } from './paging.ts';
import { UserRefSchema } from './users.ts';
import { lineOfText } from './text.ts';

export type { ClubRef };

export const clubRoles = { pending: -1, member: 0, admin: 1, owner: 2 } as const;
export const ClubRoleSchema = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]);
export type ClubRole = z.infer<typeof ClubRoleSchema>;

/** Returns whether a role (null: none) is a membership: a pending request is not. */
export function isMember(role: ClubRole | null): role is 0 | 1 | 2 {
  return role !== null && role >= clubRoles.member;
}

export const ClubMembershipSchema = z.object({
  _id: IdSchema,
  user: UserRefSchema,
  club: ClubRefSchema,
  role: ClubRoleSchema,
  createdAt: TimeSchema,
  /**
   * Pending requests to join the club; only in the caller's own list of memberships, for clubs in which the caller is
   * admin or owner.
   */
  requestCount: z.optional(z.int()),
});
export type ClubMembership = z.infer<typeof ClubMembershipSchema>;

/** The part of a club's address after /clubs/. Case-insensitive: URLs that differ only in case are the same. */
export const CustomURLSchema = z
  .string()
  .check(
    z.minLength(1, 'A custom URL is required'),
    z.maxLength(limits.customURLMax, `At most ${limits.customURLMax} characters`),
    z.regex(/^[A-Za-z0-9-]*$/, 'Letters, digits and hyphens only'),
  );

export const ClubSchema = z.object({
  ...ClubRefSchema.shape,
  description: z.string(),
  bannerURL: z.nullable(ImagePathSchema),
  isPrivate: z.boolean(),
  createdAt: TimeSchema,
  /** Number of owner, admins and members, without pending requests. */
  memberCount: z.int(),
  /** Whether entered results of its sessions can be personal bests. Servers of an earlier version omit it. */
  ranksEntered: z.optional(z.boolean()),
});
export type Club = z.infer<typeof ClubSchema>;

const ClubNameSchema = lineOfText('A name', limits.clubNameMax);
const DescriptionSchema = z
  .string()
  .check(z.trim(), z.maxLength(limits.clubDescriptionMax, `At most ${limits.clubDescriptionMax} characters`));

const NewClubSchema = z.strictObject({
  name: ClubNameSchema,
  customURL: CustomURLSchema,
  description: z._default(DescriptionSchema, ''),
  iconURL: ImagePathSchema,
  bannerURL: z._default(z.nullable(ImagePathSchema), null),
  isPrivate: z.boolean(),
});
export type NewClub = z.input<typeof NewClubSchema>;

/** Contains only the changed fields. The custom URL is permanent. */
export const ClubPatchSchema = z
  .strictObject({
    name: z.optional(ClubNameSchema),
    description: z.optional(DescriptionSchema),
    isPrivate: z.optional(z.boolean()),
    ranksEntered: z.optional(z.boolean()),
    iconURL: z.optional(ImagePathSchema),
    bannerURL: z.optional(z.nullable(ImagePathSchema)),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, 'Nothing has changed'));
export type ClubPatch = z.infer<typeof ClubPatchSchema>;

/** `isMember` is true from role 0 up; a pending request is `false, -1`, and no membership `false, null`. */
const MembershipCheckSchema = z.object({
  isMember: z.boolean(),
  role: z.nullable(ClubRoleSchema),
  /** True for an admin or owner whose rights wait until they turn on their second factor; only in their own check. */
  needsSecondFactor: z.optional(z.boolean()),
});
export type MembershipCheck = z.infer<typeof MembershipCheckSchema>;

/** The changed membership, and a `message` for the user that describes the change. */
export const ClubMembershipWithMessageSchema = z.extend(ClubMembershipSchema, { message: z.string() });
export type ClubMembershipWithMessage = z.infer<typeof ClubMembershipWithMessageSchema>;

const MessageSchema = z.object({ message: z.string() });
const ByAnotherSchema = z.strictObject({ requestingUser: IdSchema, user: IdSchema, club: IdSchema });

export const clubs = {
  list: endpoint({
    method: 'GET',
    path: '/clubs',
    summary: `Clubs, the newest first; ${limits.searchResultsMax} at most, which \`count\` counts`,
    auth: 'user',
    query: z.strictObject(pageOf(limits.pageSize)),
    response: z.object({ count: z.int(), clubs: z.array(ClubSchema) }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/clubs/search',
    summary:
      "Search clubs by part of their name, whatever the case and accents: the caller's own first, then the best match. " +
      `Finds ${limits.searchResultsMax} at most; \`count\` counts those.`,
    auth: 'user',
    query: z.strictObject({
      name: SearchTextSchema,
      ...pageOf(limits.pageSize),
    }),
    response: z.object({ count: z.int(), clubs: z.array(ClubSchema) }),
  }),
  isAvailable: endpoint({
    method: 'GET',
    path: '/clubs/isavailable',
    summary: 'Check whether a custom URL is available, case-insensitively',
    auth: 'user',
    query: z.strictObject({ customURL: CustomURLSchema }),
    response: z.object({ isAvailable: z.boolean() }),
  }),
  byCustomURL: endpoint({
    method: 'GET',
    path: '/clubs/customURL/:url',
    summary: 'A club by its custom URL, case-insensitively',
    auth: 'user',
    params: z.strictObject({ url: z.string().check(z.maxLength(100)) }),
    response: ClubSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/clubs',
    summary: 'Create a club; the caller becomes its owner',
    auth: 'user',
    quota: 'clubs',
    body: NewClubSchema,
    response: ClubSchema,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/clubs',
    summary: 'Change a club. Admins and owner only.',
    auth: 'user',
    caller: ['query.requestingUser'],
    query: z.strictObject({ club: IdSchema, requestingUser: IdSchema }),
    body: ClubPatchSchema,
    response: ClubSchema,
  }),
  membershipsOfUser: endpoint({
    method: 'GET',
    path: '/clubmemberships/user/:id',
    summary:
      `A user's clubs by name, ${limits.listedMax} at most, or those after a membership; pending requests are listed only ` +
      'for that user',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject(restOf),
    response: z.array(ClubMembershipSchema),
  }),
  membershipsOfClub: endpoint({
    method: 'GET',
    path: '/clubmemberships/club/:id',
    summary:
      `A club's admins, pending requests and members, each by name, ${limits.listedMax} at most, or those after a ` +
      'membership; pending requests are listed only for admins and the owner',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject(restOf),
    response: z.array(ClubMembershipSchema),
  }),
  isMember: endpoint({
    method: 'GET',
    path: '/clubmemberships/ismember',
    summary:
      "A user's membership of a club; a pending request is visible only to that user, the admins and the owner",
    auth: 'user',
    query: z.strictObject({ user: IdSchema, club: IdSchema }),
    response: MembershipCheckSchema,
  }),
  join: endpoint({
    method: 'POST',
    path: '/clubmemberships',
    summary: 'Join a public club, or ask to join a private one; `role` is ignored. Idempotent.',
    auth: 'user',
    quota: 'memberships',
    caller: ['body.user'],
    body: z.strictObject({ user: IdSchema, club: IdSchema, role: z.optional(z.int()) }),
    response: ClubMembershipWithMessageSchema,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/clubmemberships/leave',
    summary: "End the caller's membership, or cancel their request; the owner must transfer the club first",
    auth: 'user',
    caller: ['query.user'],
    query: z.strictObject({ club: IdSchema, user: IdSchema }),
    response: MessageSchema,
  }),
  /** It also declines a pending request. */
  revokeMembership: endpoint({
    method: 'DELETE',
    path: '/clubmemberships/revokeMembership',
    summary: 'Remove a member or decline a request. Admins and owner only.',
    auth: 'user',
    caller: ['query.requestingUser'],
    query: ByAnotherSchema,
    response: MessageSchema,
  }),
  transferOwnership: endpoint({
    method: 'PATCH',
    path: '/clubmemberships/transferOwnership',
    summary:
      "Make another member the owner; the caller becomes an admin. Returns the new owner's membership.",
    auth: 'user',
    proof: 'fresh',
    caller: ['body.fromUser'],
    body: z.strictObject({ fromUser: IdSchema, toUser: IdSchema, club: IdSchema, ...proofShape }),
    response: ClubMembershipWithMessageSchema,
  }),
  makeAdmin: endpoint({
    method: 'PATCH',
    path: '/clubmemberships/makeAdmin',
    summary: 'Make a member an admin. Admins and owner only.',
    auth: 'user',
    proof: 'fresh',
    caller: ['body.requestingUser'],
    body: z.extend(ByAnotherSchema, proofShape),
    response: ClubMembershipWithMessageSchema,
  }),
  revokeAdmin: endpoint({
    method: 'PATCH',
    path: '/clubmemberships/revokeAdmin',
    summary: 'Make an admin a member again. Admins and owner only.',
    auth: 'user',
    proof: 'fresh',
    caller: ['body.requestingUser'],
    body: z.extend(ByAnotherSchema, proofShape),
    response: ClubMembershipWithMessageSchema,
  }),
  makeMember: endpoint({
    method: 'PATCH',
    path: '/clubmemberships/makeMember',
    summary: 'Accept a pending request. Admins and owner only.',
    auth: 'user',
    caller: ['body.requestingUser'],
    body: ByAnotherSchema,
    response: ClubMembershipWithMessageSchema,
  }),
};
