import { liveEvents, type LiveSample } from '@boathouse/contract/live';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { enterRoom, roomId, rowingSample } from '../../../../../test/room/rowing-room.ts';
import type { OwnLane } from '../room-view.ts';
import { CrewStore } from './crew-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(names: string[], getOwnSample?: () => LiveSample | null) {
  const { room, activities, idOf, say, sendFrameOf } = enterRoom(names);
  const ownListeners = new Set<() => void>();
  const own: OwnLane | null = getOwnSample
    ? {
        activityId: activities[0]?._id ?? '',
        getSample: getOwnSample,
        subscribe(listener) {
          ownListeners.add(listener);
          return () => void ownListeners.delete(listener);
        },
      }
    : null;
  const viewerId = own === null ? '' : (activities[0]?.user._id ?? '');
  const input = { activities, workout: '2000m', viewerId, own };
  const store = new CrewStore(room, input);
  return {
    store,
    input,
    idOf,
    say,
    frame: sendFrameOf,
    tellOwn: () => {
      for (const listener of ownListeners) listener();
    },
    ownListeners,
    laneOf: (name: string) => store.getLane(idOf(name)),
    names: () => store.getShown().map((id) => store.getLane(id)?.name),
  };
}

describe('the lanes of a crew in the store', () => {
  test('shows the samples of a frame in the next animation frame, together', () => {
    const { store, frame, idOf, laneOf } = setUp(['Ann', 'Ben']);
    const ann = vi.fn();
    onTestFinished(store.subscribe(() => {}));
    store.subscribeLane(idOf('Ann'), ann);
    for (let at = 1; at <= 5; at += 1) {
      frame({ Ann: rowingSample(100 + at, { currentPace: 120 + at }), Ben: rowingSample(90) });
      frame({ Ann: rowingSample(100 + at, { currentPace: 130 + at }) });
      expect(ann).toHaveBeenCalledTimes(at - 1);
      vi.advanceTimersToNextFrame();
      expect(ann).toHaveBeenCalledTimes(at);
    }
    expect(laneOf('Ann')).toMatchObject({ rank: '1', isStale: false, pace: '2:15.0' });
  });

  test('renews a lane only when one of its texts changes, and moves its boat independently', () => {
    const { store, frame, idOf, laneOf } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(1000), Ben: rowingSample(90) });
    vi.advanceTimersByTime(300);
    const [ann, ben] = [laneOf('Ann'), laneOf('Ben')];
    const moved = vi.fn();
    const benChanged = vi.fn();
    store.subscribeLane(idOf('Ann'), moved);
    store.subscribeLane(idOf('Ben'), benChanged);
    frame({ Ann: rowingSample(1004) });
    vi.advanceTimersByTime(300);
    expect(laneOf('Ann')).toBe(ann);
    expect(moved).toHaveBeenCalledOnce();
    expect(store.getPosition(idOf('Ann'))).toBe(0.502);
    // The gap to Ann has changed.
    expect(laneOf('Ben')).not.toBe(ben);
    expect(benChanged).toHaveBeenCalledOnce();
  });

  test('notifies of a new order, not of every batch', () => {
    const { store, frame, names } = setUp(['Ann', 'Ben']);
    frame({ Ann: rowingSample(100), Ben: rowingSample(90) });
    const changed = vi.fn();
    onTestFinished(store.subscribe(changed));
    for (let at = 2; at < 6; at += 1) {
      frame({ Ann: rowingSample(100 + at), Ben: rowingSample(90 + at) });
      vi.advanceTimersByTime(300);
    }
    expect(changed).not.toHaveBeenCalled();
    expect(names()).toEqual(['Ann', 'Ben']);
    frame({ Ben: rowingSample(130) });
    vi.advanceTimersByTime(300);
    expect(changed).toHaveBeenCalledOnce();
    expect(names()).toEqual(['Ben', 'Ann']);
  });

  test("shows the viewer's own values from this page, not their echo from the server", () => {
    let own = rowingSample(500);
    const { store, frame, tellOwn, idOf, names } = setUp(['Ann', 'Ben'], () => own);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(400), Ben: rowingSample(480) });
    vi.advanceTimersByTime(300);
    expect(names()).toEqual(['You', 'Ben']);
    expect(store.getPosition(idOf('Ann'))).toBe(0.25);
    own = rowingSample(504);
    tellOwn();
    vi.advanceTimersByTime(300);
    expect(store.getPosition(idOf('Ann'))).toBe(0.252);
    expect(store.getSummary()).toMatchObject({ rank: '1 of 2', behind: 'Ben', gapBehind: '5.8 s behind' });
  });

  test('an athlete without samples for 3 s keeps the place, and how long is counted', () => {
    const { store, frame, laneOf, names } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(500), Ben: rowingSample(100) });
    for (let at = 2; at <= 24; at += 1) {
      vi.advanceTimersByTime(250);
      frame({ Ben: rowingSample(100 + at) });
    }
    vi.advanceTimersByTime(250);
    expect(laneOf('Ann')).toMatchObject({ isStale: true, state: 'No signal 6 s', rank: '1' });
    expect(laneOf('Ben')).toMatchObject({ isStale: false, state: null });
    expect(names()).toEqual(['Ann', 'Ben']);
    // Gray immediately, with its age later; even when no athlete sends.
    vi.advanceTimersByTime(1_750);
    expect(laneOf('Ben')).toMatchObject({ isStale: true, state: null });
    vi.advanceTimersByTime(2_250);
    expect(laneOf('Ben')).toMatchObject({ isStale: true, state: 'No signal 4 s' });
  });

  test("an athlete who has begun and waits for the first stroke is ready, and no one is silent before the room's values arrive", () => {
    const { store, say, input, laneOf, frame } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    const state = { isErgConnected: true, setItems: [0], isInFront: true, item: 0, isRowing: false };
    say(liveEvents.roomStates, {
      room: roomId,
      isWhole: true,
      states: [{ user: input.activities[0]?.user._id, state }],
    });
    vi.advanceTimersByTime(1_000);
    expect(laneOf('Ann')).toMatchObject({ isStale: false, state: 'Ready' });
    expect(laneOf('Ben')).toMatchObject({ isStale: false, state: '' });
    frame({});
    vi.advanceTimersByTime(1_000);
    expect(laneOf('Ben')).toMatchObject({ isStale: true, state: 'No signal' });
  });

  test('an athlete who took a row of 300 m to another device, which has no record of the erg yet, is not about to begin', () => {
    const { store, say, input, laneOf, frame } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({});
    const [ann, ...others] = input.activities;
    store.update({ ...input, activities: [{ ...(ann ?? buildActivity()), distance: 300 }, ...others] });
    const state = { isErgConnected: true, setItems: null, isInFront: true, item: 0, isRowing: false };
    say(liveEvents.roomStates, { room: roomId, isWhole: true, states: [{ user: ann?.user._id, state }] });
    vi.advanceTimersByTime(1_000);
    expect(laneOf('Ann')).toMatchObject({ state: 'No signal' });
    expect(store.getPosition(ann?._id ?? '')).toBeGreaterThan(0);
  });

  test('takes new athletes and results, and a result is exact', () => {
    const { store, input, frame, names, laneOf } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(1990), Ben: rowingSample(1950) });
    vi.advanceTimersByTime(300);
    const done = (index: number, elapsedTime: number) => ({
      ...(input.activities[index] ?? buildActivity()),
      isCompleted: true,
      distance: 2000,
      elapsedTime,
    });
    store.update({ ...input, activities: [done(0, 430), done(1, 421.5)] });
    expect(names()).toEqual(['Ben', 'Ann']);
    expect(laneOf('Ben')).toMatchObject({ state: '7:01.5', rank: '1' });
    expect(laneOf('Ann')).toMatchObject({ gap: '8.5 s', nameBefore: 'Ben' });
  });

  test('follows nothing while there is no listener', () => {
    const { store, frame, ownListeners, laneOf } = setUp(['Ann', 'Ben'], () => rowingSample(1));
    store.subscribe(() => {})();
    expect(vi.getTimerCount()).toBe(0);
    expect(ownListeners.size).toBe(0);
    const before = laneOf('Ben');
    frame({ Ben: rowingSample(400) });
    vi.advanceTimersByTime(1_000);
    expect(laneOf('Ben')).toBe(before);
  });
});
