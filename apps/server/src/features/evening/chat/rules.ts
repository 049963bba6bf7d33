import { directChannelKey, groupChannelKey, type SendMessage } from '@boathouse/contract/chat';
import type { Refusal } from '@boathouse/contract/live';
import type { Nudge } from '@boathouse/contract/live/nudges';
import type { UserRef } from '@boathouse/contract/users';

type Delivery =
  | {
      recipient: UserRef | null;
      /** The users whose pages get the message; null for everyone in the room. */
      userIds: string[] | null;
    }
  | { refused: Refusal['code']; reason: string };

/**
 * CHAT-1, CHAT-2. Decides who gets a member's message: everyone in the group channel, both people in a direct channel.
 * `memberOf` finds a member of the room.
 */
export function deliveryOf(
  { recipient: recipientId = null, channelKey }: Pick<SendMessage, 'recipient' | 'channelKey'>,
  senderId: string,
  memberOf: (userId: string) => UserRef | undefined,
): Delivery {
  if (recipientId === senderId) {
    return { refused: 'bad_message', reason: "You can't send a message to yourself" };
  }
  const key = recipientId === null ? groupChannelKey : directChannelKey(senderId, recipientId);
  if (channelKey !== key) {
    return { refused: 'bad_message', reason: 'channelKey does not fit the sender and the recipient' };
  }
  if (recipientId === null) return { recipient: null, userIds: null };
  const recipient = memberOf(recipientId);
  if (recipient === undefined) {
    return { refused: 'not_present', reason: 'This athlete is not here any more' };
  }
  return { recipient, userIds: [senderId, recipientId] };
}

type NudgedActivity = { userId: string; sessionId: string | null; isCompleted: boolean };

/**
 * Decides which athlete gets a nudge of a user in the room. It discloses nothing about another session's activity.
 * @param facts `activity`: null if there is none; `isManager`: whether the sender manages its session
 */
export function athleteToNudge(
  { room }: Pick<Nudge, 'room'>,
  facts: { activity: NudgedActivity | null; isManager: boolean; isPresent: (userId: string) => boolean },
): { athleteId: string } | { refused: Refusal['code']; reason: string } {
  const { activity, isManager, isPresent } = facts;
  if (activity?.sessionId !== room) {
    return { refused: 'not_found', reason: 'There is no such activity in this session' };
  }
  if (!isManager) {
    return {
      refused: 'not_allowed',
      reason: "Only the session's host and the admins of its club may send nudges",
    };
  }
  if (activity.isCompleted) return { refused: 'completed', reason: 'This activity is complete' };
  if (!isPresent(activity.userId)) {
    return { refused: 'not_present', reason: 'This athlete is not here any more' };
  }
  return { athleteId: activity.userId };
}

/** Of all rooms of a process; the pages that have a message also know its id. */
const messagesMax = 10_000;

/** The newest delivered messages that their clients may send again, only in memory. */
export class DeliveredMessages {
  readonly #keys = new Set<string>();

  has(senderId: string, messageId: string): boolean {
    return this.#keys.has(keyOf(senderId, messageId));
  }

  add(senderId: string, messageId: string): void {
    this.#keys.add(keyOf(senderId, messageId));
    const [oldest] = this.#keys;
    if (this.#keys.size > messagesMax && oldest !== undefined) this.#keys.delete(oldest);
  }

  /** After a failure the message is delivered when it is sent again. */
  delete(senderId: string, messageId: string): void {
    this.#keys.delete(keyOf(senderId, messageId));
  }
}

/** Another user may create the same id. */
const keyOf = (senderId: string, messageId: string) => `${senderId} ${messageId}`;
