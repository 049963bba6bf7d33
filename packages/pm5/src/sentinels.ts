import { clampWhole } from './byte-writer.ts';

/*
 * The wire values that mean "no value". On encoding, a real value that would round or clamp to its sentinel is moved to
 * the nearest other value, so that a value never becomes null.
 */

const statusHeartRateAbsent = 0xff;
const workUnknown = 0xffff;

/** Status records: 255 is the documented sentinel, 0 is what newer firmware sends without a belt. */
export function statusHeartRate(raw: number): number | null {
  return raw === statusHeartRateAbsent ? null : zeroIsNull(raw);
}

export function rawStatusHeartRate(heartRateBpm: number | null): number {
  return heartRateBpm === null ? statusHeartRateAbsent : rawOrZero(heartRateBpm, statusHeartRateAbsent - 1);
}

/** 0 is "no value" in paces and in the heart rates of splits and summaries. */
export function zeroIsNull(value: number): number | null {
  return value === 0 ? null : value;
}

/** Returns the raw value, in units of the wire, of a field whose 0 means "no value". */
export function rawOrZero(raw: number | null, max: number): number {
  return raw === null ? 0 : Math.max(1, clampWhole(raw, max));
}

/** Work per stroke in 0.1 J, 0xFFFF on the first stroke. Result in J. */
export function workPerStroke(raw: number): number | null {
  return raw === workUnknown ? null : raw / 10;
}

export function rawWorkPerStroke(workPerStrokeJ: number | null): number {
  return workPerStrokeJ === null ? workUnknown : clampWhole(workPerStrokeJ * 10, workUnknown - 1);
}
