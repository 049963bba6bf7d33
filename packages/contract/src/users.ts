import * as z from 'zod/mini';
import { admissionShape } from './administration/sign-up.ts';
import { ClubRefSchema } from './clubs/club-ref.ts';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, TimeSchema, UidSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf, SearchTextSchema } from './paging.ts';
import { lineOfText } from './text.ts';
import { firstDays } from './week.ts';

/** A user as part of another entity: an activity, a session, a chat message. */
export const UserRefSchema = z.object({
  _id: IdSchema,
  displayName: z.string(),
  iconURL: z.nullable(ImagePathSchema),
});
export type UserRef = z.infer<typeof UserRefSchema>;

/** The index is stored and sent. */
export const colorThemes = ['Light', 'Dark', 'Blue'] as const;
export const tintColors = ['Default Blue', 'Green', 'Purple', 'Mint'] as const;
const ThemeColorSchema = z.int().check(z.minimum(0), z.maximum(colorThemes.length - 1));
const TintColorSchema = z.int().check(z.minimum(0), z.maximum(tintColors.length - 1));

/**
 * The users who can see a profile and its activities, and find it in searches: every signed-in user, users who follow
 * them or whom they follow, members of their clubs, or no one.
 */
export const visibilities = ['everyone', 'connections', 'clubs', 'me'] as const;
export type Visibility = (typeof visibilities)[number];
const VisibilitySchema = z.enum(visibilities);
const FirstDaySchema = z.enum(firstDays);

export const UserSchema = z.object({
  _id: IdSchema,
  /** The login; null in another user's record. */
  uid: z.nullable(UidSchema),
  displayName: z.string(),
  iconURL: z.nullable(ImagePathSchema),
  bannerURL: z.nullable(ImagePathSchema),
  createdAt: TimeSchema,
  /** The name of `themeColor`, for API clients. */
  colorTheme: z.enum(colorThemes),
  themeColor: ThemeColorSchema,
  tintColor: TintColorSchema,
  trainingPartner: z.nullable(UserRefSchema),
});
export type User = z.infer<typeof UserSchema>;

/** The caller's own record. */
const OwnUserSchema = z.extend(UserSchema, {
  uid: UidSchema,
  visibility: VisibilitySchema,
  /** The first day of the user's weeks; absent until they choose one. */
  firstDay: z.optional(FirstDaySchema),
  /** Administers the installation; absent for other users. */
  isAdministrator: z.optional(z.boolean()),
});
export type OwnUser = z.infer<typeof OwnUserSchema>;

/** The name that others see instead of a user who deleted their account. No user can have it. */
export const formerMemberName = 'Former member';

/** Whether the user deleted their account: there is no profile to open. */
export function isFormerMember({ displayName }: Pick<UserRef, 'displayName'>): boolean {
  return displayName === formerMemberName;
}

export const DisplayNameSchema = lineOfText('A name', limits.displayNameMax).check(
  z.refine((name) => name.toLowerCase() !== formerMemberName.toLowerCase(), {
    error: 'This name is reserved for deleted accounts. Choose another one.',
  }),
);

/** The steps that a new member has already done, derived from stored data, and whether they have hidden the list. */
const FirstStepsSchema = z.object({
  /** Whether the user is in a club; a pending request does not count. */
  hasClub: z.boolean(),
  /** Completed an activity, on a simulated erg too. */
  hasRowed: z.boolean(),
  /** Follows an athlete. */
  follows: z.boolean(),
  coaching: z.object({
    /** The first club that the member is an admin or the owner of. */
    club: z.nullable(ClubRefSchema),
    /** Whether that club has a session. */
    hasSession: z.boolean(),
    /** Whether that club has an invitation link, even an expired one, or another member. */
    hasInvited: z.boolean(),
  }),
  isHidden: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstStepsSchema>;

/**
 * Returns whether all first steps are done; that never changes back. Coaching counts only for users who have a club to
 * coach: others may never want one.
 */
export function areFirstStepsOver({ hasClub, hasRowed, follows, coaching, isHidden }: FirstSteps): boolean {
  const isCoachDone = coaching.club === null || (coaching.hasSession && coaching.hasInvited);
  return isHidden || (hasClub && hasRowed && follows && isCoachDone);
}

/** The changed user, and a `message` for the user that describes the change. */
export const UserWithMessageSchema = z.extend(OwnUserSchema, { message: z.string() });

export const users = {
  /** Null before the first sign-in, which creates the record. */
  byUid: endpoint({
    method: 'GET',
    path: '/users/uid/:uid',
    summary: 'The user record of a login, or null',
    auth: 'login',
    params: z.strictObject({ uid: UidSchema }),
    response: z.nullable(OwnUserSchema),
  }),
  byId: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'A user; `uid` is null unless it is the caller',
    auth: 'user',
    params: IdParamsSchema,
    response: UserSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary:
      `Other users whom the caller may see; ${limits.searchResultsMax} at most, which \`count\` counts: members of the caller's ` +
      'clubs first, then those who rowed in the last 30 days, then the newest. ' +
      'Of those who do not show themselves to everyone, the caller finds the ones they follow or share a club with.',
    auth: 'user',
    query: z.strictObject(pageOf(limits.pageSize)),
    response: z.object({
      count: z.int(),
      /**
       * How many of the users, the first of the list, share a club with the caller. Servers of an earlier version omit
       * it.
       */
      ofClubs: z.optional(z.int()),
      users: z.array(UserRefSchema),
    }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/users/search',
    summary:
      'Search users by part of their display name, whatever the case and accents: those that the caller follows or shares ' +
      `a club with first, then the best match. Finds ${limits.searchResultsMax} at most; \`count\` counts those.`,
    auth: 'user',
    query: z.strictObject({
      displayName: SearchTextSchema,
      ...pageOf(limits.pageSize),
    }),
    response: z.object({ count: z.int(), users: z.array(UserRefSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary:
      "Create the caller's user record. Returns the existing record if there is one. Where new accounts need an invitation or are " +
      'closed, 403 without one, and the account is deleted.',
    auth: 'login',
    body: z.strictObject({
      displayName: DisplayNameSchema,
      uid: UidSchema,
      iconURL: z.nullable(ImagePathSchema),
      ...admissionShape,
    }),
    response: OwnUserSchema,
  }),
  setDisplayName: endpoint({
    method: 'PATCH',
    path: '/users/:id/displayName',
    summary: "Change the caller's name",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ displayName: DisplayNameSchema }),
    response: OwnUserSchema,
  }),
  setIconURL: endpoint({
    method: 'PATCH',
    path: '/users/:id/iconURL',
    summary: "Change the caller's icon to an image stored in usericons below their id; null removes it",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ iconURL: z.nullable(ImagePathSchema) }),
    response: OwnUserSchema,
  }),
  setBannerURL: endpoint({
    method: 'PATCH',
    path: '/users/:id/bannerURL',
    summary: "Change the caller's banner to an image stored in userbanners below their id; null removes it",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ bannerURL: z.nullable(ImagePathSchema) }),
    response: OwnUserSchema,
  }),
  setTrainingPartner: endpoint({
    method: 'PATCH',
    path: '/users/:id/trainingPartner',
    summary: "Change the caller's training partner, a followee or follower; null removes it",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ trainingPartner: z.nullable(IdSchema) }),
    response: UserWithMessageSchema,
  }),
  setThemeColor: endpoint({
    method: 'PATCH',
    path: '/users/:id/themeColor',
    summary: "Change the caller's color mode",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ themeColor: ThemeColorSchema }),
    response: OwnUserSchema,
  }),
  setTintColor: endpoint({
    method: 'PATCH',
    path: '/users/:id/tintColor',
    summary: "Change the caller's tint color",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ tintColor: TintColorSchema }),
    response: OwnUserSchema,
  }),
  setFirstDay: endpoint({
    method: 'PATCH',
    path: '/users/:id/firstDay',
    summary: "Change the first day of the caller's weeks",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ firstDay: FirstDaySchema }),
    response: OwnUserSchema,
  }),
  setVisibility: endpoint({
    method: 'PATCH',
    path: '/users/:id/visibility',
    summary: "Change who sees the caller's profile and activities",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ visibility: VisibilitySchema }),
    response: OwnUserSchema,
  }),
  firstSteps: endpoint({
    method: 'GET',
    path: '/users/:id/firststeps',
    summary: 'What the caller has done of the first steps of a new member',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: FirstStepsSchema,
  }),
  hideFirstSteps: endpoint({
    method: 'PATCH',
    path: '/users/:id/firststeps',
    summary: 'Hide the first steps from the caller, or show them again',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ isHidden: z.boolean() }),
    response: FirstStepsSchema,
  }),
  blocked: endpoint({
    method: 'GET',
    path: '/users/:id/blocked',
    summary: 'Users whom the caller has blocked, by name',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.array(UserRefSchema),
  }),
  block: endpoint({
    method: 'PUT',
    path: '/users/:id/blocked/:blocked',
    summary:
      "Block a user: they can't see the caller's profile and activities, follow, comment, like or write directly. Idempotent.",
    auth: 'user',
    caller: ['params.id'],
    params: z.strictObject({ id: IdSchema, blocked: IdSchema }),
    response: z.array(UserRefSchema),
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/users/:id/blocked/:blocked',
    summary: 'Unblock a user. Idempotent.',
    auth: 'user',
    caller: ['params.id'],
    params: z.strictObject({ id: IdSchema, blocked: IdSchema }),
    response: z.array(UserRefSchema),
  }),
};
