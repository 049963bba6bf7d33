// @vitest-environment happy-dom
import type { GivenUpMessage, Outgoing } from '@boathouse/contract/administration/outgoing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { AdministrationPage } from './administration-page.tsx';
import { entryInWords } from './log-words.ts';
import { recipientOf, recipientTitleOf, waitingInWords } from './outgoing-words.ts';

const at = '2026-05-04T10:00:00.000Z';
const idOf = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`;
const refused: GivenUpMessage = {
  _id: idOf(1),
  kind: 'mail',
  destination: 'mail.club.example:587',
  user: 'Ben Adler',
  club: null,
  createdAt: at,
  givenUpAt: at,
  attempts: 1,
  problem: '550 No such mailbox',
  canRetry: true,
};
const link: GivenUpMessage = { ...refused, _id: idOf(2), user: 'Cleo', canRetry: false };

let state: Outgoing;
let api: FakeApi;
beforeEach(() => {
  state = {
    at,
    waiting: [{ kind: 'mail', count: 2, oldestAt: at }],
    failing: [
      {
        kind: 'webhook',
        name: 'https://scores.example',
        waiting: 3,
        failingSince: at,
        problem: 'The connection was refused',
        pausedUntil: null,
      },
    ],
    givenUp: { count: 2, messages: [refused, link] },
  };
  api = stubReplies(({ method, path, body }) => {
    if (`${method} ${path}` === 'GET /api/administration/outgoing') return { body: state };
    const messages: unknown = body?.['messages'];
    const left = state.givenUp.messages.filter(
      ({ _id }) => !Array.isArray(messages) || !messages.includes(_id),
    );
    state = { ...state, givenUp: { count: left.length, messages: left } };
    return { body: state };
  });
});
afterEach(cleanUp);

const open = () =>
  openAs(mara, [{ path: '/administration', element: <AdministrationPage /> }], '/administration#outgoing');
const changes = (action: 'retry' | 'discard') =>
  api.asked('POST', `/api/administration/outgoing/${action}`).map(({ body }) => body['messages']);

describe('the outgoing messages', () => {
  test('show waiting and failing messages, and abandoned ones with the reason', async () => {
    open();
    await screen.findByText(/Waiting to be sent: 2 mails\./);
    screen.getByText('Webhook https://scores.example');
    screen.getByText('The connection was refused');
    screen.getByText('Mail to Ben Adler');
    expect(screen.getAllByText('550 No such mailbox')).toHaveLength(2);
  });

  test('the outgoing messages of an idle server show that nothing waits', async () => {
    state = { at, waiting: [], failing: [], givenUp: { count: 0, messages: [] } };
    open();
    await screen.findByText('No message waits to be sent.');
    expect(screen.queryByRole('button', { name: 'Discard all' })).toBeNull();
  });

  test('are sent again one by one, and one with an expired link can only be discarded', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for the mail to Cleo' }));
    expect(screen.queryByRole('menuitem', { name: 'Send again' })).toBeNull();
    screen.getByText("Its link has ended: it can't be sent again.");
    fireEvent.click(screen.getByRole('menuitem', { name: 'Discard' }));
    await waitFor(() => expect(changes('discard')).toEqual([[link._id]]));
    await waitFor(() => expect(screen.queryByText('Mail to Cleo')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Actions for the mail to Ben Adler' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Send again' }));
    await waitFor(() => expect(changes('retry')).toEqual([[refused._id]]));
  });

  test('are sent again together if possible, and discarded together after a question', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard all' }));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(changes('discard')).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Send all again' }));
    await waitFor(() => expect(changes('retry')).toEqual([[refused._id]]));
  });

  test('are counted on the buttons if only the newest are shown', async () => {
    state.givenUp.count = 64;
    open();
    await screen.findByText('64 in the last 14 days, the newest 2 below');
    expect(screen.getByRole('button', { name: 'Send 1 again' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard 2' })).toBeTruthy();
  });

  test("messages that could not be changed show the server's message", async () => {
    api.replies['POST /api/administration/outgoing/retry'] = () =>
      refusal(503, 'The database is away', 'unavailable');
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Send all again' }));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'The database is away', isError: true }]));
  });

  test('the outgoing messages that could not be loaded show this with Try again', async () => {
    api = stubReplies(() => refusal(503, 'The database is away', 'unavailable'));
    open();
    expect(await screen.findByText("The outgoing messages couldn't be loaded.")).toBeTruthy();
  });
});

test('a message is named by its recipient', () => {
  expect(recipientTitleOf({ ...refused, user: null })).toBe('Mail');
  expect(recipientOf({ ...refused, kind: 'webhook', user: null, club: 'Crew' })).toBe('webhook of Crew');
  expect(recipientOf({ ...refused, kind: 'logbook' })).toBe(
    'exchange with the Concept2 Logbook for Ben Adler',
  );
  const push = { kind: 'push', count: 1, oldestAt: at } as const;
  expect(waitingInWords({ waiting: [push] })).toMatch(/^Waiting to be sent: 1 push message\. /);
});

test('the log shows how many messages an administrator sent again', () => {
  const entry = { _id: idOf(3), at, actor: 'Mara', subject: null } as const;
  expect(entryInWords({ ...entry, action: 'retriedOutgoing', detail: '1' })).toBe(
    'Mara sent 1 message again',
  );
  expect(entryInWords({ ...entry, action: 'discardedOutgoing', detail: '4' })).toBe(
    'Mara discarded 4 messages',
  );
});
