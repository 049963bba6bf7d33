/** SOCIAL-2: only the author may remove a comment, not even the activity's athlete. */
export function mayRemove(callerId: string, comment: { userId: string }): boolean {
  return comment.userId === callerId;
}
