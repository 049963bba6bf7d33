import { forgetEveryBuild } from './builds.ts';

/*
 * Replaces the service worker if the operator has turned it off (`OFFLINE=0`): removes the present one and its stored
 * files. Open pages continue with the server's files.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetEveryBuild(caches).then(() => self.registration.unregister()));
});
