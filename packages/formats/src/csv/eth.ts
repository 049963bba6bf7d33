import type { TextReader } from '../workout.ts';
import type { FileKind } from './columns.ts';
import { strokeReader } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { readEach } from './table.ts';

const curveColumn = 'force curve data points (newtons)';
const kind: FileKind = {
  needs: [['time (secs)'], ['distance (meters)']],
  tells: [
    ['500m split (secs)'],
    [curveColumn],
    ['stroke number'],
    ['peak force (newtons)'],
    ['average drive force (newtons)'],
    ['drive length (meters)'],
    ['work per stroke (joules)'],
  ],
  least: 3,
};

/** Strokes with force curves by an unknown app; its files came from ETH Zürich. */
export const eth: TextReader = strokeReader('ETH stroke file', kind, (table, problems) => ({
  strokes: readEach(table.rows, problems, (row): FileStroke => ({
    time: row.amount('time (secs)'),
    distance: row.amount('distance (meters)'),
    figures: {
      pace: unlessZero(row.number('500m split (secs)')),
      strokeRate: unlessZero(row.number('stroke rate (s/m)')),
      power: row.number('power (watts)'),
      heartRate: unlessZero(row.number('heart rate (bpm)')),
      forceCurve: row.numbers(curveColumn),
      peakForce: unlessZero(row.number('peak force (newtons)')),
      averageForce: unlessZero(row.number('average drive force (newtons)')),
      driveLength: unlessZero(row.number('drive length (meters)')),
      driveTime: unlessZero(row.number('drive time (secs)')),
      workPerStroke: unlessZero(row.number('work per stroke (joules)')),
    },
  })),
  known: {},
}));
