// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AuthSession } from '@boathouse/contract/auth';
import { refusal, stubReplies, type Reply } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openProduct } from '../../../../../test/signed-in-page.tsx';
import { routes } from '../../../../app/routes.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanUp();
});

const event = idOf(200);
const uid = `guest:${idOf(401)}`;
const gus: AuthSession = {
  session: { id: 'guest:1', userId: uid, expiresAt: '2036-05-02T22:00:00.000Z', isGuest: true },
  user: { id: uid, email: '', name: 'Gus Guest', image: null, emailVerified: false },
};

/** The server of a visitor without a login, whose code begins the login of a guest. */
function serve(own: { login: AuthSession | null; refusals?: Reply[] }) {
  const refusals = [...(own.refusals ?? [])];
  return stubReplies(({ method, path }) => {
    switch (`${method} ${path}`) {
      case 'GET /api/auth/get-session':
        return { body: own.login };
      case 'POST /api/races/guests': {
        const refused = refusals.shift();
        if (refused !== undefined) return refused;
        own.login = gus;
        return { body: { event, entry: idOf(401) } };
      }
      case 'POST /api/auth/sign-out':
        own.login = null;
        return { body: { success: true } };
      case `GET /api/users/uid/${encodeURIComponent(uid)}`:
        return { body: { ...mara, uid, displayName: 'Gus Guest', visibility: 'me' } };
      case 'GET /api/races/mine':
        return {
          body: [
            {
              race: idOf(300),
              event,
              eventTitle: 'Open day',
              timeZone: 'Europe/Berlin',
              category: 'Sprint',
              number: 1,
              round: 'flight',
              startsAt: '2036-05-01T12:00:00.000Z',
              lane: 3,
              state: 'published',
              laneState: 'entered',
              session: null,
            },
          ],
        };
      case `GET /api/activities/inprogress/${mara._id}`:
        return { body: null };
      default:
        return refusal(404, 'This race day does not exist.', 'not_found');
    }
  });
}

const open = async (code: string) => {
  fireEvent.change(await screen.findByRole('textbox', { name: /Code/ }), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Row in this race' }));
};

test('a visitor without a login enters the code, is the guest of the entry, and gets to the race day', async () => {
  const api = serve({ login: null });
  const router = openProduct(routes, '/race');
  expect(await screen.findByRole('link', { name: 'log in' })).toBeTruthy();
  await open('7kq2 m9xd');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/races/${event}`));
  const asked = api.calls.map(({ method, path }) => `${method} ${path}`);
  expect(asked).toContain('POST /api/races/guests');
  expect(asked).not.toContain('POST /api/races/claims');
  expect(await screen.findByText('Gus Guest')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
});

test('a wrong code says what to do next, and begins no login', async () => {
  const words = 'This code is not valid. Check each character.';
  const router = serveAndOpen([refusal(400, words, 'wrong_code')]);
  await open('AAAA-AAAA');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(router.state.location.pathname).toBe('/race');
  await open('7KQ2-M9XD');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/races/${event}`));
  expect(await screen.findByText('Gus Guest')).toBeTruthy();
});

function serveAndOpen(refusals: Reply[]) {
  serve({ login: null, refusals });
  return openProduct(routes, '/race');
}

test('a guest who opens another page gets to the code, and from there back to the race day', async () => {
  serve({ login: gus });
  const router = openProduct(routes, '/dashboard');
  await waitFor(() => expect(router.state.location.pathname).toBe('/race'));
  const own = await screen.findByRole('region', { name: 'Your race' });
  expect(within(own).getByText('Gus Guest')).toBeTruthy();
  const back = await within(own).findByRole('link', { name: 'Open the race day' });
  expect(back.getAttribute('href')).toBe(`/races/${event}`);
});

test('a guest who logs out has left the race day', async () => {
  serve({ login: gus });
  const router = openProduct(routes, `/races/${event}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

describe('a server that does not respond as it should', () => {
  const lost = "The server can't be reached. Check your connection and try again.";
  const hang = () => new Promise<undefined>(() => {});
  const guests = 'POST /api/races/guests';
  const readLogin = 'GET /api/auth/get-session';
  const raceDay = `/races/${event}`;

  test.each([guests, readLogin])(
    'a %s that hangs ends with a sentence, and the next press enters',
    async (name) => {
      const own: Parameters<typeof serve>[0] = { login: null };
      const api = serve(own);
      const router = openProduct(routes, '/race');
      await screen.findByRole('link', { name: 'log in' });
      vi.useFakeTimers({ shouldAdvanceTime: true });
      api.replies[name] = hang;
      await open('7KQ2-M9XD');
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(await screen.findByText(lost)).toBeTruthy();
      expect(router.state.location.pathname).toBe('/race');
      delete api.replies[name];
      fireEvent.click(screen.getByRole('button', { name: 'Row in this race' }));
      await waitFor(() => expect(router.state.location.pathname).toBe(raceDay));
      expect(await screen.findByText('Gus Guest')).toBeTruthy();
    },
  );

  test('a login that cannot be read after the code is entered again by the next press', async () => {
    const api = serve({ login: null });
    const router = openProduct(routes, '/race');
    await screen.findByRole('link', { name: 'log in' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.replies[readLogin] = () => refusal(503, 'The server is starting.', 'unavailable');
    await open('7KQ2-M9XD');
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('The server is starting.')).toBeTruthy();
    delete api.replies[readLogin];
    fireEvent.click(screen.getByRole('button', { name: 'Row in this race' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(raceDay));
    expect(await screen.findByText('Gus Guest')).toBeTruthy();
  });
});
