// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Call, type FakeApi, type Reply } from '../../test/fake-api.ts';
import { authSession } from '../../test/logins.ts';
import { mara } from '../../test/people.ts';
import { cleanUp, openProduct, toasts } from '../../test/signed-in-page.tsx';
import { routes } from './routes.tsx';

/** The fake API of the page; each test sets its initial state. */
const server = {
  isSignedIn: false,
  popupSignIn: null as string | null,
  passwordSignIn: true,
  resetRefusal: null as string | null,
};
let api: FakeApi;
const calls = () => api.calls.map(({ method, path, body }) => ({ call: `${method} ${path}`, body }));

function answerOf({ method, path }: Call): Reply {
  const ok = (value: unknown) => ({ body: value });
  switch (`${method} ${path}`) {
    case 'GET /api/auth/get-session':
      return ok(
        server.isSignedIn ? authSession({ id: 'login-1', email: 'mara@example.com', name: 'Mara' }) : null,
      );
    case 'GET /api/product':
      return ok({
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: server.passwordSignIn,
        passwordMin: 9,
        popupSignIn: server.popupSignIn,
      });
    case 'POST /api/auth/sign-in/social':
      return ok({ url: 'https://provider.example/authorize?state=1' });
    case 'POST /api/auth/request-password-reset':
      return ok({ status: true, message: 'Check your email for a reset password link.' });
    case 'POST /api/auth/reset-password':
      if (server.resetRefusal !== null) return refusal(400, server.resetRefusal);
      server.isSignedIn = false;
      return ok({ status: true });
    case 'GET /api/users/uid/login-1':
      return ok(mara);
    case `GET /api/activities/inprogress/${mara._id}`:
      return ok(null);
    default:
      return ok([]);
  }
}

const open = (path: string) => openProduct(routes, path);

/** The window that the browser opens for the provider. */
const popup = {
  closed: false,
  at: null as string | null,
  focused: 0,
  location: { replace: (url: string) => void (popup.at = url) },
  close: () => void (popup.closed = true),
  focus: () => void (popup.focused += 1),
};
let opened: string[] = [];

/** Sends the message of the popup's last page. */
function popupSays(message: unknown) {
  const channel = new BroadcastChannel('boathouse-sign-in');
  // A channel has no other origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
  channel.close();
}
const attemptOf = () => {
  const begun = calls().find(({ call }) => call === 'POST /api/auth/sign-in/social')?.body;
  const page = typeof begun === 'object' && begun !== null ? Reflect.get(begun, 'callbackURL') : undefined;
  return new URLSearchParams(String(page).split('?')[1]).get('attempt');
};
const atProvider = () => waitFor(() => expect(popup.at).toBe('https://provider.example/authorize?state=1'));

// The first import of a lazy page compiles it; do this before the tests.
beforeAll(async () => {
  await Promise.all([
    import('./signed-in-layout.tsx'),
    import('./signed-out/signed-out-layout.tsx'),
    import('./dashboard-page.tsx'),
    import('./signed-out/log-in.tsx'),
    import('../features/people/auth/register-page.tsx'),
    import('../features/people/auth/reset-page.tsx'),
  ]);
}, 60_000);
beforeEach(() => {
  Object.assign(server, { isSignedIn: false, popupSignIn: null, passwordSignIn: true, resetRefusal: null });
  Object.assign(popup, { closed: false, at: null, focused: 0 });
  opened = [];
  api = stubReplies(answerOf);
  vi.stubGlobal('open', (_url: string, _name: string, features: string) => {
    opened.push(features);
    return popup;
  });
});
afterEach(cleanUp);

const pressGoogle = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
const toast = (text: string | RegExp) => screen.findByText(text);

describe("'Continue with Google'", () => {
  test.each(['/login', '/register'])(
    '[AUTH-3] [LOGIN-1] [LOGIN-2] is on %s if it is set up',
    async (path) => {
      server.popupSignIn = 'Google';
      open(path);
      expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy();
    },
  );

  test.each(['/login', '/register'])('[AUTH-3] is not on %s if nothing is set up', async (path) => {
    open(path);
    await waitFor(() => expect(calls().map(({ call }) => call)).toContain('GET /api/product'));
    await screen.findByRole('textbox', { name: /^Email/ });
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
  });

  test('[AUTH-3] opens its window while the click is handled, leads it to the provider, and continues to the dashboard', async () => {
    server.popupSignIn = 'Google';
    const router = open('/login');
    const button = await screen.findByRole('button', { name: 'Continue with Google' });
    fireEvent.click(button);
    expect(opened).toEqual([expect.stringContaining('popup')]);
    await atProvider();
    expect(calls().at(-1)).toMatchObject({
      call: 'POST /api/auth/sign-in/social',
      body: {
        provider: 'oidc',
        callbackURL: expect.stringMatching(/^\/sign-in-popup\.html\?attempt=[0-9a-f]{32}$/),
      },
    });
    server.isSignedIn = true;
    popupSays({ attempt: attemptOf(), error: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(toasts()).toEqual([]);
  });

  test('[AUTH-3] pressed again brings its window to the front instead of opening another', async () => {
    server.popupSignIn = 'Google';
    open('/login');
    await pressGoogle();
    await atProvider();
    await pressGoogle();
    expect([opened.length, popup.focused]).toEqual([1, 1]);
  });

  test('[AUTH-3] shows a message when the browser blocks its window', async () => {
    server.popupSignIn = 'Google';
    vi.stubGlobal('open', () => null);
    open('/login');
    await pressGoogle();
    const said = await toast(
      'The browser blocked the sign-in window. Allow pop-ups for this page, then try again.',
    );
    expect(said.closest('[role=alert]')?.textContent).toContain('Something went wrong');
    expect(calls().map(({ call }) => call)).not.toContain('POST /api/auth/sign-in/social');
  });

  test('[AUTH-3] shows only the failure of the last attempt', async () => {
    server.popupSignIn = 'Google';
    vi.stubGlobal('open', () => null);
    open('/login');
    await pressGoogle();
    await toast(/^The browser blocked/);
    await pressGoogle();
    expect(toasts()).toHaveLength(1);
  });

  test('[AUTH-3] reports a closed window when the user is back, and still signs in if it only looked closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    server.popupSignIn = 'Google';
    const router = open('/login');
    await pressGoogle();
    await vi.waitFor(() => expect(popup.at).not.toBeNull());
    // It looks like this, too, when a provider cuts its window off from this page.
    popup.closed = true;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(toasts()).toEqual([]);
    hasFocus.mockReturnValue(true);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await toast('The sign-in window was closed.')).toBeTruthy();
    hasFocus.mockRestore();
    server.isSignedIn = true;
    popupSays({ attempt: attemptOf(), error: null });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test.each([
    ['access_denied', /^The sign-in was canceled\.$/],
    ['account_not_linked', /^There is already an account with this email\. Log in with its password\./],
    [
      'unable_to_link_account',
      /^Google can't be used with the account that has this email\. Log in with its password\.$/,
    ],
    ['account_locked', /^This account is locked\. Ask the administrator of this server\.$/],
    ['email_not_found', /^Google didn't share your email address/],
    ['state_mismatch', /^The sign-in took too long/],
    ['something_new', /^Google couldn't log you in \(something_new\)\. Try again\.$/],
  ])("[AUTH-3] reports the provider's error: %s", async (error, words) => {
    server.popupSignIn = 'Google';
    const router = open('/login');
    await pressGoogle();
    await atProvider();
    popupSays({ attempt: 'of another page', error: 'not_mine' });
    popupSays('nonsense');
    popupSays({ attempt: attemptOf(), error });
    expect(await toast(words)).toBeTruthy();
    expect(popup.closed).toBe(true);
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.queryByText(/not_mine/)).toBeNull();
  });
});

describe('an installation whose passwords are stored elsewhere', () => {
  test.each(['/login', '/register'])('offers only its provider on %s', async (path) => {
    Object.assign(server, { popupSignIn: 'the club', passwordSignIn: false });
    open(path);
    expect(await screen.findByRole('button', { name: 'Continue with the club' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(/^Password/)).toBeNull());
  });

  test('shows a note when there is no sign-in for browsers', async () => {
    server.passwordSignIn = false;
    open('/login');
    expect(await screen.findByText(/Browser sign-in isn't available/)).toBeTruthy();
  });
});

describe('/reset', () => {
  test("[LOGIN-1] is the target of 'Forgot password?'", async () => {
    open('/login');
    const link = await screen.findByRole('link', { name: 'Forgot password?' });
    expect(link.getAttribute('href')).toBe('/reset');
  });

  test('[AUTH-4] [LOGIN-3] requests the mail and shows where to look for it', async () => {
    open('/reset');
    const email = await screen.findByLabelText(/^Email/);
    expect(email.getAttribute('type')).toBe('email');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
    fireEvent.change(email, { target: { value: ' mara@example.com ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const said = await toast('Check your email for a reset password link.');
    expect(said.closest('[role=alert]')).toBeNull();
    expect(calls().find(({ call }) => call.endsWith('/request-password-reset'))?.body).toEqual({
      email: 'mara@example.com',
    });
  });

  test('[LOGIN-4] asks for an email before anything is sent', async () => {
    open('/reset');
    await screen.findByLabelText(/^Email/);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Email is required')).toBeTruthy();
    expect(calls().filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  test('[AUTH-4] /reset with the token of a mail sets the new password, also for a signed-in user, and leads to the log-in', async () => {
    server.isSignedIn = true;
    const router = open('/reset?token=abc');
    fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'better-oar' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe('');
    expect(await toast('Your password was changed. Log in with it.')).toBeTruthy();
    expect(calls().find(({ call }) => call.endsWith('/reset-password'))?.body).toEqual({
      token: 'abc',
      newPassword: 'better-oar',
    });
  });

  test('[AUTH-7] names the minimum length that this server requires', async () => {
    open('/reset?token=abc');
    expect(await screen.findByText('At least 9 characters')).toBeTruthy();
  });

  test("[AUTH-4] [AUTH-7] shows the provider's message when it refuses, and stays", async () => {
    server.resetRefusal = 'Invalid token';
    const router = open('/reset?token=old');
    fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'better-oar' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await toast('Invalid token')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/reset');
    expect(screen.getByRole('link', { name: 'Get a new one' }).getAttribute('href')).toBe('/reset');
  });
});
