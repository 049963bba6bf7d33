import { keptRecords } from '@boathouse/row/test/kept-records';
import type { Effect } from '@boathouse/row/life/life';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { JournalQueue } from './journal-queue.ts';
import { rowsIn } from './journal-records.ts';

const [row] = rowsIn([{ ...keptRecords.first.row, key: 'row' }], []).rows;
if (row === undefined) throw new Error('The record of a row can’t be read');
const { kept } = row;
const step: Effect[] = [
  { kind: 'keep', kept, strokes: [] },
  { kind: 'send', number: 1, request: { kind: 'readStrokes' } },
  { kind: 'sample', id: kept.id, progress: kept.progress },
];

let browser: FakeBrowser;
let lostTo: string[];
let nowMs = 0;
function openQueue(): JournalQueue {
  return new JournalQueue({
    journal: browser.open(),
    onAnotherWriter: (key) => lostTo.push(key),
    onLateRows: () => {},
    onDevice: () => {},
    onHealed: () => {},
    monotonicMs: () => nowMs,
  });
}

async function performed(queue: JournalQueue, effects: readonly Effect[] = step): Promise<string[]> {
  const kinds: string[] = [];
  queue.run(kept.key, effects, (left) => kinds.push(...left.map(({ kind }) => kind)));
  await queue.idle();
  return kinds;
}

beforeEach(() => {
  browser = new FakeBrowser('device');
  lostTo = [];
  nowMs = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

test('performs a step after it is written', async () => {
  const queue = openQueue();
  await queue.claim();
  expect(await performed(queue)).toEqual(['keep', 'send', 'sample']);
  expect(browser.rows.size).toBe(1);
});

test('a page that is no longer the writer sends neither requests nor samples of the step', async () => {
  const queue = openQueue();
  await queue.claim();
  await openQueue().claim();
  expect(await performed(queue)).toEqual(['keep']);
  expect(lostTo).toEqual(['row']);
});

test('a page that loses the rows while it claims them is not the writer', async () => {
  const queue = openQueue();
  const claim = queue.claim();
  queue.release();
  expect(await claim).toBeNull();
  expect(queue.isWriter).toBe(false);
  await queue.claim();
  expect(queue.isWriter).toBe(true);
});

describe('while the device stores nothing', () => {
  test('steps take effect at once', async () => {
    const queue = openQueue();
    await queue.claim();
    browser.failure = new Error('The disk is full');
    expect(await performed(queue)).toEqual(['keep', 'send', 'sample']);
    const kinds: string[] = [];
    queue.run(kept.key, step, (left) => kinds.push(...left.map(({ kind }) => kind)));
    expect(kinds).toEqual(['keep', 'send', 'sample']);
  });

  test('a forgotten row is not written later', async () => {
    const queue = openQueue();
    await queue.claim();
    await performed(queue);
    browser.failure = new Error('The disk is full');
    await performed(queue);
    await performed(queue, [{ kind: 'forget' }]);
    browser.failure = null;
    await queue.heal();
    expect(browser.rows.size).toBe(0);
    expect(queue.problem).toBeNull();
  });

  test('it is tried again only every 5 s', async () => {
    const queue = openQueue();
    await queue.claim();
    browser.failure = new Error('The disk is full');
    await performed(queue);
    browser.failure = null;
    queue.tick();
    expect(queue.problem).not.toBeNull();
    nowMs = 5_000;
    queue.tick();
    await vi.waitFor(() => expect(queue.problem).toBeNull());
    expect(browser.rows.size).toBe(1);
  });

  test('another tab that has claimed the journal in the meantime keeps it', async () => {
    const queue = openQueue();
    await queue.claim();
    browser.failure = new Error('The disk is full');
    await performed(queue);
    browser.failure = null;
    await openQueue().claim();
    await queue.heal();
    expect(lostTo).toEqual(['row']);
    expect(browser.rows.size).toBe(0);
  });
});
