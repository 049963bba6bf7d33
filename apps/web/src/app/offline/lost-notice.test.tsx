// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { KeptLife } from '@boathouse/row/life/life';
import { beginRow } from '@boathouse/row/reduce/progress';
import { emptyTally } from '@boathouse/row/plan/targets';
import { act, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mara } from '../../../test/people.ts';
import { cleanUp, openPage } from '../../../test/signed-in-page.tsx';
import { keepToSend, readWaiting, removeEntry } from '../../lib/outbox/outbox.ts';
import { createJournal } from '../../features/rowing/rowing/run/journal.ts';
import { rowNotes } from '../../features/rowing/rowing/run/rows-mark.ts';
import { LostNotice } from './lost-notice.tsx';

const kept: KeptLife = {
  key: '018f0000-0000-7000-8000-000000000001',
  id: '018f0000-0000-7000-8000-000000000001',
  place: { sessionId: null, workoutItemIndex: null, title: 'Evening', workout: '2k' },
  begunAtMs: Date.parse('2025-11-21T18:00:00.000Z'),
  isBegunHere: true,
  timeZone: null,
  isSimulated: false,
  stage: 'rowing',
  begin: 'unsent',
  lostTo: null,
  isEndedElsewhere: false,
  refusal: null,
  patchRefusal: null,
  progress: beginRow(),
  hasHeardMonitor: true,
  nextSequence: 0,
  serverNext: 0,
  mustRead: false,
  storedBefore: [],
  isLeft: false,
  heldUntilMs: null,
  takenUpAt: null,
  targets: emptyTally(),
};

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => {
  cleanUp();
  localStorage.clear();
});

async function keepRow(row = kept) {
  const journal = createJournal(mara._id);
  await journal.claim();
  await journal.keep(row, []);
  return journal;
}
async function open() {
  openPage(<LostNotice />, '/dashboard');
  for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise(setImmediate));
}

test('rows that the browser has deleted are named once, until the user has read it', async () => {
  await keepRow();
  vi.stubGlobal('indexedDB', new IDBFactory());
  await open();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('A workout that may not have been sent is gone from this device');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(rowNotes.read(mara._id)).toEqual({});
});

test('the rowed workout is named with it, so that the athlete can enter it', async () => {
  await keepRow({
    ...kept,
    progress: { ...beginRow(), distanceM: 1234.5, elapsedSec: 310.2, strokeCount: 120 },
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  // The next page takes the row up from the server, under its key, and has no data for it.
  const journal = createJournal(mara._id);
  await journal.claim();
  await journal.forget(kept.key);
  await open();
  expect(screen.getByRole('alert').textContent).toContain('(2k, 1,234 m in 5:10.2)');
  expect(screen.getByRole('link', { name: 'enter it' }).getAttribute('href')).toBe('/training/enter');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(localStorage.getItem(`row-words-of-${mara._id}`)).toBeNull();
});

test('a lost row is named even once the journal has another one instead', async () => {
  await keepRow();
  vi.stubGlobal('indexedDB', new IDBFactory());
  await keepRow();
  await open();
  expect(screen.getByRole('alert').textContent).toContain('gone from this device');
});

test('closing the note about lost rows keeps the note of an existing row', async () => {
  await keepRow();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const other = { ...kept, key: 'another', id: 'another' };
  await keepRow(other);
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(rowNotes.read(mara._id)).toEqual({ [other.key]: other.begunAtMs });
  expect(rowNotes.lost(mara._id)).toEqual({});
});

test('existing rows, and rows that were sent, are not named', async () => {
  const journal = await keepRow();
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  cleanUp();
  await journal.forget(kept.key);
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(rowNotes.read(mara._id)).toEqual({});
});

const comment = {
  key: '018f0000-0000-7000-8000-000000000009',
  method: 'POST' as const,
  url: '/api/comments',
  body: {},
  words: 'Your comment “Strong finish”',
};

test('a text written without the server and deleted by the browser is named once, by its words', async () => {
  await keepToSend(mara.uid, comment, kept.begunAtMs);
  await deleteDB('boathouse-outbox');
  await open();
  expect(screen.getByRole('alert').textContent).toContain(
    'What you wrote is gone from this device, and may not have been sent: Your comment “Strong finish”.',
  );
});

test('sent entries, and existing ones, are not named', async () => {
  await keepToSend(mara.uid, comment, kept.begunAtMs);
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  for (const entry of await readWaiting(mara.uid)) await removeEntry(entry);
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
});
