import * as z from 'zod/mini';
import { IdSchema, TimeSchema } from '../ids.ts';

/** The call by which the service worker stores a subscription that the browser has renewed: `webpush.subscribe`. */
export const subscriptionPath = '/webpush';

/** The part of `webpush.state` that the service worker reads. */
export const KnownSubscriptionSchema = z.object({ endpoint: z.nullable(z.string()) });

/** The message that a push service delivers to the service worker; the server encrypts it only for this browser. */
export const PushMessageSchema = z.object({
  kind: z.literal('sessionSoon'),
  session: z.object({ _id: IdSchema, title: z.string(), startAt: TimeSchema }),
  /** The user's unread notifications, for the number on the app's icon. */
  unread: z.int(),
});
export type PushMessage = z.infer<typeof PushMessageSchema>;

/** The service worker's request that a page opens an address. */
export const OpenPageSchema = z.object({
  kind: z.literal('open'),
  path: z.string().check(z.regex(/^\//)),
});
export type OpenPage = z.infer<typeof OpenPageSchema>;
