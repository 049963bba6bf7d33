import { liveEvents } from '@boathouse/contract/live';
import { expect, test, vi } from 'vitest';
import { enterRoom, roomId, rowingSample } from '../../../../test/room/rowing-room.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';
import { workoutKeyOf } from '@boathouse/workout-text/parse';
import { RoomView } from './room-view.ts';

const workout = '2000m';
const begun = (name: string, distance = 0) =>
  buildActivity({ name, isCompleted: false, completedAt: null, distance, elapsedTime: distance / 4 });

function setUp(names: readonly string[]) {
  let nowMs = 0;
  const { room, activities, idOf, say, sendFrame } = enterRoom(names, { nowMs: () => nowMs });
  const view = new RoomView(room, { activities, workout, own: null }, () => nowMs);
  let isKeyframe = true;
  return {
    room,
    view,
    say,
    idOf,
    wait: (ms: number) => (nowMs += ms),
    frame(rows: readonly { activity: string; distance: number }[]) {
      const samples = rows.map(({ activity, distance }) => [activity, rowingSample(distance)] as const);
      sendFrame(Object.fromEntries(samples), isKeyframe);
      isKeyframe = false;
    },
  };
}

test('a row has its newest values at once, and its standing when the view is ranked', () => {
  const { view, frame, idOf } = setUp(['Ann', 'Ben']);
  frame([
    { activity: idOf('Ann'), distance: 90 },
    { activity: idOf('Ben'), distance: 100 },
  ]);
  expect(view.rowOf(idOf('Ben'))).toMatchObject({ distanceM: 100, silence: null });
  expect(view.standingOf(idOf('Ben'))?.rank).toBeNull();
  view.rank();
  expect([view.standingOf(idOf('Ben'))?.rank, view.standingOf(idOf('Ann'))?.rank]).toEqual([1, 2]);
  expect(view.rowOf('someone else')).toBeUndefined();
});

test('an athlete is loading, then unknown, then known with the first sample, and silent after 3 s', () => {
  const { view, frame, wait, idOf } = setUp(['Ann', 'Ben']);
  const silence = (name: string) => view.rowOf(idOf(name))?.silence;
  expect(silence('Ann')).toBe('loading');
  frame([{ activity: idOf('Ben'), distance: 10 }]);
  expect([silence('Ann'), silence('Ben')]).toEqual(['unknown', null]);
  wait(3_500);
  expect(silence('Ben')).toBe(3);
});

test('an athlete who has begun and waits with the erg is ready, but not one with earlier meters', () => {
  const { room, say, frame } = setUp([]);
  const [ann, ben] = [begun('Ann'), begun('Ben', 300)];
  const state = { item: 0, isErgConnected: true, setItems: [0], isInFront: true, isRowing: false };
  say(liveEvents.roomStates, {
    room: roomId,
    isWhole: true,
    states: [ann, ben].map(({ user }) => ({ user: user._id, state })),
  });
  frame([]);
  const view = new RoomView(room, { activities: [ann, ben], workout, own: null });
  expect(view.rowOf(ann._id)).toMatchObject({ waiting: 'ready', silence: null });
  expect(view.rowOf(ben._id)).toMatchObject({ waiting: null, silence: 'unknown' });
});

test('an athlete who began before the item was edited is named last, and ranked with those who have the same text', () => {
  const { room, frame } = setUp([]);
  const ann = buildActivity({ name: 'Ann', workout: '2 km', distance: 2_000, elapsedTime: 430 });
  const ben = buildActivity({ name: 'Ben', workout: '5000 m', distance: 5_000, elapsedTime: 400 });
  const cleo = { ...begun('Cleo'), workout: '500m' };
  frame([{ activity: cleo._id, distance: 1_900 }]);
  const view = new RoomView(room, { activities: [ann, ben, cleo], workout, own: null });
  const standings = view.standings.standings.map(({ rower, rank, rankedCount, gapBefore }) => [
    rower.activity.user.displayName,
    rank,
    rankedCount,
    gapBefore,
    rower.other !== null,
  ]);
  expect(standings).toEqual([
    ['Ann', 1, 1, null, false],
    ['Cleo', 1, 1, null, true],
    ['Ben', 1, 1, null, true],
  ]);
  view.update({ activities: [ann, ben, cleo], workout: '5k', own: null });
  expect(view.standingOf(ben._id)?.place).toBe(1);
  expect(view.standingOf(ann._id)?.rower.other?.key).toBe(workoutKeyOf('2000m'));
});

test('only batches with athletes of the view are passed on, while it is followed', () => {
  vi.useFakeTimers();
  const { view, frame, idOf } = setUp(['Ann']);
  const onBatch = vi.fn();
  const stop = view.follow(onBatch, () => {});
  frame([{ activity: '018f0000-0000-7000-8000-00000000bbbb', distance: 10 }]);
  vi.advanceTimersToNextFrame();
  expect(onBatch).not.toHaveBeenCalled();
  frame([{ activity: idOf('Ann'), distance: 20 }]);
  vi.advanceTimersToNextFrame();
  expect(onBatch).toHaveBeenCalledExactlyOnceWith(new Set([idOf('Ann')]));
  stop();
  frame([{ activity: idOf('Ann'), distance: 30 }]);
  vi.advanceTimersToNextFrame();
  expect(onBatch).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
