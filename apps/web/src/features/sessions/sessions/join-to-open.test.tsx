// @vitest-environment happy-dom
import type { SessionClub } from '@boathouse/contract/sessions/previews';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { buildClub, idOf, mara } from '../../../../test/people.ts';
import { buildSession } from '../../../../test/sessions/factory.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { InvitedSession } from './invited-session.tsx';
import { SessionNotFound } from './session-not-found.tsx';

const id = idOf(70);
const key = 'k'.repeat(43);
const { _id, name, customURL, iconURL } = buildClub(50, 'Harbour');
const harbour: SessionClub = {
  _id,
  name,
  customURL,
  iconURL,
  isPrivate: false,
  role: null,
  session: { title: 'Tuesday pieces', startAt: '2026-05-01T17:30:00.000Z' },
};
const session = buildSession({ _id: id, title: 'Tuesday pieces', club: { _id, name, customURL, iconURL } });

let api: FakeApi;
let club: SessionClub | null;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  club = harbour;
  const isMember = () => (club?.role ?? -1) >= 0;
  const joined = (role: 0 | -1) => {
    if (club !== null) club = { ...club, role };
    const message = role === 0 ? 'You are now a member of Harbour' : 'You asked to join Harbour';
    return {
      body: {
        _id: idOf(71),
        user: { _id: mara._id, displayName: mara.displayName, iconURL: null },
        club: { _id, name, customURL, iconURL },
        role,
        createdAt: '2026-04-01T07:30:00.000Z',
        message,
      },
    };
  };
  api = stubReplies(({ method, path, body }) => {
    switch (`${method} ${path}`) {
      case `GET /api/sessions/${id}`:
        return isMember() ? { body: session } : refusal(404, 'There is no such session', 'not_found');
      case `GET /api/sessions/${id}/club`:
        return { body: club };
      case 'POST /api/clubmemberships':
        return joined(club?.isPrivate ? -1 : 0);
      case 'POST /api/clubmemberships/invited':
        return body['key'] === key ? joined(0) : refusal(404, 'Not valid', 'not_found');
      default:
        return { body: [] };
    }
  });
});
afterEach(() => {
  sessionStorage.clear();
  cleanUp();
});

const open = (path: string) =>
  openAs(
    mara,
    [
      { path: '/dashboard', element: <InvitedSession /> },
      { path: '/sessions/:sessionID', element: <SessionNotFound /> },
    ],
    path,
  );
const press = async (label: string) => fireEvent.click(await screen.findByRole('button', { name: label }));
const titles = () => toasts().map(({ title }) => title);

describe('after sign-in', () => {
  test('one press joins a public club and opens its session, and the invitation is dropped', async () => {
    sessionStorage.setItem('invitation', id);
    const router = open('/dashboard');
    await screen.findByText('You were invited to Tuesday pieces.');
    await press('Join Harbour and open');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sessions/${id}`));
    expect(titles()).toEqual(['You are now a member of Harbour']);
    expect(sessionStorage.length).toBe(0);
    // A browser logs the refusal of a call.
    expect(api.asked('GET', `/api/sessions/${id}`)).toEqual([]);
  });

  test('asks to join an invite-only club, and shows nothing of its session', async () => {
    club = { ...harbour, isPrivate: true, session: null };
    sessionStorage.setItem('invitation', id);
    open('/dashboard');
    await screen.findByText('You were invited to a session of Harbour.');
    await press('Ask to join Harbour');
    expect(await screen.findByText(/The session opens once an admin accepts you/)).toBeTruthy();
    expect(screen.queryByText(/Tuesday/)).toBeNull();
  });

  test("a link with the club's invitation joins an invite-only club at once", async () => {
    club = { ...harbour, isPrivate: true, session: null };
    sessionStorage.setItem('invitation', `${id}#${key}`);
    const router = open('/dashboard');
    await press('Join Harbour and open');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sessions/${id}`));
    expect(api.asked('POST', '/api/clubmemberships/invited')).toHaveLength(1);
    expect(api.asked('POST', '/api/clubmemberships')).toEqual([]);
  });

  test('a deleted session is shown as deleted', async () => {
    club = null;
    sessionStorage.setItem('invitation', id);
    open('/dashboard');
    expect(await screen.findByText(/We couldn't find the session that you were invited to/)).toBeTruthy();
  });
});

describe('the page of a session that only members can open', () => {
  test('names the session of a public club, and leads to the club too', async () => {
    open(`/sessions/${id}`);
    await screen.findByRole('heading', { name: 'Tuesday pieces' });
    expect(screen.getByRole('button', { name: 'Join Harbour and open' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the club' }).getAttribute('href')).toBe(
      `/clubs/${customURL}/general`,
    );
  });

  test('removes the key from the address after joining', async () => {
    club = { ...harbour, isPrivate: true, session: null };
    const router = open(`/sessions/${id}#${key}`);
    await screen.findByRole('heading', { name: 'A session of Harbour' });
    await press('Join Harbour and open');
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });

  test('opens without a press once an admin has accepted the request', async () => {
    club = { ...harbour, isPrivate: true, session: null, role: -1 };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open(`/sessions/${id}`);
    await screen.findByText(/You have asked to join Harbour/);
    club = { ...club, role: 0 };
    await vi.advanceTimersByTimeAsync(15_000);
    await waitFor(() => expect(api.asked('GET', `/api/sessions/${id}/club`)).toHaveLength(2));
  });

  test('shows that there is no session if there is none', async () => {
    club = null;
    open(`/sessions/${id}`);
    expect(await screen.findByText("We couldn't find a session at that link")).toBeTruthy();
  });
});
