import { createByteReader } from '../byte-reader.ts';
import { plausibleHeartRate } from '../plausible-heart-rate.ts';

/** The Fitness Machine Service and its notifications for a rowing machine, by the numbers of the Bluetooth SIG. */
export const FitnessMachine = { service: 0x1826, rowerData: 0x2ad1 } as const;

/**
 * The present values of a rower of any maker, each null if it is not sent. Counts are the machine's own, since its last
 * reset. Machines send wrong values: see the README.
 */
export type RowerData = {
  kind: 'rowerData';
  /** As sent, in the standard's steps of 0.5. */
  strokeRateSpm: number | null;
  /** 16 bits, then it restarts at 0. */
  strokeCount: number | null;
  /** 24 bits. */
  distanceM: number | null;
  /** Seconds per 500 m; null while nothing moves (0 on the wire). */
  paceSec: number | null;
  powerW: number | null;
  /** kcal, 16 bits. */
  calories: number | null;
  heartRateBpm: number | null;
  /** 16 bits. */
  elapsedSec: number | null;
};

export const emptyRowerData: RowerData = {
  kind: 'rowerData',
  strokeRateSpm: null,
  strokeCount: null,
  distanceM: null,
  paceSec: null,
  powerW: null,
  calories: null,
  heartRateBpm: null,
  elapsedSec: null,
};

/** A notification: a record, or a part of one. */
export type RowerPart = {
  data: RowerData;
  /** Another part of the same record follows. */
  hasMore: boolean;
};

/** The bits of the flags after the first, in the order of the fields, each with the field's bytes. */
const sizes = {
  averageRate: 1,
  distance: 3,
  pace: 2,
  averagePace: 2,
  power: 2,
  averagePower: 2,
  resistance: 2,
  energy: 5,
  heartRate: 1,
  metabolicEquivalent: 1,
  elapsed: 2,
  remaining: 2,
} as const;
type Field = keyof typeof sizes;
const fields: readonly Field[] = [
  'averageRate',
  'distance',
  'pace',
  'averagePace',
  'power',
  'averagePower',
  'resistance',
  'energy',
  'heartRate',
  'metabolicEquivalent',
  'elapsed',
  'remaining',
];
const flagsBytes = 2;
const rateBytes = 3;

const known = (value: number, none: number): number | null => (value === none ? null : value);

function signed(value: number): number {
  return value < 0x8000 ? value : value - 0x1_0000;
}

/**
 * Decodes a Rower Data notification (0x2AD1): flags, then the fields that they name, little endian. Bit 0 is inverted:
 * if it is not set, rate and count of strokes are present; if it is set, more of the record follows. A field is null if
 * the bytes end before it, as on real machines. Null for bytes without flags. Source: Bluetooth SIG, Fitness Machine
 * Service 1.0, 4.8.
 */
export function decodeRowerData(bytes: Uint8Array): RowerPart | null {
  if (bytes.length < flagsBytes) return null;
  const reader = createByteReader(bytes);
  const flags = reader.u16();
  const hasMore = (flags & 1) !== 0;
  const named = fields.filter((_, index) => (flags & (2 << index)) !== 0);
  const namedBytes = named.reduce((sum, field) => sum + sizes[field], flagsBytes + (hasMore ? 0 : rateBytes));
  // Later versions of the standard have one byte here; only the length shows the version.
  const isResistanceShort = named.includes('resistance') && bytes.length === namedBytes - 1;
  const data = { ...emptyRowerData };
  if (!hasMore && reader.remaining() >= rateBytes) {
    const rate = known(reader.u8(), 0xff);
    data.strokeRateSpm = rate === null ? null : rate / 2;
    data.strokeCount = known(reader.u16(), 0xffff);
  }
  for (const field of named) {
    const size = field === 'resistance' && isResistanceShort ? 1 : sizes[field];
    if (reader.remaining() < size) break;
    const value = size === 1 ? reader.u8() : size === 3 ? reader.u24() : reader.u16();
    if (field === 'distance') data.distanceM = known(value, 0xff_ffff);
    if (field === 'pace') data.paceSec = value === 0 ? null : known(value, 0xffff);
    if (field === 'power') data.powerW = value === 0x7fff || value === 0xffff ? null : signed(value);
    if (field === 'heartRate') data.heartRateBpm = plausibleHeartRate(value);
    if (field === 'elapsed') data.elapsedSec = known(value, 0xffff);
    if (field !== 'energy') continue;
    data.calories = known(value, 0xffff);
    // Per hour and per minute.
    reader.u24();
  }
  return { data, hasMore };
}

const values = Object.keys(emptyRowerData).filter((key) => key !== 'kind');

const has = (data: RowerData, key: string): boolean => Reflect.get(data, key) !== null;

function joined(first: RowerData, second: RowerData): RowerData {
  const told = Object.fromEntries(Object.entries(second).filter(([, value]) => value !== null));
  return { ...first, ...told };
}

/**
 * Joins the parts of a record. `held`: the parts so far; null without any. Returns the complete records, and the parts
 * that still wait. A machine that always announces more repeats itself: then the held record is complete.
 */
export function joinRowerData(
  held: RowerData | null,
  { data, hasMore }: RowerPart,
): { held: RowerData | null; records: RowerData[] } {
  const isRepeated = held !== null && values.some((key) => has(held, key) && has(data, key));
  const before = isRepeated ? [held] : [];
  const record = held === null || isRepeated ? data : joined(held, data);
  return hasMore ? { held: record, records: before } : { held: null, records: [...before, record] };
}
