import type { JournalStroke, KeptLife } from '@boathouse/row/life/life';
import { isRowed } from '@boathouse/row/reduce/state';
import { formatDuration } from '@boathouse/workout/pace';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { v4 as uuidv4 } from 'uuid';
import { formatDistance, formatWorkout } from '../../../../lib/format.ts';
import { journalNameOf } from './kept-rows.ts';
import { forgetLossOf, rowNotes, rowWords } from './rows-mark.ts';
import {
  rowsIn,
  rowRecordOf,
  strokeRecordOf,
  strokesIn,
  type JournalRows,
  type StoredRowRecord,
  type StoredStrokeRecord,
} from './journal-records.ts';

/**
 * Stores rows on this device before they are sent or shown. One page writes at a time: only `claim` makes this page the
 * writer. On any other page, `keep` and `forget` reject with `AnotherWriterError`.
 */
export type Journal = {
  /** Id of this browser profile and user for the server. `orElse` becomes the id if there is none. */
  deviceId(orElse: string): Promise<string>;
  /** Makes the next call open the database again: the browser may have closed it, or it no longer responds. */
  reopen(): void;
  /** Makes this page the writer, and reads the rows. */
  claim(): Promise<JournalRows>;
  /** Reads the rows without becoming the writer. */
  peek(): Promise<JournalRows>;
  /** Stores a row and some of its strokes in one transaction; for a row that could not be read, only the strokes. */
  keep(kept: KeptLife, strokes: readonly JournalStroke[]): Promise<void>;
  strokesOf(key: string): Promise<JournalStroke[]>;
  forget(key: string): Promise<void>;
};

/** The user has deleted their account, on this page or another. Every later call rejects with this error. */
export class JournalDeletedError extends Error {
  override name = 'JournalDeletedError';
}

export class AnotherWriterError extends Error {
  override name = 'AnotherWriterError';
}

interface Tables extends DBSchema {
  rows: { key: string; value: StoredRowRecord };
  strokes: { key: [string, number]; value: StoredStrokeRecord };
  /** The device's id and the writing page. */
  about: { key: 'device' | 'writer'; value: string };
}
type Database = IDBPDatabase<Tables>;

/** Version of the tables. Their records have separate versions (`row/life/kept/versions`), which need no new tables. */
const version = 1;

/**
 * @param onGone called when another connection deletes the database (true) or upgrades it, or the browser closes it, as
 *   when its storage process ends; this connection is then closed
 */
function open(userId: string, onGone: (isDeleted: boolean) => void): Promise<Database> {
  return openDB<Tables>(journalNameOf(userId), version, {
    blocking(_currentVersion, wantedVersion, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      onGone(wantedVersion === null);
    },
    terminated: () => onGone(false),
    upgrade(database) {
      database.createObjectStore('rows', { keyPath: 'key' });
      database.createObjectStore('strokes', { keyPath: ['key', 'sequence'] });
      database.createObjectStore('about');
    },
  });
}

const everyStrokeOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.POSITIVE_INFINITY]);

/** Earlier versions kept totals in local storage, which this version can't continue; the server has them too. */
function forgetOlderCopy(userId: string): void {
  try {
    localStorage.removeItem(`boathouse.row.${userId}`);
  } catch (error) {
    console.info('Local storage is not available', error);
  }
}

/** Opens the journal of a user. Every call rejects if the browser forbids IndexedDB or its disk is full. */
export function createJournal(userId: string): Journal {
  forgetOlderCopy(userId);
  // Not crypto.randomUUID, which exists only on HTTPS and localhost.
  const writer = uuidv4();
  let opening: Promise<Database> | null = null;
  let isDeleted = false;
  let unreadable = new Set<string>();
  /** How often each row was deleted here: a write that ends later must not store the row's note. */
  const forgotten = new Map<string, number>();
  const database = async () => {
    // Opening it again would create an empty database that nothing deletes.
    if (isDeleted) throw new JournalDeletedError('The account of this journal is deleted');
    opening ??= connect();
    return opening;
  };
  const connect = (): Promise<Database> => {
    const mine: Promise<Database> = open(userId, (hasBeenDeleted) => {
      forget();
      isDeleted ||= hasBeenDeleted;
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    // A late event of an earlier connection must not affect the present one.
    const forget = () => {
      if (opening === mine) opening = null;
    };
    return mine;
  };

  function reopen(): void {
    // Its transactions that are already written remain.
    void opening?.then((open) => open.close()).catch(() => {});
    opening = null;
  }

  async function readAll(isClaiming: boolean): Promise<JournalRows> {
    const transaction = (await database()).transaction(['about', 'rows', 'strokes'], 'readwrite');
    const [rows, strokes] = await Promise.all([
      transaction.objectStore('rows').getAll(),
      transaction.objectStore('strokes').getAll(),
      ...(isClaiming ? [transaction.objectStore('about').put(writer, 'writer')] : []),
    ]);
    await transaction.done;
    const keys = rows.map(({ key }) => key);
    if (isClaiming) for (const notes of [rowNotes, rowWords]) notes.compare(userId, keys);
    const read = rowsIn(rows, strokes);
    unreadable = new Set(read.unreadable.map(({ key }) => key));
    return read;
  }

  /** Begins a transaction of the page that claimed the journal last; rejects on any other. */
  async function writing() {
    const transaction = (await database()).transaction(['about', 'rows', 'strokes'], 'readwrite');
    const done = transaction.done.catch(() => {});
    if ((await transaction.objectStore('about').get('writer')) === writer) return transaction;
    transaction.abort();
    await done;
    throw new AnotherWriterError('Another tab writes the journal');
  }

  return {
    reopen,
    async deviceId(orElse) {
      const transaction = (await database()).transaction('about', 'readwrite');
      const known = await transaction.store.get('device');
      const id = known ?? orElse;
      if (known === undefined) await transaction.store.put(id, 'device');
      await transaction.done;
      return id;
    },
    claim: () => readAll(true),
    peek: () => readAll(false),
    async keep(kept, strokes) {
      const timesForgotten = forgotten.get(kept.key);
      const transaction = await writing();
      const table = transaction.objectStore('strokes');
      await Promise.all([
        ...(unreadable.has(kept.key) ? [] : [transaction.objectStore('rows').put(rowRecordOf(kept))]),
        ...strokes.map((stroke) => table.put(strokeRecordOf(kept.key, stroke))),
        transaction.done,
      ]);
      if (forgotten.get(kept.key) !== timesForgotten) return;
      rowNotes.add(userId, kept.key, kept.begunAtMs);
      if (kept.lostTo === null) forgetLossOf(userId, kept.key);
      if (isRowed(kept.progress)) rowWords.add(userId, kept.key, wordsOf(kept));
    },
    async strokesOf(key) {
      const stored = await (await database()).getAll('strokes', everyStrokeOf(key));
      return strokesIn(stored);
    },
    async forget(key) {
      forgotten.set(key, (forgotten.get(key) ?? 0) + 1);
      const transaction = await writing();
      rowNotes.remove(userId, key);
      rowWords.remove(userId, key);
      await Promise.all([
        transaction.objectStore('rows').delete(key),
        transaction.objectStore('strokes').delete(everyStrokeOf(key)),
        transaction.done,
      ]);
      unreadable.delete(key);
    },
  };
}

function wordsOf({ place, progress }: KeptLife): string {
  const { distanceM, elapsedSec } = progress.result ?? progress;
  return `${formatWorkout(place.workout)}, ${formatDistance(distanceM)} in ${formatDuration(elapsedSec)}`;
}
