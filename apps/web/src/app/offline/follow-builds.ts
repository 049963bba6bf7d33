import { buildQuestion } from '../../worker/questions.ts';
import { registerWorker } from './register-worker.ts';

/** The browser checks by itself on navigations, but a page can be open for days. */
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

const isOfOtherBuild = async (worker: ServiceWorker | null) =>
  worker !== null && (await entryOf(worker)) !== ownEntry();

/**
 * The worker of the newest build that this browser has stored, active or not: Chromium lets an older one finish its
 * work, for up to 5 min.
 */
const newestOf = ({ waiting, active }: ServiceWorkerRegistration) => waiting ?? active;

/**
 * Registers the service worker, and calls back once this browser has stored a newer build than the page's. Does nothing
 * if the browser has no workers: without HTTPS, and in some private windows. Returns a function that stops.
 */
export function followBuilds(onNewer: () => void): () => void {
  const registering = registerWorker();
  if (registering === null) return () => {};
  const stopped = new AbortController();
  const { signal } = stopped;

  async function sayIfOther(worker: ServiceWorker | null): Promise<void> {
    if ((await isOfOtherBuild(worker)) && !signal.aborted) onNewer();
  }
  function followStoring({ installing }: ServiceWorkerRegistration): void {
    const stored = () => {
      if (installing?.state !== 'redundant') void sayIfOther(installing);
    };
    installing?.addEventListener('statechange', stored, { once: true, signal });
  }
  /**
   * A page that has just come from the server may be newer than its worker: the server knows which of the two is newer.
   */
  async function compareAtStart(registration: ServiceWorkerRegistration): Promise<void> {
    if (!(await isOfOtherBuild(newestOf(registration)))) return;
    await registration.update();
    if (registration.installing === null) await sayIfOther(newestOf(registration));
  }
  function follow(registration: ServiceWorkerRegistration): void {
    registration.addEventListener('updatefound', () => followStoring(registration), { signal });
    followStoring(registration);
    // Without the network, or with a full disk, the page continues unchanged.
    compareAtStart(registration).catch(() => undefined);
    const timer = setInterval(() => void registration.update().catch(() => undefined), askEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  }
  registering
    .then((registration) => {
      if (!signal.aborted) follow(registration);
    })
    .catch((error: unknown) => console.warn('The page will not open without the server', error));
  return () => stopped.abort();
}
