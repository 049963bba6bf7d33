// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmDialogMs } from '../../../../ui/dialog/confirm-dialog.tsx';
import { refusal } from '../../../../../test/fake-api.ts';
import { buildClub, buildUser, idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { lookAgain } from '../../../../../test/look-again.ts';
import { FakeAthletesApi } from '../../../../../test/follows/fake-athletes-api.ts';
import { SocialStats } from '../../../news/follows/index.ts';
import { AthletePage } from './athlete-page.tsx';

const [ben, cleo] = [buildUser(2, 'Ben'), buildUser(3, 'Cleo')];
let api: FakeAthletesApi;

beforeEach(() => {
  api = new FakeAthletesApi();
  api.people = [mara, ben, cleo];
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(cleanUp);

/** Opens a page as Mara. */
function open(path: string) {
  return openAs(
    mara,
    [
      {
        path: '/athletes/:userID',
        element: (
          <>
            <SocialStats userId={mara._id} />
            <AthletePage />
          </>
        ),
      },
    ],
    path,
  );
}

const profile = () => within(screen.getByRole('main'));
const countsOf = (scope = profile()) =>
  scope.getAllByRole('link', { name: /follow/ }).map((link) => [link.textContent, link.getAttribute('href')]);
const myCounts = () => countsOf(within(screen.getByRole('region', { name: 'Social Stats' })));
const benPath = `/athletes/${ben._id}`;

describe('[ATHL-1] the profile header', () => {
  test('has the icon, the name, and counts that link to the lists', async () => {
    api.people = [mara, { ...ben, iconURL: '/files/usericons/ben.webp' }, cleo];
    api.follows = [
      { follower: cleo._id, followee: ben._id },
      { follower: ben._id, followee: mara._id },
      { follower: ben._id, followee: cleo._id },
    ];
    open(benPath);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Ben');
    await waitFor(() =>
      expect(countsOf()).toEqual([
        ['1 follower', `${benPath}/following?show=followers`],
        ['2 following', `${benPath}/following?show=followees`],
      ]),
    );
    expect(screen.getByRole('main').querySelector('img')?.getAttribute('src')).toBe(
      '/files/usericons/ben.webp',
    );
  });

  test('shows the banner, or the lane pattern without one', async () => {
    api.people = [mara, { ...ben, bannerURL: '/files/userbanners/ben.webp' }, cleo];
    open(benPath);
    await screen.findByRole('heading', { level: 1 });
    const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(pictures).toEqual(['/files/userbanners/ben.webp']);
  });

  test('abbreviates the counts', async () => {
    api.replies[`GET /api/follows/user/${ben._id}/summary`] = () => ({
      body: { followers: 12_345, followees: 1_000_000 },
    });
    open(benPath);
    await waitFor(() =>
      expect(countsOf().map(([text]) => text)).toEqual(['12.3k followers', '1M following']),
    );
  });

  test('has an edit link but no Follow button on the viewer’s own page', async () => {
    open(`/athletes/${mara._id}`);
    const edit = await screen.findByRole('link', { name: 'Edit profile' });
    expect(edit.getAttribute('href')).toBe('/settings#profile');
    await screen.findByText('completed', { exact: false });
    expect(screen.queryByRole('button', { name: /follow/i })).toBeNull();
    expect(api.asked('GET', '/api/follows/doesfollow')).toEqual([]);
  });
});

test('[ATHL-1] shows the new name right after the viewer changed it', async () => {
  api.people = [{ ...mara, displayName: 'Mara Before' }, ben];
  open(`/athletes/${mara._id}`);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mara Lindqvist');
});

describe('[FOLL-1] following', () => {
  const button = (name: string) => screen.findByRole('button', { name });

  test('[DASH-1] takes one click and refetches the counts, including those of the dashboard', async () => {
    open(benPath);
    await waitFor(() => expect(myCounts().map(([text]) => text)).toEqual(['0 followers', '0 following']));
    fireEvent.click(await button('Follow'));
    await button('Unfollow');
    expect(toasts()).toEqual([{ title: 'You are now following Ben', isError: false }]);
    expect(api.asked('POST', '/api/follows').map(({ body }) => body)).toEqual([
      { follower: mara._id, followee: ben._id },
    ]);
    await waitFor(() => expect(countsOf()[0]?.[0]).toBe('1 follower'));
    await waitFor(() => expect(myCounts()[1]?.[0]).toBe('1 following'));
  });

  test('ignores a click during a request', async () => {
    const answer = Promise.withResolvers<undefined>();
    api.replies['POST /api/follows'] = () => answer.promise;
    open(benPath);
    fireEvent.click(await button('Follow'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-busy')).toBe('true'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Follow' }));
    answer.resolve(undefined);
    await button('Unfollow');
    expect(api.asked('POST', '/api/follows')).toHaveLength(1);
    expect(toasts()).toHaveLength(1);
  });

  test('unfollows only after a confirmation, and not on Cancel', async () => {
    api.follows = [{ follower: mara._id, followee: ben._id }];
    open(benPath);
    fireEvent.click(await button('Unfollow'));
    const dialog = within(
      screen.getByRole('alertdialog', { name: 'Are you sure you want to unfollow Ben?' }),
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(api.asked('DELETE', '/api/follows')).toEqual([]);
    expect(api.follows).toHaveLength(1);
  });

  test('unfollows on Yes: the dialog shows Pending and closes a second later', async () => {
    api.follows = [{ follower: mara._id, followee: ben._id }];
    open(benPath);
    fireEvent.click(await button('Unfollow'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.getByRole('button', { name: 'Pending' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(confirmDialogMs));
    vi.useRealTimers();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await button('Follow');
    expect(toasts()).toEqual([{ title: 'You unfollowed Ben', isError: false }]);
    expect(api.asked('DELETE', '/api/follows').map(({ query }) => query)).toEqual([
      { follower: mara._id, followee: ben._id },
    ]);
    await waitFor(() => expect(countsOf()[0]?.[0]).toBe('0 followers'));
  });

  test('shows the reason of a refusal and keeps the button', async () => {
    api.replies['POST /api/follows'] = () => refusal(429, 'Too many at once.', 'too_many_requests');
    open(benPath);
    fireEvent.click(await button('Follow'));
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error following Ben. Too many at once.', isError: true }]),
    );
    await button('Follow');
  });

  test('shows the reason of a refused unfollow', async () => {
    api.follows = [{ follower: mara._id, followee: ben._id }];
    api.replies['DELETE /api/follows'] = () => refusal(429, 'Too many at once.', 'too_many_requests');
    open(benPath);
    fireEvent.click(await button('Unfollow'));
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error unfollowing Ben. Too many at once.', isError: true }]),
    );
    // Behind the open dialog.
    expect(screen.getByText('Unfollow')).toBeTruthy();
  });
});

describe('[ATHL-3] clubs', () => {
  const clubs = async () => within(await screen.findByRole('region', { name: 'Clubs' }));

  test('lists the athlete’s clubs with links, without pending requests', async () => {
    api.clubs = [buildClub(50, 'Harbour'), buildClub(51, 'Night Shift'), buildClub(52, 'Still Asking')];
    api.memberships = [
      { user: ben._id, club: idOf(50), role: 2 },
      { user: ben._id, club: idOf(51), role: 0 },
      { user: ben._id, club: idOf(52), role: -1 },
    ];
    open(benPath);
    const links = await (await clubs()).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['HHarbour', '/clubs/harbour/general'],
      ['NSNight Shift', '/clubs/night-shift/general'],
    ]);
  });

  test('shows a message when there are none', async () => {
    open(benPath);
    expect(await (await clubs()).findByText("Ben hasn't joined a club yet.")).toBeTruthy();
  });

  test('[UI-4] shows a failure to load with Try again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const path = `GET /api/clubmemberships/user/${ben._id}`;
    api.replies[path] = () => refusal(500, 'No.', 'internal');
    open(benPath);
    const again = await (await clubs()).findByRole('button', { name: 'Try again' });
    expect(toasts()).toEqual([]);
    delete api.replies[path];
    fireEvent.click(again);
    expect(await screen.findByText("Ben hasn't joined a club yet.")).toBeTruthy();
  });
});

test('[ATHL-2] [ATHL-3] shows the year and the recent activities of this athlete', async () => {
  vi.spyOn(Temporal.Now, 'instant').mockReturnValue(Temporal.Instant.from('2026-05-20T12:00:00Z'));
  api.days = { [ben._id]: { 2026: { 3: 2, 40: 1 } } };
  open(benPath);
  const year = await screen.findByText('completed', { exact: false });
  expect(year.textContent).toBe('Ben completed 3 activities this year');
  expect(screen.getByRole('region', { name: 'Recent Activities' })).toBeTruthy();
});

describe('[ATHL-4] without an athlete', () => {
  test.each([
    ['nobody has the id', `/athletes/${idOf(99)}`],
    ['it is no id', '/athletes/maren'],
  ])('the page shows this: %s', async (_, path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(path);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe("We couldn't find an athlete at that link");
    expect(toasts()).toEqual([]);
  });

  test('a loaded page shows this once the viewer may no longer see it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(benPath);
    await screen.findByRole('heading', { level: 1, name: 'Ben' });
    api.people = [mara];
    await lookAgain();
    expect(await screen.findByText("We couldn't find an athlete at that link")).toBeTruthy();
    expect(screen.queryByText('Ben')).toBeNull();
  });

  test('[UI-4] a loaded page stays while the server does not respond', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(benPath);
    await screen.findByRole('heading', { level: 1, name: 'Ben' });
    api.replies[`GET /api/users/${ben._id}`] = () => refusal(503, 'No.', 'unavailable');
    await lookAgain();
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect(screen.getByRole('heading', { level: 1, name: 'Ben' })).toBeTruthy();
  });

  test('[UI-4] does not show not found when the server does not respond', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.replies[`GET /api/users/${ben._id}`] = () => refusal(503, 'No.', 'unavailable');
    open(benPath);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText(/couldn't find/)).toBeNull();
    api.replies = {};
    fireEvent.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ben' })).toBeTruthy();
  });
});

describe('blocking', () => {
  const block = () => profile().findByRole('button', { name: 'Block' });

  test('asks first, and then offers to undo it instead of following', async () => {
    api.people = [mara, ben];
    open(benPath);
    fireEvent.click(await waitForProfile(block));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/They are not notified/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(api.changes()).toEqual([]);

    fireEvent.click(await block());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'You blocked Ben', isError: false }]));
    expect(api.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/users/${mara._id}/blocked/${ben._id}`,
    ]);
    const unblock = await profile().findByRole('button', { name: 'Unblock', hidden: true });
    expect(profile().queryByRole('button', { name: 'Follow', hidden: true })).toBeNull();
    fireEvent.click(unblock);
    expect(await profile().findByRole('button', { name: 'Follow', hidden: true })).toBeTruthy();
  });

  test("is not offered on the viewer's own profile", async () => {
    open(`/athletes/${mara._id}`);
    await waitForProfile(() => profile().findByRole('link', { name: 'Edit profile' }));
    expect(profile().queryByRole('button', { name: 'Block' })).toBeNull();
  });
});

/** Waits for the page before it looks into its main part. */
async function waitForProfile<T>(look: () => Promise<T>): Promise<T> {
  await screen.findByRole('heading', { level: 1 });
  return look();
}
