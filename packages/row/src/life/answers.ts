import { comparedWith, highestOf, isNothingRowed, joinedAt, leftTakenOver } from './monitor-workouts.ts';
import { backoffMs } from './requests.ts';
import { changed, type Answer, type At, type Life, type Refusal, type RowRequest } from './life-state.ts';
import type { JournalStroke } from './kept/schema.ts';
import { withAppended, withoutMoments, withoutRefused, withStored } from './journal-strokes.ts';
import type { RowProgress } from '../reduce/progress.ts';
import { machineOfRow } from '../reduce/machine.ts';
import { closeStroke } from '../reduce/strokes.ts';

/** `stored` are strokes that have changed since the journal stored them. */
export type Taken = {
  life: Life;
  isKept: boolean;
  stored?: JournalStroke[];
  message?: string;
  /** The next workout on the monitor, which the athlete has begun after leaving the row's workout. */
  next?: RowProgress;
};

/** Stops a row here because another device or tab continues it. Unsent strokes are still sent. */
export function lost(life: Life, by: 'device' | 'tab'): Life {
  const { stage, progress } = life.kept;
  if (stage === 'completed' || stage === 'discarding') return life;
  // The recovery of the open stroke does not arrive here. Another tab continues the stroke from the journal.
  const closed = by === 'device' ? closeStroke(progress, null) : progress;
  // From now on the server may store more of the same monitor's workout than this page received.
  const takenUpAt = life.run.heardFrom === null ? life.kept.takenUpAt : null;
  return changed(
    life,
    { progress: closed, lostTo: by, takenUpAt },
    { isTakingOver: false, otherDevice: 'heard', ownersTotals: null, isLeaving: false, sampleDueAtMs: null },
  );
}

/**
 * Stops sending values of a row that was completed elsewhere. The monitor's own summary may still replace that result.
 */
export function endedElsewhere(life: Life): Life {
  const { kept } = life;
  const isMonitors = kept.progress.result?.source === 'summary';
  const isOpen =
    kept.stage === 'rowing' || (kept.stage === 'completing' && kept.lostTo !== null && !isMonitors);
  if (!isOpen || kept.begin !== 'stored' || kept.isEndedElsewhere) return life;
  const stage = kept.lostTo === null ? kept.stage : 'completed';
  // Reading the strokes also shows whether the activity still exists.
  return changed(life, { stage, isEndedElsewhere: true, mustRead: true }, { sampleDueAtMs: null });
}

/** Continues a row that was ended elsewhere. A row that this page has completed starts again instead. */
export function reopened(life: Life): Life {
  if (!life.kept.isEndedElsewhere || life.kept.stage !== 'rowing') return life;
  return changed(life, { isEndedElsewhere: false, mustRead: true });
}

/** Returns null when the row no longer exists. */
export function answered(
  life: Life,
  input: { number: number; request: RowRequest; answer: Answer },
  at: At,
): Taken | null {
  const { number, request, answer } = input;
  if (life.run.asking?.number !== number) return { life, isKept: false };
  const idle = { asking: null, failures: 0, retryAtMs: at.monoMs, awaySinceMs: null };
  const heard = changed(life, {}, { ...idle, heardAtMs: at.wallMs });
  if (answer.kind === 'discarded') return null;
  if (answer.kind === 'next' && request.kind === 'append') {
    const batch = { from: request.from, count: request.strokes.length };
    return { ...withAppended(heard, batch, answer), isKept: true };
  }
  if (answer.kind === 'strokes') {
    const { life: read, stored } = withStored(heard, answer);
    // The server has some strokes that this page received, so the rest belongs to the same monitor's workout.
    const isSame = stored.length > 0 && read.kept.takenUpAt !== null;
    const compared = isSame
      ? { life: changed(read, { takenUpAt: null }) }
      : comparedWith(read, answer.strokes, at);
    return { ...compared, stored: [...stored, ...(compared.stored ?? [])], isKept: true };
  }
  if (answer.kind !== 'activity') return { life: heard, isKept: false };
  const isOther = request.kind === 'begin' && answer.activity.id !== life.kept.id;
  const { life: known, stored } = isOther ? withoutMoments(heard) : { life: heard, stored: [] };
  return {
    life: withActivity(known, request, answer, at),
    isKept: request.kind !== 'patch',
    stored,
  };
}

function withActivity(
  life: Life,
  request: RowRequest,
  { activity, totals }: Extract<Answer, { kind: 'activity' }>,
  at: At,
): Life {
  const { kept, run } = life;
  switch (request.kind) {
    case 'begin': {
      // Another page of the athlete began it, and may have stored strokes.
      const mustRead = kept.mustRead || activity.id !== kept.id;
      const stored = { id: activity.id, begin: 'stored', refusal: null, mustRead } as const;
      const begun = changed(life, stored, { patchedAtMs: at.monoMs, toldMachine: activity.machine });
      if (activity.isCompleted) return endedElsewhere(begun);
      const isOther = activity.owner !== null && activity.owner !== run.owner;
      return isOther ? lost(begun, 'device') : begun;
    }
    case 'patch':
      return changed(
        life,
        {},
        {
          patched: request.progress,
          toldMachine: machineOfRow(request.progress) ?? run.toldMachine,
        },
      );
    case 'machine':
      return changed(life, {}, { toldMachine: request.machine });
    case 'recovery':
      return changed(life, {}, { isRecoverySent: true });
    case 'takeOver': {
      // The server may store the other device's strokes later than its totals. Unsent strokes of this device do not
      // affect later ones.
      const isComparable = kept.takenUpAt !== null || run.unsent.length + run.setAside.length === 0;
      const takenUpAt = isComparable ? highestOf(kept.takenUpAt ?? totals, totals) : null;
      const heardFrom = kept.takenUpAt === null ? null : run.heardFrom;
      const progress = joinedAt(changed(life, { takenUpAt }, { takenOverAt: totals }), kept.progress);
      const taken = changed(
        life,
        { progress, lostTo: null, mustRead: true, takenUpAt },
        {
          isTakingOver: false,
          otherDevice: 'heard',
          isCurrent: false,
          patchedAtMs: at.monoMs,
          heardFrom,
          takenOverAt: totals,
          toldMachine: activity.machine,
        },
      );
      return leftTakenOver(taken, at);
    }
    case 'complete': {
      const isNewer = kept.progress.result !== request.progress.result;
      const completedAtMs = run.completedAtMs ?? at.monoMs;
      const isRecoverySent =
        run.isRecoverySent || (!isNewer && request.progress.recoveryHeartRateBpm !== null);
      const stage = isNewer ? kept.stage : 'completed';
      return changed(life, { stage }, { completedAtMs, isRecoverySent });
    }
    default:
      return life;
  }
}

const removedMessage = 'This workout was removed. Begin it again to row it.';

/**
 * Returns why a row was removed if none of its data here could be saved elsewhere: its start was permanently refused,
 * or the host or another page of the athlete removed it. Null if it continues.
 */
export function reasonToLetGo(
  life: Life,
  { number, refusal }: { number: number; refusal: Refusal },
): string | null {
  const { asking } = life.run;
  if (asking?.number !== number || !isNothingRowed(life)) return null;
  if (asking.kind === 'begin' && refusal.class !== 'later') return refusal.message;
  const isOwn = asking.kind !== 'discard' && asking.kind !== 'recovery' && life.kept.lostTo === null;
  return isOwn && refusal.class === 'gone' ? removedMessage : null;
}

/** Returns null when the row no longer exists. */
export function refused(life: Life, input: { number: number; refusal: Refusal }, at: At): Taken | null {
  const { number, refusal } = input;
  const { asking } = life.run;
  if (asking?.number !== number) return { life, isKept: false };
  const { kind } = asking;
  if (refusal.class === 'later') return { life: waiting(life, refusal, at), isKept: false };
  const heard = changed(life, {}, { asking: null, failures: 0, awaySinceMs: null, heardAtMs: at.wallMs });
  // Discarded on the device that now rows it, or here earlier.
  const isDiscarded = kind === 'discard' || life.kept.lostTo === 'device';
  if (refusal.class === 'gone' && isDiscarded) return null;
  if (refusal.class === 'bad' && (kind === 'append' || kind === 'readStrokes')) {
    return { life: withoutRefused(heard, asking.strokes, refusal.message, at), isKept: true };
  }
  return { life: withRefusal(heard, kind, refusal, at), isKept: true };
}

function waiting(life: Life, { retryAfterMs }: Refusal, at: At): Life {
  const { run } = life;
  const failures = run.failures + 1;
  const retryAtMs = at.monoMs + Math.max(backoffMs(failures), retryAfterMs ?? 0);
  const awaySinceMs = run.awaySinceMs ?? run.heardAtMs ?? at.wallMs;
  return changed(life, {}, { asking: null, failures, retryAtMs, awaySinceMs });
}

/** Delay before a begin is repeated that was refused because another activity of the athlete is in progress. */
const busyRetryMs = 8_000;

function withRefusal(life: Life, kind: RowRequest['kind'], refusal: Refusal, at: At): Life {
  const { message } = refusal;
  if (kind === 'recovery') return changed(life, {}, { isRecoverySent: true });
  switch (refusal.class) {
    case 'notOwner':
      return lost(life, 'device');
    case 'conflict':
      return changed(life, { mustRead: true });
    case 'timeZone':
      // Complete it without the zone: the result matters more than its calendar day.
      return changed(life, { timeZone: null });
    case 'completed':
      if (kind === 'begin') return changed(life, { refusal: { class: 'completed', message } });
      return endedElsewhere(
        changed(
          life,
          { stage: kind === 'discard' ? 'rowing' : life.kept.stage },
          { isTakingOver: false, isLeaving: false },
        ),
      );
    case 'busy':
      return changed(life, { refusal: { class: 'busy', message } }, { retryAtMs: at.monoMs + busyRetryMs });
    case 'gone':
      return changed(
        life,
        { refusal: { class: 'gone', message } },
        { isTakingOver: false, isLeaving: false, sampleDueAtMs: null },
      );
    default:
      return withBadRequest(life, kind, message);
  }
}

/** The same request would be refused again, so it is not repeated. */
function withBadRequest(life: Life, kind: RowRequest['kind'], message: string): Life {
  switch (kind) {
    case 'patch':
    case 'machine':
      return changed(life, { patchRefusal: message });
    case 'takeOver':
      return changed(life, { patchRefusal: message }, { isTakingOver: false, isLeaving: false });
    default:
      return changed(life, { refusal: { class: 'bad', message } });
  }
}
