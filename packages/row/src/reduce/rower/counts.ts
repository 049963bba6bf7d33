import type { RowerData } from '@boathouse/pm5/ftms/rower-data';
import type { ErgDevice, RowerRecord } from '../records.ts';
import { passedOf, toldSecOf, type CountedPart } from './clock.ts';
import { courseOf, isBegunIn, rowedOn, type Course, type Rise, type WorkCounts } from './course.ts';

/*
 * Counts a row on an erg of another maker. Such a machine counts since its last reset, in few bits, and sends at
 * irregular times. The counts of a row are the machine's rise since its first record.
 */

type MachineCounts = Pick<RowerData, 'elapsedSec' | 'distanceM' | 'strokeCount' | 'calories'>;

type Odd = {
  machine: MachineCounts;
  heardAtMs: number;
  /** The first of them arrived in a rest or a pause, when consoles reset themselves. */
  isAtStand: boolean;
};

/** The counts of an erg of another maker. Plain data that JSON preserves. */
export type RowerTrack = WorkCounts & {
  /** The machine; null if unknown. */
  device: ErgDevice | null;
  /** The machine's newest count of each kind. */
  machine: MachineCounts;
  /** When the newest whole record was received. */
  heardAtMs: number;
  /** Counts that do not follow the previous ones: a momentary fault, or a restarted machine. Null while they do. */
  odd: Odd | null;
  /** Time of the newest meters or strokes. */
  movedAtMs: number;
  /** The plan of the row; null for a row without an end. */
  course: Course | null;
  /** Time without meters and strokes. */
  stillSec: number;
  /** See `passedOf`. */
  owedSec: number;
  recent: CountedPart[];
  /** The newest strokes without a pause between them, for their rate. */
  strokes: { count: number; atSec: number }[];
  /** Null while unknown. */
  strokeRateSpm: number | null;
};

function machineCountsOf({ elapsedSec, distanceM, strokeCount, calories }: MachineCounts): MachineCounts {
  return { elapsedSec, distanceM, strokeCount, calories };
}

/** Begins to count from a machine's first values. */
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
    owedSec: 0,
    recent: [],
    strokes: [],
    strokeRateSpm: null,
  };
}

/** Returns the next counts of the machine of `before`, for a row that begins after another on it. */
export function countedAnew({ machine, device, heardAtMs }: RowerTrack): RowerTrack {
  return newTrack(machine, device, heardAtMs);
}

/**
 * Upper bounds of a count's rise: per second, and at once, because records arrive late together, and whole seconds and
 * meters are coarse.
 */
const most = {
  elapsedSec: { perSec: 1.5, atOnce: 3 },
  distanceM: { perSec: 10, atOnce: 15 },
  strokeCount: { perSec: 1.4, atOnce: 1 },
  calories: { perSec: 1, atOnce: 3 },
} as const;
/** A count restarts from 0 after these bits. */
const wrapsAt = { elapsedSec: 2 ** 16, distanceM: 2 ** 24, strokeCount: 2 ** 16, calories: 2 ** 16 } as const;

/**
 * Returns the rise of a count, including an overflow of its bits. Null without a value, after a fall, and for a jump
 * that is impossible to row.
 */
function risenBy(kind: keyof MachineCounts, before: number | null, now: number | null, passedSec: number) {
  if (before === null || now === null) return null;
  const rise = now >= before ? now - before : now - before + wrapsAt[kind];
  return rise <= most[kind].perSec * passedSec + most[kind].atOnce ? rise : null;
}

/** Meters show whether a machine continues, or strokes if it sends no meters. */
function isOddAfter(before: MachineCounts, now: MachineCounts, passedSec: number): boolean {
  const kind = now.distanceM === null || before.distanceM === null ? 'strokeCount' : 'distanceM';
  const isTold = before[kind] !== null && now[kind] !== null;
  return isTold && risenBy(kind, before[kind], now[kind], passedSec) === null;
}

/**
 * Longest time of a stroke. After a longer time without a meter or stroke the athlete rests, and the row's clock stops.
 */
export const stillMaxSec = 6;
/**
 * Number of the newest strokes for the rate: notifications arrive a second apart, too coarse to time a single stroke.
 */
const strokesMax = 8;
/** There is no rate before this many strokes. */
const strokesMin = 4;
const strokeMaxSec = 10;
/** The machine's rate is used if it is this near to the counted one, in the same or another unit. */
const sameRate = 0.15;
/** Records that are further apart have no power for the time between them. */
const powerGapSec = 3;

/**
 * Returns the rate of the counted strokes. The machine's own rate may count whole or half strokes, or nothing: it is
 * the finer figure if it agrees with the count.
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
  const spm = Math.round(agreeing ?? countedSpm);
  // Delayed records arrive at once.
  return spm <= 60 * most.strokeCount.perSec ? spm : null;
}

const secBetween = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / 1_000;

/**
 * Whether a record is from another machine than the row's. The browser gives a device another id after a reload: then
 * its name and its counts decide.
 */
function isOtherMachine(before: RowerTrack, data: RowerRecord, atMs: number): boolean {
  const { device } = before;
  if (device === null || data.device === undefined) return false;
  if (device.id !== null) return device.id !== data.device.id;
  const isGoingOn = !isOddAfter(before.machine, data, secBetween(before.heardAtMs, atMs));
  return device.name !== data.device.name || !isGoingOn;
}

/**
 * Returns the counts after one more record, in steps if a piece of the plan ends in between; null is the state before
 * the first. A restarted machine, or another one, is counted from zero. `atMs` as in `reduceRow`.
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
    // While the count repeats, as zeros do, the odd counts stay until it rises.
    const isSame = odd !== null && odd.machine[kind] === data[kind];
    const isAtStand = odd?.isAtStand ?? standsAt(planned, atMs);
    const machine = isSame ? odd.machine : machineCountsOf(data);
    return [stillOn({ ...planned, odd: { machine, heardAtMs: atMs, isAtStand } }, atMs)];
  }
  const hasFallen = (odd.machine[kind] ?? 0) < (planned.machine[kind] ?? 0);
  if (!hasFallen) {
    return countedOn({ ...planned, machine: odd.machine, heardAtMs: odd.heardAtMs, odd: null }, data, atMs);
  }
  if (odd.isAtStand) return countedOn(resetIn(planned, odd), data, atMs);
  return countedOn(onCourse(restarted(planned, odd), data), data, atMs);
}

/**
 * Whether the row rests or pauses at this moment: in its rest, in the next piece before its first stroke, or in a
 * pause.
 */
function standsAt(track: RowerTrack, atMs: number): boolean {
  const { course, movedAtMs } = track;
  if (course?.stage === 'rest' || course?.stage === 'end') return true;
  const isBeforePiece = course !== null && course.index > 0 && course.stage === 'work' && !isBegunIn(track);
  return isBeforePiece || secBetween(movedAtMs, atMs) > stillMaxSec;
}

/** Returns the counts of a machine after its reset: zero for each value that it counts, otherwise null. */
function zerosOf(machine: MachineCounts): MachineCounts {
  const zero = (count: number | null) => (count === null ? null : 0);
  return {
    elapsedSec: zero(machine.elapsedSec),
    distanceM: zero(machine.distanceM),
    strokeCount: zero(machine.strokeCount),
    calories: zero(machine.calories),
  };
}

/** Continues the row of a console that was reset during a pause, and counts its new values from 0. */
function resetIn(track: RowerTrack, odd: Odd): RowerTrack {
  const zeros = zerosOf(odd.machine);
  const isSinceThen = !isOddAfter(zeros, odd.machine, secBetween(track.heardAtMs, odd.heardAtMs));
  if (!isSinceThen) return { ...track, machine: odd.machine, heardAtMs: odd.heardAtMs, odd: null };
  const movingSec = movingSecOf(odd.machine.distanceM ?? 0, odd.machine.strokeCount ?? 0);
  const movingFromMs = odd.heardAtMs - 1_000 * movingSec;
  return { ...track, machine: zeros, heardAtMs: Math.max(track.heardAtMs, movingFromMs), odd: null };
}

/** A restarted machine counts from 0. Its first counts belong to the row unless they are too high. */
function restarted({ heardAtMs, device }: RowerTrack, odd: Odd): RowerTrack {
  const zeros = zerosOf(odd.machine);
  const isSinceThen = !isOddAfter(zeros, odd.machine, secBetween(heardAtMs, odd.heardAtMs));
  return isSinceThen ? newTrack(zeros, device, heardAtMs) : newTrack(odd.machine, device, odd.heardAtMs);
}

/** Sets the plan of the row, unless the athlete has rowed past its first piece. */
function onCourse(track: RowerTrack, { plan }: RowerRecord): RowerTrack {
  if (track.course !== null || plan === undefined) return track;
  return { ...track, course: courseOf(plan, track) };
}

/** The record has nothing to count. */
function stillOn(before: RowerTrack, atMs: number): RowerTrack {
  return isBegunIn(before) ? { ...before, stillSec: secBetween(before.movedAtMs, atMs) } : before;
}

/** Assumed speed of the meters or strokes that arrive after a silence in which the machine stopped. */
const slowMPerSec = 3;
const slowStrokeSec = 3;

const movingSecOf = (meters: number, strokes: number): number =>
  meters > 0 ? meters / slowMPerSec : strokes * slowStrokeSec;

/**
 * Whether a machine that usually sends meters has left them out of this record. Then this is the second part of a
 * record whose first part was missed while the link was made. The next record has the missing values, and counts for
 * all the time since the last whole one.
 */
const isPartOfRecord = ({ machine }: RowerTrack, data: RowerRecord): boolean =>
  machine.distanceM !== null && data.distanceM === null;

function countedOn(before: RowerTrack, data: RowerRecord, atMs: number): RowerTrack[] {
  const isPart = isPartOfRecord(before, data);
  const wallSec = secBetween(before.heardAtMs, atMs);
  const rise = (kind: keyof MachineCounts) => risenBy(kind, before.machine[kind], data[kind], wallSec);
  const [meters, strokes] = [rise('distanceM') ?? 0, rise('strokeCount') ?? 0];
  const since = { toldSec: rise('elapsedSec'), wallSec, meters, strokes };
  const clocked = isPart
    ? { passedSec: 0, owedSec: before.owedSec, recent: before.recent }
    : passedOf(before, since);
  const isMoved = meters > 0 || strokes > 0;
  const hasBegun = isBegunIn(before);
  // Most machines send nothing while they stand still.
  const movingSec = Math.max(1, movingSecOf(meters, strokes));
  const passedSec = hasBegun
    ? clocked.passedSec
    : Math.min(clocked.passedSec, movingSec, isMoved ? toldSecOf(since) : Infinity);
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
    owedSec: clocked.owedSec,
    recent: hasBegun ? clocked.recent : isMoved ? [{ ...since, wallSec: passedSec, passedSec }] : [],
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

/** The part of a row in which the machine must have sent a power for an average of the row. */
const toldPart = 0.8;

type Energy = Pick<WorkCounts, 'workJ' | 'powerSec' | 'elapsedSec'>;

/** Returns the average power of the row, or of a piece of it, in watts; null if too little of it is known. */
export function averagePowerOf({ workJ, powerSec, elapsedSec }: Energy): number | null {
  return powerSec > 0 && powerSec >= toldPart * elapsedSec ? Math.round(workJ / powerSec) : null;
}
