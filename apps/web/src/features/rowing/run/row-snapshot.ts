import type { ListedActivity } from '@boathouse/contract/activities';
import type { KeptLife, Life, RowPlace } from '@boathouse/row/life';
import { factsOf } from '@boathouse/row/phase';

/** What the page shows of a row. */
export type RowSnapshot = RowPlace &
  Pick<KeptLife, 'begunAtMs' | 'isSimulated' | 'progress' | 'lostTo' | 'isEndedElsewhere'> & {
    isTakingOver: boolean;
    activityId: string;
    /** As the server last answered; null before its first answer. */
    activity: ListedActivity | null;
    stage: 'beginning' | KeptLife['stage'];
    /** Nothing was rowed yet: Finish offers Discard. */
    isEmpty: boolean;
    /** Why the server refuses the row for good. */
    refusal: string | null;
    saving: Saving;
  };

type Saving = {
  unsentStrokes: number;
  /** Refused by the server one by one; they stay on this device. */
  refusedStrokes: number;
  /** Wall clock of the last answer, while the server does not respond. */
  awaySinceMs: number | null;
  /** Why the server refused strokes or figures. */
  refusal: string | null;
  /** Why this device can't keep the row over a reload. */
  journalProblem: string | null;
};

const factsOfShown = ({ stage, lostTo, isEndedElsewhere }: RowSnapshot) =>
  factsOf({
    stage: stage === 'beginning' ? 'rowing' : stage,
    lostTo,
    isEndedElsewhere,
    heldUntilMs: null,
  });

/**
 * Returns the snapshot before if the page shows nothing else now: half of a monitor's records change only what the next
 * ones are read by.
 */
export function sameOrNext(before: RowSnapshot | null, next: RowSnapshot): RowSnapshot {
  const isSame =
    before?.activity === next.activity && JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(next));
  return isSame ? before : next;
}

function shownOf(row: RowSnapshot) {
  const { activity: _activity, progress, ...rest } = row;
  const { track, closedStrokes: _strokes, ...figures } = progress;
  return { ...rest, figures, isAbandoned: track.isAbandoned, lastInterval: track.lastInterval };
}

/** Whether the athlete still rows or the result is still on its way: another item can't begin here. */
export function isInProgress(row: RowSnapshot | null): row is RowSnapshot {
  return row !== null && factsOfShown(row).isInProgress;
}

/** Whether the athlete rows on this page now, which is then the instrument alone. */
export function isOnTheWater(row: RowSnapshot | null): boolean {
  return row !== null && factsOfShown(row).isOnTheWater;
}

/** Whether this device still rows it, or has its result to send. */
export function isUnderWay({ kept }: Life): boolean {
  return factsOf(kept).isUnderWay;
}

export function placeOf({ session, workoutItemIndex, title, workout }: ListedActivity): RowPlace {
  return { sessionId: session?._id ?? null, workoutItemIndex, title, workout };
}
