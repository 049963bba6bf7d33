import { boards } from '@boathouse/contract/sessions/boards';
import { strokes, type Stroke } from '@boathouse/contract/strokes';
import { call } from '../live/product.ts';
import type { Facts } from './facts.ts';
import type { Made } from './reads.ts';

const boardCount = 20;
const rowerCount = 20;
const batches = 4;
const batchStrokes = 200;

/** Makes boards, and strokes of some activities, through the API: only the product knows how it stores them. */
export async function makeThroughApi({ callers }: Facts, port: number): Promise<Made> {
  const address = `http://127.0.0.1:${port}`;
  const boardKeys: string[] = [];
  for (const { hosted, token } of callers.slice(0, boardCount)) {
    const { key } = await call(address, token, boards.create, { params: { id: hosted } });
    boardKeys.push(key);
  }
  const rowers = callers.slice(0, rowerCount);
  for (const { activity, token } of rowers) {
    for (let batch = 0; batch < batches; batch += 1) {
      const from = batch * batchStrokes;
      const body = { from, strokes: Array.from({ length: batchStrokes }, (_, n) => strokeAt(from + n)) };
      // An earlier run has stored them already: a repeated batch changes nothing.
      await call(address, token, strokes.append, { params: { id: activity }, body });
    }
  }
  return { boardKeys, rowers };
}

function strokeAt(sequence: number): Stroke {
  return {
    number: sequence + 1,
    interval: 1,
    elapsedTime: sequence * 2.5,
    distance: sequence * 10,
    pace: 120 + (sequence % 7),
    strokeRate: 24,
    heartRate: 150,
    power: 200,
    driveLength: 1.4,
    driveTime: 0.8,
    recoveryTime: 1.7,
    strokeDistance: 10,
    peakForce: 600,
    averageForce: 350,
    workPerStroke: 500,
    calories: Math.floor(sequence / 4),
    forceCurve: Array.from({ length: 32 }, (_, n) => Math.round(600 * Math.sin((n * Math.PI) / 32))),
  };
}
