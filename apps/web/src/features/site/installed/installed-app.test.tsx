// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubReplies } from '../../../../test/fake-api.ts';
import { mara } from '../../../../test/people.ts';
import { createFakeRooms } from '../../../../test/room/fake-rooms.tsx';
import { createFakeRow } from '../../../../test/rowing/fake-row.tsx';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { liveCockpit } from '../../rowing/rowing/cockpit/live-cockpit.ts';
import { takeHandedFiles } from '../../transfers/imports/handed-files.ts';
import { InstalledApp } from './installed-app.tsx';

let row = createFakeRow();
const rooms = createFakeRooms();

type Launch = { targetURL?: string; files?: Array<{ getFile(): Promise<File> }> };
/** The page's consumer of launches, which it sets once. */
let launch: (params: Launch) => void = () => {
  throw new Error('The page takes no launches');
};
Object.assign(globalThis, { launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) } });

const worker = new EventTarget();
Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });

let unread: number;
const icon = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
const persist = vi.fn(async () => true);

beforeEach(() => {
  row = createFakeRow();
  unread = 0;
  vi.clearAllMocks();
  Object.assign(navigator, icon);
  Object.defineProperty(navigator, 'storage', {
    value: { persist, persisted: async () => false },
    configurable: true,
  });
  stubReplies(() => ({ body: { unread } }));
});
afterEach(() => {
  takeHandedFiles();
  liveCockpit.set(false);
  cleanUp();
  for (const name of ['storage', ...Object.keys(icon)]) Reflect.deleteProperty(navigator, name);
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'launchQueue');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const page = () => (
  <row.Provider>
    <rooms.Provider>
      <InstalledApp />
    </rooms.Provider>
  </row.Provider>
);
const open = () => openAs(mara, [{ path: '*', element: page() }], '/clubs/rowers');
const launched = (params: Launch) => act(async () => launch(params));
const handle = (name: string) => ({ getFile: async () => new File(['bytes'], name) });
const moved = { getFile: () => Promise.reject(new DOMException('It was moved', 'NotFoundError')) };

test('a shortcut of the icon opens its page in the window that is open', async () => {
  const router = open();
  await launched({ targetURL: `${location.origin}/row` });
  expect(router.state.location.pathname).toBe('/row');
  await launched({ targetURL: `${location.origin}/dashboard#today` });
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', hash: '#today' });
});

test('pressing the icon does not change the window, and neither does an address of another site', async () => {
  const router = open();
  await launched({ targetURL: `${location.origin}/dashboard` });
  await launched({ targetURL: 'https://elsewhere.example/row' });
  await launched({});
  expect(router.state.location.pathname).toBe('/clubs/rowers');
});

test('a pressed message opens its page; other messages of a worker do not', async () => {
  const router = open();
  const said = (data: unknown) =>
    act(async () => void worker.dispatchEvent(new MessageEvent('message', { data })));
  await said({ kind: 'open', path: 'https://elsewhere.example/' });
  await said('reload');
  expect(router.state.location.pathname).toBe('/clubs/rowers');
  await said({ kind: 'open', path: '/sessions/019a0000-0000-7000-8000-00000000000a' });
  expect(router.state.location.pathname).toBe('/sessions/019a0000-0000-7000-8000-00000000000a');
});

test('files that the system opens with the app open Import, which finds them; a moved one is left out', async () => {
  const router = open();
  await launched({
    targetURL: `${location.origin}/training/import`,
    files: [handle('row.fit'), moved, handle('season.csv')],
  });
  expect(router.state.location.pathname).toBe('/training/import');
  expect(takeHandedFiles().map(({ name }) => name)).toEqual(['row.fit', 'season.csv']);
  expect(takeHandedFiles()).toEqual([]);
});

test('an athlete in the cockpit stays there, and sees where the files wait', async () => {
  liveCockpit.set(true);
  const router = open();
  await launched({ targetURL: `${location.origin}/row` });
  await launched({ targetURL: `${location.origin}/training/import`, files: [handle('row.fit')] });
  expect(router.state.location.pathname).toBe('/clubs/rowers');
  expect(toasts()).toEqual([{ title: 'The opened files wait in Training → Import', isError: false }]);
  expect(takeHandedFiles()).toHaveLength(1);
});

test('the icon counts the unread notifications, and shows none once the login has ended', async () => {
  unread = 3;
  open();
  await waitFor(() => expect(icon.setAppBadge).toHaveBeenLastCalledWith(3));
  icon.clearAppBadge.mockClear();
  cleanUp();
  expect(icon.clearAppBadge).toHaveBeenCalled();
});

test('without an icon that can count, the page continues', async () => {
  unread = 3;
  for (const name of Object.keys(icon)) Reflect.deleteProperty(navigator, name);
  const router = open();
  await act(async () => {});
  expect(router.state.location.pathname).toBe('/clubs/rowers');
});

test('the first row stored here makes the storage persistent; nothing requests that before', async () => {
  open();
  await act(async () => {});
  expect(persist).not.toHaveBeenCalled();
  cleanUp();
  row.set({ stage: 'completing' });
  stubReplies(() => ({ body: { unread } }));
  open();
  await waitFor(() => expect(persist).toHaveBeenCalledOnce());
});
