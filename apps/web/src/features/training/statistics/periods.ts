import type {
  GeneralStatistics,
  MetersStatistics,
  ProgressStatistics,
  SpanStep,
  StatisticsPeriod,
} from '@boathouse/contract/statistics';
import {
  formatLongDay,
  formatMonth,
  formatShortDayOfYear,
  formatShortMonth,
  formatWeekday,
} from '../../../lib/format.ts';

export const periodLabels: Record<StatisticsPeriod, string> = {
  week: 'Week',
  month: 'Month',
  year: 'Year',
};

/** The same periods beside a goal of the calendar's week: they end today. */
export const rollingLabels: Record<StatisticsPeriod, string> = {
  week: '7 days',
  month: '30 days',
  year: '12 months',
};

export const periodWords: Record<StatisticsPeriod, string> = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 12 months',
};

/** The period that a delta compares with. */
export const wordsOfBefore: Record<StatisticsPeriod, string> = {
  week: 'the 7 days before',
  month: 'the 30 days before',
  year: 'the 12 months before',
};

/** How a chart names its steps and its period. */
export type StepNames = {
  /** A step, as in "meters per day". */
  noun: SpanStep;
  /** Label of a step on the axis: `Mon`, `Nov 21`, `Nov`. */
  labelOf: (day: Temporal.PlainDate) => string;
  /** Steps per label. */
  labelEvery: number;
  /** A title has this form: `last 7 days`. */
  caption: string;
  /** A sentence has this form: `in the last 7 days`. */
  within: string;
};

const captionOf = (period: StatisticsPeriod) => periodWords[period].toLowerCase();

/** Specification, section 9: a label at every 1, 5 and 2 steps. */
export const rollingNames: Record<StatisticsPeriod, StepNames> = {
  week: {
    noun: 'day',
    labelOf: formatWeekday,
    labelEvery: 1,
    caption: captionOf('week'),
    within: `in the ${captionOf('week')}`,
  },
  month: {
    noun: 'day',
    labelOf: formatShortDayOfYear,
    labelEvery: 5,
    caption: captionOf('month'),
    within: `in the ${captionOf('month')}`,
  },
  year: {
    noun: 'month',
    labelOf: formatShortMonth,
    labelEvery: 2,
    caption: captionOf('year'),
    within: `in the ${captionOf('year')}`,
  },
};

/** Specification, section 9. */
const labelLengthMax = 10;

export function labelOfStep(step: string, { labelOf }: Pick<StepNames, 'labelOf'>): string {
  return labelOf(Temporal.PlainDate.from(step)).slice(0, labelLengthMax);
}

/** Full name of a step: `Friday, November 21`, `November 2025`, `2025`. */
export function nameOfStep(step: string, { noun }: Pick<StepNames, 'noun'>): string {
  const day = Temporal.PlainDate.from(step);
  if (noun === 'year') return `${day.year}`;
  return noun === 'month' ? formatMonth(day) : formatLongDay(day);
}

/** Returns the steps with a label, counted back from the last so that today has one. */
export function labeledSteps(
  steps: readonly string[],
  { labelEvery }: Pick<StepNames, 'labelEvery'>,
): string[] {
  return steps.filter((_, index) => (steps.length - 1 - index) % labelEvery === 0);
}

type OverviewFigure = {
  value: number;
  /** null if one of the two periods has activities without it. */
  delta: number | null;
  /** How many activities of the period the value lacks. */
  missing: number;
};

/** Meters, seconds and kilocalories of a period. */
export type OverviewFigures = Record<'meters' | 'time' | 'calories', OverviewFigure>;

export function overviewOfPeriod(
  { aggregate, delta, withoutCalories }: GeneralStatistics,
  period: StatisticsPeriod,
): OverviewFigures {
  const figure = (key: keyof GeneralStatistics['aggregate']) => ({
    value: aggregate[key],
    delta: delta[key],
    missing: 0,
  });
  const calories = figure(`${period}Calories`);
  const missing = withoutCalories?.period[period] ?? 0;
  const isComparable = missing + (withoutCalories?.before[period] ?? 0) === 0;
  return {
    meters: figure(`${period}Meters`),
    time: figure(`${period}Time`),
    calories: { ...calories, missing, delta: isComparable ? calories.delta : null },
  };
}

export type MetersStep = { step: string; meters: number; partnerMeters?: number };

/** Meters of each step; a partner's steps are matched by date. */
export function metersSteps(
  { plottable, steps }: MetersStatistics,
  period: StatisticsPeriod,
  partner?: MetersStatistics,
): MetersStep[] {
  const ofPartner = new Map(
    partner?.steps[period].map((step, index) => [step, partner.plottable[`${period}Meters`][index] ?? 0]),
  );
  return steps[period].map((step, index) => ({
    step,
    meters: plottable[`${period}Meters`][index] ?? 0,
    ...(partner && { partnerMeters: ofPartner.get(step) ?? 0 }),
  }));
}

/** Pace of each step in seconds per 500 m; null without rows. */
export type PaceStep = { step: string; paceSec: number | null };

export function paceSteps({ plottable, steps }: ProgressStatistics, period: StatisticsPeriod): PaceStep[] {
  return steps[period].map((step, index) => ({ step, paceSec: plottable[`${period}Pace`][index] ?? null }));
}
