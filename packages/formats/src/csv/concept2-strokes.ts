import type { TextReader, Workout } from '../workout.ts';
import { readStrokeFile } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { columnName, readEach } from './table.ts';

const paceColumns = ['pace (seconds)', 'pace (seconds per 500m', 'pace (seconds per 500m)'];

/** The strokes of one workout by the Concept2 Logbook, and by ErgData of 2016, which has no watts. */
export const concept2Strokes: TextReader = {
  name: 'Concept2 stroke file',
  detect: (head) => {
    const line = columnName(head.split(/\r?\n|\r/, 1)[0] ?? '');
    return (
      line.includes('time (seconds)') && line.includes('distance (meters)') && line.includes('pace (seconds')
    );
  },
  read: (text) =>
    readStrokeFile(text, 'time (seconds)', (table, problems) => {
      const strokes = readEach(table.rows, problems, (row): FileStroke => ({
        time: row.amount('time (seconds)'),
        distance: row.amount('distance (meters)'),
        figures: {
          pace: unlessZero(row.seconds(...paceColumns)),
          power: row.number('watts'),
          // The first stroke has no rate: 0 or nothing.
          strokeRate: unlessZero(row.number('stroke rate')),
          heartRate: unlessZero(row.number('heart rate')),
        },
      }));
      const known: Partial<Workout> = { app: table.has('stroke number') ? 'ErgData' : 'Concept2 Logbook' };
      if (!hasPacePerKilometer(strokes)) return { strokes, known };
      // Only the BikeErg's pace is per 1000 m.
      return { strokes: strokes.map(halvePace), known: { ...known, machine: 'bike' as const } };
    }),
};

/** Whether pace times speed is 1000 m rather than 500 m, over the strokes of the file. */
function hasPacePerKilometer(strokes: readonly FileStroke[]): boolean {
  const products: number[] = [];
  for (const [at, { time, distance, figures }] of strokes.entries()) {
    const before = strokes[at - 1];
    if (before === undefined || figures.pace == null || time <= before.time) continue;
    products.push((figures.pace * (distance - before.distance)) / (time - before.time));
  }
  if (products.length < 10) return false;
  const median = products.toSorted((a, b) => a - b)[Math.floor(products.length / 2)] ?? 0;
  return median > 850 && median < 1150;
}

function halvePace(stroke: FileStroke): FileStroke {
  const { pace } = stroke.figures;
  return { ...stroke, figures: { ...stroke.figures, pace: pace == null ? null : pace / 2 } };
}
