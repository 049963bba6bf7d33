// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeWorkers } from '../../../test/installed/fake-workers.ts';
import { createFakeRow } from '../../../test/rowing/fake-row.tsx';
import { useUnloadWarning } from '../../lib/unsaved/unload-warning.ts';
import { NewBuildNotice } from './new-build-notice.tsx';

let row = createFakeRow();

let workers = new FakeWorkers('/assets/main-1.js');
const loads = vi.fn();
const line = 'A new version of';

beforeEach(() => {
  row = createFakeRow();
  loads.mockReset();
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>';
  workers = new FakeWorkers('/assets/main-1.js');
  workers.have('/assets/main-1.js');
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
  vi.spyOn(location, 'assign').mockImplementation(loads);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page({ isTyping }: { isTyping: boolean }) {
  useUnloadWarning(isTyping);
  return (
    <>
      <NewBuildNotice />
      <Link to="/other">Other</Link>
    </>
  );
}

function open(isTyping = false) {
  const router = createMemoryRouter([
    { path: '/', element: <Page isTyping={isTyping} /> },
    { path: '/other', element: <p>Other page</p> },
  ]);
  render(<RouterProvider router={router} />, { wrapper: row.Provider });
}

async function storeNewerBuild(): Promise<void> {
  workers.publish('/assets/main-2.js');
  await act(async () => {
    await workers.update();
    workers.stored();
  });
}

async function update(): Promise<void> {
  await storeNewerBuild();
  await screen.findByText(line, { exact: false });
}

test('a page of the worker’s build says nothing, and its links are the router’s', async () => {
  open();
  await act(async () => workers.update());
  expect(screen.queryByText(line, { exact: false })).toBeNull();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(loads).not.toHaveBeenCalled();
});

test('a newer build is said, and the next link loads its page anew', async () => {
  open();
  await update();
  fireEvent.click(screen.getByText('Other'));
  expect(loads.mock.calls).toEqual([[expect.stringMatching(/\/other$/)]]);
  expect(screen.queryByText('Other page')).toBeNull();
});

test('a link that would lose something typed stays the router’s', async () => {
  open(true);
  await update();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(loads).not.toHaveBeenCalled();
});

test.each([{ ctrlKey: true }, { shiftKey: true }, { button: 1 }])(
  'a press that opens another window is left to the browser: %j',
  async (how) => {
    open();
    await update();
    fireEvent.click(screen.getByText('Other'), how);
    expect(loads).not.toHaveBeenCalled();
  },
);

test('nothing is said during a row', async () => {
  row.set({});
  open();
  await storeNewerBuild();
  expect(screen.queryByText(line, { exact: false })).toBeNull();
  fireEvent.click(screen.getByText('Other'));
  expect(loads).not.toHaveBeenCalled();
});

test('a browser without service workers has the page as it is', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: undefined } }));
  open();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
});
