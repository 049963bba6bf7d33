// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf } from '../../../test/every-page.ts';
import { refusal, stubReplies, type FakeApi } from '../../../test/fake-api.ts';
import { fakeCanvas } from '../../../test/fake-canvas.ts';
import { buildClub, buildPerson, idOf, mara } from '../../../test/people.ts';
import { buildSession } from '../../../test/sessions/factory.ts';
import { cleanUp, openProduct } from '../../../test/signed-in-page.tsx';
import { liveCockpit } from '../../features/rowing/rowing/cockpit/live-cockpit.ts';
import { singleKeysChoice } from '../../lib/device-choices/single-keys.ts';
import { routes } from '../routes.tsx';

// Otherwise the first test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('./commands.tsx'),
    import('../dashboard-page.tsx'),
    import('../signed-in-layout.tsx'),
    import('../../features/site/settings/settings-page.tsx'),
  ]);
}, 60_000);

const ben = buildPerson(8, 'Ben Adler');
const harbour = buildClub(50, 'Harbour Rowing');
const found = {
  '/api/users/search': { count: 1, users: [ben] },
  '/api/clubs/search': { count: 0, clubs: [] },
};

let api: FakeApi;
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeCanvas();
  api = stubReplies(({ method, path }) => {
    if (method !== 'GET') return refusal(400, 'The test only reads.');
    return { body: Reflect.get(found, path) ?? bodyOf(path) };
  });
  api.replies[`GET /api/clubmemberships/user/${mara._id}`] = () => ({
    body: [{ _id: idOf(60), user: mara, club: harbour, role: 2, createdAt: '2026-01-05T07:30:00.000Z' }],
  });
  api.replies[`GET /api/sessions/user/${mara._id}`] = () => ({
    body: [buildSession({ title: 'Morning pieces' })],
  });
});
afterEach(() => {
  liveCockpit.set(false);
  cleanUp();
  localStorage.clear();
});

async function open(path = '/settings') {
  const router = openProduct(routes, path);
  await screen.findByRole('heading', { level: 1 });
  return router;
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const palette = () => screen.queryByRole('dialog', { name: 'Search' });
const field = () => screen.getByRole<HTMLInputElement>('combobox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const option = (name: string | RegExp) => screen.findByRole('option', { name });

async function openPalette(path?: string) {
  const router = await open(path);
  press('k', { ctrlKey: true });
  await screen.findByRole('dialog', { name: 'Search' });
  return router;
}

describe('the search', () => {
  test("opens with Ctrl K instead of the browser's search and with Cmd K, and has the focus in its field", async () => {
    await open();
    const [before] = screen.getAllByRole('link', { name: 'Dashboard' });
    before?.focus();
    expect(press('k', { ctrlKey: true })).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(palette()).toBeNull();
    expect(press('k', { metaKey: true })).toBe(false);
    await waitFor(() => expect(palette()).not.toBeNull());
  });

  test.each([
    ['with Caps Lock', 'K'],
    ['on a Cyrillic keyboard', 'л'],
    ['on a Greek keyboard', 'κ'],
  ])('opens with Ctrl K %s', async (_, key) => {
    await open();
    expect(press(key, { ctrlKey: true, code: 'KeyK' })).toBe(false);
    await waitFor(() => expect(palette()).not.toBeNull());
  });

  test('opens from the menu of the header, as on a phone', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: mara.displayName }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  });

  test('lists actions, the sessions of today, own clubs and pages, and arrow keys, Home and End go through them', async () => {
    await openPalette();
    await option(/^Morning pieces/);
    await option('Harbour Rowing');
    const groups = within(screen.getByRole('listbox')).getAllByRole('group');
    const titles = groups.map(
      (group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    );
    expect(titles).toEqual(['Actions', 'Sessions today', 'Your clubs', 'Pages']);
    expect(active()).toMatch(/^New Workout/);
    press('ArrowDown');
    expect(active()).toBe('Just row');
    press('ArrowUp');
    press('ArrowUp');
    expect(active()).toMatch(/^Keyboard shortcuts/);
    press('Home');
    expect(active()).toMatch(/^New Workout/);
    press('End');
    expect(active()).toMatch(/^Keyboard shortcuts/);
    const selected = screen
      .getAllByRole('option')
      .filter((each) => each.getAttribute('aria-selected') === 'true');
    expect(selected).toHaveLength(1);
  });

  test('finds pages by synonyms, and Enter opens the first', async () => {
    const router = await openPalette();
    type('hist');
    expect(active()).toMatch(/^Activity/);
    press('Enter', { isComposing: true });
    expect(palette()).not.toBeNull();
    press('Enter');
    expect(palette()).toBeNull();
    await waitFor(() => expect(router.state.location.pathname).toBe('/training/activity'));
  });

  test('searches athletes and clubs once for quick typing, and ignores the response to an older text', async () => {
    const late = Promise.withResolvers<undefined>();
    const router = await openPalette();
    api.replies['GET /api/users/search'] = ({ query }) =>
      query['displayName'] === 'be'
        ? late.promise.then(() => ({ body: { count: 1, users: [buildPerson(9, 'Bea Late')] } }))
        : undefined;
    type('b');
    type('be');
    await waitFor(() => expect(api.asked('GET', '/api/users/search')).toHaveLength(1));
    type('ben');
    await option('Ben Adler');
    late.resolve(undefined);
    await act(async () => {});
    expect(screen.queryByText('Bea Late')).toBeNull();
    expect(api.asked('GET', '/api/users/search').map(({ query }) => query['displayName'])).toEqual([
      'be',
      'ben',
    ]);
    expect(screen.getByText('1 result')).toBeTruthy();
    fireEvent.click(await option('Ben Adler'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/athletes/${ben._id}`));
  });

  test("reports lists that couldn't be loaded next to the others, and Try again loads them", async () => {
    api.replies['GET /api/clubs/search'] = () => refusal(500, 'No.', 'internal');
    await openPalette();
    type('ben');
    await option('Ben Adler');
    const dialog = within(screen.getByRole('dialog', { name: 'Search' }));
    await dialog.findByText("Clubs couldn't be loaded.");
    api.replies['GET /api/clubs/search'] = () => ({
      body: { count: 1, clubs: [buildClub(51, 'Bench Club')] },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(field());
    await option('Bench Club');
    expect(dialog.queryByText(/couldn't be loaded/)).toBeNull();
  });

  test('reports that nothing matches', async () => {
    await openPalette();
    api.replies['GET /api/users/search'] = () => ({ body: { count: 0, users: [] } });
    type('zzz');
    expect(await screen.findByText('Nothing is called zzz.')).toBeTruthy();
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(press('Enter')).toBe(false);
  });
});

describe('single keys', () => {
  test.each([
    ['g', 'd', '/dashboard'],
    ['g', 'h', '/training/activity'],
    ['g', 's', '/training/statistics'],
    ['g', 'c', '/training/calendar'],
    ['g', 'e', '/explore/clubs'],
    ['g', 'a', '/explore/athletes'],
  ])('%s then %s leads to %s', async (first, second, path) => {
    const router = await open();
    press(first);
    press(second);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  test('an unknown key after g, and a known one without it, do nothing', async () => {
    const router = await open();
    for (const key of ['g', 'x', 'd', 'h', 'e']) press(key);
    await act(async () => {});
    expect(router.state.location.pathname).toBe('/settings');
  });

  test('n opens the form of a new workout, and typed text stays in it', async () => {
    const router = await open();
    press('n');
    await waitFor(() => expect(router.state.location.hash).toBe('#new-workout'));
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
    await waitFor(() => expect(document.activeElement).toBe(title));
    fireEvent.change(title, { target: { value: 'Before breakfast' } });
    title.blur();
    press('n');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(title.value).toBe('Before breakfast');
  });

  test('? lists the shortcuts', async () => {
    await open();
    press('?', { shiftKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('New Workout').nextElementSibling?.textContent).toBe('n');
    expect(dialog.getByText('Statistics').nextElementSibling?.textContent).toBe('g then s');
  });

  test('are turned off in Settings, and Ctrl K is not', async () => {
    const router = await open('/settings#preferences');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }));
    expect(singleKeysChoice.get()).toBe(false);
    for (const key of ['g', 'd', 'n', '?']) fireEvent.keyDown(document.body, { key });
    await act(async () => {});
    expect(router.state.location.pathname).toBe('/settings');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  });
});

test('no shortcut works in a field, in a menu or with a dialog open', async () => {
  const router = await open('/dashboard');
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  title.focus();
  for (const key of ['?', 'n', 'g', 's']) press(key);
  press('k', { ctrlKey: true });
  title.blur();
  fireEvent.click(screen.getByRole('button', { name: mara.displayName }));
  for (const key of ['g', 's']) press(key);
  press('Escape');
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
  press('?');
  const dialog = await screen.findByRole('dialog');
  dialog.focus();
  for (const key of ['g', 's']) fireEvent.keyDown(dialog, { key });
  fireEvent.keyDown(dialog, { key: 'k', ctrlKey: true });
  await act(async () => {});
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/dashboard');
});

test('no shortcut works in the cockpit', async () => {
  liveCockpit.set(true);
  const router = await open();
  for (const key of ['g', 's', 'n', '?']) press(key);
  press('k', { ctrlKey: true });
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/settings');
});
