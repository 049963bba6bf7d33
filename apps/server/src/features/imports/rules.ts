import type { ActivitySource, Machine } from '@boathouse/contract/activities';
import type { ImportedWorkout } from '@boathouse/contract/activities/imports';
import { monitorBounds as bounds } from '@boathouse/contract/limits';
import { powerWOn } from '@boathouse/workout/machine';
import { newId } from '../../db/ids.ts';
import { sameWorkout } from '../../db/imports/same-workout.ts';
import type { FileWorkout, ImportChoice, ReadEntry } from '../../db/imports/stored-shapes.ts';
import { badField, HttpError } from '../../http/errors.ts';
import type { StoredStroke } from '../../infra/packed-strokes.ts';
import { isPartialResult } from '../activities/index.ts';
import { dayIn, type Completed } from '../statistics/index.ts';
import { problemOfTimes } from '../workoutfiles/index.ts';

/** An entry of an import with its place in it. */
type PlacedEntry = { index: number; entry: ReadEntry };

/** A workout with what was chosen where its file does not say it. */
export type StoredWorkout = Omit<FileWorkout, 'machine' | 'startedMs' | 'source'> &
  Completed & { id: string; index: number; startedMs: number; isPartial: boolean; fileName: string };

/** Returns what the user is shown of an entry. */
export function shownOf({ index, entry }: PlacedEntry): ImportedWorkout {
  const { file, line, message, workout, duplicateOf, completes } = entry;
  const startedMs = workout?.startedMs ?? null;
  return {
    index,
    status: workout === null ? 'problem' : duplicateOf === null ? 'new' : 'duplicate',
    file,
    line,
    message: message ?? (duplicateOf === null ? null : duplicateWords(duplicateOf, completes)),
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

/** What is known of a stored activity that a file may complete. */
export type Completable = {
  source: ActivitySource;
  strokes: number;
  /** How many splits or intervals its summary has; null without a summary. */
  splits: number | null;
  heartRate: number | null;
};

/** Returns what a live row lacks and the same workout of a file has. The figures of the result are never among it. */
export function gainsOf(row: Completable, workout: FileWorkout): ImportedWorkout['completes'] {
  if (row.source !== 'monitor') return [];
  const gains: ImportedWorkout['completes'] = [];
  if (row.strokes === 0 && workout.strokes > 0) gains.push('strokes');
  if (row.splits === 0 && workout.summary.splits.length > 1) gains.push('intervals');
  if (!row.heartRate && workout.heartRate) gains.push('heartRates');
  return gains;
}

/** Whether the strokes of a workout are wanted: of a new one, or to complete a live row with them or their heart rates. */
export function wantsStrokes(row: Completable | null, workout: Pick<FileWorkout, 'heartRate'>): boolean {
  if (row === null) return true;
  return row.source === 'monitor' && (row.strokes === 0 || (!row.heartRate && workout.heartRate !== null));
}

const gainWords = { strokes: 'strokes', intervals: 'intervals', heartRates: 'heart rates' } as const;

function duplicateWords({ title }: { title: string }, completes: ImportedWorkout['completes']): string {
  if (completes.length === 0) return `The same as "${title}"`;
  return `Completes "${title}": adds ${completes.map((gain) => gainWords[gain]).join(', ')}`;
}

/** A stroke of a file is that of a row if both end within this time. */
const sameStrokeSec = 5;

/** Returns the strokes of a row with the heart rates of a file's strokes of the same workout, by the time rowed. */
export function withHeartRates(
  strokes: readonly StoredStroke[],
  ofFile: readonly StoredStroke[],
): StoredStroke[] {
  let at = 0;
  return strokes.map((stroke) => {
    const distanceTo = (place: number) => {
      const other = ofFile[place];
      return other === undefined ? Infinity : Math.abs(other.elapsedTime - stroke.elapsedTime);
    };
    while (at + 1 < ofFile.length && distanceTo(at + 1) <= distanceTo(at)) at += 1;
    const heartRate = distanceTo(at) <= sameStrokeSec ? (ofFile[at]?.heartRate ?? null) : null;
    return { ...stroke, heartRate };
  });
}

/**
 * Returns a workout as the user's activity, with what the choice says of it.
 * @throws HttpError 400 machine or startedAt, where neither the file nor the choice says it
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

/** Workouts and strokes of a transaction, for which others wait. */
export const batchMax = 100;
const batchStrokesMax = 10_000;

/** Returns how many of the entries are stored together: as many as there are, unless they have many strokes. */
export function batchLength(entries: ReadonlyArray<Pick<ReadEntry, 'workout'>>): number {
  let strokes = 0;
  const end = entries.findIndex(({ workout }, place) => {
    strokes += workout?.strokes ?? 0;
    return place > 0 && strokes > batchStrokesMax;
  });
  return end < 0 ? entries.length : end;
}

/** Yields workouts some at a time, by their date: those that they can be the same as are read with a narrow span. */
export function* byDate<W extends Pick<FileWorkout, 'startedMs'>>(workouts: readonly W[]): Generator<W[]> {
  const sorted = workouts.toSorted((one, two) => (one.startedMs ?? 0) - (two.startedMs ?? 0));
  for (let start = 0; start < sorted.length; start += batchMax) {
    yield sorted.slice(start, start + batchMax);
  }
}

/** The whole watts that a machine's monitor shows for a pace (s/500 m), as they are stored. */
export function powerOn(machine: Machine, paceSec: number | null): number | null {
  const power = powerWOn(machine, paceSec);
  // Less than half a watt is shown as none.
  return power === null ? null : Math.min(bounds.powerWMax, Math.round(power)) || null;
}

/** What decides whether two workouts are the same. */
export type Identity = {
  machine: Machine | null;
  /** When it ended, by each clock that says so. */
  endsMs: readonly number[];
  elapsedTime: number;
  distance: number;
  logbookId: string | null;
  isSimulated: boolean;
};

/** Finds the same workout among known ones: by the Logbook's number, else by machine, minute of the end, time and distance. */
export class KnownWorkouts<K extends Identity> {
  readonly #byLogbookId = new Map<string, K>();
  readonly #byMinute = new Map<number, K[]>();

  constructor(known: readonly K[]) {
    for (const each of known) this.add(each);
  }

  add(known: K): void {
    if (known.logbookId !== null) this.#byLogbookId.set(known.logbookId, known);
    for (const endMs of known.endsMs) {
      const minute = Math.floor(endMs / sameWorkout.endMs);
      const there = this.#byMinute.get(minute);
      if (there === undefined) this.#byMinute.set(minute, [known]);
      else there.push(known);
    }
  }

  find(wanted: Identity): K | null {
    const { logbookId } = wanted;
    const named = logbookId === null ? undefined : this.#byLogbookId.get(logbookId);
    if (named !== undefined) return named;
    for (const endMs of wanted.endsMs) {
      const minute = Math.floor(endMs / sameWorkout.endMs);
      for (const near of [minute, minute - 1, minute + 1]) {
        const same = this.#byMinute.get(near)?.find((known) => isSame(known, wanted, endMs));
        if (same !== undefined) return same;
      }
    }
    return null;
  }
}

/** Two different numbers of the Logbook are two workouts. */
function isSame(known: Identity, wanted: Identity, endMs: number): boolean {
  const isOtherMachine =
    wanted.machine !== null && known.machine !== null && known.machine !== wanted.machine;
  if (known.isSimulated !== wanted.isSimulated) return false;
  if (isOtherMachine || (known.logbookId !== null && wanted.logbookId !== null)) return false;
  return (
    hasSameFigures(known, wanted) && known.endsMs.some((each) => Math.abs(each - endMs) < sameWorkout.endMs)
  );
}

type Figures = Pick<Identity, 'elapsedTime' | 'distance'>;

export function hasSameFigures(known: Figures, wanted: Figures): boolean {
  return (
    Math.abs(known.elapsedTime - wanted.elapsedTime) <= sameWorkout.sec &&
    Math.abs(known.distance - wanted.distance) <= sameWorkout.m
  );
}

export function identityOf({
  machine,
  startedMs,
  durationMs,
  elapsedTime,
  distance,
  logbookId,
  isSimulated,
}: Omit<Identity, 'endsMs'> & Pick<FileWorkout, 'startedMs' | 'durationMs'>): Identity {
  const endsMs = startedMs === null ? [] : [startedMs + durationMs];
  return { machine, endsMs, elapsedTime, distance, logbookId, isSimulated };
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

export function changed(title: string) {
  return new HttpError(
    409,
    'import_changed',
    `"${title}" has been stored since the file was read. Nothing was stored: choose the file again.`,
  );
}
