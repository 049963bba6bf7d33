import type { Machine } from '@boathouse/contract/activities';
import type { Board, BoardActivity } from '@boathouse/contract/sessions/boards';
import { limits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { standingsAtEqualTime } from '@boathouse/row/crew';
import { isSameWorkout, parseWorkoutText } from '@boathouse/row/text';
import { formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../lib/format.ts';
import { silenceOf, type LiveLanes } from '../room/index.ts';

/** One line of a board. */
export type BoardLine = {
  id: string;
  /** Among those on the same machine. */
  rank: number | null;
  name: string;
  /** Where on the lane, 0 to 1. */
  position: number;
  /** What is left, the result, or why there is nothing: `812 m left`, `7:12.3`, `No signal`. */
  progress: string;
  pace: string;
  machine: Machine;
  state: 'rowing' | 'finished' | 'silent';
  isSimulated: boolean;
  /** What the athlete began, if the item is another workout now; else null. */
  otherWorkout: string | null;
};

export type BoardView = {
  /** Index of the item shown, and its text. */
  item: number;
  workout: string;
  rowing: number;
  lines: BoardLine[];
  /** The order, to be given to the next call. */
  order: string[];
};

/** `loadedMs`: the wall clock when the board was loaded. Only its distance to `wallMs` is of use: it may be wrong. */
export type Clocks = { wallMs: number; loadedMs: number; monotonicMs: number };

/** Whether an athlete rows: heard of lately on this screen's own clock, or by the server's without a sample. */
export function isHeard(activity: BoardActivity, lanes: LiveLanes, at: Clocks, withinMs: number): boolean {
  const lane = lanes.getLane(activity._id);
  const { heardAgoMs = at.loadedMs - Date.parse(activity.heardAt) } = activity;
  const sinceLoadedMs = Math.max(0, at.wallMs - at.loadedMs);
  const silentMs = lane ? at.monotonicMs - lane.freshAtMs : heardAgoMs + sinceLoadedMs;
  return !activity.isCompleted && silentMs <= withinMs;
}

/**
 * Returns what a board shows now: everyone of the item in progress, in the order of their standings. `kept` is the item
 * whose results stay; null for the one in progress.
 */
export function boardViewOf(
  board: Board,
  lanes: LiveLanes,
  at: Clocks,
  former: readonly string[],
  kept: number | null,
): BoardView {
  const active = board.activities.filter((activity) => isHeard(activity, lanes, at, limits.staleActivityMs));
  // The item begun last in which someone rows; else the one begun last; else the first.
  const item = kept ?? (active.at(-1) ?? board.activities.at(-1))?.workoutItemIndex ?? 0;
  const workout = board.workoutItems[item] ?? '';
  const shown = board.activities.filter(({ workoutItemIndex }) => workoutItemIndex === item);
  const rowers = shown.map((activity) => {
    const sample = activity.isCompleted ? undefined : lanes.getLane(activity._id)?.sample;
    const figures = sample ?? activity;
    return {
      id: activity._id,
      machine: activity.machine ?? 'rower',
      activity,
      sample,
      silence: activity.isCompleted ? null : silenceOf(lanes, activity._id, at.monotonicMs),
      startOffsetSec: activity.startOffset ?? 0,
      elapsedSec: figures.elapsedTime,
      distanceM: figures.distance,
      calories: null,
      currentPaceSec: figures.currentPace,
      averagePaceSec: figures.averagePace,
      phase: activity.isCompleted ? ('finished' as const) : (sample?.phase ?? null),
      isPartial: activity.isPartial,
      isOfOtherWorkout: activity.workout !== undefined && !isSameWorkout(activity.workout, workout),
    };
  });
  const { standings } = standingsAtEqualTime(parseWorkoutText(workout), rowers, former);
  const lines = standings.map(({ rower, rank, position }): BoardLine => {
    const { activity, sample, silence, isOfOtherWorkout } = rower;
    // Until the server has sent the lanes, no one is known to be silent.
    const isSilent = silence !== null && silence !== 'loading';
    return {
      id: rower.id,
      rank,
      name: activity.name,
      position,
      progress: progressOf(activity, sample, isSilent),
      machine: rower.machine,
      pace: formatPaceOn(rower.machine, activity.isCompleted ? activity.averagePace : rower.currentPaceSec),
      state: activity.isCompleted ? 'finished' : isSilent ? 'silent' : 'rowing',
      isSimulated: sample?.isSimulated ?? activity.isSimulated,
      otherWorkout: isOfOtherWorkout ? (activity.workout ?? null) : null,
    };
  });
  return {
    item,
    workout,
    rowing: active.length,
    lines,
    order: standings.map(({ rower }) => rower.id),
  };
}

const wholeSeconds = (sec: number) => formatDuration(Math.round(sec)).replace(/\.0$/, '');

function progressOf(activity: BoardActivity, sample: LiveSample | undefined, isSilent: boolean): string {
  if (activity.isCompleted) {
    const result = `${formatDuration(activity.elapsedTime)}, ${formatDistance(activity.distance)}`;
    const marks = [...(activity.isPartial ? ['partial'] : []), ...(activity.isEntered ? ['entered'] : [])];
    return [result, ...marks].join(', ');
  }
  if (isSilent) return `No signal, ${formatDistance(sample?.distance ?? activity.distance)}`;
  const left = sample?.left;
  switch (left?.kind) {
    case undefined:
      return formatDistance(sample?.distance ?? activity.distance);
    case 'distance':
      return `${formatDistance(left.value)} left`;
    case 'time':
      return `${wholeSeconds(left.value)} left`;
    case 'calories':
      return `${left.value} cal left`;
    case 'rest':
      return `rest ${wholeSeconds(left.value)}`;
  }
}
