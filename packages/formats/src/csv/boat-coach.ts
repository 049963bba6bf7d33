import type { Problem, TextReader } from '../workout.ts';
import type { FileKind } from './columns.ts';
import type { CsvLine } from './rows.ts';
import { type Sample, countOf, dateIn, lastOfEachStroke, strokeReader } from './stroke-file.ts';
import { unlessZero } from './strokes.ts';
import { type Cells, readEach } from './table.ts';

const kind: FileKind = {
  needs: [['worktime'], ['workdistance']],
  tells: [
    ['workouttype'],
    ['stroke500mpace'],
    ['intervaltype'],
    ['intervalcount'],
    ['strokepower'],
    ['lastsplittime'],
    ['strokecaloricburnrate'],
    ['totalavg500mpace'],
  ],
  least: 2,
};

/**
 * BoatCoach on an erg: a line about the athlete, then a row per second. In a workout of a set distance, it counts down.
 */
export const boatCoach: TextReader = strokeReader('BoatCoach file', kind, (table, problems, { above }) => {
  const samples = readEach(table.rows, problems, sampleOf);
  return {
    strokes: lastOfEachStroke(samples),
    known: {
      app: 'BoatCoach',
      startedAt: startOf(above, table.rows[0], problems),
      strokeCount: countOf(table.rows.map((row) => (isIdle(row) ? null : row.number('strokecount')))),
    },
  };
});

/** The monitor has no workout, or its workout has ended. */
function isIdle(row: Cells): boolean {
  return /^none$/i.test(row.text('workouttype'));
}

function sampleOf(row: Cells): Sample | null {
  if (isIdle(row)) return null;
  const rest = /rest/i.test(row.text('intervaltype'));
  // Splits of a single piece are counted in the same column as intervals.
  const lap = /interval/i.test(row.text('workouttype')) ? row.text('intervalcount') : '';
  return {
    stroke: `${rest} ${lap} ${row.text('strokecount')}`,
    fileStroke: {
      time: row.amount('worktime'),
      distance: row.amount('workdistance'),
      rest,
      lap,
      restTime: row.seconds('resttime'),
      figures: {
        pace: unlessZero(row.seconds('stroke500mpace')),
        strokeRate: unlessZero(row.number('strokerate')),
        power: row.number('strokepower'),
        heartRate: unlessZero(row.number('currentheartrate')),
        driveLength: unlessZero(row.number('strokelength')),
        driveTime: unlessZero(row.number('strokedrivetime')),
        dragFactor: unlessZero(row.number('dragfactor')),
      },
    },
  };
}

function startOf(above: readonly CsvLine[], first: Cells | undefined, problems: Problem[]): string | null {
  const title = above.map(({ cells }) => cells.join(',')).join(' ');
  const ofTitle = /Date:\s*([-\d/.]+(?:[ T]+[\d:.]+)?(?:\s*[ap]m)?)/i.exec(title)?.[1] ?? '';
  const text = ofTitle === '' ? (first?.text('datetime') ?? '') : ofTitle;
  if (text === '' || first === undefined) return null;
  return dateIn(text, ofTitle === '' ? first.line : above[0]?.line, problems);
}
