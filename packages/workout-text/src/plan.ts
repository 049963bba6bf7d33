/** Types of the plan that a text is parsed to, for modules that import neither the monitor's package nor a row. */
export type { Band, PieceTarget, PlannedPiece, RelativeTarget, Work, WorkoutPlan } from '@boathouse/pm5/plan';
