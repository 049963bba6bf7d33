import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  sql,
} from 'drizzle-orm';
import type { WebhookDelivery, WebhookEvent } from '@boathouse/contract/clubs/webhooks';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { activities, outgoingMessages, sessions, webhookDeliveries, webhooks } from '../../../db/tables.ts';
import { isNotDeleted } from '../../sessions/sessions/index.ts';

export type StoredWebhook = {
  clubId: string;
  url: string;
  nonce: string;
  setBy: string;
  stoppedAt: Date | null;
};

export async function findWebhook(db: Database, clubId: string): Promise<StoredWebhook | null> {
  const { url, nonce, setBy, stoppedAt } = webhooks;
  const [row] = await db
    .select({ clubId: webhooks.clubId, url, nonce, setBy, stoppedAt })
    .from(webhooks)
    .where(eq(webhooks.clubId, clubId));
  return row ?? null;
}

/** Stores a club's webhook, replacing the previous one; waiting deliveries go to the new one. */
export async function upsertWebhook(
  db: Database,
  webhook: Omit<StoredWebhook, 'stoppedAt'> & { setAt: Date },
): Promise<void> {
  const { url, nonce, setBy, setAt } = webhook;
  await db
    .insert(webhooks)
    .values(webhook)
    .onConflictDoUpdate({ target: webhooks.clubId, set: { url, nonce, setBy, setAt, stoppedAt: null } });
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

export type Delivery = {
  id: string;
  clubId: string;
  event: WebhookEvent;
  sessionId: string | null;
  createdAt: Date;
};

/** Stores a test, which the caller sends at once. */
export async function insertTest(
  db: Database,
  { clubId, now }: { clubId: string; now: Date },
): Promise<Delivery> {
  const test = { id: newId(), clubId, event: 'test' as const, createdAt: now };
  await db.insert(webhookDeliveries).values({ ...test, attempts: 1, triedAt: now, nextAt: null });
  return { ...test, sessionId: null };
}

export async function findDelivery(db: Database, id: string): Promise<Delivery | null> {
  const { clubId, event, sessionId, createdAt } = webhookDeliveries;
  const [row] = await db
    .select({ id: webhookDeliveries.id, clubId, event, sessionId, createdAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id));
  return row ?? null;
}

/** Returns the oldest deliveries that wait and are not in the queue. */
export async function listUnqueued(
  db: Database,
  limit: number,
): Promise<Array<{ id: string; url: string; createdAt: Date }>> {
  const { id, createdAt, nextAt, event, clubId } = webhookDeliveries;
  const isQueued = exists(
    db
      .select({ one: sql`1` })
      .from(outgoingMessages)
      .where(eq(outgoingMessages.deliveryId, id)),
  );
  return db
    .select({ id, url: webhooks.url, createdAt })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.clubId, clubId))
    .where(and(isNotNull(nextAt), ne(event, 'test'), not(isQueued)))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/**
 * Stops the webhook of a delivery if nothing has arrived there since a time. Returns its club; null if it is not
 * stopped now.
 */
export async function stopUnlessDelivered(
  tx: Database,
  { id, since, now }: { id: string; since: Date; now: Date },
): Promise<string | null> {
  const { clubId, isDelivered, triedAt } = webhookDeliveries;
  const club = tx.select({ clubId }).from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  const hasArrived = exists(
    tx
      .select({ one: sql`1` })
      .from(webhookDeliveries)
      .where(and(eq(clubId, webhooks.clubId), eq(isDelivered, true), gt(triedAt, since))),
  );
  const [row] = await tx
    .update(webhooks)
    .set({ stoppedAt: now })
    .where(and(inArray(webhooks.clubId, club), isNull(webhooks.stoppedAt), not(hasArrived)))
    .returning({ clubId: webhooks.clubId });
  return row?.clubId ?? null;
}

export async function startAgain(db: Database, clubId: string): Promise<void> {
  await db.update(webhooks).set({ stoppedAt: null }).where(eq(webhooks.clubId, clubId));
}

type Finished = { now: Date; startedBefore: Date; startedAfter: Date; heardAfter: Date };

/**
 * Stores a delivery for each finished session of clubs with a webhook: it began before `startedBefore`, has a result,
 * and no one rows in it.
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
        isNull(webhooks.stoppedAt),
        gt(sessions.startAt, startedAfter),
        // Sessions before its webhook are not reported.
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

export async function updateOutcome(
  db: Database,
  id: string,
  outcome: {
    isDelivered: boolean;
    problem: string | null;
    nextAt: Date | null;
    attempts?: number;
    triedAt?: Date;
  },
): Promise<void> {
  await db.update(webhookDeliveries).set(outcome).where(eq(webhookDeliveries.id, id));
}

/** Deletes finished deliveries older than `before`. */
export async function deleteOldDeliveries(db: Database, before: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.createdAt, before), sql`${webhookDeliveries.nextAt} is null`));
}
