import { emptyProgress, type RowProgress } from '../state.ts';

/*
 * Versions of the records that a page keeps on its device: a row, and each of its strokes. A record has the `version` of
 * the page that stored it; the first pages stored none, which is version 1. A later page brings the record to its own
 * shape, one version at a time.
 *
 * To change what is kept of a row or stroke (`KeptLife` with its `RowProgress`, `JournalStroke`), also by a new field:
 * 1. Append a migration to `rowMigrations` or `strokeMigrations`, from the present version to the next one. It is pure,
 *    returns a copy, and may throw for a record that it can't read. Never edit or remove an older one, and write values
 *    out in it: a constant or function of the code would change with later versions.
 * 2. Change the schema in `rowing/run/journal-records.ts` of the web app.
 * 3. Before the change, add records of the present version to `test/kept-records-factory.ts`. `versions.test.ts` reads
 *    them all.
 */

type Fields = Readonly<Record<string, unknown>>;
type Migration = (record: Fields) => Fields;

type Migrated =
  | { kind: 'current'; record: Fields }
  /** Stored by a page of a later version, or not readable at all. */
  | { kind: 'newer' | 'damaged' };

const rowMigrations: readonly Migration[] = [
  withPlainProgress,
  withLeftWorkouts,
  withWhatWasHeard,
  withStrokesOfTheContract,
  withMoments,
  withMachine,
  withHeart,
  withRower,
  withRowerCourse,
  withDevice,
];

const strokeMigrations: readonly Migration[] = [asStrokeOfTheContract, withoutMoment];

/** The versions that this page stores. */
export const keptVersions = { row: rowMigrations.length + 1, stroke: strokeMigrations.length + 1 };

/** Brings a stored row to the version of this page. Its values are not checked. */
export function migrateRow(stored: unknown): Migrated {
  return migrate(stored, rowMigrations);
}

/** Brings a stored stroke to the version of this page. Its values are not checked. */
export function migrateStroke(stored: unknown): Migrated {
  return migrate(stored, strokeMigrations);
}

function migrate(stored: unknown, migrations: readonly Migration[]): Migrated {
  if (!isFields(stored)) return { kind: 'damaged' };
  const version = stored.version ?? 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return { kind: 'damaged' };
  if (version > migrations.length + 1) return { kind: 'newer' };
  try {
    let record = stored;
    for (const [index, step] of migrations.slice(version - 1).entries()) {
      record = { ...step(record), version: version + index + 1 };
    }
    return { kind: 'current', record };
  } catch {
    return { kind: 'damaged' };
  }
}

/** Version 2: the progress as it is, where version 1 had JSON text with a number of its own; targets are counted. */
function withPlainProgress(record: Fields): Fields {
  const text = record.progress;
  const kept: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (!isFields(kept) || kept.version !== 2 || !isFields(kept.progress)) {
    throw new TypeError('A row of version 1 has no progress that can be read');
  }
  const { progress } = kept;
  const track = { monitorCalories: 0, earlierCalories: 0, lastInterval: null, ...fieldsOf(progress.track) };
  const interval = isFields(track.interval)
    ? { startCalories: null, calories: null, projection: null, ...track.interval }
    : track.interval;
  const splits: unknown[] = Array.isArray(progress.splits) ? progress.splits : [];
  const noTargets = { strokes: 0, kept: 0 };
  // A refusal ended the sending of strokes: they are tried again.
  const { strokesRefusal: _ended, ...rest } = record;
  return {
    targets: { strokeRate: noTargets, pace: noTargets, last: null },
    ...rest,
    progress: {
      setup: null,
      projection: null,
      ...progress,
      splits: splits.map((split) => ({ calories: null, ...fieldsOf(split) })),
      track: { ...track, interval },
    },
  };
}

/**
 * Version 3: a row can be of a workout that was left on the monitor, can lack a place, and knows what the server had when
 * it was taken up.
 */
function withLeftWorkouts(record: Fields): Fields {
  return { ...record, isLeft: false, heldUntilMs: null, takenUpAt: null };
}

/**
 * Version 4: a row knows which of its strokes and calories were heard. What an earlier page has not counted so is not known
 * before the next stroke and the next calories.
 */
function withWhatWasHeard(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { interval } = track;
  const isOfOneInterval = !isFields(interval) || interval.number === 1;
  const heard = {
    areStrokesCounted: isOfOneInterval,
    areCaloriesCounted: isOfOneInterval,
    areCaloriesHeard: false,
  };
  const unheard = { strokeAtSec: 0, strokePeriodSec: 0, isHeardSince: false };
  return {
    ...record,
    progress: {
      ...progress,
      track: { ...track, ...heard, interval: isFields(interval) ? { ...interval, ...unheard } : interval },
    },
  };
}

/** Version 5: strokes are those of the contract, and those of another device are known by their keys. */
function withStrokesOfTheContract(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { openStroke } = track;
  const withPieceNumber = (stroke: unknown) => ({
    pieceNumber: fieldsOf(stroke).pieceNumber,
    ...strokeOfTheContract(fieldsOf(stroke)),
  });
  const keyOf = (stroke: unknown): string => {
    const { interval, number, driveLength, driveTime, peakForce, averageForce } = strokeOfTheContract(
      fieldsOf(stroke),
    );
    return [interval, number, driveLength, driveTime, peakForce, averageForce].join();
  };
  return {
    ...record,
    storedBefore: listOf(record.storedBefore).map(keyOf),
    progress: {
      ...progress,
      closedStrokes: listOf(progress.closedStrokes).map(withPieceNumber),
      track: { ...track, openStroke: openStroke === null ? null : withPieceNumber(openStroke) },
    },
  };
}

/** Version 7: a row can be without a session, and knows the monitor's number of its erg; earlier pages did not keep it. */
function withMachine(record: Fields): Fields {
  return { ...record, progress: { ...fieldsOf(record.progress), ergMachineType: null } };
}

/** Version 8: a row knows whose heart rates it has; earlier pages had the monitor's alone. */
function withHeart(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const source = progress.heartRateBpm === null ? null : 'monitor';
  return {
    ...record,
    progress: { ...progress, track: { ...track, heart: { source, bpmSec: 0, heardSec: 0, untilSec: 0 } } },
  };
}

/** Version 9: a row can be of a rower of another maker, whose counts it keeps; earlier pages had none. */
function withRower(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  return { ...record, progress: { ...progress, track: { ...fieldsOf(progress.track), rower: null } } };
}

/** Version 10: a row of a rower of another maker knows which rower it is, and is followed by a plan; earlier ones were not. */
function withRowerCourse(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { rower } = track;
  if (!isFields(rower)) return record;
  const known = { ...rower, device: null, odd: null, movedAtMs: rower.heardAtMs, course: null };
  return { ...record, progress: { ...progress, track: { ...track, rower: known } } };
}

/** Version 11: a row knows the monitor that it is of; earlier pages did not keep it. */
function withDevice(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  return { ...record, progress: { ...progress, track: { ...fieldsOf(progress.track), device: null } } };
}

/** Version 2 of a stroke: the contract's, where version 1 had names of its own and values that were rounded when sent. */
function asStrokeOfTheContract(record: Fields): Fields {
  return { ...record, stroke: strokeOfTheContract(fieldsOf(record.stroke)) };
}

/** Version 6: strokes have their moments, and the row knows whether its begin is of this device. */
function withMoments(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { openStroke } = track;
  const unheard = (stroke: unknown) => ({ ...fieldsOf(stroke), heardAtMs: null });
  return {
    ...record,
    isBegunHere: record.takenUpAt === null,
    progress: {
      ...progress,
      closedStrokes: listOf(progress.closedStrokes).map(unheard),
      track: { ...track, openStroke: openStroke === null ? null : unheard(openStroke) },
    },
  };
}

/** Version 3 of a stroke: its moment, which earlier pages did not keep. */
function withoutMoment(record: Fields): Fields {
  return { ...record, stroke: { ...fieldsOf(record.stroke), rowedAfterMs: null } };
}

function strokeOfTheContract(stroke: Fields): Fields {
  const rounded = (value: unknown, perUnit: number) =>
    typeof value === 'number' ? Math.round(value * perUnit) / perUnit : value;
  return {
    number: stroke.strokeCount,
    interval: stroke.intervalNumber,
    elapsedTime: stroke.elapsedSec,
    distance: stroke.distanceM,
    pace: rounded(stroke.paceSec, 100),
    strokeRate: stroke.strokeRateSpm,
    heartRate: stroke.heartRateBpm,
    power: rounded(stroke.powerW, 1),
    driveLength: stroke.driveLengthM,
    driveTime: stroke.driveTimeSec,
    recoveryTime: stroke.recoveryTimeSec,
    strokeDistance: stroke.strokeDistanceM,
    peakForce: stroke.peakForceN,
    averageForce: stroke.averageForceN,
    workPerStroke: stroke.workPerStrokeJ,
    calories: rounded(stroke.totalCalories, 1),
    forceCurve: stroke.forceCurveN,
  };
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('A list is expected');
  return value;
}

function fieldsOf(value: unknown): Fields & { interval?: unknown } {
  if (!isFields(value)) throw new TypeError('An object is expected');
  return value;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has the keys and types of a row's progress. */
export function isRowProgress(value: unknown): value is RowProgress {
  return fits(emptyProgress(), value);
}

/** Returns whether a value has the template's keys and types; a null in the template accepts any value. */
function fits(template: unknown, value: unknown): boolean {
  if (template === null) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (typeof template !== 'object') return typeof value === typeof template;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(template).every(([key, part]) => fits(part, Reflect.get(value, key)));
}
