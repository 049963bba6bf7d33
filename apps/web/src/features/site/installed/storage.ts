import { createStore } from '../../../lib/store.ts';

type DeviceStorage = {
  /** The bytes that the browser stores for this site; null if it does not report them. */
  usedBytes: number | null;
  /** Whether the browser clears it only at the user's request; null if it does not report that. */
  isPersistent: boolean | null;
};

/** The service worker's caches of whole builds (`worker/builds.ts`). */
const buildCache = 'build-';

/** Responses of the server that pages have read, to be shown without it (`lib/kept`). */
const answersDatabase = 'boathouse-answers';

const shown = createStore<DeviceStorage | null>(null);
/** Null until it is read. */
export const deviceStorage = { subscribe: shown.subscribe, get: shown.get };

/** Asks the browser not to clear rows that are not sent yet when its disk fills up. Some browsers ask the user. */
export async function makeStoragePersistent(): Promise<void> {
  // Browsers have it only on HTTPS and localhost.
  const { storage }: { storage?: StorageManager } = navigator;
  try {
    if (storage?.persist === undefined || (await storage.persisted())) return;
    await storage.persist();
  } catch (error) {
    console.info('Storage could not be made persistent', error);
  }
}

export async function readStorage(): Promise<void> {
  const { storage }: { storage?: StorageManager } = navigator;
  const [estimate, isPersistent] = await Promise.all([
    storage?.estimate?.().catch(() => null) ?? null,
    storage?.persisted?.().catch(() => null) ?? null,
  ]);
  shown.set({ usedBytes: estimate?.usage ?? null, isPersistent });
}

/**
 * Deletes data that this device can load again: files of older versions of the app, cached responses, and shared files
 * that were not imported. Rows, unsent entries and the present version stay.
 * @throws DOMException if the browser does not delete it
 */
export async function freeSpace(): Promise<void> {
  if ('caches' in globalThis) {
    const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
    for (const name of await caches.keys()) {
      const isOpen =
        name.startsWith(buildCache) &&
        (entry === undefined || (await (await caches.open(name)).match(entry)) !== undefined);
      if (!isOpen) await caches.delete(name);
    }
  }
  await deleteDatabase(answersDatabase);
  await readStorage();
}

/** Other pages close their connections for it; it waits for those that do not. */
function deleteDatabase(name: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  const deleted = Promise.withResolvers<void>();
  const request = indexedDB.deleteDatabase(name);
  request.onsuccess = () => deleted.resolve();
  request.onerror = () => deleted.reject(request.error ?? new DOMException('The database stays'));
  return deleted.promise;
}
