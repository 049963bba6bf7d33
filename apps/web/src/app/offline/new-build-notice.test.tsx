// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeWorkers } from '../../../test/installed/fake-workers.ts';
import { liveCockpit } from '../../features/rowing/rowing/cockpit/live-cockpit.ts';
import { createQueryClient } from '../../lib/query.ts';
import { useDraft } from '../../lib/unsaved/draft.ts';
import { useUnloadWarning } from '../../lib/unsaved/unload-warning.ts';
import { NewBuildNotice } from './new-build-notice.tsx';

let workers = new FakeWorkers('/assets/main-1.js');
const loads = vi.fn();
const line = 'A new version of';

beforeEach(() => {
  loads.mockReset();
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>';
  workers = new FakeWorkers('/assets/main-1.js');
  workers.have('/assets/main-1.js');
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
  vi.spyOn(location, 'assign').mockImplementation(loads);
});
afterEach(() => {
  cleanup();
  liveCockpit.set(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Shell() {
  const [isTyping, setIsTyping] = useState(false);
  useUnloadWarning(isTyping);
  return (
    <>
      <NewBuildNotice />
      <Link to="/">First</Link>
      <Link to="/other?of=it">Other</Link>
      <input onChange={() => setIsTyping(true)} />
      <Outlet />
    </>
  );
}

/** A form whose draft remains after its page is left. */
function Form() {
  const draft = useDraft('note', 'it');
  return (
    <>
      <textarea aria-label="Your note" onChange={({ currentTarget }) => draft.keep(currentTarget.value)} />
      <button type="button" onClick={() => draft.keep(null)}>
        Save
      </button>
    </>
  );
}

function open() {
  const router = createMemoryRouter([
    {
      element: <Shell />,
      children: [
        { path: '/', element: null },
        { path: '/other', element: <p>Other page</p> },
        { path: '/form', element: <Form /> },
      ],
    },
  ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const type = () => fireEvent.change(screen.getByRole('textbox'), { target: { value: 'easy' } });
  return { router, type };
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

test('a page of the worker’s build announces nothing, and the router handles its links', async () => {
  open();
  await act(async () => workers.update());
  expect(screen.queryByText(line, { exact: false })).toBeNull();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(loads).not.toHaveBeenCalled();
});

test('a newer build is announced, and the next link reloads its page', async () => {
  open();
  await update();
  fireEvent.click(screen.getByText('Other'));
  expect(loads.mock.calls).toEqual([[expect.stringMatching(/\/other\?of=it$/)]]);
  expect(screen.queryByText('Other page')).toBeNull();
});

test('a page that does not load is shown by this build, whose router handles links from then on', async () => {
  const stop = vi.fn();
  vi.stubGlobal('stop', stop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { router } = open();
  await storeNewerBuild();
  fireEvent.click(screen.getByText('Other'));
  fireEvent.click(screen.getByText('Other'));
  expect(loads).toHaveBeenCalledTimes(2);
  await act(async () => vi.advanceTimersByTime(5_999));
  expect(stop).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1));
  expect(stop).toHaveBeenCalledOnce();
  expect(router.state.location).toMatchObject({ pathname: '/other', search: '?of=it' });
  expect(screen.getByText(line, { exact: false }).textContent).toMatch(/could not be opened yet/);
  fireEvent.click(screen.getByText('First'));
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(router.state.location.pathname).toBe('/');
  expect(loads).toHaveBeenCalledTimes(2);
});

test('a page that does not reload at once shows this, and stays', async () => {
  vi.spyOn(location, 'reload').mockImplementation(loads);
  const stop = vi.fn();
  vi.stubGlobal('stop', stop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { router } = open();
  await storeNewerBuild();
  fireEvent.click(screen.getByRole('button', { name: 'Open it now' }));
  expect(loads).toHaveBeenCalledOnce();
  await act(async () => vi.advanceTimersByTime(6_000));
  expect(stop).toHaveBeenCalledOnce();
  expect(screen.getByText(line, { exact: false }).textContent).toMatch(/could not be opened yet/);
  expect(router.state.location.pathname).toBe('/');
});

test('a user whom the browser asks before the page reloads may stay', async () => {
  vi.spyOn(location, 'reload').mockImplementation(loads);
  const stop = vi.fn();
  vi.stubGlobal('stop', stop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { type } = open();
  await storeNewerBuild();
  type();
  fireEvent.click(screen.getByRole('button', { name: 'Open it now' }));
  await act(async () => vi.advanceTimersByTime(6_000));
  expect(stop).not.toHaveBeenCalled();
  expect(screen.getByText(line, { exact: false }).textContent).toMatch(/opens with the next page/);
});

test('text typed while a page failed to load stays', async () => {
  vi.stubGlobal('stop', vi.fn());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { router, type } = open();
  await storeNewerBuild();
  fireEvent.click(screen.getByText('Other'));
  type();
  await act(async () => vi.advanceTimersByTime(6_000));
  expect(router.state.location.pathname).toBe('/');
});

test('the router handles a link that would lose typed text', async () => {
  const { type } = open();
  await update();
  type();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(loads).not.toHaveBeenCalled();
});

test('text typed on a page that the user left is not lost: the router handles links, and the browser asks before the page closes', async () => {
  const { router } = open();
  await act(() => router.navigate('/form'));
  fireEvent.change(screen.getByLabelText('Your note'), { target: { value: 'Legs felt hea' } });
  await act(() => router.navigate('/'));
  await update();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect(loads).not.toHaveBeenCalled();
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await act(() => router.navigate('/form'));
  await act(async () => fireEvent.click(screen.getByText('Save')));
  fireEvent.click(screen.getByText('Other'));
  expect(loads).toHaveBeenCalledOnce();
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

test('nothing is announced in the cockpit', async () => {
  liveCockpit.set(true);
  open();
  await storeNewerBuild();
  expect(screen.queryByText(line, { exact: false })).toBeNull();
  fireEvent.click(screen.getByText('Other'));
  expect(loads).not.toHaveBeenCalled();
});

test('a browser without service workers shows the page unchanged', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: undefined } }));
  open();
  fireEvent.click(screen.getByText('Other'));
  expect(await screen.findByText('Other page')).toBeTruthy();
});
