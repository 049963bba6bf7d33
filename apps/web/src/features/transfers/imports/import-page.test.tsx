// @vitest-environment happy-dom
import type { ImportedWorkout, ImportPreview } from '@boathouse/contract/activities/imports';
import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { fakeCaches } from '../../../../test/installed/fake-caches.ts';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { answerShare } from '../../../worker/share-target.ts';
import { ImportPage } from './import-page.tsx';
import { forgetRun } from './import-run.ts';

const workout: ImportedWorkout = {
  index: 0,
  status: 'new',
  file: 'row.fit',
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
  hasForceCurves: true,
  hasHeartRates: false,
  duplicateOf: null,
  completes: [],
};
const preview: ImportPreview = {
  _id: idOf(90),
  workouts: [workout],
  readInTimeZone: null,
  keptUntil: '2026-03-01T09:00:00.000Z',
};
const record = {
  _id: idOf(90),
  files: ['row.fit'],
  createdAt: '2026-03-01T09:00:00.000Z',
  state: 'stored',
  chosen: 1,
  stored: 1,
  completed: 0,
  left: 1,
};

let api: FakeApi;
/** The server's refusals, by method and path; it accepts other calls. */
let refused: Record<string, string>;
/** The workout in the file, and the earlier imports. */
let held: ImportedWorkout;
let past: object[];
beforeEach(() => {
  refused = {};
  held = workout;
  past = [];
  api = stubReplies(({ method, path }) => {
    const message = refused[`${method} ${path}`];
    if (message !== undefined) return refusal(409, message);
    if (method === 'GET') return { body: path === '/api/imports' ? past : [] };
    if (path !== '/api/imports') return { body: record };
    return { body: { ...preview, workouts: [{ ...held, index: callsOf('POST', path).length - 1 }] } };
  });
});
afterEach(() => {
  forgetRun();
  cleanUp();
});

const give = (name = 'row.fit') =>
  fireEvent.change(screen.getByLabelText('Choose files'), {
    target: { files: [new File(['bytes'], name)] },
  });
const drop = (name: string) =>
  fireEvent.drop(screen.getByText(/^Drop files here/), {
    dataTransfer: { types: ['Files'], files: [new File(['bytes'], name)] },
  });
const callsOf = (method: string, path: string) =>
  api.calls.filter((call) => call.method === method && call.path === path);

test('stores the choice once, for any number of presses', async () => {
  openPage(<ImportPage />, '/training/import');
  give();
  const store = await screen.findByRole('button', { name: 'Import 1 workout' });
  fireEvent.click(store);
  fireEvent.click(store);
  await screen.findByText('1 workout imported.');
  expect(callsOf('POST', `/api/imports/${idOf(90)}`)).toHaveLength(1);
});

test('shows why a file could not be read, and reads it again', async () => {
  refused['POST /api/imports'] = 'Many files are being imported at the moment.';
  openPage(<ImportPage />, '/training/import');
  give();
  await screen.findByText(/Many files are being imported/);
  refused = {};
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2000 m')).toBeTruthy();
  expect(callsOf('POST', '/api/imports')).toHaveLength(2);
});

test('keeps the choice when storing fails, and shows the reason', async () => {
  refused[`POST /api/imports/${idOf(90)}`] = 'Nothing was stored: choose the file again.';
  openPage(<ImportPage />, '/training/import');
  give();
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 workout' }));
  await screen.findByText('Nothing was stored: choose the file again.');
  expect(screen.getByRole('button', { name: 'Import 1 workout' })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '2000 m' }));
  fireEvent.click(screen.getByRole('button', { name: 'Import 0 workouts' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Choose at least one workout.'));
});

test('a file that is canceled while it is read does not come back', async () => {
  openPage(<ImportPage />, '/training/import');
  give();
  await screen.findByText('2000 m');
  const answer = Promise.withResolvers<undefined>();
  api.replies['POST /api/imports'] = () => answer.promise;
  give('second.fit');
  await waitFor(() => expect(callsOf('POST', '/api/imports')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  api.replies = {};
  await act(async () => answer.resolve(undefined));
  give('third.fit');
  await screen.findByText('1 file read');
  expect(screen.getAllByText('2000 m')).toHaveLength(1);
  expect(callsOf('POST', '/api/imports')[2]?.query).not.toHaveProperty('into');
});

test('files added while others are stored are read afterwards, into a separate import', async () => {
  openPage(<ImportPage />, '/training/import');
  give();
  const button = await screen.findByRole('button', { name: 'Import 1 workout' });
  const reading = Promise.withResolvers<undefined>();
  api.replies['POST /api/imports'] = () => reading.promise;
  give('second.fit');
  await waitFor(() => expect(callsOf('POST', '/api/imports')).toHaveLength(2));
  const storing = Promise.withResolvers<undefined>();
  api.replies = { [`POST /api/imports/${idOf(90)}`]: () => storing.promise };
  fireEvent.click(button);
  drop('third.fit');
  await act(async () => reading.resolve(undefined));
  expect(screen.getByRole('button', { name: 'Storing 1 workout…' })).toBeTruthy();
  expect(screen.getByText('2 more files are read when these workouts are stored.')).toBeTruthy();
  await act(async () => storing.resolve(undefined));
  await screen.findByText('2 files read');
  expect(screen.getByText('1 workout imported.')).toBeTruthy();
  const read = callsOf('POST', '/api/imports').slice(2);
  expect(read.map(({ query }) => [query['name'], query['into']])).toEqual([
    ['second.fit', undefined],
    ['third.fit', idOf(90)],
  ]);
});

test('files added while storing fails are read into the import that is still open', async () => {
  refused[`POST /api/imports/${idOf(90)}`] = 'Nothing was stored: choose the file again.';
  openPage(<ImportPage />, '/training/import');
  give();
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 workout' }));
  drop('second.fit');
  await screen.findByText('2 files read');
  expect(screen.getByText('Nothing was stored: choose the file again.')).toBeTruthy();
  expect(callsOf('POST', '/api/imports').map(({ query }) => query['into'])).toEqual([undefined, idOf(90)]);
});

test('marks questions that must be answered before a workout is stored, and moves to them', async () => {
  held = { ...workout, machine: null, startedAt: null, endedAt: null };
  openPage(<ImportPage />, '/training/import');
  give();
  const button = await screen.findByRole('button', { name: 'Import 1 workout' });
  expect(screen.getByText('row.fit')).toBeTruthy();
  const machine = screen.getByLabelText("Machine, where the file doesn't say");
  const began = screen.getByLabelText('Began on');
  expect(machine.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(button);
  expect(await screen.findByText('Choose the machine first.')).toBeTruthy();
  expect(machine.getAttribute('aria-invalid')).toBe('true');
  expect(began.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(machine);
  fireEvent.change(machine, { target: { value: 'rower' } });
  fireEvent.click(button);
  expect(await screen.findByText('Say when the workouts without a date began.')).toBeTruthy();
  expect(document.activeElement).toBe(began);
});

test('shows the data that a file adds to a live row, and stores it', async () => {
  const duplicateOf = { activity: idOf(91), index: null, title: 'Before work' };
  held = { ...workout, status: 'duplicate', duplicateOf, completes: ['strokes', 'heartRates'] };
  openPage(<ImportPage />, '/training/import');
  give();
  await screen.findByText(/Adds strokes and heart rates to your activity/);
  expect(screen.getByRole('link', { name: 'Before work' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 workout' }));
  await waitFor(() => expect(callsOf('POST', `/api/imports/${idOf(90)}`)[0]?.body).toEqual({ indexes: [0] }));
});

test('shows the progress of a stopped import, and continues it', async () => {
  past = [{ ...record, state: 'stopped', chosen: 1_282, stored: 400, left: 400 }];
  openPage(<ImportPage />, '/training/import');
  await screen.findByText(/stopped after 400 of 1282 workouts/);
  fireEvent.click(screen.getByRole('button', { name: 'Go on with the import of row.fit' }));
  await waitFor(() => expect(callsOf('POST', `/api/imports/${idOf(90)}`)[0]?.body).toEqual({}));
  expect(screen.getByRole('button', { name: 'Undo the import of row.fit' })).toBeTruthy();
});

test("shows what was left out of an import's workouts", async () => {
  past = [{ ...record, notes: ['3 x 1:00: 52 strokes of the rests left out'] }];
  openPage(<ImportPage />, '/training/import');
  await screen.findByText('Left out of 1 workout');
  expect(screen.getByText('3 x 1:00: 52 strokes of the rests left out')).toBeTruthy();
});

test('reads files that were shared with the app, and does not look for them again', async () => {
  const caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  const body = new FormData();
  body.append(sharedFiles.field, new File(['bytes'], 'row.fit'));
  await answerShare(new Request(`${location.origin}/share`, { method: 'POST', body }), caches);
  const router = openPage(<ImportPage />, sharedFiles.opens);
  await screen.findByText('1 file read');
  expect(callsOf('POST', '/api/imports').map(({ query }) => query['name'])).toEqual(['row.fit']);
  expect(router.state.location.search).toBe('');
  expect(await caches.keys()).toEqual([]);
});

test.each([
  ['a share that did not arrive', fakeCaches()],
  ['a browser without a cache', undefined],
])('reports that shared files are missing: %s', async (_, caches) => {
  vi.stubGlobal('caches', caches);
  openPage(<ImportPage />, sharedFiles.opens);
  await waitFor(() =>
    expect(toasts()).toEqual([{ title: "The shared files didn't arrive. Choose them here.", isError: true }]),
  );
});

test('reads files that the system opened with the app', async () => {
  let consumer = (_params: object) => {};
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === '(display-mode: standalone)',
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  const setConsumer = vi.fn((wanted: typeof consumer) => void (consumer = wanted));
  vi.stubGlobal('launchQueue', { setConsumer });
  openPage(<ImportPage />, '/training/import');
  await waitFor(() => expect(setConsumer).toHaveBeenCalled());
  consumer({ files: [{ getFile: async () => new File(['bytes'], 'row.fit') }] });
  await screen.findByText('1 file read');
});

test('asks whether a workout that looks like a row is the same, and stores it according to the answer', async () => {
  held = {
    ...workout,
    isProbable: true,
    duplicateOf: { activity: idOf(7), index: null, title: 'Evening row' },
    completes: ['strokes'],
  };
  openPage(<ImportPage />, '/training/import');
  give();
  const question = await screen.findByRole('radiogroup', {
    name: /This looks like a row you have already: Evening row/,
  });
  expect(screen.getByText('1 looks like a row you have already')).toBeTruthy();
  const { getByRole } = within(question);
  fireEvent.click(screen.getByRole('button', { name: 'Import 0 workouts' }));
  await screen.findByText('Say of each row that looks like one you have whether it is the same.');
  expect(document.activeElement).toBe(getByRole('radio', { name: 'Keep both' }));
  fireEvent.click(getByRole('radio', { name: 'Keep both' }));
  expect(screen.getByRole('button', { name: 'Import 1 workout' })).toBeTruthy();
  expect(screen.queryByText(/^Say of each row/)).toBeNull();
  fireEvent.click(getByRole('radio', { name: 'It is the same' }));
  expect(screen.getByText('Adds strokes to your activity')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 workout' }));
  await screen.findByText('1 workout imported.');
  expect(callsOf('POST', `/api/imports/${idOf(90)}`)[0]?.body).toEqual({ indexes: [0], same: [0] });
});

test('keeps a workout that looks like a row in addition to it, if the user says that they differ', async () => {
  held = {
    ...workout,
    isProbable: true,
    duplicateOf: { activity: idOf(7), index: null, title: 'Evening row' },
  };
  openPage(<ImportPage />, '/training/import');
  give();
  give('second.fit');
  fireEvent.click(await screen.findByRole('button', { name: 'All 2 are the same' }));
  expect(screen.getByRole('button', { name: 'Import 0 workouts' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep all 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 workouts' }));
  await screen.findByText(/imported/);
  expect(callsOf('POST', `/api/imports/${idOf(90)}`)[0]?.body).toEqual({ indexes: [0, 1] });
});
