import { momentOf } from '../dates.ts';
import { numberTo } from '../round.ts';
import type { MachineType, Workout } from '../workout.ts';
import { later } from './iso-dates.ts';
import { clockOf, describe } from './write-description.ts';
import { bytesOf, csvOf } from './write-rows.ts';
import { caloriesPerHour } from './write-strokes.ts';

const header =
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"';

const types: Record<MachineType, string> = {
  rower: 'RowErg',
  skierg: 'SkiErg',
  bike: 'BikeErg',
  dynamic: 'Dynamic',
  slides: 'Slides',
  multierg: 'MultiErg',
  // The Logbook has no words for these: “Water” would mean that they were rowed in a boat.
  otherrower: 'Other rower',
  other: 'Other',
};

/**
 * Writes workouts as a season of the Concept2 Logbook: tenths of a second, whole meters, strokes and watts. The
 * date is the end by the clock of the zone that the workout's date has. A season can't mark simulated workouts:
 * they are left out.
 */
export function writeSeasonCsv(workouts: readonly Workout[]): Uint8Array<ArrayBuffer> {
  const rows = workouts.filter(({ isSimulated }) => !isSimulated).map(rowOf);
  return bytesOf(rows.length === 0 ? `${header}\r\n` : `${header}\r\n${csvOf(rows, '\r\n')}\r\n`);
}

function rowOf(workout: Workout): (string | number | null)[] {
  const { machine, elapsedTime, distance, restTime, averagePower } = workout;
  const tenths = (seconds: number | null) => numberTo(1, seconds);
  const whole = (value: number | null) => numberTo(0, value);
  const pace =
    elapsedTime !== null && distance !== null && distance > 0 ? (elapsedTime / distance) * 500 : null;
  return [
    workout.logbookId,
    endOf(workout),
    describe(workout),
    elapsedTime === null ? null : clockOf(elapsedTime, 1),
    tenths(elapsedTime),
    restTime === null ? null : clockOf(restTime, 1),
    tenths(restTime),
    whole(distance),
    whole(workout.restDistance),
    whole(workout.averageStrokeRate),
    whole(workout.strokeCount),
    pace === null ? null : paceText(pace, machine),
    whole(averagePower),
    caloriesPerHour(pace, machine, averagePower),
    whole(workout.calories),
    whole(workout.averageHeartRate),
    whole(workout.dragFactor),
    null,
    null,
    machine === null ? null : types[machine],
    'No',
    workout.comments,
    null,
  ];
}

/** Per 1000 m on a BikeErg; tenths are cut, not rounded. */
function paceText(pace: number, machine: MachineType | null): string {
  return clockOf(Math.floor(pace * (machine === 'bike' ? 2 : 1) * 10 + 1e-6) / 10, 1);
}

function endOf({ startedAt, endedAt, isDayOnly, elapsedTime, restTime }: Workout): string | null {
  const day = isDayOnly ? (endedAt ?? startedAt) : endedAt;
  const end = day ?? (startedAt === null ? null : later(startedAt, (elapsedTime ?? 0) + (restTime ?? 0)));
  if (end === null || momentOf(end) === null) return null;
  return end.slice(0, 19).replace('T', ' ').padEnd(19, ':00');
}
