// @vitest-environment happy-dom
import type { User } from '@boathouse/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubReplies, type Call, type Reply } from '../../test/fake-api.ts';
import { authSession, signedIn } from '../../test/logins.ts';
import { idOf, mara } from '../../test/people.ts';
import { createQueryClient } from '../lib/query.ts';
import { followLogin } from './follow-login.ts';
import { cleanUp, toasts } from '../../test/signed-in-page.tsx';

vi.hoisted(() => {
  document.head.innerHTML = '<meta name="contact" content="hello@boathouse.example" />';
});

const ben: User = { ...mara, _id: idOf(77), uid: 'login-2', displayName: 'Ben Sculler' };
const loginOf = ({ uid, displayName }: User) => ({
  id: uid ?? '',
  email: 'a@example.com',
  name: displayName,
});

let visitor: User | null;
/** The user who logs in next. */
let next: User = mara;
let expiresAt = '';
/** Once no one is signed in, every call is refused. */
function answerOf({ method, path }: Call): Reply {
  const problem = (status: number, code: string): Reply => ({
    status,
    body: { code, message: 'No.', errorId: 'e1' },
  });
  if (path === '/api/auth/get-session') {
    const answer = visitor && authSession(loginOf(visitor));
    return { body: answer && { ...answer, session: { ...answer.session, expiresAt } } };
  }
  if (path === '/api/auth/sign-in/email') {
    visitor = next;
    return { body: signedIn(loginOf(next)) };
  }
  if (path === '/api/auth/sign-out') {
    visitor = null;
    return { body: { success: true } };
  }
  if (path === '/api/product') {
    return {
      body: {
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: true,
        passwordMin: 6,
        popupSignIn: null,
      },
    };
  }
  if (visitor === null) return problem(401, 'not_signed_in');
  if (path === `/api/users/uid/${visitor.uid}`) return { body: visitor };
  if (path.startsWith('/api/activities/inprogress/')) return { body: null };
  if (path === `/api/users/${visitor._id}/displayName`) return { body: visitor };
  if (path === '/api/notifications/unread') return { body: { unread: 0 } };
  return method === 'GET' ? { body: [] } : problem(404, 'not_found');
}

// The first import of a lazy page compiles it; these tests do not measure that.
beforeAll(async () => {
  await Promise.all([
    import('./providers.tsx'),
    import('./routes.tsx'),
    import('./landing.tsx'),
    import('./signed-in-layout.tsx'),
    import('./signed-out/signed-out-layout.tsx'),
    import('./dashboard-page.tsx'),
    import('../features/people/auth/log-in-again.tsx'),
    import('../features/site/settings/settings-page.tsx'),
  ]);
}, 60_000);
let stopFollowing = () => {};
let otherTab: BroadcastChannel;
let thisTab: BroadcastChannel;
beforeEach(() => {
  otherTab = new BroadcastChannel('boathouse-login');
  thisTab = new BroadcastChannel('boathouse-login');
});
afterEach(() => {
  stopFollowing();
  otherTab.close();
  thisTab.close();
  cleanUp();
});

const openAt = async (path: string) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  visitor = mara;
  expiresAt = '2999-01-01T00:00:00.000Z';
  const api = stubReplies(answerOf);
  history.replaceState(null, '', path);
  const { Providers } = await import('./providers.tsx');
  const { routes } = await import('./routes.tsx');
  const client = createQueryClient();
  stopFollowing = followLogin(client);
  render(
    <QueryClientProvider client={client}>
      <Providers router={createBrowserRouter(routes)} />
    </QueryClientProvider>,
  );
  return api;
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
const tellTabs = (message: unknown) => otherTab.postMessage(message);

const dialog = () => screen.findByRole('dialog', { name: 'Log in again' });

async function logInAs(user: User): Promise<void> {
  next = user;
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText(/^Email/), { target: { value: 'a@example.com' } });
  fireEvent.change(form.getByLabelText(/^Password/), { target: { value: 'secret-oar' } });
  fireEvent.click(form.getByRole('button', { name: 'Log In' }));
}

/** Types another name in the settings and saves it, after the login has ended. */
async function saveTooLate() {
  const api = await openAt('/settings');
  const field = await screen.findByLabelText(/^Display name/);
  fireEvent.change(field, { target: { value: 'Mara L.' } });
  visitor = null;
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save display name' }));
  save();
  await dialog();
  return { field, save, saved: () => api.asked('PATCH', `/api/users/${mara._id}/displayName`) };
}

describe('a login that ends while its page is open', () => {
  test('is requested in place: typed text stays, and the refused button can be pressed again', async () => {
    const { field, save, saved } = await saveTooLate();
    expect(
      screen.getByText(/^You were logged out, for example because your password was changed/),
    ).toBeTruthy();
    expect(within(await dialog()).getByLabelText(/^Email/)).toHaveProperty('value', 'a@example.com');
    await logInAs(mara);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe('/settings');
    expect(screen.getByLabelText(/^Display name/)).toBe(field);
    expect(field).toHaveProperty('value', 'Mara L.');
    save();
    await waitFor(() => expect(saved()).toHaveLength(2));
    await waitFor(() => expect(toasts()).toContainEqual({ title: 'Changes saved', isError: false }));
  });

  test('is shown as expired after its time', async () => {
    vi.setSystemTime('2999-01-02T00:00:00.000Z');
    await saveTooLate();
    expect(screen.getByText('Your login has expired. Log in again to continue.')).toBeTruthy();
  });

  test('shows and sends nothing from it after another user logs in there', async () => {
    const { field, saved } = await saveTooLate();
    const seen: string[] = [];
    await logInAs(ben);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
    const watch = new MutationObserver(() => seen.push(document.body.textContent));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    expect(field.isConnected).toBe(false);
    await screen.findByRole('button', { name: ben.displayName });
    watch.disconnect();
    expect(seen.filter((text) => text.includes(mara.displayName))).toEqual([]);
    expect(saved()).toHaveLength(1);
  });

  test('can be left for the landing page', async () => {
    await saveTooLate();
    fireEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(screen.queryByText(mara.displayName)).toBeNull();
  });

  test('continues when the same user logs in in another tab', async () => {
    const { field } = await saveTooLate();
    visitor = mara;
    tellTabs({ kind: 'signedIn', login: mara.uid });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field).toHaveProperty('value', 'Mara L.');
  });
});

describe('tabs of a browser', () => {
  test('show the landing page as soon as one of them logs out, without a request to the server', async () => {
    const api = await openAt('/settings');
    await screen.findByLabelText(/^Display name/);
    // The page's own data may still be loading.
    const asked = api.asked('GET', '/api/auth/get-session').length;
    tellTabs({ kind: 'left', login: mara.uid });
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(api.asked('GET', '/api/auth/get-session')).toHaveLength(asked);
  });

  test('keep their page when another user logs out in one of them', async () => {
    await openAt('/settings');
    const field = await screen.findByLabelText(/^Display name/);
    const told = new Promise((resolve) => (thisTab.onmessage = resolve));
    tellTabs({ kind: 'left', login: ben.uid });
    tellTabs('unknown');
    await told;
    await act(async () => {});
    expect(field.isConnected).toBe(true);
  });

  test('learn when one logs out', async () => {
    await openAt('/settings');
    await screen.findByLabelText(/^Display name/);
    const told = new Promise<MessageEvent>((resolve) => (otherTab.onmessage = resolve));
    fireEvent.click(screen.getByRole('button', { name: mara.displayName }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
    expect((await told).data).toEqual({ kind: 'left', login: mara.uid });
  });
});

test('sends its login in its calls, so that the server refuses them after another login', async () => {
  const fetched = vi.fn<(url: string, init?: RequestInit) => void>();
  const api = await openAt('/settings');
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    fetched(url, init);
    return api.fetch(url, init);
  });
  fireEvent.change(await screen.findByLabelText(/^Display name/), { target: { value: 'Mara L.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save display name' }));
  const saved = () => fetched.mock.calls.find(([url]) => url.endsWith('/displayName'))?.[1];
  await waitFor(() => expect(new Headers(saved()?.headers).get('acting-login')).toBe(mara.uid));
});
