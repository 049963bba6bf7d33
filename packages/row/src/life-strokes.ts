import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { batchMax, type Answer, type At, type JournalStroke, type Life } from './life-state.ts';
import { positionOf } from './plan.ts';
import { takeStrokes } from './strokes.ts';
import { emptyTally, tally, type TalliedStroke, type TargetTally } from './targets.ts';
import { parseWorkoutText } from './text.ts';

/**
 * How many of another device's first and last strokes can be the one during which it took the row, or this one did: both
 * have heard a part of it.
 */
const boundaryStrokes = 3;
const boundariesMax = 10;

/** The measured drive identifies a stroke within interval and number. */
const identifying = ['interval', 'number', 'driveLength', 'driveTime', 'peakForce', 'averageForce'] as const;
const keyOf = (stroke: Stroke): string => identifying.map((field) => stroke[field]).join();

/** Numbers the strokes that the reducer has completed. Both devices hear the stroke during which one takes over. */
export function collectStrokes(life: Life): { life: Life; added: JournalStroke[] } {
  const taken = takeStrokes(life.progress);
  if (taken.strokes.length === 0) return { life, added: [] };
  const known = new Set(life.storedBefore);
  const added = taken.strokes
    .filter((stroke) => !known.has(keyOf(stroke)))
    .map((stroke, index) => ({ sequence: life.nextSequence + index, stroke, isSent: false }));
  return {
    life: {
      ...life,
      progress: taken.progress,
      nextSequence: life.nextSequence + added.length,
      unsent: [...life.unsent, ...added],
      targets: tallied(
        life,
        life.targets,
        added.map(({ stroke }) => stroke),
      ),
    },
    added,
  };
}

function tallied(life: Life, before: TargetTally, strokes: readonly TalliedStroke[]): TargetTally {
  const plan = parseWorkoutText(life.place.workout);
  if (plan === null || plan.pieces.every(({ target }) => target === undefined)) return before;
  return tally(before, plan, strokes, positionOf(plan, life.progress) !== null);
}

const sent = (strokes: readonly JournalStroke[]) => strokes.map((one) => ({ ...one, isSent: true }));

/**
 * Handles the answer to a batch of `count` strokes from `from` on: stored as a whole, or not at all. A later `next` shows
 * that another device has stored strokes, an earlier one that this page is mistaken: read them.
 */
export function withAppended(
  life: Life,
  batch: { from: number; count: number },
  { next }: Extract<Answer, { kind: 'next' }>,
): { life: Life; stored: JournalStroke[] } {
  const end = batch.from + batch.count;
  const stored = next >= end ? sent(life.unsent.slice(0, batch.count)) : [];
  const appended: Life = {
    ...life,
    serverNext: Math.min(next, end),
    mustRead: next !== end,
    unsent: life.unsent.slice(stored.length),
    batchMax: Math.min(life.batchMax * 2, batchMax),
    refusedInARow: 0,
    strokesRefusal: life.setAside.length > 0 ? life.strokesRefusal : null,
  };
  // The server took none for a while, so those set aside meanwhile are worth another try.
  return { life: life.refusedInARow >= refusedInARowMax ? withSetAside(appended) : appended, stored };
}

/** So many strokes refused one by one mean that the server takes none now, as an older one during an update does. */
const refusedInARowMax = 3;
const strokesAgainMs = 60_000;

/**
 * Handles a refused batch, or refused reading (0 strokes). The half of a batch is tried next, until a stroke is refused by
 * itself; it is set aside, and the later strokes are sent without it: the server counts those that it stores.
 */
export function withoutRefused(life: Life, message: string, at: At): Life {
  const count = life.asking?.strokes ?? 0;
  const refused: Life = { ...life, strokesRefusal: message };
  if (count === 0) return { ...refused, strokesDueAtMs: at.monoMs + strokesAgainMs };
  if (count > 1) return { ...refused, batchMax: Math.floor(count / 2) };
  const refusedInARow = life.refusedInARow + 1;
  const isForAll = refusedInARow >= refusedInARowMax;
  return {
    ...refused,
    unsent: life.unsent.slice(1),
    setAside: [...life.setAside, ...life.unsent.slice(0, 1)],
    refusedInARow,
    strokesDueAtMs: isForAll ? at.monoMs + strokesAgainMs : life.strokesDueAtMs,
  };
}

/** Tries the strokes again that were set aside. A batch on its way no longer matches: its outcome is read. */
export function withSetAside(life: Life): Life {
  const isSending = life.asking?.kind === 'append';
  return {
    ...life,
    asking: isSending ? null : life.asking,
    mustRead: life.mustRead || isSending,
    unsent: [...life.setAside, ...life.unsent].toSorted((one, other) => one.sequence - other.sequence),
    setAside: [],
    strokesRefusal: null,
    refusedInARow: 0,
    strokesDueAtMs: Number.NEGATIVE_INFINITY,
  };
}

/** Gives the strokes up that were set aside, as the athlete has decided. */
export function withoutSetAside(life: Life): { life: Life; stored: JournalStroke[] } {
  return { life: { ...life, setAside: [], strokesRefusal: null }, stored: sent(life.setAside) };
}

/**
 * Compares the unsent strokes with those that the server has from the first unsent sequence on: a batch whose answer was
 * lost, and the strokes of another device. The rest is appended at the end.
 */
export function withStored(
  life: Life,
  { strokes }: Extract<Answer, { kind: 'strokes' }>,
): { life: Life; stored: JournalStroke[] } {
  const there = new Map<string, number>();
  for (const stroke of strokes.slice(life.serverNext)) {
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
  for (const one of life.unsent) (isThere(one) ? stored : unsent).push(one);
  // Perhaps stored by a late batch that another version of the server took.
  for (const one of life.setAside) (isThere(one) ? stored : setAside).push(one);
  const own = new Set(stored.map(({ stroke }) => keyOf(stroke)));
  const others = strokes.slice(life.serverNext).filter((stroke) => !own.has(keyOf(stroke)));
  const storedBefore = [
    ...life.storedBefore.slice(-boundariesMax * boundaryStrokes),
    ...others.slice(0, boundaryStrokes).map(keyOf),
    ...strokes.slice(-boundaryStrokes).map(keyOf),
  ];
  return {
    life: {
      ...life,
      serverNext: strokes.length,
      mustRead: false,
      unsent,
      setAside,
      strokesRefusal: setAside.length > 0 ? life.strokesRefusal : null,
      storedBefore,
      // The other device has counted its strokes; here they are counted from the stored ones.
      targets: tallied(life, emptyTally(), [...strokes, ...unsent.map(({ stroke }) => stroke)]),
    },
    stored: sent(stored),
  };
}
