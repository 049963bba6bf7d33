import { webpush, type PushState } from '@boathouse/contract/webpush/calls';
import { callApi } from '../../../lib/api.ts';
import { isInsecure } from '../../../ui/secure/insecure-note.tsx';

/** The browser refuses messages of this site; only the user can change that, in its settings. */
export class NotificationsBlockedError extends Error {
  override name = 'NotificationsBlockedError';
}

/** Why a device shows no messages: `homeScreen` on an iPhone or iPad, `worker` if the server has no app to install. */
export type PushLack = 'https' | 'homeScreen' | 'browser' | 'worker';

/** Returns the service worker that can show messages, or why there is none. */
export async function pushWorker(): Promise<ServiceWorkerRegistration | PushLack> {
  if (isInsecure()) return 'https';
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator;
  if (serviceWorker === undefined || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    // Only browsers on iPhones and iPads have it. They have push only for apps on the home screen.
    return Reflect.get(navigator, 'standalone') === false ? 'homeScreen' : 'browser';
  }
  return (await serviceWorker.getRegistration()) ?? 'worker';
}

/** Whether this browser shows the messages that the server sends to this login. */
export async function pushStateOf(
  worker: ServiceWorkerRegistration,
  state: PushState,
): Promise<'on' | 'off' | 'blocked'> {
  if (Notification.permission === 'denied') return 'blocked';
  if (state.endpoint === null || Notification.permission !== 'granted') return 'off';
  return (await worker.pushManager.getSubscription())?.endpoint === state.endpoint ? 'on' : 'off';
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/**
 * Asks the browser for messages and sends the server its address; call it from a click.
 * @throws NotificationsBlockedError, ApiError, NetworkError; DOMException if the push service does not answer
 */
export async function turnPushOn(worker: ServiceWorkerRegistration, key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsBlockedError();
  // A subscription made with another server key can't be renewed in place.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    return await callApi(webpush.subscribe, {
      body: {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      },
    });
  } catch (error) {
    // No one would send to it.
    await subscription.unsubscribe();
    throw error;
  }
}

/** @throws ApiError, NetworkError */
export async function turnPushOff(worker: ServiceWorkerRegistration): Promise<PushState> {
  const state = await callApi(webpush.unsubscribe, {});
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  return state;
}
