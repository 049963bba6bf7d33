import 'fake-indexeddb/auto';
import { keptRecords } from '@boathouse/row/test/kept-records';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { mara } from '../../../../../test/people.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { AnotherWriterError, createJournal, type Journal } from './journal.ts';
import { rowsIn } from './journal-records.ts';
import { rowNotes } from './rows-mark.ts';

const [row] = rowsIn([{ ...keptRecords.first.row, key: 'row' }], []).rows;
if (row === undefined) throw new Error('The record of a row can’t be read');
const { kept } = row;
const stroke = { sequence: 0, stroke: makeStroke({ number: 1 }), isSent: false };

const journals: Array<[string, () => () => Journal]> = [
  ['of the page', () => () => createJournal(mara._id)],
  [
    'of the tests',
    () => {
      const browser = new FakeBrowser('device');
      return () => browser.open();
    },
  ],
];

describe.each(journals)('the journal %s', (_, openBrowser) => {
  let open: () => Journal;
  let writer: Journal;
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    localStorage.clear();
    open = openBrowser();
    writer = open();
    await writer.claim();
    await writer.keep(kept, [stroke]);
  });
  const stored = async () => (await open().peek()).rows;

  test('is neither written nor emptied by a page that only reads it', async () => {
    const other = open();
    await other.peek();
    await other.deviceId('other');
    await expect(other.keep({ ...kept, serverNext: 1 }, [])).rejects.toThrow(AnotherWriterError);
    await expect(other.forget(kept.key)).rejects.toThrow(AnotherWriterError);
    expect(await stored()).toEqual([{ kept, strokes: [stroke] }]);
    await writer.keep({ ...kept, serverNext: 1 }, [{ ...stroke, isSent: true }]);
    expect(await stored()).toMatchObject([{ kept: { serverNext: 1 }, strokes: [{ isSent: true }] }]);
  });

  test('is not emptied by a page that has lost it, which can claim it back', async () => {
    await open().claim();
    await expect(writer.keep(kept, [])).rejects.toThrow(AnotherWriterError);
    await expect(writer.forget(kept.key)).rejects.toThrow(AnotherWriterError);
    expect(await stored()).toHaveLength(1);
    expect((await writer.claim()).rows).toHaveLength(1);
    await writer.forget(kept.key);
    expect(await stored()).toEqual([]);
  });

  test('is written by no page before one claims it', async () => {
    const empty = openBrowser();
    globalThis.indexedDB = new IDBFactory();
    const page = empty();
    await expect(page.keep(kept, [])).rejects.toThrow(AnotherWriterError);
    expect(await page.claim()).toEqual({ rows: [], unreadable: [] });
    await page.keep(kept, []);
    expect((await page.peek()).rows).toHaveLength(1);
  });
});

test('a page that may not delete a row keeps its note', async () => {
  globalThis.indexedDB = new IDBFactory();
  const writer = createJournal(mara._id);
  await writer.claim();
  await writer.keep(kept, []);
  await expect(createJournal(mara._id).forget(kept.key)).rejects.toThrow(AnotherWriterError);
  expect(rowNotes.read(mara._id)).toEqual({ [kept.key]: kept.begunAtMs });
});
