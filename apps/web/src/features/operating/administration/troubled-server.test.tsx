// @vitest-environment happy-dom
import type { AdministrationState, AdministrationWarning } from '@boathouse/contract/administration/calls';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { mara } from '../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../test/signed-in-page.tsx';
import { nowMs } from '../../../../test/now.ts';
import { AdministrationPage } from './administration-page.tsx';
import { WarningBar } from './warning-bar.tsx';

const stateOf = (): AdministrationState => {
  const at = new Date(nowMs()).toISOString();
  return {
    at,
    version: '0.2.0',
    startedAt: at,
    database: { kind: 'pglite', version: '18.0', bytes: 48_000_000 },
    diskFreeBytes: 9_000_000_000,
    backups: { isNightly: false, last: null, failure: null },
    mail: { kind: 'folder', failure: null },
    address: { url: 'http://127.0.0.1:3000', isSecure: true },
    processes: { areSeveral: false, problem: null },
    live: { rooms: 0, rowers: 0, connections: 1 },
    users: 12,
    clubs: 1,
    warnings: [],
  };
};

let warnings: AdministrationWarning[];
let api: FakeApi;
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api = stubReplies(({ path }) => {
    if (path === '/api/administration/warnings') {
      return { body: { at: new Date(nowMs()).toISOString(), warnings } };
    }
    if (path === '/api/administration/state') return { body: stateOf() };
    if (path === '/api/administration/users') return { body: { count: 0, users: [] } };
    return refusal(404, 'There is nothing at this address', 'not_found');
  });
});
afterEach(cleanUp);

const open = (section: string) =>
  openAs(mara, [{ path: '/administration', element: <AdministrationPage /> }], `/administration#${section}`);
const openState = () => open('state');

describe('the bar with warnings', () => {
  const openBar = () => openAs(mara, [{ path: '/', element: <WarningBar /> }], '/');

  test('shows the most urgent warning, counts the rest, leads to the state, and disappears when all is well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    warnings = [
      { kind: 'backup', text: 'The last backup is 9 days old.' },
      { kind: 'disk', text: 'The disk of the server has 90 MB left.' },
    ];
    openBar();
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('9 days old. And 1 more.'),
    );
    expect(screen.getByRole('link', { name: 'Administration' }).getAttribute('href')).toBe(
      '/administration#state',
    );
    warnings = [];
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('keeps the last warnings while the server does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    warnings = [{ kind: 'mail', text: "Mails can't be sent: refused" }];
    openBar();
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain("Mails can't be sent"));
    api.replies['GET /api/administration/warnings'] = () => refusal(503, 'No.', 'unavailable');
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    expect(screen.getByRole('status').textContent).toContain("Mails can't be sent");
  });
});

describe('the page of administrators', () => {
  test('shows that the state loads while the server hangs, lets other sections be opened, and then shows it', async () => {
    const answer = Promise.withResolvers<Reply>();
    api.replies['GET /api/administration/state'] = () => answer.promise;
    const router = openState();
    expect(await screen.findByText('Loading the state of the server')).toBeTruthy();
    await act(() => router.navigate('/administration#users'));
    expect(await screen.findByLabelText('Name or email')).toBeTruthy();
    await act(() => router.navigate('/administration#state'));
    answer.resolve({ body: stateOf() });
    expect(await screen.findByText('0.2.0')).toBeTruthy();
  });

  test('shows that the state could not be loaded from a server of another version, and loads it later', async () => {
    const { database: _, ...withoutDatabase } = stateOf();
    api.replies['GET /api/administration/state'] = () => ({ body: withoutDatabase });
    openState();
    expect(await screen.findByText("The state of the server couldn't be loaded.")).toBeTruthy();
    // Other data stays usable.
    expect(screen.getByText('Lock, delete, help with a password')).toBeTruthy();
    delete api.replies['GET /api/administration/state'];
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('0.2.0')).toBeTruthy());
  });
});
