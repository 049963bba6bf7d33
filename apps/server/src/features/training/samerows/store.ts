import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { importLimits, type SameRowQuestion } from '@boathouse/contract/activities/imports';
import { limits } from '@boathouse/contract/limits';
import { sameRowFigures, sameRowReachMs, type RowRecord } from '@boathouse/workout/same-row';
import type { Database } from '../../../db/database.ts';
import type { AddedByFile } from '../../../db/imports/stored-shapes.ts';
import {
  activities,
  activityNotes,
  activityOrigins,
  activityTags,
  comments,
  importCompletions,
  likes,
  notifications,
  sameRowQuestions,
  strokeChunks,
  syncUploads,
} from '../../../db/tables.ts';
import { packStrokes, unpackStrokes } from '../../../infra/packed-strokes.ts';
import type { Completed } from '../statistics/index.ts';
import {
  gainsOf,
  monitorEndMs,
  partsOf,
  spanSlackMs,
  spansOf,
  withHeartRates,
  type StoredRow,
} from './rules.ts';

/** How far the start or the end of a stored row is from a record that may be of the same row. */
const reachMs = sameRowReachMs + spanSlackMs;

/**
 * Returns the completed activities of a user that may be the same row as the records: all that the rule would accept,
 * and more.
 * @param timeZone of the monitor's clock
 */
export async function listRowsLike(
  db: Database,
  userId: string,
  records: readonly RowRecord[],
  timeZone: string | undefined,
): Promise<StoredRow[]> {
  // One after the other, each by its own index.
  const rows = new Map<string, StoredRow>();
  for (const isWanted of [isInReach(records), hasFigures(records), isNumbered(userId, records)]) {
    if (isWanted === null) continue;
    for (const row of await selectRows(db, userId, isWanted, timeZone)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

function isInReach(records: readonly RowRecord[]): SQL | undefined | null {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { spans } of records) {
    for (const { startMs, endMs } of spans) {
      fromMs = Math.min(fromMs, startMs);
      toMs = Math.max(toMs, endMs);
    }
  }
  if (fromMs > toMs) return null;
  return and(
    lte(activities.createdAt, new Date(toMs + reachMs)),
    gte(activities.completedAt, new Date(fromMs - reachMs)),
  );
}

/** Records without a date are found by their figures. */
function hasFigures(records: readonly RowRecord[]): SQL | null {
  const undated = records.flatMap(({ spans, elapsedSec, distanceM }) =>
    spans.length === 0 ? [{ sec: elapsedSec, m: distanceM }] : [],
  );
  if (undated.length === 0) return null;
  const { pastElapsedTime, pastDistance } = activities;
  return sql`exists (
    select 1 from jsonb_to_recordset(${JSON.stringify(undated)}::jsonb) as undated(sec float8, m float8)
    where abs(${pastElapsedTime} - undated.sec) <= ${sameRowFigures.sec}
      and abs(${pastDistance} - undated.m) <= ${sameRowFigures.m})`;
}

function isNumbered(userId: string, records: readonly RowRecord[]): SQL | undefined | null {
  const ids = records.flatMap(({ serviceIds }) => serviceIds['logbook'] ?? []);
  if (ids.length === 0) return null;
  return and(
    eq(activityOrigins.userId, userId),
    sql`${activityOrigins.logbookId} = any(${sql.param(ids)}::text[])`,
  );
}

/** Returns a completed activity in the form for comparisons; null if it is deleted. */
export async function findRow(
  db: Database,
  userId: string,
  id: string,
  timeZone: string | undefined,
): Promise<StoredRow | null> {
  const [row] = await selectRows(db, userId, eq(activities.id, id), timeZone);
  return row ?? null;
}

/** Returns completed activities of a user in the form for comparisons. */
export async function selectRows(
  db: Database,
  userId: string,
  isWanted: SQL | undefined,
  timeZone: string | undefined,
): Promise<StoredRow[]> {
  const { id, title, machine, source, createdAt, completedAt, rowingSince, elapsedTime, distance } =
    activities;
  const rows = await db
    .select({
      id,
      title,
      machine,
      source,
      day: activities.day,
      strokes: activities.strokeCount,
      heartRate: activities.heartRate,
      splits: sql<WorkoutSummary['splits'] | null>`${activities.summary} -> 'splits'`,
      logged: sql<Pick<WorkoutSummary, 'logEntryDate' | 'logEntryTime'> | null>`jsonb_build_object(
        'logEntryDate', ${activities.summary} -> 'logEntryDate', 'logEntryTime', ${activities.summary} -> 'logEntryTime')`,
      hasSession: isNotNull(activities.sessionId).mapWith(Boolean),
      isImported: isNotNull(activityOrigins.activityId).mapWith(Boolean),
      isDayOnly: activityOrigins.isDayOnly,
      isWallClock: activityOrigins.isWallClock,
      logbookId: activityOrigins.logbookId,
      createdAt,
      completedAt,
      rowingSince,
      elapsedTime,
      distance,
    })
    .from(activities)
    .leftJoin(activityOrigins, eq(activityOrigins.activityId, id))
    .where(and(eq(activities.userId, userId), eq(activities.isCompleted, true), isWanted))
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => {
    const { splits, isImported, elapsedTime: elapsedSec, logbookId } = row;
    const restSec = (splits ?? []).reduce((sum, { restTime }) => sum + restTime, 0);
    const monitorEnd = monitorEndMs(row.logged, timeZone);
    return {
      id: row.id,
      title: row.title,
      machine: row.machine,
      source: row.source,
      hasSession: row.hasSession,
      strokes: row.strokes,
      heartRate: row.heartRate,
      splits: splits?.length ?? null,
      isSimulated: row.source === 'simulated',
      serviceIds: logbookId === null ? {} : { logbook: logbookId },
      clock: clockOf(row),
      day: row.isDayOnly ? row.day : null,
      spans: spansOf({ ...row, tookSec: elapsedSec + restSec, isImported, monitorEndMs: monitorEnd }),
      elapsedSec,
      distanceM: row.distance,
      parts: partsOf(splits),
    };
  });
}

type Clocks = Pick<StoredRow, 'source'> & {
  isImported: boolean;
  isDayOnly: boolean | null;
  isWallClock: boolean | null;
};

/** An import from before its clock was stored may have used another zone. */
function clockOf({ source, isImported, isDayOnly, isWallClock }: Clocks): StoredRow['clock'] {
  if (isDayOnly) return 'day';
  if (isImported) return isWallClock === false ? 'set' : 'local';
  return source === 'entered' ? 'typed' : 'set';
}

/**
 * Moves the data of the record `otherId` that the record `id` lacks to `id`, with everything that its athlete and
 * others have written on it, and deletes `otherId`. Call it with `id` locked. Returns the counted values of the deleted
 * record; null if it was already deleted.
 */
export async function mergeRow(tx: Database, id: string, otherId: string): Promise<Completed | null> {
  const locked = await tx
    .select()
    .from(activities)
    .where(and(inArray(activities.id, [id, otherId]), eq(activities.isCompleted, true)))
    .orderBy(asc(activities.id))
    .for('update');
  const row = locked.find((each) => each.id === id);
  const other = locked.find((each) => each.id === otherId);
  if (row === undefined || other === undefined || row.userId !== other.userId) return null;
  const [origin] = await tx.select().from(activityOrigins).where(eq(activityOrigins.activityId, otherId));
  await moveGains(tx, row, other, origin ?? null);
  await moveWords(tx, row, other);
  await tx.delete(activities).where(eq(activities.id, otherId));
  if (origin?.logbookId) await noteThere(tx, id, origin.logbookId);
  return other;
}

type Activity = typeof activities.$inferSelect;
type Origin = typeof activityOrigins.$inferSelect;

async function moveGains(tx: Database, row: Activity, other: Activity, origin: Origin | null): Promise<void> {
  const splits = other.summary?.splits ?? [];
  const gains = gainsOf(
    { ...row, source: 'monitor', strokes: row.strokeCount, splits: row.summary?.splits.length ?? null },
    { strokes: other.strokeCount, splits: splits.length, heartRate: other.heartRate },
  );
  const change: Partial<typeof activities.$inferInsert> = {};
  const added: AddedByFile = origin?.logbookId ? { logbookId: origin.logbookId } : {};
  if (gains.includes('strokes')) {
    await tx.update(strokeChunks).set({ activityId: row.id }).where(eq(strokeChunks.activityId, other.id));
    added.strokes = change.strokeCount = other.strokeCount;
  }
  if (gains.includes('intervals') && row.summary !== null) {
    change.summary = { ...row.summary, splits };
    added.intervals = true;
  }
  if (gains.includes('heartRates') && other.heartRate !== null) {
    added.heartRate = change.heartRate = other.heartRate;
    if (row.strokeCount > 0) Object.assign(added, await moveHeartRates(tx, row.id, other.id));
  }
  if (Object.keys(change).length === 0) return;
  await tx.update(activities).set(change).where(eq(activities.id, row.id));
  if (origin?.importId == null || row.completedAt === null) return;
  const { importId, fileName } = origin;
  await tx
    .insert(importCompletions)
    .values({ importId, activityId: row.id, fileName, added, completedAt: row.completedAt })
    .onConflictDoNothing();
}

async function moveHeartRates(tx: Database, id: string, otherId: string): Promise<AddedByFile> {
  const chunks = await listChunks(tx, id);
  const strokes = chunks.flatMap(({ packed }) => unpackStrokes(packed));
  if (strokes.some(({ heartRate }) => heartRate !== null)) return {};
  const ofOther = (await listChunks(tx, otherId)).flatMap(({ packed }) => unpackStrokes(packed));
  if (ofOther.every(({ heartRate }) => heartRate === null)) return {};
  const filled = withHeartRates(strokes, ofOther);
  for (const { first, count } of chunks) {
    const packed = packStrokes(filled.slice(first, first + count));
    const isChunk = and(eq(strokeChunks.activityId, id), eq(strokeChunks.first, first));
    await tx.update(strokeChunks).set({ packed }).where(isChunk);
  }
  return { strokeHeartRates: strokes.length };
}

function listChunks(tx: Database, activityId: string) {
  const isOfRow = eq(strokeChunks.activityId, activityId);
  return tx.select().from(strokeChunks).where(isOfRow).orderBy(asc(strokeChunks.first));
}

/** Moves the note, tags, comments and likes, and a title and readers that its athlete has given it. */
async function moveWords(tx: Database, row: Activity, other: Activity): Promise<void> {
  for (const table of [comments, notifications]) {
    await tx.update(table).set({ activityId: row.id }).where(eq(table.activityId, other.id));
  }
  await tx.execute(sql`insert into ${likes} (activity_id, user_id, created_at)
    select ${row.id}::uuid, user_id, created_at from ${likes} where activity_id = ${other.id} on conflict do nothing`);
  await moveTags(tx, row.id, other.id);
  await moveNote(tx, row.id, other.id);
  if (row.sessionId !== null) return;
  const change: Partial<typeof activities.$inferInsert> = {};
  const isNamed = other.title !== other.workout && other.title !== '';
  if (isNamed && (row.title === '' || row.title === row.workout)) change.title = other.title;
  if (row.visibility === 'me' && other.visibility !== null) change.visibility = other.visibility;
  if (Object.keys(change).length > 0)
    await tx.update(activities).set(change).where(eq(activities.id, row.id));
}

async function moveTags(tx: Database, id: string, otherId: string): Promise<void> {
  const tags = await tx
    .select()
    .from(activityTags)
    .where(inArray(activityTags.activityId, [id, otherId]))
    .orderBy(asc(activityTags.place));
  const kept = tags.filter((each) => each.activityId === id);
  const fold = (tag: string) => tag.toLowerCase();
  const known = new Set(kept.map(({ tag }) => fold(tag)));
  const moved = tags
    .filter((each) => each.activityId === otherId && !known.has(fold(each.tag)))
    .slice(0, limits.tagsMax - kept.length);
  const next = (kept.at(-1)?.place ?? -1) + 1;
  const rows = moved.map((each, at) => ({ ...each, activityId: id, place: next + at }));
  if (rows.length > 0) await tx.insert(activityTags).values(rows).onConflictDoNothing();
}

async function moveNote(tx: Database, id: string, otherId: string): Promise<void> {
  const notes = await tx
    .select()
    .from(activityNotes)
    .where(inArray(activityNotes.activityId, [id, otherId]));
  const own = notes.find((each) => each.activityId === id);
  const moved = notes.find((each) => each.activityId === otherId);
  if (moved === undefined) return;
  if (own === undefined) {
    await tx.update(activityNotes).set({ activityId: id }).where(eq(activityNotes.activityId, otherId));
  } else if (!own.note.includes(moved.note)) {
    const note = `${own.note}\n\n${moved.note}`.slice(0, limits.noteMax);
    await tx.update(activityNotes).set({ note }).where(eq(activityNotes.activityId, id));
  }
}

export type Pair = { activityId: string; otherId: string };

type Asked = { askedAt: Date; answeredAt: Date | null };

/** Stores pairs that are probably one row: still to be asked, or already answered if `answeredAt` is set. */
export async function insertQuestions(
  tx: Database,
  userId: string,
  pairs: readonly Pair[],
  asked: Asked,
): Promise<void> {
  for (const statement of questionsInserted(tx, userId, pairs, asked)) await tx.execute(statement);
}

/** The statement for it; none if there are no pairs. */
export function questionsInserted(
  tx: Database,
  userId: string,
  pairs: readonly Pair[],
  { askedAt, answeredAt }: Asked,
): SQLWrapper[] {
  if (pairs.length === 0) return [];
  const rows = pairs.map((pair) => ({ ...pair, userId, askedAt, answeredAt }));
  return [tx.insert(sameRowQuestions).values(rows).onConflictDoNothing()];
}

/** Returns the open questions of a user, newest first. */
export async function listQuestions(db: Database, userId: string): Promise<SameRowQuestion[]> {
  const { activityId, otherId, askedAt, answeredAt } = sameRowQuestions;
  const pairs = await db
    .select({ activityId, otherId })
    .from(sameRowQuestions)
    .where(and(eq(sameRowQuestions.userId, userId), isNull(answeredAt)))
    .orderBy(desc(askedAt), asc(activityId), asc(otherId))
    .limit(importLimits.questionsMax);
  if (pairs.length === 0) return [];
  const ids = new Set(pairs.flatMap((pair) => [pair.activityId, pair.otherId]));
  const { id, title, createdAt, machine, elapsedTime, distance, strokeCount } = activities;
  const rows = await db
    .select({ _id: id, title, createdAt, machine, elapsedTime, distance, strokes: strokeCount })
    .from(activities)
    .where(and(inArray(id, [...ids]), eq(activities.isCompleted, true)));
  const shown = new Map(rows.map((row) => [row._id, { ...row, createdAt: row.createdAt.toISOString() }]));
  return pairs.flatMap((pair) => {
    const [activity, other] = [shown.get(pair.activityId), shown.get(pair.otherId)];
    // For a reopened one the question comes when it ends.
    return activity === undefined || other === undefined ? [] : [{ activity, other }];
  });
}

/** Returns whether the user has been asked about the pair. */
export async function hasQuestion(db: Database, userId: string, pair: Pair): Promise<boolean> {
  const rows = await db.select().from(sameRowQuestions).where(isPairOf(userId, pair));
  return rows.length > 0;
}

export async function updateAnswered(
  db: Database,
  userId: string,
  pair: Pair,
  answeredAt: Date,
): Promise<void> {
  await db.update(sameRowQuestions).set({ answeredAt }).where(isPairOf(userId, pair));
}

const isPairOf = (userId: string, { activityId, otherId }: Pair) =>
  and(
    eq(sameRowQuestions.userId, userId),
    eq(sameRowQuestions.activityId, activityId),
    eq(sameRowQuestions.otherId, otherId),
  );

/** The Logbook knows the row by this number: another upload might create a second result there. */
async function noteThere(tx: Database, activityId: string, remoteId: string): Promise<void> {
  await tx
    .update(syncUploads)
    .set({ state: 'there', remoteId, nextAt: null })
    .where(
      and(
        eq(syncUploads.activityId, activityId),
        eq(syncUploads.service, 'logbook'),
        eq(syncUploads.state, 'waiting'),
        eq(syncUploads.attempts, 0),
      ),
    );
}
