import * as z from 'zod/mini';
import { ErgometerFieldsSchema } from '../activities.ts';
import { MachineSchema } from '../activities/machine.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, SecretKeySchema, TimeSchema } from '../ids.ts';

/**
 * An activity as a board shows it: the athlete's name and the figures. `_id` finds its samples on this board; the
 * API does not know it.
 */
const BoardActivitySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  workoutItemIndex: z.int(),
  /** Its text when the activity began. Missing from an older server. */
  workout: z.optional(z.string()),
  isCompleted: z.boolean(),
  ...z.pick(ErgometerFieldsSchema, {
    elapsedTime: true,
    distance: true,
    currentPace: true,
    averagePace: true,
    strokeRate: true,
    isSimulated: true,
  }).shape,
  isPartial: z.boolean(),
  /** kcal of a result. Missing from an older server. */
  totalCalories: z.optional(ErgometerFieldsSchema.shape.totalCalories),
  /** Seconds after the common start; null without one. Missing from an older server. */
  startOffset: z.optional(z.nullable(z.number())),
  /** Missing from an older server. */
  machine: z.optional(MachineSchema),
  /** Typed in. Missing from an older server. */
  isEntered: z.optional(z.boolean()),
  heardAt: TimeSchema,
  /** How long ago that was, by the server's clock, in ms. Missing from an older server. */
  heardAgoMs: z.optional(z.int()),
  /** Ms since it was completed, by the server's clock; missing before that, and from an older server. */
  completedAgoMs: z.optional(z.int()),
});
export type BoardActivity = z.infer<typeof BoardActivitySchema>;

const BoardSchema = z.object({
  /** The room of the board's live connection; not the session's id, which would let its reader join the session. */
  _id: IdSchema,
  /**
   * Belongs in the live connection's address, together with the key: a proxy uses it to choose the process of the
   * board's session.
   */
  route: z.string(),
  title: z.string(),
  startAt: TimeSchema,
  workoutItems: z.array(z.string()),
  /** They are in the order in which they were begun. */
  activities: z.array(BoardActivitySchema),
  /**
   * The common start that is coming, or was some seconds ago; null without one. `inMs` is the time until then by the
   * server's clock, negative after it: the screen's own clock may be wrong. Missing from an older server.
   */
  start: z.optional(z.nullable(z.object({ workoutItemIndex: z.int(), startAt: TimeSchema, inMs: z.int() }))),
  /**
   * The names of those who said that they will be there, and how many more are not visible to everyone. Missing from an
   * older server.
   */
  expected: z.optional(z.object({ names: z.array(z.string()), hidden: z.int() })),
});
export type Board = z.infer<typeof BoardSchema>;

/** A session's board: a page for a screen in the room, opened with a key instead of a login. */
export const boards = {
  ofSession: endpoint({
    method: 'GET',
    path: '/sessions/:id/board',
    summary:
      "When the key of the session's board was made, or null; those who manage the session only. The key itself is not stored.",
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ createdAt: z.nullable(TimeSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/sessions/:id/board',
    summary:
      "Make a key for the session's board; those who manage the session only. It replaces the key before, and closes its boards.",
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ key: SecretKeySchema, createdAt: TimeSchema }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/sessions/:id/board',
    summary: "Delete the key of the session's board, and close its boards; those who manage the session only",
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ createdAt: z.null() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/boards/:key',
    summary: 'What a board shows; for anyone with its key',
    auth: 'public',
    params: z.strictObject({ key: SecretKeySchema }),
    response: BoardSchema,
  }),
};
