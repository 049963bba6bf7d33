import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, SecretKeySchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { wholeNumber } from '../paging.ts';
import { RaceControlSchema, RaceEventSchema, RacePieceSchema } from '../races.ts';
import { mine, MyLaneSchema } from './mine.ts';
import {
  attemptOutcomes,
  laneStates,
  RaceAttemptSchema,
  raceRounds,
  RaceSchema,
  raceStates,
  setLaneStates,
  StartSequenceSchema,
} from './race.ts';

/** The running of a race day: draw, timetable, seats, control, start, attempts, protests. */

const ReasonSchema = z.string().check(z.trim(), z.maxLength(limits.raceReasonMax));

/**
 * Each action on a race. `action` is made by the page and makes the call idempotent: a repeated call returns the race
 * and changes nothing. 409 race_changed if the race has another `version`: the page shows the change, and the user
 * decides again.
 */
const action = { action: NewIdSchema, version: z.int().check(z.minimum(0)) };
/** Only the race control may send these: 409 race_control_taken from another device. */
const controlled = { ...action, device: IdSchema };

const LaneNumberSchema = z.int().check(z.minimum(1), z.maximum(limits.raceLanesMax));
const LaneParamsSchema = z.strictObject({ id: IdSchema, lane: wholeNumber(1, limits.raceLanesMax) });

/** A race in full, for officials. */
const RaceInFullSchema = z.object({
  race: RaceSchema,
  /** Oldest first, of all runs. */
  attempts: z.array(RaceAttemptSchema),
  protests: z.array(
    z.object({
      _id: IdSchema,
      lane: z.nullable(z.int()),
      text: z.string(),
      by: z.string(),
      at: TimeSchema,
      decision: z.nullable(
        z.object({
          outcome: z.enum(['upheld', 'rejected']),
          text: z.string(),
          by: z.string(),
          at: TimeSchema,
        }),
      ),
    }),
  ),
  /** The missing steps before the race's official result, as texts; empty if none. */
  open: z.array(z.string()),
});
export type RaceInFull = z.infer<typeof RaceInFullSchema>;

/** A lane as screens show it, with the names that their reader may see. */
const NowLaneSchema = z.object({
  lane: z.int(),
  state: z.enum(laneStates),
  name: z.string(),
  bib: z.string(),
  club: z.string(),
  /** Finds the lane's samples in the room; on a screen with the page's key, it is the id of its board. */
  activity: z.nullable(IdSchema),
  result: z.nullable(z.int()),
  place: z.nullable(z.int()),
  outcome: z.nullable(z.enum(attemptOutcomes)),
});

const NowRaceSchema = z.object({
  _id: IdSchema,
  category: z.string(),
  round: z.enum(raceRounds),
  number: z.int(),
  /** Races of this round in the category. */
  ofRound: z.int(),
  piece: RacePieceSchema,
  startsAt: TimeSchema,
  state: z.enum(raceStates),
  version: z.int(),
  lanes: z.array(NowLaneSchema),
  run: z.nullable(
    z.object({
      number: z.int(),
      start: z.nullable(StartSequenceSchema),
      stopped: z.nullable(
        z.object({
          kind: z.enum(['falseStart', 'stopped', 'rerow']),
          lanes: z.array(z.int()),
          reason: z.string(),
        }),
      ),
    }),
  ),
});
export type NowRace = z.infer<typeof NowRaceSchema>;

/** The races of this moment, for screens. */
const nowFields = {
  title: z.string(),
  /** The event's zone: its times are by that clock. */
  timeZone: z.string(),
  /** It is on the server's clock. */
  at: TimeSchema,
  /** The race that is called, armed, started, running or finished; null between races. */
  race: z.nullable(NowRaceSchema),
  /** The next races, in order: three at most. */
  next: z.array(NowRaceSchema),
  /** The newest races with a provisional or official result: three at most. */
  last: z.array(NowRaceSchema),
};

const NowSchema = z.object({
  ...nowFields,
  may: RaceEventSchema.shape.may,
  control: z.nullable(RaceControlSchema),
  /** The session of the race's run, whose room has the live values; null before the call. */
  session: z.nullable(IdSchema),
  /** The caller's own lanes of races without an official result, the earliest first. */
  mine: z.array(MyLaneSchema),
});
export type RaceNow = z.infer<typeof NowSchema>;

/** Opened with the key of the public page, by screens and guests. */
export const PublicNowSchema = z.object({
  ...nowFields,
  /** The room of the screen's live connection, opened with the page's key as for a board; null between races. */
  board: z.nullable(z.object({ _id: IdSchema, route: z.string() })),
});
export type PublicRaceNow = z.infer<typeof PublicNowSchema>;

export const raceDay = {
  now: endpoint({
    method: 'GET',
    path: '/races/events/:id/now',
    summary: "What happens now on a race day, and the caller's own lanes; for its readers",
    auth: 'user',
    params: IdParamsSchema,
    response: NowSchema,
  }),
  mine,
  race: endpoint({
    method: 'GET',
    path: '/races/:id',
    summary: 'A race with its attempts and protests; judges and admins only',
    auth: 'user',
    params: IdParamsSchema,
    response: RaceInFullSchema,
  }),
  draw: endpoint({
    method: 'POST',
    path: '/races/categories/:id/draw',
    summary:
      'Draw the flights or heats of a category by its rule, replacing those in draft; admins and owner only. 409 race_changed once ' +
      'one of them is called.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({ action: NewIdSchema }),
    response: z.array(RaceSchema),
  }),
  advance: endpoint({
    method: 'GET',
    path: '/races/categories/:id/advance',
    summary:
      'Who goes on to the final of a category by its rule, and who is level for the last places; judges and admins only',
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({
      /** Best first; contains all who share the last place. */
      entries: z.array(IdSchema),
      tied: z.array(IdSchema),
      /** Open lanes. */
      lanes: z.int(),
      /** Heats without a provisional or official result. */
      openHeats: z.int(),
    }),
  }),
  drawFinal: endpoint({
    method: 'POST',
    path: '/races/categories/:id/final',
    summary:
      'Make the final of a category of these entries, best first, the best in the middle; admins and owner only. Replaces a final ' +
      'that is not called.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      entries: z.array(IdSchema).check(z.minLength(1), z.maxLength(limits.raceLanesMax)),
      startsAt: z.optional(TimeSchema),
    }),
    response: RaceSchema,
  }),
  timetable: endpoint({
    method: 'PUT',
    path: '/races/events/:id/timetable',
    summary: 'Set the times of races; admins and owner only. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({
      races: z
        .array(z.strictObject({ race: IdSchema, startsAt: TimeSchema }))
        .check(z.minLength(1), z.maxLength(limits.racesMax)),
    }),
    response: z.array(RaceSchema),
  }),
  seat: endpoint({
    method: 'POST',
    path: '/races/:id/seats',
    summary:
      'Seat an entry of the category in a lane (`entry`: null empties it), taking it from its seat in the round; whoever sat there ' +
      'takes that seat. Admins and owner only. A reason is required from armed on. Not once there are results: swap then.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      ...action,
      entry: z.nullable(IdSchema),
      lane: LaneNumberSchema,
      reason: z._default(ReasonSchema, ''),
    }),
    response: z.array(RaceSchema),
  }),
  swap: endpoint({
    method: 'POST',
    path: '/races/:id/swaps',
    summary:
      'Swap the athletes of two lanes, before or after the race, until it is official; judges and admins only. `times` says ' +
      'whose the times are: with the athletes (their own pages measured them) or with the lanes (the ergs did).',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      ...action,
      lanes: z.tuple([LaneNumberSchema, LaneNumberSchema]),
      times: z._default(z.enum(['withAthletes', 'withLanes']), 'withAthletes'),
      reason: z._default(ReasonSchema, ''),
    }),
    response: RaceSchema,
  }),
  setLane: endpoint({
    method: 'PATCH',
    path: '/races/:id/lanes/:lane',
    summary:
      'Set the state of a lane; judges and admins only. An athlete may say `here` and `ready` of their own lane, and take it back.',
    auth: 'user',
    params: LaneParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      state: z.enum(setLaneStates),
      reason: z._default(ReasonSchema, ''),
    }),
    response: RaceSchema,
  }),
  takeControl: endpoint({
    method: 'PUT',
    path: '/races/events/:id/control',
    summary:
      'Take the race control for a page; admins and owner only. 409 race_control_taken, with who has it, unless `takeOver`.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ device: IdSchema, takeOver: z._default(z.boolean(), false) }),
    response: RaceControlSchema,
  }),
  releaseControl: endpoint({
    method: 'DELETE',
    path: '/races/events/:id/control',
    summary: 'Release the race control if this page has it; admins and owner only. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({ device: IdSchema }),
    response: z.object({ control: z.nullable(RaceControlSchema) }),
  }),
  publish: endpoint({
    method: 'POST',
    path: '/races/events/:id/publish',
    summary: 'Publish the races in draft; admins and owner only. Idempotent.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    response: z.array(RaceSchema),
  }),
  call: endpoint({
    method: 'POST',
    path: '/races/:id/call',
    summary: 'Call a published race to its ergs: opens the session of its first run. Race control only.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(controlled),
    response: RaceSchema,
  }),
  arm: endpoint({
    method: 'POST',
    path: '/races/:id/arm',
    summary: 'Arm a called race. Race control only. Later changes of its lanes need a reason.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(controlled),
    response: RaceSchema,
  }),
  start: endpoint({
    method: 'POST',
    path: '/races/:id/start',
    summary: 'Begin the start sequence of an armed race: the server fixes its moments. Race control only.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(controlled),
    response: RaceSchema,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/races/:id/stop',
    summary:
      'Stop a race that is started or running: with lanes, it is their false start. What was rowed stays with the athletes and does ' +
      'not count. Race control only.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      ...controlled,
      falseStartLanes: z._default(z.array(LaneNumberSchema).check(z.maxLength(limits.raceLanesMax)), []),
      reason: z._default(ReasonSchema, ''),
    }),
    response: RaceSchema,
  }),
  rerow: endpoint({
    method: 'POST',
    path: '/races/:id/runs',
    summary:
      'Prepare a race again, in another session: after a false start or a stop, or (with a reason) as a re-row of a race with ' +
      'results, whose attempts become void. The race is called. Race control only.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({ ...controlled, reason: z._default(ReasonSchema, '') }),
    response: RaceSchema,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/races/:id/finish',
    summary:
      'End a running race, also with lanes that have sent nothing: late results still count. Race control only.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(controlled),
    response: RaceSchema,
  }),
  enter: endpoint({
    method: 'POST',
    path: '/races/:id/attempts',
    summary:
      "Enter a lane's result by hand; judges and admins only. It counts once another official has confirmed it. 409 race_official " +
      'after the official result.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      lane: LaneNumberSchema,
      outcome: z.enum(attemptOutcomes),
      tenths: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))), null),
      meters: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))), null),
      penaltyTenths: z._default(z.int().check(z.minimum(0), z.maximum(36_000)), 0),
      note: z._default(ReasonSchema, ''),
    }),
    response: RaceInFullSchema,
  }),
  enterFile: endpoint({
    method: 'POST',
    path: '/races/:id/result-file',
    summary:
      'Enter results from a file of ErgRace (JSON) or Venue Race (text); judges and admins only. With `isPreview` nothing is ' +
      'stored. Each result counts once another official has confirmed it.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      fileName: z.string().check(z.minLength(1), z.maxLength(200)),
      file: z.base64().check(z.maxLength(Math.ceil(limits.startListBytesMax / 3) * 4)),
      /** Lanes that an official chose for lines of the file, which count from 0; null leaves a line out. */
      seats: z._default(
        z
          .array(z.strictObject({ line: z.int().check(z.minimum(0)), lane: z.nullable(LaneNumberSchema) }))
          .check(z.maxLength(limits.raceEntriesMax)),
        [],
      ),
      isPreview: z.boolean(),
    }),
    response: z.object({
      lines: z.array(
        z.object({
          name: z.string(),
          /**
           * The lane of this race: chosen, otherwise by bib, otherwise by lane; null if no such lane exists, or the
           * line is left out.
           */
          lane: z.nullable(z.int()),
          tenths: z.nullable(z.int()),
          meters: z.nullable(z.int()),
          /** The name in the race, if it differs. */
          differs: z.nullable(z.string()),
        }),
      ),
      problems: z.array(z.object({ line: z.nullable(z.int()), message: z.string() })),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/races/:id/confirmations',
    summary:
      'Confirm entered results as a second person; judges and admins only. 403 for own ones. Idempotent.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      attempts: z.array(IdSchema).check(z.minLength(1), z.maxLength(limits.raceLanesMax)),
    }),
    response: RaceInFullSchema,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/races/:id/lanes/:lane/attempt',
    summary: 'Choose the attempt of a lane that counts, with a reason; judges and admins only. Idempotent.',
    auth: 'user',
    params: LaneParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      attempt: IdSchema,
      reason: ReasonSchema.check(z.minLength(1)),
    }),
    response: RaceInFullSchema,
  }),
  makeProvisional: endpoint({
    method: 'POST',
    path: '/races/:id/provisional',
    summary: 'Publish the result of a finished race as provisional; admins and owner only',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(action),
    response: RaceSchema,
  }),
  makeOfficial: endpoint({
    method: 'POST',
    path: '/races/:id/official',
    summary:
      'Make a provisional result official; admins and owner only. 409 race_incomplete, in words, while a lane lacks a result or a ' +
      'confirmation, or a protest is undecided.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(action),
    response: RaceSchema,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/races/:id/reopening',
    summary: 'Take the official result back to provisional, with a reason; admins and owner only',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({ ...action, reason: ReasonSchema.check(z.minLength(1)) }),
    response: RaceSchema,
  }),
  protest: endpoint({
    method: 'POST',
    path: '/races/:id/protests',
    summary: 'Note a protest; judges and admins only',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({
      action: NewIdSchema,
      lane: z.nullable(LaneNumberSchema),
      text: ReasonSchema.check(z.minLength(1)),
    }),
    response: RaceInFullSchema,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/races/:id/protests/:protest',
    summary:
      'Decide a protest; admins and owner only. 409 already_decided for another decision than the first.',
    auth: 'user',
    params: z.strictObject({ id: IdSchema, protest: IdSchema }),
    body: z.strictObject({ outcome: z.enum(['upheld', 'rejected']), text: ReasonSchema }),
    response: RaceInFullSchema,
  }),
  log: endpoint({
    method: 'GET',
    path: '/races/events/:id/log',
    summary: `The log of a race day, the newest first, ${limits.raceLogPage} at most, or those before one; judges and admins only`,
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({ race: z.optional(IdSchema), before: z.optional(IdSchema) }),
    response: z.array(
      z.object({
        _id: IdSchema,
        race: z.nullable(IdSchema),
        at: TimeSchema,
        /** Null for the server. */
        by: z.nullable(z.string()),
        kind: z.string(),
        text: z.string(),
      }),
    ),
  }),
};

export const raceKeyParams = z.strictObject({ key: SecretKeySchema });
