import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { TimeZoneSchema } from '../locale.ts';
import { pageOf, SearchTextSchema } from '../paging.ts';
import { machines, MachineSchema } from './machine.ts';
import { PastActivitySchema, workoutKinds } from './past.ts';
import { TagSchema } from './tags.ts';

export const activitySortFields = ['createdAt', 'distance', 'elapsedTime', 'averagePace'] as const;
export type ActivitySortField = (typeof activitySortFields)[number];
export const activityFilterFields = ['distance', 'elapsedTime'] as const;
export type ActivityFilterField = (typeof activityFilterFields)[number];
export const activityComparators = ['$gte', '$lte', '$eq'] as const;
export type ActivityComparator = (typeof activityComparators)[number];

/** A sign and a field, such as -createdAt; a plus arrives as a space when it was not encoded. */
const SortBySchema = z.pipe(
  z
    .string()
    .check(z.regex(/^[+ -]?(createdAt|distance|elapsedTime|averagePace)$/, 'Must be a sign and a field')),
  z.transform((text: string) => ({
    descending: text.startsWith('-'),
    field: activitySortFields.find((field) => text.endsWith(field)) ?? 'createdAt',
  })),
);

/** In a session, or without one. */
export const rowedIn = ['session', 'alone'] as const;

/** Bounds are inclusive. `$eq` compares rounded values: distances to whole meters, times to whole seconds. */
const FigureSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'Must be a number')),
  z.transform((text: string) => Number(text)),
);

/** One value of a list, from the text of an address. */
const oneOf = <const Value extends string>(values: readonly Value[]) => z.pipe(z.string(), z.enum(values));

const DaySchema = z.iso
  .date('Must be a date such as 2026-11-22')
  .check(z.refine((day) => day >= '1900', 'Must be 1900 or later'));

/**
 * The filters of past workouts, by the name of the parameter: a result must match all of them. A new filter is an entry
 * here, its condition in SQL (`feed/filters/store.ts`) and its words on the page (`history-words.ts`).
 */
export const pastFilters = {
  /** A part of the title or the text of the workout, ignoring case, accents and blanks. */
  text: SearchTextSchema,
  /** The first and the last day of the start, in `timeZone`. */
  from: DaySchema,
  to: DaySchema,
  kind: oneOf(workoutKinds),
  rowedIn: oneOf(rowedIn),
  machine: oneOf(machines),
  /** One of the activity's tags, ignoring case and accents. */
  tag: TagSchema,
  'distance[$gte]': FigureSchema,
  'distance[$lte]': FigureSchema,
  'distance[$eq]': FigureSchema,
  'elapsedTime[$gte]': FigureSchema,
  'elapsedTime[$lte]': FigureSchema,
  'elapsedTime[$eq]': FigureSchema,
};
export type PastFilterName = keyof typeof pastFilters;
const PastFilterNameSchema = z.keyof(z.object(pastFilters));
export const pastFilterNames: readonly PastFilterName[] = PastFilterNameSchema.options;

export const PastFiltersSchema = z.partial(z.object(pastFilters));
/** They have the form in which the server reads them. */
export type PastFilters = z.output<typeof PastFiltersSchema>;
/** They have the form of an address. */
export type PastFilterTexts = z.input<typeof PastFiltersSchema>;

/** Refuses an empty period. */
export const isPeriod = z.refine<PastFilters>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['to'], error: 'Must not be before from' },
);

/**
 * The number of workouts found on one machine, with their meters and seconds. Workouts on a simulated erg are separate,
 * because they count in no total.
 */
const PastTotalSchema = z.object({
  machine: MachineSchema,
  isSimulated: z.boolean(),
  count: z.int(),
  meters: z.number(),
  time: z.number(),
});
export type PastTotal = z.infer<typeof PastTotalSchema>;

const FoundActivitySchema = z.extend(PastActivitySchema, {
  /** They are in the order that the athlete chose. Servers of an earlier version omit it. */
  tags: z.optional(z.array(z.string())),
});
export type FoundActivity = z.infer<typeof FoundActivitySchema>;

/** Fields that a search returns in addition to its page, unless it is sparse. Servers of an earlier version omit it. */
const pastSummary = {
  totals: z.optional(z.array(PastTotalSchema)),
  /** The machines of all past workouts, without the simulated ones. */
  machines: z.optional(z.array(MachineSchema)),
  /** The tags of all past workouts, in the form of `tags.used`. */
  tags: z.optional(z.array(z.string())),
  /** If nothing is found: how many workouts each filter alone excludes. Empty otherwise. */
  without: z.optional(z.array(z.object({ filter: PastFilterNameSchema, count: z.int() }))),
};

const isWithinSearch = z.refine<{ page: number; pagesize: number; sortby: { field: ActivitySortField } }>(
  ({ page, pagesize, sortby }) => sortby.field === 'createdAt' || page * pagesize <= limits.searchEntriesMax,
  {
    path: ['page'],
    error: `Sorted by figures, a search ends after ${limits.searchEntriesMax.toLocaleString('en-US')} workouts: add a filter`,
  },
);

/** Past workouts. A separate module, because only one page needs the filters. */
export const history = {
  search: endpoint({
    method: 'GET',
    path: '/activities/search',
    summary:
      'Past workouts of the caller: completed activities, sorted and filtered, with totals of what is found; meters and seconds. With sparse=1, only the page: count is of its activities, and nothing is totalled.',
    auth: 'user',
    cost: 'rows',
    caller: ['query.user'],
    query: z
      .strictObject({
        user: IdSchema,
        sortby: z._default(SortBySchema, { descending: true, field: 'createdAt' }),
        ...PastFiltersSchema.shape,
        timeZone: z._default(TimeZoneSchema, 'UTC'),
        sparse: z._default(z.enum(['0', '1']), '0'),
        ...pageOf(limits.pageSize),
      })
      .check(isPeriod, isWithinSearch),
    response: z.object({ count: z.int(), activities: z.array(FoundActivitySchema), ...pastSummary }),
  }),
};
