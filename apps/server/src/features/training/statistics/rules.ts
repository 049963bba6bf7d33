import type { ActivitySource, Machine } from '@boathouse/contract/activities';
import type { PieceKind } from '@boathouse/contract/racing/pieces';
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
  /** Only activities with known calories have it. */
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

/** Returns the calendar day of an instant in a time zone; in UTC if this runtime does not know the zone. */
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

/** The machines that are rowed: their meters, times and calories add up. Rankings keep each apart. */
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
  /** The plan that was read when the workout began; null if its text must be read now. */
  plan: WorkoutPlan | null;
  hasRests: boolean;
  /** Shorter than its workout item. */
  isPartial: boolean;
};

/** The monitor shows tenths of a meter and second; at most half of one is lost in arithmetic. */
const toleranceM = 0.05;
const toleranceSec = 0.05;
/**
 * A row ended by hand ends a little late. Its time then counts for the piece's distance, which never makes the result
 * better.
 */
const overrunM = 1;

/** Returns whether the result is a complete single piece: not intervals, and not shorter than its workout item. */
function isWholePiece({ workoutType, hasRests, isPartial, plan, workout }: Rankable): boolean {
  if (isPartial || hasRests || isIntervalWorkout(workoutType)) return false;
  // Just Row has no pieces and, like a text without a plan, no rests.
  return ((plan ?? parseWorkoutText(workout))?.pieces.length ?? 1) <= 1;
}

/** A complete result of a single distance (meters) or time (seconds); the score in tenths of a second, or in meters. */
type SingleResult = { kind: PieceKind; amount: number; score: number };

/**
 * Returns the single distance or time that a completed activity rowed completely: its plan's, otherwise the monitor's
 * workout's, otherwise a ranked piece. Null for intervals, calories and parts of a workout.
 */
export function singleResultOf(result: Rankable): SingleResult | null {
  if (result.source === 'simulated' || !isCompared(result.machine) || !isWholePiece(result)) return null;
  const { distance, elapsedTime } = result;
  const piece = singlePieceOf(result);
  if (piece === null || distance <= 0 || elapsedTime <= 0) return null;
  const { kind, amount } = piece;
  const isWhole =
    kind === 'distance'
      ? distance > amount - toleranceM && distance < amount + overrunM
      : Math.abs(elapsedTime - amount) < toleranceSec;
  if (!isWhole || !Number.isSafeInteger(amount)) return null;
  return { ...piece, score: Math.round(kind === 'distance' ? elapsedTime * 10 : distance) };
}

/** The monitor's codes of a single distance and a single time, without and with splits (`WorkoutType` of pm5). */
const fixedDistances: readonly (number | null)[] = [2, 3];
const fixedTimes: readonly (number | null)[] = [4, 5];

function singlePieceOf(result: Rankable): Omit<SingleResult, 'score'> | null {
  const { plan, workout, workoutType, distance, elapsedTime } = result;
  const [piece] = (plan ?? parseWorkoutText(workout))?.pieces ?? [];
  if (piece?.kind === 'distance') return { kind: 'distance', amount: piece.distanceM };
  if (piece?.kind === 'time') return { kind: 'time', amount: piece.durationSec };
  if (piece !== undefined) return null;
  if (fixedDistances.includes(workoutType)) {
    return { kind: 'distance', amount: Math.floor(distance + toleranceM) };
  }
  if (fixedTimes.includes(workoutType)) return { kind: 'time', amount: Math.round(elapsedTime) };
  const [first] = rankedPiecesOf(result);
  const ranked = rankedPieces.find((each) => each.piece === first?.piece);
  if (ranked === undefined) return null;
  return 'distanceM' in ranked
    ? { kind: 'distance', amount: ranked.distanceM }
    : { kind: 'time', amount: ranked.durationSec };
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
