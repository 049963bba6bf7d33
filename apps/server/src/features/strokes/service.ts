import { setImmediate } from 'node:timers/promises';
import { limits } from '@boathouse/contract/limits';
import type { Stroke, StrokeBatch, StrokePage } from '@boathouse/contract/strokes';
import type { Database } from '../../db/database.ts';
import { badField, HttpError, orNotFound } from '../../http/errors.ts';
import { activityForViewer, ownActivity } from '../activities/index.ts';
import { areSameStrokes, unpackChunk } from './rules.ts';
import { chunksFrom, insertStrokes, listStrokes, lockStrokeCount } from './store.ts';

/**
 * Appends a batch to the caller's activity, also after its completion: strokes of a page that was offline arrive late.
 * A batch may overlap what is stored; the overlap must be the same strokes, or another page has written there.
 * @returns the first sequence not yet stored; the batch is stored up to there unless it left a gap
 * @throws HttpError 404, 403, 400 strokes, 409 stroke_conflict
 */
export async function appendStrokes(
  db: Database,
  callerId: string,
  activityId: string,
  { from, strokes }: StrokeBatch,
): Promise<{ next: number }> {
  await ownActivity(db, callerId, activityId);
  return db.transaction(async (tx) => {
    const stored = orNotFound(await lockStrokeCount(tx, activityId, callerId), 'activity');
    if (from > stored) return { next: stored };
    const known = strokes.slice(0, stored - from);
    if (known.length > 0) {
      const there = await listStrokes(tx, activityId, from, known.length);
      if (!areSameStrokes(known, there)) throw conflict(from);
    }
    const added = strokes.slice(known.length);
    if (added.length === 0) return { next: stored };
    const next = stored + added.length;
    if (next > limits.strokesMax)
      throw badField('strokes', `an activity has at most ${limits.strokesMax} strokes`);
    await insertStrokes(tx, activityId, stored, added);
    return { next };
  });
}

/**
 * Lists strokes of an activity that the viewer may read, from the sequence `from` on, as many as a response may have. Other requests are served between two chunks.
 * @throws HttpError 404, the same if the activity does not exist and if the viewer may not read it
 */
export async function strokesOf(
  db: Database,
  viewerId: string,
  activityId: string,
  { withForceCurve, from }: { withForceCurve: boolean; from: number },
): Promise<StrokePage> {
  const { isCompleted: isComplete } = await activityForViewer(db, activityId, viewerId);
  const listed: Stroke[] = [];
  let bytes = 0;
  for await (const { first, packed } of chunksFrom(db, activityId, from)) {
    if (listed.length >= limits.strokePageMax || bytes >= limits.strokePageBytesMax) {
      return { isComplete, strokes: listed, next: first };
    }
    await setImmediate();
    const chunk = unpackChunk(packed);
    const start = Math.max(0, from - first);
    const bytesOfStroke = chunk.bytes / Math.max(1, chunk.strokes.length);
    const byBytes = Math.floor((limits.strokePageBytesMax - bytes) / bytesOfStroke);
    // A chunk of an older version may have 2,016 strokes: more than a response takes. At least one is returned.
    const end = start + Math.max(1, Math.min(limits.strokePageMax - listed.length, byBytes));
    const strokes = chunk.strokes.slice(start, end);
    bytes += strokes.length * bytesOfStroke;
    listed.push(...(withForceCurve ? strokes : strokes.map(({ forceCurve: _curve, ...stroke }) => stroke)));
    if (end < chunk.strokes.length) return { isComplete, strokes: listed, next: first + end };
  }
  return { isComplete, strokes: listed, next: null };
}

const conflict = (from: number) =>
  new HttpError(
    409,
    'stroke_conflict',
    `Other strokes are stored from sequence ${from} on: read them, and append only what is missing`,
  );
