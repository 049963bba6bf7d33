import * as z from 'zod/mini';
import { ActivitySchema, ListedActivitySchema } from '../activities.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/**
 * How a row matches a workout item: the `whole` item, a `part` of it, or `other`: another workout, which is not ranked
 * among its results.
 */
const fits = ['whole', 'part', 'other'] as const;
export type Fit = (typeof fits)[number];

const PlaceSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  startAt: TimeSchema,
  /** The best matches come first. */
  items: z.array(
    z.object({
      index: z.int(),
      workout: z.string(),
      fit: z.enum(fits),
      /** The athlete has already rowed it, or is rowing it. */
      isTaken: z.boolean(),
    }),
  ),
});
/** A session into which a row can be moved. */
export type Place = z.infer<typeof PlaceSchema>;

/** Moves a row into a session and out again: nothing is copied, and the row counts once. */
export const moves = {
  places: endpoint({
    method: 'GET',
    path: '/activities/:id/places',
    summary:
      'The sessions into which the caller may move a completed row without a session, the likeliest first: that on whose page ' +
      "it was rowed, and for its athlete the others of the same day. Empty for what the caller can't move",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(PlaceSchema),
  }),
  /** Idempotent: returns a row that is already in this item unchanged. */
  move: endpoint({
    method: 'PUT',
    path: '/activities/:id/session',
    summary:
      'Move a completed row without a session into an item of a session. Its athlete may, and those who manage the session if it ' +
      'was rowed on its page. A row that is the workout of the item, or a part of it, becomes a result of it; another one keeps ' +
      'its own text and has no rank there. 409 activity_in_progress before its end, already_exists if it is in a session, and ' +
      'activity_completed if the athlete has rowed the item or it was not rowed on an erg of this page. Null if the athlete has ' +
      'blocked the caller.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({
      session: IdSchema,
      workoutItemIndex: z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1)),
    }),
    response: z.nullable(ActivitySchema),
  }),
  /** Idempotent: returns a row without a session unchanged. */
  takeOut: endpoint({
    method: 'DELETE',
    path: '/activities/:id/session',
    summary:
      "Make a moved row its athlete's own again, with its text and visibility of before. Its athlete and those who manage the " +
      'session may. 409 activity_completed for one that was begun in the session. Null if the caller may not read it then.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.nullable(ActivitySchema),
  }),
  beside: endpoint({
    method: 'GET',
    path: '/sessions/:id/beside',
    summary:
      "The completed rows that were rowed on the session's page and are in no session, newest first: all for those who manage " +
      "the session, else the caller's own",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(ListedActivitySchema),
  }),
};
