import { isMember } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import type {
  ClubMeters,
  ClubPeriod,
  GeneralStatistics,
  Heatmap,
  MetersStatistics,
  PersonalBest,
  ProgressStatistics,
  RowedDay,
  SpanStep,
  StepPace,
  StepTotals,
} from '@boathouse/contract/statistics';
import { paceSecOf } from '@boathouse/workout/pace';
import type { Database } from '../../../db/database.ts';
import { badField, notFound, orNotFound } from '../../../http/errors.ts';
import { findClub, findRole } from '../../clubs/clubs/index.ts';
import { isVisibleUser } from '../../people/users/index.ts';
import {
  dayIn,
  hundredths,
  spanOf,
  gainOf,
  sumIn,
  sumsByStep,
  totalOf,
  clubSpanOn,
  windowsOn,
  type Day,
  type DayTotals,
  type Span,
  type Window,
  type Windows,
} from './rules.ts';
import {
  findFirstRowedDay,
  listClubMeters,
  listCounts,
  listDays,
  listPersonalBests,
  listRowed,
  listTotals,
} from './store.ts';

/** The present time, and the viewer's time zone: they decide on which day the periods end. */
type Viewing = { viewerId: string; now: Temporal.Instant; timeZone: string };

/**
 * Reads statistics while it checks that the user exists and that the viewer may see them.
 * @throws HttpError 404 user
 */
async function ofUser<T>(db: Database, userId: string, viewerId: string, read: Promise<T>): Promise<T> {
  const [isVisible, found] = await Promise.all([isVisibleUser(db, userId, viewerId), read]);
  if (!isVisible) throw notFound('user');
  return found;
}

async function windowsAndDays(db: Database, userId: string, { viewerId, now, timeZone }: Viewing) {
  const windows = windowsOn(dayIn(now, timeZone));
  return { windows, days: await ofUser(db, userId, viewerId, listDays(db, userId, spanOf(windows))) };
}

const stepsOf = ({ week, month, year }: Windows) => ({
  week: week.steps,
  month: month.steps,
  year: year.steps,
});

const metersOf = ({ meters }: { meters: number }) => meters;
const timeOf = ({ timeSec }: { timeSec: number }) => timeSec;
const caloriesOf = ({ calories }: DayTotals) => calories;
const withoutCaloriesOf = ({ withoutCalories }: DayTotals) => withoutCalories;

type Read = (window: Window, days: DayTotals[], amountOf: (day: DayTotals) => number) => number;

const metersByPeriod = ({ week, month, year }: Windows, days: DayTotals[], read: Read) => ({
  weekMeters: read(week, days, metersOf),
  monthMeters: read(month, days, metersOf),
  yearMeters: read(year, days, metersOf),
});

const overviewOf = (windows: Windows, days: DayTotals[], read: Read) => ({
  ...metersByPeriod(windows, days, read),
  weekTime: read(windows.week, days, timeOf),
  monthTime: read(windows.month, days, timeOf),
  yearTime: read(windows.year, days, timeOf),
  weekCalories: read(windows.week, days, caloriesOf),
  monthCalories: read(windows.month, days, caloriesOf),
  yearCalories: read(windows.year, days, caloriesOf),
});

/** @throws HttpError 404 user */
export async function metersStatistics(
  db: Database,
  userId: string,
  viewing: Viewing,
): Promise<MetersStatistics> {
  const { windows, days } = await windowsAndDays(db, userId, viewing);
  return {
    aggregate: metersByPeriod(windows, days, totalOf),
    plottable: {
      weekMeters: sumsByStep(windows.week, days, metersOf),
      monthMeters: sumsByStep(windows.month, days, metersOf),
      yearMeters: sumsByStep(windows.year, days, metersOf),
    },
    delta: metersByPeriod(windows, days, gainOf),
    steps: stepsOf(windows),
  };
}

/** @throws HttpError 404 user */
export async function generalStatistics(
  db: Database,
  userId: string,
  viewing: Viewing,
): Promise<GeneralStatistics> {
  const [{ windows, days }, since] = await Promise.all([
    windowsAndDays(db, userId, viewing),
    findFirstRowedDay(db, userId),
  ]);
  const countIn = (span: (window: Window) => Span) => ({
    week: sumIn(span(windows.week), days, withoutCaloriesOf),
    month: sumIn(span(windows.month), days, withoutCaloriesOf),
    year: sumIn(span(windows.year), days, withoutCaloriesOf),
  });
  return {
    aggregate: overviewOf(windows, days, totalOf),
    delta: overviewOf(windows, days, gainOf),
    withoutCalories: { period: countIn((window) => window), before: countIn(({ before }) => before) },
    since,
  };
}

/**
 * Returns the pace of each step over the activities with a distance of `gte` to `lte` meters. `lte` at the cap means
 * no upper bound.
 * @throws HttpError 404 user
 */
export async function progressStatistics(
  db: Database,
  userId: string,
  bounds: Bounds,
  { viewerId, now, timeZone }: Viewing,
): Promise<ProgressStatistics> {
  const windows = windowsOn(dayIn(now, timeZone));
  const days = await ofUser(
    db,
    userId,
    viewerId,
    listRowed(db, userId, { ...windows.year, step: 'day' }, boundsOf(bounds)),
  );
  const pacesOf = (window: Window) => {
    const times = sumsByStep(window, days, timeOf);
    return sumsByStep(window, days, metersOf).map((meters, step) => paceSecOf(meters, times[step] ?? 0));
  };
  return {
    plottable: {
      weekPace: pacesOf(windows.week),
      monthPace: pacesOf(windows.month),
      yearPace: pacesOf(windows.year),
    },
    steps: stepsOf(windows),
  };
}

type Bounds = { gte: number; lte: number };

const boundsOf = ({ gte, lte }: Bounds) => ({
  gteM: gte,
  lteM: lte === limits.distanceFilterCapM ? null : lte,
});

/** @throws HttpError 400 to */
function requireSpan({ from, to, step }: Span & { step: SpanStep }): void {
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  if (days < 1) throw badField('to', 'must not be before the first day');
  if (step === 'day' && days > limits.spanDaysMax) {
    throw badField('to', `must be within ${limits.spanDaysMax} days from the first one`);
  }
}

/** Returns a user's totals for each step of a span that has any. @throws HttpError 400 to */
export async function totalsOfSpan(
  db: Database,
  userId: string,
  span: Span & { step: SpanStep },
): Promise<StepTotals[]> {
  requireSpan(span);
  const totals = await listTotals(db, userId, span, span.step);
  return totals.map(({ meters, timeSec, calories, ...counts }) => ({
    ...counts,
    meters: hundredths(meters),
    timeSec: hundredths(timeSec),
    calories: hundredths(calories),
  }));
}

/** Returns the pace of each step of a span, over activities within the bounds. @throws HttpError 400 to */
export async function paceOfSpan(
  db: Database,
  userId: string,
  { gte, lte, ...span }: Span & { step: SpanStep } & Bounds,
): Promise<StepPace[]> {
  requireSpan(span);
  const rowed = await listRowed(db, userId, span, boundsOf({ gte, lte }));
  return rowed.flatMap(({ day, meters, timeSec }) => {
    const pace = paceSecOf(meters, timeSec);
    return pace === null ? [] : [{ step: day, pace }];
  });
}

/** @throws HttpError 404 user, 400 yearOffset */
export async function activityHeatmap(
  db: Database,
  userId: string,
  viewerId: string,
  year: number,
): Promise<Heatmap> {
  // ISO 8601 writes other years with a sign and six digits, which PostgreSQL does not parse.
  if (year < 1000 || year > 9999) throw badField('yearOffset', 'must result in a year with four digits');
  const days = await ofUser(
    db,
    userId,
    viewerId,
    listCounts(db, userId, { from: `${year}-01-01`, to: `${year}-12-31` }),
  );
  return {
    year,
    count: days.reduce((sum, { count }) => sum + count, 0),
    days: Object.fromEntries(days.map(({ day, count }) => [String(dayOfYear(day)), count])),
  };
}

const dayOfYear = (day: Day): number => Temporal.PlainDate.from(day).dayOfYear;

/** @throws HttpError 404 user */
export function personalBests(db: Database, userId: string, viewerId: string): Promise<PersonalBest[]> {
  return ofUser(db, userId, viewerId, listPersonalBests(db, userId, viewerId));
}

/** Returns a user's totals for each day of a span that has any, earliest first; meters to the hundredth. */
export async function rowedDays(db: Database, userId: string, span: Span): Promise<RowedDay[]> {
  const days = await listDays(db, userId, span);
  return days.map(({ day, meters, timeSec }) => ({
    day,
    meters: hundredths(meters),
    timeSec: hundredths(timeSec),
  }));
}

/** @throws HttpError 400 to */
export function ownRowedDays(db: Database, userId: string, { from, to }: Span): Promise<RowedDay[]> {
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  if (days < 1 || days > limits.rowedDaysMax) {
    throw badField('to', `must be within ${limits.rowedDaysMax} days from the first one`);
  }
  return rowedDays(db, userId, { from, to });
}

/**
 * The members of a club whom the viewer may see, by their meters of the last 7 or 30 days, from the daily totals.
 * @throws HttpError 404, the same for a club that does not exist and for a private one of other users
 */
export async function clubMeters(
  db: Database,
  clubId: string,
  { viewerId, period, now, timeZone }: Viewing & { period: ClubPeriod },
): Promise<ClubMeters> {
  const club = orNotFound(await findClub(db, clubId), 'club');
  if (club.isPrivate && !isMember(await findRole(db, clubId, viewerId))) throw notFound('club');
  const span = clubSpanOn(dayIn(now, timeZone), period);
  return { ...span, rows: await listClubMeters(db, clubId, viewerId, span, limits.boardRowsMax) };
}
