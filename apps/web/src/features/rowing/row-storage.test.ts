// @vitest-environment happy-dom
import { beginRow, finishByHand, type RowProgress } from '@boathouse/row/progress';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from '../sessions/factory.ts';
import { createFakeActivityServer } from './fake-activity-server.ts';
import { RowController } from './row-controller.ts';
import { createRowStorage, type StoredRow } from './row-storage.ts';

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
const row: StoredRow = {
  activity: buildActivity({ isCompleted: false, completedAt: null }),
  isSimulated: true,
  progress,
  seq: 1_763_746_800_000,
  timeZone: 'Europe/Oslo',
};
const rowStorage = createRowStorage(() => localStorage, mara);
const keptText = (): Record<string, unknown> =>
  JSON.parse(localStorage.getItem(`boathouse.row.${mara}`) ?? '');

describe('the row stored on this device', () => {
  test('is read unchanged, also by another page, until it is cleared', () => {
    expect(rowStorage.get()).toBeNull();
    rowStorage.put(row);
    expect(createRowStorage(() => localStorage, mara).get()).toEqual(row);
    rowStorage.put({ ...row, seq: row.seq + 250 });
    expect(rowStorage.get()?.seq).toBe(row.seq + 250);
    rowStorage.clear();
    expect(rowStorage.get()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(warned).not.toHaveBeenCalled();
  });

  test('is also read in an older format without a time zone', () => {
    rowStorage.put(row);
    const { timeZone: _, ...older } = keptText();
    localStorage.setItem(`boathouse.row.${mara}`, JSON.stringify(older));
    const { timeZone: __, ...rest } = row;
    expect(rowStorage.get()).toEqual(rest);
  });

  test('belongs to one user; another on the same device neither reads nor clears it', () => {
    rowStorage.put(row);
    const other = createRowStorage(() => localStorage, anna);
    expect(other.get()).toBeNull();
    other.clear();
    expect(rowStorage.get()).toEqual(row);
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
    rowStorage.put(row);
    localStorage.setItem(`boathouse.row.${mara}`, broken());
    expect(rowStorage.get()).toBeNull();
    rowStorage.put(row);
    expect(rowStorage.get()).toEqual(row);
  });
});

describe('a browser that blocks storage', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  test('has no stored row, and storing one throws nothing', () => {
    const none = createRowStorage(forbidden, mara);
    none.put(row);
    none.clear();
    expect(none.get()).toBeNull();
    expect(warned).toHaveBeenCalledTimes(3);
  });

  test('allows a row to be started, finished and completed', async () => {
    vi.useFakeTimers();
    const server = createFakeActivityServer();
    const controller = new RowController({
      backend: server.connect().backend,
      rowStorage: createRowStorage(forbidden, mara),
      sendSample: () => true,
      onChange: () => {},
    });
    controller.start();
    void controller.begin(row.activity.session._id, 0, false);
    await vi.advanceTimersByTimeAsync(100);
    controller.finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(controller.getSnapshot()).toMatchObject({ stage: 'completed', saving: { state: 'saved' } });
    expect(server.of('complete')).toHaveLength(1);
    controller.stop();
  });
});
