import type { RowerData } from '@boathouse/pm5/ftms/rower-data';

/*
 * A rower of another maker counts since it was last reset, in few bits, and tells when it likes. This makes counts of a row
 * from that: what the machine's rise since the row is heard.
 */

type MachineCounts = Pick<RowerData, 'elapsedSec' | 'distanceM' | 'strokeCount' | 'calories'>;

/** What was counted of a rower of another maker. Plain data that JSON preserves. */
export type RowerTrack = {
  /** The newest count of each kind that the machine has told, and when. */
  machine: MachineCounts;
  heardAtMs: number;
  /** Of the row. */
  elapsedSec: number;
  distanceM: number;
  strokeCount: number;
  /** kcal; null of a machine that tells none. */
  calories: number | null;
  /** How long neither meters nor strokes have come. */
  stillSec: number;
  /** The newest strokes without a pause between, for their rate. */
  strokes: { count: number; atSec: number }[];
  /** Null where it is not known. */
  strokeRateSpm: number | null;
  /** Work over the time in which its power was told. */
  workJ: number;
  powerSec: number;
};

function newTrack(data: RowerData, atMs: number): RowerTrack {
  const { elapsedSec, distanceM, strokeCount, calories } = data;
  return {
    machine: { elapsedSec, distanceM, strokeCount, calories },
    heardAtMs: atMs,
    elapsedSec: 0,
    distanceM: 0,
    strokeCount: 0,
    calories: calories === null ? null : 0,
    stillSec: 0,
    strokes: [],
    strokeRateSpm: null,
    workJ: 0,
    powerSec: 0,
  };
}

/**
 * What a count can rise by in a second at most, and beside it in no time: records come late together, and whole seconds and
 * meters are coarse.
 */
const most = {
  elapsedSec: { perSec: 1.5, atOnce: 3 },
  distanceM: { perSec: 10, atOnce: 15 },
  strokeCount: { perSec: 1.4, atOnce: 1 },
  calories: { perSec: 1, atOnce: 3 },
} as const;
/** Where the bits of a count end, and it begins again. */
const wrapsAt = { elapsedSec: 2 ** 16, distanceM: 2 ** 24, strokeCount: 2 ** 16, calories: 2 ** 16 } as const;

/**
 * Returns by how much a count has risen: also where its bits have ended, and since 0 where the machine was reset. Null where
 * it is not told, and for a jump that no one can have rowed: some machines tell 0 in between.
 */
function risenBy(kind: keyof MachineCounts, before: number | null, now: number | null, passedSec: number) {
  if (before === null || now === null) return null;
  const limit = most[kind].perSec * passedSec + most[kind].atOnce;
  const rises = now >= before ? [now - before] : [now - before + wrapsAt[kind], now];
  return rises.find((rise) => rise <= limit) ?? null;
}

/** A stroke takes less: without a meter or stroke for longer, the athlete rests, and the row's clock stands. */
export const stillMaxSec = 6;
/** Of the newest strokes: one alone is timed by notifications a second apart. */
const strokesMax = 8;
/** Before so many strokes there is no rate. */
const strokesMin = 4;
const strokeMaxSec = 10;
/** A told rate is taken where it is this near to the counted one, as it is or in another unit. */
const sameRate = 0.15;
/** Records that are further apart have not told the power between. */
const powerGapSec = 3;

/**
 * Returns the rate of the counted strokes. What machines tell may be of whole or half strokes, or of none at all: it is the
 * finer figure where it agrees with the count.
 */
function rateOf(strokes: RowerTrack['strokes'], toldSpm: number | null): number | null {
  const [first, last] = [strokes[0], strokes.at(-1)];
  if (first === undefined || last === undefined || strokes.length < strokesMin) return null;
  const passedSec = last.atSec - first.atSec;
  if (passedSec <= 0) return null;
  const countedSpm = (60 * (last.count - first.count)) / passedSec;
  const agreeing = [1, 2, 0.5]
    .map((unit) => (toldSpm ?? 0) * unit)
    .find((spm) => Math.abs(spm - countedSpm) <= sameRate * countedSpm);
  return Math.round(agreeing ?? countedSpm);
}

/** Returns what is counted after one more record; null stands for the first. `atMs` as in `reduceRow`. */
export function rowerAfter(before: RowerTrack | null, data: RowerData, atMs: number): RowerTrack {
  if (before === null) return newTrack(data, atMs);
  const wallSec = Math.max(0, atMs - before.heardAtMs) / 1_000;
  const rise = (kind: keyof MachineCounts) => risenBy(kind, before.machine[kind], data[kind], wallSec);
  const passedSec = rise('elapsedSec') ?? wallSec;
  const [meters, strokes] = [rise('distanceM') ?? 0, rise('strokeCount') ?? 0];
  const isMoved = meters > 0 || strokes > 0;
  const hasBegun = before.distanceM > 0 || before.strokeCount > 0;
  const heldSec = hasBegun && before.stillSec <= stillMaxSec ? before.stillSec : 0;
  const elapsedSec = isMoved ? before.elapsedSec + heldSec + passedSec : before.elapsedSec;
  const strokeCount = before.strokeCount + strokes;
  const stillSec = isMoved || !hasBegun ? 0 : before.stillSec + passedSec;
  const newest = newestStrokes(before, { count: strokeCount, atSec: elapsedSec });
  const isTold = data.powerW !== null && passedSec <= powerGapSec && stillSec <= stillMaxSec && hasBegun;
  return {
    machine: {
      elapsedSec: data.elapsedSec ?? before.machine.elapsedSec,
      distanceM: data.distanceM ?? before.machine.distanceM,
      strokeCount: data.strokeCount ?? before.machine.strokeCount,
      calories: data.calories ?? before.machine.calories,
    },
    heardAtMs: atMs,
    elapsedSec,
    distanceM: before.distanceM + meters,
    strokeCount,
    calories: data.calories === null ? before.calories : (before.calories ?? 0) + (rise('calories') ?? 0),
    stillSec,
    strokes: newest,
    strokeRateSpm: stillSec > stillMaxSec ? null : rateOf(newest, data.strokeRateSpm),
    workJ: before.workJ + (isTold ? (data.powerW ?? 0) * passedSec : 0),
    powerSec: before.powerSec + (isTold ? passedSec : 0),
  };
}

function newestStrokes({ strokes }: RowerTrack, stroke: { count: number; atSec: number }) {
  const last = strokes.at(-1);
  if (stroke.count === (last?.count ?? 0)) return strokes;
  const isAfterPause = last !== undefined && stroke.atSec - last.atSec > strokeMaxSec;
  return isAfterPause ? [stroke] : [...strokes, stroke].slice(-strokesMax);
}

/** The part of a row in which a power must have been told for an average of the row. */
const toldPart = 0.8;

/** Returns the average power of the row in watts; null where too little of it is known. */
export function averagePowerOf({ workJ, powerSec, elapsedSec }: RowerTrack): number | null {
  return powerSec > 0 && powerSec >= toldPart * elapsedSec ? Math.round(workJ / powerSec) : null;
}
