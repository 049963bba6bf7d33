import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { batchMax, changed, type Answer, type At, type Life } from './life-state.ts';
import type { JournalStroke, KeptLife, RowPlace } from './kept/schema.ts';
import { ownPlanOf } from '@boathouse/workout-text/bests';
import { momentOf } from './moments.ts';
import { shownMachineOf } from '../reduce/machine.ts';
import { positionOf } from '../plan/position.ts';
import { finishByHand } from '../reduce/progress.ts';
import type { RowProgress, RowStroke } from '../reduce/state.ts';
import { takeStrokes } from '../reduce/strokes.ts';
import { emptyTally, tally, type TalliedStroke, type TargetTally } from '../plan/targets.ts';

/**
 * How many of another device's first and last strokes may be the one during which a device took the row over. Both
 * devices received a part of that stroke.
 */
const boundaryStrokes = 3;
const boundariesMax = 10;

/** The measured drive identifies a stroke within interval and number. */
const identifying = ['interval', 'number', 'driveLength', 'driveTime', 'peakForce', 'averageForce'] as const;
const keyOf = (stroke: Stroke): string => identifying.map((field) => stroke[field]).join();

/**
 * Whether one of the strokes comes from another workout of the monitor than the strokes with these keys. The monitor
 * numbers the strokes of a workout, so a different drive with the same number means another workout. This does not
 * apply to intervals, because a stroke's interval can be unknown.
 */
export function isOfOtherMonitorWorkout(
  strokes: readonly Stroke[],
  keys: readonly string[],
  { workoutType }: RowProgress,
): boolean {
  if (workoutType === null || isIntervalWorkout(workoutType) || keys.length === 0) return false;
  const known = new Set(keys);
  return strokes.some(
    (stroke) =>
      !known.has(keyOf(stroke)) && keys.some((key) => key.startsWith(`${stroke.interval},${stroke.number},`)),
  );
}

function strokeOf(one: RowStroke, rowedAfterMs: number | null): Stroke {
  const { pieceNumber: _workout, heardAtMs: _heard, ...stroke } = one;
  return { ...stroke, rowedAfterMs };
}

/**
 * Numbers the strokes that the reducer has completed. Both devices receive the stroke that is rowed during a takeover.
 */
export function collectStrokes(life: Life, at: At): { life: Life; added: JournalStroke[] } {
  const { kept, run } = life;
  const taken = takeStrokes(kept.progress);
  if (taken.strokes.length === 0) return { life, added: [] };
  const known = new Set(kept.storedBefore);
  const added = taken.strokes
    .filter((stroke) => !known.has(keyOf(stroke)))
    .map((one, index) => ({
      sequence: kept.nextSequence + index,
      stroke: strokeOf(one, momentOf(life, one.heardAtMs, at)),
      isSent: false,
    }));
  const counted = added.map(({ stroke }) => stroke);
  return {
    life: changed(
      life,
      {
        progress: taken.progress,
        nextSequence: kept.nextSequence + added.length,
        targets: tallied(kept, kept.targets, counted),
      },
      { unsent: [...run.unsent, ...added] },
    ),
    added,
  };
}

function tallied(
  { place, progress }: KeptLife,
  before: TargetTally,
  strokes: readonly TalliedStroke[],
): TargetTally {
  const plan = ownPlanOf(place, shownMachineOf(progress));
  if (plan === null || plan.pieces.every(({ target }) => target === undefined)) return before;
  return tally(before, plan, strokes, positionOf(plan, progress) !== null);
}

/** Returns strokes in the order of rowing. The strokes of an offline device are stored after later ones. */
function asRowed(strokes: readonly Stroke[]): Stroke[] {
  return strokes.toSorted(
    (one, other) =>
      one.interval - other.interval || one.elapsedTime - other.elapsedTime || one.distance - other.distance,
  );
}

const sent = (strokes: readonly JournalStroke[]) => strokes.map((one) => ({ ...one, isSent: true }));

/**
 * Handles the answer to a batch of `count` strokes from `from` on; the server stores all of them or none. A later
 * `next` shows that another device has stored strokes; an earlier one shows that this page is wrong. Both cases read
 * the strokes.
 */
export function withAppended(
  life: Life,
  batch: { from: number; count: number },
  { next }: Extract<Answer, { kind: 'next' }>,
): { life: Life; stored: JournalStroke[] } {
  const end = batch.from + batch.count;
  const { run } = life;
  const stored = next >= end ? sent(run.unsent.slice(0, batch.count)) : [];
  const appended = changed(
    life,
    { serverNext: Math.min(next, end), mustRead: next !== end },
    {
      unsent: run.unsent.slice(stored.length),
      batchMax: Math.min(run.batchMax * 2, batchMax),
      refusedInARow: 0,
      strokesRefusal: run.setAside.length > 0 ? run.strokesRefusal : null,
    },
  );
  // The server refused strokes for a while, so the strokes set aside in that time are sent again.
  return { life: run.refusedInARow >= refusedInARowMax ? withSetAside(appended) : appended, stored };
}

/** After this many single refusals the server accepts no strokes now, as an older version does during an update. */
const refusedInARowMax = 3;
const strokesAgainMs = 60_000;

/**
 * Handles a refused batch of `count` strokes, or a refused read (0). Tries half of the batch next, until a refused
 * batch has only one stroke. That stroke is set aside and the later ones are sent without it: the server numbers the
 * strokes that it stores.
 */
export function withoutRefused(life: Life, count: number, message: string, at: At): Life {
  const { run } = life;
  const strokesRefusal = message;
  if (count === 0) return changed(life, {}, { strokesRefusal, strokesDueAtMs: at.monoMs + strokesAgainMs });
  if (count > 1) return changed(life, {}, { strokesRefusal, batchMax: Math.floor(count / 2) });
  const refusedInARow = run.refusedInARow + 1;
  const isForAll = refusedInARow >= refusedInARowMax;
  const refused = {
    strokesRefusal,
    unsent: run.unsent.slice(1),
    setAside: [...run.setAside, ...run.unsent.slice(0, 1)],
    refusedInARow,
    strokesDueAtMs: isForAll ? at.monoMs + strokesAgainMs : run.strokesDueAtMs,
  };
  return changed(life, {}, refused);
}

/** Tries the strokes again that were set aside. A batch already sent no longer matches, so its outcome is read. */
export function withSetAside(life: Life): Life {
  const { kept, run } = life;
  const isSending = run.asking?.kind === 'append';
  return changed(
    life,
    { mustRead: kept.mustRead || isSending },
    {
      asking: isSending ? null : run.asking,
      unsent: [...run.setAside, ...run.unsent].toSorted((one, other) => one.sequence - other.sequence),
      setAside: [],
      strokesRefusal: null,
      refusedInARow: 0,
      strokesDueAtMs: Number.NEGATIVE_INFINITY,
    },
  );
}

/** Drops the strokes that were set aside, as the athlete has decided. */
export function withoutSetAside(life: Life): { life: Life; stored: JournalStroke[] } {
  return { life: changed(life, {}, { setAside: [], strokesRefusal: null }), stored: sent(life.run.setAside) };
}

/**
 * Compares the unsent strokes with the server's, from the first unsent sequence on. These can be a batch whose answer
 * was lost, or strokes of another device. The rest is appended at the end.
 */
export function withStored(
  life: Life,
  { strokes }: Extract<Answer, { kind: 'strokes' }>,
): { life: Life; stored: JournalStroke[] } {
  const { kept, run } = life;
  const there = new Map<string, number>();
  for (const stroke of strokes.slice(kept.serverNext)) {
    there.set(keyOf(stroke), (there.get(keyOf(stroke)) ?? 0) + 1);
  }
  const isThere = ({ stroke }: JournalStroke): boolean => {
    const count = there.get(keyOf(stroke)) ?? 0;
    if (count > 0) there.set(keyOf(stroke), count - 1);
    return count > 0;
  };
  const stored: JournalStroke[] = [];
  const unsent: JournalStroke[] = [];
  const setAside: JournalStroke[] = [];
  for (const one of run.unsent) (isThere(one) ? stored : unsent).push(one);
  // A late batch may have stored it, taken by another version of the server.
  for (const one of run.setAside) (isThere(one) ? stored : setAside).push(one);
  const own = new Set(stored.map(({ stroke }) => keyOf(stroke)));
  const others = strokes.slice(kept.serverNext).filter((stroke) => !own.has(keyOf(stroke)));
  const storedBefore = [
    ...kept.storedBefore.slice(-boundariesMax * boundaryStrokes),
    ...others.slice(0, boundaryStrokes).map(keyOf),
    ...strokes.slice(-boundaryStrokes).map(keyOf),
  ];
  return {
    life: changed(
      life,
      {
        serverNext: strokes.length,
        mustRead: false,
        storedBefore,
        // The other device has counted its strokes; this page counts them from the stored ones.
        targets: tallied(kept, emptyTally(), asRowed([...strokes, ...unsent.map(({ stroke }) => stroke)])),
      },
      {
        unsent,
        setAside,
        strokesRefusal: setAside.length > 0 ? run.strokesRefusal : null,
        storedKeys: strokes.map(keyOf),
      },
    ),
    stored: sent(stored),
  };
}

/**
 * Clears the moments of a row whose activity was begun elsewhere, at another time. It also returns its changed strokes.
 */
export function withoutMoments(life: Life): { life: Life; stored: JournalStroke[] } {
  const unsent = life.run.unsent.map((one) => ({ ...one, stroke: { ...one.stroke, rowedAfterMs: null } }));
  return { life: changed(life, { isBegunHere: false }, { unsent }), stored: unsent };
}

/** Returns a stroke marked as unsent. */
export function unsentOf(one: JournalStroke): JournalStroke {
  return { ...one, isSent: false };
}

type Move = { id: string; place: RowPlace; strokes: JournalStroke[] };

/** Moves a refused row, or one without a place, to another activity, and sends all its strokes there. */
export function moved(life: Life, input: Move, at: At): Life {
  const { stage, progress } = life.kept;
  // The row has ended, but the new activity has no result: this page's values become the result.
  const isOver = stage === 'completed';
  const kept: Partial<KeptLife> = {
    id: input.id,
    place: input.place,
    ...(isOver ? { stage: 'completing', progress: finishByHand(progress, at.wallMs) } : {}),
    begin: 'unsent',
    lostTo: null,
    isEndedElsewhere: false,
    refusal: null,
    patchRefusal: null,
    serverNext: 0,
    mustRead: false,
    storedBefore: [],
    heldUntilMs: null,
  };
  const run = {
    asking: null,
    unsent: input.strokes.map(unsentOf),
    setAside: [],
    retryAtMs: at.monoMs,
    completeAtMs: at.monoMs,
  };
  return withSetAside(changed(life, kept, run));
}
