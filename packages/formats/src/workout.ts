// One workout as any file describes it. Readers return it, writers take it.
// Times in seconds, distances and lengths in meters, forces in newtons, power in watts, energy in kcal, pace in seconds
// per 500 m on every machine. A field is null if the file does not contain it: nothing is guessed.

/** `otherrower`: a rower of another maker than Concept2, which only this app's own files name. */
const machineTypes = [
  'rower',
  'skierg',
  'bike',
  'dynamic',
  'slides',
  'multierg',
  'otherrower',
  'other',
] as const;
export type MachineType = (typeof machineTypes)[number];

/** Returns the machine that a file of this app names; null for another value. */
export function machineNamed(value: unknown): MachineType | null {
  return machineTypes.find((machine) => machine === value) ?? null;
}

export type Workout = {
  machine: MachineType | null;
  /** ISO 8601: with `Z` or an offset if the file knows the zone, without if it gives a local time. */
  startedAt: string | null;
  /** Like `startedAt`; the Logbook's date is the end of a workout. */
  endedAt: string | null;
  /** True if the file gives only the day: the dates then have no zone, are at 00:00:00, and contain no time of day. */
  isDayOnly: boolean;
  /** Only of the work, without rests. */
  elapsedTime: number | null;
  /** Only of the work, without the meters rowed in rests. */
  distance: number | null;
  /** 0 if the file states that there was no rest. */
  restTime: number | null;
  restDistance: number | null;
  averageHeartRate: number | null;
  strokeCount: number | null;
  calories: number | null;
  /**
   * They are in order; empty if the file names none. A file with one lap has one. Splits of a single piece are work intervals
   * without rests between them.
   */
  intervals: Interval[];
  /** They are in order; empty if the file has none. Strokes rowed in a rest are left out. */
  strokes: WorkoutStroke[];

  /** The workout as the file words it: `8x500m/0:30r row`. */
  title: string | null;
  /** The athlete's own words. */
  comments: string | null;
  averageStrokeRate: number | null;
  averagePower: number | null;
  dragFactor: number | null;
  /** The workout's number in the Concept2 Logbook. */
  logbookId: string | null;
  /** The app, device or manufacturer that wrote the file, under its own name. */
  app: string | null;
  /** The steps between the points of a force curve: equal in time, or in distance of the handle. */
  forceCurveAxis: 'time' | 'distance' | null;
  /** True if the file is marked as from a simulated erg: such a workout does not count. */
  isSimulated: boolean;
  /** The name of its file in a ZIP archive. */
  entry?: string;
};

export type Interval = {
  kind: 'work' | 'rest';
  time: number | null;
  distance: number | null;

  strokeCount: number | null;
  averageStrokeRate: number | null;
  averagePower: number | null;
  averageHeartRate: number | null;
  calories: number | null;
};

export type WorkoutStroke = {
  /** At the end of the drive, over the work of the whole workout; never decreases from one stroke to the next. */
  elapsedTime: number;
  /** It counts like `elapsedTime`. */
  distance: number;
  pace: number | null;
  strokeRate: number | null;
  power: number | null;
  heartRate: number | null;
  /** Newtons in equal steps of the drive, from its beginning to its end. */
  forceCurve: number[] | null;

  /** The number of the work interval, from 1; 1 in a workout without intervals. */
  interval: number;
  /** From the workout's start, with rests and pauses. */
  rowedAfter: number | null;
  driveLength: number | null;
  driveTime: number | null;
  recoveryTime: number | null;
  /** Meters of this stroke. */
  strokeDistance: number | null;
  peakForce: number | null;
  averageForce: number | null;
  /** Joules. */
  workPerStroke: number | null;
  /** It counts for the whole workout up to this stroke. */
  calories: number | null;
  dragFactor: number | null;
};

/** A part of a file that is not understood or impossible, as a text for the user who chose the file. */
export type Problem = {
  message: string;
  /** Counted from 1, in a text file. */
  line?: number;
  /** The name of the file in a ZIP archive. */
  entry?: string;
  /** It warns that rests may count as work; the totals of a season decide. `readWorkouts` does not return it. */
  isDoubtOfRests?: true;
};

export type ReadResult = { workouts: Workout[]; problems: Problem[] };

/**
 * Reads one kind of text file. `readWorkouts` decodes the bytes, removes the byte order mark, asks each reader of
 * `text-formats.ts`, and then refuses impossible workouts (`check-workout.ts`): a reader returns the file's values, in
 * the model's units.
 */
export type TextReader = {
  /** The name as in a sentence: "This is a RowPro file, but …". */
  name: string;
  /** Returns how many of its columns the file has, 0 for a file of another kind; it gets the first characters. */
  detect(head: string): number;
  /**
   * Never throws: anything it does not understand is a problem with its line. Line ends are as in the file. `lines` has
   * the line of each workout, to name a workout that is refused later.
   */
  read(text: string, fileName: string): ReadResult & { lines?: readonly number[] };
};

/** Makes a workout; only the given fields are known. */
export function newWorkout(known: Partial<Workout>): Workout {
  return {
    machine: null,
    startedAt: null,
    endedAt: null,
    isDayOnly: false,
    elapsedTime: null,
    distance: null,
    restTime: null,
    restDistance: null,
    averageHeartRate: null,
    strokeCount: null,
    calories: null,
    intervals: [],
    strokes: [],
    title: null,
    comments: null,
    averageStrokeRate: null,
    averagePower: null,
    dragFactor: null,
    logbookId: null,
    app: null,
    forceCurveAxis: null,
    isSimulated: false,
    ...known,
  };
}

export function newInterval(known: Partial<Interval> & Pick<Interval, 'kind'>): Interval {
  return {
    time: null,
    distance: null,
    strokeCount: null,
    averageStrokeRate: null,
    averagePower: null,
    averageHeartRate: null,
    calories: null,
    ...known,
  };
}

export function newStroke(
  known: Partial<WorkoutStroke> & Pick<WorkoutStroke, 'elapsedTime' | 'distance'>,
): WorkoutStroke {
  return {
    pace: null,
    strokeRate: null,
    power: null,
    heartRate: null,
    forceCurve: null,
    interval: 1,
    rowedAfter: null,
    driveLength: null,
    driveTime: null,
    recoveryTime: null,
    strokeDistance: null,
    peakForce: null,
    averageForce: null,
    workPerStroke: null,
    calories: null,
    dragFactor: null,
    ...known,
  };
}
