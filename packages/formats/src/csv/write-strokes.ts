import { numberTo } from '../round.ts';
import type { Workout } from '../workout.ts';
import { bytesOf, csvOf } from './write-rows.ts';

const header =
  'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';

/**
 * Writes the strokes of a workout in the columns of the Concept2 Logbook. Times and distances go on over intervals and have
 * hundredths, so that each stroke comes back as it was; the Logbook's own begin again. Pace is per 1000 m on a BikeErg.
 */
export function writeStrokesCsv(workout: Workout): Uint8Array<ArrayBuffer> {
  const paceMeters = workout.machine === 'bike' ? 1000 : 500;
  const rows = workout.strokes.map(({ elapsedTime, distance, pace, power, strokeRate, heartRate }, at) => [
    at + 1,
    numberTo(2, elapsedTime),
    numberTo(2, distance),
    pace === null ? null : numberTo(2, (pace * paceMeters) / 500),
    numberTo(1, power),
    caloriesPerHour(power),
    numberTo(1, strokeRate),
    numberTo(0, heartRate),
  ]);
  return bytesOf(`${header}\n${csvOf(rows, '\n')}\n`);
}

/** As Concept2's monitors count: a quarter of the energy is work, and 300 kcal an hour are not. */
export function caloriesPerHour(power: number | null): number | null {
  return power === null ? null : Math.round(power * 4 * 0.8604 + 300);
}
