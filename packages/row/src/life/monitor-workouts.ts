import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { heardAtMsOf } from './moments.ts';
import { withoutTakenUp, withTakenUp } from '../reduce/taken-up.ts';
import { changed, type At, type Life } from './life-state.ts';
import type { JournalStroke, KeptLife, RowPlace } from './kept/schema.ts';
import { isRowed, withStrokes, withSummary, type Totals } from '../reduce/state.ts';
import { isOfOtherMonitorWorkout } from './journal-strokes.ts';
import { beginRow, reduceRow, type RowProgress, type RowRecord } from '../reduce/progress.ts';
import { stageOf } from '../reduce/records.ts';
import { finishFromStatus } from '../reduce/result.ts';
import { closeStroke } from '../reduce/strokes.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

/** How long a row of less than a minute without a place is kept after its last meter. */
const heldShortMs = 10 * 60_000;
/**
 * The same for a longer row, which then becomes the athlete's own row without a session. A row that was completed on a
 * session's page waits for the shorter time, because the hosts of the session can move it only once it is stored.
 */
const heldLongMs = 24 * 60 * 60_000;
const shortSec = 60;
/** A row that changed within this time is still rowed, even if the wall clock disagrees: it can be set. */
const stillMs = 10_000;

function isLong({ elapsedSec, result }: RowProgress): boolean {
  return (result?.elapsedSec ?? elapsedSec) >= shortSec;
}

/** Returns the end of the wait for a place, for a row that is being rowed or ends now. */
export function heldUntilMs(progress: RowProgress, { beside }: RowPlace, at: At): number {
  const isForHosts = progress.result !== null && beside !== undefined;
  return at.wallMs + (isLong(progress) && !isForHosts ? heldLongMs : heldShortMs);
}

/** Restarts the wait of a row without a place; changes nothing for one with a place. */
export function heldSince({ heldUntilMs: until, progress, place }: KeptLife, at: At): Partial<KeptLife> {
  return until === null ? {} : { heldUntilMs: heldUntilMs(progress, place, at) };
}

/** Whether the time to assign a row without a place has passed. */
function isHeldOver({ kept, run }: Life, at: At): boolean {
  const isStill = at.monoMs - run.keptAtMs >= stillMs;
  return isStill && kept.heldUntilMs !== null && at.wallMs >= kept.heldUntilMs;
}

/** Whether an unassigned row of less than a minute is dropped now, with a message. */
export function isHeldTooLong(life: Life, at: At): boolean {
  return isHeldOver(life, at) && !isLong(life.kept.progress);
}

/** Whether an unassigned row of more than a minute now becomes the athlete's own. */
export function isHeldForOwn(life: Life, at: At): boolean {
  return isHeldOver(life, at) && isLong(life.kept.progress);
}

/** User-visible. */
export function droppedMessage({ kept: { progress } }: Life): string {
  const { distanceM, elapsedSec } = progress.result ?? progress;
  const rowed = `${Math.floor(distanceM)} m in ${Math.floor(elapsedSec)} s`;
  return `You rowed ${rowed} without a workout and did not save it. It was discarded after 10 minutes.`;
}

/** Whether no values would be lost: Finish then offers Discard. */
export function isNothingRowed({ kept: { progress, nextSequence } }: Pick<Life, 'kept'>): boolean {
  return nextSequence === 0 && !isRowed(progress);
}

/**
 * Returns the monitor's workout that `after` has begun, if it is not that of `before`, as the first workout of a row,
 * with only its own strokes. Null if it is the same.
 */
export function nextMonitorWorkout(before: RowProgress, after: RowProgress): RowProgress | null {
  if (before.pieceNumber === 0 || after.pieceNumber === before.pieceNumber) return null;
  const own = after.closedStrokes.filter(({ pieceNumber }) => pieceNumber === after.pieceNumber);
  const { openStroke } = after.track.strokes;
  return {
    ...withStrokes(after, { openStroke: openStroke && { ...openStroke, pieceNumber: 1 } }),
    pieceNumber: 1,
    closedStrokes: own.map((stroke) => ({ ...stroke, pieceNumber: 1 })),
  };
}

/** Meters and seconds by which the monitor may be behind a value that it sent earlier. */
const sameM = 1;
const sameSec = 1;

/**
 * Returns the totals at which this page joins a workout, if `after` has its first values since the row was taken up;
 * null otherwise.
 */
export function heardFromOf({ kept }: Life, after: RowProgress): Totals | null {
  const before = kept.progress;
  const isNewer = kept.takenUpAt !== null && after.elapsedSec > before.elapsedSec;
  if (after.pieceNumber === 0 || !(before.pieceNumber === 0 || isNewer)) return null;
  const { workoutState } = before.track.work;
  const stage = workoutState === null ? null : stageOf(workoutState);
  // The monitor has left the previous workout, so the next one is another, even if its values are higher.
  if (stage === 'idle' || stage === 'over') return { elapsedSec: 0, distanceM: 0 };
  // A time that lacks missed intervals is not conclusive.
  return { distanceM: after.distanceM, elapsedSec: after.elapsedIsExact ? after.elapsedSec : Infinity };
}

/**
 * Whether a row was finished before this page received its monitor's records, and the records may belong to another
 * workout. A row that the page took up continues if its first totals are not below the server's.
 */
export function isOverUnheard({ kept }: Life, heardFrom: Totals | null): boolean {
  if (kept.stage === 'rowing' || kept.hasHeardMonitor) return false;
  return kept.takenUpAt === null || (heardFrom !== null && isBelow(kept.takenUpAt, heardFrom));
}

/** Whether the monitor's totals are below the stored ones, which means another workout. */
function isBelow(stored: Totals, heardFrom: Totals): boolean {
  return heardFrom.distanceM < stored.distanceM - sameM || heardFrom.elapsedSec < stored.elapsedSec - sameSec;
}

/** Returns the progress of a row that this page has taken up, with the server's data about earlier intervals. */
export function joinedAt({ kept, run }: Life, progress: RowProgress): RowProgress {
  const totals = kept.takenUpAt ?? run.takenOverAt;
  return totals === null ? progress : withTakenUp(progress, totals, parseWorkoutText(kept.place.workout));
}

/** Returns the higher time and the higher distance of two totals. */
export function highestOf(one: Totals, other: Totals): Totals {
  return {
    elapsedSec: Math.max(one.elapsedSec, other.elapsedSec),
    distanceM: Math.max(one.distanceM, other.distanceM),
  };
}

/**
 * Takes up a stored row without any values of its monitor's workout in the journal. An earlier page may have sent
 * values that its disk failed to store.
 */
export function takenUp(kept: KeptLife, strokes: readonly JournalStroke[]): KeptLife {
  // Another version of the page has sent some of this page's strokes, so the stored totals prove nothing.
  if (strokes.some(({ isSent }) => isSent)) return { ...kept, takenUpAt: null };
  return withoutFirstMeters(kept);
}

/**
 * Takes back a row that another device has continued. If this page has less than a stroke of it, the first meters of
 * the next workout would look like the same workout, so the page drops its values and compares with the server's. A row
 * ended by hand here while the other device had it continues.
 */
export function takenBack(life: Life): Life {
  const reopened = { ...life, kept: withoutEndByHand(life.kept) };
  const kept = withoutFirstMeters(reopened.kept);
  if (kept === reopened.kept) return reopened;
  return changed({ ...life, kept }, { hasHeardMonitor: false }, { heardFrom: null });
}

/** Continues a row whose result by hand never reached the server. */
function withoutEndByHand(kept: KeptLife): KeptLife {
  const { stage, begin, progress } = kept;
  const isByHand = progress.result === null || progress.result.source === 'byHand';
  if (stage !== 'completing' || begin !== 'stored' || !isByHand) return kept;
  const phase = progress.result === null ? progress.phase : 'paused';
  const going = { ...withSummary(progress, { endedAtMs: null }), phase, result: null };
  return { ...kept, stage: 'rowing', progress: going };
}

/** Drops the values of a row of less than a stroke: the stored totals decide which workout comes next. */
function withoutFirstMeters(kept: KeptLife): KeptLife {
  const isWithoutValues = kept.stage === 'rowing' && kept.begin !== 'unsent' && isNothingRowed({ kept });
  if (!isWithoutValues) return kept;
  // The monitor repeats the meters so far.
  const progress = beginRow();
  return { ...kept, progress, takenUpAt: kept.takenUpAt ?? { elapsedSec: 0, distanceM: 0 }, mustRead: true };
}

/**
 * Whether the server may have strokes of another workout of the monitor. Until they are read, the page sends no values
 * of this one.
 */
export function isUndecided({ kept, run }: Life): boolean {
  return kept.takenUpAt !== null && kept.mustRead && run.strokesRefusal === null;
}

/** Keeps a row for its athlete to save elsewhere, because its activity has another workout of the monitor. */
function keptApart(life: Life): Life {
  // User-visible, and stored in the journal. On the page, a workout belongs to the athlete, so the text says piece.
  const message = 'Another piece was stored in this workout from another device.';
  return changed(life, { refusal: { class: 'completed', message } }, { sampleDueAtMs: null });
}

/** Returns the totals that the server is known to have, including the stored strokes. */
function highestStored(known: Totals, strokes: readonly Stroke[], own: readonly JournalStroke[]): Totals {
  const heardSec = Math.max(0, ...own.map(({ stroke }) => stroke.elapsedTime));
  // A device that took the row over has continued where this one ended.
  const isGoneOn = own.length > 0 && strokes.every(({ elapsedTime }) => elapsedTime > heardSec);
  if (isGoneOn) return known;
  return strokes.reduce(
    (highest, { elapsedTime, distance }) =>
      highestOf(highest, { elapsedSec: elapsedTime, distanceM: distance }),
    known,
  );
}

/**
 * Compares a row that was taken up without values with the stored strokes, which are all from other pages. If this page
 * received another workout of the monitor, the row ends as left with the server's values, and `next` gets its strokes
 * so far.
 */
export function comparedWith(
  life: Life,
  strokes: readonly Stroke[],
  at: At,
): { life: Life; stored?: JournalStroke[]; next?: RowProgress } {
  const { kept, run } = life;
  const own = [...run.setAside, ...run.unsent];
  const { openStroke } = kept.progress.track.strokes;
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

/** Whether another page rows it. This page then takes no values, unless it is taking the row over with its own erg. */
export function isOthers({ kept, run }: Life): boolean {
  return kept.lostTo !== null && !run.isTakingOver;
}

/**
 * Ends a row whose athlete has left its workout on the monitor. A row that is being taken over is completed as soon as
 * this device owns it.
 */
function ended(life: Life, at: At): Life {
  const stage = life.kept.isEndedElsewhere ? 'completed' : 'completing';
  return changed(
    life,
    { isLeft: true, stage, lostTo: null },
    { completeAtMs: at.monoMs, sampleDueAtMs: null },
  );
}

/**
 * Ends a row because its athlete rows another workout here. Another device's row is taken over first: that device may
 * be offline, and its monitor's own summary still becomes the result.
 */
export function leaving(life: Life, at: At): Life {
  const { stage, lostTo, begin, patchRefusal, isEndedElsewhere, hasHeardMonitor, progress } = life.kept;
  if (stage !== 'rowing' || isEndedElsewhere || lostTo === 'tab') return life;
  if (lostTo === null) {
    const left = hasHeardMonitor ? finishFromStatus(progress, 'lastStatus') : progress;
    return changed(ended(life, at), { progress: left });
  }
  if (begin !== 'stored' || patchRefusal !== null || life.run.isTakingOver) return life;
  return changed(life, {}, { asking: null, retryAtMs: at.monoMs, isTakingOver: true, isLeaving: true });
}

/** Ends a row that was taken over only to end it as left: the server has more of its values than this page. */
export function leftTakenOver(life: Life, at: At): Life {
  if (!life.run.isLeaving) return life;
  return changed(ended(life, at), { progress: beginRow() }, { isLeaving: false });
}

/** Whether `after` begins with a stroke that the server has with another drive. */
function isCountedAgain({ kept, run }: Life, after: RowProgress): boolean {
  const { openStroke } = after.track.strokes;
  const before = kept.progress.track.strokes.openStroke;
  const isBegun = openStroke !== null && openStroke.number !== before?.number;
  return isBegun && kept.refusal === null && isOfOtherMonitorWorkout([openStroke], run.storedKeys, after);
}

/**
 * Ends a row whose athlete has left the workout on the monitor and begun another: an activity never has strokes of two
 * workouts. Null while the workout continues, and if nothing of it was rowed.
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
  // The row ended before this page received any of it, so nothing shows that it continues.
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
  // Another device of the athlete may have stored its only stroke.
  if (next === null || (isNothingRowed(life) && kept.serverNext === 0)) return null;
  return { life: changed(left, { progress: finishFromStatus(kept.progress, 'lastStatus') }), next };
}
