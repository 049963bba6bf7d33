import { webpush, type PushState } from '@boathouse/contract/webpush/calls';
import { callApi } from '../../lib/api.ts';

/** The browser refuses messages of this site; only the user can change that, in its settings. */
export class NotificationsBlockedError extends Error {
  override name = 'NotificationsBlockedError';
}

/** Returns the service worker that can show messages; null in browsers without push, and without a worker. */
export async function pushWorker(): Promise<ServiceWorkerRegistration | null> {
  // Only on HTTPS and localhost.
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator;
  if (serviceWorker === undefined || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return null;
  }
  return (await serviceWorker.getRegistration()) ?? null;
}

/** Whether this browser shows the messages that the server sends to this login. */
export async function isPushOn(worker: ServiceWorkerRegistration, state: PushState): Promise<boolean> {
  if (state.endpoint === null || Notification.permission !== 'granted') return false;
  return (await worker.pushManager.getSubscription())?.endpoint === state.endpoint;
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/**
 * Asks the browser for messages and tells the server where; call it from a click.
 * @throws NotificationsBlockedError, ApiError, NetworkError; DOMException if the push service does not answer
 */
export async function turnPushOn(worker: ServiceWorkerRegistration, key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsBlockedError();
  // One that another server key was used for can't be renewed in place.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  return callApi(webpush.subscribe, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    },
  });
}

/** @throws ApiError, NetworkError */
export async function turnPushOff(worker: ServiceWorkerRegistration): Promise<PushState> {
  const state = await callApi(webpush.unsubscribe, {});
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  return state;
}
