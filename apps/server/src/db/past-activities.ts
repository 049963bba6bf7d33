import { and, asc, desc, eq, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ActivitySortField } from '@boathouse/contract/activities';
import type { Page } from './paging.ts';
import { activities } from './tables.ts';

/** Inclusive bounds. `eq` compares rounded to whole metres or seconds. */
type FigureFilter = { gte?: number | undefined; lte?: number | undefined; eq?: number | undefined };

type PastOrder = { field: ActivitySortField; descending: boolean };

/** The columns of the index of past activities: a search reads no others before it knows the rows of its page. */
const { pastDistance: distance, pastElapsedTime: elapsedTime, pastAveragePace: averagePace } = activities;
const past = { createdAt: activities.createdAt, distance, elapsedTime, averagePace };

function isFigureOf(column: AnyPgColumn, wanted: FigureFilter): SQL | undefined {
  const whole = wanted.eq === undefined ? null : Math.round(wanted.eq);
  return and(
    wanted.gte === undefined ? undefined : gte(column, wanted.gte),
    wanted.lte === undefined ? undefined : lte(column, wanted.lte),
    whole === null ? undefined : and(gte(column, whole - 0.5), lt(column, whole + 0.5)),
  );
}

/**
 * Orders equal values by start. Partial results are last, except by date, and so are activities without a pace, in both
 * directions.
 */
export function orderOfPast({ field, descending }: PastOrder): SQL[] {
  const direction = descending ? desc : asc;
  const byField =
    field === 'averagePace' ? sql`${direction(past[field])} nulls last` : direction(past[field]);
  const wholeFirst = field === 'createdAt' ? [] : [asc(activities.isPartial)];
  return [...wholeFirst, byField, direction(activities.createdAt), direction(activities.id)];
}

export type PastSearch = Page & { distance: FigureFilter; elapsedTime: FigureFilter; sort: PastOrder };

/** The completed activities of a user that a search finds. */
export function isFoundBy(userId: string, search: PastSearch): SQL | undefined {
  return and(
    eq(activities.userId, userId),
    eq(activities.isCompleted, true),
    isFigureOf(past.distance, search.distance),
    isFigureOf(past.elapsedTime, search.elapsedTime),
  );
}
