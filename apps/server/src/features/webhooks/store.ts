import { and, asc, count, desc, eq, exists, gt, inArray, lt, lte, not, sql } from 'drizzle-orm';
import type { WebhookDelivery, WebhookEvent } from '@boathouse/contract/clubs/webhooks';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { activities, sessions, webhookDeliveries, webhooks } from '../../db/tables.ts';
import { isNotDeleted } from '../sessions/index.ts';

export type StoredWebhook = { clubId: string; url: string; nonce: string; setBy: string };

export async function findWebhook(db: Database, clubId: string): Promise<StoredWebhook | null> {
  const { url, nonce, setBy } = webhooks;
  const [row] = await db
    .select({ clubId: webhooks.clubId, url, nonce, setBy })
    .from(webhooks)
    .where(eq(webhooks.clubId, clubId));
  return row ?? null;
}

/** Stores a club's webhook in place of the one before, and what waits is sent to it. */
export async function upsertWebhook(db: Database, webhook: StoredWebhook & { setAt: Date }): Promise<void> {
  const { url, nonce, setBy, setAt } = webhook;
  await db
    .insert(webhooks)
    .values(webhook)
    .onConflictDoUpdate({ target: webhooks.clubId, set: { url, nonce, setBy, setAt } });
}

export async function deleteWebhook(db: Database, clubId: string): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.clubId, clubId));
}

/** Returns the newest deliveries of a club. */
export async function listDeliveries(
  db: Database,
  clubId: string,
  limit: number,
): Promise<WebhookDelivery[]> {
  const rows = await db
    .select({ delivery: webhookDeliveries, title: sessions.title })
    .from(webhookDeliveries)
    .leftJoin(sessions, and(eq(sessions.id, webhookDeliveries.sessionId), isNotDeleted))
    .where(eq(webhookDeliveries.clubId, clubId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(({ delivery, title }) => ({
    _id: delivery.id,
    event: delivery.event,
    title,
    createdAt: delivery.createdAt.toISOString(),
    state: delivery.isDelivered ? 'delivered' : delivery.nextAt === null ? 'failed' : 'waiting',
    attempts: delivery.attempts,
    triedAt: delivery.triedAt?.toISOString() ?? null,
    nextAt: delivery.nextAt?.toISOString() ?? null,
    problem: delivery.problem,
  }));
}

export async function countTests(db: Database, clubId: string, since: Date): Promise<number> {
  const { event, createdAt } = webhookDeliveries;
  const [row] = await db
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.clubId, clubId), eq(event, 'test'), gt(createdAt, since)));
  return row?.count ?? 0;
}

/** A delivery that this process tries now. */
export type Claimed = {
  id: string;
  clubId: string;
  event: WebhookEvent;
  sessionId: string | null;
  attempts: number;
  createdAt: Date;
};

const claimedColumns = {
  id: webhookDeliveries.id,
  clubId: webhookDeliveries.clubId,
  event: webhookDeliveries.event,
  sessionId: webhookDeliveries.sessionId,
  attempts: webhookDeliveries.attempts,
  createdAt: webhookDeliveries.createdAt,
};

/** Stores a test, claimed by this process. */
export async function insertTest(
  db: Database,
  { clubId, now, until }: { clubId: string; now: Date; until: Date },
): Promise<Claimed> {
  const test = { id: newId(), clubId, event: 'test' as const, createdAt: now };
  await db.insert(webhookDeliveries).values({ ...test, attempts: 1, triedAt: now, nextAt: until });
  return { ...test, sessionId: null, attempts: 1 };
}

type Finished = { now: Date; startedBefore: Date; startedAfter: Date; heardAfter: Date };

/**
 * Stores a delivery of each finished session of clubs with a webhook: one that began before `startedBefore`, has a result,
 * and in which no one rows.
 */
export async function insertFinished(
  db: Database,
  { now, startedBefore, startedAfter, heardAfter }: Finished,
): Promise<void> {
  const rowed = (isCompleted: boolean) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(activities)
        .where(
          and(
            eq(activities.sessionId, sessions.id),
            eq(activities.isCompleted, isCompleted),
            isCompleted ? undefined : gt(activities.heardAt, heardAfter),
          ),
        ),
    );
  const known = exists(
    db
      .select({ one: sql`1` })
      .from(webhookDeliveries)
      .where(
        and(eq(webhookDeliveries.clubId, webhooks.clubId), eq(webhookDeliveries.sessionId, sessions.id)),
      ),
  );
  const found = await db
    .select({ clubId: webhooks.clubId, sessionId: sessions.id })
    .from(webhooks)
    .innerJoin(sessions, eq(sessions.clubId, webhooks.clubId))
    .where(
      and(
        isNotDeleted,
        gt(sessions.startAt, startedAfter),
        // Those of before its webhook are not told.
        gt(sessions.startAt, sql`${webhooks.setAt} - interval '1 hour'`),
        lte(sessions.startAt, startedBefore),
        rowed(true),
        not(rowed(false)),
        not(known),
      ),
    )
    .limit(100);
  if (found.length === 0) return;
  await db
    .insert(webhookDeliveries)
    .values(
      found.map((one) => ({
        id: newId(),
        ...one,
        event: 'session.finished' as const,
        createdAt: now,
        nextAt: now,
      })),
    )
    .onConflictDoNothing();
}

/** Claims deliveries that are due, until `until`: another process, or this one after a crash, tries them again then. */
export async function claimDue(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Claimed[]> {
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lte(webhookDeliveries.nextAt, now))
    .orderBy(asc(webhookDeliveries.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, triedAt: now, nextAt: until })
    .where(inArray(webhookDeliveries.id, due))
    .returning(claimedColumns);
}

export async function updateOutcome(
  db: Database,
  id: string,
  outcome: { isDelivered: boolean; problem: string | null; nextAt: Date | null },
): Promise<void> {
  await db.update(webhookDeliveries).set(outcome).where(eq(webhookDeliveries.id, id));
}

/** Deletes what is done and older than `before`. */
export async function deleteOldDeliveries(db: Database, before: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.createdAt, before), sql`${webhookDeliveries.nextAt} is null`));
}
