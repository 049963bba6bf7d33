/** The order of the athletes who row one workout item. */
import { lengthOf, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';
import type { ErgMachine } from '../reduce/machine.ts';
import type { RowPhase } from '../reduce/state.ts';

/** One athlete's newest values, or the result. Elapsed time and distance are work only, over all intervals. */
export type CrewRower = {
  /** The activity's id. */
  id: string;
  /** Only athletes on the same machine are compared. */
  machine: ErgMachine;
  elapsedSec: number;
  distanceM: number;
  /** null while unknown. */
  calories: number | null;
  /** Seconds per 500 m; null while the athlete does not move. */
  currentPaceSec: number | null;
  averagePaceSec: number | null;
  /** null before the first sample; 'finished' with a stored result. */
  phase: RowPhase | null;
  /** Whether a stored result is shorter than the item. */
  isPartial: boolean;
  /**
   * The workout that the athlete began before the item was edited; null for the present one. Athletes are compared only
   * within one workout.
   */
  other: OtherWorkout | null;
  /** An earlier row or a pace that is shown with the athletes: it has gaps, but never a rank. */
  isGhost?: boolean;
};

/** An earlier workout of an item. `key` is the same for texts of one workout. */
export type OtherWorkout = { key: string; plan: WorkoutPlan | null };

/**
 * Samples of two athletes differ in age by up to 0.25 s, which is about a meter. A smaller lead does not count while
 * they row.
 */
const leadM = 1;
/** A momentary pace slower than this multiple of the average, as after a missed stroke, does not stretch the gap. */
const slowestOfAverage = 1.5;
/** How much of the end the last sample may miss. */
const endTolerance = 1;

/**
 * The unit that decides the race for a plan. A plan with several units is compared by distance, like a missing plan.
 */
export type Race = { kind: Work['kind']; total: number; ends: number[] } | { kind: 'open' };

export function raceOf(plan: WorkoutPlan | null, rowers: readonly CrewRower[]): Race {
  const pieces = plan?.pieces ?? [];
  const [kind, ...otherKinds] = new Set(pieces.map((piece) => piece.kind));
  if (kind === undefined || otherKinds.length > 0) return { kind: 'open' };
  // A finished row without calories counts as short, and has no rank.
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

type State = 'rowing' | 'complete' | 'short';

/** An athlete with the values that the comparison needs. */
export type Entry<Rower> = {
  rower: Rower;
  state: State;
  hasBegun: boolean;
  isResting: boolean;
  /** The amount rowed, in meters or kcal. */
  done: number;
  elapsedSec: number;
  /** Seconds per 500 m; null while unknown. */
  paceSec: number | null;
};

export function entryOf<Rower extends CrewRower>(race: Race, rower: Rower): Entry<Rower> {
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

/**
 * Whether the item ends when its distance or calories are reached. Athletes who have finished are then ahead of those
 * who still row.
 */
export function isRacedForTime({ kind }: Race): boolean {
  return kind === 'distance' || kind === 'calories';
}

function groupOf(race: Race, { state }: Entry<unknown>): number {
  if (state === 'short') return 2;
  return isRacedForTime(race) && state === 'rowing' ? 1 : 0;
}

/** Compares exactly: positive if `one` is ahead, 0 if they are level. The order is transitive. */
export function compare(race: Race, one: Entry<unknown>, other: Entry<unknown>): number {
  const group = groupOf(race, one);
  const otherGroup = groupOf(race, other);
  if (group !== otherGroup) return otherGroup - group;
  const faster = tenths(other.elapsedSec) - tenths(one.elapsedSec);
  if (group === 0 && isRacedForTime(race)) return faster;
  const ahead = tenths(one.done) - tenths(other.done);
  // Both have rowed the same intervals: the faster athlete is ahead.
  return ahead === 0 && one.isResting && other.isResting ? faster : ahead;
}

export function tenths(value: number): number {
  return Math.round(value * 10);
}

/** Whether `one` is certainly ahead: by more than the ages of their samples explain. */
export function leads(race: Race, one: Entry<unknown>, other: Entry<unknown>): boolean {
  if (compare(race, one, other) <= 0) return false;
  const isMoving = one.state === 'rowing' || other.state === 'rowing';
  const isSameGroup = groupOf(race, one) === groupOf(race, other);
  const areBothResting = one.isResting && other.isResting;
  if (!isSameGroup || !isMoving || areBothResting || race.kind === 'calories') return true;
  return one.done - other.done > leadM;
}

/** Every pair of athletes of two classes is compared in the same way. */
const classOf = ({ state, isResting }: Entry<unknown>): string => `${state} ${isResting}`;

/**
 * Returns the order from first to last. Keeps the former order of athletes while neither certainly leads, so that two
 * athletes side by side do not swap with every sample: next comes the first athlete of the former order whom no
 * remaining athlete leads.
 *
 * Within a class, if the foremost does not lead an athlete, no other does, and these athletes are the foremost of their
 * own class. So for each pair of classes one pointer, which only advances, separates the athletes whom someone leads
 * from the others.
 */
export function inOrder<Rower extends CrewRower>(
  race: Race,
  entries: readonly Entry<Rower>[],
  former: readonly string[],
): Entry<Rower>[] {
  const formerIndexes = new Map(former.map((id, index) => [id, index]));
  const formerIndexOf = ({ rower }: Entry<Rower>) => formerIndexes.get(rower.id) ?? former.length;
  const waiting = entries
    .toSorted(
      (one, other) =>
        formerIndexOf(one) - formerIndexOf(other) ||
        compare(race, other, one) ||
        (one.rower.id < other.rower.id ? -1 : 1),
    )
    .map((entry, place) => ({ entry, place, leaders: 0, isTaken: false }));
  type Waiting = (typeof waiting)[number];
  const free = new Heap<Waiting>(({ place }) => place);
  const byClass = new Map<string, Waiting[]>();
  for (const one of waiting) {
    const members = byClass.get(classOf(one.entry));
    if (members === undefined) byClass.set(classOf(one.entry), [one]);
    else members.push(one);
  }
  const classes = [...byClass.values()].map((members) =>
    members.toSorted(
      (one, other) => compare(race, other.entry, one.entry) || other.entry.done - one.entry.done,
    ),
  );
  const pairs = classes.flatMap((ahead) => classes.map((behind) => ({ ahead, behind, first: 0, passed: 0 })));
  for (const one of waiting) one.leaders = classes.length;
  const advance = (pair: (typeof pairs)[number]) => {
    while (pair.ahead[pair.first]?.isTaken) pair.first += 1;
    const foremost = pair.ahead[pair.first];
    for (let next = pair.behind[pair.passed]; next !== undefined; next = pair.behind[pair.passed]) {
      if (foremost !== undefined && leads(race, foremost.entry, next.entry)) return;
      pair.passed += 1;
      next.leaders -= 1;
      if (next.leaders === 0) free.add(next);
    }
  };
  pairs.forEach(advance);
  const ordered: Entry<Rower>[] = [];
  for (let next = free.take(); next !== undefined; next = free.take()) {
    next.isTaken = true;
    ordered.push(next.entry);
    for (const pair of pairs) if (pair.ahead[pair.first] === next) advance(pair);
  }
  return ordered;
}

/** A heap: `take` removes and returns the item with the lowest value. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #valueOf: (item: Item) => number;

  constructor(valueOf: (item: Item) => number) {
    this.#valueOf = valueOf;
  }

  add(item: Item): void {
    let at = this.#items.push(item) - 1;
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) at = this.#swap(at, (at - 1) >> 1);
  }

  take(): Item | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (first === undefined || last === undefined || this.#items.length === 0) return first;
    this.#items[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const least = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(least, at)) return first;
      at = this.#swap(at, least);
    }
  }

  #isBefore(one: number, other: number): boolean {
    return this.#valueAt(one) < this.#valueAt(other);
  }

  /** An index after the last item has the highest value. */
  #valueAt(index: number): number {
    const item = this.#items[index];
    return item === undefined ? Infinity : this.#valueOf(item);
  }

  #swap(from: number, to: number): number {
    const [one, other] = [this.#items[from], this.#items[to]];
    if (one !== undefined && other !== undefined) [this.#items[from], this.#items[to]] = [other, one];
    return to;
  }
}
