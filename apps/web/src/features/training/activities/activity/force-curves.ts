import type { Stroke } from '@boathouse/contract/strokes';

/** Points of a curve after resampling, from the start to the end of the drive. */
const points = 51;

export const driveShares: readonly number[] = Array.from(
  { length: points },
  (_, index) => index / (points - 1),
);

/** Returns the force at `points` equal steps of the drive, in N; null without a curve. */
export function resampled({ forceCurve }: Pick<Stroke, 'forceCurve'>): number[] | null {
  if (!forceCurve || forceCurve.length < 2) return null;
  return driveShares.map((share) => {
    const position = share * (forceCurve.length - 1);
    const before = Math.floor(position);
    const [from = 0, to = from] = forceCurve.slice(before, before + 2);
    return from + (position - before) * (to - from);
  });
}

/** Returns the average of all curves; null if no stroke has one. */
export function averageCurve(strokes: readonly Stroke[]): number[] | null {
  const curves = strokes.flatMap((stroke) => {
    const curve = resampled(stroke);
    return curve === null ? [] : [curve];
  });
  if (curves.length === 0) return null;
  return driveShares.map(
    (_, index) => curves.reduce((sum, curve) => sum + (curve[index] ?? 0), 0) / curves.length,
  );
}

/** Returns the highest force and the share of the drive at which it is reached. */
export function peakOf(curve: readonly number[]): { forceN: number; share: number } {
  const forceN = Math.max(...curve);
  return { forceN, share: driveShares[curve.indexOf(forceN)] ?? 0 };
}

/** Returns the mean of the known values; null without any. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
