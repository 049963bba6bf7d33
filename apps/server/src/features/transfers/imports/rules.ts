import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import type { WalkPlace } from '@boathouse/formats/zip/walk';
import type { RowRecord } from '@boathouse/workout/same-row';
import { newId } from '../../../db/ids.ts';
import type { FileWorkout, ImportChoice, ReadEntry } from '../../../db/imports/stored-shapes.ts';
import { badField, HttpError } from '../../../http/errors.ts';
import { isPartialResult, powerOn } from '../../training/activities/index.ts';
import {
  gainsOf,
  partsOf,
  spanOf,
  type Completable,
  type KnownRows,
  type StoredRow,
} from '../../training/samerows/index.ts';
import { dayIn, type Completed } from '../../training/statistics/index.ts';
import { problemOfTimes, type ReadWorkout } from '../workoutfiles/index.ts';

/** An entry of an import with its index. */
type PlacedEntry = { index: number; entry: ReadEntry };

/** A workout with the user's answers for what its file leaves out. */
export type StoredWorkout = Omit<FileWorkout, 'machine' | 'startedMs' | 'source'> &
  Completed & { id: string; index: number; startedMs: number; isPartial: boolean; fileName: string };

/** Returns the fields of an entry that the user sees. */
export function shownOf({ index, entry }: PlacedEntry): ImportedWorkout {
  const { file, line, message, workout, duplicateOf, completes, isProbable = false } = entry;
  const startedMs = workout?.startedMs ?? null;
  return {
    index,
    status: workout === null ? 'problem' : isNew(entry) ? 'new' : 'duplicate',
    isProbable,
    file,
    line,
    message:
      message ?? (duplicateOf === null ? null : duplicateWords({ duplicateOf, completes, isProbable })),
    machine: workout?.machine ?? null,
    startedAt: startedMs === null ? null : new Date(startedMs).toISOString(),
    endedAt:
      workout === null || startedMs === null ? null : new Date(startedMs + workout.durationMs).toISOString(),
    elapsedTime: workout?.elapsedTime ?? null,
    distance: workout?.distance ?? null,
    title: workout?.title ?? null,
    intervals: workout?.intervals ?? 0,
    strokes: workout?.strokes ?? 0,
    hasForceCurves: workout?.hasForceCurves ?? false,
    hasHeartRates: workout?.hasHeartRates ?? false,
    duplicateOf,
    completes,
  };
}

/** Returns the data of a workout that a live row may lack. */
export function gainsIn({
  strokes,
  summary,
  heartRate,
}: Pick<FileWorkout, 'strokes' | 'summary' | 'heartRate'>) {
  return { strokes, splits: summary.splits.length, heartRate };
}

/** A stored activity or a workout of an import, with the data that a duplicate of it shows. */
export type KnownRecord = RowRecord & { workout: ImportedWorkout['duplicateOf']; stored: StoredRow | null };

/**
 * Stores in an entry which row it duplicates, or probably does; it takes part in later comparisons if it may be stored.
 */
export function noteSame(
  known: KnownRows<KnownRecord>,
  entry: ReadEntry,
  index: number,
  timeZone: string,
): void {
  if (entry.workout === null) return;
  const record = recordOf(entry.workout, timeZone);
  const found = known.find(record);
  if (found !== null) {
    const { workout, stored } = found.row;
    entry.duplicateOf = workout;
    entry.isProbable = found.isProbable;
    if (stored !== null) entry.completes = gainsOf(stored, gainsIn(entry.workout));
  }
  const { title } = entry.workout;
  if (isNew(entry)) known.add({ ...record, workout: { activity: null, index, title }, stored: null });
}

/**
 * Whether the strokes of a workout are needed: for a new one, or to complete a live row with them or their heart rates.
 */
export function wantsStrokes(row: Completable | null, workout: Pick<FileWorkout, 'heartRate'>): boolean {
  if (row === null) return true;
  return row.source === 'monitor' && (row.strokes === 0 || (!row.heartRate && workout.heartRate !== null));
}

const gainWords = { strokes: 'strokes', intervals: 'intervals', heartRates: 'heart rates' } as const;

/** Whether a chosen workout is stored as a new activity. The user is asked about one that is probably stored already. */
export function isNew({ duplicateOf, isProbable }: Pick<ReadEntry, 'duplicateOf' | 'isProbable'>): boolean {
  return duplicateOf === null || isProbable === true;
}

type Duplicate = {
  duplicateOf: { title: string };
  completes: ImportedWorkout['completes'];
  isProbable: boolean;
};

function duplicateWords({ duplicateOf: { title }, completes, isProbable }: Duplicate): string {
  if (isProbable) return `This looks like a row you have already: "${title}"`;
  if (completes.length === 0) return `The same as "${title}"`;
  return `Completes "${title}": adds ${completes.map((gain) => gainWords[gain]).join(', ')}`;
}

/**
 * Returns a workout as the user's activity, with the user's choices for it.
 * @throws HttpError 400 machine or startedAt, if neither the file nor the choice provides it
 */
export function storedOf(
  { index, file, workout }: { index: number; file: string; workout: FileWorkout },
  userId: string,
  choice: Omit<ImportChoice, 'order'>,
  nowMs: number,
): StoredWorkout {
  const machine = workout.machine ?? choice.machine;
  const startedMs = workout.startedMs ?? choice.starts.find(([of]) => of === index)?.[1];
  if (machine === null) throw badField('machine', 'is needed: the file does not say which machine it was');
  if (startedMs === undefined) throw badField('startedAt', 'is needed: the file has no date');
  if (problemOfTimes({ ...workout, startedMs }, nowMs) !== null) {
    throw badField('startedAt', 'must be after 1995, and the workout over by now');
  }
  return {
    ...workout,
    id: newId(),
    index,
    userId,
    machine,
    source: workout.isSimulated ? 'simulated' : (workout.source ?? 'file'),
    startedMs,
    averagePower: workout.averagePower ?? powerOn(machine, workout.averagePace),
    day: dayIn(Temporal.Instant.fromEpochMilliseconds(startedMs), choice.timeZone).toString(),
    isPartial: isPartialResult(workout.plan, workout),
    fileName: file,
  };
}

/** If two files have the same workout, the one with more data counts as new. */
export function wealth(entry: ReadEntry | undefined): number {
  return (entry?.workout?.strokes ?? 0) * (entry?.workout?.hasForceCurves ? 2 : 1);
}

export function packedBytes(chunks: ReadWorkout['chunks']): number {
  return chunks.reduce((sum, { packed }) => sum + packed.length, 0);
}

/** Workouts and strokes of a transaction at most. */
export const batchMax = 100;
const batchStrokesMax = 5_000;

/** Returns how many of the entries are stored together: all, unless they have many strokes. */
export function batchLength(entries: ReadonlyArray<Pick<ReadEntry, 'workout'>>): number {
  let strokes = 0;
  const end = entries.findIndex(({ workout }, place) => {
    strokes += workout?.strokes ?? 0;
    return place > 0 && strokes > batchStrokesMax;
  });
  return end < 0 ? entries.length : end;
}

/** Yields workouts in batches by date, so that possible duplicates are read with a narrow span. */
export function* byDate<W extends Pick<FileWorkout, 'startedMs'>>(workouts: readonly W[]): Generator<W[]> {
  const sorted = workouts.toSorted((one, two) => (one.startedMs ?? 0) - (two.startedMs ?? 0));
  for (let start = 0; start < sorted.length; start += batchMax) {
    yield sorted.slice(start, start + batchMax);
  }
}

type Recorded = Pick<
  FileWorkout,
  | 'machine'
  | 'startedMs'
  | 'durationMs'
  | 'isWallClock'
  | 'isDayOnly'
  | 'elapsedTime'
  | 'distance'
  | 'logbookId'
  | 'isSimulated'
  | 'summary'
>;

/** Returns a workout in the form for comparisons with other records; its date was read in the zone. */
export function recordOf(workout: Recorded, timeZone: string): RowRecord {
  const { machine, startedMs, durationMs, isDayOnly, logbookId, isSimulated, elapsedTime, distance } =
    workout;
  const startedAt = startedMs === null ? null : Temporal.Instant.fromEpochMilliseconds(startedMs);
  return {
    machine,
    isSimulated,
    serviceIds: logbookId === null ? {} : { logbook: logbookId },
    clock: isDayOnly ? 'day' : workout.isWallClock ? 'local' : 'set',
    day: isDayOnly && startedAt !== null ? dayIn(startedAt, timeZone).toString() : null,
    spans: startedMs === null ? [] : [spanOf(startedMs, startedMs + durationMs)],
    elapsedSec: elapsedTime,
    distanceM: distance,
    parts: partsOf(workout.summary.splits),
  };
}

export function notKept() {
  return new HttpError(
    404,
    'not_found',
    'There is no such import. What was read is kept for an hour: choose the file again.',
  );
}

export function nothingLeft() {
  return new HttpError(
    409,
    'nothing_left',
    'Nothing of this import is left: it was undone, or its workouts were deleted',
  );
}

export function importFull() {
  return new HttpError(
    409,
    'import_full',
    'As much is waiting as can be stored at once. Import these workouts, then go on.',
  );
}

/** A place in an archive as calls have it. */
export function fromOf({ outer, inner, looked, of }: WalkPlace): string {
  return [outer, inner, looked, of].join('-');
}

/** Returns the position of a call; null for the beginning. */
export function placeOf(from: string | undefined): WalkPlace | null {
  const [outer, inner, looked, of] = from?.split('-').map(Number) ?? [];
  if (outer === undefined || inner === undefined || looked === undefined || of === undefined) return null;
  return { outer, inner, looked, of };
}

export function changed(title: string) {
  return new HttpError(
    409,
    'import_changed',
    `"${title}" has been stored since the file was read. Nothing was stored: choose the file again.`,
  );
}
