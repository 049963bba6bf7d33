// @vitest-environment happy-dom
import type { User } from '@boathouse/contract/users';
import { createBrowserRouter } from 'react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { stubReplies, type Call, type Reply } from '../../test/fake-api.ts';
import { authSession, signedIn } from '../../test/logins.ts';
import { idOf, mara } from '../../test/people.ts';
import { cleanUp } from '../../test/signed-in-page.tsx';

vi.hoisted(() => {
  document.head.innerHTML = '<meta name="contact" content="hello@boathouse.example" />';
});

const ben: User = { ...mara, _id: idOf(77), uid: 'login-2', displayName: 'Ben Sculler' };
const session = {
  _id: idOf(78),
  title: 'Only for Mara',
  hostUser: { _id: mara._id, displayName: mara.displayName, iconURL: null },
  startAt: '2026-11-21T17:40:00.000Z',
  isAccessibleByLink: false,
  club: null,
  workoutItems: ['2000m'],
};

const loginOf = ({ uid, displayName }: User) => ({
  id: uid ?? '',
  email: 'a@example.com',
  name: displayName,
});

let visitor: User | null;
/** Once nobody is signed in, every call is refused. */
function answerOf({ method, path }: Call): Reply {
  const problem = (status: number, code: string): Reply => ({
    status,
    body: { code, message: 'No.', errorId: 'e1' },
  });
  if (path === '/api/auth/get-session') {
    return { body: visitor && authSession(loginOf(visitor)) };
  }
  if (path === '/api/auth/sign-in/email') {
    visitor = ben;
    return { body: signedIn(loginOf(ben)) };
  }
  if (path === '/api/product') {
    return {
      body: {
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: true,
        popupSignIn: null,
      },
    };
  }
  if (visitor === null) return problem(401, 'not_signed_in');
  if (path === `/api/users/uid/${visitor.uid}`) return { body: visitor };
  if (path.startsWith('/api/activities/inprogress/')) return { body: null };
  if (path === `/api/sessions/${session._id}`) {
    return visitor === mara ? { body: session } : problem(404, 'not_found');
  }
  if (path === `/api/sessions/${session._id}/activities`) {
    return visitor === mara ? { body: [[]] } : problem(404, 'not_found');
  }
  return method === 'GET' ? { body: [] } : problem(404, 'not_found');
}

const goTo = (path: string) =>
  act(async () => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

// The first import of a lazy page compiles it; that is no part of what is tested here.
beforeAll(async () => {
  await Promise.all([
    import('./providers.tsx'),
    import('./routes.tsx'),
    import('./landing.tsx'),
    import('./signed-in-layout.tsx'),
    import('./signed-out-layout.tsx'),
    import('./dashboard-page.tsx'),
    import('../features/auth/login-page.tsx'),
    import('../features/sessions/session-page.tsx'),
  ]);
}, 60_000);
afterEach(cleanUp);

test('after a login has ended by itself, the next person on the same page sees nothing of the last one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stubReplies(answerOf);
  visitor = mara;
  history.replaceState(null, '', `/sessions/${session._id}`);
  const { Providers } = await import('./providers.tsx');
  const { routes } = await import('./routes.tsx');
  render(<Providers router={createBrowserRouter(routes)} />);
  expect(await screen.findByRole('heading', { name: session.title })).toBeTruthy();

  // Mara's login ends elsewhere, and the page learns of it by the next call that is refused.
  visitor = null;
  await goTo('/dashboard');
  await waitFor(() => expect(location.pathname).toBe('/'));

  await goTo('/login');
  fireEvent.change(await screen.findByLabelText(/^Email/), { target: { value: 'ben@example.com' } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret-oar' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await goTo(`/sessions/${session._id}`);
  expect(await screen.findByText("We couldn't find a session at that link")).toBeTruthy();
  watch.disconnect();
  expect(seen.filter((text) => text.includes(session.title))).toEqual([]);
});
