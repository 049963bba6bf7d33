import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { SyncConnection, SyncService, SyncUpload, UploadState } from '@boathouse/contract/sync/calls';
import type { Database } from '../../../db/database.ts';
import {
  activities,
  outgoingMessages,
  syncAuthorizations,
  syncConnections,
  syncUploads,
  users,
} from '../../../db/tables.ts';

export type StoredConnection = typeof syncConnections.$inferSelect;
type NewConnection = Pick<
  StoredConnection,
  | 'id'
  | 'userId'
  | 'service'
  | 'uploads'
  | 'imports'
  | 'weightClass'
  | 'timeZone'
  | 'sealed'
  | 'isByLogin'
  | 'accountId'
  | 'accountName'
  | 'connectedAt'
  | 'importAt'
>;
type Change = Partial<Omit<typeof syncConnections.$inferInsert, 'importedIds'>> & { importedIds?: SQL };

const isOf = (userId: string, service: SyncService) =>
  and(eq(syncConnections.userId, userId), eq(syncConnections.service, service));

export async function findConnection(
  db: Database,
  userId: string,
  service: SyncService,
): Promise<StoredConnection | null> {
  const [row] = await db.select().from(syncConnections).where(isOf(userId, service));
  return row ?? null;
}

export async function listConnections(db: Database, userId: string): Promise<StoredConnection[]> {
  return db.select().from(syncConnections).where(eq(syncConnections.userId, userId));
}

/** Returns the connections for the archive of a user's data: without keys. */
export async function listOwnConnections(db: Database, userId: string) {
  const { service, uploads, imports, weightClass, accountName, connectedAt } = syncConnections;
  return db
    .select({ service, uploads, imports, weightClass, accountName, connectedAt })
    .from(syncConnections)
    .where(eq(syncConnections.userId, userId))
    .orderBy(asc(service));
}

/** Stores a connection, replacing the previous one; imports continue if it belongs to the same account there. */
export async function putConnection(db: Database, connection: NewConnection): Promise<void> {
  const { userId, service, accountId } = connection;
  await db.transaction(async (tx) => {
    const [before] = await tx.delete(syncConnections).where(isOf(userId, service)).returning({
      accountId: syncConnections.accountId,
      importedUntil: syncConnections.importedUntil,
      importedIds: syncConnections.importedIds,
    });
    const isSame = before !== undefined && accountId !== null && before.accountId === accountId;
    const stored = {
      ...connection,
      importedUntil: isSame ? before.importedUntil : null,
      importedIds: isSame ? before.importedIds : [],
    };
    await tx
      .insert(syncConnections)
      .values(stored)
      // Connected in two windows at once.
      .onConflictDoUpdate({ target: [syncConnections.userId, syncConnections.service], set: stored });
  });
}

/** Returns false if the connection does not exist. */
export async function updateConnection(
  db: Database,
  userId: string,
  service: SyncService,
  change: Change,
): Promise<boolean> {
  const rows = await db
    .update(syncConnections)
    .set(change)
    .where(isOf(userId, service))
    .returning({ id: syncConnections.id });
  return rows.length > 0;
}

/** Deletes a connection and its queued messages. */
export async function deleteConnection(db: Database, userId: string, service: SyncService): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(syncConnections).where(isOf(userId, service));
    await deleteWaiting(tx, userId, service);
  });
}

/** Deletes waiting uploads: the athlete has stopped sending there. Uploads that were sent and wait again stay sent. */
export async function deleteWaiting(tx: Database, userId: string, service: SyncService): Promise<void> {
  const isOwn = and(eq(syncUploads.userId, userId), eq(syncUploads.service, service));
  await deleteUploads(tx, and(isOwn, eq(syncUploads.state, 'waiting')));
}

async function deleteUploads(db: Database, isWanted: SQL | undefined): Promise<void> {
  const wasSent = isNotNull(syncUploads.remoteId);
  await db
    .update(syncUploads)
    .set({ state: 'sent', problem: null, nextAt: null })
    .where(and(isWanted, wasSent));
  await db.delete(syncUploads).where(and(isWanted, not(wasSent)));
}

/** Waiting uploads, and those of another app whose activities have since gained data here. */
const isDue = (now: Date) =>
  and(inArray(syncUploads.state, ['waiting', 'there']), lte(syncUploads.nextAt, now));

/** Whether the queue has no waiting message of a subject. */
const isUnqueued = (db: Database, kind: AnyPgColumn, subject: SQL) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(outgoingMessages)
      .where(
        and(
          eq(outgoingMessages.kind, kind),
          eq(outgoingMessages.subject, subject),
          isNull(outgoingMessages.givenUpAt),
        ),
      ),
  );

/** A usable connection: its key is not refused, and its athlete is not locked. */
const isUsable = and(eq(syncConnections.state, 'on'), isNull(users.lockedAt));

/** A connection whose exchange must be queued. */
type Unqueued = { userId: string; service: SyncService };

/** Returns uploads that are due and not in the queue, the oldest first. */
export async function listUnqueuedUploads(
  db: Database,
  { now, services, limit }: { now: Date; services: readonly SyncService[]; limit: number },
): Promise<Array<Unqueued & { activityId: string }>> {
  const { activityId, userId, service, nextAt } = syncUploads;
  return db
    .select({ activityId, userId, service })
    .from(syncUploads)
    .innerJoin(
      syncConnections,
      and(
        eq(syncConnections.userId, userId),
        eq(syncConnections.service, service),
        eq(syncConnections.uploads, true),
      ),
    )
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        isDue(now),
        inArray(service, [...services]),
        isUsable,
        isUnqueued(db, service, sql`${activityId}::text`),
      ),
    )
    .orderBy(asc(nextAt), asc(activityId))
    .limit(limit);
}

/** Returns connections whose imports are due and not in the queue, the oldest first. */
export async function listUnqueuedImports(
  db: Database,
  { now, services, limit }: { now: Date; services: readonly SyncService[]; limit: number },
): Promise<Unqueued[]> {
  const { userId, service, importAt, imports } = syncConnections;
  return db
    .select({ userId, service })
    .from(syncConnections)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(imports, true),
        lte(importAt, now),
        inArray(service, [...services]),
        isUsable,
        isUnqueued(db, service, sql`${userId}::text`),
      ),
    )
    .orderBy(asc(importAt), asc(userId))
    .limit(limit);
}

/** Returns a connection that can be used now; null if there is none. */
export async function findUsable(
  db: Database,
  userId: string,
  service: SyncService,
): Promise<StoredConnection | null> {
  const [row] = await db
    .select({ connection: syncConnections })
    .from(syncConnections)
    .innerJoin(users, eq(users.id, syncConnections.userId))
    .where(and(isOf(userId, service), isUsable));
  return row?.connection ?? null;
}

/**
 * Changes a connection that is used. Returns false if it is deleted, or its key was refused: then nothing may be
 * exchanged. `importAt` stays null if the athlete has turned imports off since.
 */
export async function updateUsed(
  db: Database,
  id: string,
  { importAt, ...change }: UsedChange,
): Promise<boolean> {
  const { imports } = syncConnections;
  const next = importAt && {
    importAt: sql`case when ${imports} then ${sql.param(importAt, syncConnections.importAt)}::timestamptz end`,
  };
  const rows = await db
    .update(syncConnections)
    .set({ ...change, ...next })
    .where(isUsed(id))
    .returning({ id: syncConnections.id });
  return rows.length > 0;
}

export type UsedChange = Omit<Change, 'importAt'> & { importAt?: Date };

const isUsed = (id: string) => and(eq(syncConnections.id, id), eq(syncConnections.state, 'on'));

/** Returns whether a used connection still exists, with a key that was not refused. */
export async function isStillUsed(db: Database, id: string): Promise<boolean> {
  const rows = await db.select({ id: syncConnections.id }).from(syncConnections).where(isUsed(id));
  return rows.length > 0;
}

/**
 * `remoteId`: for an activity that the service already has and that has gained data here; `state` is `there` if another
 * app has sent it.
 */
export type StoredUpload = typeof syncUploads.$inferSelect;

export async function findUpload(
  db: Database,
  activityId: string,
  service: SyncService,
): Promise<StoredUpload | null> {
  const [row] = await db.select().from(syncUploads).where(isUpload(activityId, service));
  return row ?? null;
}

/** Limit of one connection: a workout a day for 27 years. */
const idsKept = 10_000;

/**
 * Returns a connection's result ids with these added, in the form of its column, including those that another process
 * has added.
 */
export function importedIdsWith(ids: readonly string[]): SQL {
  return sql`(
    select coalesce(jsonb_agg(kept.id order by kept.place), '[]'::jsonb) from (
      select result.id, max(result.place) as place
      from jsonb_array_elements_text(${syncConnections.importedIds} || ${JSON.stringify(ids)}::jsonb)
        with ordinality as result(id, place)
      group by result.id order by place desc limit ${idsKept}) as kept)`;
}

type UploadChange = Partial<Omit<typeof syncUploads.$inferInsert, 'activityId' | 'service' | 'userId'>>;

export async function updateUpload(
  db: Database,
  { activityId, service }: { activityId: string; service: SyncService },
  change: UploadChange,
): Promise<void> {
  await db.update(syncUploads).set(change).where(isUpload(activityId, service));
}

/**
 * Stores the outcome of an upload, and the id of its result: after its activity is deleted here, an import does not
 * restore it.
 */
export async function updateSent(
  db: Database,
  upload: { activityId: string; service: SyncService; userId: string },
  change: UploadChange,
): Promise<void> {
  const { remoteId } = change;
  await db.transaction(async (tx) => {
    // Before the upload, like a connection that ends.
    if (remoteId) {
      const importedIds = importedIdsWith([remoteId]);
      await updateConnection(tx, upload.userId, upload.service, { importedIds });
    }
    await updateUpload(tx, upload, change);
  });
}

const isUpload = (activityId: string, service: SyncService) =>
  and(eq(syncUploads.activityId, activityId), eq(syncUploads.service, service));

/** Records an attempt before it is made, so that it is known what a process sent before it ended. */
export async function noteTry(
  db: Database,
  { activityId, service }: { activityId: string; service: SyncService },
  now: Date,
): Promise<void> {
  const attempts = sql`${syncUploads.attempts} + 1`;
  await db.update(syncUploads).set({ attempts, triedAt: now }).where(isUpload(activityId, service));
}

/** Deletes an upload that is not being sent; if it was sent before and waited again, it stays sent. */
export async function deleteUpload(db: Database, activityId: string, service: SyncService): Promise<void> {
  await deleteUploads(db, isUpload(activityId, service));
}

/** Queues an upload of the user again that is no longer retried automatically. Returns false if none exists. */
export async function queueAgain(
  db: Database,
  { userId, service, activityId }: { userId: string; service: SyncService; activityId: string },
  now: Date,
): Promise<boolean> {
  const endings: UploadState[] = ['refused', 'givenUp'];
  const rows = await db
    .update(syncUploads)
    .set({ state: 'waiting', nextAt: now, problem: null })
    .where(
      and(isUpload(activityId, service), eq(syncUploads.userId, userId), inArray(syncUploads.state, endings)),
    )
    .returning({ id: syncUploads.activityId });
  return rows.length > 0;
}

const shown = 20;

/** Returns the newest uploads of a user, or all of one activity. */
export async function listUploads(
  db: Database,
  userId: string,
  activityId: string | null = null,
): Promise<SyncUpload[]> {
  const isWanted: SQL | undefined = activityId === null ? undefined : eq(syncUploads.activityId, activityId);
  const { id, title, createdAt } = activities;
  const rows = await db
    .select({ upload: syncUploads, activity: { id, title, createdAt } })
    .from(syncUploads)
    .innerJoin(activities, eq(activities.id, syncUploads.activityId))
    .where(and(eq(syncUploads.userId, userId), isWanted))
    .orderBy(desc(syncUploads.createdAt), asc(syncUploads.activityId), asc(syncUploads.service))
    .limit(shown);
  return rows.map(({ upload: { service, state, attempts, triedAt, nextAt, problem }, activity }) => ({
    service,
    activity: { _id: activity.id, title: activity.title, createdAt: activity.createdAt.toISOString() },
    state,
    attempts,
    triedAt: triedAt?.toISOString() ?? null,
    nextAt: state === 'waiting' ? (nextAt?.toISOString() ?? null) : null,
    problem,
  }));
}

/** Returns which of the service's ids belong to activities that the user sent. */
export async function findSentIds(
  db: Database,
  userId: string,
  service: SyncService,
  remoteIds: readonly string[],
): Promise<Set<string>> {
  if (remoteIds.length === 0) return new Set();
  const rows = await db
    .select({ remoteId: syncUploads.remoteId })
    .from(syncUploads)
    .where(
      and(
        eq(syncUploads.userId, userId),
        eq(syncUploads.service, service),
        sql`${syncUploads.remoteId} = any(${sql.param([...remoteIds])}::text[])`,
      ),
    );
  return new Set(rows.flatMap(({ remoteId }) => remoteId ?? []));
}

export async function insertAuthorization(
  db: Database,
  authorization: typeof syncAuthorizations.$inferInsert,
): Promise<void> {
  await db.insert(syncAuthorizations).values(authorization);
}

/** Returns a login that has begun, once. */
export async function takeAuthorization(db: Database, digest: string, now: Date) {
  const [row] = await db.delete(syncAuthorizations).where(eq(syncAuthorizations.digest, digest)).returning();
  return row === undefined || row.expiresAt <= now ? null : row;
}

export async function deleteOldAuthorizations(db: Database, now: Date): Promise<void> {
  await db.delete(syncAuthorizations).where(lt(syncAuthorizations.expiresAt, now));
}

/** Returns a connection as its athlete sees it. */
export function shownOf(connection: StoredConnection, now: Date): SyncConnection {
  const { state, uploads, imports, weightClass, accountName, isByLogin, problem } = connection;
  const { connectedAt, succeededAt, failedAt, importAt } = connection;
  return {
    state,
    uploads,
    imports,
    weightClass,
    accountName,
    isByLogin,
    connectedAt: connectedAt.toISOString(),
    succeededAt: succeededAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    problem,
    isImporting: state === 'on' && imports && importAt !== null && importAt <= now,
  };
}
