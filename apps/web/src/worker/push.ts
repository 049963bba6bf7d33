import {
  KnownSubscriptionSchema,
  OpenPageSchema,
  PushMessageSchema,
  subscriptionPath,
  type OpenPage,
} from '@boathouse/contract/webpush/message';

/* Parts of a worker's scope and events, in shapes that the types of pages and of workers both have. */

type Waiting = { waitUntil(work: Promise<unknown>): void };
type PushEvent = Waiting & { readonly data: { json(): unknown } | null };
type ClickEvent = Waiting & { readonly notification: { close(): void; readonly data: unknown } };
type Subscription = { toJSON(): { endpoint?: string; keys?: Record<string, string> } };
type RenewalEvent = Waiting & {
  readonly oldSubscription?: Subscription | null;
  readonly newSubscription?: Subscription | null;
};
type PageWindow = { focus(): Promise<unknown>; postMessage(message: unknown, transfer: never[]): void };

export type PushScope = {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: RenewalEvent) => void): void;
  readonly registration: {
    showNotification(
      title: string,
      options: { body: string; tag: string; icon: string; data: OpenPage },
    ): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly navigator: { setAppBadge?(count: number): Promise<void> };
  fetch(
    path: string,
    options?: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ readonly ok: boolean; json(): Promise<unknown> }>;
};

const notifications: OpenPage = { kind: 'open', path: '/notifications' };
const icon = '/icons/192.png';

/** Shows the server's messages while no page is open, and opens their subjects. */
export function listenToPush(scope: PushScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)));
  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(open(scope, OpenPageSchema.safeParse(notification.data).data ?? notifications));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, newSubscription } = event;
    if (oldSubscription && newSubscription) event.waitUntil(renew(scope, oldSubscription, newSubscription));
  });
}

async function show({ registration, navigator }: PushScope, data: PushEvent['data']): Promise<void> {
  const message = PushMessageSchema.safeParse(parsed(data));
  if (!message.success) {
    // A newer server's, perhaps. A browser ends a subscription whose messages show nothing.
    const words = { body: 'Open the app to read it.', tag: 'notification', icon };
    return registration.showNotification('New notification', { ...words, data: notifications });
  }
  const { session, unread } = message.data;
  const time = new Date(session.startAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  await registration.showNotification(session.title, {
    body: `Starts at ${time}`,
    // A session that moves is announced again, replacing the first announcement.
    tag: `session-${session._id}`,
    icon,
    data: { kind: 'open', path: `/sessions/${session._id}` },
  });
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

function parsed(data: PushEvent['data']): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Asks an open page to go there by itself, which keeps a row in progress, or opens one. */
async function open({ clients }: PushScope, wanted: OpenPage): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) {
    await clients.openWindow(wanted.path);
    return;
  }
  page.postMessage(wanted, []);
  await page.focus();
}

/**
 * The browser has renewed the address: otherwise the server would send to the old one until it is refused. Only if the
 * login had the old one: the next user of the browser has not requested messages.
 */
async function renew(scope: PushScope, old: Subscription, renewed: Subscription): Promise<void> {
  const path = `/api${subscriptionPath}`;
  const answer = await scope.fetch(path);
  const known = answer.ok ? KnownSubscriptionSchema.safeParse(await answer.json()) : null;
  if (known?.data === undefined || known.data.endpoint !== old.toJSON().endpoint) return;
  const { endpoint, keys } = renewed.toJSON();
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } };
  await scope.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
