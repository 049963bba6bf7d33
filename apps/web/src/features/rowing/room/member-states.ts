import type { ListedActivity } from '@boathouse/contract/activities';
import { ergOf, liveEvents, RoomStatesSchema, type MemberState } from '@boathouse/contract/live';
import { useSyncExternalStore } from 'react';
import type { LiveSocket } from '../../../lib/live-socket.ts';
import { createListeners } from '../../../lib/store.ts';
import { readinessOf, type Readiness } from './readiness.ts';

/** By user. A member whose pages send no state is missing. */
type KnownStates = ReadonlyMap<string, MemberState>;

/** Whether each member of a room is ready to start, and this page's own state for the other members. */
export class MemberStates {
  readonly #roomId: string;
  readonly #socket: LiveSocket;
  readonly #listeners = createListeners();
  #states: KnownStates = new Map();
  /** When monitors became silent, on the monotonic clock; by user. */
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

  /** The page has joined the room, or has left it. */
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
    this.#listeners.call();
  }

  /** The page with this state is closed, but the room is still held: from then on it reports itself as not ready. */
  closeOwn(): void {
    if (this.#own !== null) this.setOwn({ ...this.#own, isInFront: false });
  }

  readonly getStates = (): KnownStates => this.#states;

  /** This page's own state, even without a connection; null before it is known. */
  readonly getOwn = (): MemberState | null => this.#own;

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Returns when a member's monitor became silent; null if it is not, or if the silence began before this page joined.
   */
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

/**
 * Returns the readiness of an athlete who has begun an activity and waits with a connected erg for the first stroke;
 * null for an athlete who does not wait. No sample arrives before the first stroke.
 */
export function waitingReadiness(
  state: MemberState | undefined,
  { workoutItemIndex }: Pick<ListedActivity, 'workoutItemIndex'>,
): Readiness | null {
  const isWaiting = state?.item === workoutItemIndex && state.isErgConnected && !state.isRowing;
  return isWaiting && workoutItemIndex !== null ? readinessOf(state, workoutItemIndex) : null;
}

/** Returns the state of each member of the room, by user. */
export function useMemberStates({
  memberStates,
}: {
  memberStates: Pick<MemberStates, 'subscribe' | 'getStates'>;
}): KnownStates {
  return useSyncExternalStore(memberStates.subscribe, memberStates.getStates);
}
