// @vitest-environment happy-dom
import type { ImportedWorkout, ImportPreview } from '@boathouse/contract/activities/imports';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { stubArchiveWorker } from '../../../../test/imports/fake-archive-worker.ts';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import type { ArchiveSlice } from './archive-reader.ts';
import { ImportPage } from './import-page.tsx';
import { forgetRun } from './import-run.ts';

const workout: ImportedWorkout = {
  index: 0,
  status: 'new',
  file: 'takeout.zip: row.fit',
  line: null,
  message: null,
  machine: 'rower',
  startedAt: '2026-03-01T08:00:00.000Z',
  endedAt: '2026-03-01T08:08:00.000Z',
  elapsedTime: 480,
  distance: 2_000,
  title: '2000 m',
  intervals: 0,
  strokes: 220,
  hasForceCurves: false,
  hasHeartRates: false,
  duplicateOf: null,
  completes: [],
};
const part = (byte: number) => new Uint8Array([0x50, 0x4b, 3, 4, byte]);
const slice = (looked: number, more: Partial<ArchiveSlice> = {}): ArchiveSlice => ({
  looked,
  of: 20_000,
  part: null,
  leftOut: null,
  ...more,
});

let api: FakeApi;
let imported: number;
beforeEach(() => {
  imported = 0;
  api = stubReplies(({ method, path }) => {
    if (method === 'GET') return { body: [] };
    const _id = idOf(90 + imported);
    if (path !== '/api/imports') {
      imported += 1;
      const record = { files: ['takeout.zip'], createdAt: workout.startedAt, state: 'stored' };
      return { body: { _id, ...record, chosen: 1, stored: 1, completed: 0, left: 1 } };
    }
    const preview: ImportPreview = {
      _id,
      workouts: [{ ...workout, index: sent().length - 1 }],
      readInTimeZone: null,
      keptUntil: '2026-03-01T09:00:00.000Z',
      rest: null,
    };
    return { body: preview };
  });
});
afterEach(() => {
  forgetRun();
  cleanUp();
});

const sent = () => api.calls.filter(({ method, path }) => method === 'POST' && path === '/api/imports');
function open(): void {
  openPage(<ImportPage />, '/training/import');
  fireEvent.change(screen.getByLabelText('Choose files'), {
    target: { files: [new File([part(0)], 'takeout.zip')] },
  });
}

test('a takeout shows its progress, and which files hold no workout', async () => {
  const leftOut = [
    { name: 'photo.jpg', message: 'This is a picture (JPEG), not a workout.', count: 19_997 },
    { name: 'a.fit', message: 'This file is encrypted.', count: 1 },
  ];
  stubArchiveWorker([
    slice(1_200, { part: part(1) }),
    slice(15_000),
    slice(20_000, { part: part(2) }),
    slice(20_000, { leftOut }),
  ]);
  open();
  expect(await screen.findByText(/20,000 files looked at, 2 workouts found/)).toBeTruthy();
  expect(screen.getByText('19,998 files hold no workout')).toBeTruthy();
  expect(screen.getByText(/This is a picture .* 19,997 such files/).textContent).toContain('photo.jpg');
  expect(sent().map(({ query }) => [query['from'], query['into']])).toEqual([
    ['0', undefined],
    ['0', idOf(90)],
  ]);
  expect(await screen.findByRole('button', { name: 'Import 2 workouts' })).toBeTruthy();
});

test('a takeout that is stopped continues at its place, without being chosen again', async () => {
  const files = stubArchiveWorker([
    slice(1_200, { part: part(1) }),
    slice(2_000),
    slice(20_000, { part: part(2) }),
    slice(20_000, { leftOut: [] }),
  ]);
  const answer = Promise.withResolvers<undefined>();
  api.replies['POST /api/imports'] = () => answer.promise;
  open();
  const stop = await screen.findByRole('button', { name: 'Stop reading takeout.zip' });
  stop.focus();
  fireEvent.click(stop);
  api.replies = {};
  await act(async () => answer.resolve(undefined));
  expect(await screen.findByText(/Stopped: 1,200 of 20,000 files looked at, 1 workout found/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Import 1 workout' })).toBeTruthy();
  const goOn = screen.getByRole('button', { name: 'Go on reading takeout.zip' });
  expect(document.activeElement).toBe(goOn);
  fireEvent.click(goOn);
  expect(await screen.findByText(/20,000 files looked at, 2 workouts found/)).toBeTruthy();
  expect(files).toHaveLength(1);
});

test('a part that did not arrive is sent again by the button "Go on"', async () => {
  stubArchiveWorker([slice(1_200, { part: part(7) }), slice(20_000, { leftOut: [] })]);
  api.replies['POST /api/imports'] = () => refusal(503, 'The server is away.');
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The server is away.');
  expect(screen.getByText(/Stopped: 1,200 of 20,000 files looked at, 0 workouts found/)).toBeTruthy();
  api.replies = {};
  fireEvent.click(screen.getByRole('button', { name: 'Go on reading takeout.zip' }));
  expect(await screen.findByText(/20,000 files looked at, 1 workout found/)).toBeTruthy();
  expect(sent()).toHaveLength(2);
});

test('a takeout with more workouts than one import holds continues in the next one', async () => {
  stubArchiveWorker([
    slice(1_200, { part: part(1) }),
    slice(1_300, { part: part(2) }),
    slice(20_000, { leftOut: [] }),
  ]);
  const full = 'As much is waiting as can be stored at once. Import these workouts, then go on.';
  api.replies['POST /api/imports'] = ({ query }) =>
    query['into'] === undefined ? undefined : refusal(409, full, 'import_full');
  open();
  await screen.findByText(full);
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 workout' }));
  await screen.findByText('1 workout imported.');
  fireEvent.click(screen.getByRole('button', { name: 'Go on reading takeout.zip' }));
  expect(await screen.findByText(/20,000 files looked at, 2 workouts found/)).toBeTruthy();
  await waitFor(() =>
    expect(sent().map(({ query }) => query['into'])).toEqual([undefined, idOf(90), undefined]),
  );
});

test('an archive that is damaged is reported as such, and can be tried again', async () => {
  const message = 'This ZIP archive ends early: its directory is missing.';
  stubArchiveWorker([{ looked: 0, of: 0, part: null, leftOut: [{ name: '', message, count: 1 }] }]);
  open();
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(/files looked at/)).toBeNull();
  expect(sent()).toHaveLength(0);
});
