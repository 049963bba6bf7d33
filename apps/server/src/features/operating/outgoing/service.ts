import type { Outgoing } from '@boathouse/contract/administration/outgoing';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import { noteAction } from '../../people/admission/index.ts';
import type { Database } from '../../../db/database.ts';
import type { Metrics } from '../../../infra/metrics.ts';
import type { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';

export type OutgoingOptions = { db: Database; now: () => Date; outgoing: OutgoingQueue };

export async function stateOf({ now, outgoing }: OutgoingOptions): Promise<Outgoing> {
  const { waiting, failing, givenUp, messages } = await outgoing.state(limits.outgoingShown);
  return {
    at: now().toISOString(),
    waiting: waiting.map(({ oldestAt, ...rest }) => ({ ...rest, oldestAt: oldestAt.toISOString() })),
    failing: failing.map(({ failingSince, pausedUntil, ...rest }) => ({
      ...rest,
      failingSince: failingSince.toISOString(),
      pausedUntil: pausedUntil?.toISOString() ?? null,
    })),
    givenUp: {
      count: givenUp.reduce((sum, { count }) => sum + count, 0),
      messages: messages.map(({ id, createdAt, givenUpAt, ...rest }) => ({
        ...rest,
        _id: id,
        createdAt: createdAt.toISOString(),
        givenUpAt: givenUpAt.toISOString(),
      })),
    },
  };
}

export async function retry(
  options: OutgoingOptions,
  actor: UserRef,
  ids: readonly string[],
): Promise<Outgoing> {
  const { db, now, outgoing } = options;
  const count = await outgoing.retry(ids);
  if (count > 0) await note(db, actor, 'retriedOutgoing', count, now());
  return stateOf(options);
}

export async function discard(
  options: OutgoingOptions,
  actor: UserRef,
  ids: readonly string[],
): Promise<Outgoing> {
  const { db, now, outgoing } = options;
  const count = await outgoing.discard(ids);
  if (count > 0) await note(db, actor, 'discardedOutgoing', count, now());
  return stateOf(options);
}

function note(
  db: Database,
  { displayName }: UserRef,
  action: 'retriedOutgoing' | 'discardedOutgoing',
  count: number,
  at: Date,
): Promise<void> {
  return noteAction(db, { actor: displayName, action, subject: null, detail: String(count) }, at);
}

/** Has the metrics count tries, and read the waiting messages. */
export function measureOutgoing(metrics: Metrics, outgoing: OutgoingQueue, now: () => Date): void {
  outgoing.onOutcome((kind, outcome) => metrics.noteOutgoing(kind, outcome));
  metrics.addGaugesByKind(
    'boathouse_outgoing_waiting',
    'Messages that wait to leave the server, by kind',
    async () => (await outgoing.state(0)).waiting.map(({ kind, count }) => ({ kind, value: count })),
  );
  metrics.addGaugesByKind(
    'boathouse_outgoing_oldest_seconds',
    'Seconds since the oldest of them was stored, by kind',
    async () =>
      (await outgoing.state(0)).waiting.map(({ kind, oldestAt }) => ({
        kind,
        value: (now().getTime() - oldestAt.getTime()) / 1_000,
      })),
  );
  metrics.addGaugesByKind(
    'boathouse_outgoing_given_up',
    'Messages that were given up and not looked after yet, by kind',
    async () => (await outgoing.state(0)).givenUp.map(({ kind, count }) => ({ kind, value: count })),
  );
}
