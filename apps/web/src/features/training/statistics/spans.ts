import {
  stepsOfPeriod,
  type StatisticsPeriod,
  type StepPace,
  type StepTotals,
} from '@boathouse/contract/statistics';
import { daysIntoWeek, type FirstDay } from '@boathouse/contract/week';
import {
  formatFullDay,
  formatMonth,
  formatShortDayOfYear,
  formatShortMonth,
  formatWeekday,
} from '../../../lib/format.ts';
import type { MetersStep, OverviewFigures, PaceStep, StepNames } from './periods.ts';

/** Week, month and year end today at first, as in the specification; the calendar's spans come before them. */
export const viewKinds = ['week', 'month', 'year', 'season', 'all'] as const;
export type ViewKind = (typeof viewKinds)[number];

/** Today, the first day of the user's weeks, and the first day with an activity that counts; null without one. */
export type Days = { today: Temporal.PlainDate; firstDay: FirstDay; since: Temporal.PlainDate | null };

/** A part of the calendar, named by its first day. */
type Part = { kind: Exclude<ViewKind, 'all'>; first: Temporal.PlainDate };

export type View = { kind: StatisticsPeriod; first: null } | { kind: 'all'; first: null } | Part;

const isRollingKind = (kind: ViewKind): kind is StatisticsPeriod => kind !== 'season' && kind !== 'all';

/** Returns whether the view ends today and has the length of its period. */
export function isRolling(view: View): view is { kind: StatisticsPeriod; first: null } {
  return isRollingKind(view.kind) && view.first === null;
}

/** Returns the first day of the week, month, year or season that a day is in. A season begins on May 1, as in Concept2's logbook. */
function firstOf(kind: Part['kind'], day: Temporal.PlainDate, firstDay: FirstDay): Temporal.PlainDate {
  if (kind === 'week') return day.subtract({ days: daysIntoWeek(day, firstDay) });
  if (kind === 'month') return day.with({ day: 1 });
  if (kind === 'year') return day.with({ month: 1, day: 1 });
  const ofYear = day.with({ month: 5, day: 1 });
  return Temporal.PlainDate.compare(day, ofYear) < 0 ? ofYear.subtract({ years: 1 }) : ofYear;
}

const lengthOf = {
  week: { days: 7 },
  month: { months: 1 },
  year: { years: 1 },
  season: { years: 1 },
} as const;

const addressFormats = {
  week: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
  year: /^\d{4}$/,
  season: /^\d{4}$/,
} as const;

function partAt(kind: Part['kind'], of: string | null, { today, firstDay }: Days): Part | null {
  if (of === null || !addressFormats[kind].test(of)) return null;
  const text = kind === 'week' ? of : kind === 'month' ? `${of}-01` : `${of}-05-01`;
  try {
    const first = firstOf(kind, Temporal.PlainDate.from(text), firstDay);
    return Temporal.PlainDate.compare(first, today) > 0 ? null : { kind, first };
  } catch {
    // Not a day of the calendar, such as 2026-02-30.
    return null;
  }
}

/** Reads the view of an address: `?period=month&of=2026-10`. The default is the present, also for a future period. */
export function viewOf(query: URLSearchParams, days: Days): View {
  const kind = viewKinds.find((each) => each === query.get('period')) ?? 'week';
  if (kind === 'all') return { kind, first: null };
  const part = partAt(kind, query.get('of'), days);
  if (part !== null) return part;
  return isRollingKind(kind)
    ? { kind, first: null }
    : { kind, first: firstOf(kind, days.today, days.firstDay) };
}

/** Returns the query of a view, with the other parameters of the page. */
export function withView(query: URLSearchParams, { kind, first }: View): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('period', kind);
  next.delete('of');
  if (first === null) return next;
  const text = first.toString();
  next.set('of', kind === 'week' ? text : kind === 'month' ? text.slice(0, 7) : text.slice(0, 4));
  return next;
}

const isCurrent = ({ first, kind }: Part, { today }: Days) =>
  Temporal.PlainDate.compare(first.add(lengthOf[kind]), today) > 0;

/** Returns the view before (-1) or after (1) this one; null if nothing was rowed yet, or if it is in the future. */
export function viewBeside(view: View, step: 1 | -1, days: Days): View | null {
  if (view.kind === 'all') return null;
  const { kind, first } = view;
  if (step === 1) {
    if (first === null) return null;
    if (!isCurrent(view, days)) return { kind, first: first.add(lengthOf[kind]) };
    return isRollingKind(kind) ? { kind, first: null } : null;
  }
  const before = first === null ? firstOf(kind, days.today, days.firstDay) : first.subtract(lengthOf[kind]);
  const { since } = days;
  const isBeforeAll = since === null || Temporal.PlainDate.compare(before.add(lengthOf[kind]), since) <= 0;
  return isBeforeAll ? null : { kind, first: before };
}

/** A span of days, both included, and how its charts name its steps. */
export type Span = {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  /** `November 2026` */
  title: string;
  names: StepNames;
  /** The days to compare with, as words that follow "than in"; null for all time. */
  before: { from: Temporal.PlainDate; to: Temporal.PlainDate; words: string } | null;
};

const everyOf = { week: 1, month: 5, year: 2, season: 2 } as const;
const labelOf = {
  week: formatWeekday,
  month: formatShortDayOfYear,
  year: formatShortMonth,
  season: formatShortMonth,
} as const;

/** `2025/26`, as from May 1, 2025 to April 30, 2026. */
const seasonName = ({ year }: Temporal.PlainDate) => `${year}/${`${(year + 1) % 100}`.padStart(2, '0')}`;

const titleOf = {
  week: (first: Temporal.PlainDate) => `Week of ${formatFullDay(first)}`,
  month: (first: Temporal.PlainDate) => formatMonth(first),
  year: (first: Temporal.PlainDate) => `${first.year}`,
  season: (first: Temporal.PlainDate) => `Season ${seasonName(first)}`,
} as const;

const withinOf = {
  week: (first: Temporal.PlainDate) => `the week of ${formatFullDay(first)}`,
  month: titleOf.month,
  year: titleOf.year,
  season: (first: Temporal.PlainDate) => `the season ${seasonName(first)}`,
} as const;

/** Shows all time in months while it is this short, then in years. */
const monthsMax = 24;
/** Labels below a chart of all time: `Nov 2025` is twice as wide as `2025`. */
const labelsMax = { month: 4, year: 8 } as const;

function allTime({ today, since }: Days): Span {
  const first = since ?? today;
  const months =
    first.toPlainYearMonth().until(today.toPlainYearMonth(), { largestUnit: 'month' }).months + 1;
  const noun = months > monthsMax ? 'year' : 'month';
  const count = noun === 'year' ? today.year - first.year + 1 : months;
  return {
    from: first,
    to: today,
    title: 'All time',
    names: {
      noun,
      labelEvery: Math.ceil(count / labelsMax[noun]),
      labelOf: (day) => (noun === 'year' ? `${day.year}` : `${formatShortMonth(day)} ${day.year}`),
      caption: 'all time',
      within: 'until today',
    },
    before: null,
  };
}

/** Returns the first and the last day of a view. */
export function daysOf(view: View, days: Days): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  if (!isRolling(view)) return spanOf(view, days);
  const { today: to } = days;
  if (view.kind === 'year') {
    return { from: to.with({ day: 1 }).subtract({ months: stepsOfPeriod.year - 1 }), to };
  }
  return { from: to.subtract({ days: stepsOfPeriod[view.kind] - 1 }), to };
}

/** Returns the span of a view that does not end today by itself. */
export function spanOf(view: Exclude<View, { kind: StatisticsPeriod; first: null }>, days: Days): Span {
  if (view.kind === 'all') return allTime(days);
  const { kind, first } = view;
  const length = lengthOf[kind];
  const before = first.subtract(length);
  const words = kind === 'week' ? 'the week before' : withinOf[kind](before);
  const current = isCurrent(view, days);
  const within = withinOf[kind](first);
  return {
    from: first,
    to: first.add(length).subtract({ days: 1 }),
    title: titleOf[kind](first),
    names: {
      noun: kind === 'week' || kind === 'month' ? 'day' : 'month',
      labelEvery: everyOf[kind],
      labelOf: labelOf[kind],
      caption: within.replace(/^the /, ''),
      within: `in ${within}`,
    },
    before: {
      from: before,
      // A month that has just begun is not compared with a complete one.
      to: current ? days.today.subtract(length) : first.subtract({ days: 1 }),
      words: current ? `${words} up to the same day` : words,
    },
  };
}

/** A period of at most this many days is always compared, because rowing varies from week to week anyway. */
const shortMax = 31;

/**
 * Returns whether another period is compared with these days. A year or a season is compared only if the athlete
 * already rowed in its first half: any year would be progress against its last days.
 */
export function isComparable(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  { since }: Pick<Days, 'since'>,
): boolean {
  const length = from.until(to).days + 1;
  return length <= shortMax || since === null || from.until(since).days <= length / 2;
}

/** Returns whether a period that ends today is compared with the one before it. */
export function isRollingComparable(period: StatisticsPeriod, days: Days): boolean {
  const { from, to } = daysOf({ kind: period, first: null }, days);
  // The others are short.
  return (
    period !== 'year' ||
    isComparable({ from: from.subtract({ years: 1 }), to: to.subtract({ years: 1 }) }, days)
  );
}

/** Returns the first day of each step of a span, earliest first. */
function stepsOf({ from, to, names: { noun } }: Span): string[] {
  const first = noun === 'day' ? from : from.with(noun === 'month' ? { day: 1 } : { month: 1, day: 1 });
  const steps: string[] = [];
  for (let count = 0, step = first; Temporal.PlainDate.compare(step, to) <= 0;) {
    steps.push(step.toString());
    count += 1;
    step = first.add(
      noun === 'day' ? { days: count } : noun === 'month' ? { months: count } : { years: count },
    );
  }
  return steps;
}

export function metersOfSpan(span: Span, totals: readonly StepTotals[]): MetersStep[] {
  const meters = new Map(totals.map((each) => [each.step, each.meters]));
  return stepsOf(span).map((step) => ({ step, meters: meters.get(step) ?? 0 }));
}

export function pacesOfSpan(span: Span, paces: readonly StepPace[]): PaceStep[] {
  const paceSec = new Map(paces.map(({ step, pace }) => [step, pace]));
  return stepsOf(span).map((step) => ({ step, paceSec: paceSec.get(step) ?? null }));
}

const sumOf = (totals: readonly StepTotals[], key: Exclude<keyof StepTotals, 'step'>) =>
  totals.reduce((sum, each) => sum + each[key], 0);

/** Returns the sums of a span. Without `before` there is no comparison. */
export function overviewOfSpan(
  totals: readonly StepTotals[],
  before: readonly StepTotals[],
): OverviewFigures {
  const figure = (key: 'meters' | 'timeSec' | 'calories') => {
    const value = sumOf(totals, key);
    return { value, delta: value - sumOf(before, key), missing: 0 };
  };
  const missing = sumOf(totals, 'withoutCalories');
  const calories = figure('calories');
  const isComparable = missing + sumOf(before, 'withoutCalories') === 0;
  return {
    meters: figure('meters'),
    time: figure('timeSec'),
    calories: { ...calories, missing, delta: isComparable ? calories.delta : null },
  };
}
