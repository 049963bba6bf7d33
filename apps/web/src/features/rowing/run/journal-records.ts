import { StrokeSchema } from '@boathouse/contract/strokes';
import { isRowProgress, keptVersions, migrateRow, migrateStroke } from '@boathouse/row/kept/versions';
import type { JournalStroke, KeptLife } from '@boathouse/row/life';
import type { RowProgress } from '@boathouse/row/progress';
import * as z from 'zod/mini';

/* The records of the journal. `row/kept/versions` tells how to change them. */

/** A row of this browser and user, with its strokes in order. */
type JournalRow = { kept: KeptLife; strokes: JournalStroke[] };

/** A row that this page can't read: it stays as it is in the journal, and its strokes are sent. */
export type UnreadableRow = {
  key: string;
  why: 'newer' | 'damaged';
  /** Id of its activity, if the server may know it. */
  activityId: string | null;
  title: string | null;
  workout: string | null;
  /** Those that can be read. */
  strokes: JournalStroke[];
  stored: unknown;
  storedStrokes: unknown[];
};

/** The rows of this browser and user, oldest first. */
export type JournalRows = { rows: JournalRow[]; unreadable: UnreadableRow[] };

/** What a page of any version stores of a row and of a stroke: the key in its table, and the rest unchecked. */
export type StoredRowRecord = { key: string; version?: unknown };
export type StoredStrokeRecord = { key: string; sequence: number; version?: unknown };

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
    sessionId: nullable.string,
    workoutItemIndex: z.nullable(z.int()),
    title: z.string(),
    workout: z.string(),
  }),
  begunAtMs: z.number(),
  isBegunHere: z.boolean(),
  timeZone: nullable.string,
  isSimulated: z.boolean(),
  stage: z.enum(['rowing', 'completing', 'completed', 'discarding']),
  begin: z.enum(['unsent', 'asked', 'stored']),
  lostTo: z.nullable(z.enum(['device', 'tab'])),
  isEndedElsewhere: z.boolean(),
  refusal: z.nullable(z.object({ class: z.enum(['gone', 'completed', 'busy', 'bad']), message: z.string() })),
  patchRefusal: nullable.string,
  progress: z.custom<RowProgress>(isRowProgress),
  hasHeardMonitor: z.boolean(),
  nextSequence: z.int(),
  serverNext: z.int(),
  mustRead: z.boolean(),
  storedBefore: z.array(z.string()),
  targets: TallySchema,
  isLeft: z.boolean(),
  heldUntilMs: nullable.number,
  takenUpAt: z.nullable(z.object({ elapsedSec: z.number(), distanceM: z.number() })),
});

const JournalStrokeSchema = z.object({ sequence: z.int(), isSent: z.boolean(), stroke: StrokeSchema });

export function rowRecordOf(kept: KeptLife): StoredRowRecord {
  return { ...kept, version: keptVersions.row };
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
