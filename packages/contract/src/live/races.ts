import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';
import { RaceRunSchema, raceStates } from '../races/race.ts';

/**
 * The race of a room's session has changed: sent to every page in the room, and to the room of a later run's session.
 * Call GET /races/events/:id/now again for more than this. `run` can be a later run: the race continues in that run's
 * session.
 */
export const RaceChangedSchema = z.object({
  room: IdSchema,
  event: IdSchema,
  race: IdSchema,
  version: z.int(),
  state: z.enum(raceStates),
  run: RaceRunSchema,
});
export type RaceChanged = z.infer<typeof RaceChangedSchema>;
