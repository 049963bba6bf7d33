import { and, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { authSessions, pushSubscriptions, users } from '../../../db/tables.ts';

/** Where a browser gets messages, and the keys that encrypt them for it. */
type Subscription = { loginId: string; endpoint: string; p256dh: string; auth: string };

const { loginId, userId, endpoint, p256dh, auth, serverKey, endsAt, createdAt } = pushSubscriptions;

/** For logins that are valid at `now`: a login without a fixed end is stored as long as it is valid. */
const isOfValidLogin = (db: Database, now: Date): SQL | undefined =>
  or(
    gt(endsAt, now),
    and(
      isNull(endsAt),
      inArray(
        loginId,
        db.select({ id: authSessions.id }).from(authSessions).where(gt(authSessions.expiresAt, now)),
      ),
    ),
  );

export async function findEndpoint(db: Database, login: string, key: string): Promise<string | null> {
  const [row] = await db
    .select({ endpoint })
    .from(pushSubscriptions)
    .where(and(eq(loginId, login), eq(serverKey, key)));
  return row?.endpoint ?? null;
}

type SubscriptionToInsert = Subscription & {
  userId: string;
  serverKey: string;
  createdAt: Date;
  endsAt: Date | null;
};

/** Stores the subscription of a login. A browser has only one: an earlier login loses it. */
export async function upsertSubscription(db: Database, subscription: SubscriptionToInsert): Promise<void> {
  const { loginId: login, ...rest } = subscription;
  await db.transaction(async (tx) => {
    await tx.delete(pushSubscriptions).where(and(eq(endpoint, subscription.endpoint), ne(loginId, login)));
    await tx
      .insert(pushSubscriptions)
      .values(subscription)
      .onConflictDoUpdate({ target: loginId, set: rest });
  });
}

export async function deleteSubscription(db: Database, login: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(loginId, login));
}

/** Deletes a subscription that its push service no longer knows, unless the browser has renewed it since. */
export async function deleteGone(db: Database, gone: Subscription): Promise<void> {
  await db.delete(pushSubscriptions).where(and(eq(loginId, gone.loginId), eq(endpoint, gone.endpoint)));
}

/** Returns the users who have a subscription of a valid login. A locked account gets nothing. */
export async function listSubscribers(
  db: Database,
  userIds: readonly string[],
  key: string,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, userId))
    // One parameter for any number of values.
    .where(
      and(
        sql`${userId} = any(${sql.param([...userIds])}::uuid[])`,
        eq(serverKey, key),
        isNull(users.lockedAt),
        isOfValidLogin(db, now),
      ),
    );
  return rows.map((row) => row.userId);
}

/** Returns a subscription of a valid login; null if it has ended. */
export async function findSubscription(
  db: Database,
  of: Pick<Subscription, 'loginId' | 'endpoint'>,
  key: string,
  now: Date,
): Promise<Subscription | null> {
  const [row] = await db
    .select({ loginId, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(loginId, of.loginId),
        eq(endpoint, of.endpoint),
        eq(serverKey, key),
        isNull(users.lockedAt),
        isOfValidLogin(db, now),
      ),
    );
  return row ?? null;
}

/** Returns the newest subscriptions of a user's valid logins. */
export function listSubscriptions(
  db: Database,
  user: string,
  key: string,
  now: Date,
  limit: number,
): Promise<Subscription[]> {
  return db
    .select({ loginId, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .where(and(eq(userId, user), eq(serverKey, key), isOfValidLogin(db, now)))
    .orderBy(desc(createdAt))
    .limit(limit);
}

/** Deletes the subscriptions of logins that have ended, and those made with another key than the server's. */
export async function deleteEnded(db: Database, key: string, now: Date): Promise<void> {
  const known = db.select({ id: authSessions.id }).from(authSessions).where(gt(authSessions.expiresAt, now));
  await db
    .delete(pushSubscriptions)
    .where(or(ne(serverKey, key), lte(endsAt, now), and(isNull(endsAt), notInArray(loginId, known))));
}
