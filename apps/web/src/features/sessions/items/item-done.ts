import type { ListedActivity } from '@boathouse/contract/activities';

/** A workout that was left on the monitor does not end the item for its athlete. */
export function isDoneBy(athleteId: string, { user, isCompleted, isLeft }: ListedActivity): boolean {
  return isCompleted && !isLeft && user._id === athleteId;
}
