import type { RoomMembers, RoomPresence } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

/** An open page of a user; a program that knows only the specification's events has `usesLiveProtocol` false. */
type Page = { user: UserRef; usesLiveProtocol: boolean };

type PresenceMessages<P> = {
  /** Each page gets one of them, never both: a list includes the differences up to its `seq`. */
  lists: Array<{ pages: P[]; list: RoomMembers }>;
  differences: Array<{ pages: P[]; difference: RoomPresence }>;
};

const byName = new Intl.Collator('en').compare;

/**
 * Stores who is in a room. A page that joins gets the list of members, the others get a numbered difference, so that the
 * cost of a join does not grow with the square of the room. A room has at most one message per `spacingMs`, and a program
 * one list per `programSpacingMs`. Time is passed in; `live/gateway` owns the timer.
 */
export class Presence<P extends Page> {
  readonly #roomId: string;
  readonly #spacingMs: number;
  readonly #programSpacingMs: number;
  /** The number of the last difference. */
  #seq = 0;
  readonly #members = new Map<string, { user: UserRef; pages: Set<P> }>();
  /** Ids of the users who came, left or changed their name since the last difference. */
  readonly #changed = new Set<string>();
  /** Pages that get the complete list next. */
  readonly #unlisted = new Set<P>();
  /** Programs whose list lacks the last difference. */
  readonly #outdated = new Set<P>();
  #dueAtMs = 0;
  #programsDueAtMs = 0;

  constructor(
    roomId: string,
    { spacingMs, programSpacingMs }: { spacingMs: number; programSpacingMs: number },
  ) {
    this.#roomId = roomId;
    this.#spacingMs = spacingMs;
    this.#programSpacingMs = programSpacingMs;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** Adds a page; a page that is already there gets the complete list again. */
  join(page: P): void {
    const { user } = page;
    const member = this.#members.get(user._id);
    if (member === undefined) this.#members.set(user._id, { user, pages: new Set([page]) });
    else member.pages.add(page);
    this.#unlisted.add(page);
    if (member?.user.displayName === user.displayName && member.user.iconURL === user.iconURL) return;
    if (member !== undefined) member.user = user;
    this.#changed.add(user._id);
  }

  leave(page: P): void {
    const member = this.#members.get(page.user._id);
    if (!member?.pages.delete(page)) return;
    this.#unlisted.delete(page);
    this.#outdated.delete(page);
    if (member.pages.size > 0) return;
    this.#members.delete(page.user._id);
    this.#changed.add(page.user._id);
  }

  /** Returns a member of the room, or undefined for a user without a page in it. */
  memberOf(userId: string): UserRef | undefined {
    return this.#members.get(userId)?.user;
  }

  userIds(): string[] {
    return [...this.#members.keys()];
  }

  /** Returns the pages of the room, or those of the given users. */
  pages(userIds?: readonly string[]): P[] {
    const wanted = userIds?.map((userId) => this.#members.get(userId)) ?? [...this.#members.values()];
    return wanted.flatMap((member) => [...(member?.pages ?? [])]);
  }

  /** Returns the messages that are due. */
  take(nowMs: number): PresenceMessages<P> {
    const messages: PresenceMessages<P> = { lists: [], differences: [] };
    if (nowMs >= this.#dueAtMs && (this.#changed.size > 0 || this.#unlisted.size > 0)) {
      this.#dueAtMs = nowMs + this.#spacingMs;
      this.#takeDifference(messages);
    }
    if (nowMs >= this.#programsDueAtMs && this.#outdated.size > 0) {
      this.#programsDueAtMs = nowMs + this.#programSpacingMs;
      this.#takeList(this.#outdated, messages);
    }
    return messages;
  }

  #takeDifference(messages: PresenceMessages<P>): void {
    if (this.#changed.size > 0) {
      this.#seq += 1;
      const listed = this.pages().filter((page) => !this.#unlisted.has(page));
      for (const page of listed) if (!page.usesLiveProtocol) this.#outdated.add(page);
      const joined = [...this.#changed].flatMap((userId) => this.#members.get(userId)?.user ?? []);
      // Includes users who came and left since, because a list taken in between would contain them.
      const left = [...this.#changed].filter((userId) => !this.#members.has(userId));
      this.#changed.clear();
      const pages = listed.filter((page) => page.usesLiveProtocol);
      if (pages.length > 0) {
        const difference = { room: this.#roomId, seq: this.#seq, joined, left };
        messages.differences.push({ pages, difference });
      }
    }
    if (this.#unlisted.size > 0) this.#takeList(this.#unlisted, messages);
  }

  /** Adds the list of members, by name and each once, for these pages. */
  #takeList(wanted: Set<P>, { lists }: PresenceMessages<P>): void {
    const pages = [...wanted];
    const members = [...this.#members.values()]
      .map(({ user }) => user)
      .sort((a, b) => byName(a.displayName, b.displayName) || (a._id < b._id ? -1 : 1));
    lists.push({ pages, list: { room: this.#roomId, seq: this.#seq, members } });
    for (const page of pages) {
      this.#unlisted.delete(page);
      this.#outdated.delete(page);
    }
  }
}
