import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../db/database.ts';
import { fullChunkStrokes } from './rules.ts';
import { insertStrokes } from './store.ts';

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
