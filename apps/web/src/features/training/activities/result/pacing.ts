import type { WorkoutSummary } from '@boathouse/contract/activities';

type Split = Pick<WorkoutSummary['splits'][number], 'distance' | 'time'>;

/** How the second half was rowed relative to the first; `bySec` in seconds per 500 m, positive. */
export type Pacing = { kind: 'even' | 'faster' | 'fading'; bySec: number };

/**
 * Halves within a second of each other are even: rowers speak of paces in whole seconds, and a target pace within a
 * second is kept (`bandsOf` in row/plan/targets).
 */
const evenSec = 1;
/** A last split shorter than this share of the others is a sprint to the line, which does not describe its half. */
const wholeShare = 0.5;
/** The monitor cuts splits at whole meters or seconds. */
const sameLength = 1;

/**
 * Compares the halves by their splits; null for fewer than two, without a pace, and for pieces of different lengths,
 * because each has its own pace. If their number is odd, the middle one is in neither half.
 */
export function pacingOf(splits: readonly Split[]): Pacing | null {
  const compared = comparableOf(splits);
  if (compared.length < 2) return null;
  const half = Math.floor(compared.length / 2);
  const first = paceOf(compared.slice(0, half));
  const second = paceOf(compared.slice(-half));
  if (first === null || second === null) return null;
  // It compares the displayed tenths.
  const by = Math.round((second - first) * 10) / 10;
  const bySec = Math.abs(by);
  if (bySec <= evenSec) return { kind: 'even', bySec };
  return { kind: by < 0 ? 'faster' : 'fading', bySec };
}

function comparableOf(splits: readonly Split[]): readonly Split[] {
  const [first] = splits;
  const last = splits.at(-1);
  if (first === undefined || last === undefined) return [];
  const before = splits.slice(0, -1);
  const isOf = (length: (split: Split) => number) => {
    const whole = length(first);
    return before.every((split) => Math.abs(length(split) - whole) <= sameLength) &&
      length(last) <= whole + sameLength
      ? length(last) / whole
      : null;
  };
  const share = isOf(({ distance }) => distance) ?? isOf(({ time }) => time);
  if (share === null) return [];
  return share < wholeShare ? before : splits;
}

function paceOf(splits: readonly Split[]): number | null {
  const distance = splits.reduce((sum, split) => sum + split.distance, 0);
  const time = splits.reduce((sum, split) => sum + split.time, 0);
  return distance > 0 && time > 0 ? (time / distance) * 500 : null;
}
