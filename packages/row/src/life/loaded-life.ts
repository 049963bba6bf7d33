import { beganAtMonoMs } from './moments.ts';
import { batchMax, type At, type Life } from './life-state.ts';
import type { JournalStroke, KeptLife } from './kept/schema.ts';
import type { Totals } from '../reduce/state.ts';

/** Returns the totals at the first stroke; null without one. */
function firstOf([first]: readonly JournalStroke[]): Totals | null {
  return first === undefined
    ? null
    : { elapsedSec: first.stroke.elapsedTime, distanceM: first.stroke.distance };
}

/** Returns the life of a stored row in a page that has just loaded it. */
export function livingOf(kept: KeptLife, strokes: readonly JournalStroke[], owner: string, at: At): Life {
  const run: Life['run'] = {
    owner,
    begunMonoMs: null,
    beganAtMonoMs: beganAtMonoMs(kept, strokes, at),
    unsent: strokes.filter(({ isSent }) => !isSent),
    setAside: [],
    strokesRefusal: null,
    storedKeys: [],
    batchMax,
    refusedInARow: 0,
    strokesDueAtMs: Number.NEGATIVE_INFINITY,
    isCurrent: false,
    heardFrom: kept.takenUpAt === null ? null : firstOf(strokes),
    takenOverAt: null,
    isWaiting: false,
    isTakingOver: false,
    otherDevice: 'heard',
    ownersTotals: null,
    isLeaving: false,
    isForgotten: false,
    asking: null,
    requestCount: 0,
    failures: 0,
    retryAtMs: at.monoMs,
    awaySinceMs: null,
    heardAtMs: null,
    completeAtMs: at.monoMs,
    appendedAtMs: Number.NEGATIVE_INFINITY,
    patchedAtMs: at.monoMs,
    patched: null,
    toldMachine: null,
    sampledAtMs: Number.NEGATIVE_INFINITY,
    sampleDueAtMs: null,
    keptAtMs: Number.NEGATIVE_INFINITY,
    completedAtMs: null,
    isRecoverySent: false,
  };
  return { kept, run };
}
