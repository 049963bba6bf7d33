import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { wholeNumber } from '../paging.ts';

/** Lengths of the countdown to a start to choose from, in seconds. */
export const countdownsSec = [10, 20, 30, 60] as const;
export type CountdownSec = (typeof countdownsSec)[number];
export const countdownDefaultSec: CountdownSec = 20;

/** The moment, on the server's clock, at which the athletes of a session start a workout item together. */
const StartSchema = z.object({ workoutItemIndex: z.int(), startAt: TimeSchema });
export type Start = z.infer<typeof StartSchema>;

/** At most one start per workout item, by item. */
export const StartsSchema = z.array(StartSchema);

const StartParamsSchema = z.strictObject({
  id: IdSchema,
  item: wholeNumber(0, limits.workoutItemsMax - 1),
});

/** Each call returns the session's starts; the room gets them as `session:start`. */
export const starts = {
  ofSession: endpoint({
    method: 'GET',
    path: '/sessions/:id/starts',
    summary:
      "When the athletes of a session start, or started, its workout items together, by the server's clock",
    auth: 'user',
    params: IdParamsSchema,
    response: StartsSchema,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/sessions/:id/starts/:item',
    summary:
      'Start a workout item together in some seconds; those who manage the session only. Replaces the start of the item, and any start of ' +
      'the session that is still to come.',
    auth: 'user',
    params: StartParamsSchema,
    body: z.strictObject({ inSec: z.literal(countdownsSec) }),
    response: StartsSchema,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/sessions/:id/starts/:item',
    summary:
      'Cancel a start that is still to come; those who manage the session only. A start that is over stays.',
    auth: 'user',
    params: StartParamsSchema,
    response: StartsSchema,
  }),
};
