import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { subscriptionPath } from './message.ts';

/** Bytes in Base64 for URLs. */
const bytesOf = (length: number, name: string) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}=*$`), `${name} has ${length} bytes`));

const PushStateSchema = z.object({
  /** The server's public key (VAPID, RFC 8292) for `PushManager.subscribe`; null if this server sends no messages. */
  key: z.nullable(z.string()),
  /** The push service's address for messages to this login; null if it gets none. */
  endpoint: z.nullable(z.string()),
});
export type PushState = z.infer<typeof PushStateSchema>;

/** Messages to a browser whose page is closed (Web Push, RFC 8030). Each login has its own choice. */
export const webpush = {
  state: endpoint({
    method: 'GET',
    path: subscriptionPath,
    summary: 'Whether the browser of this login gets messages while its pages are closed',
    auth: 'user',
    response: PushStateSchema,
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: subscriptionPath,
    summary:
      'Have messages sent to the browser of this login, at the address of its push service. Idempotent.',
    auth: 'user',
    body: z.strictObject({
      endpoint: z.string().check(z.minLength(1), z.maxLength(2_000)),
      keys: z.strictObject({ p256dh: bytesOf(65, 'p256dh'), auth: bytesOf(16, 'auth') }),
    }),
    response: PushStateSchema,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: subscriptionPath,
    summary: 'End the messages to the browser of this login. Idempotent.',
    auth: 'user',
    response: PushStateSchema,
  }),
};
