import { restoreRow, serialiseRow } from '@boathouse/row/serialisation';
import type { JournalStroke, KeptLife } from '@boathouse/row/life';
import { emptyTally } from '@boathouse/row/targets';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import { journalNameOf } from './kept-rows.ts';

/** A row of this browser and user, with its strokes in order. */
export type JournalRow = { kept: KeptLife; strokes: JournalStroke[] };

/**
 * Stores rows on this device before they are sent or shown. One page writes at a time: `claim` makes this page the
 * writer, and a page that has lost that rejects with `AnotherWriterError`.
 */
export type Journal = {
  /** Id of this browser profile and user for the server. */
  deviceId(): Promise<string>;
  /** Makes this page the writer, and reads the rows, oldest first. */
  claim(): Promise<JournalRow[]>;
  /** Reads the rows without becoming the writer. */
  peek(): Promise<JournalRow[]>;
  /** Stores a row and some of its strokes in one transaction. */
  keep(kept: KeptLife, strokes: readonly JournalStroke[]): Promise<void>;
  strokesOf(key: string): Promise<JournalStroke[]>;
  forget(key: string): Promise<void>;
};

/** The user has deleted their account, on this page or another. Every later call rejects with it. */
export class JournalDeletedError extends Error {
  override name = 'JournalDeletedError';
}

export class AnotherWriterError extends Error {
  override name = 'AnotherWriterError';
}

const nullable = { number: z.nullable(z.number()), string: z.nullable(z.string()) };

const CountSchema = z.object({ strokes: z.int(), kept: z.int() });
const TallySchema = z.object({
  strokeRate: CountSchema,
  pace: CountSchema,
  last: z.nullable(z.object({ intervalNumber: z.int(), strokeCount: z.int() })),
});

const KeptSchema = z.object({
  key: z.string(),
  id: z.string(),
  place: z.object({
    sessionId: z.string(),
    workoutItemIndex: z.int(),
    title: z.string(),
    workout: z.string(),
  }),
  begunAtMs: z.number(),
  timeZone: nullable.string,
  isSimulated: z.boolean(),
  stage: z.enum(['rowing', 'completing', 'completed', 'discarding']),
  begin: z.enum(['unsent', 'asked', 'stored']),
  lostTo: z.nullable(z.enum(['device', 'tab'])),
  isEndedElsewhere: z.boolean(),
  refusal: z.nullable(z.object({ class: z.enum(['gone', 'completed', 'busy', 'bad']), message: z.string() })),
  strokesRefusal: nullable.string,
  patchRefusal: nullable.string,
  progress: z.string(),
  hasHeardMonitor: z.boolean(),
  nextSequence: z.int(),
  serverNext: z.int(),
  mustRead: z.boolean(),
  storedBefore: z.array(
    z.object({
      intervalNumber: z.int(),
      strokeCount: z.int(),
      driveLengthM: z.number(),
      driveTimeSec: z.number(),
      peakForceN: z.number(),
      averageForceN: z.number(),
    }),
  ),
  // Rows of older pages have none.
  targets: z._default(TallySchema, emptyTally()),
});
type StoredKept = z.infer<typeof KeptSchema>;

const StrokeSchema = z.object({
  key: z.string(),
  sequence: z.int(),
  isSent: z.boolean(),
  stroke: z.object({
    pieceNumber: z.int(),
    intervalNumber: z.int(),
    strokeCount: z.int(),
    elapsedSec: z.number(),
    distanceM: z.number(),
    driveLengthM: z.number(),
    driveTimeSec: z.number(),
    recoveryTimeSec: nullable.number,
    strokeDistanceM: z.number(),
    peakForceN: z.number(),
    averageForceN: z.number(),
    workPerStrokeJ: nullable.number,
    powerW: nullable.number,
    paceSec: nullable.number,
    strokeRateSpm: z.number(),
    heartRateBpm: nullable.number,
    totalCalories: z.number(),
    forceCurveN: z.nullable(z.array(z.number())),
  }),
});
type StoredStroke = z.infer<typeof StrokeSchema>;

interface Tables extends DBSchema {
  rows: { key: string; value: StoredKept };
  strokes: { key: [string, number]; value: StoredStroke };
  /** The device's id and the writing page. */
  about: { key: 'device' | 'writer'; value: string };
}
type Database = IDBPDatabase<Tables>;

const version = 1;

/** @param onGone called when another connection deletes the database (true) or upgrades it; this one is closed then */
function open(userId: string, onGone: (isDeleted: boolean) => void): Promise<Database> {
  return openDB<Tables>(journalNameOf(userId), version, {
    blocking(_currentVersion, wantedVersion, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      onGone(wantedVersion === null);
    },
    upgrade(database) {
      database.createObjectStore('rows', { keyPath: 'key' });
      database.createObjectStore('strokes', { keyPath: ['key', 'sequence'] });
      database.createObjectStore('about');
    },
  });
}

const everyStrokeOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.POSITIVE_INFINITY]);

/** Opens the journal of a user. Every call rejects if the browser forbids IndexedDB or its disk is full. */
export function createJournal(userId: string): Journal {
  const writer = newToken();
  /** False after a claim that could not be stored: the next write repeats it. */
  let isClaimed = false;
  let opening: Promise<Database> | null = null;
  let isDeleted = false;
  const database = async () => {
    // Opening it again would make an empty one that no one deletes.
    if (isDeleted) throw new JournalDeletedError('The account of this journal is deleted');
    opening ??= open(userId, (hasBeenDeleted) => {
      opening = null;
      isDeleted ||= hasBeenDeleted;
    }).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  async function readAll(isClaiming: boolean): Promise<JournalRow[]> {
    const transaction = (await database()).transaction(['about', 'rows', 'strokes'], 'readwrite');
    const [rows, strokes] = await Promise.all([
      transaction.objectStore('rows').getAll(),
      transaction.objectStore('strokes').getAll(),
      ...(isClaiming ? [transaction.objectStore('about').put(writer, 'writer')] : []),
    ]);
    await transaction.done;
    isClaimed ||= isClaiming;
    return rows
      .flatMap((row) => rowOf(row, strokes) ?? [])
      .toSorted((one, other) => one.kept.begunAtMs - other.kept.begunAtMs);
  }

  return {
    async deviceId() {
      const transaction = (await database()).transaction('about', 'readwrite');
      const known = await transaction.store.get('device');
      const id = known ?? newToken();
      if (known === undefined) await transaction.store.put(id, 'device');
      await transaction.done;
      return id;
    },
    claim: () => readAll(true),
    peek: () => readAll(false),
    async keep(kept, strokes) {
      const transaction = (await database()).transaction(['about', 'rows', 'strokes'], 'readwrite');
      const done = transaction.done.catch(() => {});
      const about = transaction.objectStore('about');
      if (!isClaimed) await about.put(writer, 'writer');
      else if ((await about.get('writer')) !== writer) {
        transaction.abort();
        await done;
        throw new AnotherWriterError('Another tab writes the journal');
      }
      const table = transaction.objectStore('strokes');
      await Promise.all([
        transaction.objectStore('rows').put({ ...kept, progress: serialiseRow(kept.progress) }),
        ...strokes.map((stroke) => table.put({ key: kept.key, ...stroke })),
        transaction.done,
      ]);
      isClaimed = true;
    },
    async strokesOf(key) {
      const stored = await (await database()).getAll('strokes', everyStrokeOf(key));
      return strokesIn(stored);
    },
    async forget(key) {
      const transaction = (await database()).transaction(['rows', 'strokes'], 'readwrite');
      await Promise.all([
        transaction.objectStore('rows').delete(key),
        transaction.objectStore('strokes').delete(everyStrokeOf(key)),
        transaction.done,
      ]);
    },
  };
}

/** Returns null for a row that another version of the page has written. */
function rowOf(stored: unknown, strokes: readonly unknown[]): JournalRow | null {
  const kept = KeptSchema.safeParse(stored);
  const progress = kept.success ? restoreRow(kept.data.progress) : null;
  if (!kept.success || progress === null) return null;
  const own = strokesIn(strokes, kept.data.key);
  return { kept: { ...kept.data, progress }, strokes: own };
}

function strokesIn(stored: readonly unknown[], key?: string): JournalStroke[] {
  return stored
    .flatMap((one) => {
      const parsed = StrokeSchema.safeParse(one);
      return parsed.success && (key === undefined || parsed.data.key === key) ? [parsed.data] : [];
    })
    .map(({ sequence, stroke, isSent }) => ({ sequence, stroke, isSent }))
    .toSorted((one, other) => one.sequence - other.sequence);
}

/** A random UUID of version 4; `crypto.randomUUID` exists only on HTTPS and localhost. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
