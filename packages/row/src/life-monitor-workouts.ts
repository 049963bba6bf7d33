import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { heardAtMsOf } from './heard/moments.ts';
import { withoutTakenUp, withTakenUp } from './heard/taken-up.ts';
import { changed, type At, type JournalStroke, type KeptLife, type Life, type Totals } from './life-state.ts';
import { isOfOtherMonitorWorkout } from './life-strokes.ts';
import { beginRow, reduceRow, type RowProgress, type RowRecord } from './progress.ts';
import { stageOf } from './records.ts';
import { finishFromStatus } from './result.ts';
import { isRowed } from './state.ts';
import { closeStroke } from './strokes.ts';
import { parseWorkoutText } from './text.ts';

/** How long a row without a place is kept after its last meter. */
const heldForMs = 10 * 60_000;

/** Returns when a row without a place that is rowed now would be forgotten. */
export function heldUntilMs(at: At): number {
  return at.wallMs + heldForMs;
}

/** Whether there is nothing to lose: Finish then offers Discard. */
export function isNothingRowed({ kept: { progress, nextSequence } }: Pick<Life, 'kept'>): boolean {
  return nextSequence === 0 && !isRowed(progress);
}

/**
 * Returns the monitor's workout that `after` has begun, if it is another one than that of `before`: as the first of its
 * row, with its own strokes alone. Null if it is the same.
 */
export function nextMonitorWorkout(before: RowProgress, after: RowProgress): RowProgress | null {
  if (before.pieceNumber === 0 || after.pieceNumber === before.pieceNumber) return null;
  const own = after.closedStrokes.filter(({ pieceNumber }) => pieceNumber === after.pieceNumber);
  const { openStroke } = after.track;
  return {
    ...after,
    pieceNumber: 1,
    closedStrokes: own.map((stroke) => ({ ...stroke, pieceNumber: 1 })),
    track: { ...after.track, openStroke: openStroke && { ...openStroke, pieceNumber: 1 } },
  };
}

/** Meters and seconds by which the monitor may be behind a value that it sent earlier. */
const sameM = 1;
const sameSec = 1;

/**
 * Returns from where on a workout is heard, if `after` has its first values since the row was taken up; null otherwise.
 */
export function heardFromOf({ kept }: Life, after: RowProgress): Totals | null {
  const before = kept.progress;
  const isNewer = kept.takenUpAt !== null && after.elapsedSec > before.elapsedSec;
  if (after.pieceNumber === 0 || !(before.pieceNumber === 0 || isNewer)) return null;
  const { workoutState } = before.track;
  const stage = workoutState === null ? null : stageOf(workoutState);
  // The monitor has left the workout before: what begins then is another one, also where its values are higher.
  if (stage === 'idle' || stage === 'over') return { elapsedSec: 0, distanceM: 0 };
  // A time that lacks missed intervals tells nothing.
  return { distanceM: after.distanceM, elapsedSec: after.elapsedIsExact ? after.elapsedSec : Infinity };
}

/**
 * Whether a row was finished before this page heard its monitor, and what is heard may be another workout: one that the page
 * took up goes on where it is heard from no less on than what the server has of it.
 */
export function isOverUnheard({ kept }: Life, heardFrom: Totals | null): boolean {
  if (kept.stage === 'rowing' || kept.hasHeardMonitor) return false;
  return kept.takenUpAt === null || (heardFrom !== null && isBelow(kept.takenUpAt, heardFrom));
}

/** Whether a workout is heard from less on than what is known of it: it is another one then. */
function isBelow(stored: Totals, heardFrom: Totals): boolean {
  return heardFrom.distanceM < stored.distanceM - sameM || heardFrom.elapsedSec < stored.elapsedSec - sameSec;
}

/** Returns the progress of a row that this page has taken up, with what the server knows of the intervals before. */
export function joinedAt({ kept, run }: Life, progress: RowProgress): RowProgress {
  const totals = kept.takenUpAt ?? run.takenOverAt;
  return totals === null ? progress : withTakenUp(progress, totals, parseWorkoutText(kept.place.workout));
}

/** Returns the higher time and the higher distance of two. */
export function highestOf(one: Totals, other: Totals): Totals {
  return {
    elapsedSec: Math.max(one.elapsedSec, other.elapsedSec),
    distanceM: Math.max(one.distanceM, other.distanceM),
  };
}

/**
 * Takes a kept row up of whose workout on the monitor the journal has nothing: an earlier page may have sent what its
 * disk did not take.
 */
export function takenUp(kept: KeptLife, strokes: readonly JournalStroke[]): KeptLife {
  // Another version of the page has sent some of what was heard here, so that what is stored tells nothing.
  if (strokes.some(({ isSent }) => isSent)) return { ...kept, takenUpAt: null };
  return withoutFirstMeters(kept);
}

/**
 * Takes a row back that another device has rowed on. If this page has less than a stroke of it, the first meters of the
 * next workout look like the workout going on, so the page drops its values and compares with what the server has. One
 * that was ended by hand here, while the other device had it, is rowed on.
 */
export function takenBack(life: Life): Life {
  const reopened = { ...life, kept: withoutEndByHand(life.kept) };
  const kept = withoutFirstMeters(reopened.kept);
  if (kept === reopened.kept) return reopened;
  return changed({ ...life, kept }, { hasHeardMonitor: false }, { heardFrom: null });
}

/** Has a row go on whose result by hand the server never had. */
function withoutEndByHand(kept: KeptLife): KeptLife {
  const { stage, begin, progress } = kept;
  const isByHand = progress.result === null || progress.result.source === 'byHand';
  if (stage !== 'completing' || begin !== 'stored' || !isByHand) return kept;
  const phase = progress.result === null ? progress.phase : 'paused';
  const track = { ...progress.track, endedAtMs: null };
  return { ...kept, stage: 'rowing', progress: { ...progress, phase, result: null, track } };
}

/** Drops the values of a row of less than a stroke: what is stored decides which workout is heard next. */
function withoutFirstMeters(kept: KeptLife): KeptLife {
  const isWithoutValues = kept.stage === 'rowing' && kept.begin !== 'unsent' && isNothingRowed({ kept });
  if (!isWithoutValues) return kept;
  // The monitor repeats the meters that there are.
  const progress = beginRow();
  return { ...kept, progress, takenUpAt: kept.takenUpAt ?? { elapsedSec: 0, distanceM: 0 }, mustRead: true };
}

/**
 * Whether the server may have strokes of another workout of the monitor: until they are read, it gets no values of this
 * one.
 */
export function isUndecided({ kept, run }: Life): boolean {
  return kept.takenUpAt !== null && kept.mustRead && run.strokesRefusal === null;
}

/** Keeps a row for its athlete to save elsewhere: what is stored in its activity is of another workout of the monitor. */
function keptApart(life: Life): Life {
  // User-visible, and kept in the journal. On the page "workout" is the athlete's, so it says piece.
  const message = 'Another piece was stored in this workout from another device.';
  return changed(life, { refusal: { class: 'completed', message } }, { sampleDueAtMs: null });
}

/** Returns the totals that the server is known to have with the stored strokes. */
function highestStored(known: Totals, strokes: readonly Stroke[], own: readonly JournalStroke[]): Totals {
  const heardSec = Math.max(0, ...own.map(({ stroke }) => stroke.elapsedTime));
  // A device that took the row over since has gone on where this one ended.
  const isGoneOn = own.length > 0 && strokes.every(({ elapsedTime }) => elapsedTime > heardSec);
  if (isGoneOn) return known;
  return strokes.reduce(
    (highest, { elapsedTime, distance }) =>
      highestOf(highest, { elapsedSec: elapsedTime, distanceM: distance }),
    known,
  );
}

/**
 * Compares a row that was taken up without values with the stored strokes, none of which is its own. If what this page has
 * heard is another workout of the monitor, the row ends as left with the server's values, and its strokes so far are
 * those of `next`.
 */
export function comparedWith(
  life: Life,
  strokes: readonly Stroke[],
  at: At,
): { life: Life; stored?: JournalStroke[]; next?: RowProgress } {
  const { kept, run } = life;
  const own = [...run.setAside, ...run.unsent];
  const { openStroke } = kept.progress.track;
  const heard = [...own.map(({ stroke }) => stroke), ...(openStroke === null ? [] : [openStroke])];
  const isOther = isOfOtherMonitorWorkout(heard, run.storedKeys, kept.progress);
  const isOpen = (kept.stage === 'rowing' || kept.stage === 'completing') && kept.lostTo === null;
  if (isOther && (kept.takenUpAt === null || !isOpen)) return { life: keptApart(life) };
  if (kept.takenUpAt === null) return { life };
  const takenUpAt = highestStored(kept.takenUpAt, strokes, own);
  const isBefore = run.heardFrom !== null && isBelow(takenUpAt, run.heardFrom);
  if (!isOpen || !(isOther || isBefore)) {
    const joined = isOpen ? joinedAt(changed(life, { takenUpAt }), kept.progress) : kept.progress;
    const isDecided = isOpen && run.heardFrom !== null;
    return { life: changed(life, { progress: joined, takenUpAt: isDecided ? null : takenUpAt }) };
  }
  const progress = withoutTakenUp(kept.progress);
  const closed = own.map(({ stroke }) => ({
    ...stroke,
    pieceNumber: progress.pieceNumber,
    heardAtMs: heardAtMsOf(life, stroke, at),
  }));
  return {
    life: changed(ended(life, at), { progress: beginRow(), takenUpAt: null }, { unsent: [], setAside: [] }),
    stored: own.map((one) => ({ ...one, isSent: true })),
    next: { ...progress, closedStrokes: [...closed, ...progress.closedStrokes] },
  };
}

/** Whether another page rows it: this one takes no values, unless it is taking the row over with the erg that it has. */
export function isOthers({ kept, run }: Life): boolean {
  return kept.lostTo !== null && !run.isTakingOver;
}

/**
 * Ends a row whose athlete has left its workout on the monitor; one that is being taken over is completed as soon as it
 * is this device's.
 */
function ended(life: Life, at: At): Life {
  const stage = life.kept.isEndedElsewhere ? 'completed' : 'completing';
  return changed(
    life,
    { isLeft: true, stage, lostTo: null },
    { completeAtMs: at.monoMs, sampleDueAtMs: null },
  );
}

/** Whether a stroke begins with `after` that the server has with another drive. */
function isCountedAgain({ kept, run }: Life, after: RowProgress): boolean {
  const { openStroke } = after.track;
  const isBegun = openStroke !== null && openStroke.number !== kept.progress.track.openStroke?.number;
  return isBegun && kept.refusal === null && isOfOtherMonitorWorkout([openStroke], run.storedKeys, after);
}

/**
 * Ends a row whose athlete has left the workout on the monitor and begun another: strokes of two workouts are never in one
 * activity. Null while the workout goes on, and where nothing of it was rowed.
 */
export function leftMonitorWorkout(
  life: Life,
  after: RowProgress,
  record: RowRecord,
  at: At,
): { life: Life; next: RowProgress } | null {
  const { kept } = life;
  if (kept.stage !== 'rowing' || isOthers(life)) return null;
  const left = ended(life, at);
  const heardFrom = heardFromOf(life, after);
  const isUnheard = kept.progress.pieceNumber === 0;
  // Ended before anything of it was heard here, nothing shows that it goes on.
  const isOther =
    heardFrom !== null &&
    kept.takenUpAt !== null &&
    ((isUnheard && kept.isEndedElsewhere) || isBelow(kept.takenUpAt, heardFrom));
  const next = nextMonitorWorkout(kept.progress, after);
  if (next === null && (isOther || isCountedAgain(life, after))) {
    // The server has the values of the row.
    const { closedStrokes } = closeStroke(kept.progress, null);
    const another = isUnheard ? after : reduceRow(beginRow(), record, at.wallMs);
    return { life: changed(left, { progress: { ...beginRow(), closedStrokes } }), next: another };
  }
  // Another device of the athlete may have stored the only stroke of it.
  if (next === null || (isNothingRowed(life) && kept.serverNext === 0)) return null;
  return { life: changed(left, { progress: finishFromStatus(kept.progress, 'lastStatus') }), next };
}
