/** FOLL-1: nobody follows themselves. Both are UUIDs, which may be written in capitals, too. */
export function mayFollow(followerId: string, followeeId: string): boolean {
  return followerId.toLowerCase() !== followeeId.toLowerCase();
}
