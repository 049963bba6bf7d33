import { and, eq, exists, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ActivitySource } from '@boathouse/contract/activities';
import type { Database } from '../../../../db/database.ts';
import { syncConnections, syncUploads } from '../../../../db/tables.ts';

/**
 * After the end of a row: by then its last strokes, the monitor's summary and the recovery heart rate have usually
 * arrived.
 */
const settlesMs = 3 * 60_000;

type Finished = {
  activityId: string;
  userId: string;
  source: ActivitySource;
  distance: number;
  elapsedTime: number;
};

/**
 * Queues an activity that a monitor has finished for the athlete's connected services that get activities. Call it in
 * the transaction that completes it. Earlier uploads do not change, because a better result of the same row is the same
 * activity; `queueLateValues` queues a sent one again.
 */
export async function queueUploads(
  tx: Database,
  { activityId, userId, source, distance, elapsedTime }: Finished,
  now: Date,
): Promise<void> {
  if (source !== 'monitor' || distance <= 0 || elapsedTime <= 0) return;
  const connections = await tx
    .select({ service: syncConnections.service })
    .from(syncConnections)
    .where(and(eq(syncConnections.userId, userId), eq(syncConnections.uploads, true)));
  if (connections.length === 0) return;
  const nextAt = new Date(now.getTime() + settlesMs);
  await tx
    .insert(syncUploads)
    .values(connections.map(({ service }) => ({ activityId, service, userId, createdAt: now, nextAt })))
    .onConflictDoUpdate({
      target: [syncUploads.activityId, syncUploads.service],
      set: { nextAt },
      // Its end moves on with the last result.
      setWhere: sql`${syncUploads.state} = 'waiting' and ${syncUploads.attempts} = 0`,
    });
}

/**
 * Queues a sent activity again, because it has gained strokes or figures. Call it in the transaction that stores them.
 * Services that were disconnected since do not change.
 */
export async function queueLateValues(tx: Database, activityId: string, now: Date): Promise<void> {
  const isConnected = exists(
    tx
      .select({ one: sql`1` })
      .from(syncConnections)
      .where(
        and(
          eq(syncConnections.userId, syncUploads.userId),
          eq(syncConnections.service, syncUploads.service),
          eq(syncConnections.uploads, true),
        ),
      ),
  );
  await tx
    .update(syncUploads)
    .set({
      // An activity that another app has sent stays: only missing data is added.
      state: sql`case when ${syncUploads.state} = 'sent' then 'waiting' else ${syncUploads.state} end`,
      attempts: 0,
      problem: null,
      nextAt: new Date(now.getTime() + settlesMs),
    })
    .where(
      and(
        eq(syncUploads.activityId, activityId),
        inArray(syncUploads.state, ['sent', 'there']),
        isNotNull(syncUploads.remoteId),
        isConnected,
      ),
    );
}
