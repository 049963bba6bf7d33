import { describe, expect, it } from 'vitest';
import { serialiseRow, restoreRow } from './serialisation.ts';
import { beginRow } from './progress.ts';

describe('a row stored over a reload', () => {
  it('returns the stored row', () => {
    const row = { ...beginRow(), distanceM: 512.3, elapsedSec: 130.4, intervalNumber: 2 };
    expect(restoreRow(serialiseRow(row))).toEqual(row);
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
