import type { Problem, TextReader, Workout } from '../workout.ts';
import type { FileKind } from './columns.ts';
import { later, isoOfUnix } from './iso-dates.ts';
import { countOf, dateIn, strokeReader } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { type Cells, type Table, readEach } from './table.ts';

const kind: FileKind = {
  needs: [['second (#)'], ['distance (m)']],
  tells: [
    ['stroke (#)'],
    ['work (j)'],
    ['actual power (w)'],
    ['actual split (s)'],
    ['stroke rate (spm)'],
    ['heart rate (bpm)'],
  ],
  least: 2,
};

/** SmartRow, on a water rower. Its first strokes are without time, distance or power. */
export const smartRow: TextReader = strokeReader('SmartRow file', kind, (table, problems) => ({
  strokes: readEach(table.rows, problems, strokeOf),
  known: summaryOf(table, problems),
}));

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
  const counts = table.rows.map((row) => row.number('stroke (#)'));
  const known: Partial<Workout> = { app: 'SmartRow', strokeCount: countOf(counts) };
  const first = table.rows.find((row) => row.text('timestamp (utc)') !== '' && row.text('second (#)') !== '');
  if (first === undefined) return known;
  const text = first.text('timestamp (utc)');
  const at = /^\d{9,}(?:\.\d+)?$/.test(text) ? unixOf(Number(text)) : dateIn(text, first.line, problems);
  if (at === null) return known;
  const inUtc = /(?:Z|[-+]\d{2}:\d{2})$/.test(at) ? at : `${at}Z`;
  return { ...known, startedAt: later(inUtc, -(first.seconds('second (#)') ?? 0)) };
}

/** Seconds or milliseconds; null beyond the range of a date. */
function unixOf(value: number): string | null {
  const seconds = value > 1e11 ? value / 1000 : value;
  return seconds < 1e11 ? isoOfUnix(seconds) : null;
}
