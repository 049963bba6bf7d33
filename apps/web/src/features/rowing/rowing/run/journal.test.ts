import 'fake-indexeddb/auto';
import { keptRecords } from '@boathouse/row/test/kept-records';
import { beginRow, finishByHand } from '@boathouse/row/reduce/progress';
import type { JournalStroke, KeptLife } from '@boathouse/row/life/life';
import { openDB } from 'idb';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AnotherWriterError, createJournal, JournalDeletedError } from './journal.ts';
import { deleteKeptRows } from './delete-kept-rows.ts';
import { hasKeptRows } from './kept-rows.ts';
import { rowNotes, rowWords } from './rows-mark.ts';

const mara = '018f0000-0000-7000-8000-00000000aaaa';
const anna = '018f0000-0000-7000-8000-00000000bbbb';

const kept: KeptLife = {
  key: '018f0000-0000-7000-8000-000000000001',
  id: '018f0000-0000-7000-8000-000000000001',
  place: {
    sessionId: '018f0000-0000-7000-8000-00000000cccc',
    workoutItemIndex: 1,
    title: 'Evening',
    workout: '5k @ 2k+10',
    bests: [{ distanceM: 2000, timeSec: 460.2 }],
  },
  begunAtMs: 1_763_746_800_000,
  isBegunHere: true,
  timeZone: 'Europe/Oslo',
  isSimulated: true,
  stage: 'completing',
  begin: 'asked',
  lostTo: null,
  isEndedElsewhere: false,
  refusal: { class: 'gone', message: 'There is no such session' },
  patchRefusal: null,
  progress: { ...finishByHand(beginRow(), 5_000), distanceM: 1234.5, pieceNumber: 1 },
  hasHeardMonitor: true,
  nextSequence: 2,
  serverNext: 1,
  mustRead: true,
  storedBefore: [],
  isLeft: true,
  heldUntilMs: null,
  takenUpAt: { elapsedSec: 12, distanceM: 48 },
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
    number: sequence + 1,
    interval: 1,
    elapsedTime: 2.5,
    distance: 9.1,
    pace: 122.5,
    strokeRate: 24,
    heartRate: 150,
    power: 190,
    driveLength: 1.3,
    driveTime: 0.8,
    recoveryTime: null,
    strokeDistance: 9,
    peakForce: 700.2,
    averageForce: 410.1,
    workPerStroke: 500.5,
    calories: 3,
    forceCurve: [0, 400, 700, 300],
    rowedAfterMs: 2_600,
  },
});

const nothing = { rows: [], unreadable: [] };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});

async function put(store: 'rows' | 'strokes', record: object): Promise<void> {
  const database = await openDB(`boathouse-rows-${mara}`);
  await database.put(store, record);
  database.close();
}

describe('the journal', () => {
  test('has no row at first, and returns stored rows unchanged, also to another page', async () => {
    const journal = createJournal(mara);
    expect(await journal.claim()).toEqual(nothing);
    await journal.keep(kept, [strokeOf(0), strokeOf(1)]);
    expect(await createJournal(mara).peek()).toEqual({
      rows: [{ kept, strokes: [strokeOf(0), strokeOf(1)] }],
      unreadable: [],
    });
  });

  test.each([
    ['the first page with a journal', keptRecords.first],
    ['the last page of version 1', keptRecords.version1],
  ])('reads a row and its strokes that %s has stored', async (_, { row, strokes }) => {
    const journal = createJournal(mara);
    await journal.claim();
    const database = await openDB(`boathouse-rows-${mara}`);
    await database.put('rows', row);
    for (const stroke of strokes) await database.put('strokes', stroke);
    database.close();
    const {
      rows: [read],
    } = await journal.peek();
    expect(read?.kept).toMatchObject({ key: row.key, stage: 'rowing', progress: { intervalNumber: 2 } });
    expect(read?.strokes.map(({ sequence, isSent }) => [sequence, isSent])).toEqual([
      [0, true],
      [1, false],
    ]);
    if (read === undefined) return;
    await journal.keep(read.kept, read.strokes);
    expect(await journal.peek()).toEqual({ rows: [read], unreadable: [] });
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
    expect((await journal.peek()).rows.map((row) => row.kept.key)).toEqual([kept.key, 'later']);
    await journal.forget(kept.key);
    expect(await journal.peek()).toEqual({ rows: [{ kept: later, strokes: [strokeOf(0)] }], unreadable: [] });
  });

  test('notes no row that is forgotten while it is still being written', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    const writing = journal.keep(kept, []);
    await journal.forget(kept.key);
    await writing;
    expect(rowNotes.read(mara)).toEqual({});
    expect(rowWords.read(mara)).toEqual({});
    await journal.keep(kept, []);
    expect(rowNotes.read(mara)).toEqual({ [kept.key]: kept.begunAtMs });
  });

  test('belongs to one user', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, []);
    expect(await createJournal(anna).claim()).toEqual(nothing);
    expect(await journal.deviceId('one')).toBe('one');
    expect(await createJournal(anna).deviceId('other')).toBe('other');
  });

  test('has one id for this device', async () => {
    const id = crypto.randomUUID();
    expect(await createJournal(mara).deviceId(id)).toBe(id);
    expect(await createJournal(mara).deviceId(crypto.randomUUID())).toBe(id);
  });

  test('lets only the last page that claimed it write, and loses nothing of the other', async () => {
    const first = createJournal(mara);
    await first.claim();
    await first.keep(kept, [strokeOf(0)]);
    const second = createJournal(mara);
    expect((await second.claim()).rows).toHaveLength(1);
    await expect(first.keep(kept, [strokeOf(1)])).rejects.toThrow(AnotherWriterError);
    await second.keep(kept, [strokeOf(1, true)]);
    expect(await first.strokesOf(kept.key)).toEqual([strokeOf(0), strokeOf(1, true)]);
  });

  test('ignores a broken stroke', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, [strokeOf(0)]);
    await put('strokes', { key: kept.key, sequence: 7, stroke: { number: 'many' } });
    expect(await journal.peek()).toEqual({ rows: [{ kept, strokes: [strokeOf(0)] }], unreadable: [] });
  });

  describe('with a row that this page can’t read', () => {
    const { key } = kept;
    const newer = {
      key,
      version: 99,
      id: 'activity',
      begin: 'stored',
      place: { title: 'Evening', workout: '2k' },
    };

    test.each([
      ['newer', newer, { why: 'newer', activityId: 'activity', title: 'Evening', workout: '2k' }],
      ['newer, begun nowhere yet', { ...newer, begin: 'unsent' }, { why: 'newer', activityId: null }],
      [
        'damaged',
        { key, version: 2, place: 7 },
        { why: 'damaged', activityId: key, title: null, workout: null },
      ],
      [
        'damaged in its progress',
        { ...keptRecords.first.row, key, progress: '{' },
        { why: 'damaged', workout: '2x20m/0:30r' },
      ],
    ])('(%s) names it, with its strokes and all readable fields', async (_, stored, expected) => {
      const journal = createJournal(mara);
      await journal.claim();
      await journal.keep(kept, [strokeOf(0, true), strokeOf(1)]);
      await put('rows', stored);
      const { rows, unreadable } = await createJournal(mara).claim();
      expect(rows).toEqual([]);
      expect(unreadable).toMatchObject([
        { key, ...expected, strokes: [strokeOf(0, true), strokeOf(1)], stored },
      ]);
      expect(unreadable[0]?.storedStrokes).toHaveLength(2);
      expect(await hasKeptRows(mara)).toBe(true);
    });

    test('is from a newer page if one of its strokes is', async () => {
      const journal = createJournal(mara);
      await journal.claim();
      await journal.keep(kept, [strokeOf(0)]);
      await put('strokes', { key, version: 99, sequence: 1, beats: [1, 2] });
      expect(await journal.claim()).toMatchObject({
        rows: [],
        unreadable: [{ why: 'newer', strokes: [strokeOf(0)] }],
      });
    });

    test('does not change its record, and marks its strokes', async () => {
      const journal = createJournal(mara);
      await journal.claim();
      await journal.keep(kept, [strokeOf(0), strokeOf(1)]);
      await put('rows', newer);
      await journal.claim();
      await journal.keep({ ...kept, serverNext: 2 }, [strokeOf(1, true)]);
      expect(await journal.claim()).toMatchObject({
        unreadable: [{ stored: newer, strokes: [strokeOf(0), strokeOf(1, true)] }],
      });
    });

    test('can be written again once it is forgotten', async () => {
      const journal = createJournal(mara);
      await journal.claim();
      await put('rows', newer);
      await journal.claim();
      await journal.forget(key);
      expect(await hasKeptRows(mara)).toBe(false);
      await journal.keep(kept, []);
      expect((await journal.peek()).rows).toHaveLength(1);
    });
  });

  describe('of a deleted account', () => {
    const names = async () => (await indexedDB.databases()).map(({ name }) => name);

    test('is deleted although two tabs have it open, and neither creates it again', async () => {
      const tabs = [createJournal(mara), createJournal(mara)];
      for (const tab of tabs) await tab.claim();
      await tabs[1]?.keep(kept, [strokeOf(0)]);
      await createJournal(anna).claim();
      await deleteKeptRows(mara);
      expect(await names()).toEqual([`boathouse-rows-${anna}`]);
      for (const tab of tabs) {
        await expect(tab.keep(kept, [strokeOf(1)])).rejects.toThrow(JournalDeletedError);
        await expect(tab.claim()).rejects.toThrow(JournalDeletedError);
        await expect(tab.deviceId('one')).rejects.toThrow(JournalDeletedError);
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

  test('rejects while the disk is full, and can be claimed and written again afterwards', async () => {
    const journal = createJournal(mara);
    const fillDisk = () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('No space left.', 'QuotaExceededError');
      });
    let put = fillDisk();
    await expect(journal.claim()).rejects.toThrow('No space left.');
    put.mockRestore();
    expect(await journal.claim()).toEqual(nothing);
    put = fillDisk();
    await expect(journal.keep(kept, [strokeOf(0)])).rejects.toThrow('No space left.');
    put.mockRestore();
    await journal.keep(kept, [strokeOf(0)]);
    expect(await journal.peek()).toEqual({ rows: [{ kept, strokes: [strokeOf(0)] }], unreadable: [] });
  });

  test('may have rows if the browser does not report it within 2 s', async () => {
    vi.useFakeTimers();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
    const answer = hasKeptRows(mara);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await answer).toBe(true);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('opens again after the browser has closed it', async () => {
    const databases: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
      const request = open(...given);
      request.addEventListener('success', () => databases.push(request.result));
      return request;
    });
    const journal = createJournal(mara);
    await journal.claim();
    const [database] = databases;
    // Its declared parameter is the class of the database.
    Reflect.apply(forceCloseDatabase, undefined, [database]);
    await journal.keep(kept, [strokeOf(0)]);
    expect((await journal.peek()).rows).toEqual([{ kept, strokes: [strokeOf(0)] }]);
    expect(databases).toHaveLength(2);
  });

  test('opens again when asked to, and is still the writer', async () => {
    const journal = createJournal(mara);
    await journal.claim();
    await journal.keep(kept, [strokeOf(0)]);
    journal.reopen();
    await journal.keep(kept, [strokeOf(1)]);
    expect(await journal.strokesOf(kept.key)).toEqual([strokeOf(0), strokeOf(1)]);
  });

  test('rejects if the browser forbids IndexedDB, and tries again', async () => {
    const journal = createJournal(mara);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await expect(journal.claim()).rejects.toThrow('insecure');
    open.mockRestore();
    expect(await journal.claim()).toEqual(nothing);
  });
});
