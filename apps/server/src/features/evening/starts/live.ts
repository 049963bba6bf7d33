import { liveLimits } from '@boathouse/contract/limits';
import {
  MonitorReportMessageSchema,
  SetMonitorsSchema,
  type MonitorsAsked,
} from '@boathouse/contract/live/crew-monitors';
import {
  ClockAskSchema,
  liveEvents,
  MemberStateMessageSchema,
  type ClockTold,
  type SessionStart,
} from '@boathouse/contract/live';
import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import type { Database } from '../../../db/database.ts';
import { HttpError } from '../../../http/errors.ts';
import { KeyedBuckets } from '../../../http/keyed-buckets.ts';
import { KeyedQueue } from '../../../infra/keyed-queue.ts';
import { RefusedError } from '../../../live/room/connection.ts';
import { liveEvent } from '../../../live/events.ts';
import type { Announcements } from '../../../live/announcements.ts';
import type { LiveGateway } from '../../../live/gateway.ts';
import { managedSession } from '../../sessions/sessions/index.ts';
import { usersBlockedWith } from '../../people/users/index.ts';
import type { ChangedStarts } from './service.ts';

/** Sends pages the server's time, which fixes starts, and passes on whether their members are ready. */
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

/**
 * Passes on a request to set the monitors of a room to an item, from a user who manages its session, and the
 * outcome on each page. Stores nothing: users outside the room miss it. It does not reach users who have blocked the
 * sender or are blocked by them. Each page acts on a press once and asks its athlete before the first
 * (`web/features/evening/starts/monitors`).
 */
export function monitorEvents(gateway: LiveGateway, db: Database, nowMs: () => number): void {
  const ofUsers = new KeyedBuckets(liveLimits.events.chat);
  // One after another, so that the newest press arrives last.
  const presses = new KeyedQueue();
  gateway.on(
    liveEvent(
      liveEvents.setMonitors,
      SetMonitorsSchema,
      ({ user: sender, rooms }, { room, press, item }) => {
        if (!rooms.has(room)) throw new RefusedError('not_joined', "Join the session's room first");
        if (!ofUsers.take(sender._id, performance.now())) {
          throw new RefusedError('too_many_events', 'Too many presses; send fewer');
        }
        return presses.run(room, async () => {
          const { workoutItems } = await sessionToSet(db, room, sender._id);
          const workout = workoutItems[item];
          if (workout === undefined) throw new RefusedError('not_found', 'There is no such workout item');
          const members = gateway.rooms.get(room)?.presence.userIds() ?? [];
          const blocked = await usersBlockedWith(db, sender._id, members);
          const atMs = Math.floor(nowMs());
          gateway.sendToMembers(
            room,
            members.filter((userId) => !blocked.has(userId)),
            liveEvents.monitorsAsked,
            { room, press, item, workout, sender, atMs } satisfies MonitorsAsked,
          );
        });
      },
      'chat',
    ),
    liveEvent(liveEvents.monitorReport, MonitorReportMessageSchema, (connection, { room, report }) => {
      const monitors = connection.rooms.has(room) ? gateway.rooms.get(room)?.monitors : undefined;
      if (monitors === undefined) throw new RefusedError('not_joined', "Join the session's room first");
      if (!monitors.has(connection)) monitors.join(connection);
      monitors.set(connection, report);
    }),
  );
}

async function sessionToSet(db: Database, room: string, callerId: string): Promise<Session> {
  try {
    return await managedSession(db, room, callerId);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 404) throw new RefusedError('not_found', error.message);
    throw new RefusedError(
      'not_allowed',
      "Only the session's host and the admins of its club may set the monitors",
    );
  }
}
