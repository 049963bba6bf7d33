import type {
  GeneralStatistics,
  MetersStatistics,
  ProgressStatistics,
  StatisticsPeriod,
} from '@boathouse/contract/statistics';

/** The first day of each step of the periods that end on `today`. */
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

/** Metres as given, by steps from the last one back; nothing on all steps before. */
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

/** Paces as given, in seconds per 500 m, by steps from the last one back; none on all steps before. */
export function makeProgress(today: string, newestFirst: readonly (number | null)[]): ProgressStatistics {
  const steps = stepsUntil(today);
  const of = (period: StatisticsPeriod) =>
    steps[period].map((_, index) => newestFirst[steps[period].length - 1 - index] ?? null);
  return { plottable: { weekPace: of('week'), monthPace: of('month'), yearPace: of('year') }, steps };
}

type Figures = { meters: number; time: number; calories: number };

/** The same figures in every period but those of the week, which are given. */
export function makeOverview(week: Figures, delta: Figures): GeneralStatistics {
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
    aggregate: inAll(week, { meters: 160_000, time: 41_400, calories: 10_000 }),
    delta: inAll(delta, none),
  };
}
