/*
 * Versions of the records that a page keeps on its device: a row, and each of its strokes. A record has the `version`
 * of the page that stored it. The first pages stored none, which is version 1. A later page migrates the record to its
 * own shape, one version at a time.
 *
 * To change the records of a row or stroke (`KeptLife` with its `StoredProgress`, `JournalStroke`), including a new
 * field:
 * 1. Append a migration to `rowMigrations` or `strokeMigrations`, from the present version to the next one. It is pure,
 *   returns a copy, and may throw for a record that it can't read. Never edit or remove an older one, and write values
 *   out in it: a constant or function of the code would change with later versions.
 * 2. Change `schema.ts`.
 * 3. Before the change, add a file with records of the present version to `test/kept-records`. `versions.test.ts` reads
 *   them all.
 */

type Fields = Readonly<Record<string, unknown>>;
type Migration = (record: Fields) => Fields;

type Migrated =
  | { kind: 'current'; record: Fields }
  /** Stored by a page of a later version, or unreadable. */
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
  withStands,
  withBests,
  withBeside,
];

const strokeMigrations: readonly Migration[] = [asStrokeOfTheContract, withoutMoment];

/** The versions that this page stores. */
export const keptVersions = { row: rowMigrations.length + 1, stroke: strokeMigrations.length + 1 };

/** Migrates a stored row to the version of this page. Does not check its values. */
export function migrateRow(stored: unknown): Migrated {
  return migrate(stored, rowMigrations);
}

/** Migrates a stored stroke to the version of this page. Does not check its values. */
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

/**
 * Version 2: the progress is an object; version 1 had JSON text with a separate version number. Targets are counted.
 */
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
  // A refusal used to end the sending of strokes: try them again.
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
 * Version 3: a row can belong to a workout that was left on the monitor, can lack a place, and has the server's totals
 * at its takeover.
 */
function withLeftWorkouts(record: Fields): Fields {
  return { ...record, isLeft: false, heldUntilMs: null, takenUpAt: null };
}

/**
 * Version 4: a row knows which strokes and calories were received. If an earlier page did not count them, they are
 * unknown until the next stroke and the next calories.
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

/** Version 5: strokes have the contract's shape, and another device's strokes are identified by their keys. */
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

/** Version 7: a row can lack a session, and has the monitor's number of its erg. Earlier pages did not store it. */
function withMachine(record: Fields): Fields {
  return { ...record, progress: { ...fieldsOf(record.progress), ergMachineType: null } };
}

/** Version 8: a row has the source of its heart rates. Earlier pages had only the monitor's. */
function withHeart(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const source = progress.heartRateBpm === null ? null : 'monitor';
  return {
    ...record,
    progress: { ...progress, track: { ...track, heart: { source, bpmSec: 0, heardSec: 0, untilSec: 0 } } },
  };
}

/** Version 9: a row can be on an erg of another maker, whose counts it stores. Earlier pages had none. */
function withRower(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  return { ...record, progress: { ...progress, track: { ...fieldsOf(progress.track), rower: null } } };
}

/** Version 10: a row on an erg of another maker stores which erg it is, and follows a plan. Earlier ones did not. */
function withRowerCourse(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { rower } = track;
  if (!isFields(rower)) return record;
  const known = { ...rower, device: null, odd: null, movedAtMs: rower.heardAtMs, course: null };
  return { ...record, progress: { ...progress, track: { ...track, rower: known } } };
}

/** Version 11: a row stores its monitor. Earlier pages did not. */
function withDevice(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  return { ...record, progress: { ...progress, track: { ...fieldsOf(progress.track), device: null } } };
}

/** Version 12: a row on an erg of another maker stores the state of pauses and silences. Earlier ones did not. */
function withStands(record: Fields): Fields {
  const progress = fieldsOf(record.progress);
  const track = fieldsOf(progress.track);
  const { rower } = track;
  if (!isFields(rower)) return record;
  const odd = isFields(rower.odd) ? { ...rower.odd, isAtStand: false } : rower.odd;
  return {
    ...record,
    progress: { ...progress, track: { ...track, rower: { ...rower, odd, owedSec: 0, recent: [] } } },
  };
}

/** Version 13: a row may have its athlete's bests. Earlier pages showed none. */
function withBests(record: Fields): Fields {
  return record;
}

/** Version 14: a row without a session stores the session whose page was open. Earlier ones did not. */
function withBeside(record: Fields): Fields {
  return record;
}

/** Version 2 of a stroke: the contract's shape. Version 1 had its own names, and rounded values when sent. */
function asStrokeOfTheContract(record: Fields): Fields {
  return { ...record, stroke: strokeOfTheContract(fieldsOf(record.stroke)) };
}

/** Version 6: strokes have moments, and the row knows whether this device began it. */
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

/** Version 3 of a stroke: its moment, which earlier pages did not store. */
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
