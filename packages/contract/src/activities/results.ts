import * as z from 'zod/mini';
import { ActivityVisibilitySchema } from '../activities.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { WorkoutTitleSchema } from '../sessions/workout-texts.ts';
import { decidingFigures } from '../statistics.ts';

/** Another result of the athlete; meters, seconds, and seconds per 500 m. */
const OwnResultSchema = z.object({
  activity: IdSchema,
  createdAt: TimeSchema,
  distance: z.number(),
  elapsedTime: z.number(),
  averagePace: z.nullable(z.number()),
  /** A user typed it in. Servers of an earlier version omit it. */
  isEntered: z.optional(z.boolean()),
});
export type OwnResult = z.infer<typeof OwnResultSchema>;

/**
 * A result together with the athlete's others of the same workout. Only complete results are compared, and none from a
 * simulated erg. Entered results are compared if their club lets them be bests.
 */
const StandingSchema = z.object({
  /** Null for a result that is not compared; the other fields are then null too. */
  decides: z.nullable(z.enum(decidingFigures)),
  /** The newest that began before this one. */
  last: z.nullable(OwnResultSchema),
  /** The best without this one. The first of equal results. */
  best: z.nullable(OwnResultSchema),
});
export type Standing = z.infer<typeof StandingSchema>;

/** Empty for none. */
const NoteSchema = z.object({ note: z.string() });

const TitleSchema = z.object({ title: WorkoutTitleSchema });

const VisibilitySchema = z.object({ visibility: ActivityVisibilitySchema });

/** The athlete's view of a result, in addition to its figures. */
export const results = {
  standing: endpoint({
    method: 'GET',
    path: '/activities/:id/standing',
    summary:
      "The athlete's last and best other results of the same workout, of those that the caller may read: of the same " +
      'ranked piece, else of the same plan, its targets left out',
    auth: 'user',
    cost: 'list',
    params: IdParamsSchema,
    response: StandingSchema,
  }),
  note: endpoint({
    method: 'GET',
    path: '/activities/:id/note',
    summary: "The caller's own note on their activity, which only they read",
    auth: 'user',
    params: IdParamsSchema,
    response: NoteSchema,
  }),
  setNote: endpoint({
    method: 'PUT',
    path: '/activities/:id/note',
    summary: "Replace the caller's note on their activity; an empty one removes it",
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({
      note: z.string().check(z.trim(), z.maxLength(limits.noteMax, `At most ${limits.noteMax} characters`)),
    }),
    response: NoteSchema,
  }),
  setTitle: endpoint({
    method: 'PUT',
    path: '/activities/:id/title',
    summary: "Rename the caller's activity; 409 for one of a session, whose title is its session's",
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ title: WorkoutTitleSchema }),
    response: TitleSchema,
  }),
  setVisibility: endpoint({
    method: 'PUT',
    path: '/activities/:id/visibility',
    summary:
      "Set who reads the caller's activity: only they, or all who see their profile; 409 for one of a session, which " +
      'the session decides',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ visibility: ActivityVisibilitySchema }),
    response: VisibilitySchema,
  }),
  /** Not `activities.discard`, which a device that missed the end may still send: that must not delete a result. */
  remove: endpoint({
    method: 'DELETE',
    path: '/activities/:id/result',
    summary:
      "Delete the caller's completed activity with everything stored of it; 409 for one of a session, whose results are " +
      'compared with it, and for one in progress',
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
};
