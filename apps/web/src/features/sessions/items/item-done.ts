import type { ListedActivity } from '@boathouse/contract/activities';

/** A workout that was left on the monitor does not end the item for its athlete, nor does what was entered for them. */
export function isDoneBy(athleteId: string, { user, isCompleted, isLeft, source }: ListedActivity): boolean {
  return isCompleted && !isLeft && source !== 'entered' && user._id === athleteId;
}
