import type { ListedActivity } from '@boathouse/contract/activities';
import { machineNames } from '@boathouse/contract/activities/machine';
import { isSameWorkout } from '@boathouse/workout-text/parse';
import { formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import { namesInWords } from '../../../../lib/names-in-words.ts';
import { firstOrder, isRankable, sortResults } from '../../../training/activities/index.ts';

/**
 * Returns the viewer's own result in a line, otherwise the first one of each machine, or all tied ones; null without a
 * ranked result.
 */
export function summaryOf(
  workout: string,
  results: readonly ListedActivity[],
  viewerId: string,
): string | null {
  const order = firstOrder(workout);
  const valueOf = (result: ListedActivity) =>
    order.column === 'elapsedTime'
      ? formatDuration(result.elapsedTime)
      : order.column === 'distance'
        ? formatDistance(result.distance)
        : formatPaceOn(result.machine, result.averagePace);
  const ofViewer = results.filter(({ user }) => user._id === viewerId);
  const own = ofViewer.find(({ isLeft }) => !isLeft) ?? ofViewer[0];
  if (own !== undefined) return `You: ${valueOf(own)}`;
  const ranked = sortResults(results, order).filter(
    (result) => isRankable(result) && isSameWorkout(result.workout, workout),
  );
  const firsts = [...Map.groupBy(ranked, ({ machine }) => machine)].flatMap(([machine, equals]) => {
    const [first] = equals;
    if (first === undefined) return [];
    const level = equals.filter((result) => valueOf(result) === valueOf(first));
    const names = namesInWords(
      level.map(({ user }) => user.displayName),
      namesMax,
    );
    return [{ machine, words: `${names} ${valueOf(first)}` }];
  });
  if (firsts.length === 0) return null;
  const isOneMachine = firsts.length === 1;
  const parts = firsts.map(({ machine, words }) =>
    isOneMachine ? words : `${words} (${machineNames[machine]})`,
  );
  return `First: ${parts.join(', ')}`;
}

const namesMax = 3;
