import type { TextReader } from '../workout.ts';
import { readStrokeFile } from './stroke-file.ts';
import { type FileStroke, unlessZero } from './strokes.ts';
import { headerLine, readEach } from './table.ts';

const curveColumn = 'force curve data points (newtons)';

/** Strokes with force curves by an app whose name is not known; its files came from ETH Zürich. */
export const eth: TextReader = {
  name: 'ETH stroke file',
  detect: (head) => {
    const line = headerLine(head);
    return line.includes('500m split (secs)') && line.includes('force curve data points');
  },
  read: (text) =>
    readStrokeFile(text, curveColumn, (table, problems) => ({
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
    })),
};
