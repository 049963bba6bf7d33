// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '../../../../test/fake-api.ts';
import { buildUser, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { lookAgain } from '../../../../test/look-again.ts';
import { FakeAthletesApi } from '../../../../test/follows/fake-athletes-api.ts';
import { FollowingPage } from './following-page.tsx';

const [ben, cleo] = [buildUser(2, 'Ben'), buildUser(3, 'Cleo')];
const benPath = `/athletes/${ben._id}/following`;
let api: FakeAthletesApi;

beforeEach(() => {
  api = new FakeAthletesApi();
  api.people = [mara, ben, cleo];
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

const open = (path: string) =>
  openAs(mara, [{ path: '/athletes/:userID/following', element: <FollowingPage /> }], path);

const listed = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const selector = () =>
  within(screen.getByRole('navigation', { name: 'Followees or followers' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('aria-current')]);

describe('[FOLL-2] the list', () => {
  beforeEach(() => {
    api.follows = [
      { follower: ben._id, followee: mara._id },
      { follower: ben._id, followee: cleo._id },
      { follower: mara._id, followee: ben._id },
    ];
  });

  test('lists the followees by name, each with a link to their page', async () => {
    open(benPath);
    expect(await listed('Following')).toEqual([
      ['Mara Lindqvist', `/athletes/${mara._id}`],
      ['Cleo', `/athletes/${cleo._id}`],
    ]);
    const heading = within(screen.getByRole('heading', { level: 1, name: 'Ben' }));
    expect(heading.getByRole('link').getAttribute('href')).toBe(`/athletes/${ben._id}`);
  });

  test('lists the followers when selected, and stores the choice in the URL', async () => {
    const router = open(benPath);
    await listed('Following');
    await waitFor(() =>
      expect(selector()).toEqual([
        ['Following 2', 'page'],
        ['Followers 1', null],
      ]),
    );
    fireEvent.click(screen.getByRole('link', { name: 'Followers 1' }));
    expect(await listed('Followers')).toEqual([['Mara Lindqvist', `/athletes/${mara._id}`]]);
    expect(router.state.location.search).toBe('?show=followers');
    expect(selector().map(([, current]) => current)).toEqual([null, 'page']);
    await router.navigate(-1);
    expect(await listed('Following')).toHaveLength(2);
  });

  test('shows the meters of 30 days and follow buttons, except for the viewer, from one call', async () => {
    api.monthMeters = { [cleo._id]: 12_345.6 };
    open(benPath);
    const row = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body);
    await screen.findByRole('button', { name: 'Follow Cleo' });
    expect(row('Cleo').getByText('12,346 m').parentElement?.textContent).toBe('12,346 m in 30 days');
    expect(row('Mara Lindqvist').queryByRole('button')).toBeNull();
    expect(row('Mara Lindqvist').getByText('No activity in 30 days')).toBeTruthy();
    expect(api.asked('GET', '/api/follows/facts')).toHaveLength(1);
    expect(api.asked('GET', '/api/follows/doesfollow')).toEqual([]);
  });

  test('following in a list changes the button and the counts, and fetches no list again', async () => {
    open(`/athletes/${mara._id}/following?show=followees`);
    await waitFor(() => expect(selector()[0]).toEqual(['Following 1', 'page']));
    fireEvent.click(screen.getByRole('link', { name: 'Followers 1' }));
    expect(await listed('Followers')).toEqual([['Ben', `/athletes/${ben._id}`]]);
    fireEvent.click(await screen.findByRole('button', { name: 'Following Ben: unfollow' }));
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByRole('button', { name: 'Follow Ben' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Following 0' }));
    expect(await screen.findByText(/not following anyone yet/)).toBeTruthy();
    expect(api.asked('GET', `/api/follows/user/${mara._id}/followees`)).toHaveLength(1);
  });

  test('a list requested before Follow was pressed, and received after it, does not undo it', async () => {
    open(benPath);
    await screen.findByRole('button', { name: 'Follow Cleo' });
    const answer = Promise.withResolvers<undefined>();
    const facts = [cleo, mara].map(({ _id }) => ({ athlete: _id, doesFollow: false, monthMeters: 7 }));
    api.replies['GET /api/follows/facts'] = () => answer.promise.then(() => ({ body: facts }));
    await lookAgain();
    vi.setSystemTime('2999-01-02T00:00:01.000Z');
    fireEvent.click(screen.getByRole('button', { name: 'Follow Cleo' }));
    await screen.findByRole('button', { name: 'Following Cleo: unfollow' });
    answer.resolve(undefined);
    await screen.findAllByText('7 m');
    expect(screen.getByRole('button', { name: 'Following Cleo: unfollow' })).toBeTruthy();
  });

  test('keeps the focus in the list when an unfollowed athlete leaves it', async () => {
    api.follows.push({ follower: mara._id, followee: cleo._id });
    open(`/athletes/${mara._id}/following`);
    const unfollow = await screen.findByRole('button', { name: 'Following Ben: unfollow' });
    unfollow.focus();
    fireEvent.click(unfollow);
    screen.getByRole('button', { name: 'Yes' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Cleo' })));
  });

  test.each([
    ['?show=followers', 'Followers'],
    ['?show=followees', 'Following'],
    ['?show=nonsense', 'Following'],
  ])('%s opens %s', async (search, name) => {
    open(benPath + search);
    await listed(name);
    expect(screen.getAllByRole('list')).toHaveLength(1);
  });
});

describe('[FOLL-2] an empty list', () => {
  test.each([
    [cleo, '', "Cleo isn't following anyone yet."],
    [cleo, '?show=followers', 'Cleo has no followers yet.'],
    [mara, '', "You're not following anyone yet. Find athletes"],
    [mara, '?show=followers', 'You have no followers yet.'],
  ])('an empty list for $displayName%s shows this', async ({ _id }, search, words) => {
    open(`/athletes/${_id}/following${search}`);
    await waitFor(() => expect(screen.getByRole('main').querySelector('p')?.textContent).toBe(words));
  });

  test('links to Explore on the viewer’s own page', async () => {
    open(`/athletes/${mara._id}/following`);
    const link = await screen.findByRole('link', { name: 'Find athletes' });
    expect(link.getAttribute('href')).toBe('/explore/athletes');
  });
});

test.each([`/athletes/${idOf(99)}/following`, '/athletes/maren/following'])(
  '[ATHL-4] shows the not-found message at %s',
  async (path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(path);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe("We couldn't find an athlete at that link");
  },
);

test('a loaded page is not found once the viewer may no longer see its athlete', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  open(benPath);
  await screen.findByText("Ben isn't following anyone yet.");
  api.people = [mara, cleo];
  await lookAgain();
  expect(await screen.findByText("We couldn't find an athlete at that link")).toBeTruthy();
});

test('[UI-4] shows a failure to load instead of the list, without a toast', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api.replies[`GET /api/follows/user/${ben._id}/followees`] = () => refusal(500, 'No.', 'internal');
  open(benPath);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(toasts()).toEqual([]);
  api.replies = {};
  fireEvent.click(again);
  expect(await screen.findByText("Ben isn't following anyone yet.")).toBeTruthy();
});
