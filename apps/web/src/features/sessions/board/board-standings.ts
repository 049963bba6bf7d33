import type { Machine } from '@boathouse/contract/activities';
import type { Board, BoardActivity } from '@boathouse/contract/sessions/boards';
import { limits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { standingsAtEqualTime } from '@boathouse/row/crew/standings';
import { isSameWorkout, parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';
import { ageMsOf, caloriesOf, otherWorkoutOf, silenceOf, type LiveLanes } from '../../rowing/room/index.ts';

/** One line of a board. */
export type BoardLine = {
  id: string;
  /** Among athletes on the same machine. */
  rank: number | null;
  name: string;
  /** The position on the lane, 0 to 1. */
  position: number;
  /** The remaining part, the result, or the reason if there is neither: `812 m left`, `7:12.3`, `No signal`. */
  progress: string;
  pace: string;
  machine: Machine;
  /** `silent`: its values are old. */
  /** `byHand`: it sends nothing, and its result is entered. */
  state: 'rowing' | 'finished' | 'silent' | 'byHand';
  isSimulated: boolean;
  /** The workout that the athlete began, if the item has another one now; otherwise null. */
  otherWorkout: string | null;
};

export type BoardView = {
  /** Index of the item shown, and its text. */
  item: number;
  workout: string;
  /** Athletes with a signal, and those in progress whose values have stopped. */
  rowing: number;
  noSignal: number;
  lines: BoardLine[];
  /** The order, to be given to the next call. */
  order: string[];
};

/**
 * `loadedMs`: the wall clock when the board was loaded. Only its difference from `wallMs` is useful, because it may be
 * wrong.
 */
export type Clocks = { wallMs: number; loadedMs: number; monotonicMs: number };

/**
 * Whether an athlete rows and has sent a message within this time, by this screen's own clock, or by the server's
 * without a sample.
 */
export function hasSentWithin(
  activity: BoardActivity,
  lanes: LiveLanes,
  at: Clocks,
  withinMs: number,
): boolean {
  const lane = lanes.getLane(activity._id);
  const { heardAgoMs = at.loadedMs - Date.parse(activity.heardAt) } = activity;
  const sinceLoadedMs = Math.max(0, at.wallMs - at.loadedMs);
  const silentMs = lane ? at.monotonicMs - lane.freshAtMs : heardAgoMs + sinceLoadedMs;
  return !activity.isCompleted && silentMs <= withinMs;
}

/**
 * Returns the board's present content: all athletes of the item in progress, in the order of their standings. `kept` is
 * the item whose results stay; null for the one in progress.
 */
export function boardViewOf(
  board: Board,
  lanes: LiveLanes,
  at: Clocks,
  former: readonly string[],
  kept: number | null,
): BoardView {
  const active = board.activities.filter((activity) =>
    hasSentWithin(activity, lanes, at, limits.staleActivityMs),
  );
  const sendingCount = active.filter((activity) =>
    hasSentWithin(activity, lanes, at, limits.heardActivityMs),
  ).length;
  // The item begun last in which an athlete rows; otherwise the one begun last; otherwise the first.
  const item = kept ?? (active.at(-1) ?? board.activities.at(-1))?.workoutItemIndex ?? 0;
  const workout = board.workoutItems[item] ?? '';
  const plan = parseWorkoutText(workout);
  const shown = board.activities.filter(({ workoutItemIndex }) => workoutItemIndex === item);
  const rowers = shown.map((activity) => {
    const begun = activity.workout ?? workout;
    const other = isSameWorkout(begun, workout) ? null : otherWorkoutOf(begun);
    const sample = activity.isCompleted ? undefined : lanes.getLane(activity._id)?.sample;
    const figures = sample ?? activity;
    return {
      id: activity._id,
      machine: activity.machine ?? 'rower',
      activity,
      sample,
      silence: activity.isCompleted ? null : silenceOf(lanes, activity._id, at.monotonicMs),
      startOffsetSec: activity.startOffset ?? 0,
      ageSec: activity.isCompleted ? 0 : ageMsOf(lanes, activity._id, at.monotonicMs) / 1_000,
      elapsedSec: figures.elapsedTime,
      distanceM: figures.distance,
      calories: activity.isCompleted
        ? (activity.totalCalories ?? null)
        : caloriesOf(sample, other === null ? plan : other.plan),
      currentPaceSec: figures.currentPace,
      averagePaceSec: figures.averagePace,
      phase: activity.isCompleted ? ('finished' as const) : (sample?.phase ?? null),
      isPartial: activity.isPartial,
      other,
    };
  });
  const { standings } = standingsAtEqualTime(plan, rowers, former);
  const lines = standings.map(({ rower, rank, position }): BoardLine => {
    const { activity, sample, silence, other } = rower;
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
      state: activity.isCompleted ? 'finished' : isSilent || rower.ageSec > 0 ? 'silent' : 'rowing',
      isSimulated: sample?.isSimulated ?? activity.isSimulated,
      otherWorkout: other === null ? null : (activity.workout ?? null),
    };
  });
  return {
    item,
    workout,
    rowing: sendingCount,
    noSignal: active.length - sendingCount,
    lines,
    order: standings.map(({ rower }) => rower.id),
  };
}

const wholeSeconds = (sec: number) => formatDuration(Math.round(sec)).replace(/\.0$/, '');

const rowedText = ({ distance, elapsedTime }: Pick<BoardActivity, 'distance' | 'elapsedTime'>) =>
  formatDistance(knownMeters(distance, elapsedTime));

function progressOf(activity: BoardActivity, sample: LiveSample | undefined, isSilent: boolean): string {
  if (activity.isCompleted) {
    const result = `${formatDuration(activity.elapsedTime)}, ${formatDistance(knownMeters(activity.distance, activity.elapsedTime))}`;
    const marks = [...(activity.isPartial ? ['partial'] : []), ...(activity.isEntered ? ['entered'] : [])];
    return [result, ...marks].join(', ');
  }
  if (isSilent) return `No signal, ${rowedText(sample ?? activity)}`;
  const left = sample?.left;
  switch (left?.kind) {
    case undefined:
      return rowedText(sample ?? activity);
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
