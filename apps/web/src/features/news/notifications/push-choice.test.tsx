// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { FakePush } from '../../../../test/installed/fake-push.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { PushChoice } from './push-choice.tsx';

let api: FakeApi;
let push: FakePush;
/** The server's state. */
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

test('asks the browser, sends the server its address, and shows that it is on', async () => {
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

test('is off if the server has another address than this browser', async () => {
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

const blocked = /^Your browser blocks notifications of this site\. Allow them in its settings/;

test('explains what to do when the browser blocks notifications, in place, until they are allowed', async () => {
  push.permission = 'denied';
  push.install();
  open();
  expect((await choice()).checked).toBe(false);
  expect(screen.queryByText(blocked)).toBeNull();
  fireEvent.click(await choice());
  expect(await screen.findByText(blocked)).toBeTruthy();
  expect((await choice()).checked).toBe(false);
  expect([toasts(), api.changes()]).toEqual([[], []]);
  push.permission = 'granted';
  fireEvent.click(await choice());
  await waitFor(async () => expect((await choice()).checked).toBe(true));
  expect(screen.queryByText(blocked)).toBeNull();
});

test('shows from the start that the browser blocks notifications', async () => {
  push.install({ permission: 'denied' });
  open();
  expect(await screen.findByText(blocked)).toBeTruthy();
});

test('shows that the push service or the server refused', async () => {
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
  expect(push.subscription).toBeNull();
  api.replies['PUT /api/webpush'] = () => ({
    status: 400,
    body: {
      code: 'bad_request',
      message: 'endpoint: The name push.example is unknown',
      errorId: 'e',
      fields: [{ field: 'endpoint', message: 'The name push.example is unknown' }],
    },
  });
  fireEvent.click(await choice());
  await waitFor(() =>
    expect(toasts().map(({ title }) => title)).toEqual([
      "This server can't use the push service of your browser's maker. Ask its administrator.",
    ]),
  );
});

test('appears as soon as there is a service worker', async () => {
  push.install({ hasWorker: false });
  open();
  await settle();
  expect(screen.queryByRole('checkbox')).toBeNull();
  push.install();
  expect((await choice()).checked).toBe(false);
});

test('is absent without a service worker, and nothing is requested', async () => {
  push.install({ hasWorker: false });
  open();
  await settle();
  await settle();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(api.calls).toEqual([]);
});

describe('explains why the device shows no reminders', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'standalone');
  });

  const note = () => screen.findByRole('group', { name: 'On this device' });

  test('shows a message', async () => {
    open();
    expect((await note()).textContent).toContain("This browser can't show reminders");
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('leads to the home screen of an iPhone', async () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    open();
    expect((await note()).textContent).toContain('Press Share, then Add to Home Screen');
  });

  test('leads from an insecure page to a secure one', async () => {
    vi.stubGlobal('isSecureContext', false);
    open();
    expect(
      within(await note())
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/trust');
  });

  test('shows nothing if the server sends no messages', async () => {
    state.key = null;
    open();
    await waitFor(() => expect(api.calls).toHaveLength(1));
    await settle();
    expect(screen.queryByRole('group')).toBeNull();
  });
});

test('is absent if the server sends no messages', async () => {
  state.key = null;
  push.install();
  open();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await settle();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
