import type { ListedActivity } from '@boathouse/contract/activities';
import { ergOf, liveEvents, RoomStatesSchema, type MemberState } from '@boathouse/contract/live';
import { useSyncExternalStore } from 'react';
import type { LiveSocket } from '../../lib/live-socket.ts';
import { createListeners } from '../../lib/store.ts';

/** By user. A member whose pages send no state is not in it. */
type KnownStates = ReadonlyMap<string, MemberState>;

/** Whether each member of a room is ready to start, and this page's own state for the others. */
export class MemberStates {
  readonly #roomId: string;
  readonly #socket: LiveSocket;
  readonly #listeners = createListeners();
  #states: KnownStates = new Map();
  /** Since when monitors have been silent, on the monotonic clock; by user. */
  readonly #silentSinceMs = new Map<string, number>();
  readonly #nowMs: () => number;
  #own: MemberState | null = null;
  #isJoined = false;

  constructor(roomId: string, socket: LiveSocket, nowMs: () => number) {
    this.#roomId = roomId;
    this.#socket = socket;
    this.#nowMs = nowMs;
  }

  /** Receives states; returns a function that stops. */
  enter(): () => void {
    return this.#socket.on(liveEvents.roomStates, RoomStatesSchema, ({ room, isWhole, states }) => {
      if (room !== this.#roomId) return;
      const known = new Map(isWhole ? [] : this.#states);
      for (const { user, state } of states) {
        this.#noteSilence(user, state, isWhole);
        if (state === null) known.delete(user);
        else known.set(user, state);
      }
      this.#show(known);
    });
  }

  /** The page has joined the room, or is not in it any more. */
  setJoined(isJoined: boolean): void {
    this.#isJoined = isJoined;
    if (isJoined) this.#send();
    else if (this.#states.size > 0) {
      this.#silentSinceMs.clear();
      this.#show(new Map());
    }
  }

  /** Sends this page's state, if it has changed, and again whenever the page joins. */
  setOwn(state: MemberState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#own)) return;
    this.#own = state;
    if (this.#isJoined) this.#send();
  }

  /** The page that tells this state is closed, and the room is still held: from then on nothing is known to be ready. */
  closeOwn(): void {
    if (this.#own !== null) this.setOwn({ ...this.#own, isInFront: false });
  }

  readonly getStates = (): KnownStates => this.#states;

  readonly subscribe = this.#listeners.subscribe;

  /** Returns since when a member's monitor has been silent; null if it is not, or was so before this page came. */
  silentSinceMs(userId: string): number | null {
    return this.#silentSinceMs.get(userId) ?? null;
  }

  #noteSilence(user: string, state: MemberState | null, isWhole: boolean): void {
    const before = this.#states.get(user);
    const wasSilent = before !== undefined && ergOf(before) === 'silent';
    if (state === null || ergOf(state) !== 'silent') this.#silentSinceMs.delete(user);
    else if (!wasSilent && !isWhole) this.#silentSinceMs.set(user, this.#nowMs());
  }

  #send(): void {
    if (this.#own === null) return;
    this.#socket.send(liveEvents.memberState, { room: this.#roomId, state: this.#own });
  }

  #show(states: KnownStates): void {
    this.#states = states;
    this.#listeners.call();
  }
}

/** Whether the athlete of an activity has begun it, and waits with the erg for the first stroke: no sample comes before. */
export function isWaitingToRow(
  states: KnownStates,
  { user, workoutItemIndex }: Pick<ListedActivity, 'workoutItemIndex'> & { user: { _id: string } },
): boolean {
  const state = states.get(user._id);
  return state?.item === workoutItemIndex && state.isErgConnected && !state.isRowing;
}

/** Returns the state of each member of the room, by user. */
export function useMemberStates({ memberStates }: { memberStates: MemberStates }): KnownStates {
  return useSyncExternalStore(memberStates.subscribe, memberStates.getStates);
}
