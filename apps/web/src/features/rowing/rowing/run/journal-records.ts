import {
  JournalStrokeSchema,
  KeptSchema,
  type JournalStroke,
  type KeptLife,
} from '@boathouse/row/life/kept/schema';
import { storedProgressOf } from '@boathouse/row/life/kept/stored-progress';
import { keptVersions, migrateRow, migrateStroke } from '@boathouse/row/life/kept/versions';

/* The records of the journal. `row/life/kept/versions` defines how to change them. */

/** A row of this browser and user, with its strokes in order. */
type JournalRow = { kept: KeptLife; strokes: JournalStroke[] };

/** A row that this page can't read: it stays unchanged in the journal, and its strokes are sent. */
export type UnreadableRow = {
  key: string;
  why: 'newer' | 'damaged';
  /** Id of its activity, if the server may know it. */
  activityId: string | null;
  title: string | null;
  workout: string | null;
  /** The readable strokes. */
  strokes: JournalStroke[];
  stored: unknown;
  storedStrokes: unknown[];
};

/** The rows of this browser and user, oldest first. */
export type JournalRows = { rows: JournalRow[]; unreadable: UnreadableRow[] };

/** The records of a row and of a stroke from a page of any version: the key in its table, and the unchecked rest. */
export type StoredRowRecord = { key: string; version?: unknown };
export type StoredStrokeRecord = { key: string; sequence: number; version?: unknown };

export function rowRecordOf(kept: KeptLife): StoredRowRecord {
  const stored = { ...kept, progress: storedProgressOf(kept.progress) };
  return { ...stored, version: keptVersions.row };
}

export function strokeRecordOf(key: string, stroke: JournalStroke): StoredStrokeRecord {
  return { key, ...stroke, version: keptVersions.stroke };
}

/** Reads the stored rows with their strokes. */
export function rowsIn(
  stored: readonly StoredRowRecord[],
  storedStrokes: readonly StoredStrokeRecord[],
): JournalRows {
  const rows: JournalRow[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const record of stored) {
    const own = storedStrokes.filter(({ key }) => key === record.key);
    const isNewer = own.some((stroke) => migrateStroke(stroke).kind === 'newer');
    const migrated = isNewer ? { kind: 'newer' as const } : migrateRow(record);
    const kept = migrated.kind === 'current' ? KeptSchema.safeParse(migrated.record) : null;
    if (kept?.success) rows.push({ kept: kept.data, strokes: strokesIn(own) });
    else unreadable.push(unreadableOf(record, own, migrated.kind === 'newer' ? 'newer' : 'damaged'));
  }
  rows.sort((one, other) => one.kept.begunAtMs - other.kept.begunAtMs);
  return { rows, unreadable };
}

const textIn = (record: object, field: string): string | null => {
  const value: unknown = Reflect.get(record, field);
  return typeof value === 'string' ? value : null;
};

function unreadableOf(
  stored: StoredRowRecord,
  own: StoredStrokeRecord[],
  why: 'newer' | 'damaged',
): UnreadableRow {
  const { key } = stored;
  const place: unknown = Reflect.get(stored, 'place');
  const [title, workout] =
    typeof place === 'object' && place !== null
      ? [textIn(place, 'title'), textIn(place, 'workout')]
      : [null, null];
  const activityId = textIn(stored, 'begin') === 'unsent' ? null : (textIn(stored, 'id') ?? key);
  return { key, why, activityId, title, workout, strokes: strokesIn(own), stored, storedStrokes: own };
}

export function strokesIn(stored: readonly StoredStrokeRecord[]): JournalStroke[] {
  return stored
    .flatMap((one) => {
      const migrated = migrateStroke(one);
      const parsed = migrated.kind === 'current' ? JournalStrokeSchema.safeParse(migrated.record) : null;
      return parsed?.success ? [parsed.data] : [];
    })
    .toSorted((one, other) => one.sequence - other.sequence);
}
