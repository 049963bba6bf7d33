import {
  ClockAskSchema,
  liveEvents,
  MemberStateMessageSchema,
  type ClockTold,
  type SessionStart,
} from '@boathouse/contract/live';
import type { Start } from '@boathouse/contract/sessions/starts';
import { RefusedError } from '../../live/room/connection.ts';
import { liveEvent } from '../../live/events.ts';
import type { Announcements } from '../../live/announcements.ts';
import type { LiveGateway } from '../../live/gateway.ts';
import type { ChangedStarts } from './service.ts';

/** Tells pages the server's time, by which starts are fixed, and passes on whether their members are ready. */
export function startEvents(gateway: LiveGateway, nowMs: () => number): void {
  gateway.on(
    liveEvent(liveEvents.clockAsk, ClockAskSchema, ({ socket }, { number }) => {
      socket.emit(liveEvents.clockTold, { number, atMs: Math.floor(nowMs()) } satisfies ClockTold);
    }),
    liveEvent(liveEvents.memberState, MemberStateMessageSchema, (connection, { room, state }) => {
      if (!gateway.rooms.get(room)?.states.set(connection, state)) {
        throw new RefusedError('not_joined', "Join the session's room first");
      }
    }),
  );
}

/** Sends the starts, and the activities with another offset to them, to every page in the room. */
export function announceStarts(
  announcements: Announcements,
  room: string,
  { starts, activities }: ChangedStarts,
): Start[] {
  announcements.sendToRoom(room, liveEvents.sessionStart, { room, starts } satisfies SessionStart);
  for (const activity of activities) announcements.activityChanged(activity);
  return starts;
}
