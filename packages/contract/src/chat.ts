import * as z from 'zod/mini';
import { IdSchema, NewIdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { visible } from './text.ts';
import { UserRefSchema } from './users.ts';

/** The key of a room's main channel, which all its members read. */
export const groupChannelKey = 'group';

/** CHAT-2: both user ids, sorted and joined. */
export function directChannelKey(oneId: string, otherId: string): string {
  return oneId < otherId ? oneId + otherId : otherId + oneId;
}

/** Trimmed; line breaks are kept. */
export const ChatTextSchema = z
  .string()
  .check(
    z.trim(),
    visible('A message is required'),
    z.maxLength(limits.chatMessageMax, `At most ${limits.chatMessageMax} characters`),
  );

/** The user's id, or an object that contains it; the server knows the rest. */
const UserClaimSchema = z.union([
  IdSchema,
  z.pipe(
    z.object({ _id: IdSchema }),
    z.transform(({ _id }) => _id),
  ),
]);

/** The payload of `send_message`. `sender` must be the caller, and the server sets the time. */
export const SendMessageSchema = z.strictObject({
  sender: UserClaimSchema,
  /** Null or absent in the group channel. */
  recipient: z.optional(z.nullable(UserClaimSchema)),
  room: IdSchema,
  channelKey: z.string().check(z.maxLength(100), z.toLowerCase()),
  message: ChatTextSchema,
  timestamp: z.optional(z.union([z.string(), z.number()])),
  /** An id made by the client: a message sent again after a lost response is delivered once. */
  _id: z.optional(NewIdSchema),
  /** How long the message has waited for a connection, in ms. */
  writtenAgoMs: z.optional(z.int().check(z.minimum(0), z.maximum(limits.chatWaitMaxMs))),
});
export type SendMessage = z.infer<typeof SendMessageSchema>;

/** The payload of `receive_message`, also sent to the sender's own pages. Messages are not stored. */
export const ChatMessageSchema = z.object({
  sender: UserRefSchema,
  /** Null in the group channel. */
  recipient: z.nullable(UserRefSchema),
  room: IdSchema,
  channelKey: z.string(),
  message: z.string(),
  timestamp: TimeSchema,
  /** The id that the sender's client made, if it made one. */
  _id: z.optional(IdSchema),
  /** When the message was written, by the clock of the sender's device, if it waited for a connection. */
  writtenAt: z.optional(TimeSchema),
});
export type ChatMessage = z.infer<typeof ChatMessageSchema>;
