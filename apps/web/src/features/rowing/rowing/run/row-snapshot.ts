import type { ListedActivity } from '@boathouse/contract/activities';
import type { KeptLife, Life, RowPlace } from '@boathouse/row/life/life';
import { factsOf } from '@boathouse/row/life/phase';

/** The page's view of a row. */
export type RowSnapshot = RowPlace &
  Pick<KeptLife, 'begunAtMs' | 'isSimulated' | 'progress' | 'lostTo' | 'isEndedElsewhere'> & {
    isTakingOver: boolean;
    /** Another device has it, and has been silent for long. */
    isSilent: boolean;
    /** In progress on the server, but on no device that this page or the server knows. */
    isNoDevices: boolean;
    activityId: string;
    /** The server's last response; null before the first. */
    activity: ListedActivity | null;
    stage: 'beginning' | KeptLife['stage'];
    /** Nothing was rowed yet: Finish offers Discard. */
    isEmpty: boolean;
    /** Why the server refuses the row permanently. */
    refusal: string | null;
    saving: Saving;
  };

type Saving = {
  unsentStrokes: number;
  /** Single strokes that the server refused; they stay on this device. */
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
 * Returns the previous snapshot if the page now shows the same: half of a monitor's records only change values needed
 * to read the next ones.
 */
export function sameOrNext(before: RowSnapshot | null, next: RowSnapshot): RowSnapshot {
  const isSame =
    before?.activity === next.activity && JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(next));
  return isSame ? before : next;
}

function shownOf(row: RowSnapshot) {
  const { activity: _activity, progress, ...rest } = row;
  const { track, closedStrokes: _strokes, ...figures } = progress;
  const { isAbandoned, lastInterval } = track.work;
  return { ...rest, figures, isAbandoned, lastInterval };
}

/** Whether the athlete still rows or the result is still being sent: another item can't begin here. */
export function isInProgress(row: RowSnapshot | null): row is RowSnapshot {
  return row !== null && factsOfShown(row).isInProgress;
}

/**
 * Whether the athlete can begin another item while this row is in progress: its result is being sent, perhaps for long
 * without the server, or its device is silent, and it ends as left.
 */
export function isNextPossible({ stage, refusal, isSilent }: RowSnapshot): boolean {
  return isSilent || (stage === 'completing' && refusal === null);
}

/** Whether the row continues in this tab, even one that was left: the row's page then shows only the cockpit. */
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
