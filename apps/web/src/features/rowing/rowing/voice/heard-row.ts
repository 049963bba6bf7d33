import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import type { TargetReading } from '../cockpit/cockpit-plan.ts';
import type { IntensityUnit } from '../cockpit/intensity-unit.ts';

/** Rank among athletes on the same item; from 1. */
export type CrewRank = { rank: number; count: number };

/** The present state of the row. */
export type RowNow = {
  progress: RowProgress;
  plan: WorkoutPlan | null;
  targets: readonly TargetReading[];
  /** Why the values are old; null while they are live. */
  staleWords: string | null;
  /** The result exists. */
  isOver: boolean;
  unit: IntensityUnit;
  /** Called at the end; null without other athletes. */
  getRank: () => CrewRank | null;
};

/** One reading of the row, with the time of a clock that never goes back. */
export type VoicedRow = RowNow & { atMs: number };
