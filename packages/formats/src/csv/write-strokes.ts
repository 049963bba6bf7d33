import { numberTo } from '../round.ts';
import type { MachineType, Workout } from '../workout.ts';
import { bytesOf, csvOf } from './write-rows.ts';

const header =
  'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';

/**
 * Writes the strokes of a workout in the columns of the Concept2 Logbook. Times and distances go on over intervals and have
 * hundredths, so that each stroke comes back as it was; the Logbook's own begin again. Pace is per 1000 m on a BikeErg.
 * Strokes of a simulated erg have a column that says so.
 */
export function writeStrokesCsv(workout: Workout): Uint8Array<ArrayBuffer> {
  const { machine, isSimulated } = workout;
  const paceMeters = machine === 'bike' ? 1000 : 500;
  const rows = workout.strokes.map(({ elapsedTime, distance, pace, power, strokeRate, heartRate }, at) => [
    at + 1,
    numberTo(2, elapsedTime),
    numberTo(2, distance),
    pace === null ? null : numberTo(2, (pace * paceMeters) / 500),
    numberTo(1, power),
    caloriesPerHour(pace, machine, power),
    numberTo(1, strokeRate),
    numberTo(0, heartRate),
    ...(isSimulated ? ['yes'] : []),
  ]);
  return bytesOf(`${header}${isSimulated ? ',Simulated' : ''}\n${csvOf(rows, '\n')}\n`);
}

/**
 * As Concept2's monitors count: four times the work, and 300 kcal an hour. The watts are those of the pace before they are
 * rounded; null without watts.
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
