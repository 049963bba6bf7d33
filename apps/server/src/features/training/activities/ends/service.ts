import type { Activity } from '@boathouse/contract/activities';
import type { Database } from '../../../../db/database.ts';
import { HttpError, orNotFound } from '../../../../http/errors.ts';
import type { Turns } from '../../../../infra/keyed-queue.ts';
import type { Announcements } from '../../../../live/announcements.ts';
import { lockSessionOf } from '../../../sessions/sessions/index.ts';
import { discardOf } from '../discards/service.ts';
import { announceActivity, announceDiscard } from '../live.ts';
import { completed, staleBefore, stillRowing, type ResultListeners } from '../rules.ts';
import { forCaller, requireReadableActivity, storeResult } from '../service.ts';
import { findActivity, listInProgressOfSession, lockActivity, managesSessionOf } from '../store.ts';

/**
 * Completes a stale activity of a session that the caller manages with the values stored so far, on its athlete's day.
 * @throws HttpError 404, 403, 409 activity_completed, 409 still_rowing
 */
export async function endActivity(
  db: Database,
  callerId: string,
  id: string,
  { onChange, onReplaced }: ResultListeners,
): Promise<Activity | null> {
  if (!(await managesSessionOf(db, id, callerId))) {
    await requireReadableActivity(db, id, callerId);
    throw new HttpError(403, 'forbidden', 'Only those who manage the session may end this activity');
  }
  const { replaced } = await db.transaction(async (tx) => {
    await lockSessionOf(tx, id);
    const stored = orNotFound(await lockActivity(tx, id), 'activity');
    if (stored.isCompleted) throw completed();
    if (stored.heardAt >= staleBefore(Date.now())) throw stillRowing();
    return storeResult(tx, stored, soFar);
  });
  const activity = orNotFound(await findActivity(db, id), 'activity');
  onChange(activity);
  if (replaced !== null) onReplaced(replaced);
  return forCaller(db, activity, callerId);
}

/** The stored values are from the last moment, and a result has averages. */
const soFar = { strokeRate: null, heartRate: null };

/** Ends the activities in progress of a session. */
export type RowsEnder = (sessionId: string) => Promise<void>;

/**
 * Returns a function that ends all activities in progress of a session that no longer counts, as of a race that is
 * rowed again: its athletes can't begin another workout before. An activity with meters stays with its athlete, with
 * the values stored so far, and a page that still rows it continues; the others are discarded. Idempotent.
 */
export function rowsEnder(db: Database, announcements: Announcements, changes: Turns): RowsEnder {
  const end = async ({ id, userId, distance }: { id: string; userId: string; distance: number }) => {
    if (distance === 0) {
      const discarded = await discardOf(db, userId, id, await findActivity(db, id));
      if (discarded !== null) announceDiscard(announcements, discarded);
      return;
    }
    const replaced = await db.transaction(async (tx) => {
      await lockSessionOf(tx, id);
      const stored = await lockActivity(tx, id);
      return stored === null || stored.isCompleted ? null : (await storeResult(tx, stored, soFar)).replaced;
    });
    const activity = await findActivity(db, id);
    if (activity !== null) announceActivity(announcements, activity);
    if (replaced !== null) {
      announceDiscard(announcements, { _id: replaced.id, session: { _id: replaced.sessionId } });
    }
  };
  return async (sessionId) => {
    for (const row of await listInProgressOfSession(db, sessionId)) {
      await changes.run(row.id, () => end(row));
    }
  };
}
