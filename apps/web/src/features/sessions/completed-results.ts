import type { ListedActivity, WorkoutSummary } from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/row/text';

export const resultColumns = ['name', 'averagePace', 'distance', 'strokeRate', 'elapsedTime'] as const;
export type ResultColumn = (typeof resultColumns)[number];
export type ResultOrder = { column: ResultColumn; direction: 'ascending' | 'descending' };

/** The direction of a first click: fastest, longest or highest first; names from A. */
export function firstDirection(column: ResultColumn): ResultOrder['direction'] {
  return column === 'distance' || column === 'strokeRate' ? 'descending' : 'ascending';
}

/**
 * The first order of an item's results: the shortest time over a distance or for calories, the longest distance in a
 * time, else pace.
 */
export function firstOrder(workout: string): ResultOrder {
  const kinds = new Set(parseWorkoutText(workout)?.pieces.map(({ kind }) => kind));
  if (kinds.size !== 1) return { column: 'averagePace', direction: 'ascending' };
  return kinds.has('time')
    ? { column: 'distance', direction: 'descending' }
    : { column: 'elapsedTime', direction: 'ascending' };
}

export const sourceWords: Record<WorkoutSummary['source'], string> = {
  summary: 'from the monitor',
  lastStatus: 'from the last values',
  byHand: 'ended by hand',
};

function compareNames(one: ListedActivity, other: ListedActivity): number {
  return (
    one.user.displayName.localeCompare(other.user.displayName) ||
    (one._id < other._id ? -1 : one._id > other._id ? 1 : 0)
  );
}

/**
 * Results of a simulated erg come after all real ones, partial results after whole ones, and a result without a value
 * after those with one.
 */
export function sortResults(
  results: readonly ListedActivity[],
  { column, direction }: ResultOrder,
): ListedActivity[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return results.toSorted((one, other) => {
    if (one.isSimulated !== other.isSimulated) return one.isSimulated ? 1 : -1;
    if (one.isPartial !== other.isPartial) return one.isPartial ? 1 : -1;
    if (column === 'name') return sign * compareNames(one, other);
    const left = one[column];
    const right = other[column];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareNames(one, other);
    return sign * (left - right) || compareNames(one, other);
  });
}
