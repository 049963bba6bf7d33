/*
 * The elapsed time of a row on an erg of another maker. The page's clock decides, because clocks of such machines stop,
 * run double, jump, restart or count another unit. The machine's clock is used only if the page's can't be right, and
 * only if the machine's own meters agree.
 */

/** A longer time between records is a silence of the link. */
const silenceSec = 3;
/** Two clocks of whole seconds can differ by this. */
const coarseSec = 2;
/** Records that the device delayed arrive this close together. */
const heldBackSec = 0.15;
/** Longer than records are delayed. */
const owedMaxSec = 120;

/** Below this the speed of a row is not known. */
const knownAfterSec = 10;
/** Upper bounds: 500 m in 1:11, and a stroke a second. */
const fastest = { mPerSec: 7, strokesPerSec: 1 };
/** Factor of a sprint above the average of the row. */
const spurt = 1.25;

/** This much shows whether the time is possible. Less may arrive at once, because a link delays records. */
const conclusive = { meters: 30, strokes: 10 };
/** Records are added up to parts of this size, so that few are stored. */
const partOf = { meters: 5, strokes: 2 };

type Since = {
  /** Rise of the machine's clock; null if it has no possible value. */
  toldSec: number | null;
  /** It is on the page's clock. */
  wallSec: number;
  meters: number;
  strokes: number;
};

/** Several records, and the time that was counted for them. */
export type CountedPart = Since & { passedSec: number };

type ClockedRow = {
  elapsedSec: number;
  distanceM: number;
  strokeCount: number;
  /** Time that the machine left out of a silence: delayed records may contain it. */
  owedSec: number;
  /** The newest records without a silence between them, up to the conclusive amount. */
  recent: CountedPart[];
};

/** Whether this much can be rowed in the machine's time, after the earlier part of the row. */
function isPossibleAfter(row: ClockedRow, sec: number, { meters, strokes }: Since): boolean {
  const isKnown = row.elapsedSec >= knownAfterSec;
  const [done, more, most] =
    meters > 0 ? [row.distanceM, meters, fastest.mPerSec] : [row.strokeCount, strokes, fastest.strokesPerSec];
  const perSec = isKnown && done > 0 ? (spurt * done) / row.elapsedSec : most;
  return more <= perSec * sec;
}

const isPossible = ({ meters, strokes }: Since, sec: number): boolean =>
  meters <= fastest.mPerSec * sec && strokes <= fastest.strokesPerSec * sec;

const plus = (one: CountedPart, other: CountedPart): CountedPart => ({
  toldSec: one.toldSec === null || other.toldSec === null ? null : one.toldSec + other.toldSec,
  wallSec: one.wallSec + other.wallSec,
  meters: one.meters + other.meters,
  strokes: one.strokes + other.strokes,
  passedSec: one.passedSec + other.passedSec,
});

const nothing: CountedPart = { toldSec: 0, wallSec: 0, meters: 0, strokes: 0, passedSec: 0 };

const isMoreThan = (part: Since, { meters, strokes }: { meters: number; strokes: number }): boolean =>
  part.meters >= meters || (part.meters === 0 && part.strokes >= strokes);

/** Adds a part to the newest ones, and drops the oldest ones that are not needed for a conclusion. */
function withPart(recent: readonly CountedPart[], part: CountedPart): CountedPart[] {
  const last = recent.at(-1);
  const parts =
    last === undefined || isMoreThan(last, partOf)
      ? [...recent, part]
      : [...recent.slice(0, -1), plus(last, part)];
  const [, ...others] = parts;
  return isMoreThan(others.reduce(plus, nothing), conclusive) ? others : parts;
}

/** Returns the machine's time if its own meters agree; Infinity otherwise. */
export function toldSecOf(since: Since): number {
  return since.toldSec !== null && isPossible(since, since.toldSec) ? since.toldSec : Infinity;
}

/** Returns the time since the previous record, and the state for the next one. */
export function passedOf(
  row: ClockedRow,
  since: Since,
): { passedSec: number; owedSec: number; recent: CountedPart[] } {
  const { toldSec, wallSec, meters, strokes } = since;
  if (wallSec > silenceSec) {
    const isShorter = toldSec !== null && toldSec < wallSec - coarseSec && (meters > 0 || strokes > 0);
    const isTold = isShorter && isPossibleAfter(row, toldSec, since);
    const passedSec = isTold ? toldSec : wallSec;
    return { passedSec, owedSec: Math.min(owedMaxSec, wallSec - passedSec), recent: [] };
  }
  if (wallSec < heldBackSec && row.owedSec > 0) {
    const passedSec = Math.min(Math.max(toldSec ?? 0, wallSec), wallSec + row.owedSec);
    return {
      passedSec,
      owedSec: row.owedSec - (passedSec - wallSec),
      recent: withPart(row.recent, { ...since, passedSec }),
    };
  }
  const all = [...row.recent, { ...since, passedSec: 0 }].reduce(plus, nothing);
  const isOursWrong =
    isMoreThan(all, conclusive) &&
    !isPossible(all, all.wallSec) &&
    all.toldSec !== null &&
    isPossible(all, all.toldSec);
  if (!isOursWrong) {
    return { passedSec: wallSec, owedSec: 0, recent: withPart(row.recent, { ...since, passedSec: wallSec }) };
  }
  // This record corrects the time of earlier records, which the page's clock counted.
  const asTold = row.recent.map((part) => ({ ...part, passedSec: part.toldSec ?? 0 }));
  return {
    passedSec: Math.max(0, (all.toldSec ?? 0) - all.passedSec),
    owedSec: 0,
    recent: withPart(asTold, { ...since, passedSec: toldSec ?? 0 }),
  };
}
