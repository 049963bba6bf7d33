import type { TextReader } from '../workout.ts';
import type { FileKind } from './columns.ts';
import { type Sample, countOf, lastOfEachStroke, strokeReader } from './stroke-file.ts';
import { unlessZero } from './strokes.ts';
import { type Cells, readEach } from './table.ts';

const newtonsPerPound = 4.44822;
const countColumns = ['stroke count', 'strokes count'];
const kind: FileKind = {
  needs: [
    ['total elapsed time', 'total elapsed time (s)'],
    ['total distance', 'total distance (m)'],
  ],
  tells: [
    ['stroke rate (/min)'],
    ['current heart rate (bpm)'],
    ['current pace (/500m)', 'current pace (s/500m)'],
    ['speed (m/s)'],
    ['drive length (m)'],
    countColumns,
  ],
  least: 1,
};

/** ErgStick: a row per second or more; several rows belong to one stroke. */
export const ergStick: TextReader = strokeReader('ErgStick file', kind, (table, problems) => {
  const samples = readEach(table.rows, problems, sampleOf);
  return {
    strokes: lastOfEachStroke(samples),
    known: {
      app: 'ErgStick',
      strokeCount: countOf(table.rows.map((row) => row.number(...countColumns))) ?? samples.length,
    },
  };
});

function sampleOf(row: Cells): Sample {
  const rest = /rest/i.test(`${row.text('interval type')} ${row.text('workout state')}`);
  const pounds = (...names: string[]) => {
    const force = row.number(...names);
    return unlessZero(force === null ? null : force * newtonsPerPound);
  };
  const figures = {
    pace: unlessZero(row.seconds('current pace (/500m)', 'current pace (s/500m)')),
    strokeRate: unlessZero(row.number('stroke rate (/min)')),
    // The averages of split and workout are not the stroke's power.
    power: row.number('stroke power (w)'),
    heartRate: unlessZero(row.number('current heart rate (bpm)')),
    driveLength: unlessZero(row.number('drive length (m)')),
    driveTime: unlessZero(row.number('drive time (s)')),
    recoveryTime: unlessZero(row.number('stroke recovery time (s)')),
    strokeDistance: unlessZero(row.number('stroke distance (m)')),
    averageForce: pounds('ave. drive force (lbs)', 'average drive force (lbs)'),
    peakForce: pounds('peak drive force (lbs)'),
    dragFactor: unlessZero(row.number('drag factor')),
  };
  return {
    stroke: `${rest} ${row.text(...countColumns) || strokeOf(row)}`,
    fileStroke: {
      time: row.amount('total elapsed time', 'total elapsed time (s)'),
      distance: row.amount('total distance', 'total distance (m)'),
      rest,
      restTime: row.seconds('rest time', 'rest time (s)'),
      restDistance: row.number('rest distance', 'rest distance (m)'),
      figures,
    },
  };
}

/** Rows of one stroke have the same figures in a file that does not count strokes. */
function strokeOf(row: Cells): string {
  const names = ['drive length (m)', 'drive time (s)', 'stroke recovery time (s)', 'stroke distance (m)'];
  const key = [...names, 'peak drive force (lbs)'].map((name) => row.text(name)).join(' ');
  return key.trim() === '' ? `line ${row.line}` : key;
}
