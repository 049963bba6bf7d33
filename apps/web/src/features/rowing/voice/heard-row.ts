import type { WorkoutPlan } from '@boathouse/row/plan';
import type { RowProgress } from '@boathouse/row/progress';
import type { TargetReading } from '../cockpit/cockpit-plan.ts';
import type { IntensityUnit } from '../cockpit/intensity-unit.ts';

/** Among those who row the same item; from 1. */
export type CrewRank = { rank: number; count: number };

/** The row now. */
export type RowNow = {
  progress: RowProgress;
  plan: WorkoutPlan | null;
  targets: readonly TargetReading[];
  /** Why the values are old; null while they are live. */
  staleWords: string | null;
  /** The result is there. */
  isOver: boolean;
  unit: IntensityUnit;
  /** Looked up at the end; null without others. */
  getRank: () => CrewRank | null;
};

/** One reading of the row, at the time of a clock that only rises. */
export type VoicedRow = RowNow & { atMs: number };
