import type { TextReader } from '../workout.ts';
import type { FileKind } from './columns.ts';
import { strokeReader } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { readEach } from './table.ts';

const kind: FileKind = {
  needs: [['time'], ['distance']],
  tells: [
    ['workout_interval_id'],
    ['stroke_number'],
    ['stroke_rate'],
    ['stroke_length'],
    ['distance_per_stroke'],
    ['estimated_500m_time'],
    ['energy_per_stroke'],
    ['peak_force'],
    ['peak_force_pos'],
    ['curve_data'],
    ['drive_time'],
    ['recover_time'],
    ['pulse'],
  ],
  least: 5,
};

/**
 * RowPerfect 3: seconds, meters and newtons; the length of a stroke and its distance in centimeters. An interval in which
 * the athlete hardly moved is a rest.
 */
export const rp3: TextReader = strokeReader('RP3 file', kind, (table, problems) => {
  const strokes = readEach(table.rows, problems, (row): FileStroke => {
    const centimeters = (name: string) => {
      const value = row.number(name);
      return unlessZero(value === null ? null : value / 100);
    };
    return {
      time: row.amount('time'),
      distance: row.amount('distance'),
      lap: row.text('workout_interval_id'),
      figures: {
        pace: unlessZero(row.seconds('estimated_500m_time')),
        strokeRate: unlessZero(row.number('stroke_rate')),
        power: row.number('power'),
        heartRate: unlessZero(row.number('pulse')),
        forceCurve: row.numbers('curve_data'),
        driveLength: centimeters('stroke_length'),
        driveTime: unlessZero(row.number('drive_time')),
        recoveryTime: unlessZero(row.number('recover_time')),
        strokeDistance: centimeters('distance_per_stroke'),
        peakForce: unlessZero(row.number('peak_force')),
        workPerStroke: unlessZero(row.number('energy_per_stroke')),
      },
    };
  });
  return { strokes: withRests(strokes), known: { app: 'RP3', machine: 'otherrower' } };
});

/** Below this speed no one works. */
const restMps = 0.8;
const restMMax = 60;

/** Marks the intervals that are rests: almost no meters, while another one has many. */
function withRests(strokes: readonly FileStroke[]): FileStroke[] {
  const rested = new Map<string | undefined, boolean>();
  // Figures restart in each interval, or continue.
  const isGoingOn = !restarts(strokes);
  let before = { time: 0, distance: 0 };
  for (const [at, { lap, time, distance }] of strokes.entries()) {
    const isLast = strokes[at + 1]?.lap !== lap;
    if (!isLast) continue;
    const meters = distance - before.distance;
    rested.set(lap, meters <= restMMax && meters < restMps * (time - before.time));
    if (isGoingOn) before = { time, distance };
  }
  if ([...rested.values()].every(Boolean)) return [...strokes];
  return strokes.map((stroke) => (rested.get(stroke.lap) === true ? { ...stroke, rest: true } : stroke));
}

function restarts(strokes: readonly FileStroke[]): boolean {
  return strokes.some((stroke, at) => {
    const before = strokes[at - 1];
    return before !== undefined && before.lap !== stroke.lap && stroke.time < before.time / 2;
  });
}
