import type { TextReader, Workout } from '../workout.ts';
import { isoOfUnix } from './iso-dates.ts';
import { countOf, lastOfEachStroke, readStrokeFile } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, headerLine, readEach } from './table.ts';
import { NotUnderstood } from './values.ts';

const newtonsPerPound = 4.44822;
/** What the monitor sends for work that it has not measured. */
const noWork = 6553.5;
/** The monitor's state of a workout in which an interval's rest is rowed. */
const restState = 3;

/** Strokes by RowsAndAll, OpenRowingMonitor and Painsled; odd blanks and the typo “stokes” belong to the format. */
export const rowingData: TextReader = {
  name: 'RowingData file',
  detect: (head) => {
    const line = headerLine(head);
    return line.includes('cadence (stokes/min)') && /timestamp \(sec|elapsedtime \(sec\)/.test(line);
  },
  read: (text) =>
    readStrokeFile(text, 'cadence (stokes/min)', (table, problems) => {
      const rows = readEach(table.rows, problems, (row) => rowOf(row, table.has('elapsedtime (sec)')));
      const first = rows.find(({ at }) => at !== null);
      const start = first?.at == null ? null : first.at - (first.elapsed ?? 0);
      const strokes = strokesOf(rows, start);
      const last = rows.findLast(({ at }) => at !== null)?.at ?? null;
      const known: Partial<Workout> = {
        startedAt: start === null ? null : isoOfUnix(start),
        endedAt: last === null ? null : isoOfUnix(last),
        app: table.has('activityidx') ? 'Painsled' : 'rowingdata',
      };
      const strokeCount = countOf(rows.map(({ count }) => count));
      if (strokeCount !== null && strokeCount >= strokes.length) known.strokeCount = strokeCount;
      return { strokes, known };
    }),
};

type FileRow = {
  at: number | null;
  elapsed: number | null;
  count: number | null;
  /** The stroke's number as OpenRowingMonitor writes it. */
  number: string;
  stroke: FileStroke;
};

/** OpenRowingMonitor writes rows between strokes too, where an interval or a pause begins or ends: the number tells. */
function strokesOf(rows: readonly FileRow[], start: number | null): FileStroke[] {
  const samples = rows.map((row) => ({ stroke: row.number, fileStroke: strokeOf(row, start) }));
  const isNumbered = new Set(rows.map(({ number }) => number)).size > rows.length / 2;
  return isNumbered ? lastOfEachStroke(samples) : samples.map(({ fileStroke }) => fileStroke);
}

function strokeOf({ at, elapsed, stroke }: FileRow, start: number | null): FileStroke {
  if (at === null || start === null) return stroke;
  const rowedAfter = Math.max(0, rounded(at - start));
  // Files without an elapsed time have only the clock's.
  const time = elapsed ?? rowedAfter;
  return { ...stroke, time, figures: { ...stroke.figures, rowedAfter } };
}

function rowOf(row: Cells, hasElapsed: boolean): FileRow {
  const at = row.number('timestamp (sec)', 'timestamp (sec utc)');
  if (!hasElapsed && at === null) throw new NotUnderstood('The time is missing');
  const elapsed = hasElapsed ? row.amount('elapsedtime (sec)') : null;
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);
  const force = (name: string) => {
    const newtons = row.number(`${name} (n)`);
    const pounds = row.number(`${name} (lbs)`);
    return unlessZero(newtons ?? (pounds === null ? null : pounds * newtonsPerPound));
  };
  const work = row.number('workperstroke (joules)');
  const stroke = {
    time: elapsed ?? 0,
    distance: row.amount('horizontal (meters)', 'distancemeters', 'cum_dist'),
    rest: row.number('workoutstate') === restState,
    lap: row.text('lapidx'),
    calories: row.number('calories (kcal)'),
    figures: {
      pace: unlessZero(row.number('stroke500mpace (sec/500m)')),
      strokeRate: unlessZero(row.number('cadence (stokes/min)')),
      power: row.number('power (watts)'),
      heartRate: unlessZero(row.number('hrcur (bpm)')),
      forceCurve: row.numbers('handle_force_(n)'),
      driveLength: unlessZero(row.number('drivelength (meters)')),
      driveTime: unlessZero(seconds(row.number('drivetime (ms)'))),
      recoveryTime: unlessZero(seconds(row.number('strokerecoverytime (ms)'))),
      strokeDistance: unlessZero(row.number('strokedistance (meters)')),
      peakForce: force('peakdriveforce'),
      averageForce: force('averagedriveforce'),
      workPerStroke: work === noWork ? null : unlessZero(work),
      dragFactor: unlessZero(row.number('dragfactor')),
    },
  };
  return {
    at,
    elapsed,
    count: row.number('strokecount', 'stroke number'),
    number: row.text('stroke number'),
    stroke,
  };
}
