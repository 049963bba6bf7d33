// @vitest-environment happy-dom
import { beginRow, finishByHand, type RowProgress } from '@boathouse/workout/row-progress';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from './factory.ts';
import { createFakeActivityServer } from './fake-activity-server.ts';
import { RowKeeper } from './row-keeper.ts';
import { createRowShelf, type KeptRow } from './row-shelf.ts';

const mara = '018f0000-0000-7000-8000-00000000aaaa';
const anna = '018f0000-0000-7000-8000-00000000bbbb';

let warned: ReturnType<typeof vi.fn>;
beforeEach(() => {
  localStorage.clear();
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const progress: RowProgress = { ...finishByHand(beginRow(), 5_000), distanceM: 1234.5, pieceNumber: 1 };
const row: KeptRow = {
  activity: buildActivity({ isCompleted: false, completedAt: null }),
  isSimulated: true,
  progress,
  seq: 1_763_746_800_000,
  timeZone: 'Europe/Oslo',
};
const shelf = createRowShelf(() => localStorage, mara);
const keptText = (): Record<string, unknown> =>
  JSON.parse(localStorage.getItem(`boathouse.row.${mara}`) ?? '');

describe('the row stored on this device', () => {
  test('is read unchanged, also by another page, until it is cleared', () => {
    expect(shelf.get()).toBeNull();
    shelf.put(row);
    expect(createRowShelf(() => localStorage, mara).get()).toEqual(row);
    shelf.put({ ...row, seq: row.seq + 250 });
    expect(shelf.get()?.seq).toBe(row.seq + 250);
    shelf.clear();
    expect(shelf.get()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(warned).not.toHaveBeenCalled();
  });

  test('is also read in an older format without a time zone', () => {
    shelf.put(row);
    const { timeZone: _, ...older } = keptText();
    localStorage.setItem(`boathouse.row.${mara}`, JSON.stringify(older));
    const { timeZone: __, ...rest } = row;
    expect(shelf.get()).toEqual(rest);
  });

  test('belongs to one user; another on the same device neither reads nor clears it', () => {
    shelf.put(row);
    const other = createRowShelf(() => localStorage, anna);
    expect(other.get()).toBeNull();
    other.clear();
    expect(shelf.get()).toEqual(row);
  });

  test.each([
    ['no JSON', () => '{"activity":'],
    ['no object', () => '"row"'],
    ['nothing of ours', () => '{"player":"one"}'],
    ['of no activity', () => JSON.stringify({ ...keptText(), activity: { _id: 'x' } })],
    ['without a number of samples', () => JSON.stringify({ ...keptText(), seq: 'many' })],
    [
      'of progress of another version',
      () => JSON.stringify({ ...keptText(), progress: '{"version":0,"progress":{}}' }),
    ],
    ['of broken progress', () => JSON.stringify({ ...keptText(), progress: 'rowed a bit' })],
  ])('is nothing when it is %s', (_, broken) => {
    shelf.put(row);
    localStorage.setItem(`boathouse.row.${mara}`, broken());
    expect(shelf.get()).toBeNull();
    shelf.put(row);
    expect(shelf.get()).toEqual(row);
  });
});

describe('a browser that blocks storage', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  test('has no stored row, and storing one throws nothing', () => {
    const none = createRowShelf(forbidden, mara);
    none.put(row);
    none.clear();
    expect(none.get()).toBeNull();
    expect(warned).toHaveBeenCalledTimes(3);
  });

  test('allows a row to be started, finished and completed', async () => {
    vi.useFakeTimers();
    const server = createFakeActivityServer();
    const keeper = new RowKeeper({
      backend: server.connect().backend,
      shelf: createRowShelf(forbidden, mara),
      sendSample: () => true,
      onChange: () => {},
    });
    keeper.start();
    void keeper.begin(row.activity.session._id, 0, false);
    await vi.advanceTimersByTimeAsync(100);
    keeper.finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keeper.getSnapshot()).toMatchObject({ stage: 'completed', saving: { state: 'saved' } });
    expect(server.of('complete')).toHaveLength(1);
    keeper.stop();
  });
});
