import { monitorOutcomes, type MonitorReport } from '@boathouse/contract/live/crew-monitors';
import { ergOf, type MemberState } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';

type StatesMessage<P, S> = {
  pages: P[];
  message: { room: string; isWhole: boolean; states: Array<{ user: string; state: S | null }> };
};

type MemberStatesOptions<S> = {
  spacingMs: number;
  /** If a member has several pages, the state with the highest rank counts. */
  rankOf: (state: S) => number;
};

/**
 * Stores the state that each page of a room sends, and which states the others have: a page that joins gets all states,
 * the others get the changed ones, at most once per `spacingMs`. Time is passed in; `live/gateway` owns the timer.
 */
export class MemberStates<P extends { user: UserRef }, S extends object = MemberState> {
  readonly #roomId: string;
  readonly #options: MemberStatesOptions<S>;
  /** The state of each page; null until it has sent one. */
  readonly #pages = new Map<P, S | null>();
  /** The states last sent to the pages, by user. */
  readonly #told = new Map<string, S>();
  /** Users whose state changed, or who left, since the last update. */
  readonly #changed = new Set<string>();
  /** Pages that get all states next. */
  readonly #unlisted = new Set<P>();
  #dueAtMs = 0;

  constructor(roomId: string, options: MemberStatesOptions<S>) {
    this.#roomId = roomId;
    this.#options = options;
  }

  /** Adds a page; a page that is already there gets all states again. */
  join(page: P): void {
    if (!this.#pages.has(page)) this.#pages.set(page, null);
    this.#unlisted.add(page);
  }

  /** Returns false for a page that is not in the room. */
  set(page: P, state: S): boolean {
    if (!this.#pages.has(page)) return false;
    this.#pages.set(page, state);
    this.#changed.add(page.user._id);
    return true;
  }

  /** Whether the page gets the states of the others. */
  has(page: P): boolean {
    return this.#pages.has(page);
  }

  leave(page: P): void {
    if (!this.#pages.delete(page)) return;
    this.#unlisted.delete(page);
    this.#changed.add(page.user._id);
  }

  /** Returns the messages that are due. */
  take(nowMs: number): Array<StatesMessage<P, S>> {
    if (nowMs < this.#dueAtMs || this.#changed.size + this.#unlisted.size === 0) return [];
    this.#dueAtMs = nowMs + this.#options.spacingMs;
    const messages: Array<StatesMessage<P, S>> = [];
    const room = this.#roomId;
    const changes = this.#takeChanges();
    const listed = [...this.#pages.keys()].filter((page) => !this.#unlisted.has(page));
    if (changes.length > 0 && listed.length > 0) {
      messages.push({ pages: listed, message: { room, isWhole: false, states: changes } });
    }
    if (this.#unlisted.size > 0) {
      const states = [...this.#told].map(([user, state]) => ({ user, state }));
      messages.push({ pages: [...this.#unlisted], message: { room, isWhole: true, states } });
      this.#unlisted.clear();
    }
    return messages;
  }

  /** Marks the changes as sent to the pages, and returns them. */
  #takeChanges(): StatesMessage<P, S>['message']['states'] {
    if (this.#changed.size === 0) return [];
    const { rankOf } = this.#options;
    const readiest = new Map<string, S>();
    for (const [{ user }, state] of this.#pages) {
      if (state === null || !this.#changed.has(user._id)) continue;
      const known = readiest.get(user._id);
      if (known === undefined || rankOf(state) > rankOf(known)) readiest.set(user._id, state);
    }
    const changes: StatesMessage<P, S>['message']['states'] = [];
    for (const user of this.#changed) {
      const [before, now] = [this.#told.get(user) ?? null, readiest.get(user) ?? null];
      if (JSON.stringify(before) === JSON.stringify(now)) continue;
      changes.push({ user, state: now });
      if (now === null) this.#told.delete(user);
      else this.#told.set(user, now);
    }
    this.#changed.clear();
    return changes;
  }
}

/** A page that rows counts before a page with an erg, and that before a page in front. */
export function readinessRank(state: MemberState): number {
  const { isRowing, item, isErgConnected, isInFront, setItems } = state;
  const isSet = setItems !== null && setItems.length > 0;
  const hasErg = ergOf(state) !== 'none';
  return [isRowing, item !== null, isErgConnected, hasErg, isInFront, isSet].reduce(
    (rank, is) => rank * 2 + (is ? 1 : 0),
    0,
  );
}

/** A page that received a press counts before one that did not, and a page with an erg before one without. */
export function reportRank({ answer }: MonitorReport): number {
  return answer === null ? -1 : monitorOutcomes.indexOf(answer.outcome);
}
