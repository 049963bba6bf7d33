import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, TimeSchema } from './ids.ts';
import { UserRefSchema } from './users.ts';

/** A club as it appears beside a session or a membership. */
export const ClubRefSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  customURL: z.string(),
  iconURL: z.nullable(ImagePathSchema),
});
export type ClubRef = z.infer<typeof ClubRefSchema>;

export const clubRoles = { pending: -1, member: 0, admin: 1, owner: 2 } as const;
export const ClubRoleSchema = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]);
export type ClubRole = z.infer<typeof ClubRoleSchema>;

export const ClubMembershipSchema = z.object({
  _id: IdSchema,
  user: UserRefSchema,
  club: ClubRefSchema,
  role: ClubRoleSchema,
  createdAt: TimeSchema,
});
export type ClubMembership = z.infer<typeof ClubMembershipSchema>;

export const clubs = {
  membershipsOfUser: endpoint({
    method: 'GET',
    path: '/clubmemberships/user/:id',
    summary: "A user's clubs; pending requests are listed to that user alone",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(ClubMembershipSchema),
  }),
};
