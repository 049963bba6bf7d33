// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '../../../../test/fake-api.ts';
import { buildClub, buildUser, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { FakeAthletesApi } from '../../../../test/follows/fake-athletes-api.ts';
import { ExploreAthletesPage } from './explore-athletes-page.tsx';
import { ExploreClubsPage } from './explore-clubs-page.tsx';

let api: FakeAthletesApi;

beforeEach(() => {
  api = new FakeAthletesApi();
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

function open(path: string) {
  return openAs(
    mara,
    [
      { path: '/explore/clubs', element: <ExploreClubsPage /> },
      { path: '/explore/athletes', element: <ExploreAthletesPage /> },
    ],
    path,
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const search = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.submit(screen.getByRole('search'));
};
/** The status line of the search, without the loading placeholder. */
const status = () => screen.getAllByRole('status')[0]?.textContent;
const tells = (words: string) => waitFor(() => expect(status()).toBe(words));
const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
const athletes = (names: string[]) => names.map((name, index) => buildUser(index + 1, name));
const namesFound = () =>
  within(screen.getByRole('list', { name: 'Athletes found' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

const type = (value: string) => fireEvent.change(field(), { target: { value } });
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
/** Lets more time pass than the pause after which typed text is searched. */
async function pause(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
}

const both = [
  {
    path: '/explore/clubs',
    list: '/api/clubs',
    call: '/api/clubs/search',
    noun: 'clubs',
    parameter: 'name',
    none: 'No clubs yet. Create the first one.',
  },
  {
    path: '/explore/athletes',
    list: '/api/users',
    call: '/api/users/search',
    noun: 'athletes',
    parameter: 'displayName',
    none: 'No other athletes yet. Share the address of this site with your crew.',
  },
];

describe.each(both)('[EXPL-1] [EXPL-2] at $path', ({ path, list, call, noun, parameter, none }) => {
  test('lists all below the hint before a search, a page at a time', async () => {
    api.people = athletes(numbered(16, 'Rower'));
    api.clubs = numbered(16, 'Club').map((name, index) => buildClub(50 + index, name));
    const router = open(path);
    expect(status()).toBe(`Use the search bar above to find ${noun}`);
    const rows = () => within(screen.getByRole('list', { name: `Newest ${noun}` })).getAllByRole('listitem');
    await waitFor(() => expect(rows()).toHaveLength(15));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(router.state.location.search).toBe('?page=2');
    expect(status()).toBe(`Use the search bar above to find ${noun}`);
    expect(api.asked('GET', call)).toEqual([]);
    expect(api.asked('GET', list).map(({ query }) => query)).toEqual([
      { page: '1', pagesize: '15' },
      { page: '2', pagesize: '15' },
    ]);
  });

  test('shows that there are none yet, which differs from a search without a match', async () => {
    open(path);
    expect(await screen.findByText(none)).toBeTruthy();
    expect(screen.queryByText(/We couldn't find/)).toBeNull();
  });

  test('does not run an empty or blank search', async () => {
    open(path);
    stopTime();
    search('');
    search('   ');
    await pause();
    expect(status()).toBe(`Use the search bar above to find ${noun}`);
    expect(document.activeElement).toBe(field());
    expect(api.asked('GET', call)).toEqual([]);
  });

  test('searches once after typing; Back shows the list', async () => {
    const router = open(path);
    for (const text of ['n', 'no', 'nowhere ']) type(text);
    await tells(`We couldn't find any ${noun} matching the name nowhere`);
    expect(field().value).toBe('nowhere ');
    type('nowhere at');
    await tells(`We couldn't find any ${noun} matching the name nowhere at`);
    expect(router.state.location.search).toBe('?q=nowhere+at');
    expect(api.asked('GET', call).map(({ query }) => query[parameter])).toEqual(['nowhere', 'nowhere at']);
    await act(() => router.navigate(-1));
    await tells(`Use the search bar above to find ${noun}`);
    expect(router.state.location.pathname).toBe(path);
    expect(field().value).toBe('');
  });

  test('Enter searches at once, and text typed after it is another search', async () => {
    const router = open(path);
    type('first');
    fireEvent.submit(screen.getByRole('search'));
    await tells(`We couldn't find any ${noun} matching the name first`);
    type('second');
    await tells(`We couldn't find any ${noun} matching the name second`);
    await act(() => router.navigate(-1));
    await tells(`We couldn't find any ${noun} matching the name first`);
    expect(field().value).toBe('first');
  });

  test('an emptied search bar shows the list again', async () => {
    open(`${path}?q=nowhere`);
    await tells(`We couldn't find any ${noun} matching the name nowhere`);
    type('');
    await tells(`Use the search bar above to find ${noun}`);
    expect(await screen.findByText(none)).toBeTruthy();
  });

  test('shows the searched name when nothing is found', async () => {
    open(path);
    search('  Nowhere <b> ');
    await tells(`We couldn't find any ${noun} matching the name Nowhere <b>`);
    expect(api.asked('GET', call).map(({ query }) => query)).toEqual([
      { [parameter]: 'Nowhere <b>', page: '1', pagesize: '15' },
    ]);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test('runs a search in the URL at once', async () => {
    open(`${path}?q=nowhere`);
    expect(field().value).toBe('nowhere');
    await tells(`We couldn't find any ${noun} matching the name nowhere`);
  });

  test('[UI-4] a failed search shows a message and Try again, without a toast', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.replies[`GET ${call}`] = () => refusal(503, 'No.', 'unavailable');
    open(`${path}?q=nowhere`);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts()).toEqual([]);
    api.replies = {};
    fireEvent.click(again);
    await tells(`We couldn't find any ${noun} matching the name nowhere`);
  });
});

test('a pending search does not delay a page that the user opens', async () => {
  const loaded = Promise.withResolvers<{ Component: () => string }>();
  const router = openAs(
    mara,
    [
      { path: '/explore/clubs', element: <ExploreClubsPage /> },
      { path: '/dashboard', lazy: () => loaded.promise },
    ],
    '/explore/clubs',
  );
  stopTime();
  type('harbour');
  act(() => void router.navigate('/dashboard'));
  await pause();
  loaded.resolve({ Component: () => 'The dashboard' });
  expect(await screen.findByText('The dashboard')).toBeTruthy();
  expect(api.asked('GET', '/api/clubs/search')).toEqual([]);
});

describe('[EXPL-2] athletes found', () => {
  test('have icon, name and a link to their page, and are counted', async () => {
    api.people = athletes(['Ann Oar', 'Anna Scull', 'Ben']);
    open('/explore/athletes');
    search('ann');
    await tells('2 athletes');
    const links = within(screen.getByRole('list', { name: 'Athletes found' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ann Oar', `/athletes/${idOf(1)}`],
      ['Anna Scull', `/athletes/${idOf(2)}`],
    ]);
  });

  test('are in pages of fifteen; the page is in the URL, so that Back and reload restore it', async () => {
    api.people = athletes(numbered(33, 'Rower'));
    const router = open('/explore/athletes');
    search('rower');
    await tells('1 to 15 of 33 athletes');
    const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pager.getByText('1 of 3')).toBeTruthy();
    expect(pager.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(pager.getByRole('button', { name: 'Next page' }));
    await tells('16 to 30 of 33 athletes');
    expect(namesFound()).toEqual(numbered(33, 'Rower').slice(15, 30));
    fireEvent.click(pager.getByRole('button', { name: 'Next page' }));
    await tells('31 to 33 of 33 athletes');
    expect(pager.getByText('3 of 3')).toBeTruthy();
    expect(pager.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
    expect(router.state.location.search).toBe('?q=rower&page=3');
    await router.navigate(-1);
    await tells('16 to 30 of 33 athletes');
    await router.navigate(-2);
    await tells('Use the search bar above to find athletes');
    expect(field().value).toBe('');
  });

  test('a new search starts on its first page', async () => {
    api.people = athletes(numbered(33, 'Rower'));
    const router = open('/explore/athletes?q=rower&page=3');
    await tells('31 to 33 of 33 athletes');
    search('Rower 3');
    await tells('5 athletes');
    expect(router.state.location.search).toBe('?q=Rower+3');
  });

  test('a page number out of range redirects to the last page', async () => {
    api.people = athletes(numbered(33, 'Rower'));
    const router = open('/explore/athletes?q=rower&page=9');
    await tells('31 to 33 of 33 athletes');
    expect(router.state.location.search).toBe('?q=rower&page=3');
  });

  test('ignores a late response to an older search', async () => {
    api.people = athletes(['Ann Oar', 'Ben Scull']);
    const late = Promise.withResolvers<undefined>();
    api.replies['GET /api/users/search'] = ({ query }) =>
      query['displayName'] === 'ann' ? late.promise : undefined;
    open('/explore/athletes');
    search('ann');
    await waitFor(() => expect(api.asked('GET', '/api/users/search')).toHaveLength(1));
    search('ben');
    await waitFor(() => expect(namesFound()).toEqual(['Ben Scull']));
    late.resolve(undefined);
    await late.promise;
    await new Promise((resolve) => setTimeout(resolve));
    expect(namesFound()).toEqual(['Ben Scull']);
    expect(status()).toBe('1 athlete');
  });

  test('results of the previous search are busy, and not counted, until the new ones arrive', async () => {
    api.people = athletes(['Ann Oar', 'Ben Scull']);
    open('/explore/athletes?q=ann');
    await tells('1 athlete');
    const list = () => screen.queryByRole('list', { name: 'Athletes found' });
    expect(list()?.parentElement?.getAttribute('aria-busy')).toBe('false');
    api.replies['GET /api/users/search'] = () => new Promise(() => {});
    search('ben');
    await tells('');
    expect(list()?.parentElement?.getAttribute('aria-busy')).toBe('true');
  });

  test('keeps the focus', async () => {
    api.people = athletes(numbered(33, 'Rower'));
    open('/explore/athletes');
    field().focus();
    search('rower');
    await tells('1 to 15 of 33 athletes');
    expect(document.activeElement).toBe(field());
    const next = screen.getByRole('button', { name: 'Next page' });
    next.focus();
    fireEvent.click(next);
    await tells('16 to 30 of 33 athletes');
    fireEvent.click(next);
    await tells('31 to 33 of 33 athletes');
    expect(document.activeElement).toBe(next);
    expect(next.isConnected).toBe(true);
  });
});

describe('[EXPL-1] clubs found', () => {
  test('show description, member count and privacy, and link to their page', async () => {
    api.clubs = [
      buildClub(50, 'Harbour Rowing', { description: 'Six in the morning.', memberCount: 1 }),
      buildClub(51, 'Night Harbour', { isPrivate: true, memberCount: 1234, description: '' }),
    ];
    open('/explore/clubs');
    search('harbour');
    await tells('2 clubs');
    const rows = within(screen.getByRole('list', { name: 'Clubs found' })).getAllByRole('listitem');
    expect(
      rows.map((row) => [
        within(row).getByRole('link').textContent,
        within(row).getByRole('link').getAttribute('href'),
        [...row.querySelectorAll('p')].map(({ textContent }) => textContent),
      ]),
    ).toEqual([
      ['Harbour Rowing', '/clubs/harbour-rowing/general', ['Six in the morning.', '1 memberPublic']],
      ['Night Harbour', '/clubs/night-harbour/general', ['1.2k membersInvite-only']],
    ]);
  });

  test('are in pages of fifteen', async () => {
    api.clubs = numbered(16, 'Club').map((name, index) => buildClub(50 + index, name));
    open('/explore/clubs?q=club');
    await tells('1 to 15 of 16 clubs');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await tells('16 of 16 clubs');
    expect(screen.getByText('2 of 2')).toBeTruthy();
  });

  test('a link leads to the form for a new club', () => {
    open('/explore/clubs');
    expect(screen.getByRole('link', { name: 'Create a club' }).getAttribute('href')).toBe('/club-create');
  });
});

test("[EXPL-2] the list of all athletes begins with members of the viewer's clubs", async () => {
  api.people = athletes(numbered(16, 'Rower'));
  api.ofClubs = 2;
  open('/explore/athletes');
  const lists = async () =>
    (await screen.findAllByRole('list')).map((list) => [
      list.getAttribute('aria-label'),
      within(list).getAllByRole('listitem').length,
    ]);
  await waitFor(async () =>
    expect(await lists()).toEqual([
      ['From your clubs', 2],
      ['More athletes', 13],
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(async () => expect(await lists()).toEqual([['More athletes', 1]]));
});
