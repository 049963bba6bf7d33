// @vitest-environment happy-dom
import type { ClubRole } from '@boathouse/contract/clubs';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmDialogMs } from '../../../ui/dialog/confirm-dialog.tsx';
import { refusal } from '../../../../test/fake-api.ts';
import { buildClub, buildUser, imagePath, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { ClubGeneralPage } from './club-general-page.tsx';
import { ClubLayout } from './club-layout.tsx';
import { ClubMembersPage } from './club-members-page.tsx';
import { lookAgain } from '../../../../test/look-again.ts';
import { FakeClubServer } from '../../../../test/clubs/fake-club-server.ts';
import { YourClubs } from './index.ts';

const [ben, cleo, dana] = [buildUser(2, 'Ben Scull'), buildUser(3, 'Cleo Cox'), buildUser(4, 'Dana Deck')];
const harbour = buildClub(50, 'Harbour', { iconURL: imagePath('clubicons', 'harbour', 1) });
const night = buildClub(51, 'Night Shift', { isPrivate: true });
let server: FakeClubServer;

beforeEach(() => {
  server = new FakeClubServer();
  server.people = [mara, ben, cleo, dana];
  server.clubs = [harbour, night];
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(cleanUp);

const inClub = (club: typeof harbour, ...roles: [typeof mara, ClubRole][]) =>
  server.memberships.push(...roles.map(([{ _id }, role]) => ({ user: _id, club: club._id, role })));

/** Opens a page as Mara, together with the dashboard card. */
function open(path: string) {
  return openAs(
    mara,
    [
      {
        Component: ClubLayout,
        children: [
          { path: '/clubs/:clubURL/general', Component: ClubGeneralPage },
          { path: '/clubs/:clubURL/members', Component: ClubMembersPage },
        ],
      },
      { path: '/dashboard', element: <YourClubs userId={mara._id} /> },
    ],
    path,
  );
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));

/** Opens the menu of a member, and returns its words; requests have buttons instead. */
function actionsOf({ displayName: name }: typeof mara): string[] {
  const row = screen
    .getAllByRole('listitem')
    .find((each) => within(each).queryByRole('link', { name }) !== null);
  if (row === undefined) return [];
  const menu = within(row).queryByRole('button', { name: `Actions for ${name}` });
  if (menu?.getAttribute('aria-expanded') === 'false') fireEvent.click(menu);
  const actions = within(row).queryAllByRole(menu === null ? 'button' : 'menuitem');
  return actions.map(({ textContent }) => textContent.replace(name, '').trim());
}
const canBe = (action: string, person: typeof mara) =>
  waitFor(() => expect(actionsOf(person)).toContain(action));
async function choose(action: string, person: typeof mara): Promise<void> {
  await canBe(action, person);
  fireEvent.click(screen.getByRole('menuitem', { name: action }));
}

const offers = ['Join', 'Request to join', 'Leave', 'Cancel join request'];
const offered = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((words) => offers.includes(words));

describe('the club page', () => {
  test('shows an admin who needs a second factor where to turn it on', async () => {
    inClub(harbour, [mara, 1]);
    server.demand = { needsSecondFactor: true };
    open('/clubs/harbour/general');
    const link = await screen.findByRole('link', { name: 'Turn it on in Settings, Security' });
    expect(link.getAttribute('href')).toBe('/settings#security');
    expect(link.parentElement?.textContent).toMatch(
      /^On this server, the admins of clubs need a second factor\./,
    );
  });

  test('[CLUB-3] has the title and the tabs General and Members, and marks the current tab', async () => {
    open('/clubs/harbour/general');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Harbour');
    const tabs = within(screen.getByRole('navigation', { name: 'Club' })).getAllByRole('link');
    const seen = () => tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')]);
    expect(seen()).toEqual([
      ['General', 'page'],
      ['Members', null],
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Members' }));
    await screen.findByRole('region', { name: 'Admins' });
    expect(seen()).toEqual([
      ['General', null],
      ['Members', 'page'],
    ]);
  });

  test('[CLUB-3] shows icon and banner, and requests no image without a banner', async () => {
    const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    open('/clubs/harbour/general');
    await screen.findByRole('heading', { level: 1 });
    expect(pictures()).toEqual([harbour.iconURL]);
    cleanup();
    const banner = '/files/clubbanners/harbour/00000000000000000000000000000009.webp';
    server.clubs = [{ ...harbour, bannerURL: banner }];
    open('/clubs/harbour/general');
    await screen.findByRole('heading', { level: 1 });
    // In the line above the tabs, which is the same on all of them, and large beside the sessions.
    expect(pictures()).toEqual([banner, harbour.iconURL, banner]);
    cleanup();
    open('/clubs/harbour/members');
    await screen.findByRole('heading', { level: 1 });
    expect(pictures()).toEqual([banner, harbour.iconURL]);
  });

  test.each([
    { club: harbour, role: null, offer: 'Join' },
    { club: harbour, role: 0, offer: 'Leave' },
    { club: harbour, role: 1, offer: 'Leave' },
    { club: harbour, role: 2, offer: 'Leave' },
    { club: night, role: null, offer: 'Request to join' },
    { club: night, role: -1, offer: 'Cancel join request' },
    { club: night, role: 0, offer: 'Leave' },
  ] as const)('[CLUB-3] offers $offer alone to role $role', async ({ club, role, offer }) => {
    if (role !== null) inClub(club, [mara, role]);
    open(`/clubs/${club.customURL}/general`);
    await button(offer);
    expect(offered()).toEqual([offer]);
  });

  test('[MEMB-1] joining a public club makes a member and shows the server’s message', async () => {
    open('/clubs/harbour/general');
    await press('Join');
    await button('Leave');
    expect(server.asked('POST', '/api/clubmemberships').map(({ body }) => body)).toEqual([
      { user: mara._id, club: harbour._id, role: 0 },
    ]);
    expect(toasts()).toEqual([{ title: 'Mara Lindqvist: Harbour joined', isError: false }]);
    expect(region('Club Information').getByText('member').nextSibling?.textContent).toBe('1');
  });

  test('[MEMB-1] [MEMB-2] asking to join a private club is a request, which can be canceled', async () => {
    open('/clubs/night-shift/general');
    await press('Request to join');
    await press('Cancel join request');
    await button('Request to join');
    expect(toasts().map(({ title }) => title)).toEqual([
      'Mara Lindqvist: Night Shift joined',
      'You left Night Shift',
    ]);
    expect(server.memberships).toEqual([]);
  });

  test('[MEMB-5] shows the club’s name in the error of a refused join', async () => {
    server.replies['POST /api/clubmemberships'] = () => refusal(403, 'The boats are full.', 'forbidden');
    open('/clubs/harbour/general');
    await press('Join');
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error joining Harbour. The boats are full.', isError: true }]),
    );
    await button('Join');
  });

  test('[UI-2] [MEMB-5] leaving asks first, and shows why the server refuses it', async () => {
    inClub(harbour, [mara, 1]);
    open('/clubs/harbour/general');
    await press('Leave');
    const dialog = within(
      screen.getByRole('alertdialog', { name: 'Are you sure you want to leave Harbour?' }),
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(server.asked('DELETE', '/api/clubmemberships/leave')).toEqual([]);
    await press('Leave');
    // Made an owner in the meantime, unknown to the page.
    server.memberships = [];
    inClub(harbour, [mara, 2]);
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'Error leaving Harbour. The owner transfers the club first.', isError: true },
      ]),
    );
    expect(server.roleOf(harbour, mara)).toBe(2);
  });

  test('[MEMB-5] the owner reads before leaving that another owner is needed, and how to choose one', async () => {
    inClub(harbour, [mara, 2]);
    open('/clubs/harbour/general');
    await press('Leave');
    const dialog = within(screen.getByRole('dialog', { name: 'You own Harbour' }));
    fireEvent.click(dialog.getByRole('link', { name: 'Choose the new owner' }));
    await screen.findByRole('region', { name: 'Admins' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  test('admins see the number of requests on the tab, members do not', async () => {
    inClub(night, [mara, 1], [ben, -1], [cleo, -1]);
    open('/clubs/night-shift/general');
    await screen.findByText('2 requests');
    cleanup();
    server.memberships = [];
    inClub(night, [mara, 0], [ben, -1]);
    open('/clubs/night-shift/general');
    await button('Leave');
    expect(screen.queryByText(/request/)).toBeNull();
  });

  test('[MEMB-2] leaving ends the membership and shows the server’s message', async () => {
    inClub(harbour, [mara, 0]);
    open('/clubs/harbour/general');
    await press('Leave');
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await button('Join');
    expect(toasts()).toEqual([{ title: 'You left Harbour', isError: false }]);
    expect(server.roleOf(harbour, mara)).toBeNull();
  });

  test('[CLUB-8] shows the not-found message when the club does not exist', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open('/clubs/nowhere/members');
    expect((await screen.findByRole('heading')).textContent).toBe("We couldn't find a club at that link");
  });

  test('[CLUB-8] a loaded club is not found once the server no longer has it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open('/clubs/harbour/general');
    await screen.findByRole('heading', { level: 1, name: 'Harbour' });
    server.clubs = [night];
    await lookAgain();
    expect(await screen.findByText("We couldn't find a club at that link")).toBeTruthy();
  });

  test('[UI-4] a failure to load shows a Try again button and no toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.replies['GET /api/clubs/customURL/harbour'] = () => refusal(500, 'Broken.', 'internal');
    open('/clubs/harbour/general');
    const retry = await button('Try again');
    expect(toasts()).toEqual([]);
    server.replies = {};
    fireEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbour' })).toBeTruthy();
  });
});

describe('the general page', () => {
  test('[UI-4] shows a message when the viewer’s membership cannot be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.replies['GET /api/clubmemberships/ismember'] = () => refusal(500, 'Broken.', 'internal');
    open('/clubs/night-shift/general');
    expect(await screen.findByText("Your membership couldn't be loaded.")).toBeTruthy();
    server.replies = {};
    await press('Try again');
    await button('Request to join');
    expect(toasts()).toEqual([]);
  });

  test.each([
    { club: harbour, role: null },
    { club: night, role: 0 },
  ] as const)('[CLUB-4] asks for the sessions of $club.name as role $role', async ({ club, role }) => {
    if (role !== null) inClub(club, [mara, role]);
    open(`/clubs/${club.customURL}/general`);
    await waitFor(() => expect(server.asked('GET', '/api/feed/club-profile')).toHaveLength(1));
  });

  test('[CLUB-4] [UI-3] shows the description, the abbreviated member count, the privacy and the date', async () => {
    server.replies['GET /api/clubs/customURL/harbour'] = () => ({
      body: { ...harbour, memberCount: 12_345 },
    });
    open('/clubs/harbour/general');
    await screen.findByRole('heading', { level: 1 });
    const card = region('Club Information');
    expect(card.getByText('We row at Harbour.')).toBeTruthy();
    expect(card.getByText('members').nextSibling?.textContent).toBe('12.3k');
    expect(card.getByText('Privacy').nextSibling?.textContent).toBe('Public');
    expect(card.getByText('Created').nextSibling?.textContent).toBe('February 3, 2025');
  });

  test('[CLUB-4] calls a private club Invite-only', async () => {
    open('/clubs/night-shift/general');
    expect((await screen.findByText('Privacy')).nextSibling?.textContent).toBe('Invite-only');
  });

  test.each([
    { role: null, isThere: false },
    { role: 0, isThere: false },
    { role: 1, isThere: true },
    { role: 2, isThere: true },
  ] as const)('[CLUB-4] the pencil is there ($isThere) for role $role', async ({ role, isThere }) => {
    if (role !== null) inClub(harbour, [mara, role]);
    open('/clubs/harbour/general');
    await button(role === null ? 'Join' : 'Leave');
    const pencil = screen.queryByRole('link', { name: 'Edit club' });
    expect(pencil?.getAttribute('href')).toBe(isThere ? '/clubs/harbour/edit' : undefined);
  });

  test('[CLUB-4] shows sessions of a private club only to members, and a note to others', async () => {
    open('/clubs/night-shift/general');
    expect(await screen.findByText('Only members see the sessions of this club.')).toBeTruthy();
    expect(server.calls.filter(({ path }) => path.startsWith('/api/feed'))).toEqual([]);
  });
});

describe('the members page', () => {
  const listed = (name: string) =>
    region(name)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  test('[CLUB-5] [MEMB-3] lists the labeled owner first, then the admins, and shows when there are no members', async () => {
    inClub(harbour, [ben, 1], [cleo, 2]);
    open('/clubs/harbour/members');
    await screen.findByRole('region', { name: 'Admins' });
    expect(listed('Admins')).toEqual([
      ['Cleo Cox', `/athletes/${cleo._id}`],
      ['Ben Scull', `/athletes/${ben._id}`],
    ]);
    expect(region('Admins').getAllByText('Owner')).toHaveLength(1);
    expect(region('Members').getByText('This club has no members')).toBeTruthy();
  });

  test('[CLUB-5] [MEMB-3] shows a member no requests and no actions', async () => {
    inClub(night, [ben, 2], [mara, 0], [cleo, -1]);
    open('/clubs/night-shift/members');
    await button('Leave');
    expect(screen.queryByRole('region', { name: 'Pending Requests to Join' })).toBeNull();
    expect([mara, ben, cleo].flatMap(actionsOf)).toEqual([]);
  });

  test('[CLUB-5] an admin sees the list of requests only if there are any', async () => {
    inClub(night, [mara, 1], [ben, 2]);
    open('/clubs/night-shift/members');
    await canBe('Revoke Admin', mara);
    expect(screen.queryByRole('region', { name: 'Pending Requests to Join' })).toBeNull();
  });

  test('[MEMB-3] [MEMB-4] an admin has the admin actions on everyone except the owner', async () => {
    inClub(night, [mara, 1], [ben, 2], [cleo, 0], [dana, -1]);
    open('/clubs/night-shift/members');
    await screen.findByRole('region', { name: 'Pending Requests to Join' });
    expect({
      own: actionsOf(mara),
      owner: actionsOf(ben),
      member: actionsOf(cleo),
      pending: actionsOf(dana),
    }).toEqual({
      own: ['Revoke Admin', 'Remove'],
      owner: [],
      member: ['Make Admin', 'Remove'],
      pending: ['Accept', 'Decline'],
    });
  });

  test('[MEMB-4] only the owner can transfer the club, to a member or an admin', async () => {
    inClub(night, [mara, 2], [ben, 1], [cleo, 0], [dana, -1]);
    open('/clubs/night-shift/members');
    await canBe('Revoke Admin', ben);
    expect({
      own: actionsOf(mara),
      admin: actionsOf(ben),
      member: actionsOf(cleo),
      pending: actionsOf(dana),
    }).toEqual({
      own: [],
      admin: ['Revoke Admin', 'Transfer Ownership', 'Remove'],
      member: ['Make Admin', 'Transfer Ownership', 'Remove'],
      pending: ['Accept', 'Decline'],
    });
  });

  test('[MEMB-2] accepting a request makes a member, and declining removes it', async () => {
    inClub(night, [mara, 1], [cleo, -1], [dana, -1]);
    open('/clubs/night-shift/members');
    await press('Accept Cleo Cox');
    await waitFor(() => expect(listed('Members')).toEqual([['Cleo Cox', `/athletes/${cleo._id}`]]));
    await press('Decline Dana Deck');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Pending Requests to Join' })).toBeNull(),
    );
    const ids = { requestingUser: mara._id, club: night._id };
    expect(server.asked('PATCH', '/api/clubmemberships/makeMember').map(({ body }) => body)).toEqual([
      { ...ids, user: cleo._id },
    ]);
    expect(server.asked('DELETE', '/api/clubmemberships/revokeMembership').map(({ query }) => query)).toEqual(
      [{ ...ids, user: dana._id }],
    );
    expect(toasts()).toEqual([
      { title: 'Cleo Cox: Role 0', isError: false },
      { title: 'Ended Night Shift', isError: false },
    ]);
  });

  test('[MEMB-3] makes a member an admin, and an admin a member again', async () => {
    inClub(harbour, [mara, 2], [ben, 0]);
    open('/clubs/harbour/members');
    await choose('Make Admin', ben);
    await choose('Revoke Admin', ben);
    await canBe('Make Admin', ben);
    expect(toasts().map(({ title }) => title)).toEqual(['Ben Scull: Role 1', 'Ben Scull: Role 0']);
  });

  test('[UI-2] [MEMB-3] removing asks first, with the name and the consequence, and closes after a second', async () => {
    inClub(harbour, [mara, 1], [ben, 0]);
    open('/clubs/harbour/members');
    await canBe('Remove', ben);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await choose('Remove', ben);
    const dialog = within(screen.getByRole('alertdialog', { name: 'Remove Ben Scull from Harbour?' }));
    expect(dialog.getByText(/Ben Scull will no longer see the club's sessions/)).toBeTruthy();
    expect(server.roleOf(harbour, ben)).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben Scull' })).toBeNull());
    expect(dialog.getByRole('button', { name: 'Pending' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(confirmDialogMs));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.roleOf(harbour, ben)).toBeNull();
  });

  test('merges each change into the list, which is fetched only once', async () => {
    inClub(night, [mara, 2], [ben, 0], [cleo, -1], [dana, -1]);
    open('/clubs/night-shift/members');
    await press('Accept Cleo Cox');
    await press('Decline Dana Deck');
    await choose('Make Admin', ben);
    await canBe('Revoke Admin', ben);
    expect(listed('Admins').map(([name]) => name)).toEqual(['Mara Lindqvist', 'Ben Scull']);
    expect(listed('Members').map(([name]) => name)).toEqual(['Cleo Cox']);
    expect(server.asked('GET', `/api/clubmemberships/club/${night._id}`)).toHaveLength(1);
  });

  test('[MEMB-4] transfers ownership after a confirmation, and then shows the page of an admin', async () => {
    inClub(harbour, [mara, 2], [ben, 0]);
    open('/clubs/harbour/members');
    await choose('Transfer Ownership', ben);
    expect(
      screen.getByRole('alertdialog', { name: 'Transfer the ownership of Harbour to Ben Scull?' }),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await canBe('Revoke Admin', mara);
    expect(listed('Admins').map(([name]) => name)).toEqual(['Ben Scull', 'Mara Lindqvist']);
    expect(actionsOf(ben)).toEqual([]);
    expect(server.asked('PATCH', '/api/clubmemberships/transferOwnership').map(({ body }) => body)).toEqual([
      { fromUser: mara._id, toUser: ben._id, club: harbour._id },
    ]);
  });

  test('[MEMB-3] a member who has just changed can be changed again while the club is still loading', async () => {
    inClub(night, [mara, 2], [ben, 0]);
    open('/clubs/night-shift/members');
    await canBe('Make Admin', ben);
    const hangs = (url: string, init?: RequestInit) =>
      url.includes('/api/clubs/') && (init?.method ?? 'GET') === 'GET';
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      hangs(url, init) ? new Promise(() => {}) : server.fetch(url, init),
    );
    await choose('Make Admin', ben);
    await choose('Revoke Admin', ben);
    await canBe('Make Admin', ben);
    expect(server.roleOf(night, ben)).toBe(0);
  });

  test('[MEMB-3] shows the server’s reason of a refusal and refetches the list', async () => {
    inClub(harbour, [mara, 1], [ben, 0]);
    open('/clubs/harbour/members');
    await canBe('Make Admin', ben);
    server.memberships = server.memberships.filter(({ user }) => user !== ben._id);
    await choose('Make Admin', ben);
    await waitFor(() => expect(toasts()).toEqual([{ title: 'There is no such member', isError: true }]));
    await waitFor(() => expect(region('Members').getByText('This club has no members')).toBeTruthy());
  });

  test('focus follows a member to another list, and moves to the next row when they leave', async () => {
    inClub(night, [mara, 1], [ben, -1], [dana, -1], [cleo, 0]);
    open('/clubs/night-shift/members');
    const link = (name: string) => screen.queryByRole('link', { name });
    const accept = await button('Accept Ben Scull');
    accept.focus();
    fireEvent.click(accept);
    await button('Actions for Ben Scull');
    expect(document.activeElement).toBe(link('Ben Scull'));

    const decline = await button('Decline Dana Deck');
    decline.focus();
    fireEvent.click(decline);
    await waitFor(() => expect(link('Dana Deck')).toBeNull());
    expect(document.activeElement).toBe(link('Ben Scull'));
  });

  test('focus stays in the list when its last row disappears', async () => {
    inClub(night, [mara, 1], [ben, -1]);
    open('/clubs/night-shift/members');
    const decline = await button('Decline Ben Scull');
    decline.focus();
    fireEvent.click(decline);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben Scull' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Mara Lindqvist' }));
  });
});

describe('Your Clubs', () => {
  test('[DASH-1] lists every club with a link, marks pending requests, and links to creating a club', async () => {
    inClub(harbour, [mara, 0]);
    inClub(night, [mara, -1]);
    open('/dashboard');
    await screen.findByRole('link', { name: 'Harbour' });
    const card = region('Your Clubs');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Harbour$/),
      expect.stringMatching(/Night ShiftPending$/),
    ]);
    expect(card.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/clubs/harbour/general');
    expect(card.getByRole('link', { name: 'Create a club' }).getAttribute('href')).toBe('/club-create');
    expect(card.queryByRole('link', { name: 'Explore clubs' })).toBeNull();
  });

  test('[DASH-1] links to Explore when the user has no club', async () => {
    open('/dashboard');
    const link = await screen.findByRole('link', { name: 'Explore clubs' });
    expect(link.getAttribute('href')).toBe('/explore/clubs');
  });

  test('[UI-4] a failure to load shows a message without a toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.replies[`GET /api/clubmemberships/user/${mara._id}`] = () => refusal(500, 'Broken.', 'internal');
    open('/dashboard');
    expect(await screen.findByText("Your clubs couldn't be loaded.")).toBeTruthy();
    expect(toasts()).toEqual([]);
  });

  test('[MEMB-1] shows a club as soon as the user has joined it', async () => {
    const router = open('/dashboard');
    await screen.findByRole('link', { name: 'Explore clubs' });
    await act(() => router.navigate('/clubs/harbour/general'));
    await press('Join');
    await button('Leave');
    await act(() => router.navigate('/dashboard'));
    expect(await screen.findByRole('link', { name: 'Harbour' })).toBeTruthy();
  });
});
