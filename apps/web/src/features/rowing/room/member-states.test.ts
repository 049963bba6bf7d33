import { liveEvents, type MemberState } from '@boathouse/contract/live';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/people.ts';
import { createFakeLiveSocket } from '../../../../test/room/fake-live-socket.ts';
import { MemberStates } from './member-states.ts';

const room = idOf(1);
const [ann, ben] = [idOf(2), idOf(3)];
const ready: MemberState = {
  isErgConnected: true,
  setItems: [0],
  isInFront: true,
  item: null,
  isRowing: false,
};
const rowing: MemberState = { ...ready, item: 0, isRowing: true };

let fake: ReturnType<typeof createFakeLiveSocket>;
let states: MemberStates;
let nowMs: number;
beforeEach(() => {
  fake = createFakeLiveSocket();
  fake.become({ state: 'connected' });
  nowMs = 1_000;
  states = new MemberStates(room, fake.socket, () => nowMs);
  states.enter();
});

const say = (isWhole: boolean, given: Array<[string, MemberState | null]>, ofRoom = room) =>
  fake.say(liveEvents.roomStates, {
    room: ofRoom,
    isWhole,
    states: given.map(([user, state]) => ({ user, state })),
  });
const known = () => Object.fromEntries(states.getStates());

describe('the states of the members on a page', () => {
  test('follow the list and the differences after it, only for this room', () => {
    const heard = vi.fn();
    states.subscribe(heard);
    say(true, [[ann, ready]]);
    say(false, [[ben, ready]], idOf(9));
    say(false, [
      [ben, ready],
      [ann, rowing],
    ]);
    expect(known()).toEqual({ [ann]: rowing, [ben]: ready });
    say(false, [[ben, null]]);
    expect(known()).toEqual({ [ann]: rowing });
    say(true, [[ben, ready]]);
    expect(known()).toEqual({ [ben]: ready });
    expect(heard).toHaveBeenCalledTimes(4);
  });

  test('have the time at which a monitor became silent, which a page that joins later does not know', () => {
    const silent: MemberState = { ...ready, isErgConnected: false, setItems: [] };
    say(true, [[ann, silent]]);
    expect(states.silentSinceMs(ann)).toBeNull();
    say(false, [[ben, ready]]);
    nowMs = 5_000;
    say(false, [[ben, silent]]);
    nowMs = 9_000;
    say(false, [[ben, { ...silent, isInFront: false }]]);
    say(true, [[ben, silent]]);
    expect(states.silentSinceMs(ben)).toBe(5_000);
    say(false, [[ben, ready]]);
    expect(states.silentSinceMs(ben)).toBeNull();
    nowMs = 12_000;
    say(false, [[ann, ready]]);
    say(false, [[ann, silent]]);
    expect(states.silentSinceMs(ann)).toBe(12_000);
  });

  test('are unknown while the page is not in the room', () => {
    states.setJoined(true);
    say(true, [[ann, ready]]);
    states.setJoined(false);
    expect(known()).toEqual({});
  });

  test("include this page's own, which it sends when it changes and whenever it joins", () => {
    const sent = () => fake.sent.map(({ message }) => message);
    states.setOwn(ready);
    expect(sent()).toEqual([]);
    states.setJoined(true);
    expect(sent()).toEqual([{ room, state: ready }]);
    states.setOwn({ ...ready });
    expect(sent()).toHaveLength(1);
    states.setOwn(rowing);
    states.setJoined(false);
    states.setJoined(true);
    expect(sent().slice(1)).toEqual([
      { room, state: rowing },
      { room, state: rowing },
    ]);
    // The page of the room is no longer open, but the room is still held.
    states.closeOwn();
    states.closeOwn();
    expect(sent().slice(3)).toEqual([{ room, state: { ...rowing, isInFront: false } }]);
  });
});
