// @vitest-environment happy-dom
import type { Deletion } from '@boathouse/contract/account';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { authSession } from '../../../../test/logins.ts';
import { mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { DeleteAccount } from './delete-account.tsx';

const path = `/api/users/${mara._id}/deletion`;
let deletion: Deletion;
let api: FakeApi;
let popupSignIn: string | null;
// The first import of a lazy module compiles it; no test waits for that.
beforeAll(() => import('./delete-dialog.tsx'), 60_000);
afterEach(cleanUp);
beforeEach(() => {
  popupSignIn = null;
  deletion = {
    confirmBy: 'password',
    ownedClubs: [],
    clubResults: 0,
    otherResults: 0,
    sessions: { toClubOwners: 0, stayWithoutName: 0, removed: 0 },
    isRowing: false,
  };
  api = stubReplies(({ method, path: asked }) => {
    const call = `${method} ${asked}`;
    if (call === `GET ${path}`) return { body: deletion };
    if (call === `POST ${path}`) {
      return popupSignIn === null
        ? { body: { message: 'Your account is deleted' } }
        : refusal(403, 'You are logged in to another account', 'forbidden');
    }
    if (call === 'POST /api/auth/sign-in/social') {
      return { body: { url: 'https://provider.example/authorize', redirect: false } };
    }
    if (call === 'GET /api/auth/get-session') {
      return { body: authSession({ id: 'login-77', email: 'ben@example.com', name: 'Ben' }) };
    }
    if (call === 'GET /api/product') {
      return {
        body: {
          name: 'Boathouse',
          contactEmail: 'hello@boathouse.example',
          simulatedErg: true,
          passwordSignIn: true,
          passwordMin: 6,
          popupSignIn,
        },
      };
    }
    throw new Error(`No reply for ${call}`);
  });
});

async function openDialog(): Promise<void> {
  openPage(<DeleteAccount user={mara} />, '/settings');
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(screen.queryByText(/Loading/)).toBeNull());
}

/** The button of the dialog; the page has another one of the same name. */
function submit(): void {
  const button = screen.getAllByRole('button', { name: 'Delete account' }).at(-1);
  fireEvent.submit(button?.closest('form') ?? document.body);
}

test('shows what happens to results, sessions and a row in progress', async () => {
  deletion = {
    ...deletion,
    otherResults: 1,
    sessions: { toClubOwners: 2, stayWithoutName: 1, removed: 3 },
    isRowing: true,
  };
  await openDialog();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your profile, logins, images, memberships, follows, likes, comments, notifications and totals are deleted.',
    'Your workout in progress is discarded.',
    "1 result outside clubs' sessions is deleted.",
    "2 upcoming sessions of clubs will be hosted by the club's owner.",
    '1 session that you hosted stays for those who rowed, by "Former member".',
    '3 other sessions that you host are deleted.',
  ]);
  expect(screen.queryByRole('radio')).toBeNull();
});

test('sends the choice about results of clubs with the password', async () => {
  deletion = { ...deletion, clubResults: 12 };
  await openDialog();
  expect(screen.getByRole('group', { name: "Your 12 results in clubs' sessions" })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Delete them too' }));
  submit();
  expect(screen.getByText('Password is required')).toBeTruthy();
  expect(api.changes()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret' } });
  submit();
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Your account is deleted', isError: false }]));
  expect(api.changes()).toMatchObject([{ body: { clubResults: 'remove', password: 'secret' } }]);
});

test('leads an owner to the members of each club, and requires no password', async () => {
  const club = { _id: mara._id, name: 'Riverside', customURL: 'riverside', iconURL: null };
  deletion = { ...deletion, ownedClubs: [club] };
  await openDialog();
  expect(screen.getByRole('link', { name: 'Riverside' }).getAttribute('href')).toBe(
    '/clubs/riverside/members',
  );
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
});

test('without a password and a provider explains how to sign in again', async () => {
  deletion = { ...deletion, confirmBy: 'signIn' };
  await openDialog();
  expect(screen.getByText(/Log out, log in again, and delete it within 10 minutes/)).toBeTruthy();
});

test('continues with the account chosen at the provider instead of this one', async () => {
  deletion = { ...deletion, confirmBy: 'signIn' };
  popupSignIn = 'Google';
  const popup = { closed: false, location: { replace: vi.fn() }, close: vi.fn() };
  vi.stubGlobal('open', () => popup);
  await openDialog();
  fireEvent.submit(
    (await screen.findByRole('button', { name: /^Continue with Google/ })).closest('form') ?? document.body,
  );
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalled());
  const [begun] = api.asked('POST', '/api/auth/sign-in/social');
  const channel = new BroadcastChannel('boathouse-sign-in');
  const attempt = new URLSearchParams(String(begun?.body['callbackURL']).split('?')[1]).get('attempt');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ attempt, error: null });
  channel.close();
  await waitFor(() => expect(toasts()).toMatchObject([{ isError: true }]));
  await waitFor(() => expect(api.asked('GET', '/api/auth/get-session')).toHaveLength(1));
});
