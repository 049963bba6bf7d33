import type { ListedActivity, OwnActivity } from '@boathouse/contract/activities';
import type { ActivityChanged } from '@boathouse/contract/live';
import type { Input, Life } from '@boathouse/row/life';
import { factsOf } from '@boathouse/row/phase';
import { stateOf } from './row-requests.ts';
import { placeOf } from './row-snapshot.ts';

/** Whether nothing more is rowed in it here: it is completed, or was ended by another page, device or the host. */
function isOver({ kept }: Life): boolean {
  return factsOf(kept).isOver;
}

/** Whether the page could read more of the row than its strokes. */
function hasWords({ kept }: Life): boolean {
  return kept.place.sessionId !== '';
}

/** The rows of the page when the server is asked: its answer says nothing about what changes meanwhile. */
export type BeforeLook = {
  /** Keys of the rows that are over. */
  over: ReadonlySet<string>;
  /** Key of the current row, if the server has it and no request of it is on its way. */
  inProgress: string | null;
};

export function beforeLook(lives: readonly Life[], current: Life | undefined): BeforeLook {
  const isComparable = current?.kept.begin === 'stored' && current.run.asking === null;
  return {
    over: new Set(lives.filter(isOver).map(({ kept }) => kept.key)),
    inProgress: isComparable ? current.kept.key : null,
  };
}

type Look = {
  /** The athlete's activity in progress, as the server answered. */
  activity: OwnActivity | null;
  /** The row that is shown, and the row of that activity on this device. */
  current: Life | undefined;
  known: Life | undefined;
  before: BeforeLook;
  owner: string;
  /** Whether another row is in progress here. */
  isBusy: boolean;
  /** Whether the monitor's records go to a row that has no place yet. */
  isHeldRowed: boolean;
};

type Verdict = {
  /** The row to show, which `input` is for; null without one. */
  shown: Life | null;
  input: Input | null;
  /** Takes up an activity of which this page has nothing, or nothing left to send. */
  isResumed: boolean;
};

/** Returns what the server's answer means for the rows of this page. */
export function verdictOf({ activity, current, known, before, owner, isBusy, isHeldRowed }: Look): Verdict {
  // Rowed elsewhere when this page loaded it, for the strokes that it has left to send.
  const isKnownElsewhere = known?.kept.lostTo === 'device' && !isOver(known) && hasWords(known);
  const shown = isKnownElsewhere && !isBusy && !isHeldRowed ? known : current;
  const input = inputOf(shown, activity, before, owner);
  if (activity === null) return { shown: shown ?? null, input, isResumed: false };
  // Opened again by the athlete or the host. What this page has not sent yet would be lost with its row.
  const isReopened =
    known !== undefined && isOver(known) && before.over.has(known.kept.key) && known.run.isForgotten;
  const isUnknown = known === undefined && (!isBusy || input?.kind === 'endedElsewhere');
  if (isHeldRowed) return { shown: shown ?? null, input, isResumed: false };
  return { shown: shown ?? null, input, isResumed: isReopened || isUnknown };
}

function inputOf(
  current: Life | undefined,
  activity: OwnActivity | null,
  before: BeforeLook,
  owner: string,
): Input | null {
  if (current === undefined) return null;
  if (activity?._id !== current.kept.id) {
    const isGone = current.kept.key === before.inProgress && current.kept.stage === 'rowing';
    return isGone ? { kind: 'endedElsewhere' } : null;
  }
  if (isOver(current)) {
    const isReopened = before.over.has(current.kept.key) && !current.run.isForgotten;
    return isReopened ? { kind: 'reopened' } : null;
  }
  const isOthers = activity.owner !== null && activity.owner !== owner;
  if (isOthers && current.kept.lostTo === null) return { kind: 'takenElsewhere', by: 'device' };
  if (!isOthers && current.kept.lostTo === 'device' && !current.run.isTakingOver) return { kind: 'takeOver' };
  return null;
}

/** Returns how an activity in progress of which this page has nothing is taken up, but for what the page knows itself. */
export function resumedOf(activity: OwnActivity) {
  return {
    kind: 'resumed',
    activity: stateOf(activity),
    totals: { elapsedSec: activity.elapsedTime, distanceM: activity.distance },
    place: placeOf(activity),
    begunAtMs: Date.parse(activity.createdAt),
    isSimulated: activity.isSimulated,
  } as const;
}

/** Returns the rows of this page that were completed or discarded elsewhere, and whether one of the athlete's may have begun. */
export function changesOf(
  lives: readonly Life[],
  { activities, discarded }: Pick<ActivityChanged, 'activities' | 'discarded'>,
  userId: string,
): { mayHaveBegun: boolean; ended: Array<{ key: string; activity: ListedActivity | null }> } {
  const lifeOf = (id: string) => lives.find(({ kept }) => kept.id === id);
  const mayHaveBegun = activities.some(({ _id, user, isCompleted }) => {
    const known = lifeOf(_id);
    return user._id === userId && !isCompleted && (known === undefined || isOver(known));
  });
  const completed = activities.flatMap((activity) => {
    const known = activity.isCompleted ? lifeOf(activity._id) : undefined;
    return known?.kept.stage === 'rowing' ? [{ key: known.kept.key, activity }] : [];
  });
  const gone = discarded.flatMap((id) => {
    const known = lifeOf(id);
    return known === undefined ? [] : [{ key: known.kept.key, activity: null }];
  });
  return { mayHaveBegun, ended: [...completed, ...gone] };
}
