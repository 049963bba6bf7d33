import { createHmac } from 'node:crypto';
import type { ListedActivity } from '@boathouse/contract/activities';
import type { WebhookEvent } from '@boathouse/contract/clubs/webhooks';
import type { Session } from '@boathouse/contract/sessions';
import type { OutsideAnswer } from '../../../infra/outgoing/post-outside.ts';
import type { Outcome } from '../../../infra/outgoing/queue/transport.ts';

/**
 * Returns the outcome of a receiver's response. A receiver that responds is reachable: its refusals delay only this
 * delivery, because other clubs may have addresses at the same server.
 */
export function outcomeOf({ status, retryAfterSec }: OutsideAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 429 || (status === 503 && retryAfterSec !== null)) {
    return { kind: 'busy', problem: `It answered with the status ${status}`, waitSec: retryAfterSec };
  }
  const problem =
    status >= 300 && status < 400
      ? `It answered with a redirect (${status}), which is not followed`
      : `It answered with the status ${status}`;
  return { kind: 'failed', problem, isReached: true };
}

/** Returns the key of signatures. It is derived from the server's secret, so that a copy of the database can't sign. */
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
 * Returns the body for a finished session: its results by workout item, in the order of the session's page. Heart rates
 * stay here, and so do activities without a result.
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
