/* The JSON in the columns of imports: a change of these types changes stored data. */
import type { Machine, WorkoutSummary } from '@boathouse/contract/activities';
import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';

/** The result of a workout in a file, as an activity stores it. Seconds, meters, watts, and seconds per 500 m. */
export type FileWorkout = {
  /** Null if the file does not contain it. */
  machine: Machine | null;
  /** Null for a file without a date. */
  startedMs: number | null;
  /** From the start, with rests and pauses. */
  durationMs: number;
  /** Whether the file's date has no zone, so that `startedMs` depends on the time zone in which it was read. */
  isWallClock: boolean;
  /** Whether the file gives only the day, so that the time of day of `startedMs` is meaningless. */
  isDayOnly: boolean;
  title: string;
  workout: string;
  plan: WorkoutPlan | null;
  workoutType: number | null;
  elapsedTime: number;
  distance: number;
  averagePace: number | null;
  /** Null if the file does not contain it; the machine's formula is then used. */
  averagePower: number | null;
  strokeRate: number | null;
  heartRate: number | null;
  dragFactor: number;
  totalCalories: number | null;
  summary: WorkoutSummary;
  comments: string | null;
  logbookId: string | null;
  app: string | null;
  restDistance: number | null;
  /** How many strokes were rowed; the file may not contain them individually. */
  rowedStrokes: number | null;
  intervals: number;
  strokes: number;
  hasForceCurves: boolean;
  hasHeartRates: boolean;
  /** Whether a simulated erg made it: it then does not count. */
  isSimulated: boolean;
  /** Missing of a workout from a file. */
  source?: 'sync';
};

/** A workout of an import, or a problem of one of its files. */
export type ReadEntry = {
  /** With the name of a ZIP archive's entry, if it is from one. */
  file: string;
  line: number | null;
  message: string | null;
  workout: FileWorkout | null;
  duplicateOf: ImportedWorkout['duplicateOf'];
  /** Whether it is only probably the same as `duplicateOf`; the user decides. */
  isProbable?: boolean;
  completes: ImportedWorkout['completes'];
};

/** The data that a file added to a live row. */
export type AddedByFile = {
  /** How many strokes. */
  strokes?: number;
  intervals?: true;
  heartRate?: number;
  /** How many strokes the row had when they got their heart rates; before that, no stroke had one. */
  strokeHeartRates?: number;
  /** The number of its result in the Logbook, where it can be edited later. */
  logbookId?: string;
};

/** The user's choice of what an import stores. */
export type ImportChoice = {
  /** Indexes of the entries, in the order in which they are stored. */
  order: number[];
  timeZone: string;
  /** It serves workouts whose file does not contain it. */
  machine: Machine | null;
  /** Milliseconds, of workouts without a date, by index. */
  starts: Array<[index: number, startedMs: number]>;
  /** Whether its user has not answered yet which workouts are the same: an import of a service. Missing: they have. */
  isUnasked?: boolean;
  /** The indexes of workouts that are probably the same as a row and that the user confirmed. Missing: none. */
  same?: number[];
  /** The visibility of each new activity. Imports that a version without tags began lack it. */
  tags?: string[];
};
