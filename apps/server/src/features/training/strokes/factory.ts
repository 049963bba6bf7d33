import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../../db/database.ts';
import { fullChunkStrokes, type StoredStroke } from '../../../infra/packed-strokes.ts';
import { insertStrokes } from './store.ts';

/** Returns the first stroke of a row, without a heart rate and a force curve unless `parts` has them. */
export function strokeOf(parts: Partial<StoredStroke> = {}): StoredStroke {
  return {
    number: 1,
    interval: 1,
    elapsedTime: 2,
    distance: 10,
    pace: 120,
    strokeRate: 24,
    heartRate: null,
    power: 200,
    driveLength: null,
    driveTime: null,
    recoveryTime: null,
    strokeDistance: null,
    peakForce: null,
    averageForce: null,
    workPerStroke: null,
    calories: null,
    forceCurve: null,
    rowedAfterMs: null,
    ...parts,
  };
}

/** Stores the strokes of an activity, for tests and sample data. */
export async function buildStrokes(
  db: Database,
  activityId: string,
  strokes: readonly Stroke[],
): Promise<void> {
  for (let first = 0; first < strokes.length; first += fullChunkStrokes) {
    await insertStrokes(db, activityId, first, strokes.slice(first, first + fullChunkStrokes));
  }
}
