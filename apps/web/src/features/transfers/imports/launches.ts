import { importPath } from '@boathouse/contract/pages/handed-files';
import { OpenPageSchema } from '@boathouse/contract/webpush/message';
import { createListeners } from '../../../lib/store.ts';
import { handFiles } from './handed-files.ts';

/**
 * From the Launch Handler API (https://developer.mozilla.org/docs/Web/API/LaunchParams), in Chromium for installed
 * apps.
 */
type LaunchParams = { targetURL?: string; files?: readonly Pick<FileSystemFileHandle, 'getFile'>[] };
type LaunchQueue = { setConsumer(consumer: (params: LaunchParams) => void): void };

const isQueue = (value: unknown): value is LaunchQueue =>
  typeof value === 'object' && value !== null && 'setConsumer' in value;

/** The app was opened only from its icon: an open window does not change. */
const startPath = '/dashboard';

const launched = createListeners<[path: string]>();
/** The sources that are already listened to. */
let [followedQueue, followedWorker]: [unknown, unknown] = [undefined, undefined];

async function take({ targetURL, files = [] }: LaunchParams): Promise<void> {
  // A file that was moved in the meantime must not block the others.
  const read = await Promise.allSettled(files.map((file) => file.getFile()));
  const found = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (found.length > 0) handFiles(found);
  const url = targetURL === undefined ? null : URL.parse(targetURL, location.href);
  const path = url?.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : startPath;
  if (files.length > 0) launched.call(importPath);
  else if (path !== startPath) launched.call(path);
}

/**
 * Calls `listener` with the path that the system opens in this window: a shortcut of the app's icon, a pressed message,
 * or Import for files, which `handedFiles` then has. The browser keeps launches until the first call. Does nothing if
 * it has none.
 */
export function followLaunches(listener: (path: string) => void = () => {}): () => void {
  const stop = launched.subscribe(listener);
  const queue: unknown = Reflect.get(globalThis, 'launchQueue');
  if (isQueue(queue) && queue !== followedQueue) {
    followedQueue = queue;
    queue.setConsumer((params) => void take(params));
  }
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator;
  if (serviceWorker !== followedWorker) {
    followedWorker = serviceWorker;
    serviceWorker?.addEventListener('message', ({ data }) => {
      const message = OpenPageSchema.safeParse(data);
      if (message.success) launched.call(message.data.path);
    });
  }
  return stop;
}
