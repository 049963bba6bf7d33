import { JoinRoomSchema, liveEvents } from '@boathouse/contract/live';
import type { Database } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';
import { RefusedError } from '../../live/connection.ts';
import { liveEvent } from '../../live/events.ts';
import type { LiveGateway } from '../../live/gateway.ts';
import { readableSession } from './service.ts';

/** A session's room is entered only by who may read the session. */
export function sessionEvents(gateway: LiveGateway, db: Database): void {
  gateway.on(
    liveEvent(liveEvents.joinRoom, JoinRoomSchema, async (connection, { user, room }) => {
      if (user !== connection.user._id) throw new RefusedError('not_the_caller', 'user must be your own id');
      await gateway.enter(connection, room, async () => {
        try {
          await readableSession(db, room, connection.user._id);
        } catch (error) {
          if (error instanceof HttpError) throw new RefusedError('not_found', error.message);
          throw error;
        }
      });
    }),
  );
}

/** Somebody's standing in a club has ended: their pages leave the rooms of sessions that they may not read any more. */
export function recheckRooms(gateway: LiveGateway, db: Database, userId: string): Promise<void> {
  return gateway.recheck(userId, async (room) => {
    try {
      await readableSession(db, room, userId);
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  });
}
