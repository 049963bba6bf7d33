import type { Problem, TextReader } from '../workout.ts';
import { isoOf } from './iso-dates.ts';
import type { CsvLine } from './rows.ts';
import { type Sample, countOf, lastOfEachStroke, readStrokeFile } from './stroke-file.ts';
import { unlessZero } from './strokes.ts';
import { type Cells, columnName, readEach } from './table.ts';

/** BoatCoach on an erg: a line about the athlete, then a row per second. */
export const boatCoach: TextReader = {
  name: 'BoatCoach file',
  detect: (head) => {
    const lines = head.split(/[\r\n]+/, 8).map(columnName);
    return lines.some((line) => line.includes('workouttype') && line.includes('stroke500mpace'));
  },
  read: (text) =>
    readStrokeFile(text, 'stroke500mpace', (table, problems, above) => {
      const samples = readEach(table.rows, problems, sampleOf);
      const strokes = lastOfEachStroke(samples);
      return {
        strokes,
        known: {
          app: 'BoatCoach',
          startedAt: startOf(above, table.rows[0], problems),
          strokeCount: countOf(
            readEach(table.rows, [], (row) => (isIdle(row) ? null : row.number('strokecount'))),
          ),
        },
      };
    }),
};

/** The monitor has no workout, or the one that has ended. */
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
  const fromRow = first?.text('datetime') ?? '';
  const title = above.map(({ cells }) => cells.join(',')).join(' ');
  const text = /Date:\s*([-\d/.]+[ T]+[\d:.]+(?:\s*[ap]m)?)/i.exec(title)?.[1] ?? fromRow;
  if (text === '' || first === undefined) return null;
  return readEach([first], problems, () => isoOf(text))[0] ?? null;
}
