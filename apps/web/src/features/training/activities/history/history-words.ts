import { machines, type Machine } from '@boathouse/contract/activities';
import {
  rowedIn,
  type ActivityComparator,
  type ActivityFilterField,
  type ActivitySortField,
  type PastFilterName,
  type PastTotal,
} from '@boathouse/contract/activities/history';
import { workoutKinds, type WorkoutKind } from '@boathouse/contract/activities/past';
import { formatShortDate, formatWhole } from '../../../../lib/format.ts';
import { machineNames } from '@boathouse/contract/activities/machine';
import { inWords, metersFigure, timeFigure } from '../../statistics/index.ts';

export const sortLabels: Record<ActivitySortField, string> = {
  createdAt: 'Date',
  distance: 'Distance',
  elapsedTime: 'Workout Time',
  averagePace: 'Average Pace',
};

export const comparatorLabels: Record<ActivityComparator, string> = {
  $gte: 'Greater than',
  $lte: 'Less than',
  $eq: 'Equal to',
};

export const filterLabels: Record<ActivityFilterField, string> = {
  distance: 'Distance (m)',
  elapsedTime: 'Time (sec)',
};

const kindNames: Record<WorkoutKind, string> = {
  distance: 'Single distance',
  time: 'Single time',
  calories: 'Single calories',
  intervals: 'Intervals',
  open: 'No set length',
};

const placeNames: Record<(typeof rowedIn)[number], string> = {
  session: 'In a session',
  alone: 'Without a session',
};

type Choice<Value extends string> = { label: string; values: readonly Value[]; names: Record<Value, string> };

/** The filters with a list of values. */
export const choices: {
  kind: Choice<WorkoutKind>;
  rowedIn: Choice<(typeof rowedIn)[number]>;
  machine: Choice<Machine>;
} = {
  kind: { label: 'Workout', values: workoutKinds, names: kindNames },
  rowedIn: { label: 'Rowed', values: rowedIn, names: placeNames },
  machine: { label: 'Machine', values: machines, names: machineNames },
};
export type ChoiceName = keyof typeof choices;

function chosen<Value extends string>({ values, names }: Choice<Value>, text: string): string {
  const value = values.find((known) => known === text);
  return value === undefined ? text : names[value];
}

const figure = (field: ActivityFilterField, comparator: ActivityComparator) => (value: string) =>
  `${filterLabels[field]}: ${comparatorLabels[comparator].toLowerCase()} ${value}`;

const day = (text: string) => formatShortDate(Temporal.PlainDate.from(text));

/** Describes an active filter: `Distance (m): greater than 2000`. */
export const filterWords: Record<PastFilterName, (value: string) => string> = {
  text: (value) => `“${value}”`,
  from: (value) => `From ${day(value)}`,
  to: (value) => `Until ${day(value)}`,
  kind: (value) => chosen(choices.kind, value),
  rowedIn: (value) => chosen(choices.rowedIn, value),
  machine: (value) => chosen(choices.machine, value),
  tag: (value) => `Tag: ${value}`,
  'distance[$gte]': figure('distance', '$gte'),
  'distance[$lte]': figure('distance', '$lte'),
  'distance[$eq]': figure('distance', '$eq'),
  'elapsedTime[$gte]': figure('elapsedTime', '$gte'),
  'elapsedTime[$lte]': figure('elapsedTime', '$lte'),
  'elapsedTime[$eq]': figure('elapsedTime', '$eq'),
};

export function countInWords(count: number): string {
  return `${formatWhole(count)} ${count === 1 ? 'activity' : 'activities'}`;
}

/**
 * Summarizes the results: `31 activities`, `124,000 m`, `9 h 12 min`. With several machines, each has its own meters
 * and time; simulated activities are not counted.
 */
export function totalsInWords(count: number, totals: readonly PastTotal[]): string[] {
  const counted = totals.filter(({ isSimulated }) => !isSimulated);
  const simulated = count - counted.reduce((sum, each) => sum + each.count, 0);
  const sums = counted.map(({ machine, meters, time }) => {
    const words = [inWords(metersFigure(meters)), inWords(timeFigure(time))];
    return counted.length === 1 ? words : [`${machineNames[machine]} ${words.join(' in ')}`];
  });
  const left = counted.length > 0 && simulated > 0 ? [`without ${formatWhole(simulated)} simulated`] : [];
  return [countInWords(count), ...sums.flat(), ...left];
}

/** The server runs a search, and doesn't have them. */
export function unsentInWords(count: number, isFiltered: boolean): string {
  return `${formatWhole(count)} not sent yet${isFiltered ? ', and not searched' : ''}`;
}
