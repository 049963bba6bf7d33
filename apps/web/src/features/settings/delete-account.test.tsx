// @vitest-environment happy-dom
import type { Deletion } from '@boathouse/contract/users/account';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stubReplies, type FakeApi } from '../../../test/fake-api.ts';
import { mara } from '../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../test/signed-in-page.tsx';
import { DeleteAccount } from './delete-account.tsx';

const path = `/api/users/${mara._id}/deletion`;
let deletion: Deletion;
let api: FakeApi;
// The first import of a lazy module compiles it; no test waits for that.
beforeAll(() => import('./delete-dialog.tsx'), 60_000);
afterEach(cleanUp);
beforeEach(() => {
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
    if (call === `POST ${path}`) return { body: { message: 'Your account is deleted' } };
    if (call === 'GET /api/product') {
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
    throw new Error(`No reply for ${call}`);
  });
});

async function openDialog(): Promise<void> {
  openPage(<DeleteAccount user={mara} />, '/settings');
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(screen.queryByText(/Loading/)).toBeNull());
}

/** The button of the dialog; the page has one of the same name. */
function submit(): void {
  const button = screen.getAllByRole('button', { name: 'Delete account' }).at(-1);
  fireEvent.submit(button?.closest('form') ?? document.body);
}

test('says what happens to results, sessions and a row in progress', async () => {
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

test('leads an owner to the members of each club, and asks for no password', async () => {
  const club = { _id: mara._id, name: 'Riverside', customURL: 'riverside', iconURL: null };
  deletion = { ...deletion, ownedClubs: [club] };
  await openDialog();
  expect(screen.getByRole('link', { name: 'Riverside' }).getAttribute('href')).toBe(
    '/clubs/riverside/members',
  );
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
});

test('without a password and a provider says how to sign in again', async () => {
  deletion = { ...deletion, confirmBy: 'signIn' };
  await openDialog();
  expect(screen.getByText(/Log out, log in again, and delete it within 10 minutes/)).toBeTruthy();
});
