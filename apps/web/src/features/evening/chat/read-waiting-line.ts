import * as z from 'zod/mini';
import type { Entry } from '../../../lib/outbox/outbox.ts';

/** The message of an entry, with all its fields. */
const WaitingLineSchema = z.looseObject({
  channelKey: z.string(),
  message: z.string(),
  recipient: z.nullable(z.looseObject({ displayName: z.string() })),
});

/** Returns the message of an entry of the outbox; null for an entry that is not a message. */
export function readWaitingLine({ room, body }: Entry): z.infer<typeof WaitingLineSchema> | null {
  const line = WaitingLineSchema.safeParse(body);
  return room !== undefined && line.success ? line.data : null;
}
