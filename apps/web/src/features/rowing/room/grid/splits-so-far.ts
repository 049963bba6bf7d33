import type { LiveSample } from '@boathouse/contract/live';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Gap } from '@boathouse/row/reduce/gaps';

type Split = NonNullable<LiveSample['lastSplit']>;

/** `isExact`: the monitor's own record; otherwise computed from the strokes. */
export type SplitSoFar = Split & { isExact: boolean };

/**
 * Returns the splits of a row in progress: those that this page received, and earlier ones from the strokes. Computed
 * intervals end with their last stroke, up to a stroke before their end. A split that begins or ends in a gap is
 * unknown.
 */
export function splitsSoFar(
  received: ReadonlyMap<number, Split>,
  strokes: readonly Stroke[],
  gaps: readonly Gap[] = [],
): SplitSoFar[] {
  const last = Math.max(0, ...received.keys());
  const isOfIntervals = (strokes.at(-1)?.interval ?? 1) > 1;
  const splits: SplitSoFar[] = [];
  for (let number = 1; number <= last; number += 1) {
    const known = received.get(number);
    const split = known
      ? { ...known, isExact: true }
      : isOfIntervals
        ? intervalOf(strokes, number, gaps)
        : evenSplitOf(strokes, number, received.get(last), gaps);
    if (split) splits.push(split);
  }
  return splits;
}

function splitBetween(number: number, from: Reached, to: Reached): SplitSoFar | null {
  const [time, distance] = [to.elapsedTime - from.elapsedTime, to.distance - from.distance];
  if (time <= 0 || distance <= 0) return null;
  return { number, time, distance, pace: (500 * time) / distance, isExact: false };
}

type Reached = Pick<Stroke, 'elapsedTime' | 'distance'>;
const start: Reached = { elapsedTime: 0, distance: 0 };

function intervalOf(strokes: readonly Stroke[], number: number, gaps: readonly Gap[]): SplitSoFar | null {
  const isOpen = ({ fromInterval, toInterval }: Gap) =>
    fromInterval !== toInterval && fromInterval <= number && number <= toInterval;
  if (gaps.some(isOpen)) return null;
  const to = strokes.findLast(({ interval }) => interval === number);
  const from =
    strokes.findLast(({ interval }) => interval === number - 1) ?? (number === 1 ? start : undefined);
  return to && from ? splitBetween(number, from, to) : null;
}

/** Splits of a single piece all have the length of the monitor's last one, in meters or in seconds. */
function evenSplitOf(
  strokes: readonly Stroke[],
  number: number,
  like: Split | undefined,
  gaps: readonly Gap[],
): SplitSoFar | null {
  if (!like) return null;
  const isByDistance = Math.abs(like.distance - Math.round(like.distance / 10) * 10) < 0.5;
  const [valueOf, length] = isByDistance
    ? [(reached: Reached) => reached.distance, like.distance]
    : [(reached: Reached) => reached.elapsedTime, like.time];
  const reachedAt = (value: number): Reached | null => {
    if (value <= 0) return start;
    const isUnheard = ({ fromM, toM, fromSec, toSec }: Gap) =>
      isByDistance ? fromM < value && value < toM : fromSec < value && value < toSec;
    if (gaps.some(isUnheard)) return null;
    const next = strokes.findIndex((stroke) => valueOf(stroke) >= value);
    const after = strokes[next];
    if (!after) return null;
    const before = strokes[next - 1] ?? start;
    const share = (value - valueOf(before)) / Math.max(0.001, valueOf(after) - valueOf(before));
    return {
      elapsedTime: before.elapsedTime + share * (after.elapsedTime - before.elapsedTime),
      distance: before.distance + share * (after.distance - before.distance),
    };
  };
  const [from, to] = [reachedAt((number - 1) * length), reachedAt(number * length)];
  return from && to ? splitBetween(number, from, to) : null;
}
