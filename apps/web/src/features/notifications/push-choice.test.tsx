// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../test/fake-api.ts';
import { FakePush } from '../../../test/installed/fake-push.ts';
import { cleanUp, openPage, toasts } from '../../../test/signed-in-page.tsx';
import { PushChoice } from './push-choice.tsx';

let api: FakeApi;
let push: FakePush;
/** What the server has. */
let state: { key: string | null; endpoint: string | null };

beforeEach(() => {
  push = new FakePush();
  state = { key: 'AQID', endpoint: null };
  api = stubReplies(({ method, body }) => {
    if (method === 'PUT') state = { ...state, endpoint: String(body['endpoint']) };
    if (method === 'DELETE') state = { ...state, endpoint: null };
    return { body: state };
  });
});
afterEach(() => {
  push.remove();
  cleanUp();
});

const open = () => openPage(<PushChoice />, '/settings');
const choice = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Sessions that start soon' });
const settle = () => act(async () => {});

test('asks the browser, tells the server where, and shows that it is on', async () => {
  push.install();
  open();
  expect((await choice()).checked).toBe(false);
  fireEvent.click(await choice());
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
  expect(push.subscription?.key).toEqual([1, 2, 3]);
  expect(api.changes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/webpush', { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }],
  ]);
  await waitFor(async () => expect((await choice()).checked).toBe(true));
  fireEvent.click(await choice());
  await waitFor(async () => expect((await choice()).checked).toBe(false));
  expect([push.subscription, state.endpoint]).toEqual([null, null]);
});

test('is off where the server has another address than this browser', async () => {
  push.install();
  state.endpoint = 'https://push.example/of-another-time';
  open();
  expect((await choice()).checked).toBe(false);
});

test('replaces a subscription that was made with another key of the server', async () => {
  push.install();
  push.subscription = { endpoint: 'https://push.example/old', key: [9] };
  open();
  fireEvent.click(await choice());
  await waitFor(() =>
    expect(push.subscription).toEqual({ endpoint: 'https://push.example/1', key: [1, 2, 3] }),
  );
});

test('says what to do when the browser blocks notifications', async () => {
  push.permission = 'denied';
  push.install();
  open();
  fireEvent.click(await choice());
  await waitFor(() =>
    expect(toasts()).toEqual([
      {
        title: 'Your browser blocks notifications of this site. Allow them in its settings, then try again.',
        isError: true,
      },
    ]),
  );
  expect((await choice()).checked).toBe(false);
  expect(api.changes()).toEqual([]);
});

test('says so when the push service or the server refuses', async () => {
  push.install();
  push.problem = new DOMException('Registration failed', 'AbortError');
  open();
  fireEvent.click(await choice());
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: "Your browser's push service doesn't answer. Try again later.", isError: true },
    ]),
  );
  push.problem = null;
  api.replies['PUT /api/webpush'] = () => refusal(400, 'This server does not know the push service.');
  fireEvent.click(await choice());
  await waitFor(() =>
    expect(toasts().map(({ title }) => title)).toEqual(['This server does not know the push service.']),
  );
});

test.each([
  ['without push', () => {}],
  ['without a service worker', () => push.install({ hasWorker: false })],
])('is absent in a browser %s, and nothing is asked', async (_, install) => {
  install();
  open();
  await settle();
  await settle();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(api.calls).toEqual([]);
});

test('is absent where the server sends nothing', async () => {
  state.key = null;
  push.install();
  open();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await settle();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
