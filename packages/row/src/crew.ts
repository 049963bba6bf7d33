/**
 * Compares the athletes who row one workout item: order, rank, gaps, position in the piece and projected finish. A
 * distance is raced for time, so gaps are seconds; everything else is compared by distance, or by calories.
 */
import { lengthOf, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';
import type { Projection, RowPhase } from './state.ts';

/** One athlete's newest values, or the result. Elapsed time and distance are work only, over all intervals. */
export type CrewRower = {
  /** The activity's. */
  id: string;
  elapsedSec: number;
  distanceM: number;
  /** null where it is not known. */
  calories: number | null;
  /** Seconds per 500 m; null while the athlete does not move. */
  currentPaceSec: number | null;
  averagePaceSec: number | null;
  /** null before the first sample; 'finished' with a stored result. */
  phase: RowPhase | null;
  /** Whether a stored result is shorter than the item. */
  isPartial: boolean;
};

type GapUnit = 'seconds' | 'metres' | 'calories';

/** An athlete's standing. All gaps are in the unit of the standings, from 0, null where they can't be compared. */
type Standing<Rower> = {
  rower: Rower;
  /** From 1, shared by those who are level; null before the first metre and for an end before the end of the item. */
  rank: number | null;
  /** Where on the lane, 0 to 1. */
  position: number;
  gapToLeader: number | null;
  /** To the athlete before and after in the order. */
  gapBefore: number | null;
  gapBehind: number | null;
  /** The result once finished, until then what the average pace leads to; null without a plan of one unit. */
  finish: Projection | null;
};

export type Standings<Rower> = {
  unit: GapUnit;
  /** The number of athletes who have a rank. */
  rankedCount: number;
  /** From first to last. */
  standings: Standing<Rower>[];
};

/** Gaps in seconds are no longer than this: a longer one means "far behind", and no more. */
export const longestGapSec = 600;

/** Samples of two athletes differ in age by up to 0.25 s, which is a metre: less is no lead while they row. */
const leadM = 1;
/** Half of 0.1 m and 0.1 s, the monitor's resolution. */
const tolerance = 0.05;
/** A momentary pace slower than this multiple of the average, as after a missed stroke, does not stretch the gap. */
const slowestOfAverage = 1.5;
/** How much of the end a last sample may miss. */
const endTolerance = 1;

/** Returns the plan's calories up to and with an interval, from 1, less those that remain of it. */
export function caloriesRowed({ pieces }: WorkoutPlan, interval: number, left: number): number {
  let upTo = 0;
  for (const piece of pieces.slice(0, interval)) upTo += lengthOf(piece);
  return Math.max(0, upTo - left);
}

/** What a plan is raced by. A plan of several units is compared by distance, like no plan. */
type Race = { kind: Work['kind']; total: number; ends: number[] } | { kind: 'open' };

function raceOf(plan: WorkoutPlan | null, rowers: readonly CrewRower[]): Race {
  const pieces = plan?.pieces ?? [];
  const [kind, ...otherKinds] = new Set(pieces.map((piece) => piece.kind));
  if (kind === undefined || otherKinds.length > 0) return { kind: 'open' };
  // A result without its calories is short of them, and has no rank.
  const isUnknown = ({ calories, phase }: CrewRower) => calories === null && phase !== 'finished';
  if (kind === 'calories' && rowers.some(isUnknown)) return { kind: 'open' };
  const ends: number[] = [];
  let total = 0;
  for (const [index, piece] of pieces.entries()) {
    total += lengthOf(piece);
    if (piece.restSec !== 0 || index === pieces.length - 1) ends.push(total);
  }
  return { kind, total, ends };
}

const unitOf = ({ kind }: Race): GapUnit =>
  kind === 'distance' ? 'seconds' : kind === 'calories' ? 'calories' : 'metres';

type State = 'rowing' | 'complete' | 'short';

/** An athlete with what the comparison needs. */
type Entry<Rower> = {
  rower: Rower;
  state: State;
  hasBegun: boolean;
  isResting: boolean;
  /** What is compared while rowing, metres or kcal. */
  done: number;
  elapsedSec: number;
  /** Seconds per 500 m; null where it is not known. */
  paceSec: number | null;
};

function entryOf<Rower extends CrewRower>(race: Race, rower: Rower): Entry<Rower> {
  const { phase, elapsedSec, distanceM, calories, currentPaceSec, averagePaceSec } = rower;
  const done = race.kind === 'calories' ? (calories ?? 0) : distanceM;
  const isOver = phase === 'finished' || phase === 'ending';
  const reached = race.kind === 'time' ? elapsedSec : done;
  const isShort = rower.isPartial || (race.kind !== 'open' && reached < race.total - endTolerance);
  const slowestSec = averagePaceSec === null ? Infinity : averagePaceSec * slowestOfAverage;
  return {
    rower,
    state: !isOver ? 'rowing' : isShort ? 'short' : 'complete',
    hasBegun: distanceM > 0,
    isResting: phase === 'resting',
    done,
    elapsedSec,
    paceSec: currentPaceSec === null ? averagePaceSec : Math.min(currentPaceSec, slowestSec),
  };
}

/** Whether the item ends with its amount, so that athletes who completed it are before those who still row. */
const isRacedForTime = ({ kind }: Race): boolean => kind === 'distance' || kind === 'calories';

function groupOf(race: Race, { state }: Entry<unknown>): number {
  if (state === 'short') return 2;
  return isRacedForTime(race) && state === 'rowing' ? 1 : 0;
}

/** Positive where `one` is ahead of `other`, exactly; 0 if they are level. No circle of athletes is ahead of itself. */
function compare(race: Race, one: Entry<unknown>, other: Entry<unknown>): number {
  const group = groupOf(race, one);
  const otherGroup = groupOf(race, other);
  if (group !== otherGroup) return otherGroup - group;
  const faster = tenths(other.elapsedSec) - tenths(one.elapsedSec);
  if (group === 0 && isRacedForTime(race)) return faster;
  const ahead = tenths(one.done) - tenths(other.done);
  // Both have rowed the same intervals: who needed less time is ahead.
  return ahead === 0 && one.isResting && other.isResting ? faster : ahead;
}

const tenths = (value: number): number => Math.round(value * 10);

/** Whether `one` is ahead for certain: by more than the ages of their samples explain. */
function leads(race: Race, one: Entry<unknown>, other: Entry<unknown>): boolean {
  if (compare(race, one, other) <= 0) return false;
  const isMoving = one.state === 'rowing' || other.state === 'rowing';
  const isSameGroup = groupOf(race, one) === groupOf(race, other);
  const areBothResting = one.isResting && other.isResting;
  if (!isSameGroup || !isMoving || areBothResting || race.kind === 'calories') return true;
  return one.done - other.done > leadM;
}

/**
 * Returns the order from first to last. Keeps the former order of athletes where none certainly leads, so that two
 * athletes side by side do not change places with every sample.
 */
function inOrder<Rower extends CrewRower>(
  race: Race,
  entries: readonly Entry<Rower>[],
  former: readonly string[],
): Entry<Rower>[] {
  const places = new Map(former.map((id, index) => [id, index]));
  const placeOf = ({ rower }: Entry<Rower>) => places.get(rower.id) ?? former.length;
  const remaining = entries.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || compare(race, other, one) || (one.rower.id < other.rower.id ? -1 : 1),
  );
  const ordered: Entry<Rower>[] = [];
  while (remaining.length > 0) {
    // `leads` has no circles, so someone is led by no one.
    const next = remaining.findIndex((entry) => !remaining.some((other) => leads(race, other, entry)));
    ordered.push(...remaining.splice(Math.max(0, next), 1));
  }
  return ordered;
}

/** From the one ahead to the one behind in the order. */
function gapOf(race: Race, ahead: Entry<CrewRower>, behind: Entry<CrewRower>): number | null {
  const states = [ahead.state, behind.state];
  if (!ahead.hasBegun || !behind.hasBegun || states.includes('short')) return null;
  if (race.kind !== 'distance') {
    const isTimed = race.kind === 'calories' && ahead.state === 'complete';
    return isTimed ? null : Math.max(0, (tenths(ahead.done) - tenths(behind.done)) / 10);
  }
  const sec = gapSecOf(race, ahead, behind);
  return sec === null || sec < -tolerance ? null : Math.min(longestGapSec, Math.max(0, sec));
}

function gapSecOf(race: Race, ahead: Entry<CrewRower>, behind: Entry<CrewRower>): number | null {
  if (ahead.state === 'complete') {
    const finish = finishOf(race, behind, behind.paceSec);
    return finish?.kind === 'time' ? finish.elapsedSec - ahead.elapsedSec : null;
  }
  const distanceM = Math.max(0, ahead.done - behind.done);
  if (distanceM < tolerance) {
    return ahead.isResting && behind.isResting ? behind.elapsedSec - ahead.elapsedSec : 0;
  }
  return behind.paceSec === null ? null : (distanceM * behind.paceSec) / 500;
}

/** The result, or what a pace leads to. */
function finishOf(race: Race, entry: Entry<CrewRower>, paceSec: number | null): Projection | null {
  const { elapsedSec, done, state, rower } = entry;
  if (race.kind === 'open' || !entry.hasBegun) return null;
  if (state !== 'rowing') {
    return race.kind === 'time'
      ? { kind: 'distance', distanceM: rower.distanceM }
      : { kind: 'time', elapsedSec };
  }
  if (race.kind === 'calories') {
    return done > 0 ? { kind: 'time', elapsedSec: (elapsedSec * race.total) / done } : null;
  }
  if (paceSec === null || paceSec <= 0) return null;
  if (race.kind === 'distance') {
    return { kind: 'time', elapsedSec: elapsedSec + (Math.max(0, race.total - done) * paceSec) / 500 };
  }
  const leftSec = Math.max(0, race.total - elapsedSec);
  return { kind: 'distance', distanceM: done + (leftSec * 500) / paceSec };
}

/**
 * Returns the length of the lane in the unit of `done`. In a timed item the leader is where the clock is, and the others
 * are behind by their share of the leader's distance. Without an end, the lane is the next of 100 m, 200 m, 500 m, 1 km
 * and so on, so that it rarely changes.
 */
function courseOf(race: Race, entries: readonly Entry<CrewRower>[]): number {
  if (race.kind === 'distance' || race.kind === 'calories') return race.total;
  const longest = Math.max(0, ...entries.map(({ done }) => done));
  if (race.kind === 'time') {
    const clockSec = Math.max(0, ...entries.map(({ elapsedSec }) => elapsedSec));
    return clockSec === 0 ? Infinity : (longest * race.total) / Math.min(race.total, clockSec);
  }
  const decade = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(1, longest))));
  return [1, 2, 5].map((step) => step * decade).find((course) => course >= longest) ?? 10 * decade;
}

/**
 * Returns the standings of the athletes of one workout item; null is a text that was not read as a plan. `former` are the
 * ids of the order before, which athletes who are as good as level keep. Athletes who send nothing any more keep their
 * place.
 */
export function standingsOf<Rower extends CrewRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
  former: readonly string[] = [],
): Standings<Rower> {
  const race = raceOf(plan, rowers);
  const ordered = inOrder(
    race,
    rowers.map((rower) => entryOf(race, rower)),
    former,
  );
  const course = courseOf(race, ordered);
  const gapBetween = (ahead: Entry<Rower> | undefined, behind: Entry<Rower> | undefined) =>
    ahead === undefined || behind === undefined ? null : gapOf(race, ahead, behind);
  let rankedCount = 0;
  let rank = 0;
  let levelWith: Entry<Rower> | null = null;
  const standings = ordered.map((entry, index): Standing<Rower> => {
    const isRanked = entry.hasBegun && entry.state !== 'short';
    if (isRanked) {
      rankedCount += 1;
      if (levelWith === null || compare(race, levelWith, entry) !== 0) rank = rankedCount;
      levelWith = entry;
    }
    const { rower, done, state } = entry;
    const isAtEnd = isRacedForTime(race) && state === 'complete';
    return {
      rower,
      rank: isRanked ? rank : null,
      position: isAtEnd ? 1 : done <= 0 ? 0 : Math.min(1, done / course),
      gapToLeader: index === 0 ? null : gapBetween(ordered[0], entry),
      gapBefore: gapBetween(ordered[index - 1], entry),
      gapBehind: gapBetween(entry, ordered[index + 1]),
      finish: finishOf(race, entry, rower.averagePaceSec),
    };
  });
  return { unit: unitOf(race), rankedCount, standings };
}

/** `startOffsetSec`: how long after the common start the athlete began; negative for an early start. */
export type LateRower = CrewRower & { startOffsetSec: number };

/**
 * Returns the standings at equal elapsed time: everyone who began late is where the average pace would have led by now,
 * at most to the end of the interval under way, and everyone who began early is that much further back. Results count
 * as they are. `rower` is what was given.
 */
export function standingsAtEqualTime<Rower extends LateRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
  former: readonly string[] = [],
): Standings<Rower> {
  const race = raceOf(plan, rowers);
  const givenById = new Map(rowers.map((rower) => [rower.id, rower]));
  const { standings, ...rest } = standingsOf(
    plan,
    rowers.map((rower) => atCommonClock(race, rower)),
    former,
  );
  return {
    ...rest,
    standings: standings.map((standing) => ({
      ...standing,
      rower: givenById.get(standing.rower.id) ?? standing.rower,
    })),
  };
}

/** The average over less is not projected: it is that of the start. */
const meaningfulSec = 10;

function atCommonClock<Rower extends LateRower>(race: Race, rower: Rower): Rower {
  const { elapsedSec, distanceM, calories, startOffsetSec, phase } = rower;
  const isMoving = phase === 'rowing' || phase === 'paused';
  if (!isMoving || elapsedSec < meaningfulSec || distanceM <= 0) return rower;
  const amount = { distance: distanceM, time: elapsedSec, calories: calories ?? 0, open: 0 }[race.kind];
  const end = race.kind === 'open' ? undefined : race.ends.find((intervalEnd) => intervalEnd > amount);
  const mostFactor = end === undefined || amount <= 0 ? Infinity : end / amount;
  const factor = Math.min(mostFactor, Math.max(0, (elapsedSec + startOffsetSec) / elapsedSec));
  return {
    ...rower,
    elapsedSec: elapsedSec * factor,
    distanceM: distanceM * factor,
    calories: calories === null ? null : calories * factor,
  };
}
