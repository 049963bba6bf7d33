import type {
  AdditionalEndOfWorkoutSummary,
  AdditionalEndOfWorkoutSummary2,
  AdditionalSplitIntervalData,
  AdditionalStatus1 as MonitorStatus1,
  AdditionalStatus2,
  AdditionalStrokeData,
  EndOfWorkoutSummary,
  ForceCurveChunk,
  GeneralStatus,
  LogEntryDate,
  LogEntryTime,
  Pm5Record,
  SplitIntervalData,
  StrokeData,
} from '@boathouse/pm5/records';
import type { RowerData } from '@boathouse/pm5/ftms/rower-data';
import type { Work, WorkoutPlan } from '@boathouse/pm5/plan';

/*
 * The records of a monitor, or of an erg of another maker, as the reducer reads them. Times and distances of the status
 * and stroke records restart at each interval.
 */
export type {
  AdditionalEndOfWorkoutSummary,
  AdditionalEndOfWorkoutSummary2,
  AdditionalSplitIntervalData,
  AdditionalStatus2,
  AdditionalStrokeData,
  EndOfWorkoutSummary,
  ForceCurveChunk,
  GeneralStatus,
  SplitIntervalData,
  StrokeData,
};

/** With the heart rate of a belt that is connected to the page, at the time of the status; null without a belt. */
export type AdditionalStatus1 = MonitorStatus1 & { beltHeartRateBpm?: number | null };
/** A monitor, or an erg of another maker. A browser may give it another id after a reload: then the id is null. */
export type ErgDevice = { id: string | null; name: string };
/** `device`: the erg that sent it; absent if unknown, as in a recording. */
type OfDevice = { device?: ErgDevice };
/**
 * The values of an erg of another maker, with the device, and the plan of the row, because such a machine can't be set
 * to a plan.
 */
export type RowerRecord = RowerData & OfDevice & { beltHeartRateBpm?: number | null; plan?: WorkoutPlan };
export type RowRecord = ((Exclude<Pm5Record, MonitorStatus1> | AdditionalStatus1) & OfDevice) | RowerRecord;

/** The monitor's own wall clock, without a time zone. */
export type LogEntry = { date: LogEntryDate; time: LogEntryTime };

/** The monitor's workout states, grouped by their meaning for the other values. */
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
const durationInCalories = 0x40;
const durationInMeters = 0x80;

const justRowTypes: readonly number[] = [0, 1];
const noWorkoutType = 13;

/** The programmed length of this single piece or interval; null for Just Row or watt-minutes. */
export function programmedOf(record: GeneralStatus): Work | null {
  const isOpenEnded = justRowTypes.includes(record.workoutType) || record.workoutType === noWorkoutType;
  if (isOpenEnded || record.workoutDuration <= 0) return null;
  if (record.workoutDurationType === durationInMeters) {
    return { kind: 'distance', distanceM: record.workoutDuration };
  }
  if (record.workoutDurationType === durationInSeconds) {
    return { kind: 'time', durationSec: record.workoutDuration };
  }
  if (record.workoutDurationType === durationInCalories) {
    return { kind: 'calories', calories: record.workoutDuration };
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

/** Converts pounds of force to newtons. */
export function newtonsOf(forceLbf: number): number {
  return forceLbf * 4.4482216;
}
