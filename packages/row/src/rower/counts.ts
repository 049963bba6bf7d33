import type { RowerData } from '@boathouse/pm5/ftms/rower-data';
import type { ErgDevice, RowerRecord } from '../records.ts';
import { courseOf, isBegunIn, rowedOn, type Course, type Rise, type WorkCounts } from './course.ts';

/*
 * A rower of another maker counts since it was last reset, in few bits, and tells when it likes. This makes counts of a row
 * from that: what the machine's rise since the row is heard.
 */

type MachineCounts = Pick<RowerData, 'elapsedSec' | 'distanceM' | 'strokeCount' | 'calories'>;

/** What was counted of a rower of another maker. Plain data that JSON preserves. */
export type RowerTrack = WorkCounts & {
  /** Which machine it is; null where that is not told. */
  device: ErgDevice | null;
  /** The newest count of each kind that the machine has told. */
  machine: MachineCounts;
  /** When the newest whole record was heard. */
  heardAtMs: number;
  /** Counts that do not follow on those before: of a moment, or of a machine that was restarted. Null while they do. */
  odd: { machine: MachineCounts; heardAtMs: number } | null;
  /** When meters or strokes came last. */
  movedAtMs: number;
  /** The plan that is rowed by; null of a row without an end. */
  course: Course | null;
  /** How long neither meters nor strokes have come. */
  stillSec: number;
  /** The newest strokes without a pause between, for their rate. */
  strokes: { count: number; atSec: number }[];
  /** Null where it is not known. */
  strokeRateSpm: number | null;
};

function machineCountsOf({ elapsedSec, distanceM, strokeCount, calories }: MachineCounts): MachineCounts {
  return { elapsedSec, distanceM, strokeCount, calories };
}

/** Begins to count from what a machine tells. */
function newTrack(machine: MachineCounts, device: ErgDevice | null, atMs: number): RowerTrack {
  return {
    device,
    machine,
    heardAtMs: atMs,
    odd: null,
    movedAtMs: atMs,
    course: null,
    elapsedSec: 0,
    distanceM: 0,
    strokeCount: 0,
    calories: machine.calories === null ? null : 0,
    workJ: 0,
    powerSec: 0,
    stillSec: 0,
    strokes: [],
    strokeRateSpm: null,
  };
}

/** Returns what is counted next of the machine of `before`, for a row that begins after another on it. */
export function countedAnew({ machine, device, heardAtMs }: RowerTrack): RowerTrack {
  return newTrack(machine, device, heardAtMs);
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
 * Returns by how much a count has risen, also where its bits have ended. Null where it is not told, where it has fallen,
 * and for a jump that no one can have rowed.
 */
function risenBy(kind: keyof MachineCounts, before: number | null, now: number | null, passedSec: number) {
  if (before === null || now === null) return null;
  const rise = now >= before ? now - before : now - before + wrapsAt[kind];
  return rise <= most[kind].perSec * passedSec + most[kind].atOnce ? rise : null;
}

/** Meters tell how a machine goes on, or strokes where it tells no meters. */
function isOddAfter(before: MachineCounts, now: MachineCounts, passedSec: number): boolean {
  const kind = now.distanceM === null || before.distanceM === null ? 'strokeCount' : 'distanceM';
  const isTold = before[kind] !== null && now[kind] !== null;
  return isTold && risenBy(kind, before[kind], now[kind], passedSec) === null;
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

const secBetween = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / 1_000;

/**
 * Whether a record is of another machine than the row's. The browser gives a device another id after a reload: then its
 * name and its counts tell.
 */
function isOtherMachine(before: RowerTrack, data: RowerRecord, atMs: number): boolean {
  const { device } = before;
  if (device === null || data.device === undefined) return false;
  if (device.id !== null) return device.id !== data.device.id;
  const isGoingOn = !isOddAfter(before.machine, data, secBetween(before.heardAtMs, atMs));
  return device.name !== data.device.name || !isGoingOn;
}

/**
 * Returns what is counted after one more record, in steps where a piece of the plan ends in between; null stands for the
 * first. A machine that was restarted, or another one, is counted anew. `atMs` as in `reduceRow`.
 */
export function rowerAfter(before: RowerTrack | null, data: RowerRecord, atMs: number): RowerTrack[] {
  const device = data.device ?? null;
  if (before === null || isOtherMachine(before, data, atMs)) {
    return [onCourse(newTrack(machineCountsOf(data), device, atMs), data)];
  }
  const planned = onCourse({ ...before, device: device ?? before.device }, data);
  if (!isOddAfter(planned.machine, data, secBetween(planned.heardAtMs, atMs))) {
    return countedOn({ ...planned, odd: null }, data, atMs);
  }
  const { odd } = planned;
  const kind = data.distanceM === null ? 'strokeCount' : 'distanceM';
  const isConfirmed =
    odd !== null &&
    !isOddAfter(odd.machine, data, secBetween(odd.heardAtMs, atMs)) &&
    (data[kind] ?? 0) > (odd.machine[kind] ?? 0);
  if (!isConfirmed) {
    // Zeros that are repeated stay what they are until the machine is rowed.
    const isSame = odd !== null && odd.machine[kind] === data[kind];
    const kept = isSame ? { ...odd, heardAtMs: atMs } : { machine: machineCountsOf(data), heardAtMs: atMs };
    return [stillOn({ ...planned, odd: kept }, atMs)];
  }
  const hasFallen = (odd.machine[kind] ?? 0) < (planned.machine[kind] ?? 0);
  if (!hasFallen) {
    return countedOn({ ...planned, machine: odd.machine, heardAtMs: odd.heardAtMs, odd: null }, data, atMs);
  }
  return countedOn(onCourse(restarted(planned, odd), data), data, atMs);
}

/** A machine that was restarted counts from 0; what it counts at first is of the row unless it is too much for it. */
function restarted({ heardAtMs, device }: RowerTrack, odd: NonNullable<RowerTrack['odd']>): RowerTrack {
  const zeros = {
    elapsedSec: 0,
    distanceM: 0,
    strokeCount: 0,
    calories: odd.machine.calories === null ? null : 0,
  };
  const isSinceThen = !isOddAfter(zeros, odd.machine, secBetween(heardAtMs, odd.heardAtMs));
  return isSinceThen ? newTrack(zeros, device, heardAtMs) : newTrack(odd.machine, device, odd.heardAtMs);
}

/** Sets the plan that is rowed by, unless more of it is rowed than its first piece. */
function onCourse(track: RowerTrack, { plan }: RowerRecord): RowerTrack {
  if (track.course !== null || plan === undefined) return track;
  return { ...track, course: courseOf(plan, track) };
}

/** The machine tells nothing that can be counted. */
function stillOn(before: RowerTrack, atMs: number): RowerTrack {
  return isBegunIn(before) ? { ...before, stillSec: secBetween(before.movedAtMs, atMs) } : before;
}

/** So fast are the meters rowed, or the strokes, that come after a silence in which the machine stood. */
const slowMPerSec = 3;
const slowStrokeSec = 3;

/**
 * Whether a machine that tells meters tells none here: the second part of a record, of which the first was missed while the
 * link was made. What it lacks, the next record has, for which all time since the last whole one counts.
 */
const isPartOfRecord = ({ machine }: RowerTrack, data: RowerRecord): boolean =>
  machine.distanceM !== null && data.distanceM === null;

function countedOn(before: RowerTrack, data: RowerRecord, atMs: number): RowerTrack[] {
  const isPart = isPartOfRecord(before, data);
  const wallSec = secBetween(before.heardAtMs, atMs);
  const rise = (kind: keyof MachineCounts) => risenBy(kind, before.machine[kind], data[kind], wallSec);
  const toldSec = rise('elapsedSec') ?? (isPart ? 0 : wallSec);
  const [meters, strokes] = [rise('distanceM') ?? 0, rise('strokeCount') ?? 0];
  const isMoved = meters > 0 || strokes > 0;
  const hasBegun = isBegunIn(before);
  // Most machines tell nothing while they stand.
  const movingSec = Math.max(1, meters > 0 ? meters / slowMPerSec : strokes * slowStrokeSec);
  const passedSec = hasBegun ? toldSec : Math.min(toldSec, movingSec);
  const heldSec = hasBegun && before.stillSec <= stillMaxSec ? before.stillSec : 0;
  const stillSec = isMoved || !hasBegun ? 0 : before.stillSec + passedSec;
  const isTold = data.powerW !== null && passedSec <= powerGapSec && stillSec <= stillMaxSec && hasBegun;
  const risen: Rise = {
    elapsedSec: isMoved ? heldSec + passedSec : 0,
    distanceM: meters,
    strokeCount: strokes,
    calories: data.calories === null ? null : (rise('calories') ?? 0),
    workJ: isTold ? (data.powerW ?? 0) * passedSec : 0,
    powerSec: isTold ? passedSec : 0,
    isAfterStand: secBetween(before.movedAtMs, atMs) > stillMaxSec,
    fromMs: isMoved ? Math.max(before.heardAtMs, atMs - 1_000 * movingSec) : before.heardAtMs,
    toMs: atMs,
  };
  const heard = {
    ...before,
    machine: {
      elapsedSec: data.elapsedSec ?? before.machine.elapsedSec,
      distanceM: data.distanceM ?? before.machine.distanceM,
      strokeCount: data.strokeCount ?? before.machine.strokeCount,
      calories: data.calories ?? before.machine.calories,
    },
    heardAtMs: isPart ? before.heardAtMs : atMs,
    movedAtMs: isMoved ? atMs : before.movedAtMs,
    stillSec,
  };
  return rowedOn(heard, risen).map((after) => {
    const newest = newestStrokes(before, { count: after.strokeCount, atSec: after.elapsedSec });
    const strokeRateSpm = stillSec > stillMaxSec ? null : rateOf(newest, data.strokeRateSpm);
    return { ...after, strokes: newest, strokeRateSpm };
  });
}

function newestStrokes({ strokes }: RowerTrack, stroke: { count: number; atSec: number }) {
  const last = strokes.at(-1);
  if (stroke.count === (last?.count ?? 0)) return strokes;
  const isAfterPause = last !== undefined && stroke.atSec - last.atSec > strokeMaxSec;
  return isAfterPause ? [stroke] : [...strokes, stroke].slice(-strokesMax);
}

/** The part of a row in which a power must have been told for an average of the row. */
const toldPart = 0.8;

type Energy = Pick<WorkCounts, 'workJ' | 'powerSec' | 'elapsedSec'>;

/** Returns the average power of the row, or of a piece of it, in watts; null where too little of it is known. */
export function averagePowerOf({ workJ, powerSec, elapsedSec }: Energy): number | null {
  return powerSec > 0 && powerSec >= toldPart * elapsedSec ? Math.round(workJ / powerSec) : null;
}
