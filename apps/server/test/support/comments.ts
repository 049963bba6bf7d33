import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { comments } from '../../src/db/tables.ts';

type CommentToBuild = {
  activityId: string;
  /** The comment that a reply answers. */
  commentId?: string;
  userId: string;
  message?: string;
  createdAt?: Date;
};

/** Inserts a comment or a reply, for tests and sample data. Returns its id. */
export async function buildComment(db: Database, given: CommentToBuild): Promise<string> {
  const id = newId();
  await db.insert(comments).values({ id, message: 'Well rowed', ...given });
  return id;
}
