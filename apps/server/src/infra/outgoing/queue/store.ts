import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { OutgoingKind } from '@boathouse/contract/administration/outgoing';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import {
  clubs,
  outgoingDestinations as destinations,
  outgoingMessages as messages,
  users,
  webhookDeliveries,
} from '../../../db/tables.ts';

/** Consecutive failures after which a destination counts as failing: one message at a time tests whether it is back. */
export const failuresUntilPause = 3;

/**
 * Key of `pg_advisory_xact_lock`: processes choose messages one after another, so that a destination's limit holds for
 * all.
 */
const claimLock = 7_261_085;

type MessageToInsert = Omit<typeof messages.$inferInsert, 'sealed' | 'dueAt' | 'claim' | 'claimedUntil'> & {
  sealed: string;
  places: number;
};

export async function insertMessage(db: Database, { places, ...message }: MessageToInsert): Promise<void> {
  const { kind, destination: name, createdAt } = message;
  await db.insert(destinations).values({ kind, name, places }).onConflictDoNothing();
  const row = { ...message, dueAt: createdAt };
  // There is one per delivery or subject, because several processes may find the same ones at once.
  const insert = db.insert(messages).values(row);
  if (typeof message.subject !== 'string') {
    await insert.onConflictDoNothing();
    return;
  }
  // It replaces an abandoned one.
  await insert.onConflictDoUpdate({
    target: [messages.kind, messages.subject],
    set: { ...row, attempts: 0, triedAt: null, problem: null, givenUpAt: null },
    setWhere: isNotNull(messages.givenUpAt),
  });
}

/** The columns of messages that a claim returns. */
const claimedColumns = {
  id: messages.id,
  kind: messages.kind,
  destination: messages.destination,
  userId: messages.userId,
  deliveryId: messages.deliveryId,
  sealed: messages.sealed,
  createdAt: messages.createdAt,
  expiresAt: messages.expiresAt,
  attempts: messages.attempts,
  claim: sql<string>`${messages.claim}::text`,
};

/** A message that this process tries now. */
export type Claimed = Pick<
  typeof messages.$inferSelect,
  'id' | 'kind' | 'destination' | 'userId' | 'deliveryId' | 'sealed' | 'createdAt' | 'expiresAt' | 'attempts'
> & { claim: string };

const isWaiting = isNull(messages.givenUpAt);
const isFree = (now: Date) => or(isNull(messages.claimedUntil), lte(messages.claimedUntil, now));

/** Returns the kinds with due messages, and whether some have expired. */
export async function findDue(
  db: Database,
  now: Date,
): Promise<{ kinds: OutgoingKind[]; hasExpired: boolean }> {
  const rows = await db
    .select({ kind: messages.kind, firstEnd: min(messages.expiresAt) })
    .from(messages)
    .where(and(isWaiting, isFree(now), or(lte(messages.dueAt, now), lte(messages.expiresAt, now))))
    .groupBy(messages.kind);
  return {
    kinds: rows.map(({ kind }) => kind),
    hasExpired: rows.some(({ firstEnd }) => firstEnd !== null && firstEnd <= now),
  };
}

type Claim = { kind: OutgoingKind; claim: string; now: Date; until: Date; limit: number };

/**
 * Claims due messages by priority, as many as their destinations have places. No two processes claim one, and a claim
 * that has expired is free again.
 * @param isOnePerUser whether a user's messages go one after another
 */
export async function claimDue(
  db: Database,
  { kind, claim, now, until, limit, isOnePerUser }: Claim & { isOnePerUser: boolean },
): Promise<Claimed[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isFirstOfUser = sql`not exists (
    select from ${messages} as other
    where other.user_id = message.user_id and other.kind = message.kind and other.id <> message.id
      and other.given_up_at is null
      and case when other.claimed_until > ${at} then true
        else other.due_at <= ${at} and other.expires_at > ${at}
          and (other.priority, other.due_at, other.id) < (message.priority, message.due_at, message.id) end)`;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(claimLock))})`);
    // For each available destination, the first messages, as many as places are free.
    const chosen = sql`
      select next.id
      from ${destinations} as place
      cross join lateral (
        select id, priority, due_at from ${messages} as message
        where message.kind = place.kind and message.destination = place.name and message.given_up_at is null
          and message.due_at <= ${at} and message.expires_at > ${at}
          and (message.claimed_until is null or message.claimed_until <= ${at})
          and ${isOnePerUser ? isFirstOfUser : sql`true`}
        order by message.priority, message.due_at, message.id
        limit greatest(0, case when place.failures >= ${failuresUntilPause} then 1 else place.places end - (
          select count(*) from ${messages} as busy
          where busy.kind = place.kind and busy.destination = place.name and busy.claim is not null
            and busy.claimed_until > ${at}
        ))
      ) as next
      where place.kind = ${kind} and (place.paused_until is null or place.paused_until <= ${at})
      order by next.priority, next.due_at, next.id
      limit ${limit}`;
    const claimed = await tx
      .update(messages)
      .set({ claim, claimedUntil: until, triedAt: now, attempts: sql`${messages.attempts} + 1` })
      .where(sql`${messages.id} in (${chosen})`)
      .returning({ ...claimedColumns, priority: messages.priority, dueAt: messages.dueAt });
    // An update returns its rows in any order.
    return claimed.toSorted(
      (a, b) => a.priority - b.priority || a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1),
    );
  });
}

const isClaimed = ({ id, claim }: Pick<Claimed, 'id' | 'claim'>) =>
  and(eq(messages.id, id), eq(messages.claim, claim));

/** Keeps a claim until a later time. Returns false if another process has the message by now, or it was deleted. */
export async function extendClaim(db: Database, message: Claimed, until: Date): Promise<boolean> {
  const kept = await db
    .update(messages)
    .set({ claimedUntil: until })
    .where(isClaimed(message))
    .returning({ id: messages.id });
  return kept.length > 0;
}

/** Deletes a message that was sent, or of no use. Returns false if another process has it by now. */
export async function deleteClaimed(tx: Database, message: Claimed): Promise<boolean> {
  const rows = await tx.delete(messages).where(isClaimed(message)).returning({ id: messages.id });
  return rows.length > 0;
}

/** Ends a claim, and stores when the message is due again. `attempts` replaces the stored count. */
export async function postpone(
  tx: Database,
  message: Claimed,
  { dueAt, problem, attempts }: { dueAt: Date; problem: string; attempts: number },
): Promise<boolean> {
  const rows = await tx
    .update(messages)
    .set({ dueAt, problem, attempts, claim: null, claimedUntil: null })
    .where(isClaimed(message))
    .returning({ id: messages.id });
  return rows.length > 0;
}

/** @param isKept whether the content is kept, so that it can be sent again */
export async function giveUpClaimed(
  tx: Database,
  message: Claimed,
  { now, problem, isKept }: { now: Date; problem: string; isKept: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(messages)
    .set({ givenUpAt: now, problem, claim: null, claimedUntil: null, ...(isKept ? {} : { sealed: null }) })
    .where(isClaimed(message))
    .returning({ id: messages.id });
  return rows.length > 0;
}

/** Claims expired messages, to abandon them. */
export async function claimExpired(
  db: Database,
  { claim, now, until, limit }: Omit<Claim, 'kind'>,
): Promise<Array<Claimed & { problem: string | null }>> {
  const expired = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isWaiting, lte(messages.expiresAt, now), isFree(now)))
    .orderBy(asc(messages.expiresAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(messages)
    .set({ claim, claimedUntil: until })
    .where(inArray(messages.id, expired))
    .returning({ ...claimedColumns, problem: messages.problem });
}

type Place = { kind: OutgoingKind; destination: string };

const isDestination = ({ kind, destination }: Place) =>
  and(eq(destinations.kind, kind), eq(destinations.name, destination));

/**
 * Notes that a destination has taken a message. After failures its messages are due again within the next seconds,
 * without the waits for their failures.
 */
export async function noteReached(
  tx: Database,
  place: Place,
  { now, placesMax, calmBefore }: { now: Date; placesMax: number; calmBefore: Date },
): Promise<void> {
  const isCalm = or(isNull(destinations.busyAt), lte(destinations.busyAt, calmBefore));
  const hasMore = and(lt(destinations.places, placesMax), isCalm);
  const [row] = await tx
    .select({ failures: destinations.failures, hasMore: sql<boolean>`${hasMore}` })
    .from(destinations)
    .where(isDestination(place));
  if (row === undefined || (row.failures === 0 && !row.hasMore)) return;
  await tx
    .update(destinations)
    .set({
      failures: 0,
      failingSince: null,
      problem: null,
      pausedUntil: null,
      ...(row.hasMore ? { places: sql`${destinations.places} + 1`, busyAt: now } : {}),
    })
    .where(isDestination(place));
  if (row.failures < failuresUntilPause) return;
  await tx
    .update(messages)
    .set({ dueAt: sql`${now.toISOString()}::timestamptz + random() * interval '5 seconds'` })
    .where(
      and(
        isMessageOf(place),
        isWaiting,
        isFree(now),
        sql`${messages.dueAt} > ${now.toISOString()}::timestamptz`,
      ),
    );
}

const isMessageOf = ({ kind, destination }: Place) =>
  and(eq(messages.kind, kind), eq(messages.destination, destination));

/** Notes that a destination was not reached. Returns how often in a row, and since when. */
export async function noteFailure(
  tx: Database,
  place: Place,
  { now, problem }: { now: Date; problem: string },
): Promise<number> {
  const [row] = await tx
    .update(destinations)
    .set({
      failures: sql`${destinations.failures} + 1`,
      failingSince: sql`coalesce(${destinations.failingSince}, ${now.toISOString()}::timestamptz)`,
      problem,
    })
    .where(isDestination(place))
    .returning({ failures: destinations.failures });
  return row?.failures ?? 0;
}

export async function pauseUntil(tx: Database, place: Place, pausedUntil: Date): Promise<void> {
  await tx.update(destinations).set({ pausedUntil }).where(isDestination(place));
}

/** Records that a destination is busy: it gets fewer at once. Returns whether it got only one at a time before. */
export async function noteBusy(tx: Database, place: Place, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({ places: destinations.places })
    .from(destinations)
    .where(isDestination(place));
  await tx
    .update(destinations)
    .set({ places: sql`greatest(1, ${destinations.places} - 1)`, busyAt: now })
    .where(isDestination(place));
  return row?.places === 1;
}

/** Has a user's messages of a kind that wait be due at a time at the earliest. */
export async function delayOfUser(
  tx: Database,
  { kind, userId }: Pick<Claimed, 'kind' | 'userId'>,
  until: Date,
): Promise<void> {
  if (userId === null) return;
  await tx
    .update(messages)
    .set({ dueAt: until })
    .where(and(isOfUser(kind, userId), isWaiting, isNull(messages.claim), lt(messages.dueAt, until)));
}

const isOfUser = (kind: OutgoingKind, userId: string) =>
  and(eq(messages.kind, kind), eq(messages.userId, userId));

/** Has the message of a subject be due now, if it waits. */
export async function makeDue(
  db: Database,
  { kind, subject }: { kind: OutgoingKind; subject: string },
  now: Date,
): Promise<void> {
  const isOfSubject = and(eq(messages.kind, kind), eq(messages.subject, subject));
  await db
    .update(messages)
    .set({ dueAt: now })
    .where(and(isOfSubject, isWaiting, isFree(now)));
}

/** Deletes the messages of a kind of a user. */
export async function deleteOfUser(db: Database, kind: OutgoingKind, userId: string): Promise<void> {
  await db.delete(messages).where(isOfUser(kind, userId));
}

/** Deletes the messages of a club's webhook. */
export async function deleteOfClub(db: Database, clubId: string): Promise<void> {
  const ofClub = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.clubId, clubId));
  await db.delete(messages).where(inArray(messages.deliveryId, ofClub));
}

/** Deletes the mails to an address. */
export async function deleteOfRecipient(db: Database, recipient: string): Promise<void> {
  await db.delete(messages).where(eq(messages.recipient, recipient));
}

/** Deletes messages abandoned before a time, and destinations without messages. */
export async function sweep(db: Database, { givenUpBefore }: { givenUpBefore: Date }): Promise<void> {
  await deleteInBatches(
    db,
    messages,
    sql`${messages.givenUpAt} < ${givenUpBefore.toISOString()}::timestamptz`,
  );
  await db.delete(destinations).where(
    sql`not exists (select from ${messages} where ${messages.kind} = ${destinations.kind}
      and ${messages.destination} = ${destinations.name} and ${messages.givenUpAt} is null)`,
  );
}

export async function countWaiting(db: Database) {
  const rows = await db
    .select({ kind: messages.kind, count: count(), oldestAt: min(messages.createdAt) })
    .from(messages)
    .where(isWaiting)
    .groupBy(messages.kind)
    .orderBy(asc(messages.kind));
  return rows.flatMap(({ oldestAt, ...row }) => (oldestAt === null ? [] : [{ ...row, oldestAt }]));
}

export async function countGivenUp(db: Database): Promise<Array<{ kind: OutgoingKind; count: number }>> {
  return db
    .select({ kind: messages.kind, count: count() })
    .from(messages)
    .where(isNotNull(messages.givenUpAt))
    .groupBy(messages.kind);
}

/**
 * Returns the destinations that were not reached in the last attempts and for which messages wait, the longest first.
 */
export async function listFailing(db: Database, limit: number) {
  const rows = await db
    .select({
      kind: destinations.kind,
      name: destinations.name,
      failingSince: destinations.failingSince,
      problem: destinations.problem,
      pausedUntil: destinations.pausedUntil,
      waiting: sql<number>`(select count(*)::int from ${messages} where ${messages.kind} = ${destinations.kind}
        and ${messages.destination} = ${destinations.name} and ${messages.givenUpAt} is null)`,
    })
    .from(destinations)
    .where(isNotNull(destinations.failingSince))
    .orderBy(asc(destinations.failingSince), asc(destinations.name))
    .limit(limit);
  return rows.flatMap(({ failingSince, ...row }) =>
    failingSince === null || row.waiting === 0 ? [] : [{ ...row, failingSince }],
  );
}

export async function listGivenUp(db: Database, limit: number) {
  return db
    .select({
      id: messages.id,
      kind: messages.kind,
      destination: messages.destination,
      user: users.displayName,
      club: clubs.name,
      createdAt: messages.createdAt,
      givenUpAt: sql<Date>`${messages.givenUpAt}`.mapWith(messages.givenUpAt),
      attempts: messages.attempts,
      problem: messages.problem,
      canRetry: sql<boolean>`${messages.sealed} is not null`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.id, messages.deliveryId))
    .leftJoin(clubs, eq(clubs.id, webhookDeliveries.clubId))
    .where(isNotNull(messages.givenUpAt))
    .orderBy(desc(messages.givenUpAt), desc(messages.id))
    .limit(limit);
}

const isGivenUpAmong = (ids: readonly string[]): SQL | undefined =>
  and(inArray(messages.id, [...ids]), isNotNull(messages.givenUpAt));

/** Queues abandoned messages again whose content is still stored. Returns how many. */
export async function reviveGivenUp(
  db: Database,
  ids: readonly string[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<number> {
  const end = sql`${expiresAt.toISOString()}::timestamptz`;
  const revived = await db
    .update(messages)
    .set({
      givenUpAt: null,
      dueAt: now,
      attempts: 0,
      expiresAt: sql`greatest(${messages.expiresAt}, ${end})`,
    })
    .where(and(isGivenUpAmong(ids), isNotNull(messages.sealed)))
    .returning({ kind: messages.kind, name: messages.destination });
  for (const { kind, name } of revived) {
    await db.insert(destinations).values({ kind, name, places: 1 }).onConflictDoNothing();
  }
  return revived.length;
}

export async function deleteGivenUp(db: Database, ids: readonly string[]): Promise<number> {
  return (await db.delete(messages).where(isGivenUpAmong(ids)).returning({ id: messages.id })).length;
}
