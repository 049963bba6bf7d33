import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { csvOf } from '../../../infra/csv.ts';
import { jsonOf } from './rules.ts';

const csv = (cell: string | number | boolean | null | undefined) => text(csvOf(['a'], [{ a: cell }]));

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['"quoted"', '"""quoted"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+49 30', "'+49 30"],
  ['-3', "'-3"],
  ['@here', "'@here"],
  [-3.5, '-3.5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
])('the archive writes the cell %j', async (cell, written) => {
  expect(await csv(cell)).toBe(`a\r\n${written}\r\n`);
});

test('the archive writes JSON that reads back, with and without values', async () => {
  for (const values of [[], [{ a: 1 }], [{ a: 'é\n"' }, null, [1, 2]]]) {
    expect(JSON.parse(await text(jsonOf(values)))).toEqual(values);
  }
});
