// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../../../test/installed/fake-caches.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { makeStoragePersistent } from './storage.ts';

let usage: number;
let isPersistent: boolean;
const persist = vi.fn(async () => (isPersistent = true));
let kept: ReturnType<typeof fakeCaches>;

function stubStorage(storage: object | undefined): void {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
}

beforeEach(() => {
  usage = 3_260_000;
  isPersistent = false;
  persist.mockClear();
  stubStorage({ persist, persisted: async () => isPersistent, estimate: async () => ({ usage }) });
  kept = fakeCaches();
  vi.stubGlobal('caches', kept);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'storage');
  document.head.querySelectorAll('script[type=module]').forEach((script) => script.remove());
  cleanUp();
});

async function keep(cache: string, path: string): Promise<void> {
  await (await kept.open(cache)).put(`${location.origin}${path}`, new Response('bytes'));
}

const open = () => openPage(<DeviceSettings />, '/settings');
const free = () => fireEvent.click(screen.getByRole('button', { name: 'Free space' }));

test('asks once for storage that is not cleared', async () => {
  await makeStoragePersistent();
  await makeStoragePersistent();
  expect(persist).toHaveBeenCalledOnce();
});

test.each([
  ['has no storage manager', undefined],
  ['refuses', { persisted: async () => Promise.reject(new TypeError('Not here')), persist }],
])('a browser that %s continues without it', async (_, storage) => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  stubStorage(storage);
  await makeStoragePersistent();
  expect(persist).not.toHaveBeenCalled();
  info.mockRestore();
});

test('the settings show the space used, and whether the browser may clear it', async () => {
  open();
  await screen.findByText('3.3 MB');
  expect(screen.getByText(/the browser may delete what this device keeps/)).toBeTruthy();
});

test('a press frees older versions and shared files, and leaves the open version', async () => {
  await keep('build-1', '/assets/main-old.js');
  await keep('build-2', '/assets/main-new.js');
  await keep(sharedFiles.cache, '/share/1');
  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  // Setting it as a property would load it.
  entry.setAttribute('src', `${location.origin}/assets/main-new.js`);
  entry.type = 'module';
  vi.spyOn(document, 'querySelector').mockImplementation(() => entry);
  open();
  await screen.findByText('3.3 MB');
  usage = 1_000;
  free();
  await screen.findByText('1 kB');
  expect(await kept.keys()).toEqual(['build-2']);
  expect(toasts()).toEqual([{ title: 'Space freed', isError: false }]);
});

test('a press deletes cached responses, and keeps the rows of every user', async () => {
  const made = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error ?? new Error(name));
    });
  for (const name of ['boathouse-answers', 'boathouse-rows-1', 'boathouse-rows-2']) await made(name);
  open();
  await screen.findByText('3.3 MB');
  free();
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Space freed', isError: false }]));
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['boathouse-rows-1', 'boathouse-rows-2']));
  expect(names).not.toContain('boathouse-answers');
});

test('shows this if the browser does not delete them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('caches', { ...kept, keys: () => Promise.reject(new DOMException('No', 'SecurityError')) });
  open();
  await screen.findByText('3.3 MB');
  free();
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: "The browser couldn't delete these files. Try again.", isError: true },
    ]),
  );
  expect(warn).toHaveBeenCalled();
});

test('a browser that does not report the used space shows no figure and no button', async () => {
  stubStorage(undefined);
  open();
  await screen.findByText(/doesn't say how much space/);
  await act(async () => {});
  expect(screen.queryByRole('button', { name: 'Free space' })).toBeNull();
});
