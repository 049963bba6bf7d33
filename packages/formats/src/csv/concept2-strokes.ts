import type { TextReader, Workout } from '../workout.ts';
import { readStrokeFile } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { headerLine, readEach } from './table.ts';

/** `write-strokes.ts` adds it to the strokes of a simulated erg. */
const simulatedColumn = 'simulated';
const paceColumns = ['pace (seconds)', 'pace (seconds per 500m', 'pace (seconds per 500m)'];

/** The strokes of one workout by the Concept2 Logbook, and by ErgData of 2016, which has no watts. */
export const concept2Strokes: TextReader = {
  name: 'Concept2 stroke file',
  detect: (head) => {
    const line = headerLine(head);
    return (
      line.includes('time (seconds)') &&
      line.includes('distance (meters)') &&
      /pace \(seconds|stroke (?:number|rate)/.test(line)
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
      const known: Partial<Workout> = {
        app: table.has('stroke number') ? 'ErgData' : 'Concept2 Logbook',
        isSimulated: table.has(simulatedColumn),
      };
      if (!hasPacePerKilometer(strokes)) return { strokes, known };
      // Only the BikeErg's pace is per 1000 m.
      return { strokes: strokes.map(halvePace), known: { ...known, machine: 'bike' as const } };
    }),
};

/** Whether pace times speed is 1000 m rather than 500 m, for most strokes and for the whole. */
function hasPacePerKilometer(strokes: readonly FileStroke[]): boolean {
  const products: number[] = [];
  const sum = { meters: 0, bySpeed: 0 };
  for (const [at, { time, distance, figures }] of strokes.entries()) {
    const before = strokes[at - 1];
    if (before === undefined || figures.pace == null || time <= before.time || distance < before.distance)
      continue;
    const seconds = time - before.time;
    const meters = distance - before.distance;
    products.push((figures.pace * meters) / seconds);
    sum.meters += meters;
    sum.bySpeed += (1000 / figures.pace) * seconds;
  }
  const near = (value: number, share: number) => Math.abs(value - 1000) < 1000 * share;
  const isMost = products.filter((product) => near(product, 0.3)).length > products.length / 2;
  // Tenths of seconds and meters blur what a single turn of the flywheel says.
  return products.length >= 10 && isMost && near((sum.meters / sum.bySpeed) * 1000, 0.15);
}

function halvePace(stroke: FileStroke): FileStroke {
  const { pace } = stroke.figures;
  return { ...stroke, figures: { ...stroke.figures, pace: pace == null ? null : pace / 2 } };
}
