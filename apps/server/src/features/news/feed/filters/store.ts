import { and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  pastFilterNames,
  type ActivitySortField,
  type PastFilterName,
  type PastFilters,
} from '@boathouse/contract/activities/history';
import type { Machine } from '@boathouse/contract/activities';
import type { Database } from '../../../../db/database.ts';
import type { Page } from '../../../../db/paging.ts';
import { activities, activityDays, activityTags } from '../../../../db/tables.ts';

type PastOrder = { field: ActivitySortField; descending: boolean };

/**
 * The filters of the contract, with the days as instants: the start of `from`, and the end of `to`, which is excluded.
 */
export type PastConditions = Omit<PastFilters, 'from' | 'to'> & {
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The columns of the index of past activities: a search reads no others until it knows the rows of its page. */
const { pastDistance: distance, pastElapsedTime: elapsedTime, pastAveragePace: averagePace } = activities;
const past = { createdAt: activities.createdAt, distance, elapsedTime, averagePace };

/** Rounded to whole meters or seconds. */
function isAbout(column: AnyPgColumn, figure: number): SQL | undefined {
  const whole = Math.round(figure);
  return and(gte(column, whole - 0.5), lt(column, whole + 0.5));
}

const conditions: {
  [Name in PastFilterName]: (wanted: NonNullable<PastConditions[Name]>) => SQL | undefined;
} = {
  text: (text) => sql`strpos(${activities.pastText}, replace(public.folded_name(${text}), ' ', '')) > 0`,
  from: (start) => gte(past.createdAt, start),
  to: (end) => lt(past.createdAt, end),
  kind: (kind) => eq(activities.pastKind, kind),
  rowedIn: (place) => (place === 'session' ? isNotNull : isNull)(activities.sessionId),
  machine: (machine) => eq(activities.machine, machine),
  tag: (
    tag,
  ) => sql`exists (select 1 from ${activityTags} as tagged where tagged.activity_id = ${activities.id}
    and public.folded_name(tagged.tag) = public.folded_name(${tag}))`,
  'distance[$gte]': (meters) => gte(distance, meters),
  'distance[$lte]': (meters) => lte(distance, meters),
  'distance[$eq]': (meters) => isAbout(distance, meters),
  'elapsedTime[$gte]': (sec) => gte(elapsedTime, sec),
  'elapsedTime[$lte]': (sec) => lte(elapsedTime, sec),
  'elapsedTime[$eq]': (sec) => isAbout(elapsedTime, sec),
};

function conditionOf<Name extends PastFilterName>(name: Name, value: PastConditions[Name]): SQL | undefined {
  return value === undefined ? undefined : conditions[name](value);
}

/**
 * Orders equal values by start. Partial results come last, except by date, and so do activities without a pace, in both
 * directions.
 */
export function orderOfPast({ field, descending }: PastOrder): SQL[] {
  const direction = descending ? desc : asc;
  const byField =
    field === 'averagePace' ? sql`${direction(past[field])} nulls last` : direction(past[field]);
  const wholeFirst = field === 'createdAt' ? [] : [asc(activities.isPartial)];
  return [...wholeFirst, byField, direction(activities.createdAt), direction(activities.id)];
}

export type PastSearch = Page & { filters: PastConditions; sort: PastOrder };

export function isPastOf(userId: string): SQL | undefined {
  return and(eq(activities.userId, userId), eq(activities.isCompleted, true));
}

/** Whether a past activity passes all filters except `without`; undefined for no filters. */
export function isFoundBy(filters: PastConditions, without: PastFilterName | null = null): SQL | undefined {
  return and(
    ...pastFilterNames.filter((name) => name !== without).map((name) => conditionOf(name, filters[name])),
  );
}

/** Returns the machines of a user's past activities, without the simulated ones. */
export async function listPastMachines(db: Database, userId: string): Promise<Machine[]> {
  const { machine } = activityDays;
  const rows = await db
    .selectDistinct({ machine })
    .from(activityDays)
    .where(eq(activityDays.userId, userId))
    .orderBy(asc(machine));
  return rows.map((row) => row.machine);
}
