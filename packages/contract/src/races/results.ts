import * as z from 'zod/mini';
import { machines } from '../activities/machine.ts';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { HandicapSchema, juniorNames, RacePieceSchema, raceScorings } from '../races.ts';
import { PublicNowSchema, raceKeyParams } from './day.ts';
import { attemptOutcomes, attemptSources, raceRounds, raceStates } from './race.ts';
import { startListTypes } from './start-lists.ts';

/** Results of a race day, for members and for everyone with the key of its page. No ids of users, no weights. */

/**
 * The record that a result set when it became official: of the club, or of its race days in a category of this name and
 * piece.
 */
const RaceRecordSchema = z.object({
  of: z.enum(['club', 'event']),
  /** A record of all the club's athletes, not only of a sex or age group. */
  isOverall: z.boolean(),
  /** It equaled the previous record. */
  isEqual: z.boolean(),
});
export type RaceRecord = z.infer<typeof RaceRecordSchema>;

const ResultRowSchema = z.object({
  /** Place in the ranking; null without a finish. Equal results share one, and the next is skipped. */
  place: z.nullable(z.int()),
  /** 1 gold, 2 silver, 3 bronze in a final, or in the one ranking of flights, once all of it is official. */
  medal: z.nullable(z.int()),
  bib: z.string(),
  name: z.string(),
  club: z.string(),
  team: z.string(),
  race: IdSchema,
  round: z.enum(raceRounds),
  number: z.int(),
  lane: z.int(),
  outcome: z.nullable(z.enum(attemptOutcomes)),
  /** As rowed, without penalty. */
  tenths: z.nullable(z.int()),
  meters: z.nullable(z.int()),
  penaltyTenths: z.int(),
  /** The ranked figure: tenths with penalty, or meters. */
  score: z.nullable(z.int()),
  /**
   * The score by the category's handicap: tenths corrected for age, which rank the category, or hundredths of a percent
   * over the record. Null without a handicap, a finish, or (for age) a year of birth: then the raw time ranks.
   */
  adjusted: z.nullable(z.int()),
  records: z.array(RaceRecordSchema),
  /** Distance to the first, in the unit of the ranking. */
  gap: z.nullable(z.int()),
  /** Seconds per 500 m. */
  averagePace: z.nullable(z.number()),
  strokeRate: z.nullable(z.int()),
  splits: z.array(z.object({ tenths: z.int(), meters: z.int() })),
  source: z.nullable(z.enum(attemptSources)),
  note: z.string(),
  isOfficial: z.boolean(),
});
export type RaceResultRow = z.infer<typeof ResultRowSchema>;

const TeamRowSchema = z.object({
  place: z.nullable(z.int()),
  team: z.string(),
  /** Tenths or meters for a sum, tenths of the unit for a mean, points for `place`. Null if an athlete is missing. */
  score: z.nullable(z.int()),
  members: z.array(z.object({ name: z.string(), score: z.nullable(z.int()), counts: z.boolean() })),
});
export type RaceTeamRow = z.infer<typeof TeamRowSchema>;

const CategoryResultsSchema = z.object({
  category: IdSchema,
  name: z.string(),
  piece: RacePieceSchema,
  scoring: z.enum(raceScorings),
  /** Null if places are by the raw results. */
  handicap: z.nullable(HandicapSchema),
  /** `official` once every race of the ranking is. */
  state: z.enum(['none', 'provisional', 'official']),
  officialAt: z.nullable(TimeSchema),
  officialBy: z.nullable(z.string()),
  /** The ranking: the final, then the heats by time; flights together. Athletes without a result come last. */
  rows: z.array(ResultRowSchema),
  teams: z.array(TeamRowSchema),
});
export type CategoryResults = z.infer<typeof CategoryResultsSchema>;

/** All rows of the same piece in all categories, with the category's name. */
const OverallSchema = z.object({
  piece: RacePieceSchema,
  rows: z.array(z.extend(ResultRowSchema, { category: z.string() })),
});

const ResultsSchema = z.object({
  title: z.string(),
  club: z.string(),
  day: z.iso.date(),
  timeZone: z.string(),
  categories: z.array(CategoryResultsSchema),
  overall: z.array(OverallSchema),
  /** The rows of all categories that compare with a record, for any piece, ordered by percent over the record. */
  byPercent: z.array(z.extend(ResultRowSchema, { category: z.string() })),
});
export type RaceResults = z.infer<typeof ResultsSchema>;

const PageRaceSchema = z.object({
  _id: IdSchema,
  category: z.string(),
  round: z.enum(raceRounds),
  number: z.int(),
  startsAt: TimeSchema,
  state: z.enum(raceStates),
  lanes: z.array(z.object({ lane: z.int(), bib: z.string(), name: z.string(), club: z.string() })),
  /** Its result is published, and at least one lane rowed it here. */
  hasReplay: z.boolean(),
});

const PublicRacePageSchema = z.extend(ResultsSchema, {
  juniorNames: z.enum(juniorNames),
  /** Start lists of published races by time. */
  races: z.array(PageRaceSchema),
});
export type PublicRacePage = z.infer<typeof PublicRacePageSchema>;

/** The courses of a race with a result, with the names of the public page; no ids, heart rates or forces. */
const PublicReplaySchema = z.object({
  /** The piece as a workout's text. */
  workout: z.string(),
  /** Lanes whose result that counts was rowed here. */
  rows: z.array(
    z.object({
      lane: z.int(),
      name: z.string(),
      machine: z.enum(machines),
      elapsedTime: z.number(),
      distance: z.number(),
      isPartial: z.boolean(),
      isSimulated: z.boolean(),
      /** In order, evenly chosen from the stored strokes. Seconds and meters of work; pace in seconds per 500 m. */
      moments: z.array(
        z.object({
          elapsedTime: z.number(),
          distance: z.number(),
          pace: z.nullable(z.number()),
          strokeRate: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});
export type PublicReplay = z.infer<typeof PublicReplaySchema>;

/** The club's previous race day, in a category of the same name and piece. */
const BeforeSchema = z.object({
  category: IdSchema,
  event: z.object({ _id: IdSchema, title: z.string(), day: z.iso.date() }),
  winner: z.object({ name: z.string(), club: z.string(), score: z.int() }),
  /** Entries of this event that have a result there: by account, otherwise by name and club. */
  entries: z.array(z.object({ entry: IdSchema, place: z.int(), score: z.int() })),
});
export type RaceBefore = z.infer<typeof BeforeSchema>;

export const raceResults = {
  before: endpoint({
    method: 'GET',
    path: '/races/events/:id/before',
    summary:
      "For each category, the official results of its entries and the winner at the club's newest earlier race day with a category " +
      'of the same name and piece; for its readers',
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(BeforeSchema),
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: '/races/events/:id/results',
    summary: 'Provisional and official results of a race day by category and overall; for its readers',
    auth: 'user',
    params: IdParamsSchema,
    response: ResultsSchema,
  }),
  file: endpoint({
    method: 'GET',
    path: '/races/events/:id/results/file',
    summary: 'The results of a race day as CSV; for its readers',
    auth: 'user',
    params: IdParamsSchema,
    produces: startListTypes.csv,
    response: FileSchema,
  }),
  page: endpoint({
    method: 'GET',
    path: '/races/pages/:key',
    summary: 'The public page of a race day: start lists and results; for anyone with its key',
    auth: 'public',
    params: raceKeyParams,
    response: PublicRacePageSchema,
  }),
  pageNow: endpoint({
    method: 'GET',
    path: '/races/pages/:key/now',
    summary: 'What happens now on a race day, for screens and guests; for anyone with the key of its page',
    auth: 'public',
    params: raceKeyParams,
    response: PublicNowSchema,
  }),
  pageReplay: endpoint({
    method: 'GET',
    path: '/races/pages/:key/replays/:race',
    summary:
      'The courses of a race with a provisional or official result, from stored strokes; for anyone with the key of the page',
    auth: 'public',
    params: z.strictObject({ ...raceKeyParams.shape, race: IdSchema }),
    response: PublicReplaySchema,
  }),
  pageFile: endpoint({
    method: 'GET',
    path: '/races/pages/:key/file',
    summary: 'The results of a race day as CSV; for anyone with the key of its page',
    auth: 'public',
    params: raceKeyParams,
    produces: startListTypes.csv,
    response: FileSchema,
  }),
};
