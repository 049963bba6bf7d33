import * as z from 'zod/mini';
import { ClubRefSchema } from '../clubs/club-ref.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema } from '../ids.ts';
import { WorkoutItemSchema, WorkoutTitleSchema } from './workout-texts.ts';

/** A workout item that is stored for reuse: a favorite of one user, or on the whiteboard of a club. */
const TemplateSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  workoutItem: z.string(),
  /** Null: a favorite of the caller. */
  club: z.nullable(ClubRefSchema),
  /** Whether the caller may rename and delete it. */
  isManaged: z.boolean(),
});
export type Template = z.infer<typeof TemplateSchema>;

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    summary: "The caller's favorites and the whiteboards of their clubs, by title",
    auth: 'user',
    response: z.array(TemplateSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/templates',
    summary:
      'Keep a workout item: as a favorite of the caller, or on the whiteboard of a club, its admins and owner only. ' +
      'Refused (402 quota_exceeded) when there are 100.',
    auth: 'user',
    quota: 'workouts',
    body: z.strictObject({
      title: WorkoutTitleSchema,
      workoutItem: WorkoutItemSchema,
      club: z.nullable(IdSchema),
    }),
    response: TemplateSchema,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/templates/:id',
    summary: "Rename a favorite of the caller's, or a template of a club, its admins and owner only",
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ title: WorkoutTitleSchema }),
    response: TemplateSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/templates/:id',
    summary: "Delete a favorite of the caller's, or a template of a club, its admins and owner only",
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
};
