// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '../../../../../test/fake-api.ts';
import { buildClub, buildUser, mara } from '../../../../../test/people.ts';
import { nowMs } from '../../../../../test/now.ts';
import { buildSession } from '../../../../../test/sessions/factory.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { ClubLayout } from '../club-layout.tsx';
import { ClubMembersPage } from '../club-members-page.tsx';
import { FakeClubServer } from '../../../../../test/clubs/fake-club-server.ts';
import { InvitedClub } from '../index.ts';
import { InvitationPage } from './invitation-page.tsx';

const ben = buildUser(2, 'Ben Scull');
const night = buildClub(51, 'Night Shift', { isPrivate: true });
const key = 'k'.repeat(43);
const expiresAt = '2026-12-06T12:00:00.000Z';
let server: FakeClubServer;
let isMade: boolean;

// The first import of a lazy module compiles it; no test waits for that.
beforeAll(() => import('./invitation-dialog.tsx'), 60_000);
beforeEach(() => {
  isMade = false;
  server = new FakeClubServer();
  server.people = [mara, ben];
  server.clubs = [night];
  const path = `/api/clubs/${night._id}/invitation`;
  const state = () => ({ body: { expiresAt: isMade ? expiresAt : null } });
  server.replies = {
    [`GET /api/sessions/user/${mara._id}`]: () => ({ body: [] }),
    [`GET ${path}`]: state,
    [`POST ${path}`]: () => {
      isMade = true;
      return { body: { key, expiresAt } };
    },
    [`DELETE ${path}`]: () => {
      isMade = false;
      return state();
    },
    'POST /api/invitations': ({ body }) =>
      body['key'] === key
        ? { body: { name: night.name, iconURL: null, customURL: null } }
        : refusal(404, 'This invitation is not valid any more. Ask for a new link.', 'not_found'),
    'POST /api/clubmemberships/invited': () => ({
      body: {
        _id: night._id,
        user: { _id: mara._id, displayName: mara.displayName, iconURL: null },
        club: { _id: night._id, name: night.name, customURL: night.customURL, iconURL: null },
        role: 0,
        createdAt: '2026-11-22T12:00:00.000Z',
        message: 'You are now a member of Night Shift',
      },
    }),
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  sessionStorage.clear();
  cleanUp();
});

const open = (path: string) =>
  openAs(
    mara,
    [
      { Component: ClubLayout, children: [{ path: '/clubs/:clubURL/members', Component: ClubMembersPage }] },
      { path: '/clubs/:clubURL/general', element: <p>The club</p> },
      { path: '/sessions/:sessionID', element: <p>The session</p> },
      { path: '/invitations', Component: InvitationPage },
      {
        path: '/dashboard',
        element: (
          <div tabIndex={-1} data-testid="page">
            <InvitedClub />
          </div>
        ),
      },
    ],
    path,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the dialog of the Members tab', () => {
  const be = (role: 0 | 1 | 2) => server.memberships.push({ user: mara._id, club: night._id, role });

  test('makes a link, shows it with its QR code and end, copies it, and switches it off', async () => {
    be(1);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    open('/clubs/night-shift/members');
    await press('Invite by link');
    await press('Create link');
    const link = `${location.origin}/invitations#${key}`;
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite to Night Shift' }));
    expect(await dialog.findByText(link)).toBeTruthy();
    expect(dialog.getByTitle('QR code of the invitation link')).toBeTruthy();
    expect(dialog.getByText(/^Valid until .*Dec 6/)).toBeTruthy();
    await press('Copy link');
    expect(copied).toHaveBeenCalledWith(link);
    await press('Switch off');
    await dialog.findByRole('button', { name: 'Create link' });
    expect(dialog.queryByText(link)).toBeNull();
    expect(toasts().map(({ title }) => title)).toEqual(['Link copied', 'Invitation link switched off']);
  });

  test('keeps the focus on a button while its buttons change', async () => {
    be(1);
    open('/clubs/night-shift/members');
    await press('Invite by link');
    const create = await screen.findByRole('button', { name: 'Create link' });
    create.focus();
    fireEvent.click(create);
    expect(await screen.findByRole('button', { name: 'Copy link' })).toBe(document.activeElement);
    const end = screen.getByRole('button', { name: 'Switch off' });
    end.focus();
    fireEvent.click(end);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Create link' })).toBe(document.activeElement);
  });

  test('an older response does not hide the link that has just been made', async () => {
    be(1);
    const path = `GET /api/clubs/${night._id}/invitation`;
    open('/clubs/night-shift/members');
    await press('Invite by link');
    await screen.findByRole('button', { name: 'Create link' });
    await press('Close');
    const late = Promise.withResolvers<{ body: { expiresAt: null } }>();
    server.replies[path] = () => late.promise;
    await press('Invite by link');
    await press('Create link');
    await screen.findByRole('button', { name: 'Switch off' });
    late.resolve({ body: { expiresAt: null } });
    for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('button', { name: 'Switch off' })).toBeTruthy();
  });

  test('does not show a link again, and replaces it', async () => {
    be(2);
    isMade = true;
    open('/clubs/night-shift/members');
    await press('Invite by link');
    expect(await screen.findByText(/^A link is valid until .* It can't be shown again/)).toBeTruthy();
    await press('Create new link');
    expect(await screen.findByText(new RegExp(`#${key}$`))).toBeTruthy();
  });

  test('is not for members', async () => {
    be(0);
    open('/clubs/night-shift/members');
    await screen.findByRole('region', { name: 'Admins' });
    expect(screen.queryByRole('button', { name: 'Invite by link' })).toBeNull();
  });
});

describe('the page of the link', () => {
  test('shows the club with one button, joins, and leads to the club instead of the page with the key', async () => {
    const router = open(`/invitations#${key}`);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Night Shift');
    await press('Join Night Shift');
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/night-shift/general'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(toasts()).toEqual([{ title: 'You are now a member of Night Shift', isError: false }]);
    expect(server.calls.map(({ path }) => path).join()).not.toContain(key);
  });

  test("leads to the club's session of today if there is one", async () => {
    const { _id, name, customURL, iconURL } = night;
    const tonight = buildSession({
      startAt: new Date(nowMs() + 60_000).toISOString(),
      club: { _id, name, customURL, iconURL },
    });
    server.replies[`GET /api/sessions/user/${mara._id}`] = () => ({
      body: [buildSession({ startAt: new Date(nowMs()).toISOString() }), tonight],
    });
    const router = open(`/invitations#${key}`);
    await press('Join Night Shift');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sessions/${tonight._id}`));
  });

  test.each(['', '#short', `#${'x'.repeat(43)}`])('shows that %s is not valid', async (hash) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(`/invitations${hash}`);
    expect((await screen.findByRole('heading')).textContent).toBe(
      'This invitation is not valid any more. Ask for a new link.',
    );
  });

  test('leads a member to the club', async () => {
    server.replies['POST /api/invitations'] = () => ({
      body: { name: night.name, iconURL: null, customURL: 'night-shift' },
    });
    open(`/invitations#${key}`);
    const link = await screen.findByRole('link', { name: 'Open club' });
    expect(link.getAttribute('href')).toBe('/clubs/night-shift/general');
  });

  test('shows when the link ends before Join is pressed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(`/invitations#${key}`);
    await screen.findByRole('button', { name: 'Join Night Shift' });
    const gone = () =>
      refusal(404, 'This invitation is not valid any more. Ask for a new link.', 'not_found');
    server.replies['POST /api/clubmemberships/invited'] = gone;
    server.replies['POST /api/invitations'] = gone;
    await press('Join Night Shift');
    await waitFor(() =>
      expect(toasts().map(({ title }) => title)).toEqual([
        'Error joining Night Shift. This invitation is not valid any more. Ask for a new link.',
      ]),
    );
  });
});

describe('the dashboard after sign-in', () => {
  test('offers the club, and forgets the invitation when it is dismissed', async () => {
    sessionStorage.setItem('invitation', key);
    open('/dashboard');
    expect(await screen.findByText('You were invited to Night Shift.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join Night Shift' })).toBeTruthy();
    screen.getByRole('button', { name: 'Dismiss' }).focus();
    await press('Dismiss');
    expect(document.activeElement).toBe(screen.getByTestId('page'));
    expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  test('joins, and forgets the invitation', async () => {
    sessionStorage.setItem('invitation', key);
    const router = open('/dashboard');
    await press('Join Night Shift');
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/night-shift/general'));
    expect(sessionStorage.length).toBe(0);
  });

  test('shows when the invitation ends before Join is pressed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    sessionStorage.setItem('invitation', key);
    open('/dashboard');
    await screen.findByText('You were invited to Night Shift.');
    const ended = () => refusal(404, 'This invitation has ended.', 'not_found');
    server.replies['POST /api/invitations'] = ended;
    server.replies['POST /api/clubmemberships/invited'] = ended;
    await press('Join Night Shift');
    expect(await screen.findByText(/not valid any more/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join Night Shift' })).toBeNull();
  });

  test('shows when the invitation is no longer valid', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    sessionStorage.setItem('invitation', 'x'.repeat(43));
    open('/dashboard');
    expect(await screen.findByText(/not valid any more/)).toBeTruthy();
  });
});
