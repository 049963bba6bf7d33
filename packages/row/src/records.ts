/**
 * The fields of a monitor's records that `reduceRow` reads, with the same `kind` tags and units as the decoded PM5
 * records, so that those are assignable. Times and distances of the status and stroke
 * records restart at each interval; `null` is a value that the monitor or this form of the record does not have.
 */

export type RowGeneralStatus = {
  kind: 'generalStatus';
  elapsedSec: number;
  distanceM: number;
  workoutType: number;
  workoutState: number;
  rowingState: number;
  /** Sum of the finished intervals, raised when a rest begins while `distanceM` still shows the finished interval. */
  totalWorkDistanceM: number;
  workoutDuration: number;
  workoutDurationType: number;
  dragFactor: number;
};

export type RowAdditionalStatus1 = {
  kind: 'additionalStatus1';
  strokeRateSpm: number;
  heartRateBpm: number | null;
  currentPaceSec: number | null;
  averagePaceSec: number | null;
  restTimeSec: number;
  averagePowerW: number | null;
};

export type RowAdditionalStatus2 = {
  kind: 'additionalStatus2';
  averagePowerW: number | null;
  totalCalories: number;
};

export type RowStrokeData = {
  kind: 'strokeData';
  elapsedSec: number;
  distanceM: number;
  driveLengthM: number;
  driveTimeSec: number;
  recoveryTimeSec: number;
  strokeDistanceM: number;
  peakForceLbf: number;
  averageForceLbf: number;
  workPerStrokeJ: number | null;
  strokeCount: number;
};

export type RowAdditionalStrokeData = {
  kind: 'additionalStrokeData';
  strokePowerW: number;
  strokeCount: number;
  workPerStrokeJ: number | null;
};

export type RowSplitData = {
  kind: 'splitIntervalData';
  splitTimeSec: number;
  splitDistanceM: number;
  restTimeSec: number;
  restDistanceM: number;
  splitNumber: number;
};

export type RowAdditionalSplitData = {
  kind: 'additionalSplitIntervalData';
  averageStrokeRateSpm: number;
  workHeartRateBpm: number | null;
  averagePaceSec: number | null;
  powerW: number;
  averageDragFactor: number;
  splitNumber: number;
};

/** The monitor's own wall clock, without a time zone. */
export type LogEntry = {
  date: { year: number; month: number; day: number };
  time: { hour: number; minute: number };
};

export type RowSummary = {
  kind: 'endOfWorkoutSummary';
  logEntryDate: LogEntry['date'];
  logEntryTime: LogEntry['time'];
  timeElapsedSec: number;
  distanceM: number;
  averageStrokeRateSpm: number;
  averageHeartRateBpm: number | null;
  averageDragFactor: number;
  recoveryHeartRateBpm: number | null;
  workoutType: number;
  averagePaceSec: number | null;
};

export type RowAdditionalSummary = {
  kind: 'additionalEndOfWorkoutSummary';
  logEntryDate: LogEntry['date'];
  logEntryTime: LogEntry['time'];
  totalCalories: number;
  watts: number;
};

export type RowAdditionalSummary2 = {
  kind: 'additionalEndOfWorkoutSummary2';
  logEntryDate: LogEntry['date'];
  logEntryTime: LogEntry['time'];
  averagePaceSec: number | null;
};

/** Records without information about a row's progress. */
type RowIrrelevant = { kind: 'heartRateBeltInformation' | 'forceCurveChunk' | 'unknown' };

export type RowRecord =
  | RowGeneralStatus
  | RowAdditionalStatus1
  | RowAdditionalStatus2
  | RowStrokeData
  | RowAdditionalStrokeData
  | RowSplitData
  | RowAdditionalSplitData
  | RowSummary
  | RowAdditionalSummary
  | RowAdditionalSummary2
  | RowIrrelevant;

/** The monitor's workout states, grouped by what they mean for the numbers beside them. */
export type Stage = 'idle' | 'work' | 'rest' | 'over';

const stageOfState: readonly (Stage | undefined)[] = [
  'idle', // 0 wait to begin
  'work', // 1 workout row
  'work', // 2 countdown pause
  'rest', // 3 interval rest
  'work', // 4 interval work time
  'work', // 5 interval work distance
  'rest', // 6 rest end to work time
  'rest', // 7 rest end to work distance
  'rest', // 8 work time to rest
  'rest', // 9 work distance to rest
  'over', // 10 workout end
  'over', // 11 terminate
  'over', // 12 workout logged
  'idle', // 13 rearm
];

/** null for an unknown state: such a record is ignored. */
export function stageOf(workoutState: number): Stage | null {
  return stageOfState[workoutState] ?? null;
}

export const countdownPause = 2;
export const TERMINATE = 11;
export const rowingInactive = 0;
const durationInSeconds = 0x00;
const durationInMetres = 0x80;

const justRowTypes: readonly number[] = [0, 1];
const noWorkoutType = 13;
export const fixedTimeInterval = 6;
export const fixedDistanceInterval = 7;
const intervalTypes: readonly number[] = [fixedTimeInterval, fixedDistanceInterval, 8, 9, 12];

/** Workouts in which elapsed time, distance and stroke count restart at each interval. */
export function isIntervalWorkout(workoutType: number | null): boolean {
  return workoutType !== null && intervalTypes.includes(workoutType);
}

export type Target = { kind: 'distance'; distanceM: number } | { kind: 'time'; durationSec: number };

/** The programmed target of this piece or interval; null for Just Row, calories or watt-minutes. */
export function targetOf(record: RowGeneralStatus): Target | null {
  const isOpenEnded = justRowTypes.includes(record.workoutType) || record.workoutType === noWorkoutType;
  if (isOpenEnded || record.workoutDuration <= 0) return null;
  if (record.workoutDurationType === durationInMetres) {
    return { kind: 'distance', distanceM: record.workoutDuration };
  }
  if (record.workoutDurationType === durationInSeconds) {
    return { kind: 'time', durationSec: record.workoutDuration };
  }
  return null;
}

/** Rounds to the monitor's own resolution, because binary sums of tenths and hundredths drift. */
export function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
