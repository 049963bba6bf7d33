import { describe, expect, test } from 'vitest';
import { beginRow } from '../progress.ts';
import {
  firstRecords,
  version1Records,
  version2Records,
  version3Records,
} from '../../test/kept-records-factory.ts';
import { isRowProgress, keptVersions, migrateRow, migrateStroke } from './versions.ts';

/** Records that pages of earlier versions have stored. */
const older = [
  ['version 1, by the first page with a journal', firstRecords],
  ['version 1, by its last page', version1Records],
  ['version 2', version2Records],
  ['version 3', version3Records],
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
    expect(isRowProgress(progress)).toBe(true);
    expect(progress).toMatchObject({ intervalNumber: 2, splits: [{ splitNumber: 1, distanceM: 20 }] });
  });

  test('become strokes of this version', () => {
    expect(strokes).toHaveLength(2);
    for (const stroke of strokes) {
      expect(migrateStroke(stroke)).toMatchObject({ kind: 'current', record: { key: row.key, ...stroke } });
    }
  });

  test('are not changed themselves', () => {
    const before = structuredClone(row);
    migrateRow(row);
    expect(row).toEqual(before);
  });
});

test('the first records get defaults for what was not kept then', () => {
  expect(migrateRow(firstRecords.row)).toMatchObject({
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

test('a row of an earlier page does not know whether its strokes and calories were heard', () => {
  expect(migrateRow(version3Records.row)).toMatchObject({
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

test('a record of this version is the same record', () => {
  const row = { version: keptVersions.row, key: 'k', progress: beginRow() };
  const stroke = { version: keptVersions.stroke, key: 'k', sequence: 0 };
  expect(migrateRow(row)).toEqual({ kind: 'current', record: row });
  expect(migrateStroke(stroke)).toEqual({ kind: 'current', record: stroke });
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
  ['a progress that is no JSON', { ...firstRecords.row, progress: '{' }],
  [
    'a progress of a version that no journal had',
    { ...firstRecords.row, progress: '{"version":1,"progress":{}}' },
  ],
  ['a progress without a track', { ...firstRecords.row, progress: '{"version":2,"progress":{"splits":[]}}' }],
])('%s is damaged', (_, stored) => {
  expect(migrateRow(stored)).toEqual({ kind: 'damaged' });
});

test.each([
  ['a missing value', { ...beginRow(), distanceM: undefined }],
  ['a value of another type', { ...beginRow(), splits: 'none' }],
  ['no track', { ...beginRow(), track: null }],
])('a progress with %s is none', (_, progress) => {
  expect(isRowProgress(progress)).toBe(false);
});

test('there are records of every earlier version', () => {
  const versions = new Set(older.map(([, { row }]) => row.version ?? 1));
  expect([...versions]).toEqual(Array.from({ length: keptVersions.row - 1 }, (_, index) => index + 1));
});
