// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { likes } from '@boathouse/contract/comments';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildComment, FakeCommentsApi } from '../../../../test/comments/fake-comments-api.ts';
import { nowMs } from '../../../../test/now.ts';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import {
  forgetEntriesOf,
  keepToSend,
  readWaiting,
  sendWaiting,
  type WaitingCall,
} from '../../../lib/outbox/outbox.ts';
import { outboxMark } from '../../../lib/outbox/waits.ts';
import { LikesAndComments } from './likes-and-comments.tsx';

const activityId = idOf(100);
const ben = buildPerson(2, 'Ben');
const ofBen = buildComment({ _id: idOf(10), parent: activityId, user: ben, message: 'Strong finish!' });
let api: FakeCommentsApi;

beforeEach(() => {
  api = new FakeCommentsApi();
  api.people = [mara, ben];
  api.comments = [ofBen];
  localStorage.setItem(outboxMark, '1');
  vi.stubGlobal('fetch', api.fetch);
});
afterEach(async () => {
  cleanUp();
  await forgetEntriesOf(mara.uid);
  localStorage.clear();
});

const message = (kind: 'comment' | 'reply', parent: string, text: string): WaitingCall => ({
  key: `${kind} ${text}`,
  method: 'POST',
  url: kind === 'comment' ? '/api/comments' : '/api/comments/reply',
  body: { parent, user: mara._id, message: text, _id: idOf(77) },
  words: `Your ${kind} “${text}”`,
});
const like = (method: 'POST' | 'DELETE'): WaitingCall => ({
  key: `like ${activityId}`,
  method,
  url: `/api${likes.create.path}`,
  body: { user: mara._id, parent: activityId },
  words: 'Your like',
});
const keep = (call: WaitingCall, login = mara.uid) => keepToSend(login, call, nowMs());
const refuse = (refusal: string) =>
  act(async () => void (await sendWaiting(mara.uid, async () => ({ refusal }))));

async function open() {
  openPage(<LikesAndComments activityId={activityId} viewerId={mara._id} />, '/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: /^1 comment/ }));
  await screen.findByRole('textbox', { name: 'Write a comment' });
}
const waitingList = (name = 'Comments that are not sent yet') => screen.findByRole('list', { name });

test('a comment that waits is in its place, and can be discarded after a question', async () => {
  await keep(message('comment', activityId, 'See you on Thursday'));
  await open();
  const list = await waitingList();
  expect(list.textContent).toContain('Not sent yet');
  expect(list.textContent).toContain('See you on Thursday');
  fireEvent.click(within(list).getByRole('button', { name: 'Discard' }));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('See you on Thursday')).toBeNull());
  expect(await readWaiting(mara.uid)).toEqual([]);
  expect(api.changes()).toEqual([]);
});

test('a reply that waits is below its comment', async () => {
  await keep(message('reply', ofBen._id, 'Thank you'));
  await keep(message('reply', idOf(11), 'To another comment'));
  await open();
  const list = await waitingList('Replies that are not sent yet');
  expect(list.textContent).toContain('Thank you');
  expect(list.closest('li')?.textContent).toContain('Strong finish!');
  expect(screen.queryByText('To another comment')).toBeNull();
});

test('a refused comment shows the reason in its place', async () => {
  await keep(message('comment', activityId, 'Too late'));
  await open();
  await waitingList();
  await refuse('There is no such activity.');
  expect((await waitingList()).textContent).toContain('Not accepted. There is no such activity.');
});

test('the comments of another user of this device are not shown', async () => {
  await keep(message('comment', activityId, 'Of the one before'), 'another');
  await open();
  await act(async () => {});
  expect(screen.queryByText('Of the one before')).toBeNull();
  await forgetEntriesOf('another');
});

test("a waiting like is shown as the user wants it, and discarding it restores the server's state", async () => {
  api.likes = [{ activity: activityId, user: ben._id }];
  await keep(like('POST'));
  openPage(<LikesAndComments activityId={activityId} viewerId={mara._id} />, '/dashboard');
  const button = await screen.findByRole('button', { name: /^Like/ });
  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  await waitFor(() => expect(button.textContent).toBe('Like2'));
  expect(button.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(button.textContent).toBe('Like1'));
  expect(button.getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByText('Not sent yet')).toBeNull();
});

test('a refused like shows the reason beside the button', async () => {
  await keep(like('POST'));
  openPage(<LikesAndComments activityId={activityId} viewerId={mara._id} />, '/dashboard');
  await screen.findByText('Not sent yet');
  await refuse('There is no such activity.');
  expect(await screen.findByText(/Your like was not accepted\. There is no such activity\./)).toBeTruthy();
});
