import type { RoomMembers, RoomPresence } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

/** An open page of a user; one of a program that knows only the specification's events has `usesLiveProtocol` false. */
type Page = { user: UserRef; usesLiveProtocol: boolean };

type Room<P> = {
  /** The number of the last difference. */
  seq: number;
  members: Map<string, { user: UserRef; pages: Set<P> }>;
  /** Ids of the users who came, left or have another name since the last difference. */
  changed: Set<string>;
  /** Pages that get the whole list next. */
  unlisted: Set<P>;
  /** Programs whose list lacks the last difference. */
  outdated: Set<P>;
  dueAtMs: number;
  programsDueAtMs: number;
};

type PresenceMessages<P> = {
  /** Each page gets one of them, never both: a list has the differences up to its `seq`. */
  lists: Array<{ pages: P[]; list: RoomMembers }>;
  differences: Array<{ pages: P[]; difference: RoomPresence }>;
};

const byName = new Intl.Collator('en').compare;

/**
 * Stores who is in each room. A page that joins gets the list of members, the others get a numbered difference, so that
 * the cost of a join does not grow with the square of the room. Each room has at most one message per `spacingMs`, and a
 * program one list per `programSpacingMs`. Time is passed in; `live/gateway` owns the timer.
 */
export class Presence<P extends Page> {
  readonly #spacingMs: number;
  readonly #programSpacingMs: number;
  readonly #rooms = new Map<string, Room<P>>();

  constructor({ spacingMs, programSpacingMs }: { spacingMs: number; programSpacingMs: number }) {
    this.#spacingMs = spacingMs;
    this.#programSpacingMs = programSpacingMs;
  }

  /** Adds a page; one that is there already gets the whole list again. */
  join(roomId: string, page: P): void {
    const room = this.#rooms.get(roomId) ?? newRoom<P>();
    this.#rooms.set(roomId, room);
    const { user } = page;
    const member = room.members.get(user._id);
    if (member === undefined) room.members.set(user._id, { user, pages: new Set([page]) });
    else member.pages.add(page);
    room.unlisted.add(page);
    if (member?.user.displayName === user.displayName && member.user.iconURL === user.iconURL) return;
    if (member !== undefined) member.user = user;
    room.changed.add(user._id);
  }

  leave(roomId: string, page: P): void {
    const room = this.#rooms.get(roomId);
    const member = room?.members.get(page.user._id);
    if (!room || !member?.pages.delete(page)) return;
    room.unlisted.delete(page);
    room.outdated.delete(page);
    if (member.pages.size > 0) return;
    room.members.delete(page.user._id);
    room.changed.add(page.user._id);
    if (room.members.size === 0) this.#rooms.delete(roomId);
  }

  /** Returns a member of the room, or undefined for a user without a page in it. */
  memberOf(roomId: string, userId: string): UserRef | undefined {
    return this.#rooms.get(roomId)?.members.get(userId)?.user;
  }

  /** Returns the ids of the rooms with members. */
  roomIds(): Iterable<string> {
    return this.#rooms.keys();
  }

  /** Returns the pages of the room, or those of the given users. */
  pagesIn(roomId: string, userIds?: readonly string[]): P[] {
    const members = this.#rooms.get(roomId)?.members;
    if (members === undefined) return [];
    const wanted = userIds?.map((userId) => members.get(userId)) ?? [...members.values()];
    return wanted.flatMap((member) => [...(member?.pages ?? [])]);
  }

  /** Returns the messages that are due. */
  take(nowMs: number): PresenceMessages<P> {
    const messages: PresenceMessages<P> = { lists: [], differences: [] };
    for (const [roomId, room] of this.#rooms) {
      if (nowMs >= room.dueAtMs && (room.changed.size > 0 || room.unlisted.size > 0)) {
        room.dueAtMs = nowMs + this.#spacingMs;
        this.#takeDifference(roomId, room, messages);
      }
      if (nowMs >= room.programsDueAtMs && room.outdated.size > 0) {
        room.programsDueAtMs = nowMs + this.#programSpacingMs;
        takeList(roomId, room, room.outdated, messages);
      }
    }
    return messages;
  }

  #takeDifference(roomId: string, room: Room<P>, messages: PresenceMessages<P>): void {
    if (room.changed.size > 0) {
      room.seq += 1;
      const listed = this.pagesIn(roomId).filter((page) => !room.unlisted.has(page));
      for (const page of listed) if (!page.usesLiveProtocol) room.outdated.add(page);
      const joined = [...room.changed].flatMap((userId) => room.members.get(userId)?.user ?? []);
      // Also users who came and left since: a list taken in between would have them.
      const left = [...room.changed].filter((userId) => !room.members.has(userId));
      room.changed.clear();
      const pages = listed.filter((page) => page.usesLiveProtocol);
      if (pages.length > 0) {
        messages.differences.push({ pages, difference: { room: roomId, seq: room.seq, joined, left } });
      }
    }
    if (room.unlisted.size > 0) takeList(roomId, room, room.unlisted, messages);
  }
}

function newRoom<P>(): Room<P> {
  return {
    seq: 0,
    members: new Map(),
    changed: new Set(),
    unlisted: new Set(),
    outdated: new Set(),
    dueAtMs: 0,
    programsDueAtMs: 0,
  };
}

/** Adds the list of members, by name and each once, for these pages. */
function takeList<P>(
  roomId: string,
  { seq, members, unlisted, outdated }: Room<P>,
  wanted: Set<P>,
  { lists }: PresenceMessages<P>,
): void {
  const pages = [...wanted];
  const sorted = [...members.values()]
    .map(({ user }) => user)
    .sort((a, b) => byName(a.displayName, b.displayName) || (a._id < b._id ? -1 : 1));
  lists.push({ pages, list: { room: roomId, seq, members: sorted } });
  for (const page of pages) {
    unlisted.delete(page);
    outdated.delete(page);
  }
}
