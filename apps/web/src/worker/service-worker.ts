import { answerFile, forgetOlderBuilds, isFileOf, keepBuild, shellOf, type Build } from './builds.ts';
import { answerNavigation, isPage } from './navigation.ts';
import { listenToPush } from './push.ts';
import { buildQuestion } from './questions.ts';
import { answerShare, isShare } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written here by the build. */
declare const theBuild: Build;

const build = theBuild;

self.addEventListener('install', (event) => {
  event.waitUntil(
    keepBuild(build, caches, fetch).then(
      // Pages of older builds keep their files: nothing waits for them to close.
      () => self.skipWaiting(),
    ),
  );
});

self.addEventListener('activate', (event) => {
  async function activate(): Promise<void> {
    // The server is asked while the worker starts. Not every browser can do it.
    if ('navigationPreload' in self.registration) await self.registration.navigationPreload.enable();
    await self.clients.claim();
    await forgetOlderBuilds(build, caches);
  }
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (isShare(request)) return event.respondWith(answerShare(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (!isPage(build.pages, pathname)) return;
    const asking = Promise.resolve(event.preloadResponse).then(
      (preloaded: Response | undefined) => preloaded ?? fetch(request),
    );
    event.respondWith(answerNavigation(asking, () => shellOf(build, caches)));
  } else if (isFileOf(build, pathname)) {
    event.respondWith(answerFile(build, pathname, caches, () => fetch(request)));
  }
});

self.addEventListener('message', ({ data, ports }) => {
  if (data === buildQuestion) ports[0]?.postMessage(build.entry);
});

listenToPush(self);
