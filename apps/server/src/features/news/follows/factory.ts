import type { Database } from '../../../db/database.ts';
import { follows } from '../../../db/tables.ts';

/** Inserts a follow unless it exists, for tests and sample data. */
export async function buildFollow(
  db: Database,
  follow: { followerId: string; followeeId: string; createdAt?: Date },
): Promise<void> {
  await db.insert(follows).values(follow).onConflictDoNothing();
}
