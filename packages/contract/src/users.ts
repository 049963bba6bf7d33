import { visible } from './text.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, TimeSchema, UidSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf, SearchTextSchema } from './paging.ts';

/** A person as they appear beside something else: a row, a host, a chat message. */
export const UserRefSchema = z.object({
  _id: IdSchema,
  displayName: z.string(),
  iconURL: z.nullable(ImagePathSchema),
});
export type UserRef = z.infer<typeof UserRefSchema>;

/** The index is what is stored and sent. */
export const colorThemes = ['Light', 'Dark', 'Blue'] as const;
export const tintColors = ['Default Blue', 'Green', 'Purple', 'Mint'] as const;
export const ThemeColorSchema = z.int().check(z.minimum(0), z.maximum(colorThemes.length - 1));
export const TintColorSchema = z.int().check(z.minimum(0), z.maximum(tintColors.length - 1));

export const UserSchema = z.object({
  _id: IdSchema,
  uid: UidSchema,
  displayName: z.string(),
  iconURL: z.nullable(ImagePathSchema),
  bannerURL: z.nullable(ImagePathSchema),
  createdAt: TimeSchema,
  /** The name of `themeColor`, for readers of the API. */
  colorTheme: z.enum(colorThemes),
  themeColor: ThemeColorSchema,
  tintColor: TintColorSchema,
  trainingPartner: z.nullable(UserRefSchema),
});
export type User = z.infer<typeof UserSchema>;

export const DisplayNameSchema = z
  .string()
  .check(z.normalize(), z.trim(), visible('A name is required'), z.maxLength(limits.displayNameMax));

/** The changed user, and in `message` what has changed, in words for a person. */
export const UserWithMessageSchema = z.extend(UserSchema, { message: z.string() });
export type UserWithMessage = z.infer<typeof UserWithMessageSchema>;

export const users = {
  /** Null until the record is made on the first sign-in. */
  byUid: endpoint({
    method: 'GET',
    path: '/users/uid/:uid',
    summary: 'The user record of a login, or null',
    auth: 'login',
    params: z.strictObject({ uid: UidSchema }),
    response: z.nullable(UserSchema),
  }),
  byId: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'A user',
    auth: 'user',
    params: IdParamsSchema,
    response: UserSchema,
  }),
  search: endpoint({
    method: 'GET',
    path: '/users/search',
    summary: 'Users with a part of their display name, in any case; the best match first',
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
    summary: "Make the caller's user record; asking again answers the record that is there",
    auth: 'login',
    body: z.strictObject({
      displayName: DisplayNameSchema,
      uid: UidSchema,
      iconURL: z.nullable(ImagePathSchema),
    }),
    response: UserSchema,
  }),
  setDisplayName: endpoint({
    method: 'PATCH',
    path: '/users/:id/displayName',
    summary: 'Name of the caller',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ displayName: DisplayNameSchema }),
    response: UserSchema,
  }),
  setIconURL: endpoint({
    method: 'PATCH',
    path: '/users/:id/iconURL',
    summary: 'Icon of the caller, an image stored in usericons below their id; null removes',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ iconURL: z.nullable(ImagePathSchema) }),
    response: UserSchema,
  }),
  setBannerURL: endpoint({
    method: 'PATCH',
    path: '/users/:id/bannerURL',
    summary: 'Banner of the caller, an image stored in userbanners below their id; null removes',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ bannerURL: z.nullable(ImagePathSchema) }),
    response: UserSchema,
  }),
  setTrainingPartner: endpoint({
    method: 'PATCH',
    path: '/users/:id/trainingPartner',
    summary: 'Training partner of the caller, somebody they follow or who follows them; null removes',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ trainingPartner: z.nullable(IdSchema) }),
    response: UserWithMessageSchema,
  }),
  setThemeColor: endpoint({
    method: 'PATCH',
    path: '/users/:id/themeColor',
    summary: 'Color mode of the caller',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ themeColor: ThemeColorSchema }),
    response: UserSchema,
  }),
  setTintColor: endpoint({
    method: 'PATCH',
    path: '/users/:id/tintColor',
    summary: 'Tint color of the caller',
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ tintColor: TintColorSchema }),
    response: UserSchema,
  }),
};
