import type { Comment } from '@boathouse/contract/comments';

/** Counts comments and replies without the removed ones. */
export function countComments(comments: readonly Comment[]): number {
  return comments
    .flatMap((comment) => [comment.removed, ...comment.replies.map(({ removed }) => removed)])
    .filter((removed) => !removed).length;
}
