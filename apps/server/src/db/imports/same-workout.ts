import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import {
  activities,
  activityNotes,
  activityOrigins,
  activityTags,
  comments,
  imports,
  likes,
  syncUploads,
} from '../tables.ts';

/** Two workouts are the same if their ends, times and distances differ by no more; with what sums in floating point lose. */
export const sameWorkout = { endMs: 60_000, sec: 0.1 + 1e-6, m: 1 + 1e-6 };

/** A row says when it began; with pauses it may have ended hours later. */
const around = sql`interval '24 hours'`;

/**
 * Deletes the result of the Logbook that a live row of a monitor, just completed, is the same as: it was imported while the row was
 * in progress, or on a device without a connection. One that its athlete has changed, that others have written about, or that has
 * what the row lacks stays beside it. Returns it as it counted; null without one.
 * @param monitorEndMs the end by the monitor's clock; null if that is not known
 */
export async function deleteImportedTwin(tx: Database, rowId: string, monitorEndMs: number | null) {
  const monitorEnd = monitorEndMs === null ? null : new Date(monitorEndMs).toISOString();
  const hasMore = sql`(twin.stroke_count > 0 and live.stroke_count = 0
    or twin.heart_rate > 0 and coalesce(live.heart_rate, 0) = 0
    or jsonb_array_length(twin.summary -> 'splits') > 1 and jsonb_array_length(live.summary -> 'splits') = 0)`;
  const isTouched = sql`(twin.visibility <> 'me' or twin.title <> twin.workout
    or exists (select 1 from ${comments} as written where written.activity_id = twin.id)
    or exists (select 1 from ${likes} as liked where liked.activity_id = twin.id)
    or exists (select 1 from ${activityTags} as tagged where tagged.activity_id = twin.id)
    or exists (select 1 from ${activityNotes} as noted where noted.activity_id = twin.id
      and not noted.updated_at between imported.created_at and imported.progress_at))`;
  const twins = sql`(
    select twin.id from ${activities} as live
      cross join lateral (select make_interval(secs => live.elapsed_time + coalesce((
        select sum((split ->> 'restTime')::float8) from jsonb_array_elements(live.summary -> 'splits') as split), 0)) as took) as rowed
      join ${activities} as twin on twin.user_id = live.user_id and twin.is_completed
        and twin.created_at between live.created_at - ${around} and live.created_at + ${around}
      join ${activityOrigins} as origin on origin.activity_id = twin.id
      join ${imports} as imported on imported.id = origin.import_id
    where live.id = ${rowId} and live.source = 'monitor' and twin.source = 'sync' and twin.machine = live.machine
      and abs(twin.elapsed_time - live.elapsed_time) <= ${sameWorkout.sec}
      and abs(twin.distance - live.distance) <= ${sameWorkout.m}
      and exists (
        select 1 from unnest(array[live.completed_at, live.created_at + rowed.took, live.rowing_since + rowed.took,
          ${monitorEnd}::timestamptz]) as ended(at)
        where abs(extract(epoch from twin.completed_at - ended.at)) * 1000 < ${sameWorkout.endMs})
      and not coalesce(${hasMore}, false) and not ${isTouched}
    order by twin.id limit 1)`;
  const [origin] = await tx
    .select({ id: activityOrigins.activityId, logbookId: activityOrigins.logbookId })
    .from(activityOrigins)
    .where(eq(activityOrigins.activityId, twins));
  if (origin === undefined) return null;
  const { id, userId, day, distance, elapsedTime, totalCalories, source, machine } = activities;
  const [deleted] = await tx
    .delete(activities)
    .where(eq(id, origin.id))
    .returning({ userId, day, distance, elapsedTime, totalCalories, source, machine });
  if (deleted === undefined) return null;
  // The Logbook has it: another upload might be a second result there.
  await tx
    .update(syncUploads)
    .set({ state: 'there', remoteId: origin.logbookId, nextAt: null })
    .where(
      and(
        eq(syncUploads.activityId, rowId),
        eq(syncUploads.service, 'logbook'),
        eq(syncUploads.state, 'waiting'),
        eq(syncUploads.attempts, 0),
      ),
    );
  return deleted;
}
