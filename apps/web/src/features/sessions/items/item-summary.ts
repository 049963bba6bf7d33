import type { ListedActivity } from '@boathouse/contract/activities';
import { formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';
import { namesInWords } from '../../../lib/names-in-words.ts';
import { firstOrder, isRankable, sortResults } from '../../activities/index.ts';

/** Returns the viewer's own result in a line, else the first one, or all that are level; null without one that is ranked. */
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
  const ranked = sortResults(results, order).filter(isRankable);
  const [first] = ranked;
  if (first === undefined) return null;
  const value = valueOf(first);
  const names = ranked
    .filter((result) => result.machine === first.machine && valueOf(result) === value)
    .map(({ user }) => user.displayName);
  return `First: ${namesInWords(names, namesMax)} ${value}`;
}

const namesMax = 3;
