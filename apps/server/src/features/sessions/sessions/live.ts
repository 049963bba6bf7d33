import { JoinRoomSchema, liveEvents, type SessionChanged } from '@boathouse/contract/live';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import { HttpError } from '../../../http/errors.ts';
import { RefusedError } from '../../../live/room/connection.ts';
import { liveEvent } from '../../../live/events.ts';
import type { Announcements } from '../../../live/announcements.ts';
import type { LiveGateway } from '../../../live/gateway.ts';
import type { EndRights } from '../../clubs/clubs/index.ts';
import { sessionInSight } from './service.ts';
import { endHosting, listSessions } from './store.ts';

/** Lets only users who may read the session enter its room, and stay in it; guests of a race see their own lane there. */
export function sessionEvents(gateway: LiveGateway, db: Database): void {
  gateway.guardRooms(async (room, userId) => {
    try {
      return (await sessionInSight(db, room, userId)).sight;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  });
  gateway.on(
    liveEvent(liveEvents.joinRoom, JoinRoomSchema, async (connection, { user, room }) => {
      if (user !== connection.user._id) throw new RefusedError('not_the_caller', 'user must be your own id');
      await gateway.enter(connection, room, async () => {
        try {
          return (await sessionInSight(db, room, connection.user._id)).sight;
        } catch (error) {
          if (isNotFound(error)) throw new RefusedError('not_found', error.message);
          throw error;
        }
      });
    }),
  );
}

/** Sends a changed session with the same audience to every page in its room. */
export function announceSession(announcements: Announcements, session: Session): void {
  const room = session._id;
  announcements.sendToRoom(room, liveEvents.sessionChanged, { room, session } satisfies SessionChanged);
}

/** Removes the pages of users who may no longer read a changed session from its room, and sends it to all others. */
export function announceToReaders(announcements: Announcements, session: Session): Promise<void> {
  const room = session._id;
  const changed: SessionChanged = { room, session };
  return announcements.sendToReaders(room, liveEvents.sessionChanged, changed);
}

/**
 * Returns the function that ends a host's rights with a membership: in its transaction the sessions pass to the owner
 * and the boards are revoked, and after the commit the user's pages leave the rooms and all pages are notified.
 */
export function hostingEnder(announcements: Announcements, db: Database, now: () => Date): EndRights {
  return async (tx, membership) => {
    const { passedOn, closedBoards } = await endHosting(tx, membership, now());
    return {
      passedOn: passedOn.length,
      afterCommit: async () => {
        for (const room of closedBoards) announcements.closeBoards(room);
        await announcements.rightsChanged(membership.userId);
        for (const session of await listSessions(db, passedOn)) announceSession(announcements, session);
      },
    };
  };
}

/** Tells every page in its room that a session is deleted, and closes the room. */
export function announceDeletion(announcements: Announcements, room: string): void {
  announcements.sendToRoom(room, liveEvents.sessionChanged, { room, session: null } satisfies SessionChanged);
  announcements.closeBoards(room);
  announcements.closeRoom(room, []);
}

/** Any other error, such as a failing database, gives no information about the user's rights. */
function isNotFound(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 404;
}
