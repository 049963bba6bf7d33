import {
  type Interval,
  type Workout,
  type WorkoutStroke,
  newInterval,
  newStroke,
  newWorkout,
} from '../workout.ts';

/** A stroke as the file has it: its figures may restart in each interval. */
export type FileStroke = {
  time: number;
  distance: number;
  /** Rowed in a rest. */
  rest?: boolean;
  /** The interval's number in the file; a different number than before begins an interval. */
  lap?: string;
  calories?: number | null;
  /** The counts of a rest. */
  restTime?: number | null;
  restDistance?: number | null;
  figures: Partial<WorkoutStroke>;
};

/**
 * Makes a workout of its strokes in the order of the file. Time, distance and calories may begin again in each
 * interval. A time that goes back a little, as clocks of whole seconds do, does not begin a new interval.
 */
export function workoutOfStrokes(fileStrokes: readonly FileStroke[], known: Partial<Workout>): Workout {
  const work = { time: 0, distance: 0, calories: 0 };
  const rest = { time: 0, distance: 0 };
  const parts: Interval[] = [];
  const strokes: WorkoutStroke[] = [];
  let before: FileStroke | null = null;
  let part: Interval | null = null;
  let workParts = 0;

  const lapsRestart = restartsInLaps(fileStrokes);
  for (const stroke of fileStrokes) {
    // Some apps write a row at the start of each interval.
    if (stroke.time === 0 && stroke.distance === 0) continue;
    const kind = stroke.rest === true ? 'rest' : 'work';
    const isNewLap: boolean = before !== null && lapsRestart && before.lap !== stroke.lap;
    const step: StepFrom = isNewLap ? wholeStep(stroke) : stepFrom(before, stroke);
    const begins = part?.kind !== kind || (kind === 'work' && (step.restarts || before?.lap !== stroke.lap));
    if (part === null || begins) {
      part = newInterval({ kind, time: 0, distance: 0, strokeCount: 0 });
      parts.push(part);
      if (kind === 'work') workParts++;
    }
    part.time = rounded((part.time ?? 0) + step.time);
    part.distance = rounded((part.distance ?? 0) + step.distance);
    if (kind === 'rest') {
      part.time = Math.max(part.time, stroke.restTime ?? 0);
      part.distance = Math.max(part.distance, stroke.restDistance ?? 0);
    } else {
      part.strokeCount = (part.strokeCount ?? 0) + 1;
      work.time = rounded(work.time + step.time);
      work.distance = rounded(work.distance + step.distance);
      if (stroke.calories != null) work.calories += step.calories;
      strokes.push(
        newStroke({
          ...stroke.figures,
          elapsedTime: work.time,
          distance: work.distance,
          interval: workParts,
          calories: stroke.calories == null ? null : work.calories,
        }),
      );
    }
    before = step.restarts ? stroke : withoutStepBack(before, stroke);
  }

  for (const { kind, time, distance } of parts) {
    if (kind === 'work') continue;
    rest.time += time ?? 0;
    rest.distance += distance ?? 0;
  }
  const rested = parts.some(({ kind }) => kind === 'rest');
  return newWorkout({
    elapsedTime: work.time,
    distance: work.distance,
    restTime: rested ? rounded(rest.time) : null,
    restDistance: rested ? rounded(rest.distance) : null,
    strokeCount: strokes.length,
    intervals: parts.length > 1 ? parts : [],
    strokes: withoutEmptyColumns(strokes),
    calories: strokes.at(-1)?.calories ?? null,
    ...known,
  });
}

/** A figure that went back a little must not be counted twice. */
function withoutStepBack(before: FileStroke | null, stroke: FileStroke): FileStroke {
  if (before === null) return stroke;
  return {
    ...stroke,
    time: Math.max(stroke.time, before.time),
    distance: Math.max(stroke.distance, before.distance),
  };
}

type StepFrom = { time: number; distance: number; calories: number; restarts: boolean };

/** Whether time restarts at a new interval; a short interval before may have had less than its first stroke. */
function restartsInLaps(strokes: readonly FileStroke[]): boolean {
  let [falls, rises] = [0, 0];
  for (const [at, stroke] of strokes.entries()) {
    const before = strokes[at - 1];
    if (before === undefined || before.lap === stroke.lap) continue;
    if (stroke.time < before.time - 2.5) falls += 1;
    else rises += 1;
  }
  return falls > rises;
}

function wholeStep({ time, distance, calories }: FileStroke): StepFrom {
  return { time, distance, calories: calories ?? 0, restarts: true };
}

/** Whether the file's figures begin again at a stroke. */
export function beginsAgain(before: FileStroke, stroke: FileStroke): boolean {
  return stepFrom(before, stroke).restarts;
}

/** The amounts added since the stroke before, and whether the file's figures began again. */
function stepFrom(before: FileStroke | null, { time, distance, calories }: FileStroke): StepFrom {
  if (before === null) return { time, distance, calories: calories ?? 0, restarts: false };
  const timeBack = before.time - time;
  const distanceBack = before.distance - distance;
  const bothFellByHalf = timeBack > 0 && distanceBack > 0 && time < before.time / 2;
  const timeRestarts = timeBack > 2.5 || bothFellByHalf;
  const distanceRestarts = distanceBack > 10 || (distanceBack > 0 && distance < before.distance / 2);
  const caloriesBefore = before.calories ?? 0;
  const caloriesNow = calories ?? 0;
  return {
    time: timeRestarts ? time : Math.max(0, -timeBack),
    distance: distanceRestarts ? distance : Math.max(0, -distanceBack),
    calories: caloriesNow < caloriesBefore ? caloriesNow : caloriesNow - caloriesBefore,
    restarts: timeRestarts || distanceRestarts,
  };
}

/** An app that does not measure power or the heart rate writes 0 in each stroke. */
function withoutEmptyColumns(strokes: WorkoutStroke[]): WorkoutStroke[] {
  const powerless = strokes.every(({ power }) => power === null || power === 0);
  return powerless ? strokes.map((stroke) => ({ ...stroke, power: null })) : strokes;
}

/** Removes rounding errors of binary fractions. */
export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** A figure for which 0 means no value. */
export function unlessZero(value: number | null): number | null {
  return value === 0 ? null : value;
}
