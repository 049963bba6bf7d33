import { setImmediate } from 'node:timers/promises';
import { limits, serverLimits } from '@boathouse/contract/limits';
import type { Stroke, StrokeBatch } from '@boathouse/contract/strokes';
import type { Database } from '../../../db/database.ts';
import { unpackChunk, type StoredStroke } from '../../../infra/packed-strokes.ts';
import { JsonText } from '../../../http/compression.ts';
import { badField, HttpError, orNotFound } from '../../../http/errors.ts';
import type { RecentTexts } from '../../../infra/recent-texts.ts';
import { ownActivity, queueLateValues, requireReadableActivity } from '../activities/index.ts';
import { areSameStrokes } from './rules.ts';
import {
  chunksFrom,
  deleteFileStrokes,
  findAddedByFiles,
  findStrokesState,
  insertStrokes,
  listStrokes,
  lockStrokes,
} from './store.ts';

/**
 * Appends a batch to the caller's activity, even after its completion: strokes of a page that was offline arrive late.
 * A batch may overlap stored strokes; the overlap must be the same strokes, otherwise another page has written there.
 * @returns the first sequence number not yet stored (the batch is stored up to there unless it left a gap), and how
 *   many of its strokes were new
 * @throws HttpError 404, 403, 400 strokes, 409 stroke_conflict
 */
export async function appendStrokes(
  db: Database,
  callerId: string,
  activityId: string,
  { from, strokes }: StrokeBatch,
): Promise<{ next: number; added: number }> {
  await ownActivity(db, callerId, activityId);
  return db.transaction(async (tx) => {
    const { count, isCompleted } = orNotFound(await lockStrokes(tx, activityId, callerId), 'activity');
    let stored = count;
    if (from > stored) return { next: stored, added: 0 };
    let known = strokes.slice(0, stored - from);
    const there = known.length > 0 ? await listStrokes(tx, activityId, from, known.length) : [];
    const isConflict = !areSameStrokes(known, there);
    // A page that has read the strokes of a file sends its own after them.
    const isBehind = isCompleted && stored > 0 && known.length === 0;
    if (isConflict || isBehind) {
      const ofFile = await findAddedByFiles(tx, activityId);
      if (isConflict ? ofFile.strokes !== undefined : ofFile.strokes === stored) {
        // The monitor's own late strokes replace those of a file.
        await deleteFileStrokes(tx, activityId);
        [stored, known] = [0, []];
        if (from > 0) return { next: 0, added: 0 };
      } else if (
        isConflict &&
        (ofFile.strokeHeartRates === undefined || !areSameStrokes(known, unfilled(there, known)))
      ) {
        throw conflict(from);
      }
    }
    const added = strokes.slice(known.length);
    if (added.length === 0) return { next: stored, added: 0 };
    const next = stored + added.length;
    if (next > limits.strokesMax)
      throw badField('strokes', `an activity has at most ${limits.strokesMax} strokes`);
    await insertStrokes(tx, activityId, stored, added);
    await queueLateValues(tx, activityId, new Date());
    return { next, added: added.length };
  });
}

/** Returns stored strokes without the heart rates that a file has added, because the sent strokes have none. */
function unfilled(stored: readonly StoredStroke[], sent: readonly Stroke[]): StoredStroke[] {
  return stored.map((stroke, at) => ({
    ...stroke,
    heartRate: sent[at]?.heartRate ? stroke.heartRate : null,
  }));
}

type StrokesWanted = {
  withForceCurve: boolean;
  /** A sequence. */
  from: number;
};

/**
 * Returns a `StrokePage` of an activity that the viewer may read: its strokes from the sequence number `from` on, as
 * many as a response may contain. Users who read the same strokes at once get the same text.
 * @throws HttpError 404, the same if the activity does not exist and if the viewer may not read it
 */
export async function strokesOf(
  db: Database,
  recent: RecentTexts,
  viewerId: string,
  activityId: string,
  wanted: StrokesWanted,
): Promise<JsonText> {
  await requireReadableActivity(db, activityId, viewerId);
  const state = orNotFound(await findStrokesState(db, activityId), 'activity');
  // Strokes are appended, or replaced by the strokes of an edited result.
  const key = [
    activityId,
    state.count,
    state.heardAt.getTime(),
    state.isComplete,
    wanted.withForceCurve,
    wanted.from,
  ].join(' ');
  return recent.of(key, () => pageOf(db, activityId, state.isComplete, wanted));
}

/** Other requests are served between two chunks. */
async function pageOf(
  db: Database,
  activityId: string,
  isComplete: boolean,
  { withForceCurve, from }: StrokesWanted,
): Promise<JsonText> {
  const parts: string[] = [];
  let listed = 0;
  let bytes = 0;
  let next: number | null = null;
  for await (const { first, packed } of chunksFrom(db, activityId, from)) {
    if (listed >= limits.strokePageMax || bytes >= serverLimits.strokePageBytesMax) {
      next = first;
      break;
    }
    await setImmediate();
    const chunk = unpackChunk(packed);
    const start = Math.max(0, from - first);
    const bytesOfStroke = chunk.bytes / Math.max(1, chunk.strokes.length);
    const byBytes = Math.floor((serverLimits.strokePageBytesMax - bytes) / bytesOfStroke);
    // A chunk of an older version may have 2,016 strokes: more than a response may contain. At least one is returned.
    const end = start + Math.max(1, Math.min(limits.strokePageMax - listed, byBytes));
    const strokes = chunk.strokes.slice(start, end);
    for (const stroke of strokes) parts.push(textOf(stroke, withForceCurve));
    listed += strokes.length;
    bytes += strokes.length * bytesOfStroke;
    if (end < chunk.strokes.length) {
      next = first + end;
      break;
    }
  }
  return new JsonText(`{"isComplete":${isComplete},"strokes":[${parts.join(',')}],"next":${next}}`);
}

function textOf(stroke: StoredStroke, withForceCurve: boolean): string {
  return JSON.stringify(shown(stroke, withForceCurve));
}

/** Leaves an unknown moment out, as earlier pages expect. */
function shown({ forceCurve, rowedAfterMs, ...stroke }: StoredStroke, withForceCurve: boolean): Stroke {
  return {
    ...stroke,
    ...(withForceCurve ? { forceCurve } : {}),
    ...(rowedAfterMs === null ? {} : { rowedAfterMs }),
  };
}

const conflict = (from: number) =>
  new HttpError(
    409,
    'stroke_conflict',
    `Other strokes are stored from sequence ${from} on: read them, and append only what is missing`,
  );
