// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeMeters, makeOverview, makeProgress } from '../../test/statistics/factory.ts';
import { stubApi } from '../../test/fake-api.ts';
import { authSession } from '../../test/logins.ts';
import { stubWidth } from '../../test/media.ts';
import { mara } from '../../test/people.ts';
import { cleanUp, openProduct } from '../../test/signed-in-page.tsx';
import { isLoggedIn } from './product.ts';
import { routes } from './routes.tsx';

vi.mock('../features/site/settings/settings-page.tsx', () => ({
  SettingsPage: () => {
    throw new Error('A page with a mistake in it');
  },
}));

// Preload lazy modules, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('./signed-in-layout.tsx'),
    import('./section-layout.tsx'),
    import('./dashboard-page.tsx'),
    import('./landing.tsx'),
    import('../features/clubs/clubs/club-layout.tsx'),
    import('../features/training/activities/history/history-page.tsx'),
    import('../features/sessions/calendar/calendar-page.tsx'),
    import('../features/training/statistics/statistics-page.tsx'),
    import('../features/training/statistics/meters-chart.tsx'),
    import('../features/site/explore/explore-clubs-page.tsx'),
    import('../features/site/explore/explore-athletes-page.tsx'),
  ]);
}, 60_000);

beforeEach(() => {
  stubApi((path) => {
    switch (path) {
      case '/api/auth/get-session':
        return authSession({ id: mara.uid, email: 'mara@example.com', name: mara.displayName });
      case `/api/users/uid/${mara.uid}`:
        return mara;
      case `/api/activities/inprogress/${mara._id}`:
        return null;
      case `/api/users/${mara._id}/statistics`:
        return makeMeters('2026-11-21', [2_000]);
      case `/api/users/${mara._id}/statistics-general`:
        return makeOverview({ meters: 2_000, time: 480, calories: 120 }, { meters: 0, time: 0, calories: 0 });
      case `/api/users/${mara._id}/statistics-progress`:
        return makeProgress('2026-11-21', []);
      case `/api/follows/user/${mara._id}/summary`:
        return { followees: 2, followers: 3 };
      case '/api/activities/search':
        return { count: 0, activities: [] };
      default:
        return [];
    }
  });
});
afterEach(cleanUp);

const open = (path: string) => openProduct(routes, path);

/** Each link of a navigation with its aria-current. */
async function linksOf(navigation: string) {
  const links = within(await screen.findByRole('navigation', { name: navigation })).getAllByRole('link');
  return links.map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ]);
}

describe('the header', () => {
  test.each([
    ['/dashboard', ['page', null, null]],
    ['/training/statistics', [null, 'page', null]],
    ['/training/calendar', [null, 'true', null]],
    ['/explore/clubs', [null, null, 'page']],
    ['/explore/athletes', [null, null, 'true']],
    ['/no/such/page', [null, null, null]],
  ])('[NAV-3] shows at %s the current place', async (path, marks) => {
    open(path);
    expect((await linksOf('Main')).map(([, , mark]) => mark)).toEqual(marks);
  });
});

describe('Row', () => {
  const hrefsOf = (name: string) =>
    screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

  test('is the first button of the dashboard', async () => {
    open('/dashboard');
    await screen.findByRole('region', { name: "Today's Workouts" });
    expect(hrefsOf('Row')).toEqual(['/row']);
  });

  test('is in the header of a phone, between Dashboard and Training', async () => {
    stubWidth(24);
    open('/training/calendar');
    expect(await linksOf('Main')).toEqual([
      ['Dashboard', '/dashboard', null],
      ['Row', '/row', null],
      ['Training', '/training/statistics', 'true'],
      ['Explore', '/explore/clubs', null],
    ]);
  });
});

describe('the landing page', () => {
  const first = () => screen.getAllByRole('link').map(({ textContent }) => textContent)[1];

  test('offers Log In to a visitor, and to a logged-in user the dashboard', async () => {
    open('/');
    await screen.findByRole('heading', { level: 1 });
    await expect.poll(first).toBe('Log In');
    act(() => isLoggedIn.set(true));
    await expect.poll(first).toBe('Open dashboard');
    expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Get started free' })).toBeNull();
  });

  test('knows the login of a page before it', async () => {
    const router = open('/dashboard');
    await screen.findByRole('region', { name: "Today's Workouts" });
    await act(() => router.navigate('/'));
    expect(await screen.findAllByRole('link', { name: 'Open dashboard' })).toHaveLength(3);
  });
});

test("a club's own address redirects to its first tab", async () => {
  const router = open('/clubs/harbour');
  await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/harbour/general'));
  expect(router.state.historyAction).toBe('REPLACE');
});

describe('the sub-header', () => {
  test('[NAV-4] the sub-header of Training has Statistics, Activity and Calendar, and marks the current one', async () => {
    open('/training/activity');
    expect(await linksOf('Training')).toEqual([
      ['Statistics', '/training/statistics', null],
      ['Activity', '/training/activity', 'page'],
      ['Calendar', '/training/calendar', null],
    ]);
    const tabs = within(screen.getByRole('navigation', { name: 'Training' }));
    fireEvent.click(tabs.getByRole('link', { name: 'Calendar' }));
    expect(await screen.findByRole('button', { name: 'Previous month' })).toBeTruthy();
    expect((await linksOf('Training')).map(([, , mark]) => mark)).toEqual([null, null, 'page']);
  });

  test('[NAV-4] the sub-header of Explore has Clubs and Athletes', async () => {
    open('/explore/athletes');
    expect(await linksOf('Explore')).toEqual([
      ['Clubs', '/explore/clubs', null],
      ['Athletes', '/explore/athletes', 'page'],
    ]);
  });

  test('[NAV-6] the path of a section alone is not a page', async () => {
    for (const path of ['/training', '/explore']) {
      open(path);
      expect(await screen.findByText(/There is no page at this address/), path).toBeTruthy();
      cleanup();
    }
  });
});

test('[NAV-3] a page that throws shows an error below the header, whose links still work', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const router = open('/settings');
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong');
  expect(main.getByText('This page has stopped working.')).toBeTruthy();
  expect(main.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(logged).toHaveBeenCalled();
  fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Explore' }));
  await screen.findByRole('navigation', { name: 'Explore' });
  expect(router.state.location.pathname).toBe('/explore/clubs');
  expect(screen.queryByText('This page has stopped working.')).toBeNull();
});

describe('the dashboard', () => {
  test('[DASH-1] [DASH-2] [DASH-3] [DASH-4] shows the date, the form, the cards and the feed', async () => {
    open('/dashboard');
    await screen.findByRole('button', { name: '2k m 7 days' });
    const regions = screen.getAllByRole('region').map((region) => {
      return within(region).getByRole('heading', { level: 2 }).textContent;
    });
    expect(regions).toEqual([
      "Today's Workouts",
      'New Workout',
      'Meters',
      'Goal',
      'Your Clubs',
      'Social Stats',
      'Activity Feed',
    ]);
  });

  test('the dashboard in one column has the feed before the clubs', async () => {
    stubWidth(24);
    open('/dashboard');
    await screen.findByRole('button', { name: '2k m 7 days' });
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(-5)).toEqual(['Meters', 'Goal', 'Activity Feed', 'Your Clubs', 'Social Stats']);
  });

  test('[DASH-3] View Calendar leads to the calendar', async () => {
    const router = open('/dashboard');
    fireEvent.click(await screen.findByRole('link', { name: 'View Calendar' }));
    expect(await screen.findByRole('button', { name: 'Previous month' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/training/calendar');
  });

  test('[DASH-3] a button opens the form on a narrow screen', async () => {
    open('/dashboard');
    const opener = await screen.findByRole('button', { name: 'New Workout' });
    const form = document.getElementById(opener.getAttribute('aria-controls') ?? '');
    expect(form?.contains(screen.getByLabelText(/^Title/))).toBe(true);
    expect([opener.getAttribute('aria-expanded'), form?.dataset['open']]).toEqual(['false', 'false']);
    fireEvent.click(opener);
    expect([opener.getAttribute('aria-expanded'), form?.dataset['open']]).toEqual(['true', 'true']);
  });
});
