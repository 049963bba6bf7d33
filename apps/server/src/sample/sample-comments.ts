import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { comments, likes } from '../db/tables.ts';
import { reactionsTo, type SampleComment } from './sample-reactions.ts';
import type { Occurred } from './sample-told.ts';
import type { SampleResult } from './sample-year.ts';
import { dateOf } from './sample-time.ts';

/** Adds likes, comments and replies by members of the club. */
export async function addComments(
  db: Database,
  userId: (index: number) => string,
  commented: Array<{ result: SampleResult; activityId: string }>,
): Promise<Occurred[]> {
  const occurred: Occurred[] = [];
  const liked: Array<typeof likes.$inferInsert> = [];
  const allComments: Array<typeof comments.$inferInsert> = [];
  for (const { result, activityId } of commented) {
    const { likedBy, comment } = reactionsTo(result);
    const timeOf = ({ afterMinutes }: SampleComment) =>
      dateOf(result.completedAt.add({ minutes: afterMinutes }));
    for (const [place, index] of likedBy.entries()) {
      const createdAt = dateOf(result.completedAt.add({ minutes: 4 + 9 * place }));
      const user = userId(index);
      liked.push({ activityId, userId: user, createdAt });
      occurred.push({ occurrence: { kind: 'like', user, activity: activityId }, at: createdAt });
    }
    if (comment === null) continue;
    const { by, message, isRemoved, reply } = comment;
    const id = newId();
    const createdAt = timeOf(comment);
    allComments.push({
      id,
      activityId,
      userId: userId(by),
      message: isRemoved ? '' : message,
      removedAt: isRemoved ? createdAt : null,
      createdAt,
    });
    const ofComment = { kind: 'comment', activity: activityId } as const;
    occurred.push({
      occurrence: { ...ofComment, user: userId(by), comment: id, repliesTo: null },
      at: createdAt,
    });
    if (reply === null) continue;
    const replyId = newId();
    allComments.push({
      id: replyId,
      activityId,
      commentId: id,
      userId: userId(reply.by),
      message: reply.message,
      createdAt: timeOf(reply),
    });
    occurred.push({
      occurrence: { ...ofComment, user: userId(reply.by), comment: replyId, repliesTo: id },
      at: timeOf(reply),
    });
  }
  if (liked.length > 0) await db.insert(likes).values(liked);
  if (allComments.length > 0) await db.insert(comments).values(allComments);
  return occurred;
}
