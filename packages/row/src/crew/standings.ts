/**
 * Compares the athletes who row one workout item: order, rank, gaps, position in the workout and projected finish. In a
 * distance the faster time wins, so gaps are seconds; everything else is compared by distance or by calories. Only
 * athletes on the same machine are compared: a BikeErg covers 2000 m in less time than a RowErg.
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
} from './order.ts';
import { isCompared } from '@boathouse/workout/machine';
import type { Projection } from '../reduce/state.ts';

export type { CrewRower, OtherWorkout } from './order.ts';

type GapUnit = 'seconds' | 'meters' | 'calories';

/** An athlete's standing. All gaps are in its unit and at least 0; null if they can't be compared. */
type Standing<Rower> = {
  rower: Rower;
  /**
   * From 1, on the athlete's machine and workout; level athletes share it. null before the first meter, and for a row
   * that ended before the end of the workout.
   */
  rank: number | null;
  unit: GapUnit;
  /** In the order of all standings, from 1. */
  place: number;
  /** The number of athletes on the machine and workout who have a rank. */
  rankedCount: number;
  /** Position on the lane, 0 to 1. */
  position: number;
  gapToLeader: number | null;
  /** The gaps to the previous and next athlete in the order. */
  gapBefore: number | null;
  gapBehind: number | null;
  /** The result once finished, before that the finish at the average pace; null without a plan of one unit. */
  finish: Projection | null;
};

type StandingOfEquals<Rower> = Omit<Standing<Rower>, 'place'>;

export type Standings<Rower> = {
  /**
   * From first to last for each machine, the machine with the most athletes first. Within a machine, athletes on the
   * present workout come first, then those on each earlier workout of the item.
   */
  standings: Standing<Rower>[];
};

/** Longer gaps in seconds are cut to this: they only mean "far behind". */
export const longestGapSec = 600;

/** Half of 0.1 m and 0.1 s, the monitor's resolution. */
const tolerance = 0.05;
/** Returns the plan's calories up to and including an interval (from 1), minus those that remain of it. */
export function caloriesRowed({ pieces }: WorkoutPlan, interval: number, left: number): number {
  let upTo = 0;
  for (const piece of pieces.slice(0, interval)) upTo += lengthOf(piece);
  return Math.max(0, upTo - left);
}

const unitOf = ({ kind }: Race): GapUnit =>
  kind === 'distance' ? 'seconds' : kind === 'calories' ? 'calories' : 'meters';

/** The gap from the athlete ahead to the athlete behind in the order. */
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

/** The result, or the finish at a pace. */
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
 * Returns the length of the lane in the unit of `done`. In a timed item the leader's position is the clock's, and the
 * others are behind by their share of the leader's distance. Without an end, the lane is the next of 100 m, 200 m, 500
 * m, 1 km and so on, so that it rarely changes.
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
 * Returns the standings of the athletes of one workout item; a null plan is a text that could not be parsed. `former`
 * has the ids of the previous order, which nearly level athletes keep. Athletes who stopped sending keep their rank.
 */
export function standingsOf<Rower extends CrewRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
  former: readonly string[] = [],
): Standings<Rower> {
  const standings = byWorkout(plan, rowers).flatMap(({ race, rowers: ofWorkout }) =>
    groupsBy(ofWorkout, ({ machine }) => machine).flatMap((equals) =>
      standingsOfEquals(race, equals, former),
    ),
  );
  return { standings: standings.map((standing, index) => ({ ...standing, place: index + 1 })) };
}

/** Returns the standings of the item's present workout, then those of each earlier workout. */
function byWorkout<Rower extends CrewRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
): { race: Race; rowers: readonly Rower[] }[] {
  const ofItem = rowers.filter(({ other }) => other === null);
  const others = groupsBy(
    rowers.filter(({ other }) => other !== null),
    ({ other }) => other?.key ?? '',
  );
  return [
    { race: raceOf(plan, ofItem), rowers: ofItem },
    ...others.map((group) => ({ race: raceOf(group[0]?.other?.plan ?? null, group), rowers: group })),
  ];
}

/** The largest group first. */
function groupsBy<Rower>(rowers: readonly Rower[], keyOf: (rower: Rower) => string): Rower[][] {
  const groups = new Map<string, Rower[]>();
  for (const rower of rowers) {
    const group = groups.get(keyOf(rower));
    if (group === undefined) groups.set(keyOf(rower), [rower]);
    else group.push(rower);
  }
  return [...groups]
    .toSorted(([one, those], [other, others]) => others.length - those.length || (one < other ? -1 : 1))
    .map(([, group]) => group);
}

/** The standings of the athletes on one machine. */
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
  const gapBetween = (ahead: Entry<Rower> | undefined, behind: Entry<Rower> | undefined) => {
    if (ahead === undefined || behind === undefined || !isCompared(ahead.rower.machine)) return null;
    return gapOf(race, ahead, behind);
  };
  let rankedCount = 0;
  let rank = 0;
  let levelWith: Entry<Rower> | null = null;
  const standings = ordered.map((entry, index): Omit<StandingOfEquals<Rower>, 'rankedCount'> => {
    const isRanked =
      entry.hasBegun &&
      entry.state !== 'short' &&
      entry.rower.isGhost !== true &&
      isCompared(entry.rower.machine);
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
      unit: unitOf(race),
      position: isAtEnd ? 1 : done <= 0 ? 0 : Math.min(1, done / course),
      gapToLeader: index === 0 ? null : gapBetween(ordered[0], entry),
      gapBefore: gapBetween(ordered[index - 1], entry),
      gapBehind: gapBetween(entry, ordered[index + 1]),
      finish: finishOf(race, entry, rower.averagePaceSec),
    };
  });
  return standings.map((standing) => ({ ...standing, rankedCount }));
}

/**
 * `startOffsetSec`: seconds from the common start to the athlete's start; negative for an early start. `ageSec`: age of
 * the values; 0 while they are current, and for a result.
 */
export type LateRower = CrewRower & { startOffsetSec: number; ageSec: number };

/**
 * Returns the standings at equal elapsed time. Athletes who began late, or whose values are old, are moved forward at
 * their average pace, at most to the end of the current interval; athletes who began early are moved back. Results
 * count unchanged. `rower` is the value passed in.
 */
export function standingsAtEqualTime<Rower extends LateRower>(
  plan: WorkoutPlan | null,
  rowers: readonly Rower[],
  former: readonly string[] = [],
): Standings<Rower> {
  const givenById = new Map(rowers.map((rower) => [rower.id, rower]));
  const moved = byWorkout(plan, rowers).flatMap(({ race, rowers: ofWorkout }) =>
    ofWorkout.map((rower) => atCommonClock(race, rower)),
  );
  const { standings } = standingsOf(plan, moved, former);
  return {
    standings: standings.map((standing) => ({
      ...standing,
      rower: givenById.get(standing.rower.id) ?? standing.rower,
    })),
  };
}

/** Below this, the average is only that of the start and is not projected. */
const meaningfulSec = 10;
const oldestSec = 3;

function atCommonClock<Rower extends LateRower>(race: Race, rower: Rower): Rower {
  const { elapsedSec, distanceM, calories, phase } = rower;
  const isMoving = phase === 'rowing' || phase === 'paused';
  // An athlete with old values soon counts as silent, and has no estimate after that.
  const ageSec = phase === 'rowing' ? Math.min(rower.ageSec, oldestSec) : 0;
  const behindSec = rower.startOffsetSec + ageSec;
  if (!isMoving || elapsedSec < meaningfulSec || distanceM <= 0) return rower;
  const amount = { distance: distanceM, time: elapsedSec, calories: calories ?? 0, open: 0 }[race.kind];
  const end = race.kind === 'open' ? undefined : race.ends.find((intervalEnd) => intervalEnd > amount);
  const mostFactor = end === undefined || amount <= 0 ? Infinity : end / amount;
  const factor = Math.min(mostFactor, Math.max(0, (elapsedSec + behindSec) / elapsedSec));
  return {
    ...rower,
    elapsedSec: elapsedSec * factor,
    distanceM: distanceM * factor,
    calories: calories === null ? null : calories * factor,
  };
}
