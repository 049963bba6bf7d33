/** FOLL-1: nobody follows themselves. */
export function mayFollow(followerId: string, followeeId: string): boolean {
  return followerId !== followeeId;
}
