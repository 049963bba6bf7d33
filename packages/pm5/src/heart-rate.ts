import { createByteReader } from './byte-reader.ts';
import { plausibleHeartRate } from './plausible-heart-rate.ts';

/** The standard service of heart-rate belts and its one characteristic, by the numbers of the Bluetooth SIG. */
export const HeartRate = { service: 0x180d, measurement: 0x2a37 } as const;

/** Returns the 128-bit UUID of a 16-bit number of the Bluetooth SIG, in lower case for Web Bluetooth. */
export function standardUuid(short: number): string {
  return `0000${short.toString(16).padStart(4, '0')}-0000-1000-8000-00805f9b34fb`;
}

type HeartRateMeasurement = {
  /** It is as sent; see `heartRateOf`. */
  valueBpm: number;
  /** Null for a belt that can't detect contact. */
  hasSkinContact: boolean | null;
  energyKj: number | null;
  /** Times between beats in seconds, oldest first; empty if the belt sends none. */
  beatsSec: number[];
};

const flag = { is16Bit: 1, hasContact: 1 << 1, tellsContact: 1 << 2, hasEnergy: 1 << 3, hasBeats: 1 << 4 };

/**
 * Decodes a Heart Rate Measurement (0x2A37): flags, the value in 8 or 16 bits, then energy and times between beats, if
 * the flags announce them. Null for bytes that are shorter than their flags indicate. A half time at the end is
 * dropped. Source: Bluetooth SIG, Heart Rate Service 1.0, 3.1.
 */
export function decodeHeartRate(bytes: Uint8Array): HeartRateMeasurement | null {
  const reader = createByteReader(bytes);
  const flags = reader.u8();
  const is = (bit: number): boolean => (flags & bit) !== 0;
  const needed = 1 + (is(flag.is16Bit) ? 2 : 1) + (is(flag.hasEnergy) ? 2 : 0);
  if (bytes.length < needed) return null;
  const valueBpm = is(flag.is16Bit) ? reader.u16() : reader.u8();
  const energyKj = is(flag.hasEnergy) ? reader.u16() : null;
  const beatsSec: number[] = [];
  if (is(flag.hasBeats)) while (reader.remaining() >= 2) beatsSec.push(reader.u16() / 1024);
  return {
    valueBpm,
    hasSkinContact: is(flag.tellsContact) ? is(flag.hasContact) : null,
    energyKj,
    beatsSec,
  };
}

/** Returns the heart rate of a measurement; null without contact to the skin, and for an impossible value. */
export function heartRateOf({ valueBpm, hasSkinContact }: HeartRateMeasurement): number | null {
  return hasSkinContact === false ? null : plausibleHeartRate(valueBpm);
}
