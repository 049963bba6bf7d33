import type { Activity, Machine, WorkoutSummary } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import {
  dayOf,
  formatDistance,
  formatFullDay,
  formatWorkout,
  viewerTimeZone,
} from '../../../../lib/format.ts';
import { firstOrder } from '../result/standings.ts';

type Figure = { label: string; value: string };

/** A split, or several consecutive ones if there are more splits than lanes. */
export type PictureLane = {
  /** `3`, or `3–4` of several. */
  label: string;
  pace: string;
  /** The position of its boat in the picture, 0 to 1: faster is farther. */
  position: number;
};

/** The content of a result's picture. */
export type PictureFacts = {
  product: string;
  day: string;
  workout: string;
  athlete: string;
  club: string | null;
  /** A best, or the reason why the result is partial. */
  marks: string[];
  /** The figure that decides the workout is first. */
  figures: [Figure, Figure, Figure];
  splits: WorkoutSummary['splits'];
  machine: Machine;
};

type Around = { product: string; club: string | null; bestName: string | null };

export function pictureFactsOf(activity: Activity, { product, club, bestName }: Around): PictureFacts {
  const { machine } = activity;
  const time = { label: 'Time', value: formatDuration(activity.elapsedTime) };
  const distance = { label: 'Distance', value: formatDistance(activity.distance) };
  const pace = {
    label: `Pace ${figuresOn(machine).paceUnit}`,
    value: formatPaceOn(machine, activity.averagePace),
  };
  const { column } = firstOrder(activity.workout);
  return {
    product,
    day: formatFullDay(dayOf(activity.createdAt, viewerTimeZone())),
    workout: formatWorkout(activity.workout) || activity.title,
    athlete: activity.user.displayName,
    club,
    marks: [
      ...(bestName === null ? [] : [`Personal best ${bestName}`]),
      ...(activity.isPartial ? ['Partial'] : []),
      ...(activity.isSimulated ? ['Simulated'] : []),
      ...(activity.source === 'entered' ? ['Entered'] : []),
    ],
    figures: column === 'elapsedTime' ? [time, pace, distance] : [distance, pace, time],
    splits: activity.summary?.splits ?? [],
    machine,
  };
}

/** The picture in a sentence, for users who don't see it. */
export function pictureInWords(facts: PictureFacts): string {
  const { workout, athlete, club, marks, figures, splits } = facts;
  const parts = [
    `${workout} by ${athlete}${club === null ? '' : `, ${club}`}`,
    ...figures.map(({ label, value }) => `${label} ${value}`),
    ...marks,
    ...(splits.length > 1 ? [`${splits.length} splits as boats in lanes`] : []),
  ];
  return `${parts.join('. ')}.`;
}

/** The fastest and the slowest split are at least this many seconds apart: a tenth is less than a boat's length. */
const spreadSec = 6;
/** Positions of the slowest and the fastest boat. */
const [slowest, fastest] = [0.08, 1];

/** Returns the lanes of splits, at most `max`: if there are more, consecutive ones share a lane. Without paces there is none. */
export function lanesOf(
  { splits, machine }: Pick<PictureFacts, 'splits' | 'machine'>,
  max: number,
): PictureLane[] {
  const size = Math.ceil(splits.length / max);
  const groups = Array.from({ length: Math.ceil(splits.length / Math.max(1, size)) }, (_, index) =>
    splits.slice(index * size, (index + 1) * size),
  );
  const lanes = groups.flatMap((group, index) => {
    const distance = group.reduce((sum, split) => sum + split.distance, 0);
    const time = group.reduce((sum, split) => sum + split.time, 0);
    if (distance <= 0 || time <= 0) return [];
    const first = index * size + 1;
    const last = first + group.length - 1;
    return [{ label: first === last ? `${first}` : `${first}–${last}`, paceSec: (time / distance) * 500 }];
  });
  const paces = lanes.map(({ paceSec }) => paceSec);
  const middle = (Math.min(...paces) + Math.max(...paces)) / 2;
  const spread = Math.max(spreadSec, Math.max(...paces) - Math.min(...paces));
  return lanes.map(({ label, paceSec }) => ({
    label,
    pace: formatPaceOn(machine, paceSec),
    position: slowest + (fastest - slowest) * (0.5 + (middle - paceSec) / spread),
  }));
}
