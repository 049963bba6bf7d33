import type { Comment } from '@boathouse/contract/comments';

/** Comments and replies that can be read; what was removed is no message any more. */
export function countMessages(comments: readonly Comment[]): number {
  return comments
    .flatMap((comment) => [comment.removed, ...comment.replies.map(({ removed }) => removed)])
    .filter((removed) => !removed).length;
}
