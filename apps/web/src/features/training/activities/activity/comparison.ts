import type { Activity, ListedActivity } from '@boathouse/contract/activities';
import type { PersonalBest } from '@boathouse/contract/statistics';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatDistance } from '../../../../lib/format.ts';
import { figureOfBest, pieceNames, rankedPieceOf } from '../../statistics/index.ts';
import { signed } from './plottable.ts';

/** A result that the activity can be compared with. */
export type Candidate = {
  activityId: string;
  /** The row and its owner, at the start of a sentence: "Your best 2k", "Tobias Brandt". */
  name: string;
  /** The row and its owner, within a sentence: "your best 2k", "Tobias Brandt". */
  nameWithin: string;
  /** The result as an option of the list. */
  label: string;
  distance: number;
  elapsedTime: number;
};

type CandidatesProps = {
  activity: Activity;
  viewerId: string;
  bests: readonly PersonalBest[];
  /** Completed results of the same workout item. */
  results: readonly ListedActivity[];
};

/** Returns the athlete's own best over the same piece, and the item's other results on the same machine, the fastest first. */
export function candidatesOf({ activity, viewerId, bests, results }: CandidatesProps): Candidate[] {
  const plan = parseWorkoutText(activity.workout);
  // Intervals have rests, so they can't be compared with a best without rests.
  const piece = plan && plan.pieces.length > 1 ? null : rankedPieceOf(activity);
  const isOwn = activity.user._id === viewerId;
  const whose = isOwn ? 'Your' : `${activity.user.displayName}'s`;
  const best = bests.find((each) => each.piece === piece && each.activity !== activity._id);
  const own: Candidate[] = best
    ? [
        {
          activityId: best.activity,
          name: `${whose} best ${pieceNames[best.piece]}`,
          nameWithin: `${isOwn ? 'your' : whose} best ${pieceNames[best.piece]}`,
          label: `${whose} best ${pieceNames[best.piece]} (${figureOfBest(best)})`,
          distance: best.distance,
          elapsedTime: best.elapsedTime,
        },
      ]
    : [];
  const others = results
    .filter(
      ({ _id, machine }) => _id !== activity._id && _id !== best?.activity && machine === activity.machine,
    )
    .toSorted((one, other) => (one.averagePace ?? Infinity) - (other.averagePace ?? Infinity))
    .map((result): Candidate => {
      const isViewer = result.user._id === viewerId;
      const name = isViewer ? 'You' : result.user.displayName;
      return {
        activityId: result._id,
        name,
        nameWithin: isViewer ? 'you' : name,
        label: `${name} (${formatPaceOn(result.machine, result.averagePace)} ${figuresOn(result.machine).paceUnit})`,
        distance: result.distance,
        elapsedTime: result.elapsedTime,
      };
    });
  return [...own, ...others];
}

/**
 * Formats `7:05.1, 3.2 s less than this activity`: by distance in the same time, otherwise by time, such as over the
 * same distance or for the same calories.
 */
export function differenceInWords(
  own: { distance: number; elapsedTime: number },
  { distance, elapsedTime }: { distance: number; elapsedTime: number },
): string {
  const isByTime = Math.abs(own.distance - distance) < 1 || Math.abs(own.elapsedTime - elapsedTime) >= 1;
  const unit = isByTime ? 's' : 'm';
  const shown = isByTime ? formatDuration(elapsedTime) : formatDistance(distance, 1);
  const difference = isByTime ? elapsedTime - own.elapsedTime : distance - own.distance;
  if (signed(difference) === '0') return `${shown}, the same as this activity`;
  return `${shown}, ${signed(Math.abs(difference)).slice(1)} ${unit} ${difference < 0 ? 'less' : 'more'} than this activity`;
}
