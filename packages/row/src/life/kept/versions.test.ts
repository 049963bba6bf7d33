import { StrokeSchema } from '@boathouse/contract/strokes';
import { describe, expect, test } from 'vitest';
import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { beginRow, reduceRow } from '../../reduce/progress.ts';
import { rowerAfter } from '../../reduce/rower/counts.ts';
import { keptRecords } from '../../../test/kept-records.ts';
import { generalStatus } from '../../../test/record-factory.ts';
import { isStoredProgress, progressOf, storedProgressOf } from './stored-progress.ts';
import { keptVersions, migrateRow, migrateStroke } from './versions.ts';

/** Records that pages of earlier versions have stored. */
const older = [
  ['version 1, by the first page with a journal', keptRecords.first],
  ['version 1, by its last page', keptRecords.version1],
  ['version 2', keptRecords.version2],
  ['version 3', keptRecords.version3],
  ['version 4', keptRecords.version4],
  ['version 5', keptRecords.version5],
  ['version 6', keptRecords.version6],
  ['version 7', keptRecords.version7],
  ['version 8', keptRecords.version8],
  ['version 9', keptRecords.version9],
  ['version 10', keptRecords.version10],
  ['version 11', keptRecords.version11],
  ['version 12', keptRecords.version12],
  ['version 13', keptRecords.version13],
] as const;

describe.each(older)('records of %s', (_, { row, strokes }) => {
  test('become a row of this version, with its progress', () => {
    const migrated = migrateRow(row);
    expect(migrated).toMatchObject({
      kind: 'current',
      record: {
        version: keptVersions.row,
        key: row.key,
        stage: 'rowing',
        begin: 'stored',
        nextSequence: 2,
        place: { workout: '2x20m/0:30r' },
      },
    });
    const progress = migrated.kind === 'current' ? migrated.record.progress : null;
    expect(isStoredProgress(progress)).toBe(true);
    expect(progress).toMatchObject({ intervalNumber: 2, splits: [{ splitNumber: 1, distanceM: 20 }] });
  });

  test('become strokes of this version', () => {
    expect(strokes).toHaveLength(2);
    for (const { sequence, isSent, ...stored } of strokes) {
      const migrated = migrateStroke({ sequence, isSent, ...stored });
      expect(migrated).toMatchObject({ kind: 'current', record: { key: row.key, sequence, isSent } });
      const stroke = migrated.kind === 'current' ? migrated.record.stroke : null;
      expect(StrokeSchema.parse(stroke)).toEqual(stroke);
    }
  });

  test('are not changed themselves', () => {
    const before = structuredClone(row);
    migrateRow(row);
    expect(row).toEqual(before);
  });
});

test('the first records get defaults for fields that later versions added', () => {
  expect(migrateRow(keptRecords.first.row)).toMatchObject({
    record: {
      targets: { strokeRate: { strokes: 0, kept: 0 }, pace: { strokes: 0, kept: 0 }, last: null },
      progress: {
        setup: null,
        projection: null,
        splits: [{ calories: null }],
        track: { monitorCalories: 0, interval: { startCalories: null } },
      },
    },
  });
});

test('a row of an earlier page does not know whether all its strokes and calories were received', () => {
  expect(migrateRow(keptRecords.version3.row)).toMatchObject({
    record: {
      progress: {
        track: {
          areStrokesCounted: false,
          areCaloriesCounted: false,
          areCaloriesHeard: false,
          interval: { strokeCount: 0, strokeAtSec: 0, strokePeriodSec: 0, isHeardSince: false },
        },
      },
    },
  });
});

test("strokes stored with their own names get the contract's names, rounded as they were sent", () => {
  const [stored] = keptRecords.version4.strokes;
  const kept = { ...stored, stroke: { ...Object(stored?.stroke), paceSec: 124.1349, totalCalories: 2.6 } };
  expect(migrateStroke(kept)).toMatchObject({
    record: {
      stroke: {
        number: 1,
        interval: 1,
        elapsedTime: 1,
        distance: 4,
        pace: 124.13,
        strokeRate: 24,
        heartRate: null,
        power: 183,
        driveLength: 1.2,
        driveTime: 0.6,
        recoveryTime: 1.4,
        strokeDistance: 10,
        peakForce: 756.2,
        averageForce: 489.3,
        workPerStroke: 500,
        calories: 3,
        forceCurve: null,
      },
    },
  });
  expect(migrateRow(keptRecords.version4.row)).toMatchObject({
    record: {
      storedBefore: ['1,1,1.2,0.6,756.2,489.3'],
      progress: { track: { openStroke: { pieceNumber: 1, interval: 2, number: 1, elapsedTime: 5.75 } } },
    },
  });
});

test('strokes of earlier pages have no moments, and only a row that was taken up elsewhere lacks its begin', () => {
  const { row, strokes } = keptRecords.version5;
  expect(strokes.map(migrateStroke)).toMatchObject([
    { record: { stroke: { number: 1, rowedAfterMs: null } } },
    { record: { stroke: { number: 2, rowedAfterMs: null } } },
  ]);
  expect(migrateRow(row)).toMatchObject({
    record: { isBegunHere: true, progress: { track: { openStroke: { number: 1, heardAtMs: null } } } },
  });
  const takenUpAt = { elapsedSec: 12, distanceM: 48 };
  expect(migrateRow({ ...row, takenUpAt })).toMatchObject({ record: { isBegunHere: false } });
});

test('a row of an earlier page has the heart rates of its monitor, if any', () => {
  const sourceOf = ({ row }: typeof keptRecords.version7) => {
    const migrated = migrateRow(row);
    const progress = migrated.kind === 'current' ? migrated.record.progress : null;
    return isStoredProgress(progress) ? progress.track.heart.source : undefined;
  };
  expect(sourceOf(keptRecords.version7)).toBe('monitor');
  expect(sourceOf(keptRecords.version6)).toBeNull();
});

test('a row on a rower of another maker continues with the counts of an earlier page', () => {
  const migrated = migrateRow(keptRecords.version9OtherRower.row);
  const progress = migrated.kind === 'current' ? migrated.record.progress : null;
  if (!isStoredProgress(progress)) throw new Error('The row is not read');
  const { rower } = progress.track;
  expect(rower).toMatchObject({ distanceM: 23, movedAtMs: 6_100, device: null, odd: null, course: null });
  const counts = { ...emptyRowerData, elapsedSec: 618, distanceM: 2_372, strokeCount: 291 };
  expect(rowerAfter(rower, counts, 7_100)).toMatchObject([{ elapsedSec: 7, distanceM: 27, strokeCount: 3 }]);
});

test('a row on a console that was reset before this version begins another workout, as it did then', () => {
  const migrated = migrateRow(keptRecords.version11OtherRower.row);
  const progress = migrated.kind === 'current' ? migrated.record.progress : null;
  if (!isStoredProgress(progress)) throw new Error('The row is not read');
  expect(progress.track.rower).toMatchObject({ owedSec: 0, recent: [], odd: { isAtStand: false } });
  let rowed = progressOf(progress);
  for (let sec = 1; sec <= 10; sec += 1) {
    const counts = { elapsedSec: sec, distanceM: 4 * sec, strokeCount: Math.floor(sec / 2) };
    const device = { id: 'a', name: 'WaterRower' };
    rowed = reduceRow(rowed, { ...emptyRowerData, ...counts, device }, 7_100 + 1_000 * sec);
  }
  expect(rowed).toMatchObject({ pieceNumber: progress.pieceNumber + 1, distanceM: 40 });
});

test('a row of an earlier page continues with the connected monitor', () => {
  const migrated = migrateRow(keptRecords.version10.row);
  const progress = migrated.kind === 'current' ? migrated.record.progress : null;
  if (!isStoredProgress(progress)) throw new Error('The row is not read');
  expect(progress.track.device).toBeNull();
  const device = { id: 'a', name: 'PM5 430000000' };
  const set = { workoutType: 7, workoutState: 5, workoutDuration: 20, totalWorkDistanceM: 20 };
  const on = generalStatus({ ...set, elapsedSec: 4, distanceM: 16 });
  expect(reduceRow(progressOf(progress), { ...on, device }, 7_000)).toMatchObject({
    pieceNumber: progress.pieceNumber,
    distanceM: 36,
    track: { work: { device } },
  });
});

test('a record of this version is unchanged', () => {
  const row = { version: keptVersions.row, key: 'k', progress: storedProgressOf(beginRow()) };
  const stroke = { version: keptVersions.stroke, key: 'k', sequence: 0 };
  expect(migrateRow(row)).toEqual({ kind: 'current', record: row });
  expect(migrateStroke(stroke)).toEqual({ kind: 'current', record: stroke });
});

test('a progress is stored with the parts of its track in one, as in every version', () => {
  const migrated = migrateRow(keptRecords.version13.row);
  const stored = migrated.kind === 'current' ? migrated.record.progress : null;
  if (!isStoredProgress(stored)) throw new Error('The row is not read');
  expect(Object.keys(storedProgressOf(beginRow()).track).sort()).toEqual(Object.keys(stored.track).sort());
  expect(storedProgressOf(progressOf(stored))).toEqual(stored);
});

test('a record of a later version is not read', () => {
  expect(migrateRow({ version: keptVersions.row + 1, key: 'k' })).toEqual({ kind: 'newer' });
  expect(migrateStroke({ version: keptVersions.stroke + 1, key: 'k' })).toEqual({ kind: 'newer' });
});

test.each([
  ['no record', null],
  ['a list', []],
  ['a version that is no number', { version: 'two' }],
  ['a version before the first', { version: 0 }],
  ['a progress that is no JSON', { ...keptRecords.first.row, progress: '{' }],
  [
    'a progress of a version that no journal had',
    { ...keptRecords.first.row, progress: '{"version":1,"progress":{}}' },
  ],
  [
    'a progress without a track',
    { ...keptRecords.first.row, progress: '{"version":2,"progress":{"splits":[]}}' },
  ],
])('%s is damaged', (_, stored) => {
  expect(migrateRow(stored)).toEqual({ kind: 'damaged' });
});

test.each([
  ['a missing value', { ...storedProgressOf(beginRow()), distanceM: undefined }],
  ['a value of another type', { ...storedProgressOf(beginRow()), splits: 'none' }],
  ['no track', { ...storedProgressOf(beginRow()), track: null }],
])('a progress with %s is invalid', (_, progress) => {
  expect(isStoredProgress(progress)).toBe(false);
});

test('there are records of every earlier version', () => {
  const versions = new Set(older.map(([, { row }]) => row.version ?? 1));
  expect([...versions]).toEqual(Array.from({ length: keptVersions.row - 1 }, (_, index) => index + 1));
});

test.each([0, -1, 1.5, '1', null])('a row with the version %s is damaged, unless it has none', (version) => {
  const { kind } = migrateRow({ ...keptRecords.version13.row, version });
  expect(kind).toBe(
    version === null ? migrateRow({ ...keptRecords.version13.row, version: 1 }).kind : 'damaged',
  );
});

test.each([
  ['of another version', { version: 3, progress: {} }],
  ['without a progress', { version: 2, progress: 5 }],
  ['that is not an object', 5],
])('a row of version 1 with a text %s is damaged', (_, kept) => {
  const first = { ...keptRecords.first.row, progress: JSON.stringify(kept) };
  expect(migrateRow(first)).toEqual({ kind: 'damaged' });
});
