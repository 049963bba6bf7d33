import type { ListedActivity } from '@boathouse/contract/activities';

/** A workout that was left on the monitor does not end the item for its athlete, nor does what was entered for them. */
export function isDoneBy(athleteId: string, { user, isCompleted, isLeft, source }: ListedActivity): boolean {
  return isCompleted && !isLeft && source !== 'entered' && user._id === athleteId;
}

/** Whether the athlete has a row of the item that takes its place, in progress or with a result. */
export function isOpenOrDoneBy(athleteId: string, { user, isLeft, source }: ListedActivity): boolean {
  return !isLeft && source !== 'entered' && user._id === athleteId;
}
