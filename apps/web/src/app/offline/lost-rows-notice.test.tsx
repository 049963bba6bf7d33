// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { KeptLife } from '@boathouse/row/life';
import { beginRow } from '@boathouse/row/progress';
import { emptyTally } from '@boathouse/row/targets';
import { act, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mara } from '../../../test/people.ts';
import { cleanUp, openPage } from '../../../test/signed-in-page.tsx';
import { createJournal } from '../../features/rowing/run/journal.ts';
import { notedRows } from '../../features/rowing/run/rows-mark.ts';
import { LostRowsNotice } from './lost-rows-notice.tsx';

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

async function keepRow() {
  const journal = createJournal(mara._id);
  await journal.claim();
  await journal.keep(kept, []);
  return journal;
}
async function open() {
  openPage(<LostRowsNotice />, '/dashboard');
  for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise(setImmediate));
}

test('rows that the browser has deleted are said once, until the user has read it', async () => {
  await keepRow();
  vi.stubGlobal('indexedDB', new IDBFactory());
  await open();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('A workout that may not have been sent is gone from this device');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(notedRows(mara._id)).toEqual({});
});

test('a row that is gone is said also once the journal has another one in its place', async () => {
  await keepRow();
  vi.stubGlobal('indexedDB', new IDBFactory());
  await keepRow();
  await open();
  expect(screen.getByRole('alert').textContent).toContain('gone from this device');
});

test('rows that are there, and those that were sent, are not', async () => {
  const journal = await keepRow();
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  cleanUp();
  await journal.forget(kept.key);
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(notedRows(mara._id)).toEqual({});
});
