import { newStroke, type Problem, type TextReader, type Workout } from '../workout.ts';
import { wholeOfJson } from '../workout-json.ts';
import type { FileKind } from './columns.ts';
import { strokeReader } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { readEach, type Table } from './table.ts';
import { curveColumn, strokeColumns, wholeColumn } from './write-strokes.ts';

/** `write-strokes.ts` adds it to the strokes of a simulated erg. */
const simulatedColumn = 'simulated';
const paceColumns = ['pace (seconds)', 'pace (seconds per 500m', 'pace (seconds per 500m)'];
const kind: FileKind = {
  needs: [['time (seconds)'], ['distance (meters)']],
  tells: [paceColumns, ['stroke number', 'number'], ['stroke rate'], ['heart rate'], ['watts'], ['cal/hr']],
  least: 1,
};

/** The strokes of one workout in the format of the Concept2 Logbook, and of ErgData of 2016, which has no watts. */
export const concept2Strokes: TextReader = strokeReader(
  'Concept2 stroke file',
  kind,
  (table, problems, { fileName }) => {
    const own = ownWorkout(table, problems);
    if (own !== null) return own;
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
      // The Logbook names the file by the result: concept2-result-44214428.csv.
      logbookId: /concept2-result-(\d+)/i.exec(fileName)?.[1] ?? null,
    };
    sayRests(strokes, problems);
    if (!hasPacePerKilometer(strokes)) return { strokes, known };
    // Only the BikeErg's pace is per 1000 m.
    return { strokes: strokes.map(halvePace), known: { ...known, machine: 'bike' as const } };
  },
);

/** Returns the workout of a file of this app, whose first row has the totals; null for another file. */
function ownWorkout(table: Table, problems: Problem[]): Workout | null {
  const text = table.rows.map((row) => row.text(wholeColumn.toLowerCase())).find((cell) => cell !== '');
  if (text === undefined || !table.has(wholeColumn.toLowerCase())) return null;
  const whole = wholeOfJson(text);
  if (whole === null) {
    problems.push({ message: `${wholeColumn}: this column is not understood, and is left out.` });
    return null;
  }
  const paceMeters = whole.machine === 'bike' ? 1000 : 500;
  const strokes = readEach(table.rows, problems, (row) => {
    if (row.text('number') === '') return null;
    const pace = row.seconds(...paceColumns);
    const stroke = newStroke({
      elapsedTime: row.amount('time (seconds)'),
      distance: row.amount('distance (meters)'),
      pace: pace === null ? null : (pace * 500) / paceMeters,
      power: row.number('watts'),
      strokeRate: row.number('stroke rate'),
      heartRate: row.number('heart rate'),
      forceCurve: row.numbers(curveColumn.toLowerCase()),
    });
    for (const { name, field } of strokeColumns) stroke[field] = row.number(name.toLowerCase());
    stroke.interval = Math.max(1, Math.round(row.number('interval') ?? 1));
    return stroke;
  });
  return { ...whole, strokes };
}

/** In a rest the athlete rows at less than this share of the interval's speed. */
const restSpeedShare = 0.8;
const restStrokesMin = 3;

/**
 * Reports that the strokes of rests may be among those of the work: in a workout of intervals, ErgData continues an
 * interval's figures through the following rest, and nothing in the file marks the end of the work.
 */
function sayRests(strokes: readonly FileStroke[], problems: Problem[]): void {
  const intervals: FileStroke[][] = [];
  for (const stroke of strokes) {
    const before = intervals.at(-1)?.at(-1);
    if (before !== undefined && stroke.time >= before.time) intervals.at(-1)?.push(stroke);
    else intervals.push([stroke]);
  }
  const rested = intervals.filter(endsSlowly).length;
  if (intervals.length < 2 || rested === 0) return;
  const message = `The file has ${intervals.length} intervals and does not say where their work ends. ${rested} of them seem to end with a rest that was rowed: its time and distance count as work. The season of the Logbook has the totals of the work: import both in one ZIP archive.`;
  problems.push({ message, isDoubtOfRests: true });
}

/** Whether the last strokes of an interval are much slower than the others. */
function endsSlowly(strokes: readonly FileStroke[]): boolean {
  const speeds = strokes.flatMap((stroke, at) => {
    const before = strokes[at - 1] ?? { time: 0, distance: 0 };
    return stroke.time > before.time
      ? [(stroke.distance - before.distance) / (stroke.time - before.time)]
      : [];
  });
  const first = speeds.slice(0, Math.ceil(speeds.length / 3)).toSorted((a, b) => a - b);
  const working = first[Math.floor(first.length / 2)] ?? 0;
  const slow = speeds.length - 1 - speeds.findLastIndex((speed) => speed > working * restSpeedShare);
  return slow >= restStrokesMin && slow < speeds.length;
}

/** Whether pace times speed is 1000 m rather than 500 m, for most strokes and for the total. */
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
  // Rounding to tenths of seconds and meters hides the exact value of a single turn of the flywheel.
  return products.length >= 10 && isMost && near((sum.meters / sum.bySpeed) * 1000, 0.15);
}

function halvePace(stroke: FileStroke): FileStroke {
  const { pace } = stroke.figures;
  return { ...stroke, figures: { ...stroke.figures, pace: pace == null ? null : pace / 2 } };
}
