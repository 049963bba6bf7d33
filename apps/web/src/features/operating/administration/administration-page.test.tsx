// @vitest-environment happy-dom
import { administration, type AdministeredUser } from '@boathouse/contract/administration/calls';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { buildPerson, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { AdministrationPage } from './administration-page.tsx';
import { entryInWords } from './log-words.ts';
import { clockWarning } from './state-words.ts';
import { userActionsOf } from './user-actions.ts';

const at = '2026-05-04T10:00:00.000Z';
const ben: AdministeredUser = {
  ...buildPerson(8, 'Ben Adler'),
  email: 'ben@example.com',
  createdAt: at,
  lastUsedAt: null,
  isAdministrator: false,
  lockedAt: null,
};

let users: AdministeredUser[];
let refused: string | null;
let signUp: 'open' | 'invitation' | 'closed';
let api: FakeApi;
beforeEach(() => {
  users = [ben];
  refused = null;
  signUp = 'open';
  api = stubReplies(({ method, path, body }) => {
    const call = `${method} ${path.replace('/api/administration/', '')}`;
    if (call === 'GET users') return { body: { count: users.length, users } };
    if (call === 'GET log') {
      const entry = { _id: ben._id, at, actor: null, action: 'locked', subject: 'Ben', detail: null };
      return { body: { count: 1, entries: [entry] } };
    }
    if (call === 'GET settings') return { body: { signUp, invitations: [] } };
    if (refused !== null) return refusal(409, refused, 'last_administrator');
    if (call === `PUT users/${ben._id}/lock`) {
      users = [{ ...ben, lockedAt: at }];
      return { body: { message: "Ben Adler can't log in any more" } };
    }
    if (call === `POST users/${ben._id}/reset-link`) {
      return { body: { link: 'https://row.example.org/reset?token=once', expiresAt: at } };
    }
    if (call === 'PATCH settings') {
      ({ signUp } = administration.changeSettings.body.parse(body));
      return { body: { signUp, invitations: [] } };
    }
    return refusal(404, 'There is nothing at this address', 'not_found');
  });
});
afterEach(cleanUp);

const open = (section: string) =>
  openAs(mara, [{ path: '/administration', element: <AdministrationPage /> }], `/administration#${section}`);
async function choose(action: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Ben Adler' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the users', () => {
  test('are locked after a question, which explains the effect, and the list shows it', async () => {
    open('users');
    await choose('Lock');
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    expect(api.asked('PUT', `/api/administration/users/${ben._id}/lock`)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Lock' }));
    await screen.findByText('Locked');
    expect(toasts()).toEqual([{ title: "Ben Adler can't log in any more", isError: false }]);
  });

  test('a refusal is shown in the words of the server', async () => {
    refused = 'This is the only administrator of this server.';
    open('users');
    await choose('Make administrator');
    fireEvent.click(await screen.findByRole('button', { name: 'Make administrator' }));
    await waitFor(() => expect(toasts()).toEqual([{ title: refused, isError: true }]));
  });

  test('a reset link is shown once, and disappears when the dialog closes', async () => {
    open('users');
    await choose('Make a reset link');
    await screen.findByText('https://row.example.org/reset?token=once');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(/token=once/)).toBeNull());
  });

  test('a list of users that could not be loaded shows this with Try again', async () => {
    api = stubReplies(() => refusal(503, 'The database is away', 'unavailable'));
    open('users');
    expect(await screen.findByText("The users couldn't be loaded.")).toBeTruthy();
  });
});

test('the sign-up mode is chosen, and a closed server offers no links', async () => {
  open('settings');
  await screen.findByText('Links to sign up');
  fireEvent.click(screen.getByRole('radio', { name: 'No one' }));
  await waitFor(() => expect(screen.queryByText('Links to sign up')).toBeNull());
  expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]);
});

test('quick changes of the sign-up mode are stored in their order', async () => {
  open('settings');
  await screen.findByText('Links to sign up');
  const first = Promise.withResolvers<undefined>();
  const patches = () => api.asked('PATCH', '/api/administration/settings').map(({ body }) => body['signUp']);
  api.replies['PATCH /api/administration/settings'] = () =>
    patches().length === 1 ? first.promise : undefined;
  fireEvent.click(screen.getByRole('radio', { name: 'By invitation' }));
  fireEvent.click(screen.getByRole('radio', { name: 'No one' }));
  await waitFor(() => expect(patches()).toHaveLength(1));
  await act(async () => first.resolve(undefined));
  await waitFor(() => expect(patches()).toEqual(['invitation', 'closed']));
  expect(signUp).toBe('closed');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No one' }).checked).toBe(true);
});

test('the log shows who did what to whom', async () => {
  open('log');
  expect(await screen.findByText('The operator locked Ben')).toBeTruthy();
  const moved = { _id: ben._id, at, actor: 'Mara', subject: 'Crew', detail: 'Ben' } as const;
  expect(entryInWords({ ...moved, action: 'handedOverClub' })).toBe('Mara handed Crew over to Ben');
  expect(entryInWords({ ...moved, action: 'changedSetting', detail: 'signUp closed' })).toBe(
    'Mara closed sign-up',
  );
});

test('another administrator can be neither locked nor deleted, and no one can delete themselves', () => {
  expect(userActionsOf({ ...ben, isAdministrator: true }, mara._id)).toEqual([
    'resetLink',
    'endLogins',
    'revokeAdministrator',
  ]);
  expect(userActionsOf(ben, ben._id)).not.toContain('remove');
  expect(userActionsOf({ ...ben, lockedAt: at, email: null }, mara._id)).toEqual([
    'endLogins',
    'unlock',
    'remove',
  ]);
});

test('clocks that differ by more than 2 s are worth a warning', () => {
  expect(clockWarning(2_000)).toBeNull();
  expect(clockWarning(-3_000)).toContain("3 s behind this device's");
  expect(clockWarning(61_000)).toContain("61 s ahead of this device's");
});
