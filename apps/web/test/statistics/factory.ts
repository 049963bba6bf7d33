import type {
  GeneralStatistics,
  MetersStatistics,
  ProgressStatistics,
  StatisticsPeriod,
} from '@boathouse/contract/statistics';

/** Returns the first day of each step of the periods that end on `today`. */
export function stepsUntil(today: string): MetersStatistics['steps'] {
  const day = Temporal.PlainDate.from(today);
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => day.subtract({ days: count - 1 - index }).toString());
  const firstOfMonth = day.with({ day: 1 });
  return {
    week: days(7),
    month: days(30),
    year: Array.from({ length: 12 }, (_, index) => firstOfMonth.subtract({ months: 11 - index }).toString()),
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Builds meters by step, from the last step back; 0 on all earlier steps. */
export function makeMeters(today: string, newestFirst: readonly number[]): MetersStatistics {
  const steps = stepsUntil(today);
  const of = (period: StatisticsPeriod) =>
    steps[period].map((_, index) => newestFirst[steps[period].length - 1 - index] ?? 0);
  const plottable = { weekMeters: of('week'), monthMeters: of('month'), yearMeters: of('year') };
  return {
    aggregate: {
      weekMeters: sumOf(plottable.weekMeters),
      monthMeters: sumOf(plottable.monthMeters),
      yearMeters: sumOf(plottable.yearMeters),
    },
    plottable,
    delta: { weekMeters: 0, monthMeters: 0, yearMeters: 0 },
    steps,
  };
}

/** Builds paces in seconds per 500 m by step, from the last step back; null on all earlier steps. */
export function makeProgress(today: string, newestFirst: readonly (number | null)[]): ProgressStatistics {
  const steps = stepsUntil(today);
  const of = (period: StatisticsPeriod) =>
    steps[period].map((_, index) => newestFirst[steps[period].length - 1 - index] ?? null);
  return { plottable: { weekPace: of('week'), monthPace: of('month'), yearPace: of('year') }, steps };
}

type Figures = { meters: number; time: number; calories: number };

/** Builds an overview with the given figures for the week, and figures for the longer periods. */
export function makeOverview(
  week: Figures,
  delta: Figures,
  longer: Figures = { meters: 160_000, time: 41_400, calories: 10_000 },
): GeneralStatistics {
  const inAll = (given: Figures, rest: Figures) => ({
    weekMeters: given.meters,
    weekTime: given.time,
    weekCalories: given.calories,
    monthMeters: rest.meters,
    monthTime: rest.time,
    monthCalories: rest.calories,
    yearMeters: rest.meters,
    yearTime: rest.time,
    yearCalories: rest.calories,
  });
  const none = { meters: 0, time: 0, calories: 0 };
  return {
    aggregate: inAll(week, longer),
    delta: inAll(delta, none),
  };
}
