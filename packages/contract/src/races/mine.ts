import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema, TimeSchema } from '../ids.ts';
import { laneStates, raceRounds, raceStates } from './race.ts';

/** The caller's own lanes: the dashboard loads nothing else about race days. */

/** A lane of the caller. */
export const MyLaneSchema = z.object({
  race: IdSchema,
  category: z.string(),
  round: z.enum(raceRounds),
  number: z.int(),
  lane: z.int(),
  startsAt: TimeSchema,
  state: z.enum(raceStates),
  laneState: z.enum(laneStates),
  /** The session to row in; null before the call. */
  session: z.nullable(IdSchema),
});

const MyRaceSchema = z.extend(MyLaneSchema, {
  event: IdSchema,
  eventTitle: z.string(),
  /** It is on the race day's clock. */
  timeZone: z.string(),
});
export type MyRace = z.infer<typeof MyRaceSchema>;

export const mine = endpoint({
  method: 'GET',
  path: '/races/mine',
  summary:
    "The caller's lanes in races of published race days without an official result, from yesterday on: the first first",
  auth: 'user',
  response: z.array(MyRaceSchema),
});
