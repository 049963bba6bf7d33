import { SendMessageSchema, type ChatMessage } from '@boathouse/contract/chat';
import { liveLimits } from '@boathouse/contract/limits';
import { liveEvents } from '@boathouse/contract/live';
import { NudgeSchema, type Nudged } from '@boathouse/contract/live/nudges';
import { RefusedError } from '../../../live/room/connection.ts';
import { liveEvent } from '../../../live/events.ts';
import type { Database } from '../../../db/database.ts';
import type { LiveGateway } from '../../../live/gateway.ts';
import { KeyedBuckets } from '../../../http/keyed-buckets.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { findRowedByIds, managesSessionOf } from '../../training/activities/index.ts';
import { areBlocked } from '../../people/users/index.ts';
import { athleteToNudge, DeliveredMessages, deliveryOf } from './rules.ts';

/** A message that has waited for less counts as new. */
const lateMs = 60_000;

/**
 * Delivers messages between the members of a room, each once, and stores none. Only a page that is in the room may
 * send, so that the right to chat ends with the place in the room. Sender and time are the server's. A user's pages
 * share one limit. If one of two users has blocked the other, a direct message between them reaches only its sender,
 * who does not notice; a nudge between them reaches no one.
 */
export function chatEvents(gateway: LiveGateway, db: Database, now: () => Date): void {
  const ofUsers = new KeyedBuckets(liveLimits.events.chat);
  const delivered = new DeliveredMessages();
  // One after another, so that a user's messages keep their order.
  const lookUps = new KeyedQueue();
  const takeTurn = (userId: string) => {
    if (ofUsers.take(userId, performance.now())) return;
    throw new RefusedError('too_many_events', 'Too many messages; send fewer');
  };
  gateway.on(
    liveEvent(
      liveEvents.nudge,
      NudgeSchema,
      ({ user: sender, rooms }, { room, activity: id, text }) => {
        if (!rooms.has(room)) throw new RefusedError('not_joined', "Join the session's room first");
        takeTurn(sender._id);
        return lookUps.run(sender._id, async () => {
          const activity = (await findRowedByIds(db, [id])).get(id) ?? null;
          const isPresent = (userId: string) =>
            gateway.rooms.get(room)?.presence.memberOf(userId) !== undefined;
          const isManager = activity !== null && (await managesSessionOf(db, id, sender._id));
          const isBlocked = activity !== null && (await areBlocked(db, sender._id, activity.userId));
          const found = athleteToNudge({ room }, { activity, isManager, isPresent });
          if ('refused' in found) throw new RefusedError(found.refused, found.reason);
          const { athleteId } = found;
          if (isBlocked) return;
          gateway.sendToMembers(room, [athleteId], liveEvents.nudged, {
            room,
            activity: id,
            sender,
            text,
          } satisfies Nudged);
        });
      },
      'chat',
    ),
    liveEvent(
      liveEvents.sendMessage,
      SendMessageSchema,
      async (connection, sent) => {
        const sender = connection.user;
        const { room, channelKey, message, _id, writtenAgoMs = 0 } = sent;
        if (sent.sender !== sender._id) {
          throw new RefusedError('not_the_caller', 'sender must be your own id');
        }
        if (!connection.rooms.has(room)) {
          throw new RefusedError('not_joined', "Join the session's room first");
        }
        if (connection.ownLaneRooms.has(room)) {
          throw new RefusedError('not_allowed', 'Only members of the club write here');
        }
        if (_id !== undefined && delivered.has(sender._id, _id)) return;
        const delivery = deliveryOf(sent, sender._id, (userId) =>
          gateway.rooms.get(room)?.presence.memberOf(userId),
        );
        if ('refused' in delivery) throw new RefusedError(delivery.refused, delivery.reason);
        takeTurn(sender._id);
        if (_id !== undefined) delivered.add(sender._id, _id);
        const at = now();
        const { recipient } = delivery;
        const userIds =
          recipient === null
            ? null
            : await lookUps
                .run(sender._id, async () =>
                  (await areBlocked(db, sender._id, recipient._id)) ? [sender._id] : delivery.userIds,
                )
                .catch((error: unknown) => {
                  if (_id !== undefined) delivered.delete(sender._id, _id);
                  throw error;
                });
        gateway.sendToMembers(room, userIds, liveEvents.receiveMessage, {
          sender,
          recipient,
          room,
          channelKey,
          message,
          timestamp: at.toISOString(),
          ...(_id === undefined ? {} : { _id }),
          ...(writtenAgoMs < lateMs
            ? {}
            : { writtenAt: new Date(at.getTime() - writtenAgoMs).toISOString() }),
        } satisfies ChatMessage);
      },
      'chat',
    ),
  );
}
