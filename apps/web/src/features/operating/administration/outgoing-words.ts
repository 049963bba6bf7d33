import type { GivenUpMessage, Outgoing, OutgoingKind } from '@boathouse/contract/administration/outgoing';
import { formatCount, formatDayAndTime } from '../../../lib/format.ts';

const serviceNouns = (name: string) => ({ one: `exchange with ${name}`, many: `exchanges with ${name}` });

const nouns: Record<OutgoingKind, { one: string; many: string }> = {
  mail: { one: 'mail', many: 'mails' },
  push: { one: 'push message', many: 'push messages' },
  webhook: { one: 'webhook', many: 'webhooks' },
  intervals: serviceNouns('intervals.icu'),
  logbook: serviceNouns('the Concept2 Logbook'),
};

/** `3 mails, the oldest since 24 Nov, 18:00` */
export function waitingInWords({ waiting }: Pick<Outgoing, 'waiting'>): string {
  if (waiting.length === 0) return 'No message waits to be sent.';
  const counted = waiting.map(
    ({ kind, count }) => `${formatCount(count)} ${nouns[kind][count === 1 ? 'one' : 'many']}`,
  );
  const oldestAt = waiting.map((each) => each.oldestAt).toSorted()[0] ?? '';
  return `Waiting to be sent: ${counted.join(', ')}. The oldest has waited since ${formatDayAndTime(oldestAt)}.`;
}

const destinations: Record<OutgoingKind, string> = {
  mail: 'Mail server',
  push: 'Push service',
  webhook: 'Webhook',
  intervals: 'intervals.icu',
  logbook: 'Concept2 Logbook',
};

/** A destination, by its kind and name. */
export function titleOf(kind: OutgoingKind, name: string): string {
  return `${destinations[kind]} ${name}`;
}

/** Names a message and its recipient. */
export function recipientOf({ kind, user, club }: Pick<GivenUpMessage, 'kind' | 'user' | 'club'>): string {
  const { one } = nouns[kind];
  if (club !== null) return `${one} of ${club}`;
  const isExchange = kind === 'intervals' || kind === 'logbook';
  return user === null ? one : `${one} ${isExchange ? 'for' : 'to'} ${user}`;
}

/** The same at the beginning of a line. */
export function recipientTitleOf(message: Parameters<typeof recipientOf>[0]): string {
  const words = recipientOf(message);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
