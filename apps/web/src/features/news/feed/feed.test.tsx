// @vitest-environment happy-dom
import type { Activity } from '@boathouse/contract/activities';
import type { FeedActivity } from '@boathouse/contract/feed';
import type { Session } from '@boathouse/contract/sessions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, type Call } from '../../../../test/fake-api.ts';
import { lookAgain } from '../../../../test/look-again.ts';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { FakeCommentsApi } from '../../../../test/comments/fake-comments-api.ts';
import { buildActivity, buildSession } from '../../../../test/sessions/factory.ts';
import { nowMs } from '../../../../test/now.ts';
import { ActivityFeed, RecentActivities, RecentSessions } from './index.ts';

const ben = buildPerson(2, 'Ben');
const club = { _id: idOf(50), name: 'Riverside RC', customURL: 'riverside', iconURL: null };

/** The entries behind each feed, the newest first; null when they can't be loaded. */
let entries: Array<(Activity & Partial<FeedActivity>) | Session> | null;
let api: FakeFeedApi;

class FakeFeedApi extends FakeCommentsApi {
  protected override usual(call: Call) {
    const { path, query } = call;
    if (!path.startsWith('/api/feed/')) return super.usual(call);
    if (entries === null) return refusal(400, 'No');
    const size = Number(query['pagesize']);
    const start = (Number(query['page']) - 1) * size;
    const page = entries.slice(start, start + size);
    return {
      body: path.endsWith('/club-profile')
        ? page
        : page.map((entry) => ({ likeCount: 0, didLike: false, commentCount: 0, ...entry })),
    };
  }
}

beforeEach(() => {
  entries = [];
  api = new FakeFeedApi();
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

const show = (part: ReactElement) => openPage(part, '/');

const manyOf = (count: number) =>
  Array.from({ length: count }, (_, index) => buildActivity({ name: `Athlete ${index + 1}` }));
const shownNames = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const namesTo = (count: number) => Array.from({ length: count }, (_, index) => `Athlete ${index + 1}`);
const more = () => screen.queryByRole('button', { name: 'Load more' });

/** The labels of the large figures. */
const largeIn = (card: HTMLElement) =>
  [...card.querySelectorAll('[data-size="large"] dt')].map(({ textContent }) => textContent);

describe('the Activity Feed', () => {
  const open = () => show(<ActivityFeed userId={mara._id} />);

  test('[DASH-4] shows 5 a page, and Load more as long as full pages arrive', async () => {
    entries = manyOf(12);
    open();
    expect(await screen.findByRole('heading', { name: 'Activity Feed' })).toBeTruthy();
    await waitFor(() => expect(shownNames()).toEqual(namesTo(5)));
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(shownNames()).toEqual(namesTo(10)));
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(shownNames()).toEqual(namesTo(12)));
    expect(more()).toBeNull();
    expect(api.asked('GET', '/api/feed/dashboard').map(({ query }) => query)).toEqual(
      ['1', '2', '3'].map((page) => ({ user: mara._id, page, pagesize: '5' })),
    );
  });

  test('[DASH-4] after a full page that was the last one, Load more finds nothing and disappears', async () => {
    entries = manyOf(5);
    open();
    await waitFor(() => expect(more()).not.toBeNull());
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(more()).toBeNull());
    expect(shownNames()).toEqual(namesTo(5));
    expect(document.activeElement?.textContent).toContain('Athlete 5');
  });

  test('[DASH-4] rows between two pages shift the entries, and none is shown twice', async () => {
    entries = manyOf(7);
    open();
    await waitFor(() => expect(shownNames()).toEqual(namesTo(5)));
    entries = [buildActivity({ name: 'Just now' }), ...entries];
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(shownNames()).toEqual(namesTo(7)));
  });

  test('the focus continues with the first result of the requested page', async () => {
    entries = manyOf(6);
    open();
    await waitFor(() => expect(more()).not.toBeNull());
    more()?.focus();
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Athlete 6'));
  });

  test('[UI-4] further entries that cannot be loaded are replaced by a message, and Load more asks again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    entries = manyOf(6);
    open();
    await waitFor(() => expect(more()).not.toBeNull());
    entries = null;
    fireEvent.click(more() ?? document.body);
    expect(await screen.findByText("More couldn't be loaded.")).toBeTruthy();
    expect(shownNames()).toEqual(namesTo(5));
    expect(toasts()).toEqual([]);
    entries = manyOf(6);
    fireEvent.click(more() ?? document.body);
    await waitFor(() => expect(shownNames()).toEqual(namesTo(6)));
    expect(screen.queryByText("More couldn't be loaded.")).toBeNull();
  });

  test('a result has a dash for a stroke rate that is not known', async () => {
    entries = [buildActivity({ user: ben, strokeRate: null })];
    open();
    const card = await screen.findByRole('article', { name: 'Ben' });
    const rate = within(card).getByText('Stroke rate').parentElement;
    expect(rate?.textContent).toBe('Stroke rate–spm');
  });

  test('a result shows who, when, which workout, how far, how long, how fast and how often, and links to it', async () => {
    const activity = buildActivity({
      user: ben,
      createdAt: new Date(nowMs() - 3 * 3_600_000).toISOString(),
      workoutItemIndex: 1,
      distance: 5432.1,
      elapsedTime: 1200,
      averagePace: 110.45,
      strokeRate: 24,
    });
    entries = [activity];
    open();
    const card = await screen.findByRole('article', { name: 'Ben' });
    expect(within(card).getByText('3 h ago')).toBeTruthy();
    const links = within(card).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ben', `/athletes/${ben._id}`],
      ['Evening steady state', `/sessions/${activity.session?._id}`],
      ['20:00', `/activities/${activity._id}`],
    ]);
    const figures = [...card.querySelectorAll('dl > div')].map((figure) => [
      figure.querySelector('dt')?.textContent,
      figure.querySelector('dd')?.textContent,
    ]);
    expect(figures).toEqual([
      ['Distance', '5,432m'],
      ['Time', '20:00.0'],
      ['Average pace', '1:50.5/500 m'],
      ['Stroke rate', '24spm'],
    ]);
    expect(largeIn(card)).toEqual(['Distance']);
    expect(within(card).queryByText('Simulated')).toBeNull();
    // No one has commented: only the buttons, without a zero or a face.
    await within(card).findByRole('button', { name: 'Comment' });
    expect(within(card).getByRole('button', { name: 'Like' })).toBeTruthy();
    expect(within(card).queryByRole('img')).toBeNull();
  });

  test.each([
    ['distance', 'Time'],
    ['calories', 'Time'],
    ['time', 'Distance'],
    ['open', 'Distance'],
    ['intervals', 'Average pace'],
    [null, 'Distance'],
  ] as const)('the large figure of a result of the kind %s is %s', async (kind, expected) => {
    entries = [{ ...buildActivity({ user: ben }), kind }];
    open();
    const card = await screen.findByRole('article', { name: 'Ben' });
    expect(largeIn(card)).toEqual([expected]);
    expect(card.querySelectorAll('dt')).toHaveLength(4);
  });

  test('a result has the line of its paces, and marks the bests that it set', async () => {
    entries = [{ ...buildActivity({ user: ben }), kind: 'distance', splitPaces: [121, 120], bests: ['5k'] }];
    open();
    expect(await screen.findByRole('img', { name: 'Pace by split, 2:00.0 to 2:01.0 /500 m' })).toBeTruthy();
    expect(screen.getByText('Personal best 5k')).toBeTruthy();
  });

  test('shows the faces of users who like a result, and counts the others', async () => {
    const likers = [mara, buildPerson(3, 'Cleo')];
    entries = [{ ...buildActivity({ user: ben }), likeCount: 4, didLike: true, likers }];
    open();
    expect(await screen.findByRole('img', { name: 'Liked by you, Cleo, and 2 others' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Like 4' })).toBeTruthy();
  });

  test('[SOCIAL-1] [SOCIAL-3] the counts come with the feed; comments are loaded when they are opened', async () => {
    const counts = { likeCount: 3, didLike: true, commentCount: 2 };
    entries = [{ ...buildActivity({ user: ben }), ...counts }];
    open();
    const opener = await screen.findByRole('button', { name: '2 comments' });
    const like = screen.getByRole('button', { name: 'Like 3' });
    expect(like.getAttribute('aria-pressed')).toBe('true');
    const calls = () => api.calls.filter(({ path }) => /comments|likes/.test(path)).map(({ path }) => path);
    expect(calls()).toEqual([]);
    fireEvent.click(opener);
    await screen.findByRole('button', { name: 'Comment' });
    expect(calls()).toEqual([`/api/comments/parent/${entries[0]?._id}`]);
  });

  describe('a feed requested before or during a press on Like, and received after it', () => {
    const feedCall = 'GET /api/feed/dashboard';
    const likeOf = (count: number) => screen.findByRole('button', { name: `Like ${count}` });
    const held = () => Promise.withResolvers<undefined>();
    beforeEach(() => {
      entries = [{ ...buildActivity({ user: ben }), likeCount: 3 }];
    });

    test('does not undo the like', async () => {
      open();
      const like = await likeOf(3);
      const answer = held();
      api.replies[feedCall] = () => answer.promise;
      await lookAgain();
      vi.setSystemTime('2999-01-02T00:00:01.000Z');
      api.replies['POST /api/likes'] = () => ({ body: { count: 4, didLike: true } });
      fireEvent.click(like);
      await waitFor(() => expect(toasts()).toEqual([{ title: 'Like submitted', isError: false }]));
      await act(async () => answer.resolve(undefined));
      expect(api.asked('GET', '/api/feed/dashboard')).toHaveLength(2);
      expect((await likeOf(4)).getAttribute('aria-pressed')).toBe('true');
    });

    test('does not undo a like that is being sent', async () => {
      open();
      const like = await likeOf(3);
      const answer = held();
      api.replies['POST /api/likes'] = () => answer.promise;
      fireEvent.click(like);
      await waitFor(() => expect(api.changes()).toHaveLength(1));
      await lookAgain();
      expect(api.asked('GET', '/api/feed/dashboard')).toHaveLength(2);
      expect((await likeOf(4)).getAttribute('aria-pressed')).toBe('true');
      api.replies['POST /api/likes'] = () => ({ body: { count: 4, didLike: true } });
      await act(async () => answer.resolve(undefined));
    });
  });

  test('results of one session are one card, by athlete and in the order of its items', async () => {
    const { _id, title, workoutItems } = buildSession();
    const session = { _id, title, workoutItems };
    const rowed = (user: typeof ben, workoutItemIndex: number) =>
      buildActivity({ user, session, workoutItemIndex });
    const other = buildActivity({ name: 'Cleo' });
    entries = [rowed(ben, 1), rowed(mara, 1), other, rowed(ben, 0)];
    open();
    const card = await screen.findByRole('article', { name: title });
    expect(within(card).getByText('2 athletes')).toBeTruthy();
    const athletes = within(card).getAllByRole('heading', { level: 4 });
    expect(athletes.map((heading) => within(heading).getByRole('link').textContent)).toEqual([
      'Ben',
      'Mara Lindqvist',
    ]);
    const works = within(card)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/activities/'));
    expect(works.map(({ textContent }) => textContent)).toEqual(['5,000 m', '20:00', '20:00']);
    expect(within(card).getAllByRole('button', { name: /^Like/ })).toHaveLength(3);
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getByRole('article', { name: 'Cleo' })).toBeTruthy();
  });

  test('results of one athlete in one session are one card with the athlete’s name', async () => {
    const { _id, title, workoutItems } = buildSession();
    const session = { _id, title, workoutItems };
    entries = [1, 0].map((workoutItemIndex) =>
      buildActivity({ user: ben, session, workoutItemIndex, isPartial: workoutItemIndex === 1 }),
    );
    open();
    const card = await screen.findByRole('article', { name: 'Ben' });
    expect(within(card).getAllByRole('button', { name: /^Like/ })).toHaveLength(2);
    expect(within(card).getByText('Partial')).toBeTruthy();
    expect(within(card).queryByRole('heading', { level: 4 })).toBeNull();
  });

  test('a partial result is shown as partial', async () => {
    entries = [buildActivity({ isPartial: true })];
    open();
    expect(await screen.findByText('Partial')).toBeTruthy();
  });

  test('a result of a simulated erg is shown as simulated', async () => {
    entries = [buildActivity({ isSimulated: true })];
    open();
    expect(await screen.findByText('Simulated')).toBeTruthy();
  });

  test('[DASH-4] the Activity Feed that is empty explains what will appear there, and where to find athletes', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Find athletes to follow' });
    expect(link.getAttribute('href')).toBe('/explore/athletes');
    expect(more()).toBeNull();
  });

  test('[UI-4] the Activity Feed that cannot be loaded offers Try again in its place, without a toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    entries = null;
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts()).toEqual([]);
    entries = manyOf(1);
    fireEvent.click(retry);
    await waitFor(() => expect(shownNames()).toEqual(namesTo(1)));
  });
});

describe('Recent Activities', () => {
  const sessionTitles = (count: number) => Array.from({ length: count }, (_, index) => `Piece ${index + 1}`);
  const rowedByBen = (count: number) =>
    sessionTitles(count).map((title) => buildActivity({ user: ben, session: buildSession({ title }) }));

  test('[ATHL-3] are those of the athlete, and end after the last', async () => {
    entries = rowedByBen(6);
    show(<RecentActivities userId={ben._id} name="Ben" />);
    await waitFor(() => expect(shownNames()).toEqual(sessionTitles(5)));
    expect(screen.queryByText('Ben has no more activities')).toBeNull();
    fireEvent.click(more() ?? document.body);
    expect(await screen.findByText('Ben has no more activities')).toBeTruthy();
    expect(shownNames()).toEqual(sessionTitles(6));
    // The profile shows whose they are.
    expect(screen.queryByRole('link', { name: 'Ben' })).toBeNull();
    expect(api.asked('GET', '/api/feed/athlete-profile')[0]?.query).toEqual({
      user: ben._id,
      page: '1',
      pagesize: '5',
    });
  });

  test('[ATHL-3] shows that an athlete has no activities yet', async () => {
    show(<RecentActivities userId={ben._id} name="Ben" />);
    expect(await screen.findByText('No activities yet')).toBeTruthy();
    expect(screen.queryByText('Ben has no more activities')).toBeNull();
  });
});

describe('Recent Sessions', () => {
  const sessions = (count: number, hostUser = ben) =>
    Array.from({ length: count }, (_, index) =>
      buildSession({ title: `Session ${index + 1}`, hostUser, club, startAt: '2024-11-21T17:40:00.000Z' }),
    );
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

  test('[CLUB-4] are those of the club, each with a link, and end after the last', async () => {
    entries = sessions(6);
    show(<RecentSessions club={club} isMember />);
    const first = await screen.findByRole('link', { name: 'Session 1' });
    expect(first.getAttribute('href')).toBe(`/sessions/${entries[0]?._id}`);
    const [row] = screen.getAllByRole('listitem');
    for (const words of ['5,000 m, 20:00', 'Ben', 'November 21, 2024']) {
      expect(row?.textContent).toContain(words);
    }
    expect(screen.queryByText('Riverside RC has no more sessions')).toBeNull();
    fireEvent.click(more() ?? document.body);
    expect(await screen.findByText('Riverside RC has no more sessions')).toBeTruthy();
    expect(titles()).toEqual(entries.map((_, index) => `Session ${index + 1}`));
    expect(api.asked('GET', '/api/feed/club-profile')[0]?.query).toEqual({
      club: club._id,
      page: '1',
      pagesize: '5',
    });
  });

  test('[CLUB-4] show how many rowed and who was the fastest', async () => {
    const best = { user: ben, machine: 'rower', averagePace: 100.8 } as const;
    const results = [{ rowed: 3, best }, { rowed: 1, best: null }, { rowed: 0, best: null }, undefined];
    entries = sessions(4).map((session, index) => ({ ...session, results: results[index] }));
    show(<RecentSessions club={club} isMember />);
    await waitFor(() => expect(titles()).toHaveLength(4));
    const words = screen.getAllByRole('listitem').map((row) => /\d rowed.*$/.exec(row.textContent)?.[0]);
    expect(words).toEqual(['3 rowed, best Ben 1:40.8', '1 rowed', undefined, undefined]);
  });

  test("[CLUB-4] [SESS-11] ask non-members to join, and so does a former host's page", async () => {
    entries = [...sessions(1), ...sessions(1, mara)];
    show(<RecentSessions club={club} isMember={false} />);
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(screen.getAllByText('Join to open')).toHaveLength(2);
    // Its page offers to join.
    const [link] = screen.getAllByRole('link');
    expect(link?.getAttribute('href')).toBe(`/sessions/${entries[0]?._id}`);
  });
});
