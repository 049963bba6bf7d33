import { ergOf, type MemberState, type RoomStates } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

type Room<P> = {
  /** The state of each page; null until it has sent one. */
  pages: Map<P, MemberState | null>;
  /** What the pages know, by user. */
  told: Map<string, MemberState>;
  /** Users of whom a page has another state, or has left. */
  changed: Set<string>;
  /** Pages that get all states next. */
  unlisted: Set<P>;
  dueAtMs: number;
};

type StatesMessage<P> = { pages: P[]; message: RoomStates };

/**
 * Stores the state that each page of a room sends, and what of it the others know: a page that joins gets all states, the
 * others get those that changed, at most once per `spacingMs`. Time is passed in; `live/gateway` owns the timer.
 */
export class MemberStates<P extends { user: UserRef }> {
  readonly #spacingMs: number;
  readonly #rooms = new Map<string, Room<P>>();

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  /** Adds a page; one that is there already gets all states again. */
  join(roomId: string, page: P): void {
    const room = this.#rooms.get(roomId) ?? newRoom<P>();
    this.#rooms.set(roomId, room);
    if (!room.pages.has(page)) room.pages.set(page, null);
    room.unlisted.add(page);
  }

  /** Returns false for a page that is not in the room. */
  set(roomId: string, page: P, state: MemberState): boolean {
    const room = this.#rooms.get(roomId);
    if (!room?.pages.has(page)) return false;
    room.pages.set(page, state);
    room.changed.add(page.user._id);
    return true;
  }

  leave(roomId: string, page: P): void {
    const room = this.#rooms.get(roomId);
    if (!room?.pages.delete(page)) return;
    room.unlisted.delete(page);
    room.changed.add(page.user._id);
    if (room.pages.size === 0) this.#rooms.delete(roomId);
  }

  /** Returns the messages that are due. */
  take(nowMs: number): Array<StatesMessage<P>> {
    const messages: Array<StatesMessage<P>> = [];
    for (const [roomId, room] of this.#rooms) {
      if (nowMs < room.dueAtMs || room.changed.size + room.unlisted.size === 0) continue;
      const changes = takeChanges(room);
      const listed = [...room.pages.keys()].filter((page) => !room.unlisted.has(page));
      if (changes.length > 0 && listed.length > 0) {
        messages.push({ pages: listed, message: { room: roomId, isWhole: false, states: changes } });
      }
      if (room.unlisted.size > 0) {
        const states = [...room.told].map(([user, state]) => ({ user, state }));
        messages.push({ pages: [...room.unlisted], message: { room: roomId, isWhole: true, states } });
        room.unlisted.clear();
      }
      room.dueAtMs = nowMs + this.#spacingMs;
    }
    return messages;
  }
}

/** Notes what the pages know from now on, and returns the difference. */
function takeChanges<P extends { user: UserRef }>(room: Room<P>): RoomStates['states'] {
  if (room.changed.size === 0) return [];
  const readiest = new Map<string, MemberState>();
  for (const [{ user }, state] of room.pages) {
    if (state === null || !room.changed.has(user._id)) continue;
    const known = readiest.get(user._id);
    if (known === undefined || rankOf(state) > rankOf(known)) readiest.set(user._id, state);
  }
  const changes: RoomStates['states'] = [];
  for (const user of room.changed) {
    const [before, now] = [room.told.get(user) ?? null, readiest.get(user) ?? null];
    if (JSON.stringify(before) === JSON.stringify(now)) continue;
    changes.push({ user, state: now });
    if (now === null) room.told.delete(user);
    else room.told.set(user, now);
  }
  room.changed.clear();
  return changes;
}

/** The page that rows counts before one with an erg, and that before one in front. */
function rankOf(state: MemberState): number {
  const { isRowing, item, isErgConnected, isInFront, setItems } = state;
  const isSet = setItems !== null && setItems.length > 0;
  const hasErg = ergOf(state) !== 'none';
  return [isRowing, item !== null, isErgConnected, hasErg, isInFront, isSet].reduce(
    (rank, is) => rank * 2 + (is ? 1 : 0),
    0,
  );
}

function newRoom<P>(): Room<P> {
  return { pages: new Map(), told: new Map(), changed: new Set(), unlisted: new Set(), dueAtMs: 0 };
}
