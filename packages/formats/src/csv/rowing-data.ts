import type { TextReader, Workout } from '../workout.ts';
import type { FileKind } from './columns.ts';
import { isoOfUnix } from './iso-dates.ts';
import { countOf, lastOfEachStroke, strokeReader } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, readEach } from './table.ts';
import { NotUnderstood } from './values.ts';

const newtonsPerPound = 4.44822;
/** The monitor's value for work that it has not measured. */
const noWork = 6553.5;
/** The monitor's state of a workout while the athlete rows in an interval's rest. */
const restState = 3;
/**
 * Unix time in seconds has a digit more in the year 2286; a larger number counts milliseconds, which this column
 * does not use.
 */
const unixSecMax = 1e11;

const stampColumns = ['timestamp (sec)', 'timestamp (sec utc)'];
const elapsedColumns = ['elapsedtime (sec)'];
const distanceColumns = ['horizontal (meters)', 'distancemeters', 'cum_dist'];
/** The typo belongs to the format, and newer versions of some apps write it right. */
const cadenceColumns = ['cadence (stokes/min)', 'cadence (strokes/min)'];
const kind: FileKind = {
  needs: [[...elapsedColumns, ...stampColumns], distanceColumns],
  tells: [
    cadenceColumns,
    ['stroke500mpace (sec/500m)'],
    ['power (watts)'],
    ['hrcur (bpm)'],
    ['lapidx'],
    ['strokedistance (meters)'],
    ['drivelength (meters)'],
    ['drivetime (ms)'],
    ['strokerecoverytime (ms)'],
    ['dragfactor'],
    ['timestamp (sec)', 'timestamp (sec utc)'],
  ],
  least: 2,
};

/** Strokes by RowsAndAll, OpenRowingMonitor and Painsled, with odd blanks. */
export const rowingData: TextReader = strokeReader('RowingData file', kind, (table, problems) => {
  const hasElapsed = table.has(...elapsedColumns);
  const rows = readEach(table.rows, problems, (row) => rowOf(row, hasElapsed));
  const first = rows.find(({ at }) => at !== null);
  const start = first?.at == null ? null : first.at - (first.elapsed ?? 0);
  const strokes = strokesOf(rows, start);
  const last = rows.findLast(({ at }) => at !== null)?.at ?? null;
  const isDated = rows.every(({ isMilliseconds }) => !isMilliseconds);
  if (!isDated) problems.push({ message: 'The time stamps are not in seconds. The date is left out.' });
  const known: Partial<Workout> = {
    startedAt: start === null || !isDated ? null : isoOfUnix(start),
    endedAt: last === null || !isDated ? null : isoOfUnix(last),
    app: table.has('activityidx') ? 'Painsled' : 'rowingdata',
  };
  const strokeCount = countOf(rows.map(({ count }) => count));
  if (strokeCount !== null && strokeCount >= strokes.length) known.strokeCount = strokeCount;
  return { strokes, known };
});

type FileRow = {
  at: number | null;
  isMilliseconds: boolean;
  elapsed: number | null;
  count: number | null;
  /** The stroke's number as OpenRowingMonitor writes it. */
  number: string;
  stroke: FileStroke;
};

/**
 * OpenRowingMonitor also writes rows between strokes, where an interval or a pause begins or ends: the stroke number
 * shows it.
 */
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
  const stamp = row.number(...stampColumns);
  const isMilliseconds = stamp !== null && stamp > unixSecMax;
  const at = isMilliseconds ? stamp / 1000 : stamp;
  if (!hasElapsed && at === null) throw new NotUnderstood('The time is missing');
  const elapsed = hasElapsed ? row.amount(...elapsedColumns) : null;
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);
  const force = (name: string) => {
    const newtons = row.number(`${name} (n)`);
    const pounds = row.number(`${name} (lbs)`);
    return unlessZero(newtons ?? (pounds === null ? null : pounds * newtonsPerPound));
  };
  const work = row.number('workperstroke (joules)');
  const stroke = {
    time: elapsed ?? 0,
    distance: row.amount(...distanceColumns),
    rest: row.number('workoutstate') === restState,
    lap: row.text('lapidx'),
    calories: row.number('calories (kcal)'),
    figures: {
      pace: unlessZero(row.number('stroke500mpace (sec/500m)')),
      strokeRate: unlessZero(row.number(...cadenceColumns)),
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
    isMilliseconds,
    elapsed,
    count: row.number('strokecount', 'stroke number'),
    number: row.text('stroke number'),
    stroke,
  };
}
