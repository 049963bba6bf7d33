import type { Database } from '../../db/database.ts';
import { follows } from '../../db/tables.ts';

/** A stored follow, for tests and sample data; one that is there already stays as it is. */
export async function buildFollow(
  db: Database,
  follow: { followerId: string; followeeId: string; createdAt?: Date },
): Promise<void> {
  await db.insert(follows).values(follow).onConflictDoNothing();
}
