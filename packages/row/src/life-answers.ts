import { backoffMs } from './life-requests.ts';
import {
  figuresOf,
  type ActivityState,
  type Answer,
  type At,
  type JournalStroke,
  type Life,
  type Refusal,
  type RowRequest,
} from './life-state.ts';
import { withAppended, withoutRefused, withStored } from './life-strokes.ts';
import type { RowProgress } from './progress.ts';
import { closeStroke } from './strokes.ts';

/** `stored` are strokes whose copies in the journal are now marked as sent. */
export type Taken = {
  life: Life;
  isKept: boolean;
  stored?: JournalStroke[];
  message?: string;
  /** The piece that the athlete has begun after leaving this one. */
  next?: RowProgress;
};

/** Stops a row here that another device or tab continues. What is unsent is still sent. */
export function lost(life: Life, by: 'device' | 'tab'): Life {
  if (life.stage === 'completed' || life.stage === 'discarding') return life;
  // The stroke under way has no recovery here any more; another tab continues it from the journal.
  const progress = by === 'device' ? closeStroke(life.progress, null) : life.progress;
  return { ...life, progress, lostTo: by, isTakingOver: false, sampleDueAtMs: null };
}

/** Stops sending values of a row that was completed elsewhere; the monitor's own summary may still replace that result. */
export function endedElsewhere(life: Life): Life {
  const isOpen = life.stage === 'rowing' || (life.stage === 'completing' && life.lostTo !== null);
  if (!isOpen || life.begin !== 'stored' || life.isEndedElsewhere) return life;
  const stage = life.lostTo === null ? life.stage : 'completed';
  // Reading the strokes also shows whether the activity is still there.
  return { ...life, stage, isEndedElsewhere: true, mustRead: true, sampleDueAtMs: null };
}

/** Rows on what was ended elsewhere. A row that this page has completed starts again instead. */
export function reopened(life: Life): Life {
  if (!life.isEndedElsewhere || life.stage !== 'rowing') return life;
  return { ...life, isEndedElsewhere: false, mustRead: true };
}

/** Returns null when the row is gone. */
export function answered(
  life: Life,
  input: { number: number; request: RowRequest; answer: Answer },
  at: At,
): Taken | null {
  const { number, request, answer } = input;
  if (life.asking?.number !== number) return { life, isKept: false };
  const heard = {
    ...life,
    asking: null,
    failures: 0,
    retryAtMs: at.monoMs,
    awaySinceMs: null,
    awayWhy: null,
    heardAtMs: at.wallMs,
  };
  if (answer.kind === 'discarded') return null;
  if (answer.kind === 'next' && request.kind === 'append') {
    const batch = { from: request.from, count: request.strokes.length };
    return { ...withAppended(heard, batch, answer), isKept: true };
  }
  if (answer.kind === 'strokes') {
    return { ...withStored(heard, answer), isKept: true };
  }
  if (answer.kind !== 'activity') return { life: heard, isKept: false };
  return { life: withActivity(heard, request, answer.activity, at), isKept: request.kind !== 'patch' };
}

function withActivity(life: Life, request: RowRequest, activity: ActivityState, at: At): Life {
  switch (request.kind) {
    case 'begin': {
      const begun: Life = {
        ...life,
        id: activity.id,
        begin: 'stored',
        refusal: null,
        // Begun by another page of the athlete, which may have stored strokes.
        mustRead: life.mustRead || activity.id !== life.id,
        patchedAtMs: at.monoMs,
      };
      if (activity.isCompleted) return endedElsewhere(begun);
      const isOther = activity.owner !== null && activity.owner !== life.owner;
      return isOther ? lost(begun, 'device') : begun;
    }
    case 'patch':
      return { ...life, patched: figuresOf(request.progress) };
    case 'recovery':
      return { ...life, isRecoverySent: true };
    case 'takeOver':
      return {
        ...life,
        isTakingOver: false,
        lostTo: null,
        mustRead: true,
        isCurrent: false,
        patchedAtMs: at.monoMs,
      };
    case 'complete': {
      const isNewer = life.progress.result !== request.progress.result;
      const completedAtMs = life.completedAtMs ?? at.monoMs;
      const isRecoverySent =
        life.isRecoverySent || (!isNewer && request.progress.recoveryHeartRateBpm !== null);
      return { ...life, stage: isNewer ? life.stage : 'completed', completedAtMs, isRecoverySent };
    }
    default:
      return life;
  }
}

/** Returns null when the row is gone. */
export function refused(life: Life, input: { number: number; refusal: Refusal }, at: At): Taken | null {
  const { number, refusal } = input;
  const kind = life.asking?.kind;
  if (kind === undefined || life.asking?.number !== number) return { life, isKept: false };
  const idle: Life = { ...life, asking: null };
  if (refusal.class === 'later') return { life: waiting(idle, refusal, at), isKept: false };
  const heard: Life = { ...idle, failures: 0, awaySinceMs: null, awayWhy: null, heardAtMs: at.wallMs };
  // Discarded on the device that rows it now, or here before.
  const isDiscarded = kind === 'discard' || life.lostTo === 'device';
  if (refusal.class === 'gone' && isDiscarded) return null;
  if (refusal.class === 'bad' && (kind === 'append' || kind === 'readStrokes')) {
    const { asking } = life;
    return {
      life: { ...withoutRefused({ ...heard, asking }, refusal.message, at), asking: null },
      isKept: true,
    };
  }
  return { life: withRefusal(heard, kind, refusal, at), isKept: true };
}

function waiting(life: Life, { retryAfterMs, message }: Refusal, at: At): Life {
  const failures = life.failures + 1;
  return {
    ...life,
    failures,
    retryAtMs: at.monoMs + Math.max(backoffMs(failures), retryAfterMs ?? 0),
    awaySinceMs: life.awaySinceMs ?? life.heardAtMs ?? at.wallMs,
    awayWhy: message,
  };
}

/** How long a begin waits that is refused because another activity of the athlete is in progress. */
const busyRetryMs = 8_000;

function withRefusal(life: Life, kind: RowRequest['kind'], refusal: Refusal, at: At): Life {
  const { message } = refusal;
  if (kind === 'recovery') return { ...life, isRecoverySent: true };
  switch (refusal.class) {
    case 'notOwner':
      return lost(life, 'device');
    case 'conflict':
      return { ...life, mustRead: true };
    case 'timeZone':
      // Complete without the zone: the result matters more than its calendar day.
      return { ...life, timeZone: null };
    case 'completed':
      if (kind === 'begin') return { ...life, refusal: { class: 'completed', message } };
      return endedElsewhere({
        ...life,
        isTakingOver: false,
        stage: kind === 'discard' ? 'rowing' : life.stage,
      });
    case 'busy':
      return { ...life, refusal: { class: 'busy', message }, retryAtMs: at.monoMs + busyRetryMs };
    case 'gone':
      return { ...life, refusal: { class: 'gone', message }, isTakingOver: false, sampleDueAtMs: null };
    default:
      return withBadRequest(life, kind, message);
  }
}

/** The same request would be refused again, so it is not repeated. */
function withBadRequest(life: Life, kind: RowRequest['kind'], message: string): Life {
  switch (kind) {
    case 'patch':
      return { ...life, patchRefusal: message };
    case 'takeOver':
      return { ...life, isTakingOver: false, patchRefusal: message };
    default:
      return { ...life, refusal: { class: 'bad', message } };
  }
}
