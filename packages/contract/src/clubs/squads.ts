import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { lineOfText } from '../text.ts';
import { UserRefSchema } from '../users.ts';
import { SquadRefSchema } from './squad-ref.ts';

const SquadSchema = z.object({
  ...SquadRefSchema.shape,
  /** Sorted by name, without users whom the caller may not see. */
  members: z.array(UserRefSchema),
  /** Its next sessions, the first first, three at most. Servers of an earlier version omit them. */
  sessions: z.optional(z.array(z.object({ _id: IdSchema, title: z.string(), startAt: TimeSchema }))),
});
export type Squad = z.infer<typeof SquadSchema>;

const SquadParamsSchema = z.strictObject({ id: IdSchema, squad: NewIdSchema });

/** The squads of a club. Members read them; admins and the owner change them. */
export const squads = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/squads',
    summary: "A club's squads by name, with their members and their next sessions. Members of the club only.",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(SquadSchema),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/clubs/:id/squads/:squad',
    summary:
      'Make a squad, or replace its name and members. Admins and owner only. Users who are not members of the club are ' +
      `left out. Refused (402 quota_exceeded) for a new squad when there are ${limits.squadsMax}.`,
    auth: 'user',
    params: SquadParamsSchema,
    body: z.strictObject({
      name: lineOfText('A name', limits.squadNameMax),
      members: z.array(IdSchema).check(z.maxLength(limits.listedMax)),
    }),
    response: SquadSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clubs/:id/squads/:squad',
    summary: 'Delete a squad; its sessions and tests are then for the whole club. Admins and owner only.',
    auth: 'user',
    params: SquadParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
};
