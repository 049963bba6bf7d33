import { vi } from 'vitest';

/** The push service, the worker and the permission of a browser; `permission` is the user's answer. */
export class FakePush {
  permission: NotificationPermission = 'granted';
  /** Why the push service can't be reached; null if it can. */
  problem: Error | null = null;
  subscription: { endpoint: string; key: number[] } | null = null;
  #made = 0;

  readonly registration = {
    pushManager: {
      getSubscription: async () => (this.subscription === null ? null : this.#shown(this.subscription)),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        if (this.problem !== null) throw this.problem;
        this.#made += 1;
        this.subscription = {
          endpoint: `https://push.example/${this.#made}`,
          key: [...applicationServerKey],
        };
        return this.#shown(this.subscription);
      },
    },
  };

  /**
   * @param hasWorker whether a service worker is registered
   * @param permission the user's earlier answer
   */
  install({
    hasWorker = true,
    permission = 'default',
  }: { hasWorker?: boolean; permission?: NotificationPermission } = {}): void {
    const getRegistration = async () => (hasWorker ? this.registration : undefined);
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true });
    vi.stubGlobal('PushManager', EventTarget);
    const requestPermission = async () => (shown.permission = this.permission);
    const shown = { permission, requestPermission };
    vi.stubGlobal('Notification', shown);
  }

  remove(): void {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }

  #shown({ endpoint }: { endpoint: string }) {
    return {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
  }
}
