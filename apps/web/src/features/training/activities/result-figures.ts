import type { PastActivity, WorkoutKind } from '@boathouse/contract/activities/past';
import { figuresOn, formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';

/** The figure that describes a result: the time over a distance, the meters in a time, the pace of intervals. */
type FigureName = 'time' | 'distance' | 'pace';

/** A labeled value, as `Readout` shows it. */
type Figure = { label: string; value: string | null; unit?: string };

const mainOf: Record<WorkoutKind, FigureName> = {
  distance: 'time',
  calories: 'time',
  time: 'distance',
  intervals: 'pace',
  open: 'distance',
};

/** The figure that describes an activity best; the meters if its kind is unknown. */
export function mainFigureOf({ kind }: Pick<PastActivity, 'kind'>): FigureName {
  return kind === null || kind === undefined ? 'distance' : mainOf[kind];
}

type Rowed = Pick<PastActivity, 'kind' | 'distance' | 'elapsedTime' | 'averagePace' | 'machine'>;

/** Returns the figures that describe a result, in whole meters. */
export function figuresOf({
  distance,
  elapsedTime,
  averagePace,
  machine,
}: Rowed): Record<FigureName, Figure> {
  const [meters = null, unit = 'm'] = formatDistance(knownMeters(distance, elapsedTime)).split(' ');
  return {
    time: { label: 'Time', value: formatDuration(elapsedTime) },
    distance: { label: 'Distance', value: meters, unit },
    pace: {
      label: 'Average pace',
      value: formatPaceOn(machine, averagePace),
      unit: figuresOn(machine).paceUnit,
    },
  };
}

/**
 * Returns the figure that describes a workout's outcome, and the text of the one that explains it: null if both are the
 * same, such as time and pace of 500 m.
 */
export function resultFiguresOf(activity: Rowed): { large: Figure; beside: string | null } {
  const figures = figuresOf(activity);
  const main = mainFigureOf(activity);
  const large = figures[main];
  const { value, unit } = figures[main === 'pace' ? 'distance' : 'pace'];
  return { large, beside: value === large.value ? null : `${value} ${unit}` };
}
