import { describe, expect, it } from 'vitest';
import { keepRow, restoreRow } from './row-keeping.ts';
import { beginRow } from './row-progress.ts';

describe('keeping a row over a reload', () => {
  it('gives back the row that was kept', () => {
    const row = { ...beginRow(), distanceM: 512.3, elapsedSec: 130.4, intervalNumber: 2 };
    expect(restoreRow(keepRow(row))).toEqual(row);
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['another version', JSON.stringify({ version: 0, progress: beginRow() })],
    ['a missing figure', JSON.stringify({ version: 1, progress: { ...beginRow(), distanceM: undefined } })],
    ['a figure of another kind', JSON.stringify({ version: 1, progress: { ...beginRow(), splits: 'none' } })],
    ['no book-keeping', JSON.stringify({ version: 1, progress: { ...beginRow(), track: null } })],
  ])('reads %s as no row', (_, text) => {
    expect(restoreRow(text)).toBeNull();
  });
});
