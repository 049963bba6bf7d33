import type { ListedActivity, Machine, WorkoutSummary } from '@boathouse/contract/activities';
import { isCompared, shownPaceSec } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { isSameWorkout, parseWorkoutText, workoutKeyOf } from '@boathouse/workout-text/parse';
import { formatDistance } from '../../../../lib/format.ts';

export const resultColumns = ['name', 'averagePace', 'distance', 'strokeRate', 'elapsedTime'] as const;
export type ResultColumn = (typeof resultColumns)[number];
export type ResultOrder = { column: ResultColumn; direction: 'ascending' | 'descending' };
/** The figure that decides the ranks of an item. */
type DecidingColumn = Extract<ResultColumn, 'averagePace' | 'distance' | 'elapsedTime'>;

/** The direction of a first click: fastest, longest or highest first; names from A. */
export function firstDirection(column: ResultColumn): ResultOrder['direction'] {
  return column === 'distance' || column === 'strokeRate' ? 'descending' : 'ascending';
}

/**
 * The first order of an item's results: the shortest time over a distance or for calories, the longest distance in a
 * time, else pace.
 */
export function firstOrder(workout: string): ResultOrder & { column: DecidingColumn } {
  const kinds = new Set(parseWorkoutText(workout)?.pieces.map(({ kind }) => kind));
  if (kinds.size !== 1) return { column: 'averagePace', direction: 'ascending' };
  return kinds.has('time')
    ? { column: 'distance', direction: 'descending' }
    : { column: 'elapsedTime', direction: 'ascending' };
}

/** Words for results that are not the monitor's own. */
export const sourceWords: Record<WorkoutSummary['source'], string | null> = {
  summary: null,
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
 * Results of a simulated erg come after all real ones, partial results after complete ones, and a result without a
 * value after those with one. Figures are compared only on one machine: each has its own part of the list, the one with
 * the most results first.
 */
export function sortResults(
  results: readonly ListedActivity[],
  { column, direction }: ResultOrder,
): ListedActivity[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const counts = new Map<Machine, number>();
  for (const { machine } of results) counts.set(machine, (counts.get(machine) ?? 0) + 1);
  const compareMachines = (one: Machine, other: Machine) =>
    (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1);
  return results.toSorted((one, other) => {
    if (one.isSimulated !== other.isSimulated) return one.isSimulated ? 1 : -1;
    if (column !== 'name' && one.machine !== other.machine)
      return compareMachines(one.machine, other.machine);
    if (one.isPartial !== other.isPartial) return one.isPartial ? 1 : -1;
    if (column === 'name') return sign * compareNames(one, other);
    const left = one[column];
    const right = other[column];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareNames(one, other);
    return sign * (left - right) || compareNames(one, other);
  });
}

type ResultStanding = {
  /** Counted from 1 on the result's machine; level athletes share it. */
  rank: number;
  /** How many results on the machine have a rank. */
  count: number;
  /** The gap to the first, by the deciding figure: `+1.3 s`, `+1:05.0`, `−25 m`; null for the first. */
  gap: string | null;
};

/**
 * The deciding figures of ranks are compared as the page shows them: tenths of a second, and meters without their
 * tenths.
 */
const stepOf = (column: DecidingColumn) => (column === 'distance' ? 1 : 0.1);

function stepsOf(column: DecidingColumn, value: number): number {
  const tenths = Math.round(value * 10);
  return column === 'distance' ? Math.floor(tenths / 10) : tenths;
}

/** Whether a result counts among others: real, complete, and of a machine that is compared. */
export function isRankable({ isSimulated, isPartial, machine }: ListedActivity): boolean {
  return !isSimulated && !isPartial && isCompared(machine);
}

/**
 * Returns rank and gap by id for each ranked result of an item: real, complete, of the item's present workout, and with
 * the deciding figure. Each machine has its own ranks.
 */
export function standingsOf(
  workout: string,
  results: readonly ListedActivity[],
): { decides: DecidingColumn; of: ReadonlyMap<string, ResultStanding> } {
  const order = firstOrder(workout);
  const decides = order.column;
  const ranked = sortResults(results, order).flatMap((result) => {
    const value = result[decides];
    const isRanked = isRankable(result) && value !== null && isSameWorkout(result.workout, workout);
    return isRanked ? [{ id: result._id, machine: result.machine, steps: stepsOf(decides, value) }] : [];
  });
  const standings = [...Map.groupBy(ranked, ({ machine }) => machine).values()].flatMap((equals) =>
    equals.map(({ id, machine, steps }): [string, ResultStanding] => {
      const rank = equals.findIndex((other) => other.steps === steps) + 1;
      const by = Math.abs(steps - (equals[0]?.steps ?? steps)) * stepOf(decides);
      const shownBy = decides === 'averagePace' ? shownPaceSec(machine, by) : by;
      return [id, { rank, count: equals.length, gap: gapOf(decides, shownBy) }];
    }),
  );
  return { decides, of: new Map(standings) };
}

/**
 * Returns the results of an item in the order of a column, first those of its present workout and then those of each
 * earlier workout, and for each its rank among those of the same workout.
 */
export function rankedResults(
  workout: string,
  results: readonly ListedActivity[],
  order: ResultOrder,
): { sorted: ListedActivity[]; of: ReadonlyMap<string, ResultStanding & { decides: DecidingColumn }> } {
  const texts = new Set([workout, ...results.map((result) => result.workout)]);
  const keyOf = new Map([...texts].map((text) => [text, workoutKeyOf(text)]));
  const own = keyOf.get(workout);
  const groups = Map.groupBy(sortResults(results, order), (result) => keyOf.get(result.workout));
  const keys = [...groups.keys()].toSorted((one, other) => Number(other === own) - Number(one === own));
  const of = [...groups.values()].flatMap((group) => {
    const standings = standingsOf(group[0]?.workout ?? workout, group);
    return [...standings.of].map(
      ([id, standing]) => [id, { ...standing, decides: standings.decides }] as const,
    );
  });
  const isByName = order.column === 'name';
  const sorted = isByName ? sortResults(results, order) : keys.flatMap((key) => groups.get(key) ?? []);
  return { sorted, of: new Map(of) };
}

function gapOf(decides: DecidingColumn, by: number): string | null {
  if (by === 0) return null;
  if (decides === 'distance') return `−${formatDistance(by)}`;
  return by < 60 ? `+${by.toFixed(1)} s` : `+${formatDuration(by)}`;
}
