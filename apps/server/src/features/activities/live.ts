import type { Activity } from '@boathouse/contract/activities';
import { liveEvents, SampleMessageSchema, type ActivityChanged } from '@boathouse/contract/live';
import type { Database } from '../../db/database.ts';
import { RefusedError, type Connection } from '../../live/connection.ts';
import { liveEvent } from '../../live/events.ts';
import type { LiveGateway } from '../../live/gateway.ts';
import { findActivity } from './store.ts';

/** Samples of the sender's own activity in progress, into the room of its session. */
export function activityEvents(gateway: LiveGateway, db: Database): void {
  gateway.on(
    liveEvent(liveEvents.sample, SampleMessageSchema, async (connection, { activity, sample }) => {
      const room = connection.ownActivities.get(activity) ?? (await roomOfOwn(db, connection, activity));
      if (!connection.rooms.has(room)) throw new RefusedError('not_joined', "Join the session's room first");
      connection.ownActivities.set(activity, room);
      gateway.rooms.publish(room, activity, sample, performance.now());
    }),
  );
}

/** Asked once per page and activity; forgotten when the activity completes or the page leaves the room. */
async function roomOfOwn(db: Database, connection: Connection, activityId: string): Promise<string> {
  const activity = await findActivity(db, activityId);
  if (!activity || activity.user._id !== connection.user._id) {
    throw new RefusedError('not_found', 'You have no such activity');
  }
  if (activity.isCompleted) throw new RefusedError('completed', 'This activity is complete');
  return activity.session._id;
}

/** Announces a begun or completed activity, so that the room's pages update before their next poll. */
export function announceActivity(gateway: LiveGateway, activity: Activity): void {
  const room = activity.session._id;
  if (activity.isCompleted) gateway.closeActivity(room, activity._id);
  gateway.announce(room, liveEvents.activityChanged, {
    room,
    activity: activity._id,
  } satisfies ActivityChanged);
}

/** A discarded activity leaves the live table at once. */
export function announceDiscard(gateway: LiveGateway, activity: Activity): void {
  const room = activity.session._id;
  gateway.closeActivity(room, activity._id);
  gateway.announce(room, liveEvents.activityChanged, {
    room,
    activity: activity._id,
  } satisfies ActivityChanged);
}
