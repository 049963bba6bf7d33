// @vitest-environment happy-dom
import type { Session } from '@boathouse/contract/sessions';
import type { User } from '@boathouse/contract/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Call, type FakeApi, type Reply } from '../../test/fake-api.ts';
import { authSession, signedIn } from '../../test/logins.ts';
import { mara } from '../../test/people.ts';
import { cleanUp, openProduct, toasts } from '../../test/signed-in-page.tsx';
import { setAppearance } from '../ui/appearance.ts';
import { routes } from './routes.tsx';

// The server writes this into the page.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="contact" content="hello@boathouse.example" />';
});

/** The fake API of the page; each test sets its initial state. */
const server = {
  isSignedIn: false,
  record: null as User | null,
  session: null as Session | null,
  accounts: ['mara@example.com'],
  isDown: false,
  isLookRefused: false,
  name: 'Mara Lindqvist',
  /** The second factor's code; null without one. */
  code: null as string | null,
};
const login = () => ({ id: mara.uid, email: 'mara@example.com', name: server.name });
let api: FakeApi;
const calls = () => api.calls.map(({ method, path }) => `${method} ${path}`);

function answerOf({ method, path, body }: Call): Reply {
  if (server.isDown) throw new TypeError('Failed to fetch');
  const ok = (value: unknown) => ({ body: value });
  switch (`${method} ${path}`) {
    case 'GET /api/auth/get-session':
      return ok(server.isSignedIn ? authSession(login()) : null);
    case 'POST /api/auth/sign-in/email':
      if (!server.accounts.includes(String(body['email']))) {
        return refusal(401, 'Invalid email or password', 'wrong_password');
      }
      if (server.code !== null && body['code'] !== server.code) {
        return body['code'] === undefined
          ? refusal(401, 'Enter the code of your authenticator app.', 'second_factor_needed')
          : refusal(401, 'This code is wrong or was used before.', 'wrong_code');
      }
      server.isSignedIn = true;
      return ok(signedIn(login()));
    case 'POST /api/auth/sign-up/email':
      if (String(body['password']).length < 6) {
        const message = 'Password too short';
        return {
          status: 400,
          body: { code: 'bad_request', message, errorId: 'e', fields: [{ field: 'password', message }] },
        };
      }
      server.isSignedIn = true;
      return ok(signedIn(login()));
    case 'POST /api/auth/sign-out':
      server.isSignedIn = false;
      return ok({ success: true });
    case `GET /api/users/uid/${mara.uid}`:
      return ok(server.record);
    case 'POST /api/users':
      server.record = { ...mara, displayName: String(body['displayName']) };
      return ok(server.record);
    case `GET /api/activities/inprogress/${mara._id}`:
      return ok(null);
    case `PATCH /api/users/${mara._id}/themeColor`:
    case `PATCH /api/users/${mara._id}/tintColor`:
      if (server.isLookRefused) return { status: 500, body: { message: 'No.' } };
      server.record = { ...(server.record ?? mara), ...body };
      return ok(server.record);
    case `GET /api/sessions/018f0000-0000-7000-8000-000000000009`:
      return server.session === null ? refusal(404, 'No such session', 'not_found') : ok(server.session);
    case 'GET /api/previews/clubs/harbour':
      return ok({ name: 'Harbour' });
    case 'GET /api/sessions/018f0000-0000-7000-8000-000000000009/club':
      return ok(null);
    case 'GET /api/product':
      return ok({
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: true,
        passwordMin: 6,
        popupSignIn: null,
      });
    default:
      return ok(path.startsWith('/api/previews/') ? null : []);
  }
}

const open = (path: string) => openProduct(routes, path);

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

// The first import of a lazy page compiles it; do this before the tests.
beforeAll(async () => {
  await Promise.all([
    import('./landing.tsx'),
    import('./data-layout.tsx'),
    import('./auth-gate.tsx'),
    import('./signed-in-layout.tsx'),
    import('./signed-out/signed-out-layout.tsx'),
    import('./dashboard-page.tsx'),
    import('../features/site/settings/settings-page.tsx'),
    import('./signed-out/log-in.tsx'),
    import('../features/people/auth/register-page.tsx'),
  ]);
}, 60_000);
beforeEach(() => {
  sessionStorage.clear();
  Object.assign(server, {
    isSignedIn: false,
    record: null,
    session: null,
    isDown: false,
    isLookRefused: false,
    name: 'Mara Lindqvist',
    code: null,
  });
  setAppearance({ mode: 'light', tint: 'blue' });
  api = stubReplies(answerOf);
});
afterEach(cleanUp);

describe('access to routes', () => {
  test.each(['/dashboard', '/sessions/018f0000-0000-7000-8000-000000000009', '/no/such/page'])(
    '[NAV-1] redirects an anonymous visitor of %s to the landing page',
    async (path) => {
      const router = open(path);
      expect(await screen.findByRole('link', { name: 'Get started free' })).toBeTruthy();
      expect(router.state.location.pathname).toBe('/');
    },
  );

  test.each(['/login', '/register'])(
    '[NAV-2] redirects a signed-in visitor of %s to the dashboard',
    async (path) => {
      Object.assign(server, { isSignedIn: true, record: mara });
      const router = open(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    },
  );

  test('shows an error and Try again, and does not sign out, when the server does not respond', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    Object.assign(server, { isSignedIn: true, record: mara, isDown: true });
    const router = open('/dashboard');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(toasts()).toEqual([]);
    server.isDown = false;
    fireEvent.click(retry);
    expect(await screen.findByRole('button', { name: /Mara Lindqvist/ })).toBeTruthy();
    warn.mockRestore();
  });

  test('[LAND-1] [NAV-5] the landing header links to /, Log In and Sign Up', async () => {
    open('/');
    await screen.findByRole('heading', { level: 1 });
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Log In')).toBe('/login');
    expect(hrefOf('Sign Up')).toBe('/register');
    expect(screen.getByRole('banner').querySelector('a')?.getAttribute('href')).toBe('/');
    expect(screen.getByText('hello@boathouse.example').getAttribute('href')).toBe(
      'mailto:hello@boathouse.example',
    );
  });
});

describe('signing in', () => {
  test('[AUTH-1] [NAV-2] email and password lead to the dashboard', async () => {
    server.record = mara;
    const router = open('/login');
    await screen.findByRole('heading', { name: 'Log In' });
    fill(/^Email/, 'mara@example.com');
    fill(/^Password/, 'secret-oar');
    press('Log In');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test('requests the code of an account with a second factor, and keeps email and password until then', async () => {
    server.record = mara;
    server.code = '123456';
    const router = open('/login');
    await screen.findByRole('heading', { name: 'Log In' });
    fill(/^Email/, 'mara@example.com');
    fill(/^Password/, 'secret-oar');
    press('Log In');
    await screen.findByLabelText(/^Code/);
    expect(toasts()).toEqual([]);
    press('Log In');
    expect(await screen.findByText('Code is required')).toBeTruthy();
    fill(/^Code/, '000000');
    press('Log In');
    expect(await screen.findByText('This code is wrong or was used before.')).toBeTruthy();
    fill(/^Code/, '123456');
    press('Log In');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test("[AUTH-1] shows the provider's message of a refusal as an error toast", async () => {
    const router = open('/login');
    await screen.findByRole('heading', { name: 'Log In' });
    fill(/^Email/, 'nobody@example.com');
    fill(/^Password/, 'secret-oar');
    press('Log In');
    expect(
      (await screen.findByText('Invalid email or password')).closest('[role=alert]')?.textContent,
    ).toContain('Something went wrong');
    expect(router.state.location.pathname).toBe('/login');
  });

  test('[LOGIN-4] shows an error at each missing field and sends nothing', async () => {
    open('/register');
    await screen.findByRole('heading', { name: 'Sign Up' });
    press('Create account');
    for (const label of ['Email', 'Full name', 'Password']) {
      const field = screen.getByLabelText(new RegExp(`^${label}`));
      const description = field.getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(description.split(' ').at(-1) ?? '')?.textContent).toBe(
        `${label} is required`,
      );
    }
    expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test('a double click signs in once', async () => {
    server.record = mara;
    const router = open('/login');
    await screen.findByRole('heading', { name: 'Log In' });
    fill(/^Email/, 'mara@example.com');
    fill(/^Password/, 'secret-oar');
    press('Log In');
    press('Log In');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls().filter((call) => call === 'POST /api/auth/sign-in/email')).toHaveLength(1);
  });
});

describe('an invitation', () => {
  const id = '018f0000-0000-7000-8000-000000000009';
  const invited: Session = {
    _id: id,
    title: 'Evening row',
    hostUser: { _id: '018f0000-0000-7000-8000-000000000001', displayName: 'Hana Host', iconURL: null },
    startAt: '2026-05-01T06:00:00.000Z',
    isAccessibleByLink: true,
    club: null,
    workoutItems: ['2000m'],
  };

  test('an anonymous visitor of a session sees a note, and finds the session on the dashboard after sign-in', async () => {
    Object.assign(server, { record: mara, session: invited });
    const router = open(`/sessions/${id}`);
    await screen.findByRole('link', { name: 'Get started free' });
    const note = 'You were invited to a session. Log in or sign up to join it.';
    expect(screen.getByText(note)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Log In' }));
    await screen.findByRole('heading', { name: 'Log In' });
    expect(screen.getByText(note)).toBeTruthy();
    fill(/^Email/, 'mara@example.com');
    fill(/^Password/, 'secret-oar');
    press('Log In');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByText('You were invited to Evening row.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open session' });
    expect(link.getAttribute('href')).toBe(`/sessions/${id}`);
    press('Dismiss');
    expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  test("an anonymous visitor of a public club's session or page reads its title", async () => {
    const shown = '019a0000-0000-7000-8000-00000000000b';
    api.replies[`GET /api/previews/sessions/${shown}`] = () => ({
      body: { title: 'Evening row', startAt: '2026-05-01T06:00:00.000Z', club: 'Harbour' },
    });
    open(`/sessions/${shown}`);
    expect(
      await screen.findByText(/^You were invited to Evening row of Harbour, .*\. Log in or/),
    ).toBeTruthy();
    cleanUp();
    api = stubReplies(answerOf);
    open('/clubs/harbour');
    expect(
      await screen.findByText('You came for the club Harbour. Log in or sign up to open it.'),
    ).toBeTruthy();
  });

  test("an anonymous visitor of a club's invitation sees a note, and the key is no longer in the address", async () => {
    const key = 'k'.repeat(43);
    const router = open(`/invitations#${key}`);
    await screen.findByRole('link', { name: 'Get started free' });
    expect(screen.getByText('You were invited to a club. Log in or sign up to join it.')).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/', hash: '' });
    expect(sessionStorage.getItem('invitation')).toBe(key);
  });

  test('shows the visitor who was invited to a session that it does not exist', async () => {
    Object.assign(server, { isSignedIn: true, record: mara });
    sessionStorage.setItem('invitation', id);
    open('/dashboard');
    expect(await screen.findByText(/We couldn't find the session that you were invited to/)).toBeTruthy();
  });

  test('a login that ends leaves no invitation', async () => {
    Object.assign(server, { isSignedIn: true, record: mara });
    open('/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: /Mara Lindqvist/ }));
    fireEvent.click(await screen.findByText('Log Out'));
    await screen.findByRole('link', { name: 'Get started free' });
    expect(screen.queryByText(/You were invited/)).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('signing up', () => {
  async function signUp() {
    const router = open('/register');
    await screen.findByRole('heading', { name: 'Sign Up' });
    fill(/^Email/, 'mara@example.com');
    fill(/^Full name/, 'Mara Lindqvist');
    fill(/^Password/, 'secret-oar');
    press('Create account');
    return router;
  }

  test.each([
    ['Former member', 'mara'],
    ['', 'mara'],
    ['Mara  Lindqvist', 'Mara Lindqvist'],
  ])('[AUTH-6] signing up with the name “%s” from a provider makes a record named %s', async (name, made) => {
    Object.assign(server, { isSignedIn: true, name });
    open('/dashboard');
    await waitFor(() => expect(server.record?.displayName).toBe(made));
  });

  test('[AUTH-2] [AUTH-6] creates a user record with the full name for a new account, and refetches it', async () => {
    const router = await signUp();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    await waitFor(() =>
      expect(
        calls()
          .filter((call) => call.includes('/api/users'))
          .slice(0, 3),
      ).toEqual(['GET /api/users/uid/login-1', 'POST /api/users', 'GET /api/users/uid/login-1']),
    );
    expect((await screen.findAllByText('Mara Lindqvist')).length).toBeGreaterThan(0);
  });

  test('[AUTH-2] a response without a login that was requested before signing up does not undo the sign-up', async () => {
    const early = Promise.withResolvers<Reply>();
    let asked = 0;
    api.replies['GET /api/auth/get-session'] = () => {
      asked += 1;
      return asked === 1 ? early.promise : undefined;
    };
    const router = await signUp();
    await waitFor(() => expect(server.isSignedIn).toBe(true));
    await act(async () => early.resolve({ body: null }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test.each([false, true])(
    '[AUTH-6] [SET-3] stores the browser’s color mode and tint for a new account (refused: %s), and signs in either way',
    async (isLookRefused) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      server.isLookRefused = isLookRefused;
      setAppearance({ mode: 'dark', tint: 'mint' });
      const router = await signUp();
      expect((await screen.findAllByText('Mara Lindqvist')).length).toBeGreaterThan(0);
      expect(router.state.location.pathname).toBe('/dashboard');
      const kept = [server.record?.themeColor, server.record?.tintColor];
      expect(kept).toEqual(isLookRefused ? [0, 0] : [1, 3]);
      const logged = warn.mock.calls.filter(([words]) => /appearance was not stored/.test(String(words)));
      expect(logged).toHaveLength(isLookRefused ? 1 : 0);
      if (!isLookRefused)
        expect(document.documentElement.dataset).toMatchObject({ mode: 'dark', tint: 'mint' });
      expect(toasts()).toEqual([]);
      warn.mockRestore();
    },
  );

  test("[AUTH-7] shows the rule for passwords, and the provider's message for one that is too short", async () => {
    const router = open('/register');
    await screen.findByRole('heading', { name: 'Sign Up' });
    const password = screen.getByLabelText<HTMLInputElement>(/^Password/);
    const described = () =>
      document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(described()).toBe('At least 6 characters');
    fill(/^Email/, 'mara@example.com');
    fill(/^Full name/, 'Mara Lindqvist');
    fill(/^Password/, 'oar');
    press('Create account');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Password too short', isError: true }]));
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(described()).toBe('Password too short');
    fill(/^Password/, 'oar and oar');
    press('Create account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    await waitFor(() => expect(toasts()).toEqual([]));
  });
});

describe('the profile menu', () => {
  beforeEach(() => Object.assign(server, { isSignedIn: true, record: mara }));

  const openMenu = async () => fireEvent.click(await screen.findByRole('button', { name: /Mara Lindqvist/ }));

  test('[AUTH-5] Log Out returns to the landing page', async () => {
    const router = open('/dashboard');
    await openMenu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(calls()).toContain('POST /api/auth/sign-out');
  });

  test.each([
    ['Dark', { mode: 'dark', tint: 'blue' }, 'themeColor', 1],
    ['Blue', { mode: 'blue', tint: 'blue' }, 'themeColor', 2],
    ['Green', { mode: 'light', tint: 'green' }, 'tintColor', 1],
    ['Purple', { mode: 'light', tint: 'purple' }, 'tintColor', 2],
    ['Mint', { mode: 'light', tint: 'mint' }, 'tintColor', 3],
  ])('[SET-3] %s applies at once and is stored with the account', async (name, look, field, index) => {
    open('/dashboard');
    await openMenu();
    fireEvent.click(await screen.findByRole('menuitemradio', { name }));
    expect(document.documentElement.dataset).toMatchObject(look);
    const path = `/api/users/${mara._id}/${field}`;
    await waitFor(() =>
      expect(api.asked('PATCH', path).map(({ body }) => body)).toEqual([{ [field]: index }]),
    );
    await waitFor(() => expect(server.record).toMatchObject({ [field]: index }));
    expect(document.documentElement.dataset).toMatchObject(look);
  });

  test('[NAV-3] the header has Dashboard, Training and Explore, and its menu Profile, Settings, Color Mode, Tint Color and Log Out', async () => {
    const router = open('/dashboard');
    const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Training', '/training/statistics'],
      ['Explore', '/explore/clubs'],
    ]);
    await openMenu();
    // Without a layout the menu counts as scrolled out of view.
    const namesOf = (role: string) =>
      screen.getAllByRole(role, { hidden: true }).map((item) => item.textContent);
    await waitFor(() => expect(namesOf('menuitem')).toEqual(['Profile', 'Settings', 'Search', 'Log Out']));
    expect(screen.getByRole('menuitem', { name: 'Profile', hidden: true }).getAttribute('href')).toBe(
      `/athletes/${mara._id}`,
    );
    await waitFor(() =>
      expect(namesOf('menuitemradio').join()).toBe('Light,Dark,Blue,Default Blue,Green,Purple,Mint'),
    );
    for (const words of ['Color Mode', 'Tint Color']) expect(screen.getByText(words)).toBeTruthy();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Settings', hidden: true }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/settings');
  });

  test('[NAV-3] every link of the header leads to a page', async () => {
    open('/dashboard');
    await openMenu();
    const [header] = screen.getAllByRole('banner');
    await screen.findByRole('menuitem', { name: 'Settings', hidden: true });
    const hrefs = [...(header?.querySelectorAll('a[href]') ?? [])].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(hrefs).toContain('/settings');
    for (const href of hrefs) {
      expect(matchRoutes(routes, href)?.at(-1)?.route.path, href).not.toBe('*');
    }
  });
});

test('an unknown path shows a message below the header and links to the dashboard', async () => {
  Object.assign(server, { isSignedIn: true, record: mara });
  open('/no/such/page');
  expect(await screen.findByText(/^There is no page at this address\./)).toBeTruthy();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('banner')).toBeTruthy();
});
