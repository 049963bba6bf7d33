import { and, eq, exists, isNotNull, sql } from 'drizzle-orm';
import type { ActivitySource } from '@boathouse/contract/activities';
import type { Database } from '../database.ts';
import { syncConnections, syncUploads } from '../tables.ts';

/**
 * After the end of a row: by then its last strokes, the monitor's summary and the recovery heart rate have usually arrived.
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
 * Queues an activity that a monitor has finished for the services that its athlete has connected and that get activities.
 * Call it in the transaction that completes it. What was tried before stays as it is, for a better result of the same row is no
 * other activity; what was sent is queued again by `queueLateValues`.
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
 * Queues an activity again that was sent, because strokes or figures of it have come since. Call it in the transaction that
 * stores them. What its athlete has disconnected meanwhile stays as it is.
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
    .set({ state: 'waiting', attempts: 0, problem: null, nextAt: new Date(now.getTime() + settlesMs) })
    .where(
      and(
        eq(syncUploads.activityId, activityId),
        eq(syncUploads.state, 'sent'),
        isNotNull(syncUploads.remoteId),
        isConnected,
      ),
    );
}
