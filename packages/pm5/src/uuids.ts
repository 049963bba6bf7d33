/**
 * GATT services and characteristics of a PM5 by their 16-bit numbers.
 * Source: Concept2 PM Bluetooth Smart Communication Interface Definition 1.25, tables 3 and 4.
 */
export const Service = {
  /** Advertised in the scan response, for the filter of a device chooser. Has no characteristics to read. */
  discovery: 0x0000,
  /** Concept2's own, not the 0x180A of the Bluetooth SIG. */
  information: 0x0010,
  control: 0x0020,
  rowing: 0x0030,
} as const;

export const Characteristic = {
  serialNumber: 0x12,
  hardwareRevision: 0x13,
  firmwareRevision: 0x14,
  manufacturerName: 0x15,
  ergMachineType: 0x16,
  csafeReceive: 0x21,
  csafeTransmit: 0x22,
  generalStatus: 0x31,
  additionalStatus1: 0x32,
  additionalStatus2: 0x33,
  sampleRate: 0x34,
  strokeData: 0x35,
  additionalStrokeData: 0x36,
  splitIntervalData: 0x37,
  additionalSplitIntervalData: 0x38,
  endOfWorkoutSummary: 0x39,
  additionalEndOfWorkoutSummary: 0x3a,
  heartRateBeltInformation: 0x3b,
  forceCurve: 0x3d,
  additionalStatus3: 0x3e,
  multiplexed: 0x80,
} as const;

/** The record type code that exists only inside multiplexed frames: it has no characteristic of its own. */
export const additionalEndOfWorkoutSummary2Code = 0x3c;

const uuidPattern = /^ce06([0-9a-f]{4})-43e5-11e4-916c-0800200c9a66$/i;

/** Returns the 128-bit UUID of a 16-bit PM5 number, in lower case for Web Bluetooth. Throws RangeError outside 16 bits. */
export function pm5Uuid(short: number): string {
  if (!Number.isInteger(short) || short < 0 || short > 0xffff) {
    throw new RangeError(`A PM5 number has 16 bits: ${short}`);
  }
  return `ce06${short.toString(16).padStart(4, '0')}-43e5-11e4-916c-0800200c9a66`;
}

/** The 16-bit number of a PM5 UUID, or null when the UUID is not Concept2's. */
export function shortOf(uuid: string): number | null {
  const digits = uuidPattern.exec(uuid)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/** Returns the service of a characteristic. Throws RangeError for a number that no service of a PM5 has. */
export function serviceOf(characteristic: number): number {
  if (characteristic > 0x10 && characteristic < 0x20) return Service.information;
  if (characteristic > 0x20 && characteristic < 0x30) return Service.control;
  if (characteristic > 0x30 && characteristic < 0x40) return Service.rowing;
  if (characteristic === Characteristic.multiplexed) return Service.rowing;
  throw new RangeError(`No PM5 service has characteristic 0x${characteristic.toString(16)}`);
}
