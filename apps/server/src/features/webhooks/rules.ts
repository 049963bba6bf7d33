import { createHmac } from 'node:crypto';
import type { ListedActivity } from '@boathouse/contract/activities';
import type { WebhookEvent } from '@boathouse/contract/clubs/webhooks';
import type { Session } from '@boathouse/contract/sessions';
import { nextRetry } from '../../infra/outgoing/retries.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** After each failed try of a finished session; after the last one it is given up. */
const retryAfterMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;

/** Returns when to try again after this many tries; null for never. A test is tried once. */
export function nextTry(event: WebhookEvent, attempts: number, now: Date): Date | null {
  return event === 'test' ? null : nextRetry(retryAfterMs, attempts, now);
}

/** Returns the key of signatures. It is made from the server's secret, so that the database alone can't sign. */
export function signingKey(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(`webhook:${nonce}`).digest('base64url');
}

/** Returns the header that proves to the receiver who sent the body, and when. */
export function signatureOf(key: string, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1_000);
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
}

type Delivery = { id: string; event: WebhookEvent; createdAt: Date };

/** Returns the body of a test. */
export function testBody({ id, createdAt }: Delivery, club: object): string {
  return JSON.stringify({ _id: id, event: 'test', createdAt: createdAt.toISOString(), club });
}

/**
 * Returns the body of a finished session: its results by workout item, in the order of the session's page. Heart rates stay
 * here, and so do activities without a result.
 */
export function finishedBody(
  { id, createdAt }: Delivery,
  club: object,
  { session, items }: { session: Session; items: readonly ListedActivity[][] },
): string {
  const { _id, title, startAt, workoutItems } = session;
  return JSON.stringify({
    _id: id,
    event: 'session.finished',
    createdAt: createdAt.toISOString(),
    club,
    session: { _id, title, startAt },
    items: workoutItems.map((workout, index) => ({
      workout,
      results: (items[index] ?? []).filter(({ isCompleted }) => isCompleted).map(resultOf),
    })),
  });
}

function resultOf(activity: ListedActivity) {
  const { _id, user, completedAt, elapsedTime, distance, averagePace, strokeRate, averagePower } = activity;
  const { source, machine, isPartial, isSimulated } = activity;
  return {
    _id,
    athlete: { _id: user._id, displayName: user.displayName },
    completedAt,
    elapsedTime,
    distance,
    averagePace,
    strokeRate,
    averagePower,
    source,
    machine,
    isPartial,
    isSimulated,
  };
}
