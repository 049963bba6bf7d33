// @vitest-environment node
import type { PushMessage } from '@boathouse/contract/webpush/message';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToPush, type PushScope } from './push.ts';

type Handler = (event: never) => void;
type Shown = { title: string; body: string; tag: string; data: unknown };

let handlers: Map<string, Handler>;
let shown: Shown[];
let pages: Array<{ focus: () => Promise<void>; postMessage: (message: unknown, transfer: never[]) => void }>;
const badge = vi.fn(async (_count: number) => {});
const openWindow = vi.fn(async (_path: string) => null);
const sent = vi.fn(async (_path: string, _options?: object) => new Response());

function listen(navigator: PushScope['navigator'] = { setAppBadge: badge }): void {
  handlers = new Map();
  listenToPush({
    addEventListener: (type: string, handler: Handler) => void handlers.set(type, handler),
    registration: {
      showNotification: async (title, { body, tag, data }) => void shown.push({ title, body, tag, data }),
    },
    clients: { matchAll: async () => pages, openWindow },
    navigator,
    fetch: sent,
  });
}

/** Dispatches an event to the worker, and awaits its work. */
async function dispatch(type: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  const handler = handlers.get(type);
  if (handler === undefined) throw new Error(`The worker does not listen to ${type}`);
  Reflect.apply(handler, null, [{ ...event, waitUntil: (given: Promise<unknown>) => (work = given) }]);
  await work;
}

const message: PushMessage = {
  kind: 'sessionSoon',
  session: {
    _id: '019a0000-0000-7000-8000-00000000000a',
    title: '2k together',
    startAt: '2026-11-25T17:30:00.000Z',
  },
  unread: 3,
};
const pushed = (value: unknown) => dispatch('push', { data: { json: () => value } });
const toSession = { kind: 'open', path: `/sessions/${message.session._id}` };

beforeEach(() => {
  vi.clearAllMocks();
  shown = [];
  pages = [];
  listen();
});

test('shows a reminder with the time on this device, and counts unread ones on the icon', async () => {
  await pushed(message);
  const time = new Date(message.session.startAt).toLocaleTimeString([], {
    hour: 'numeric',
    minute: '2-digit',
  });
  expect(shown).toEqual([
    {
      title: '2k together',
      body: `Starts at ${time}`,
      tag: 'session-019a0000-0000-7000-8000-00000000000a',
      data: toSession,
    },
  ]);
  expect(badge).toHaveBeenCalledWith(3);
});

test.each([
  ['a kind that it does not know', { data: { json: () => ({ kind: 'newer' }) } }],
  ['no text', { data: null }],
  [
    'no JSON',
    {
      data: {
        json: () => {
          throw new SyntaxError('No JSON');
        },
      },
    },
  ],
])('shows a general note for a message with %s', async (_, event) => {
  await dispatch('push', event);
  expect(shown).toMatchObject([
    { title: 'New notification', data: { kind: 'open', path: '/notifications' } },
  ]);
});

test('shows a reminder if icons have no numbers', async () => {
  listen({});
  await pushed(message);
  expect(shown).toHaveLength(1);
});

test('a press opens the session in a window if none is open', async () => {
  const close = vi.fn();
  await dispatch('notificationclick', { notification: { close, data: toSession } });
  expect(close).toHaveBeenCalledOnce();
  expect(openWindow).toHaveBeenCalledWith(toSession.path);
});

test('a press asks an open page to go there, which keeps its row', async () => {
  const page = { focus: vi.fn(async () => {}), postMessage: vi.fn() };
  pages = [page, page];
  await dispatch('notificationclick', { notification: { close() {}, data: toSession } });
  expect(page.postMessage.mock.calls).toEqual([[toSession, []]]);
  expect(page.focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
});

test("a press on another version's message opens the notifications", async () => {
  await dispatch('notificationclick', {
    notification: { close() {}, data: { url: 'https://elsewhere.example' } },
  });
  expect(openWindow).toHaveBeenCalledWith('/notifications');
});

describe('a subscription that the browser renewed', () => {
  const subscriptionAt = (endpoint: string) => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } });
  const [old, renewed] = [subscriptionAt('https://push.example/1'), subscriptionAt('https://push.example/2')];
  const change = {
    oldSubscription: { toJSON: () => old },
    newSubscription: { toJSON: () => renewed },
  };

  test('is sent to the server', async () => {
    sent.mockResolvedValueOnce(Response.json({ key: 'k', endpoint: old.endpoint }));
    await dispatch('pushsubscriptionchange', change);
    expect(sent.mock.calls).toEqual([
      ['/api/webpush'],
      [
        '/api/webpush',
        { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(renewed) },
      ],
    ]);
  });

  test.each([
    ['another user is logged in', () => Response.json({ key: 'k', endpoint: null })],
    ['no one is logged in', () => Response.json({ code: 'not_signed_in' }, { status: 401 })],
  ])('is not sent if %s', async (_, answer) => {
    sent.mockResolvedValueOnce(answer());
    await dispatch('pushsubscriptionchange', change);
    expect(sent).toHaveBeenCalledOnce();
  });

  test('a subscription that the browser renewed without a new address is left to the page', async () => {
    await dispatch('pushsubscriptionchange', { ...change, newSubscription: null });
    expect(sent).not.toHaveBeenCalled();
  });
});
