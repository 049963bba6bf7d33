import type { ListedActivity } from '@boathouse/contract/activities';
import type { ActivityChanged } from '@boathouse/contract/live';

/** One list per workout item, each in the order in which the activities were started. */
export type ActivityLists = ListedActivity[][];

export type ActivityChanges = Pick<ActivityChanged, 'activities' | 'discarded'>;

/**
 * Adds new activities, replaces older states, and removes discarded ones. Events and responses may arrive in any order:
 * only the monitor's own summary or a later completion replaces a result, and only a state newer than a completion
 * withdraws it.
 */
export function mergeActivities(
  lists: ActivityLists,
  { activities, discarded }: ActivityChanges,
): ActivityLists {
  return lists.map((list, index) =>
    activities
      .filter(({ workoutItemIndex }) => workoutItemIndex === index)
      .reduce(mergeOne, list)
      .filter(({ _id }) => !discarded.includes(_id)),
  );
}

function mergeOne(list: ListedActivity[], given: ListedActivity): ListedActivity[] {
  const known = list.find(({ _id }) => _id === given._id);
  if (known === undefined) return [...list, given].toSorted(byStart);
  return isNewer(given, known) ? list.map((activity) => (activity === known ? given : activity)) : list;
}

function isNewer(given: ListedActivity, known: ListedActivity): boolean {
  if (known.completedAt !== null) {
    // Reopened by the athlete or the host.
    if (given.completedAt === null) return given.heardAt > known.completedAt;
    const isTheMonitors = given.summary?.source === 'summary' && known.summary?.source !== 'summary';
    return isTheMonitors || given.completedAt > known.completedAt;
  }
  return given.isCompleted || given.heardAt >= known.heardAt;
}

/** The server's order. */
function byStart(one: ListedActivity, other: ListedActivity): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one._id < other._id ? -1 : 1);
}
