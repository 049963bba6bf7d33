import type { WorkoutSummary } from '@boathouse/contract/activities';

/** A summary that only contains its source. */
export function emptySummary(source: WorkoutSummary['source']): WorkoutSummary {
  return {
    logEntryDate: null,
    logEntryTime: null,
    averageStrokeRate: null,
    averageHeartRate: null,
    recoveryHeartRate: null,
    splits: [],
    source,
  };
}
