import type { ListedActivity } from '@boathouse/contract/activities';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { enterRoom, rowingSample } from '../../../../../test/room/rowing-room.ts';
import { GridStore } from './grid-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(names: string[], results: ListedActivity[] = []) {
  const { room, activities, idOf, sendFrameOf: frame } = enterRoom(names);
  const input = { activities, results, workout: '2000m', staleMinutesOf: () => null };
  const store = new GridStore(room, input);
  const namesInOrder = () => store.getView().order.map((id) => store.getRow(id)?.cells.name.text);
  const cellsOf = (name: string) => store.getRow(idOf(name))?.cells;
  return { store, input, frame, idOf, namesInOrder, cellsOf };
}

describe('the grid of a workout item', () => {
  test('renders a row in the animation frame after its sample, and only the rows with samples', () => {
    const { store, frame, idOf, cellsOf } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    const [ann, ben] = [vi.fn(), vi.fn()];
    store.subscribeRow(idOf('Ann'), ann);
    store.subscribeRow(idOf('Ben'), ben);
    for (let at = 1; at <= 5; at += 1) {
      frame({ Ann: rowingSample(100 + at) });
      expect(ann).toHaveBeenCalledTimes(at - 1);
      vi.advanceTimersToNextFrame();
      expect(ann).toHaveBeenCalledTimes(at);
      expect(cellsOf('Ann')?.distance.text).toBe(`${100 + at} m`);
    }
    expect(ben).not.toHaveBeenCalled();
  });

  test('does not render a row whose texts are the same', () => {
    const { store, frame, idOf } = setUp(['Ann']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(100) });
    vi.advanceTimersByTime(1_100);
    const ann = vi.fn();
    store.subscribeRow(idOf('Ann'), ann);
    frame({ Ann: rowingSample(100.1) });
    vi.advanceTimersByTime(500);
    expect(ann).not.toHaveBeenCalled();
  });

  test('renders no row outside the screen, and its newest values once it is back', () => {
    const { store, frame, idOf, cellsOf } = setUp(['Ann']);
    onTestFinished(store.subscribe(() => {}));
    const ann = vi.fn();
    store.subscribeRow(idOf('Ann'), ann);
    store.setVisible(idOf('Ann'), false);
    frame({ Ann: rowingSample(100) });
    vi.advanceTimersByTime(1_500);
    frame({ Ann: rowingSample(150) });
    vi.advanceTimersByTime(1_500);
    expect(ann).not.toHaveBeenCalled();
    store.setVisible(idOf('Ann'), true);
    expect(ann).toHaveBeenCalledOnce();
    expect(cellsOf('Ann')?.distance.text).toBe('150 m');
    store.setVisible(idOf('Ann'), true);
    expect(ann).toHaveBeenCalledOnce();
  });

  test('is in the order of the ranks, computed once a second, with gaps to the leader and results before', () => {
    const done = buildActivity({
      name: 'Dan',
      workout: '2000m',
      distance: 2000,
      elapsedTime: 400,
      averagePace: 100,
    });
    const { store, frame, namesInOrder, cellsOf } = setUp(['Ann', 'Ben'], [done]);
    const onView = vi.fn();
    onTestFinished(store.subscribe(onView));
    frame({ Ann: rowingSample(200), Ben: rowingSample(250) });
    vi.advanceTimersByTime(1_000);
    expect(namesInOrder()).toEqual(['Ben', 'Ann']);
    expect([cellsOf('Ben')?.rank.text, cellsOf('Ann')?.rank.text]).toEqual(['2', '3']);
    onView.mockClear();
    frame({ Ann: rowingSample(300), Ben: rowingSample(260) });
    vi.advanceTimersByTime(300);
    expect(onView).not.toHaveBeenCalled();
    vi.advanceTimersByTime(700);
    expect(namesInOrder()).toEqual(['Ann', 'Ben']);
  });

  test('keeps its order while it is frozen, shows this, and sorts afterwards', () => {
    const { store, frame, namesInOrder } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(200), Ben: rowingSample(250) });
    vi.advanceTimersByTime(1_000);
    store.freeze(true);
    expect(store.getView().isHeld).toBe(false);
    frame({ Ann: rowingSample(400), Ben: rowingSample(260) });
    vi.advanceTimersByTime(3_000);
    expect(namesInOrder()).toEqual(['Ben', 'Ann']);
    expect(store.getView().isHeld).toBe(true);
    store.freeze(false);
    expect(namesInOrder()).toEqual(['Ann', 'Ben']);
    expect(store.getView().isHeld).toBe(false);
  });

  test('adds and removes athletes even while it is frozen', () => {
    const { store, input, frame, idOf, namesInOrder } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(200), Ben: rowingSample(250) });
    vi.advanceTimersByTime(1_000);
    store.freeze(true);
    const cleo = buildActivity({
      name: 'Cleo',
      workout: '2 x 1000 m',
      isCompleted: false,
      completedAt: null,
      distance: 900,
    });
    store.update({ ...input, activities: [...input.activities.slice(0, 1), cleo] });
    expect(namesInOrder()).toEqual(['Ann', 'Cleo']);
    // Begun before the item was reworded.
    expect(store.getRow(cleo._id)).toMatchObject({ otherWorkout: '2 x 1000 m' });
    expect(store.getRow(idOf('Ann'))).toMatchObject({ otherWorkout: null });
  });

  test('sorts by a column at once, and in reverse the second time', () => {
    const { store, namesInOrder } = setUp(['Ann', 'Ben']);
    onTestFinished(store.subscribe(() => {}));
    store.freeze(true);
    store.sortBy('name');
    expect(namesInOrder()).toEqual(['Ann', 'Ben']);
    store.sortBy('name');
    expect(namesInOrder()).toEqual(['Ben', 'Ann']);
  });

  test('hides columns without any value, and keeps columns that had one', () => {
    const { store, frame } = setUp(['Ann']);
    onTestFinished(store.subscribe(() => {}));
    frame({ Ann: rowingSample(200) });
    vi.advanceTimersByTime(1_000);
    expect(store.getView().columns).not.toContain('heartRate');
    frame({ Ann: rowingSample(200, { heartRate: 150 }) });
    vi.advanceTimersByTime(1_000);
    frame({ Ann: rowingSample(200) });
    vi.advanceTimersByTime(1_000);
    expect(store.getView().columns).toContain('heartRate');
  });

  test('keeps every split that it has received', () => {
    const { store, frame, idOf } = setUp(['Ann']);
    onTestFinished(store.subscribe(() => {}));
    for (const number of [1, 2]) {
      const lastSplit = { number, time: 100, distance: 400, pace: 125 };
      frame({ Ann: rowingSample(number * 400, { lastSplit }) });
      vi.advanceTimersByTime(300);
    }
    expect([...store.getSplits(idOf('Ann')).keys()]).toEqual([1, 2]);
  });
});
