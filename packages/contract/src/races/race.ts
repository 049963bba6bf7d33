import * as z from 'zod/mini';
import { IdSchema, TimeSchema } from '../ids.ts';

/** A race of a race day, its lanes, its runs and its attempts. */

/**
 * `started`: the start's sequence is running; `running`: the moment of ROW has passed. Side states: `falseStart` and
 * `stopped` last until the race is prepared again; `void` does not count.
 */
export const raceStates = [
  'draft',
  'published',
  'called',
  'armed',
  'started',
  'running',
  'finished',
  'provisional',
  'official',
  'falseStart',
  'stopped',
  'void',
] as const;
export type RaceState = (typeof raceStates)[number];

export const raceRounds = ['flight', 'heat', 'final'] as const;
export type RaceRound = (typeof raceRounds)[number];

/**
 * `entered`: drawn; `here`: the athlete sits at the erg; `ready`: the erg's page has the piece set. `running`, `noData`
 * and `finished` follow from the data of the lane's erg: missing data never ends a lane.
 */
export const laneStates = [
  'empty',
  'closed',
  'entered',
  'here',
  'ready',
  'running',
  'noData',
  'finished',
  'dns',
  'dnf',
  'dsq',
  'exhibition',
] as const;
export type LaneState = (typeof laneStates)[number];

/** The states that an official sets; `entered` undoes them. */
export const setLaneStates = [
  'entered',
  'here',
  'ready',
  'closed',
  'dns',
  'dnf',
  'dsq',
  'exhibition',
] as const;
export type SetLaneState = (typeof setLaneStates)[number];

const RaceLaneSchema = z.object({
  lane: z.int(),
  /** Null: empty or closed. */
  entry: z.nullable(IdSchema),
  state: z.enum(laneStates),
  /** The activity of the lane's athlete in the run's session; null before it begins, and for a guest. */
  activity: z.nullable(IdSchema),
  /**
   * The valid attempt's figure: tenths of a second with penalty, or meters, depending on the piece; null without one.
   */
  result: z.nullable(z.int()),
  /** The result needs a second person before it can be official. */
  needsConfirmation: z.boolean(),
});
export type RaceLane = z.infer<typeof RaceLaneSchema>;

/**
 * The moments of a start, by the server's clock. Pages show each with the offset of their clock, as in a common start.
 */
export const StartSequenceSchema = z.object({
  /** "Stop, prepare for start" */
  prepareAt: TimeSchema,
  /** "Sit ready" */
  readyAt: TimeSchema,
  /** "Attention" */
  attentionAt: TimeSchema,
  /** "ROW": 1 to 3 s after attention, at random. The race's clock starts here. No page shows a countdown to it. */
  rowAt: TimeSchema,
});
export type StartSequence = z.infer<typeof StartSequenceSchema>;

/** One start of a race. Each has its own session, in which the athletes row its one workout item. */
export const RaceRunSchema = z.object({
  /** From 1. */
  number: z.int(),
  session: IdSchema,
  start: z.nullable(StartSequenceSchema),
  /** Why it ended without a result; null while it counts. */
  stopped: z.nullable(
    z.object({
      kind: z.enum(['falseStart', 'stopped', 'rerow']),
      /** Lanes of a false start. */
      lanes: z.array(z.int()),
      reason: z.string(),
      at: TimeSchema,
    }),
  ),
});
export type RaceRun = z.infer<typeof RaceRunSchema>;

export const RaceSchema = z.object({
  _id: IdSchema,
  event: IdSchema,
  category: IdSchema,
  round: z.enum(raceRounds),
  /** Number within its round of the category, from 1. */
  number: z.int(),
  startsAt: TimeSchema,
  state: z.enum(raceStates),
  /** Counts changes. An action names the version that its user saw. */
  version: z.int(),
  lanes: z.array(RaceLaneSchema),
  /** The newest run; null before the call. */
  run: z.nullable(RaceRunSchema),
  /** The times of the provisional result, which starts the time for protests, and of the official one. */
  provisionalAt: z.nullable(TimeSchema),
  official: z.nullable(z.object({ at: TimeSchema, by: z.string() })),
});
export type Race = z.infer<typeof RaceSchema>;

export const attemptSources = ['monitor', 'hand', 'file'] as const;
export const attemptOutcomes = ['finished', 'dnf', 'dns', 'dsq', 'exhibition'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

const AttemptSplitSchema = z.object({ tenths: z.int(), meters: z.int() });

/** A lane's result in a run. Never changed or deleted; `void` and `isValid` say whether it counts. */
export const RaceAttemptSchema = z.object({
  _id: IdSchema,
  run: z.int(),
  lane: z.int(),
  entry: z.nullable(IdSchema),
  source: z.enum(attemptSources),
  /** The monitor's activity; the attempt is its final figure. */
  activity: z.nullable(IdSchema),
  /** Tenths of a second. */
  tenths: z.nullable(z.int()),
  meters: z.nullable(z.int()),
  splits: z.array(AttemptSplitSchema),
  outcome: z.enum(attemptOutcomes),
  /** Tenths of a second that are added. */
  penaltyTenths: z.int(),
  note: z.string(),
  /** Null if the monitor sent it. */
  enteredBy: z.nullable(z.string()),
  /** Another person than `enteredBy`. */
  confirmedBy: z.nullable(z.string()),
  /** The caller entered it, and so can't confirm it. */
  isOwn: z.boolean(),
  isValid: z.boolean(),
  /** Why an official chose it instead of others; null while the newest counts. */
  chosen: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  void: z.nullable(z.object({ reason: z.string() })),
  createdAt: TimeSchema,
});
export type RaceAttempt = z.infer<typeof RaceAttemptSchema>;
