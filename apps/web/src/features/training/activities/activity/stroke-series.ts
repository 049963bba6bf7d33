import type { Stroke } from '@boathouse/contract/strokes';
import type { Gap } from '@boathouse/row/reduce/gaps';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import type { Range } from '../../../../ui/plot/breaks.ts';
import { roundTicks, type Tick } from '../../../../ui/plot/ticks.ts';
import { signed, type PlotOver } from './plottable.ts';

export function positionOf({ distance, elapsedTime }: Stroke, over: PlotOver): number {
  return over === 'distance' ? distance : elapsedTime;
}

/** Returns the gaps as parts of the axis. */
export function rangesOf(gaps: readonly Gap[], over: PlotOver): Range[] {
  return gaps.map(({ fromM, toM, fromSec, toSec }) =>
    over === 'distance' ? [fromM, toM] : [fromSec, toSec],
  );
}

/** Returns where an interval ended and the next began. */
export function endsOfIntervals(strokes: readonly Stroke[], over: PlotOver): number[] {
  const ends = strokes.flatMap((stroke, index) => {
    const before = strokes[index - 1];
    return before && stroke.interval > before.interval ? [positionOf(before, over)] : [];
  });
  return [...new Set(ends)];
}

/** Seconds that divide a clock evenly. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Returns times between `lowSec` and `highSec`, both included if even, at most `steps` steps apart. */
function evenTimes(lowSec: number, highSec: number, steps: number): number[] {
  const step = clockSteps.find((size) => (highSec - lowSec) / size <= steps) ?? 7_200;
  const first = Math.floor(lowSec / step);
  const last = Math.max(first + 1, Math.ceil(highSec / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

const withoutTenths = (clock: string) => clock.replace(/\.0$/, '');

/** Returns the labels below the plots. */
export function positionTicks(end: number, over: PlotOver): Tick[] {
  const all = over === 'distance' ? roundTicks(0, end, 5) : evenTimes(0, end, 5);
  return all
    .filter((at) => at <= end)
    .map((at) => ({
      at,
      // The unit once, at the start: on a phone five numbers just fit.
      text:
        over === 'distance'
          ? formatDistance(at).slice(0, at === 0 ? undefined : -2)
          : withoutTenths(formatDuration(at)),
    }));
}

type Axis = { range: readonly [number, number]; ticks: Tick[] };

/** Returns the value below which this share of the values is. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/**
 * Returns an axis around the values. The slowest or lowest few of each hundred may be outside, because the first
 * strokes from a standstill would flatten all others.
 */
function bulkOf(values: readonly (number | null)[], slowIs: 'high' | 'low'): [number, number] {
  const sorted = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  return slowIs === 'high'
    ? [sorted[0] ?? 0, quantile(sorted, 0.97)]
    : [quantile(sorted, 0.03), sorted.at(-1) ?? 0];
}

/** For a pace, in seconds: the noise of an even pace should not look like a hill. */
const leastSpanSec = 4;

/** Never less than 4 s high, with the values in its middle. */
export function paceAxisOf(values: readonly (number | null)[]): Axis {
  const [least, most] = bulkOf(values, 'high');
  const more = Math.max(0, leastSpanSec - most + least) / 2;
  const [low, high] = [Math.max(0, least - more), most + more];
  const times = evenTimes(low, high, 4);
  return {
    range: [times[0] ?? low, times.at(-1) ?? high],
    ticks: times.map((at) => ({ at, text: withoutTenths(formatDuration(at)) })),
  };
}

/** At least `leastSpan` high, with the values in its middle, so that a steady value has a scale. */
export function valueAxisOf(values: readonly (number | null)[], leastSpan = 2): Axis {
  const [lowest, highest] = bulkOf(values, 'low');
  const more = Math.max(0, leastSpan - highest + lowest) / 2;
  const [low, high] = [lowest - more, highest + more];
  const ticks = roundTicks(low, high, 2);
  return {
    range: [ticks[0] ?? low, ticks.at(-1) ?? high],
    ticks: ticks.map((at) => ({ at, text: `${Math.round(at * 10) / 10}` })),
  };
}

/** How many strokes on each side a mean includes. */
const meanReach = 2;

/**
 * Returns the mean of five strokes around each. It includes no stroke of another interval or from across a gap; null if
 * the stroke has no value.
 */
export function meansOf(
  values: readonly (number | null)[],
  strokes: readonly Stroke[],
  gaps: readonly Gap[],
): (number | null)[] {
  const isApart = (one: Stroke | undefined, other: Stroke | undefined) =>
    one?.interval !== other?.interval ||
    gaps.some(({ fromM }) => (one?.distance ?? 0) <= fromM !== (other?.distance ?? 0) <= fromM);
  return values.map((value, index) => {
    if (value === null) return null;
    let [sum, count] = [0, 0];
    for (let at = Math.max(0, index - meanReach); at <= index + meanReach; at += 1) {
      const near = values[at] ?? null;
      if (near === null || isApart(strokes[index], strokes[at])) continue;
      sum += near;
      count += 1;
    }
    return sum / count;
  });
}

/** Around zero, so that it shows who is ahead. */
export function gapAxisOf(values: readonly (number | null)[]): Axis {
  // They are not spread into arguments: a row can have more strokes than a call has arguments.
  const low = values.reduce<number>((least, value) => Math.min(least, value ?? 0), -1);
  const high = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 1);
  const ticks = roundTicks(low, high, 2);
  return {
    range: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    ticks: ticks.map((at) => ({ at, text: signed(at) })),
  };
}

/** Returns a value at each position from the strokes around it; null after the last stroke. */
function valuesAt(
  strokes: readonly Stroke[],
  over: PlotOver,
  positions: readonly number[],
  valueOf: (stroke: Stroke) => number | null,
  atStart: number | null,
): (number | null)[] {
  let next = 0;
  return positions.map((position) => {
    let after = strokes[next];
    while (after !== undefined && positionOf(after, over) < position) after = strokes[(next += 1)];
    if (after === undefined) return null;
    const before = strokes[next - 1];
    const [from, fromValue] = before ? [positionOf(before, over), valueOf(before)] : [0, atStart];
    const value = valueOf(after);
    const width = positionOf(after, over) - from;
    if (value === null || fromValue === null || width === 0) return value;
    return fromValue + ((position - from) / width) * (value - fromValue);
  });
}

/** Another row, at the positions of the viewer's own strokes. */
export type Compared = {
  pace: (number | null)[];
  /** How far the viewer's row is ahead: seconds at the same distance, or meters at the same time. */
  gap: (number | null)[];
};

/** `gaps` are the parts of the other row without strokes, where nothing is compared. */
export function compareStrokes(
  own: readonly Stroke[],
  other: readonly Stroke[],
  over: PlotOver,
  gaps: readonly Range[] = [],
): Compared {
  const positions = own.map((stroke) => positionOf(stroke, over));
  const isCompared = positions.map((at) => !gaps.some(([from, to]) => at > from && at < to));
  const reached = valuesAt(
    other,
    over,
    positions,
    ({ distance, elapsedTime }) => (over === 'distance' ? elapsedTime : distance),
    0,
  );
  return {
    pace: valuesAt(other, over, positions, ({ pace }) => pace, null).map((pace, index) =>
      isCompared[index] ? pace : null,
    ),
    gap: own.map(({ distance, elapsedTime }, index) => {
      const theirs = reached[index] ?? null;
      if (theirs === null || !isCompared[index]) return null;
      return over === 'distance' ? theirs - elapsedTime : distance - theirs;
    }),
  };
}

/** Returns every nth stroke, for a table of at most `rows` rows that ends with the last stroke. */
export function sampled(strokes: readonly Stroke[], rows: number): { every: number; indices: number[] } {
  const every = Math.max(1, Math.ceil(strokes.length / rows));
  const indices = strokes.flatMap((_, index) => ((strokes.length - 1 - index) % every === 0 ? [index] : []));
  return { every, indices };
}
