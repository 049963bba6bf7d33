import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { comments, likes } from '../../db/tables.ts';

export type CommentToBuild = {
  activityId: string;
  /** A reply's comment. */
  commentId?: string;
  userId: string;
  message?: string;
  createdAt?: Date;
};

/** A stored comment or reply, for tests and sample data. */
export async function buildComment(db: Database, given: CommentToBuild): Promise<string> {
  const id = newId();
  await db.insert(comments).values({ id, message: 'Well rowed', ...given });
  return id;
}

/** A stored like, for tests and sample data. */
export async function buildLike(db: Database, like: { activityId: string; userId: string }): Promise<void> {
  await db.insert(likes).values(like).onConflictDoNothing();
}
