import { routeOf } from '@boathouse/contract/live/address';
import { SecretKeySchema } from '@boathouse/contract/ids';
import type { Board } from '@boathouse/contract/sessions/boards';
import type { Database } from '../../../db/database.ts';
import { orNotFound } from '../../../http/errors.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { boardActivityId } from '../../../live/room/board-page.ts';
import type { BoardAccess } from '../../../live/wire/handshakes.ts';
import { listAttendance } from '../attendance/index.ts';
import { lockManagedSession, managedSession } from '../../sessions/sessions/index.ts';
import {
  deleteBoard,
  findBoard,
  findBoardTime,
  findStartAfter,
  listBoardActivities,
  namesForEveryone,
  upsertBoard,
} from './store.ts';

/** @throws HttpError 404, 403 */
export async function boardTimeOf(
  db: Database,
  callerId: string,
  sessionId: string,
): Promise<{ createdAt: string | null }> {
  await managedSession(db, sessionId, callerId);
  return { createdAt: (await findBoardTime(db, sessionId))?.toISOString() ?? null };
}

/** @throws HttpError 404, 403 */
export async function createBoard(
  db: Database,
  callerId: string,
  sessionId: string,
): Promise<{ key: string; createdAt: string }> {
  return db.transaction(async (tx) => {
    await lockManagedSession(tx, sessionId, callerId);
    const key = newSecretKey();
    const createdAt = await upsertBoard(tx, { sessionId, digest: digestOf(key), createdBy: callerId });
    return { key, createdAt: createdAt.toISOString() };
  });
}

/** @throws HttpError 404, 403 */
export async function revokeBoard(
  db: Database,
  callerId: string,
  sessionId: string,
): Promise<{ createdAt: null }> {
  await managedSession(db, sessionId, callerId);
  await deleteBoard(db, sessionId);
  return { createdAt: null };
}

/** Shown on a board that opens at GO, and on a board whose page is slow. */
const startShownMs = 10_000;

/** @throws HttpError 404 */
export async function readBoard(db: Database, key: string, nowMs: () => number): Promise<Board> {
  const { id, sessionId, title, startAt, workoutItems } = orNotFound(
    await findBoard(db, digestOf(key)),
    'board',
  );
  const activities = await listBoardActivities(db, sessionId);
  const start = await findStartAfter(db, sessionId, new Date(nowMs() - startShownMs));
  const coming = await listAttendance(db, sessionId);
  const names = await namesForEveryone(
    db,
    coming.map(({ _id }) => _id),
  );
  return {
    _id: id,
    route: routeOf(sessionId),
    title,
    startAt: startAt.toISOString(),
    workoutItems,
    activities: activities.map((activity) => ({ ...activity, _id: boardActivityId(id, activity._id) })),
    start: start && {
      workoutItemIndex: start.workoutItemIndex,
      startAt: start.startAt.toISOString(),
      inMs: Math.round(start.startAt.getTime() - nowMs()),
    },
    expected: { names, hidden: coming.length - names.length },
  };
}

/** Returns the board that a key opens, or null. */
export async function resolveBoard(db: Database, key: string): Promise<BoardAccess | null> {
  if (!SecretKeySchema.safeParse(key).success) return null;
  const board = await findBoard(db, digestOf(key));
  return board === null ? null : { id: board.id, room: board.sessionId };
}
