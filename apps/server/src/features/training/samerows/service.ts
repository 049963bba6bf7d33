import { compareRows } from '@boathouse/workout/same-row';
import type { Database } from '../../../db/database.ts';
import { orNotFound } from '../../../http/errors.ts';
import { changeDays, updateBests, type Completed } from '../statistics/index.ts';
import { pairOf, type StoredRow } from './rules.ts';
import {
  findRow,
  hasQuestion,
  insertQuestions,
  listRowsLike,
  mergeRow,
  updateAnswered,
  type Pair,
} from './store.ts';

/**
 * Merges other records of a live row into it after it is completed: results that were imported or typed in while it was
 * in progress, or on a device without a connection; asks about records that probably belong to it. Call it with the row
 * locked. Returns the counted values of the records.
 * @param timeZone of the monitor's clock
 */
export async function takeInSameRows(
  tx: Database,
  { id, userId }: { id: string; userId: string },
  timeZone: string | undefined,
  now: Date,
): Promise<Completed[]> {
  const row = await findRow(tx, userId, id, timeZone);
  if (row?.source !== 'monitor') return [];
  const removed: Completed[] = [];
  const probable: StoredRow[] = [];
  for (const other of await othersLike(tx, userId, row, timeZone)) {
    const verdict = compareRows(row, other);
    if (verdict === 'probable') probable.push(other);
    if (verdict !== 'same') continue;
    const merged = await mergeRow(tx, id, other.id);
    if (merged !== null) removed.push(merged);
  }
  await ask(tx, userId, row, probable, now);
  return removed;
}

/** Asks whether an activity that its athlete has typed in is a row that already exists. */
export async function askAboutSameRows(
  tx: Database,
  { id, userId }: { id: string; userId: string },
  timeZone: string,
  now: Date,
): Promise<void> {
  const row = await findRow(tx, userId, id, timeZone);
  if (row === null) return;
  const others = await listRowsLike(tx, userId, [row], timeZone);
  const alike = others.filter((other) => other.id !== id && compareRows(row, other) !== 'different');
  await ask(tx, userId, row, alike, now);
}

/**
 * Without rows of other monitors, because an athlete rows one after the other. A result entered for an item of a
 * session belongs to that session.
 */
async function othersLike(tx: Database, userId: string, row: StoredRow, timeZone: string | undefined) {
  const found = await listRowsLike(tx, userId, [row], timeZone);
  return found.filter(({ id, source, hasSession }) => source !== 'monitor' && id !== row.id && !hasSession);
}

async function ask(tx: Database, userId: string, row: StoredRow, others: readonly StoredRow[], now: Date) {
  const pairs = others.map((other) => pairOf(row, other));
  await insertQuestions(tx, userId, pairs, { askedAt: now, answeredAt: null });
}

/** Merges a pair that is one row, or stores that it is two. @throws HttpError 404 */
export function answerQuestion(
  db: Database,
  userId: string,
  pair: Pair,
  { isSame, now }: { isSame: boolean; now: Date },
): Promise<void> {
  return db.transaction(async (tx) => {
    const isAsked = await hasQuestion(tx, userId, pair);
    orNotFound(isAsked || null, 'question');
    if (!isSame) return updateAnswered(tx, userId, pair, now);
    const merged = orNotFound(await mergeRow(tx, pair.otherId, pair.activityId), 'activity');
    await changeDays(tx, { added: [], removed: [merged] });
    await updateBests(tx, [pair.otherId]);
  });
}
