import type { ListedActivity } from '@boathouse/contract/activities';
import { serverLimits } from '@boathouse/contract/limits';
import type { Start } from '@boathouse/contract/sessions/starts';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../http/errors.ts';
import { listActivitiesByIds } from '../../training/activities/index.ts';
import { lockManagedSession, readableSession } from '../../sessions/sessions/index.ts';
import { deleteStartAfter, deleteStartsAfter, listStarts, updateStartOffsets, upsertStart } from './store.ts';

/** The starts after a change, and the activities in progress that have another offset to them now. */
export type ChangedStarts = { starts: Start[]; activities: ListedActivity[] };

type Item = { session: string; item: number };

/** @throws HttpError 404 */
export async function startsOfSession(db: Database, id: string, viewerId: string): Promise<Start[]> {
  await readableSession(db, id, viewerId);
  return listStarts(db, id);
}

/**
 * Fixes the moment at which an item starts. A page shows one countdown, so the new start replaces any future one.
 * @throws HttpError 404, also for an item that the session lacks; 403
 */
export async function setStart(
  db: Database,
  callerId: string,
  { session: sessionId, item: workoutItemIndex }: Item,
  { inSec, nowMs }: { inSec: number; nowMs: () => number },
): Promise<ChangedStarts> {
  return changeStarts(db, callerId, { session: sessionId, item: workoutItemIndex }, async (tx) => {
    const atMs = nowMs();
    const startAt = new Date(atMs + inSec * 1000);
    const canceled = await deleteStartsAfter(tx, sessionId, new Date(atMs));
    await upsertStart(tx, { sessionId, workoutItemIndex, startAt });
    const changed = await updateStartOffsets(
      tx,
      { sessionId, workoutItemIndex },
      { startAt, heardSince: new Date(atMs - serverLimits.aliveActivityMs) },
    );
    for (const other of canceled.filter((item) => item !== workoutItemIndex)) {
      changed.push(...(await updateStartOffsets(tx, { sessionId, workoutItemIndex: other }, null)));
    }
    return changed;
  });
}

/**
 * Cancels a future start; leaves a past one.
 * @throws HttpError 404, 403
 */
export async function cancelStart(
  db: Database,
  callerId: string,
  { session: sessionId, item: workoutItemIndex }: Item,
  nowMs: () => number,
): Promise<ChangedStarts> {
  return changeStarts(db, callerId, { session: sessionId, item: workoutItemIndex }, async (tx) => {
    const isCanceled = await deleteStartAfter(tx, sessionId, workoutItemIndex, new Date(nowMs()));
    return isCanceled ? updateStartOffsets(tx, { sessionId, workoutItemIndex }, null) : [];
  });
}

/** Changes are serial; `change` returns the ids of the activities whose offset changed. */
async function changeStarts(
  db: Database,
  callerId: string,
  { session: sessionId, item }: Item,
  change: (tx: Database) => Promise<string[]>,
): Promise<ChangedStarts> {
  const changed = await db.transaction(async (tx) => {
    const { workoutItems } = await lockManagedSession(tx, sessionId, callerId);
    if (item >= workoutItems.length) throw notFound('workout item');
    return change(tx);
  });
  return { starts: await listStarts(db, sessionId), activities: await listActivitiesByIds(db, changed) };
}

/** Fixes the start of a race's only item; the caller has checked the rights. */
export async function fixStart(tx: Database, sessionId: string, startAt: Date, now: Date): Promise<void> {
  const item = { sessionId, workoutItemIndex: 0 };
  await upsertStart(tx, { ...item, startAt });
  await updateStartOffsets(tx, item, {
    startAt,
    heardSince: new Date(now.getTime() - serverLimits.aliveActivityMs),
  });
}

/** Cancels it if it is still in the future. */
export async function cancelFixedStart(tx: Database, sessionId: string, now: Date): Promise<void> {
  await deleteStartAfter(tx, sessionId, 0, now);
}
