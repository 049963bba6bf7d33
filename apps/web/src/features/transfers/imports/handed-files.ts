import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import { createStore } from '../../../lib/store.ts';

const none: readonly File[] = [];
const waiting = createStore<readonly File[]>(none);

/** Files that the system opened with the app, until Import takes them. */
export const handedFiles = { subscribe: waiting.subscribe, get: waiting.get };

export function handFiles(files: readonly File[]): void {
  waiting.set([...waiting.get(), ...files]);
}

export function takeHandedFiles(): readonly File[] {
  const files = waiting.get();
  waiting.set(none);
  return files;
}

/** Returns the shared files that the service worker has stored (`worker/share-target.ts`), and deletes them there. */
export async function takeSharedFiles(): Promise<File[]> {
  const { caches }: { caches?: CacheStorage } = globalThis;
  if (caches === undefined) return [];
  const cache = await caches.open(sharedFiles.cache);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response === undefined) continue;
    const name = decodeURIComponent(response.headers.get(sharedFiles.nameHeader) ?? '');
    files.push(new File([await response.blob()], name || 'file'));
  }
  await caches.delete(sharedFiles.cache);
  return files;
}
