/**
 * The records a PM5 notifies, decoded: one type per characteristic of the rowing service (0x0031 to 0x003D).
 * Units are in the names: Sec = seconds, M = meters, W = watts, Spm = strokes a minute, Bpm = beats a minute,
 * paces are seconds per 500 m. `null` means that the monitor sent its "no value" sentinel, or that this form
 * of the record (individual or multiplexed) does not carry the field.
 * Source: Concept2 PM Bluetooth Smart Communication Interface Definition 1.25; PM CSAFE Definition 0.25.
 */

/** The monitor's own enumerations, kept as its numbers, so that an unknown value passes unchanged. */
export const WorkoutType = {
  justRowNoSplits: 0,
  justRowSplits: 1,
  fixedDistanceNoSplits: 2,
  fixedDistanceSplits: 3,
  fixedTimeNoSplits: 4,
  fixedTimeSplits: 5,
  fixedTimeInterval: 6,
  fixedDistanceInterval: 7,
  variableInterval: 8,
  variableUndefinedRest: 9,
  fixedCalorie: 10,
  fixedWattMinutes: 11,
  fixedCaloriesInterval: 12,
  /** Seen on real hardware (with interval type 255) while the user is in the monitor's menus. */
  none: 13,
} as const;

export const IntervalType = {
  time: 0,
  distance: 1,
  rest: 2,
  timeRestUndefined: 3,
  distanceRestUndefined: 4,
  restUndefined: 5,
  calories: 6,
  caloriesRestUndefined: 7,
  wattMinutes: 8,
  wattMinutesRestUndefined: 9,
  none: 255,
} as const;

export const WorkoutState = {
  waitToBegin: 0,
  workoutRow: 1,
  countdownPause: 2,
  intervalRest: 3,
  intervalWorkTime: 4,
  intervalWorkDistance: 5,
  intervalRestEndToWorkTime: 6,
  intervalRestEndToWorkDistance: 7,
  intervalWorkTimeToRest: 8,
  intervalWorkDistanceToRest: 9,
  workoutEnd: 10,
  terminate: 11,
  workoutLogged: 12,
  rearm: 13,
} as const;

export const StrokeState = {
  waitingForMinimumSpeed: 0,
  waitingToAccelerate: 1,
  driving: 2,
  dwelling: 3,
  recovery: 4,
} as const;

export const DurationType = { time: 0x00, calories: 0x40, distance: 0x80, wattMinutes: 0xc0 } as const;

/** The machine that the monitor is mounted on. Numbers not named here (slides, dynamic, multi-erg) pass unchanged. */
export const ErgMachineType = {
  modelD: 0,
  modelC: 1,
  modelA: 2,
  modelB: 3,
  modelE: 5,
  simulator: 7,
  dynamic: 8,
  skiErg: 128,
  bikeErg: 192,
} as const;

/** A record has its own characteristic, or is sent in 0x0080 after a type code with its own layout. */
export type Pm5Form = 'individual' | 'multiplexed';

/** 0x0031. `distanceM` and `elapsedSec` restart at each interval; `totalWorkDistanceM` is the sum of finished intervals. */
export type GeneralStatus = {
  kind: 'generalStatus';
  elapsedSec: number;
  distanceM: number;
  workoutType: number;
  intervalType: number;
  workoutState: number;
  rowingState: number;
  strokeState: number;
  totalWorkDistanceM: number;
  /** In seconds when `workoutDurationType` is time; else meters, calories or watt-minutes. 0 for Just Row. */
  workoutDuration: number;
  workoutDurationType: number;
  /** 0 before the first strokes. */
  dragFactor: number;
};

/** 0x0032 */
export type AdditionalStatus1 = {
  kind: 'additionalStatus1';
  elapsedSec: number;
  speedMPerSec: number;
  strokeRateSpm: number;
  heartRateBpm: number | null;
  /** null while nothing moves (0 on the wire). */
  currentPaceSec: number | null;
  averagePaceSec: number | null;
  restDistanceM: number;
  /** Counts down in a planned rest. */
  restTimeSec: number;
  /** Multiplexed form only. */
  averagePowerW: number | null;
  ergMachineType: number | null;
};

/** 0x0033 */
export type AdditionalStatus2 = {
  kind: 'additionalStatus2';
  elapsedSec: number;
  /** It counts from 0, and also increases for a rest. */
  intervalCount: number;
  /** Individual form only. */
  averagePowerW: number | null;
  totalCalories: number;
  splitAveragePaceSec: number | null;
  splitAveragePowerW: number;
  splitAverageCalories: number;
  lastSplitTimeSec: number;
  lastSplitDistanceM: number;
};

/** 0x0035. Arrives twice per stroke (end of drive, end of recovery): key by `strokeCount`. */
export type StrokeData = {
  kind: 'strokeData';
  elapsedSec: number;
  distanceM: number;
  driveLengthM: number;
  driveTimeSec: number;
  /** The first of the two copies still holds the previous stroke's recovery. */
  recoveryTimeSec: number;
  strokeDistanceM: number;
  peakForceLbf: number;
  averageForceLbf: number;
  /** Only the individual form has it; null on the first stroke (0xFFFF on the wire). */
  workPerStrokeJ: number | null;
  strokeCount: number;
};

/** 0x0036 */
export type AdditionalStrokeData = {
  kind: 'additionalStrokeData';
  elapsedSec: number;
  strokePowerW: number;
  strokeCaloriesPerHour: number;
  strokeCount: number;
  projectedWorkTimeSec: number;
  projectedWorkDistanceM: number;
  /** Multiplexed form only. */
  workPerStrokeJ: number | null;
};

/** 0x0037, at the end of a split or interval. */
export type SplitIntervalData = {
  kind: 'splitIntervalData';
  elapsedSec: number;
  distanceM: number;
  splitTimeSec: number;
  splitDistanceM: number;
  restTimeSec: number;
  restDistanceM: number;
  splitType: number;
  /** From 1. */
  splitNumber: number;
};

/** 0x0038, right after 0x0037. */
export type AdditionalSplitIntervalData = {
  kind: 'additionalSplitIntervalData';
  elapsedSec: number;
  averageStrokeRateSpm: number;
  workHeartRateBpm: number | null;
  restHeartRateBpm: number | null;
  averagePaceSec: number | null;
  totalCalories: number;
  averageCaloriesPerHour: number;
  speedMPerSec: number;
  powerW: number;
  averageDragFactor: number;
  splitNumber: number;
  ergMachineType: number | null;
};

/**
 * The monitor's calendar date, in its own local time without a zone. Passed on as sent: a monitor whose clock was never
 * set can send day 0 (see `isCalendarDate`).
 */
export type LogEntryDate = { year: number; month: number; day: number };
/** The monitor's clock, 24 h, in its own local time without a zone. Passed on as sent (see `isClockTime`). */
export type LogEntryTime = { hour: number; minute: number };

/** 0x0039: about 1.5 s after the finish, and again some 60 s later (then with the recovery heart rate). */
export type EndOfWorkoutSummary = {
  kind: 'endOfWorkoutSummary';
  logEntryDate: LogEntryDate;
  logEntryTime: LogEntryTime;
  timeElapsedSec: number;
  distanceM: number;
  averageStrokeRateSpm: number;
  endingHeartRateBpm: number | null;
  averageHeartRateBpm: number | null;
  minimumHeartRateBpm: number | null;
  maximumHeartRateBpm: number | null;
  averageDragFactor: number;
  recoveryHeartRateBpm: number | null;
  workoutType: number;
  /** Individual form only (the multiplexed form has it in 0x3C). */
  averagePaceSec: number | null;
};

/** 0x003A, right after 0x0039. */
export type AdditionalEndOfWorkoutSummary = {
  kind: 'additionalEndOfWorkoutSummary';
  logEntryDate: LogEntryDate;
  logEntryTime: LogEntryTime;
  /** Individual form only. */
  splitIntervalType: number | null;
  /** Meters or seconds, by `splitIntervalType`. */
  splitIntervalSize: number;
  splitIntervalCount: number;
  totalCalories: number;
  watts: number;
  totalRestDistanceM: number;
  intervalRestTimeSec: number;
  averageCaloriesPerHour: number;
};

/** Only multiplexed 0x3C has it: it has no characteristic of its own. */
export type AdditionalEndOfWorkoutSummary2 = {
  kind: 'additionalEndOfWorkoutSummary2';
  logEntryDate: LogEntryDate;
  logEntryTime: LogEntryTime;
  averagePaceSec: number | null;
  gameIdentifier: number;
  workoutVerified: boolean;
  gameScore: number;
  ergMachineType: number;
};

/** 0x003B */
export type HeartRateBeltInformation = {
  kind: 'heartRateBeltInformation';
  manufacturerId: number;
  deviceType: number;
  beltId: number;
};

/** 0x003D: one chunk of at most 9 points; `createForceCurveAssembler` joins them. */
export type ForceCurveChunk = {
  kind: 'forceCurveChunk';
  chunkCount: number;
  /** From 0. */
  sequence: number;
  forceLbf: number[];
};

/** A frame that is too short, of an unknown type, or inconsistent. Never thrown, because the row continues. */
export type UnknownRecord = {
  kind: 'unknown';
  /** The 16-bit characteristic number, or the record type code of a multiplexed frame. */
  code: number;
  multiplexed: boolean;
  reason: 'unhandledType' | 'tooShort' | 'malformed';
  bytes: Uint8Array;
};

export type Pm5Record =
  | GeneralStatus
  | AdditionalStatus1
  | AdditionalStatus2
  | StrokeData
  | AdditionalStrokeData
  | SplitIntervalData
  | AdditionalSplitIntervalData
  | EndOfWorkoutSummary
  | AdditionalEndOfWorkoutSummary
  | AdditionalEndOfWorkoutSummary2
  | HeartRateBeltInformation
  | ForceCurveChunk
  | UnknownRecord;

export type KnownPm5Record = Exclude<Pm5Record, UnknownRecord>;
