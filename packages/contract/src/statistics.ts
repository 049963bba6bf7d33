import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { wholeNumber } from './paging.ts';
import { TimeZoneSchema } from './locale.ts';
import { UserRefSchema } from './users.ts';

/**
 * A week is the last 7 days and a month the last 30, in steps of a day; a year is the last 12 calendar months, in steps
 * of a month. Each ends with the viewer's today. An activity counts on the athlete's calendar day on which it began.
 * Rows on a simulated erg do not count.
 */
export const statisticsPeriods = ['week', 'month', 'year'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];
export const stepsOfPeriod = { week: 7, month: 30, year: 12 } as const satisfies Record<
  StatisticsPeriod,
  number
>;

const DaySchema = z.iso.date();

/** The first day of each step, earliest first. */
const StepsSchema = z.object({
  week: z.array(DaySchema),
  month: z.array(DaySchema),
  year: z.array(DaySchema),
});

const MetersSchema = z.object({ weekMeters: z.number(), monthMeters: z.number(), yearMeters: z.number() });

/**
 * Meters of each period and of each of its steps. `delta` is the difference to the previous period of equal length: the
 * 7 or 30 days before, or for a year the same days twelve months earlier.
 */
export const MetersStatisticsSchema = z.object({
  aggregate: MetersSchema,
  plottable: z.object({
    weekMeters: z.array(z.number()),
    monthMeters: z.array(z.number()),
    yearMeters: z.array(z.number()),
  }),
  delta: MetersSchema,
  steps: StepsSchema,
});
export type MetersStatistics = z.infer<typeof MetersStatisticsSchema>;

/** Meters, seconds and kilocalories. */
const OverviewSchema = z.object({
  ...MetersSchema.shape,
  weekTime: z.number(),
  monthTime: z.number(),
  yearTime: z.number(),
  weekCalories: z.number(),
  monthCalories: z.number(),
  yearCalories: z.number(),
});

const CountsSchema = z.object({ week: z.int(), month: z.int(), year: z.int() });

/**
 * An activity with missing parts has no calories: the sums count the others. `withoutCalories` counts such activities
 * in each period and in the previous one; servers of an earlier version omit it.
 */
export const GeneralStatisticsSchema = z.object({
  aggregate: OverviewSchema,
  delta: OverviewSchema,
  withoutCalories: z.optional(z.object({ period: CountsSchema, before: CountsSchema })),
  /**
   * The day of the first activity that counts, on any machine; null without one. Servers of an earlier version omit it.
   */
  since: z.optional(z.nullable(DaySchema)),
});
export type GeneralStatistics = z.infer<typeof GeneralStatisticsSchema>;

/** Average seconds per 500 m of the step; null without rowing. */
const PacesSchema = z.array(z.nullable(z.number()));

export const ProgressStatisticsSchema = z.object({
  plottable: z.object({ weekPace: PacesSchema, monthPace: PacesSchema, yearPace: PacesSchema }),
  steps: StepsSchema,
});
export type ProgressStatistics = z.infer<typeof ProgressStatisticsSchema>;

/** Number of activities completed in the year, and on each day that has any; the key is the day of the year, from 1. */
export const HeatmapSchema = z.object({
  year: z.int(),
  count: z.int(),
  days: z.record(z.string().check(z.regex(/^\d{1,3}$/)), z.int()),
});
export type Heatmap = z.infer<typeof HeatmapSchema>;

/**
 * The ranked pieces: the best over a distance is the shortest time, the best over a time is the longest distance.
 * Meters and seconds, as the monitor sets them.
 */
export const rankedPieces = [
  { piece: '500m', distanceM: 500 },
  { piece: '1k', distanceM: 1_000 },
  { piece: '2k', distanceM: 2_000 },
  { piece: '5k', distanceM: 5_000 },
  { piece: '6k', distanceM: 6_000 },
  { piece: '10k', distanceM: 10_000 },
  { piece: 'halfMarathon', distanceM: 21_097 },
  { piece: 'marathon', distanceM: 42_195 },
  { piece: '1min', durationSec: 60 },
  { piece: '4min', durationSec: 240 },
  { piece: '30min', durationSec: 1_800 },
  { piece: '60min', durationSec: 3_600 },
] as const;
export type RankedPiece = (typeof rankedPieces)[number]['piece'];
export const RankedPieceSchema = z.enum(rankedPieces.map(({ piece }) => piece));

/**
 * The figure that decides which of two results of one workout is better: the shortest time or pace, or the longest
 * distance.
 */
export const decidingFigures = ['elapsedTime', 'distance', 'averagePace'] as const;
export type DecidingFigure = (typeof decidingFigures)[number];

/** An athlete's best result over a ranked piece; seconds, meters, and seconds per 500 m. */
const PersonalBestSchema = z.object({
  piece: RankedPieceSchema,
  activity: IdSchema,
  createdAt: TimeSchema,
  elapsedTime: z.number(),
  distance: z.number(),
  averagePace: z.number(),
});
export type PersonalBest = z.infer<typeof PersonalBestSchema>;

/** The steps of a span of days. Months and years are calendar ones, and named by their first day. */
const spanSteps = ['day', 'month', 'year'] as const;
export type SpanStep = (typeof spanSteps)[number];

/**
 * The sums of a step, counted like the other statistics: meters, seconds and kilocalories. Steps without activities are
 * left out.
 */
const StepTotalsSchema = z.object({
  step: DaySchema,
  count: z.int(),
  meters: z.number(),
  timeSec: z.number(),
  calories: z.number(),
  /** How many of the activities have no known calories. */
  withoutCalories: z.int(),
});
export type StepTotals = z.infer<typeof StepTotalsSchema>;

/** Average seconds per 500 m of a step; steps without activities within the bounds are left out. */
const StepPaceSchema = z.object({ step: DaySchema, pace: z.number() });
export type StepPace = z.infer<typeof StepPaceSchema>;

/** The first and the last day, both included. */
const span = { from: DaySchema, to: DaySchema, step: z.enum(spanSteps) };

const inZone = { timeZone: z._default(TimeZoneSchema, 'UTC') };
const meters = wholeNumber(0, limits.distanceFilterCapM);

/** The last 7 days, the last 30 days, and the rowing season, which begins on May 1, as in Concept2's logbook. */
export const clubPeriods = ['week', 'month', 'season'] as const;
export type ClubPeriod = (typeof clubPeriods)[number];

const ClubMetersSchema = z.object({
  /** The first and the last day, both included. */
  from: DaySchema,
  to: DaySchema,
  /** Members by meters. Athletes with equal meters share a rank, and the following ranks are skipped (1, 1, 3). */
  rows: z.array(z.object({ rank: z.int(), user: UserRefSchema, meters: z.number() })),
});
export type ClubMeters = z.infer<typeof ClubMetersSchema>;

/** Returns the first and the last day of the weeks of a month in the calendar, for any first day of the week. */
export function weeksOfMonth({ year, month }: { year: number; month: number }): { from: string; to: string } {
  const first = new Date(0);
  first.setUTCFullYear(year, month - 1, 1);
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  const dayText = (day: Date, daysLater: number) =>
    new Date(day.getTime() + daysLater * 24 * 3_600_000).toISOString().slice(0, 10);
  return { from: dayText(first, -6), to: dayText(last, 6) };
}

/** The sum of a day's activities, counted like the other statistics; days without activities are absent. */
const RowedDaySchema = z.object({ day: DaySchema, meters: z.number(), timeSec: z.number() });
export type RowedDay = z.infer<typeof RowedDaySchema>;

export const statistics = {
  meters: endpoint({
    method: 'GET',
    path: '/users/:id/statistics',
    summary: "A user's meters by week, month and year, for a chart",
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject(inZone),
    response: MetersStatisticsSchema,
  }),
  general: endpoint({
    method: 'GET',
    path: '/users/:id/statistics-general',
    summary: "A user's meters, seconds and calories by week, month and year",
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject(inZone),
    response: GeneralStatisticsSchema,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/users/:id/statistics-progress',
    summary: "A user's pace by week, month and year, over activities of `gte` to `lte` meters",
    auth: 'user',
    cost: 'list',
    params: IdParamsSchema,
    query: z.strictObject({
      gte: z._default(meters, 0),
      lte: z._default(meters, limits.distanceFilterM),
      ...inZone,
    }),
    response: ProgressStatisticsSchema,
  }),
  totalsOfSpan: endpoint({
    method: 'GET',
    path: '/users/:id/statistics-span',
    summary: `What the caller rowed from \`from\` to \`to\`, by day (${limits.spanDaysMax} at most), month or year`,
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject(span),
    response: z.array(StepTotalsSchema),
  }),
  paceOfSpan: endpoint({
    method: 'GET',
    path: '/users/:id/statistics-span-progress',
    summary: "The caller's pace by day, month or year, over activities of `gte` to `lte` meters",
    auth: 'user',
    cost: 'list',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject({
      ...span,
      gte: z._default(meters, 0),
      lte: z._default(meters, limits.distanceFilterM),
    }),
    response: z.array(StepPaceSchema),
  }),
  heatmap: endpoint({
    method: 'GET',
    path: '/users/:id/activity-heatmap',
    summary: 'Activities completed on each day of the year `currentYear` + `yearOffset`',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({
      currentYear: wholeNumber(1900, 9999),
      yearOffset: z._default(wholeNumber(-100, 100), 0),
    }),
    response: HeatmapSchema,
  }),
  personalBests: endpoint({
    method: 'GET',
    path: '/users/:id/personal-bests',
    summary:
      "A user's best result over each ranked piece, of the activities that the caller may read; whole single pieces " +
      'only, none on a simulated erg',
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(PersonalBestSchema),
  }),
  rowedDays: endpoint({
    method: 'GET',
    path: '/users/:id/rowed-days',
    summary: `What the caller rowed on each day from \`from\` to \`to\`, ${limits.rowedDaysMax} days at most; meters and seconds`,
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject({ from: DaySchema, to: DaySchema }),
    response: z.array(RowedDaySchema),
  }),
  clubMeters: endpoint({
    method: 'GET',
    path: '/clubs/:id/meters',
    summary: `The ${limits.boardRowsMax} members of a club who rowed most in the last 7 or 30 days, or in the season since May 1; of a private club only for members`,
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({ period: z.enum(clubPeriods), timeZone: z._default(TimeZoneSchema, 'UTC') }),
    response: ClubMetersSchema,
  }),
};
