import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../db/database.ts';
import { openNotifier, readAll } from '../features/news/notifications/index.ts';
import type { Occurrence } from '../infra/notifier.ts';
import { dateOf } from './sample-time.ts';

/** Older notifications are read. */
const hoursUnread = 36;

/** An event that members are notified of, and when it happened. */
export type Occurred = { occurrence: Occurrence; at: Date };

/** Stores notifications as if they had been stored when the events happened. */
export async function tellOf(
  db: Database,
  everyone: readonly UserRef[],
  occurred: readonly Occurred[],
  now: Temporal.ZonedDateTime,
): Promise<void> {
  if (occurred.length === 0) return;
  let at = dateOf(now);
  const notifications = { db, now: () => at, onChange: () => {} };
  await openNotifier(notifications).transaction(async (_, notify) => {
    for (const one of occurred.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      at = one.at;
      await notify(one.occurrence);
    }
  });
  at = dateOf(now);
  const until = dateOf(now.subtract({ hours: hoursUnread })).toISOString();
  for (const { _id } of everyone) await readAll(notifications, _id, until);
}
