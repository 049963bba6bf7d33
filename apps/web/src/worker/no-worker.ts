import { forgetEveryBuild } from './builds.ts';

/*
 * Replaces the service worker where the operator has turned it off (`OFFLINE=0`): removes the present one and its
 * stored files. Open pages go on with the files of the server.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetEveryBuild(caches).then(() => self.registration.unregister()));
});
