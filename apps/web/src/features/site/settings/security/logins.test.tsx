// @vitest-environment happy-dom
import type { Login } from '@boathouse/contract/auth/security';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { nowMs } from '../../../../../test/now.ts';
import { Logins } from './logins.tsx';

const login = (id: string, device: string | null, isCurrent = false): Login => ({
  id,
  device,
  isCurrent,
  createdAt: '2025-03-02T12:00:00.000Z',
  lastUsedAt: new Date(nowMs() - 3 * 3_600_000).toISOString(),
});

let logins: Login[];
let isRefused: boolean;
let api: FakeApi;
beforeEach(() => {
  isRefused = false;
  logins = [login('this', 'Chrome on Windows', true), login('phone', 'Safari on iPhone'), login('old', null)];
  api = stubReplies(({ method, path }) => {
    if (`${method} ${path}` === 'GET /api/auth/list-sessions') return { body: logins };
    return isRefused ? refusal(404, 'No such login', 'not_found') : { body: { status: true } };
  });
});
afterEach(cleanUp);

const open = () => openAs(mara, [{ path: '/settings', element: <Logins uid={mara.uid} /> }], '/settings');
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the list of logins', () => {
  test('has the device, its last use and its start, and marks this device, which has no button', async () => {
    open();
    await screen.findByText('Chrome on Windows');
    expect(lines()).toEqual([
      'Chrome on WindowsThis device, logged in on March 2, 2025',
      'Safari on iPhoneLast used 3 h ago, logged in on March 2, 2025Log out',
      'An unknown deviceLast used 3 h ago, logged in on March 2, 2025Log out',
    ]);
  });

  test('ends one login', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out on Safari on iPhone' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(api.asked('POST', '/api/auth/revoke-session').map(({ body }) => body)).toEqual([{ id: 'phone' }]);
    expect(toasts()).toEqual([{ title: 'Logged out on Safari on iPhone', isError: false }]);
  });

  test('ends all others, and then offers none to end', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(api.asked('POST', '/api/auth/revoke-other-sessions')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is loaded again when the login has ended in the meantime', async () => {
    open();
    await screen.findByText('Safari on iPhone');
    isRefused = true;
    logins = logins.filter(({ id }) => id !== 'phone');
    fireEvent.click(screen.getByRole('button', { name: 'Log out on Safari on iPhone' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(toasts()).toEqual([expect.objectContaining({ isError: true })]);
  });
});
