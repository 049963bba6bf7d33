import { expect, test } from 'vitest';
import { readRows } from './rows.ts';

test('a cell with a line break is read completely, even if a piece of a long text ends in it', () => {
  const filler = '1,2\n'.repeat(32_700);
  const cell = `${'x'.repeat(1_000)}\n3`;
  const { rows, problems, cutAt } = readRows(`a,b\n${filler}4,"${cell}"\n5,6\n`);
  expect(problems).toEqual([]);
  expect(cutAt).toBeNull();
  expect(rows.slice(-2)).toEqual([
    { line: 32_702, cells: ['4', cell] },
    { line: 32_704, cells: ['5', '6'] },
  ]);
});
