// The part of Garmin's global profile that rowing needs: numbers, types and scales of messages and fields.

export type BaseType = keyof typeof baseTypes;

/** By name: number in a field definition, bytes, and the value that means "none". */
export const baseTypes = {
  enum: { code: 0x00, size: 1, invalid: 0xff },
  sint8: { code: 0x01, size: 1, invalid: 0x7f },
  uint8: { code: 0x02, size: 1, invalid: 0xff },
  sint16: { code: 0x83, size: 2, invalid: 0x7fff },
  uint16: { code: 0x84, size: 2, invalid: 0xffff },
  sint32: { code: 0x85, size: 4, invalid: 0x7fffffff },
  uint32: { code: 0x86, size: 4, invalid: 0xffffffff },
  string: { code: 0x07, size: 1, invalid: 0 },
  float32: { code: 0x88, size: 4, invalid: Number.NaN },
  float64: { code: 0x89, size: 8, invalid: Number.NaN },
  uint8z: { code: 0x0a, size: 1, invalid: 0 },
  uint16z: { code: 0x8b, size: 2, invalid: 0 },
  uint32z: { code: 0x8c, size: 4, invalid: 0 },
  byte: { code: 0x0d, size: 1, invalid: 0xff },
} as const;

export type Field = { num: number; type: BaseType; scale: number };

const field = (num: number, type: BaseType, scale = 1): Field => ({ num, type, scale });

const timestamp = field(253, 'uint32');
const messageIndex = field(254, 'uint16');

/** Messages by name; each field's value is the raw number divided by its scale. */
export const profile = {
  fileId: {
    num: 0,
    fields: {
      type: field(0, 'enum'),
      manufacturer: field(1, 'uint16'),
      product: field(2, 'uint16'),
      serialNumber: field(3, 'uint32z'),
      timeCreated: field(4, 'uint32'),
      productName: field(8, 'string'),
    },
  },
  developerDataId: {
    num: 207,
    fields: {
      applicationId: field(1, 'byte'),
      developerDataIndex: field(3, 'uint8'),
      applicationVersion: field(4, 'uint32'),
    },
  },
  fieldDescription: {
    num: 206,
    fields: {
      developerDataIndex: field(0, 'uint8'),
      fieldDefinitionNumber: field(1, 'uint8'),
      fitBaseTypeId: field(2, 'uint8'),
      fieldName: field(3, 'string'),
      array: field(4, 'uint8'),
      scale: field(6, 'uint8'),
      offset: field(7, 'sint8'),
      units: field(8, 'string'),
      nativeMesgNum: field(14, 'uint16'),
      nativeFieldNum: field(15, 'uint8'),
    },
  },
  event: {
    num: 21,
    fields: { timestamp, event: field(0, 'enum'), eventType: field(1, 'enum') },
  },
  record: {
    num: 20,
    fields: {
      timestamp,
      positionLat: field(0, 'sint32'),
      heartRate: field(3, 'uint8'),
      cadence: field(4, 'uint8'),
      distance: field(5, 'uint32', 100),
      speed: field(6, 'uint16', 1000),
      power: field(7, 'uint16'),
      totalCycles: field(19, 'uint32'),
      calories: field(33, 'uint16'),
      cadence256: field(52, 'uint16', 256),
      fractionalCadence: field(53, 'uint8', 128),
      enhancedSpeed: field(73, 'uint32', 1000),
      cycleLength16: field(87, 'uint16', 100),
    },
  },
  lap: {
    num: 19,
    fields: {
      messageIndex,
      timestamp,
      event: field(0, 'enum'),
      eventType: field(1, 'enum'),
      startTime: field(2, 'uint32'),
      totalElapsedTime: field(7, 'uint32', 1000),
      totalTimerTime: field(8, 'uint32', 1000),
      totalDistance: field(9, 'uint32', 100),
      totalCycles: field(10, 'uint32'),
      totalCalories: field(11, 'uint16'),
      avgHeartRate: field(15, 'uint8'),
      avgCadence: field(17, 'uint8'),
      avgPower: field(19, 'uint16'),
      intensity: field(23, 'enum'),
      lapTrigger: field(24, 'enum'),
      sport: field(25, 'enum'),
      subSport: field(39, 'enum'),
      avgFractionalCadence: field(80, 'uint8', 128),
      enhancedAvgSpeed: field(110, 'uint32', 1000),
    },
  },
  split: {
    num: 312,
    fields: {
      messageIndex,
      splitType: field(0, 'enum'),
      totalElapsedTime: field(1, 'uint32', 1000),
      totalTimerTime: field(2, 'uint32', 1000),
      totalDistance: field(3, 'uint32', 100),
      startTime: field(9, 'uint32'),
      avgHeartRate: field(15, 'uint8'),
      endTime: field(27, 'uint32'),
      totalCalories: field(28, 'uint32'),
      avgCadence: field(29, 'uint16', 128),
      totalCycles: field(31, 'uint32'),
      avgPower: field(40, 'uint16'),
    },
  },
  splitSummary: {
    num: 313,
    fields: {
      messageIndex,
      splitType: field(0, 'enum'),
      numSplits: field(3, 'uint16'),
      totalTimerTime: field(4, 'uint32', 1000),
      totalDistance: field(5, 'uint32', 100),
    },
  },
  session: {
    num: 18,
    fields: {
      messageIndex,
      timestamp,
      event: field(0, 'enum'),
      eventType: field(1, 'enum'),
      startTime: field(2, 'uint32'),
      sport: field(5, 'enum'),
      subSport: field(6, 'enum'),
      totalElapsedTime: field(7, 'uint32', 1000),
      totalTimerTime: field(8, 'uint32', 1000),
      totalDistance: field(9, 'uint32', 100),
      totalCycles: field(10, 'uint32'),
      totalCalories: field(11, 'uint16'),
      avgHeartRate: field(16, 'uint8'),
      avgCadence: field(18, 'uint8'),
      avgPower: field(20, 'uint16'),
      firstLapIndex: field(25, 'uint16'),
      numLaps: field(26, 'uint16'),
      trigger: field(28, 'enum'),
      avgFractionalCadence: field(92, 'uint8', 128),
      enhancedAvgSpeed: field(124, 'uint32', 1000),
    },
  },
  workout: {
    num: 26,
    fields: { sport: field(4, 'enum'), name: field(8, 'string'), subSport: field(11, 'enum') },
  },
  activity: {
    num: 34,
    fields: {
      timestamp,
      totalTimerTime: field(0, 'uint32', 1000),
      numSessions: field(1, 'uint16'),
      type: field(2, 'enum'),
      event: field(3, 'enum'),
      eventType: field(4, 'enum'),
      localTimestamp: field(5, 'uint32'),
    },
  },
} as const satisfies Record<string, { num: number; fields: Record<string, Field> }>;

export type MessageName = keyof typeof profile;
export function isMessageName(name: string): name is MessageName {
  return name in profile;
}
export function isBaseType(name: string): name is BaseType {
  return name in baseTypes;
}

export type FieldName<Name extends MessageName> = keyof (typeof profile)[Name]['fields'] & string;

export const manufacturers = { concept2: 40, development: 255 } as const;
export const sports = { generic: 0, cycling: 2, fitnessEquipment: 4, skiing: 12, rowing: 15 } as const;
export const subSports = { generic: 0, indoorCycling: 6, indoorRowing: 14, indoorSkiing: 25 } as const;
export const intensities = { active: 0, rest: 1, recovery: 4 } as const;
export const splitTypes = { active: 3, rest: 4, warmup: 5, cooldown: 6, recovery: 7, other: 8 } as const;
export const lapTriggers = { manual: 0, sessionEnd: 7 } as const;
export const events = { timer: 0, session: 8, lap: 9, activity: 26 } as const;
export const eventTypes = { start: 0, stop: 1, stopAll: 4 } as const;

/** Below this, a time counts the seconds since the device was switched on: its clock was not set. */
export const leastDateSec = 0x10000000;

/** FIT counts seconds from 1989-12-31T00:00:00Z. */
export const fitEpochMs = Date.UTC(1989, 11, 31);
