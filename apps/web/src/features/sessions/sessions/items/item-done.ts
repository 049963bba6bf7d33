import type { ListedActivity } from '@boathouse/contract/activities';

/** A workout left on the monitor does not end the item for its athlete, and neither does an entered result. */
export function isDoneBy(athleteId: string, { user, isCompleted, isLeft, source }: ListedActivity): boolean {
  return isCompleted && !isLeft && source !== 'entered' && user._id === athleteId;
}

/** Whether the athlete has a row that completes the item, in progress or with a result. */
export function isOpenOrDoneBy(athleteId: string, { user, isLeft, source }: ListedActivity): boolean {
  return !isLeft && source !== 'entered' && user._id === athleteId;
}
