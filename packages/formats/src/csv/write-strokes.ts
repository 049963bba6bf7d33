import type { MachineType, Workout, WorkoutStroke } from '../workout.ts';
import { jsonOf } from '../workout-json.ts';
import { bytesOf, csvOf } from './write-rows.ts';

/** The header of the Concept2 Logbook, quoted as it quotes it. */
const header =
  'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';
const figuresBehindDistance = 5;
/** Has the data that the rows of strokes cannot contain, in the first row. */
export const wholeColumn = 'Workout';

type StrokeColumn = {
  name: string;
  field: Exclude<keyof WorkoutStroke, 'forceCurve' | 'interval' | 'elapsedTime' | 'distance'>;
};
/** Columns after the Logbook's, each used if a stroke has the value. */
export const strokeColumns: readonly StrokeColumn[] = [
  { name: 'Rowed After (seconds)', field: 'rowedAfter' },
  { name: 'Drive Length (meters)', field: 'driveLength' },
  { name: 'Drive Time (seconds)', field: 'driveTime' },
  { name: 'Recovery Time (seconds)', field: 'recoveryTime' },
  { name: 'Stroke Distance (meters)', field: 'strokeDistance' },
  { name: 'Peak Force (newtons)', field: 'peakForce' },
  { name: 'Average Force (newtons)', field: 'averageForce' },
  { name: 'Work (joules)', field: 'workPerStroke' },
  { name: 'Calories', field: 'calories' },
  { name: 'Drag Factor', field: 'dragFactor' },
];
export const curveColumn = 'Force Curve (newtons)';

/**
 * Writes the strokes of a workout in the columns of the Concept2 Logbook, between a row at 0 and, unless the last
 * stroke is there, one at the end. These two rows have no number. Times and distances continue over intervals; the
 * Logbook's own restart. Pace is per 1000 m on a BikeErg. Further columns keep the other values, so that reading
 * returns the same workout. Strokes of a simulated erg have a column that marks them.
 */
export function writeStrokesCsv(workout: Workout): Uint8Array<ArrayBuffer> {
  const { machine, isSimulated, strokes } = workout;
  const paceMeters = machine === 'bike' ? 1000 : 500;
  const columns = strokeColumns.filter(({ field }) => strokes.some((stroke) => stroke[field] !== null));
  const hasIntervals = strokes.some(({ interval }) => interval !== 1);
  const hasCurves = strokes.some(({ forceCurve }) => forceCurve !== null);
  const simulated = isSimulated ? ['yes'] : [];
  const sample = (sec: number, meters: number, whole: string | null) => [
    null,
    sec,
    meters,
    ...Array.from(
      { length: figuresBehindDistance + (hasIntervals ? 1 : 0) + columns.length + (hasCurves ? 1 : 0) },
      () => null,
    ),
    whole,
    ...simulated,
  ];
  const rows = strokes.map((stroke, at) => [
    at + 1,
    stroke.elapsedTime,
    stroke.distance,
    stroke.pace === null ? null : (stroke.pace * paceMeters) / 500,
    stroke.power,
    caloriesPerHour(stroke.pace, machine, stroke.power),
    stroke.strokeRate,
    stroke.heartRate,
    ...(hasIntervals ? [stroke.interval] : []),
    ...columns.map(({ field }) => stroke[field]),
    ...(hasCurves ? [stroke.forceCurve?.join(' ') ?? null] : []),
    null,
    ...simulated,
  ]);
  const last = strokes.at(-1);
  const endSec = Math.max(workout.elapsedTime ?? 0, last?.elapsedTime ?? 0);
  const endM = Math.max(workout.distance ?? 0, last?.distance ?? 0);
  const isThere = last !== undefined && last.elapsedTime === endSec && last.distance === endM;
  const names = [
    ...(hasIntervals ? ['Interval'] : []),
    ...columns.map(({ name }) => name),
    ...(hasCurves ? [curveColumn] : []),
    wholeColumn,
    ...(isSimulated ? ['Simulated'] : []),
  ];
  const all = [sample(0, 0, jsonOf(workout)), ...rows, ...(isThere ? [] : [sample(endSec, endM, null)])];
  return bytesOf(`${header},${csvOf([names], '\n')}\n${csvOf(all, '\n')}\n`);
}

/**
 * Like Concept2's monitors: four times the work, and 300 kcal an hour. The watts of the pace before rounding; null
 * without watts.
 */
export function caloriesPerHour(
  pace: number | null,
  machine: MachineType | null,
  power: number | null,
): number | null {
  if (power === null) return null;
  const watts = pace === null || pace <= 0 ? power : (machine === 'bike' ? 0.35 : 2.8) * (500 / pace) ** 3;
  return Math.floor(watts * 4 * 0.8604 + 300);
}
