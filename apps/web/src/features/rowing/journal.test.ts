import 'fake-indexeddb/auto';
import { beginRow, finishByHand } from '@boathouse/row/progress';
import type { JournalStroke, KeptLife } from '@boathouse/row/life';
import { emptyTally } from '@boathouse/row/targets';
import { openDB } from 'idb';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AnotherWriterError, createJournal, JournalDeletedError, newToken } from './journal.ts';
import { deleteKeptRows, hasKeptRows } from './kept-rows.ts';

const mara = '018f0000-0000-7000-8000-00000000aaaa';
const anna = '018f0000-0000-7000-8000-00000000bbbb';

const kept: KeptLife = {
  key: '018f0000-0000-7000-8000-000000000001',
  id: '018f0000-0000-7000-8000-000000000001',
  place: {
    sessionId: '018f0000-0000-7000-8000-00000000cccc',
    workoutItemIndex: 1,
    title: 'Evening',
    workout: '2k',
  },
  begunAtMs: 1_763_746_800_000,
  timeZone: 'Europe/Oslo',
  isSimulated: true,
  stage: 'completing',
  begin: 'asked',
  lostTo: null,
  isEndedElsewhere: false,
  refusal: { class: 'gone', message: 'There is no such session' },
  strokesRefusal: null,
  patchRefusal: null,
  progress: { ...finishByHand(beginRow(), 5_000), distanceM: 1234.5, pieceNumber: 1 },
  hasHeardMonitor: true,
  nextSequence: 2,
  serverNext: 1,
  mustRead: true,
  storedBefore: [],
  targets: {
    strokeRate: { strokes: 2, kept: 1 },
    pace: { strokes: 0, kept: 0 },
    last: { intervalNumber: 1, strokeCount: 2 },
  },
};

const strokeOf = (sequence: number, isSent = false): JournalStroke => ({
  sequence,
  isSent,
  stroke: {
    pieceNumber: 1,
    intervalNumber: 1,
    strokeCount: sequence + 1,
    elapsedSec: 2.5,
    distanceM: 9.1,
    driveLengthM: 1.3,
    driveTimeSec: 0.8,
    recoveryTimeSec: null,
    strokeDistanceM: 9,
    peakForceN: 700.2,
    averageForceN: 410.1,
    workPerStrokeJ: 500.5,
    powerW: 190,
    paceSec: 122.5,
    strokeRateSpm: 24,
    heartRateBpm: 150,
    totalCalories: 3,
    forceCurveN: [0, 400, 700, 300],
  },
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('the journal', () => {
  test('has no row at first, and returns what was kept unchanged, also to another page', async () => {
    const journal = createJournal(mara);
    expect(await journal.claim()).toEqual([]);
    await journal.keep(kept, [strokeOf(0), strokeOf(1)]);
    expect(await createJournal(mara).peek()).toEqual([{ kept, strokes: [strokeOf(0), strokeOf(1)] }]);
  });

  test('reads a row that was kept before targets were counted', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, []);
    const database = await openDB(`boathouse-rows-${mara}`);
    const { targets: _targets, ...older } = await database.get('rows', kept.key);
    await database.put('rows', older);
    database.close();
    const [row] = await journal.peek();
    expect(row?.kept).toEqual({ ...kept, targets: emptyTally() });
  });

  test('keeps a stroke once, with its newest mark', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, [strokeOf(0), strokeOf(1)]);
    await journal.keep(kept, [strokeOf(0, true)]);
    expect(await journal.strokesOf(kept.key)).toEqual([strokeOf(0, true), strokeOf(1)]);
  });

  test('forgets a row with its strokes, and only that row', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    const later = { ...kept, key: 'later', begunAtMs: kept.begunAtMs + 1 };
    await journal.keep(later, [strokeOf(0)]);
    await journal.keep(kept, [strokeOf(0)]);
    expect((await journal.peek()).map((row) => row.kept.key)).toEqual([kept.key, 'later']);
    await journal.forget(kept.key);
    expect(await journal.peek()).toEqual([{ kept: later, strokes: [strokeOf(0)] }]);
  });

  test('belongs to one user', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, []);
    expect(await createJournal(anna).claim()).toEqual([]);
    expect(await journal.deviceId()).not.toBe(await createJournal(anna).deviceId());
  });

  test('has one id for this device', async () => {
    const id = await createJournal(mara).deviceId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await createJournal(mara).deviceId()).toBe(id);
    expect(newToken()).not.toBe(newToken());
  });

  test('lets only the page write that has claimed it last, and loses nothing of the other', async () => {
    const first = createJournal(mara);
    await first.claim();
    await first.keep(kept, [strokeOf(0)]);
    const second = createJournal(mara);
    expect(await second.claim()).toHaveLength(1);
    await expect(first.keep(kept, [strokeOf(1)])).rejects.toThrow(AnotherWriterError);
    await second.keep(kept, [strokeOf(1, true)]);
    expect(await first.strokesOf(kept.key)).toEqual([strokeOf(0), strokeOf(1, true)]);
  });

  test.each([
    ['of a row of another version', 'rows', { key: 'old', progress: '{"version":1,"progress":{}}' }],
    ['of no row', 'rows', { key: 'odd', player: 'one' }],
    ['of a broken stroke', 'strokes', { key: kept.key, sequence: 7, stroke: { strokeCount: 'many' } }],
  ])('ignores the data %s', async (_, store, value) => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, [strokeOf(0)]);
    const database = await openDB(`boathouse-rows-${mara}`);
    await database.put(store, value);
    database.close();
    expect(await journal.peek()).toEqual([{ kept, strokes: [strokeOf(0)] }]);
  });

  describe('of a deleted account', () => {
    const names = async () => (await indexedDB.databases()).map(({ name }) => name);

    test('is deleted although two tabs have it open, and neither makes it again', async () => {
      const tabs = [createJournal(mara), createJournal(mara)];
      for (const tab of tabs) await tab.claim();
      await tabs[1]?.keep(kept, [strokeOf(0)]);
      await createJournal(anna).claim();
      await deleteKeptRows(mara);
      expect(await names()).toEqual([`boathouse-rows-${anna}`]);
      for (const tab of tabs) {
        await expect(tab.keep(kept, [strokeOf(1)])).rejects.toThrow(JournalDeletedError);
        await expect(tab.claim()).rejects.toThrow(JournalDeletedError);
        await expect(tab.deviceId()).rejects.toThrow(JournalDeletedError);
      }
      expect(await names()).toEqual([`boathouse-rows-${anna}`]);
      expect(await hasKeptRows(mara)).toBe(false);
    });

    test('is deleted while a row is being written', async () => {
      const journal = createJournal(mara);
      await journal.claim();
      const writing = journal.keep(kept, [strokeOf(0)]);
      await deleteKeptRows(mara);
      await writing;
      expect(await names()).toEqual([]);
    });
  });

  test('steps aside for a newer version of the page', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    const newer = await openDB(`boathouse-rows-${mara}`, 2);
    newer.close();
    await expect(journal.peek()).rejects.toThrow('version');
  });

  test('rejects while the disk is full, and is the writer as soon as it is not', async () => {
    const journal = createJournal(mara);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space left.', 'QuotaExceededError');
    });
    await expect(journal.claim()).rejects.toThrow('No space left.');
    await expect(journal.keep(kept, [strokeOf(0)])).rejects.toThrow('No space left.');
    put.mockRestore();
    await journal.keep(kept, [strokeOf(0)]);
    expect(await journal.peek()).toEqual([{ kept, strokes: [strokeOf(0)] }]);
  });

  test('rejects where the browser forbids IndexedDB, and tries again', async () => {
    const journal = createJournal(mara);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await expect(journal.claim()).rejects.toThrow('insecure');
    open.mockRestore();
    expect(await journal.claim()).toEqual([]);
  });
});
