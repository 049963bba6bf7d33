import { describe, expect, it } from 'vitest';
import { serialiseRow, restoreRow } from './serialisation.ts';
import { beginRow, reduceRow } from './progress.ts';
import { intervalPiece } from './record-factory.ts';

describe('a row stored over a reload', () => {
  it('returns the stored row', () => {
    const row = { ...beginRow(), distanceM: 512.3, elapsedSec: 130.4, intervalNumber: 2 };
    expect(restoreRow(serialiseRow(row))).toEqual(row);
  });

  it('returns a row that an older page stored, with defaults for what it did not have', () => {
    const row = intervalPiece(2, 500, 60)
      .slice(0, 1_500)
      .reduce((progress, { record, atMs }) => reduceRow(progress, record, atMs), beginRow());
    expect(row.track.interval?.number).toBe(2);
    const later = [
      'setup',
      'projection',
      'monitorCalories',
      'earlierCalories',
      'lastInterval',
      'startCalories',
      'calories',
    ];
    const older = JSON.stringify(JSON.parse(serialiseRow(row)), (key, value: unknown) =>
      later.includes(key) ? undefined : value,
    );
    const restored = restoreRow(older);
    expect(restored).toEqual({
      ...row,
      setup: null,
      projection: null,
      splits: row.splits.map((split) => ({ ...split, calories: null })),
      track: {
        ...row.track,
        monitorCalories: 0,
        earlierCalories: 0,
        lastInterval: null,
        interval: { ...row.track.interval, startCalories: null, calories: null, projection: null },
      },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['another version', JSON.stringify({ version: 0, progress: beginRow() })],
    ['a missing value', JSON.stringify({ version: 2, progress: { ...beginRow(), distanceM: undefined } })],
    ['a value of another type', JSON.stringify({ version: 2, progress: { ...beginRow(), splits: 'none' } })],
    ['no track', JSON.stringify({ version: 2, progress: { ...beginRow(), track: null } })],
  ])('returns null for %s', (_, text) => {
    expect(restoreRow(text)).toBeNull();
  });
});
