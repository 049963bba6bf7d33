import type { WorkoutSummary } from '@boathouse/contract/activities';

/** A summary that says nothing but where it is from. */
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
