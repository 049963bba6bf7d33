import { buildQuestion } from '../../worker/questions.ts';

/** The browser asks by itself on navigations; a page can be open for days. */
const askEveryMs = 3_600_000;

/** The path of the script that started this page. */
const ownEntry = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '', location.href)
    .pathname;

/** Returns the entry of the build that a worker came with. It never settles if the worker doesn't answer. */
function entryOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage(buildQuestion, [port2]);
  });
}

/**
 * Registers the service worker, and calls back once the one in charge is of another build than the page. Does nothing where
 * browsers have none: without HTTPS, and in private windows of some. Returns a function that stops.
 */
export function followBuilds(onOther: () => void): () => void {
  // Absent without HTTPS.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return () => {};
  let isStopped = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  async function compare(): Promise<void> {
    const worker = workers?.controller ?? null;
    if (worker === null) return;
    const entry = await entryOf(worker);
    if (!isStopped && worker === workers?.controller && entry !== ownEntry()) onOther();
  }
  const check = () => void compare();
  workers.addEventListener('controllerchange', check);
  check();
  workers
    .register('/sw.js', { updateViaCache: 'none' })
    .then((registration) => {
      if (isStopped) return;
      // Without the network, or with a full disk, the page goes on as it is.
      const update = () => void registration.update().catch(() => undefined);
      timer = setInterval(update, askEveryMs);
    })
    .catch((error: unknown) => console.warn('The page will not open without the server', error));
  return () => {
    isStopped = true;
    clearInterval(timer);
    workers.removeEventListener('controllerchange', check);
  };
}
