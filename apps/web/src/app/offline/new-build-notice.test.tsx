// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeRow } from '../../../test/rowing/fake-row.tsx';
import { useUnloadWarning } from '../../lib/unsaved/unload-warning.ts';
import { NewBuildNotice } from './new-build-notice.tsx';

let row = createFakeRow();

/** The worker of a browser: `entry` is that of the build that it came with. */
let workers: EventTarget & { entry: string };
const loads = vi.fn();
const line = 'A new version of';

beforeEach(() => {
  row = createFakeRow();
  loads.mockReset();
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>';
  const container = Object.assign(new EventTarget(), {
    entry: '/assets/main-1.js',
    controller: {
      postMessage: (_question: string, [port]: [MessagePort]) => port.postMessage(container.entry),
    },
    register: async () => ({ update: async () => {} }),
  });
  workers = container;
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }));
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

async function update(): Promise<void> {
  workers.entry = '/assets/main-2.js';
  await act(async () => {
    workers.dispatchEvent(new Event('controllerchange'));
  });
  await screen.findByText(line, { exact: false });
}

test('a page of the worker’s build says nothing, and its links are the router’s', async () => {
  open();
  await act(async () => void workers.dispatchEvent(new Event('controllerchange')));
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
  workers.entry = '/assets/main-2.js';
  await act(async () => void workers.dispatchEvent(new Event('controllerchange')));
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
