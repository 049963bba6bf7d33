/**
 * Compares the athletes who row one workout item: order, rank, gaps, position in the workout and projected finish. A
 * distance is raced for time, so gaps are seconds; everything else is compared by distance, or by calories. Only athletes on
 * the same machine are compared: a BikeErg covers 2000 m in less time than a RowErg.
 */
import { lengthOf, type WorkoutPlan } from '@boathouse/pm5/plan';
import {
  compare,
  entryOf,
  inOrder,
  isRacedForTime,
  raceOf,
  tenths,
  type CrewRower,
  type Entry,
  type Race,
} from './crew/order.ts';
import { isCompared } from '@boathouse/workout/machine';
import type { Projection } from './state.ts';

export type { CrewRower } from './crew/order.ts';

type GapUnit = 'seconds' | 'meters' | 'calories';

/** An athlete's standing. All gaps are in the unit of the standings, from 0, null where they can't be compared. */
type Standing<Rower> = {
  rower: Rower;
  /**
   * From 1 on the athlete's machine, shared by those who are level; null before the first meter, for an end before the
   * end of the item, and of another workout.
   */
  rank: number | null;
  /** In the order of all standings, from 1. */
  place: number;
  /** The number of athletes on the machine who have a rank. */
  rankedCount: number;
  /** Where on the lane, 0 to 1. */
  position: number;
  gapToLeader: number | null;
  /** To the athlete before and after in the order. */
  gapBefore: number | null;
  gapBehind: number | null;
  /** The result once finished, until then what the average pace leads to; null without a plan of one unit. */
  finish: Projection | null;
};

type StandingOfEquals<Rower> = Omit<Standing<Rower>, 'place'>;

export type Standings<Rower> = {
  unit: GapUnit;
  /**
   * From first to last of each machine, the machine with the most athletes first, then those who row what the item was
   * before it was reworded.
   */
  standings: Standing<Rower>[];
};

/** Gaps in seconds are no longer than this: a longer one means "far behind", and no more. */
export const longestGapSec = 600;

/** Half of 0.1 m and 0.1 s, the monitor's resolution. */
const tolerance = 0.05;
/** Returns the plan's calories up to and with an interval, from 1, less those that remain of it. */
export function caloriesRowed({ pieces }: WorkoutPlan, interval: number, left: number): number {
  let upTo = 0;
  for (const piece of pieces.slice(0, interval)) upTo += lengthOf(piece);
  return Math.max(0, upTo - left);
}

const unitOf = ({ kind }: Race): GapUnit =>
  kind === 'distance' ? 'seconds' : kind === 'calories' ? 'calories' : 'meters';

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
 * rank.
 */
export function standingsOf<Rower extends CrewRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
  former: readonly string[] = [],
): Standings<Rower> {
  const race = raceOf(plan, rowers);
  const others = rowers.filter(({ isOfOtherWorkout }) => isOfOtherWorkout);
  const ofItem = rowers.filter(({ isOfOtherWorkout }) => !isOfOtherWorkout);
  const standings = [
    ...byMachine(ofItem).flatMap((equals) => standingsOfEquals(race, equals, former)),
    ...standingsOfOthers(others, former),
  ];
  return {
    unit: unitOf(race),
    standings: standings.map((standing, index) => ({ ...standing, place: index + 1 })),
  };
}

/** Of the athletes who row another workout: behind all others, by distance, at no place of the lane, compared with none. */
function standingsOfOthers<Rower extends CrewRower>(
  rowers: readonly Rower[],
  former: readonly string[],
): StandingOfEquals<Rower>[] {
  const gaps = { gapToLeader: null, gapBefore: null, gapBehind: null };
  const apart = { rank: null, rankedCount: 0, position: 0, ...gaps };
  return standingsOfEquals({ kind: 'open' }, rowers, former).map((standing) => ({ ...standing, ...apart }));
}

function byMachine<Rower extends CrewRower>(rowers: readonly Rower[]): Rower[][] {
  const groups = new Map<string, Rower[]>();
  for (const rower of rowers) {
    const group = groups.get(rower.machine);
    if (group === undefined) groups.set(rower.machine, [rower]);
    else group.push(rower);
  }
  return [...groups]
    .toSorted(([one, those], [other, others]) => others.length - those.length || (one < other ? -1 : 1))
    .map(([, group]) => group);
}

/** Of the athletes on one machine. */
function standingsOfEquals<Rower extends CrewRower>(
  race: Race,
  rowers: readonly Rower[],
  former: readonly string[],
): StandingOfEquals<Rower>[] {
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
  const standings = ordered.map((entry, index): Omit<StandingOfEquals<Rower>, 'rankedCount'> => {
    const isRanked = entry.hasBegun && entry.state !== 'short' && isCompared(entry.rower.machine);
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
  return standings.map((standing) => ({ ...standing, rankedCount }));
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
  const isMoving = (phase === 'rowing' || phase === 'paused') && !rower.isOfOtherWorkout;
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
