import type { ListedActivity } from '@boathouse/contract/activities';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';
import { firstOrder, sortResults } from '../completed-results.ts';

/** Returns the viewer's own result in a line, else the first one; null without one that is ranked. */
export function summaryOf(
  workout: string,
  results: readonly ListedActivity[],
  viewerId: string,
): string | null {
  const order = firstOrder(workout);
  const own = results.find(({ user }) => user._id === viewerId);
  const first = sortResults(results, order).find(({ isSimulated, isPartial }) => !isSimulated && !isPartial);
  const shown = own ?? first;
  if (shown === undefined) return null;
  const value =
    order.column === 'elapsedTime'
      ? formatDuration(shown.elapsedTime)
      : order.column === 'distance'
        ? formatDistance(shown.distance, 1)
        : formatPace(shown.averagePace);
  return own === undefined ? `First: ${shown.user.displayName} ${value}` : `You: ${value}`;
}
