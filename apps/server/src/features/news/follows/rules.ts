/** FOLL-1: users cannot follow themselves. Both ids are UUIDs, in lower or upper case. */
export function mayFollow(followerId: string, followeeId: string): boolean {
  return followerId.toLowerCase() !== followeeId.toLowerCase();
}
