import type { ActivitySource, Machine } from '@boathouse/contract/activities';
import type { ClubPeriod, RankedPiece, StatisticsPeriod } from '@boathouse/contract/statistics';
import { rankedPieces, stepsOfPeriod } from '@boathouse/contract/statistics';
import { knownTimeZone } from '@boathouse/contract/locale';
import { isCompared } from '@boathouse/workout/machine';
import { paceSecOf } from '@boathouse/workout/pace';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';

/** A calendar day as YYYY-MM-DD, so that days sort as text. */
export type Day = string;

/** A user's totals of one day. Units: meters, seconds, kilocalories. */
export type DayTotals = {
  day: Day;
  count: number;
  meters: number;
  timeSec: number;
  /** Of the activities whose calories are known. */
  calories: number;
  /** How many of the activities have no known calories. */
  withoutCalories: number;
};

/** Both days inclusive. */
export type Span = { from: Day; to: Day };

export type Window = Span & {
  /** The first day of each step, earliest first. */
  steps: Day[];
  /** The preceding period of equal length, for the comparison. */
  before: Span;
};

export type Windows = Record<StatisticsPeriod, Window>;

/** Returns the calendar day of an instant in a time zone; of a zone that this runtime does not know, in UTC. */
export function dayIn(at: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return at.toZonedDateTimeISO(knownTimeZone(timeZone)).toPlainDate();
}

const textOf = (day: Temporal.PlainDate): Day => day.toString();

function daysUpTo(today: Temporal.PlainDate, length: number): Window {
  const first = today.subtract({ days: length - 1 });
  return {
    from: textOf(first),
    to: textOf(today),
    steps: Array.from({ length }, (_, index) => textOf(first.add({ days: index }))),
    before: { from: textOf(first.subtract({ days: length })), to: textOf(first.subtract({ days: 1 })) },
  };
}

function monthsUpTo(today: Temporal.PlainDate, length: number): Window {
  const first = today.with({ day: 1 }).subtract({ months: length - 1 });
  return {
    from: textOf(first),
    to: textOf(today),
    steps: Array.from({ length }, (_, index) => textOf(first.add({ months: index }))),
    // Ends on the same day of the month: otherwise a month that has just begun is compared with a whole one.
    before: {
      from: textOf(first.subtract({ months: length })),
      to: textOf(today.subtract({ months: length })),
    },
  };
}

/** Returns the week, month and year that end with `today`. */
export function windowsOn(today: Temporal.PlainDate): Windows {
  return {
    week: daysUpTo(today, stepsOfPeriod.week),
    month: daysUpTo(today, stepsOfPeriod.month),
    year: monthsUpTo(today, stepsOfPeriod.year),
  };
}

/** Returns the span that ends with `today` and ranks the members of a club. */
export function clubSpanOn(today: Temporal.PlainDate, period: ClubPeriod): Span {
  if (period !== 'season') {
    const { from, to } = windowsOn(today)[period];
    return { from, to };
  }
  const thisYears = today.with({ month: 5, day: 1 });
  const isBefore = Temporal.PlainDate.compare(today, thisYears) < 0;
  const from = isBefore ? thisYears.subtract({ years: 1 }) : thisYears;
  return { from: from.toString(), to: today.toString() };
}

/** Returns the span that covers all windows and the periods before them: the year and the year before. */
export function spanOf({ year }: Windows): Span {
  return { from: year.before.from, to: year.to };
}

const isIn = ({ from, to }: Span, day: Day) => day >= from && day <= to;

/** Rounds to hundredths, the precision of the stored values, to remove floating-point error from a sum. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

type Amount<D> = (day: D) => number;

/** Returns the sum over the days of a span. */
export function sumIn<D extends { day: Day }>(span: Span, days: readonly D[], amountOf: Amount<D>): number {
  return days.reduce((sum, each) => (isIn(span, each.day) ? sum + amountOf(each) : sum), 0);
}

export function totalOf<D extends { day: Day }>(window: Window, days: readonly D[], amountOf: Amount<D>) {
  return hundredths(sumIn(window, days, amountOf));
}

/** Returns the window's total minus the total of the period before. */
export function gainOf<D extends { day: Day }>(window: Window, days: readonly D[], amountOf: Amount<D>) {
  return hundredths(sumIn(window, days, amountOf) - sumIn(window.before, days, amountOf));
}

/** Returns one sum per step of the window. */
export function sumsByStep<D extends { day: Day }>(
  window: Window,
  days: readonly D[],
  amountOf: Amount<D>,
): number[] {
  const sums = window.steps.map(() => 0);
  for (const each of days) {
    if (!isIn(window, each.day)) continue;
    const index = window.steps.findLastIndex((first) => first <= each.day);
    sums[index] = (sums[index] ?? 0) + amountOf(each);
  }
  return sums.map(hundredths);
}

/** The machines on which one rows: their meters, times and calories add up. Rankings keep each apart. */
export const rowedMachines: readonly Machine[] = ['rower', 'dynamic', 'slides'];

/** The fields that decide whether a completed activity is ranked. Units: meters, seconds. */
type Rankable = {
  distance: number;
  elapsedTime: number;
  /** The monitor's code; null if unknown. */
  workoutType: number | null;
  machine: Machine;
  source: ActivitySource;
  workout: string;
  /** As it was read when the workout began; null where its text is to be read now. */
  plan: WorkoutPlan | null;
  hasRests: boolean;
  /** Shorter than its workout item. */
  isPartial: boolean;
};

/** The monitor shows tenths of a meter and second; half of one is lost in arithmetic at most. */
const toleranceM = 0.05;
const toleranceSec = 0.05;
/** A row ended by hand ends a little late. Its time then counts for the piece's distance, which flatters no one. */
const overrunM = 1;

/** Returns whether the result is a whole single piece: not of intervals, and not shorter than its workout item. */
function isWholePiece({ workoutType, hasRests, isPartial, plan, workout }: Rankable): boolean {
  if (isPartial || hasRests || isIntervalWorkout(workoutType)) return false;
  // Just Row has no pieces and, like a text without a plan, no rests.
  return ((plan ?? parseWorkoutText(workout))?.pieces.length ?? 1) <= 1;
}

/** Returns the ranked pieces that a completed activity is a result of, each with its pace in seconds per 500 m. */
export function rankedPiecesOf(result: Rankable): { piece: RankedPiece; pace: number }[] {
  if (result.source === 'simulated' || !isCompared(result.machine) || !isWholePiece(result)) return [];
  const { distance, elapsedTime } = result;
  return rankedPieces.flatMap((ranked) => {
    const isOver =
      'distanceM' in ranked
        ? distance > ranked.distanceM - toleranceM && distance < ranked.distanceM + overrunM
        : Math.abs(elapsedTime - ranked.durationSec) < toleranceSec;
    const pace =
      'distanceM' in ranked
        ? paceSecOf(ranked.distanceM, elapsedTime)
        : paceSecOf(distance, ranked.durationSec);
    return isOver && pace !== null ? [{ piece: ranked.piece, pace }] : [];
  });
}
