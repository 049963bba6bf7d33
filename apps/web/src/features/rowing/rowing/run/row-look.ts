import type { ListedActivity, OwnActivity } from '@boathouse/contract/activities';
import type { ActivityChanged } from '@boathouse/contract/live';
import { keyOfActivity } from '@boathouse/row/life/begin/lives';
import { heldOf } from '@boathouse/row/life/begin/watcher';
import type { Input, Life } from '@boathouse/row/life/life';
import { factsOf } from '@boathouse/row/life/phase';
import { stateOf } from './row-requests.ts';
import { placeOf } from './row-snapshot.ts';

/** Whether the row no longer continues here: it is completed, or was ended by another page, device or the host. */
function isOver({ kept }: Life): boolean {
  return factsOf(kept).isOver;
}

/** Whether the page could read more of the row than its strokes. */
function hasWords({ kept }: Life): boolean {
  return kept.place.sessionId !== '';
}

/**
 * Whether it was ended here while another device had it: the other device then has its result. No pending request could
 * return it to this device.
 */
function isEndedLate({ kept, run }: Life): boolean {
  return kept.stage === 'completing' && kept.lostTo === 'device' && !run.isTakingOver;
}

/** The rows of the page at the time of the request: the response does not apply to later changes. */
export type BeforeLook = {
  /** Keys of the rows that have ended. */
  over: ReadonlySet<string>;
  /** Keys of the rows that the server has: the current one, if it has no pending request, and those ended too late. */
  inProgress: ReadonlySet<string>;
};

export function beforeLook(lives: readonly Life[], current: Life | undefined): BeforeLook {
  const inProgress = lives.filter(
    (life) =>
      life.kept.begin === 'stored' && (isEndedLate(life) || (life === current && life.run.asking === null)),
  );
  return { over: keysOf(lives.filter(isOver)), inProgress: keysOf(inProgress) };
}

const keysOf = (lives: readonly Life[]) => new Set(lives.map(({ kept }) => kept.key));

type Look = {
  /** The athlete's activity in progress, from the server's answer. */
  activity: OwnActivity | null;
  lives: ReadonlyMap<string, Life>;
  /** The displayed row. */
  current: Life | undefined;
  before: BeforeLook;
  owner: string;
  /** Whether another row is in progress here. */
  isBusy: boolean;
};

type Verdict = {
  /** Key of the row to show; null without one. */
  shown: string | null;
  /** The inputs of the rows, by key. */
  inputs: ReadonlyArray<readonly [key: string, input: Input]>;
  /**
   * An activity to take up if this page has none of its data, or has sent it all: `instead` of the row with that key,
   * or in addition to the displayed one, which waits for its end.
   */
  resumed: { activity: OwnActivity; instead: string | null; isBeside: boolean } | null;
};

/** Returns how the server's response changes the rows of this page. */
export function verdictOf({ activity, lives, current, before, owner, isBusy }: Look): Verdict {
  const known = activity ? lives.get(keyOfActivity(lives, activity._id) ?? '') : undefined;
  const isHeldRowed = heldOf(lives) !== undefined;
  // Another device rowed it when this page loaded it to send its remaining strokes.
  const isKnownElsewhere = known?.kept.lostTo === 'device' && !isOver(known) && hasWords(known);
  const shown = isKnownElsewhere && !isBusy && !isHeldRowed ? known : current;
  const inputs = [...lives].flatMap(([key, life]) => {
    const isGone = isEndedLate(life) && before.inProgress.has(key) && activity?._id !== life.kept.id;
    const input = life === shown ? inputOf(life, activity, before, owner) : null;
    const taken = isGone ? endedElsewhere : input;
    return taken === null ? [] : [[key, taken] as const];
  });
  const verdict = { shown: shown?.kept.key ?? null, inputs, resumed: null };
  if (activity === null || isHeldRowed) return verdict;
  // Reopened by the athlete or the host. Only a forgotten row is replaced, because unsent data would be lost with it.
  const isReopened =
    known !== undefined && isOver(known) && before.over.has(known.kept.key) && known.run.isForgotten;
  const isShownEnded = inputs.some(([key, input]) => key === verdict.shown && input === endedElsewhere);
  const isUnknown = known === undefined && (!isBusy || isShownEnded);
  // The displayed row can't begin while the server has another one in progress.
  const isBeside = known === undefined && !isUnknown && current?.kept.refusal?.class === 'busy';
  return {
    ...verdict,
    resumed:
      isReopened || isUnknown || isBeside ? { activity, instead: known?.kept.key ?? null, isBeside } : null,
  };
}

const endedElsewhere = { kind: 'endedElsewhere' } as const;

function inputOf(
  current: Life,
  activity: OwnActivity | null,
  before: BeforeLook,
  owner: string,
): Input | null {
  if (activity?._id !== current.kept.id) {
    const isGone = before.inProgress.has(current.kept.key) && current.kept.stage === 'rowing';
    return isGone ? endedElsewhere : null;
  }
  if (isOver(current)) {
    const isReopened = before.over.has(current.kept.key) && !current.run.isForgotten;
    return isReopened ? { kind: 'reopened' } : null;
  }
  const { lostTo } = current.kept;
  // A row without an owner belongs to the page that rows it, but this page takes up only rows that it has rowed.
  const isMine = activity.owner === owner || activity.owner === current.run.owner;
  const isTaken = activity.owner !== null && !isMine;
  if (isTaken && lostTo === null) return { kind: 'takenElsewhere', by: 'device' };
  return isMine && lostTo === 'device' && !current.run.isTakingOver ? { kind: 'takeOver' } : null;
}

/**
 * Returns the input that takes up an activity in progress unknown to this page, without the values that the page adds.
 */
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

/**
 * Returns the rows of this page that were completed or discarded elsewhere, and whether the athlete may have begun
 * another.
 */
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
    const isOpen = known !== undefined && (known.kept.stage === 'rowing' || isEndedLate(known));
    return isOpen ? [{ key: known.kept.key, activity }] : [];
  });
  const gone = discarded.flatMap((id) => {
    const known = lifeOf(id);
    return known === undefined ? [] : [{ key: known.kept.key, activity: null }];
  });
  return { mayHaveBegun, ended: [...completed, ...gone] };
}
