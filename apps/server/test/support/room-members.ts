import { liveEvents, RoomMembersSchema, RoomPresenceSchema } from '@boathouse/contract/live';
import type { TestPage } from './test-page.ts';

/** Returns the names in the room, sorted, as the page knows them from the list and the differences after it. */
function namesIn(page: TestPage, room: string): string[] {
  const names = new Map<string, string>();
  for (const { event, payload } of page.messages) {
    if (event === liveEvents.roomMembers) {
      const list = RoomMembersSchema.parse(payload);
      if (list.room !== room) continue;
      names.clear();
      for (const { _id, displayName } of list.members) names.set(_id, displayName);
    }
    if (event === liveEvents.roomPresence) {
      const difference = RoomPresenceSchema.parse(payload);
      if (difference.room !== room) continue;
      for (const { _id, displayName } of difference.joined) names.set(_id, displayName);
      for (const id of difference.left) names.delete(id);
    }
  }
  return [...names.values()].toSorted();
}

/** Resolves when the page knows that exactly these are in the room. */
export async function untilMembers(page: TestPage, room: string, names: string[]): Promise<void> {
  while (namesIn(page, room).join() !== names.join()) {
    await Promise.race([page.next(liveEvents.roomMembers), page.next(liveEvents.roomPresence)]);
  }
}
