import type { Problem, TextReader, Workout } from '../workout.ts';
import { later, isoOf, isoOfUnix } from './iso-dates.ts';
import { countOf, readStrokeFile } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { type Cells, type Table, headerLine, readEach } from './table.ts';

/** SmartRow, on a water rower. Its first strokes are without time, distance or power. */
export const smartRow: TextReader = {
  name: 'SmartRow file',
  detect: (head) => {
    const line = headerLine(head);
    return line.includes('stroke (#)') && line.includes('second (#)');
  },
  read: (text) =>
    readStrokeFile(text, 'stroke (#)', (table, problems) => ({
      strokes: readEach(table.rows, problems, strokeOf),
      known: summaryOf(table, problems),
    })),
};

function strokeOf(row: Cells): FileStroke | null {
  if (row.text('second (#)') === '' && row.text('distance (m)') === '') return null;
  return {
    time: row.amount('second (#)'),
    distance: row.amount('distance (m)'),
    figures: {
      pace: unlessZero(row.seconds('actual split (s)')),
      strokeRate: unlessZero(row.number('stroke rate (spm)')),
      power: row.number('actual power (w)'),
      heartRate: unlessZero(row.number('heart rate (bpm)')),
      workPerStroke: unlessZero(row.number('work (j)')),
    },
  };
}

function summaryOf(table: Table, problems: Problem[]): Partial<Workout> {
  // Strokes report what is wrong with a row.
  const counts = readEach(table.rows, [], (row) => row.number('stroke (#)'));
  const known: Partial<Workout> = { app: 'SmartRow', strokeCount: countOf(counts) };
  const first = table.rows.find((row) => row.text('timestamp (utc)') !== '' && row.text('second (#)') !== '');
  if (first === undefined) return known;
  const [startedAt] = readEach([first], problems, (row) => {
    const text = row.text('timestamp (utc)');
    const at = /^\d{9,}(?:\.\d+)?$/.test(text) ? unixOf(Number(text)) : isoOf(text);
    if (at === null) return null;
    const inUtc = /(?:Z|[-+]\d{2}:\d{2})$/.test(at) ? at : `${at}Z`;
    return later(inUtc, -row.amount('second (#)'));
  });
  return { ...known, startedAt: startedAt ?? null };
}

/** Seconds or milliseconds. */
function unixOf(value: number): string {
  return isoOfUnix(value > 1e11 ? value / 1000 : value);
}
