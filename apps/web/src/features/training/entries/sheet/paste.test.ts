import { expect, test } from 'vitest';
import type { TypedField } from '../typed-result.ts';
import { cellsOf, placePasted } from './paste.ts';

const athletes = ['Ann Oar', 'Ben Scull', 'Cem Cox'].map((displayName) => ({
  _id: displayName.slice(0, 3),
  displayName,
}));
const columns: readonly TypedField[] = ['time', 'strokeRate', 'heartRate'];
const at = { athlete: 'Ann', column: 'time' } as const;
const paste = (text: string, from: { athlete: string; column: TypedField } = at) => {
  const { filled, unmatched } = placePasted(cellsOf(text) ?? [], { athletes, columns, at: from });
  return { filled: Object.fromEntries(filled), unmatched };
};

test('one cell is left to its field', () => {
  expect(cellsOf('7:05.3')).toBeNull();
  expect(cellsOf('7:05.3\r\n')).toBeNull();
});

test('a column fills the cells from the cursor down, an empty line leaves an athlete out', () => {
  expect(paste('7:05.3\r\n\r\n7:20\r\n')).toEqual({
    filled: { Ann: { time: '7:05.3' }, Ben: { time: '' }, Cem: { time: '7:20' } },
    unmatched: [],
  });
  expect(paste('28\n29\n30', { athlete: 'Ben', column: 'strokeRate' })).toEqual({
    filled: { Ben: { strokeRate: '28' }, Cem: { strokeRate: '29' } },
    unmatched: ['30'],
  });
});

test('a range fills the columns to the right', () => {
  expect(paste('7:05.3\t28\t171\n7:20\t27')).toEqual({
    filled: {
      Ann: { time: '7:05.3', strokeRate: '28', heartRate: '171' },
      Ben: { time: '7:20', strokeRate: '27' },
    },
    unmatched: [],
  });
});

test('names find their rows in any order, and unmatched ones are listed', () => {
  expect(
    paste('Name\tTime\nCox, Cem\t7:20\tx\nAnn\t7:05.3\nDora\t8:00\nann oar\t7:06', { ...at, athlete: 'Ben' }),
  ).toEqual({
    filled: { Cem: { time: '7:20', strokeRate: 'x' }, Ann: { time: '7:05.3' } },
    unmatched: ['Name', 'Dora', 'ann oar (twice)'],
  });
});
