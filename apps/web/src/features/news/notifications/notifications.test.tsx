// @vitest-environment happy-dom
import { notifications as contract, type Notification } from '@boathouse/contract/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type Call, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { nowMs } from '../../../../test/now.ts';
import { RoomProvider } from '../../rowing/room/index.ts';
import { Bell } from './index.ts';
import { MailChoice } from './mail-choice.tsx';
import { NotificationsPage } from './notifications-page.tsx';

const [ann, ben, cem] = [buildPerson(2, 'Ann'), buildPerson(3, 'Ben'), buildPerson(4, 'Cem')];
const activity = { _id: idOf(30), user: mara, workoutItem: '5000m' };
const club = { _id: idOf(40), name: 'Riverside RC', customURL: 'riverside', iconURL: null };
const session = {
  _id: idOf(50),
  title: 'Steady state',
  startAt: '2031-05-06T16:30:00.000Z',
  isDeleted: false,
};

let made = 100;
function buildLine(given: Partial<Notification>): Notification {
  const actors = given.actors ?? [ann];
  made += 1;
  return {
    _id: idOf(made),
    kind: 'like',
    actors,
    actorCount: actors.length,
    createdAt: new Date(nowMs() - made * 60_000).toISOString(),
    isRead: false,
    activity: null,
    club: null,
    session: null,
    message: null,
    ...given,
  };
}

/** The server's lines, newest first, and the mailed kinds; null when they cannot be loaded. */
let lines: Notification[] | null;
let mailed: { kinds: string[]; email: string | null } | null;
let api: FakeApi;

function usual({ method, path, query, body }: Call) {
  if (lines === null) return refusal(400, 'No');
  const unread = () => lines?.filter(({ isRead }) => !isRead).length ?? 0;
  const read = (isMeant: (line: Notification) => boolean) => {
    lines = (lines ?? []).map((line) => (isMeant(line) ? { ...line, isRead: true } : line));
    return { body: { unread: unread() } };
  };
  if (path === '/api/notifications/unread') return { body: { unread: unread() } };
  if (path === '/api/notifications/read') return read(({ createdAt }) => createdAt <= String(body['until']));
  if (path === '/api/notifications/mail') {
    if (mailed === null) return refusal(400, 'No');
    if (method === 'GET') return { body: mailed };
    mailed = { ...mailed, kinds: contract.chooseMail.body.parse(body).kinds };
    return { body: { kinds: mailed.kinds } };
  }
  if (path.endsWith('/read')) return read(({ _id }) => path.includes(_id));
  const [size, page] = [Number(query['pagesize']), Number(query['page'])];
  return { body: lines.slice((page - 1) * size, page * size) };
}

beforeEach(() => {
  lines = [];
  mailed = { kinds: [], email: 'mara@example.com' };
  api = stubReplies(usual);
});
afterEach(cleanUp);

describe('the page of notifications', () => {
  const open = () => openPage(<NotificationsPage />, '/notifications');
  const entries = () => screen.findAllByRole('listitem');

  test.each<[string, string | null, Partial<Notification>]>([
    ['Ann likes your 5,000 m', `/activities/${activity._id}`, { activity }],
    ['Ann and Ben like your 5,000 m', `/activities/${activity._id}`, { activity, actors: [ann, ben] }],
    [
      'Ann, Ben and 8 others like your 5,000 m',
      `/activities/${activity._id}`,
      { activity, actors: [ann, ben, cem], actorCount: 10 },
    ],
    ['Ann follows you', `/athletes/${ann._id}`, { kind: 'follow' }],
    [
      'Ann, Ben and Cem follow you',
      `/athletes/${mara._id}/following?show=followers`,
      { kind: 'follow', actors: [ann, ben, cem] },
    ],
    ['Ann commented on your 5,000 m', `/activities/${activity._id}`, { kind: 'comment', activity }],
    ['Ann replied to your comment on 5,000 m', `/activities/${activity._id}`, { kind: 'reply', activity }],
    ['Ann asks to join Riverside RC', '/clubs/riverside/members', { kind: 'request', club }],
    [
      'You are now a member of Riverside RC',
      '/clubs/riverside/general',
      { kind: 'accepted', club, actors: [] },
    ],
    [
      'Steady state starts soon: Tue, May 6, 4:30 PM',
      `/sessions/${session._id}`,
      { kind: 'sessionSoon', session, actors: [] },
    ],
    [
      'Ann moved Steady state to Tue, May 6, 4:30 PM',
      `/sessions/${session._id}`,
      { kind: 'sessionChanged', session },
    ],
    ['Ann handed Steady state over to you', `/sessions/${session._id}`, { kind: 'sessionHost', session }],
    [
      'Ann is no longer in Riverside RC; you host their coming sessions now',
      '/clubs/riverside/general',
      { kind: 'sessionsPassed', club },
    ],
    ['Ann moved your 5,000 m into a session', `/activities/${activity._id}`, { kind: 'rowMoved', activity }],
    ['Ann has reported something', '/administration#reports', { kind: 'report' }],
    ['Ann deleted Steady state', null, { kind: 'sessionChanged', session: { ...session, isDeleted: true } }],
  ])('shows "%s" and links there', async (words, address, given) => {
    lines = [buildLine({ isRead: true, ...given })];
    open();
    const [entry] = await entries();
    expect(entry?.querySelector('p')?.textContent).toBe(words);
    expect(entry?.querySelector('a')?.getAttribute('href') ?? null).toBe(address);
  });

  test('keeps the focus on a line that is marked as read', async () => {
    lines = [buildLine({ activity }), buildLine({ activity, actors: [ben] })];
    open();
    const [button] = await screen.findAllByRole('button', { name: 'Mark as read' });
    button?.focus();
    fireEvent.click(button ?? document.body);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Ann likes your 5,000 m'));
    expect(document.activeElement).not.toBe(document.body);
  });

  test('shows the newest comment, and which lines are unread', async () => {
    lines = [
      buildLine({ kind: 'comment', activity, message: 'Strong finish' }),
      buildLine({ activity, isRead: true }),
    ];
    open();
    const [first, second] = await entries();
    expect(first?.textContent).toContain('Unread. Ann commented on your 5,000 m');
    expect(first?.textContent).toContain('Strong finish');
    expect(second?.textContent).not.toContain('Unread');
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1);
  });

  test('following a line, or its button, marks it as read', async () => {
    lines = [buildLine({ activity }), buildLine({ kind: 'follow' })];
    open();
    const [button] = await screen.findAllByRole('button', { name: 'Mark as read' });
    fireEvent.click(button ?? document.body);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1));
    fireEvent.click(screen.getByRole('link', { name: /follows you/ }));
    await waitFor(() => expect(lines?.map(({ isRead }) => isRead)).toEqual([true, true]));
  });

  test('marks all as read up to the newest line shown', async () => {
    lines = [buildLine({ activity }), buildLine({ kind: 'follow' })];
    const newest = lines[0]?.createdAt;
    open();
    const button = await screen.findByRole('button', { name: 'Mark all as read' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    expect(screen.queryAllByRole('button', { name: 'Mark as read' })).toEqual([]);
    expect(api.changes().map(({ path, body }) => [path, body])).toEqual([
      ['/api/notifications/read', { until: newest }],
    ]);
    fireEvent.click(button);
    expect(api.changes()).toHaveLength(1);
  });

  test('explains what will appear there while it is empty', async () => {
    open();
    expect(await screen.findByText(/^Nothing yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  test('shows 15 lines a page, and Load more as long as full pages arrive', async () => {
    lines = Array.from({ length: 17 }, () => buildLine({ activity, isRead: true }));
    open();
    await waitFor(async () => expect(await entries()).toHaveLength(15));
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await entries()).toHaveLength(17));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('can be tried again when it does not load', async () => {
    lines = null;
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    lines = [buildLine({ kind: 'follow' })];
    fireEvent.click(again);
    expect(await screen.findByRole('link', { name: /follows you/ })).toBeTruthy();
  });
});

describe('the bell', () => {
  test.each([
    [0, 'Notifications', null],
    [3, 'Notifications, 3 unread', '3'],
    [120, 'Notifications, 120 unread', '99+'],
  ])('with %i unread lines is called "%s" and shows %s', async (unread, name, shown) => {
    lines = Array.from({ length: unread }, () => buildLine({ kind: 'follow' }));
    openPage(
      <RoomProvider userId={mara._id}>
        <Bell />
      </RoomProvider>,
      '/dashboard',
    );
    const bell = await screen.findByRole('link', { name });
    expect(bell.getAttribute('href')).toBe('/notifications');
    expect(bell.querySelector('span')?.textContent ?? null).toBe(shown);
  });
});

describe('the choice of mails', () => {
  const open = () => openPage(<MailChoice />, '/settings');
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  test('is stored with each change', async () => {
    open();
    const likes = await box('Likes of my activities');
    expect(likes.checked).toBe(false);
    fireEvent.click(likes);
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    fireEvent.click(await box('New followers'));
    await waitFor(() => expect(mailed?.kinds).toEqual(['follow', 'like']));
    fireEvent.click(likes);
    await waitFor(() => expect(mailed?.kinds).toEqual(['follow']));
    expect(likes.checked).toBe(false);
  });

  test('is as before when it cannot be stored', async () => {
    open();
    const likes = await box('Likes of my activities');
    api.replies['PUT /api/notifications/mail'] = () => refusal(400, 'Not now');
    fireEvent.click(likes);
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Not now', isError: true }]));
    expect(likes.checked).toBe(false);
  });

  test('stores quick choices in order, even after one that fails', async () => {
    const put = 'PUT /api/notifications/mail';
    const first = Promise.withResolvers<Reply>();
    open();
    const [followers, likes] = [await box('New followers'), await box('Likes of my activities')];
    api.replies[put] = () => first.promise;
    fireEvent.click(followers);
    await waitFor(() => expect(followers.checked).toBe(true));
    fireEvent.click(likes);
    await waitFor(() => expect(likes.checked).toBe(true));
    expect(followers.checked).toBe(true);
    expect(api.changes()).toHaveLength(1);
    delete api.replies[put];
    first.resolve(refusal(400, 'Not now'));
    await waitFor(() => expect(mailed?.kinds).toEqual(['follow', 'like']));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect([followers.checked, likes.checked]).toEqual([true, true]);
  });

  test('shows that the server knows no address', async () => {
    mailed = { kinds: [], email: null };
    open();
    expect(await screen.findByText(/doesn't know your email address/)).toBeTruthy();
  });
});
