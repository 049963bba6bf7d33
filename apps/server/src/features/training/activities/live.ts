import type { Activity, OwnActivity } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import {
  ErgAskSchema,
  liveEvents,
  type ActivityOwner,
  type ErgAsked,
  type LiveSample,
} from '@boathouse/contract/live';
import type { Database } from '../../../db/database.ts';
import { RefusedError, type Connection } from '../../../live/room/connection.ts';
import { liveEvent } from '../../../live/events.ts';
import type { Announcements } from '../../../live/announcements.ts';
import type { LiveGateway } from '../../../live/gateway.ts';
import { BatchedLookup } from '../../../infra/batched-lookup.ts';
import { NewestValues } from '../../../infra/newest-values.ts';
import { listedActivityOf } from './rules.ts';
import {
  findRowedByIds,
  listActivitiesByIds,
  updateFromSamples,
  type RowedActivity,
  type StoredSample,
} from './store.ts';

/**
 * Publishes samples of the sender's own activity in progress in the room of its session, and stores the newest of each
 * activity so that the stored values are at most 3 s old. Notifies the room of an activity that has begun, by its first
 * stroke, to count in a common start; `onBegun` gets the sessions with activities whose first stroke is new or has
 * changed. Passes on that a device of an athlete asks another for the erg.
 */
export function activityEvents(
  gateway: LiveGateway,
  announcements: Announcements,
  db: Database,
  nowMs: () => number,
  onBegun: (sessionIds: readonly string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const newest = new NewestValues<StoredSample>({
    store: async (samples) => {
      const { started, begunIn } = await updateFromSamples(db, samples);
      if (started.length > 0) announceBegun(started).catch(onError);
      if (begunIn.length > 0) onBegun(begunIn);
    },
    delayMs: liveLimits.sampleStoreMs,
    onError,
  });
  async function announceBegun(ids: string[]): Promise<void> {
    for (const activity of await listActivitiesByIds(db, ids)) announcements.activityChanged(activity);
  }
  const strokes = new WeakMap<Connection, Set<string>>();
  /** Returns whether the sample is the first of a page with a stroke of the activity: a false start stops a race soon. */
  const isFirstStroke = (connection: Connection, activity: string, { elapsedTime }: LiveSample) => {
    if (elapsedTime === 0) return false;
    const known = strokes.get(connection) ?? new Set();
    strokes.set(connection, known);
    return known.size < known.add(activity).size;
  };
  const publish = (connection: Connection, room: string, activity: string, sample: LiveSample) => {
    if (!connection.rooms.has(room)) throw new RefusedError('not_joined', "Join the session's room first");
    const { frames } = gateway.rooms.get(room) ?? {};
    if (!frames?.publish(activity, connection.sink, sample, performance.now())) return;
    const isSoon = isFirstStroke(connection, activity, sample);
    newest.add(
      activity,
      { sample, receivedAt: new Date(nowMs()) },
      ...(isSoon ? [liveLimits.firstStrokeStoreMs] : []),
    );
  };
  gateway.on(
    // Only the athlete's own pages get it, and only the page that rows the activity acts on it.
    liveEvent(liveEvents.ergAsk, ErgAskSchema, ({ user }, { activity }) =>
      announcements.sendToUser(user._id, liveEvents.ergAsked, { activity } satisfies ErgAsked),
    ),
  );
  const rowed = new BatchedLookup((ids) => findRowedByIds(db, ids));
  gateway.onSample((connection, { activity, sample }) => {
    const room = connection.ownActivities.get(activity);
    if (room !== undefined) return publish(connection, room, activity, sample);
    return findRoom(rowed, connection, activity).then((found) => {
      // Dropped, because another sample is being looked up, and the next one comes in 250 ms.
      if (found === null) return;
      publish(connection, found, activity, sample);
      connection.ownActivities.set(activity, found);
    });
  });
  return newest;
}

/** Asks once per page and activity; the answer is dropped when the activity completes or the page leaves the room. */
async function findRoom(
  rowed: BatchedLookup<RowedActivity>,
  connection: Connection,
  activityId: string,
): Promise<string | null> {
  if (connection.isLookingUpActivity) return null;
  connection.isLookingUpActivity = true;
  try {
    const activity = await rowed.get(activityId);
    if (activity?.userId !== connection.user._id) {
      throw new RefusedError('not_found', 'You have no such activity');
    }
    if (activity.isCompleted) throw new RefusedError('completed', 'This activity is complete');
    // Its values are stored by the requests of its page.
    if (activity.sessionId === null) throw new RefusedError('not_joined', 'This activity has no room');
    return activity.sessionId;
  } finally {
    connection.isLookingUpActivity = false;
  }
}

/**
 * Sends an activity that was started, completed, reopened or got another result to every page in its session's room; an
 * activity without a session has no room. Only one in progress may have samples, even one with an id that was discarded
 * before.
 */
export function announceActivity(announcements: Announcements, activity: Activity): void {
  if (activity.session === null) return;
  if (activity.isCompleted) announcements.closeActivity(activity.session._id, activity._id);
  else announcements.reopenActivity(activity.session._id, activity._id);
  announcements.activityChanged(listedActivityOf(activity));
}

/** Removes a discarded activity from the live table and the lists of every page in its session's room. */
export function announceDiscard(
  announcements: Announcements,
  activity: Pick<Activity, '_id'> & { session: { _id: string } | null },
): void {
  if (activity.session === null) return;
  announcements.closeActivity(activity.session._id, activity._id);
  announcements.activityDiscarded(activity.session._id, activity._id);
}

/**
 * Notifies every device of the athlete, in the room or not, which device rows the activity, and accepts its samples.
 */
export function announceOwner(
  announcements: Announcements,
  { _id, user, session, owner }: OwnActivity,
): void {
  if (owner === null) return;
  if (session !== null) announcements.reopenActivity(session._id, _id);
  announcements.sendToUser(user._id, liveEvents.activityOwner, {
    activity: _id,
    owner,
  } satisfies ActivityOwner);
}
