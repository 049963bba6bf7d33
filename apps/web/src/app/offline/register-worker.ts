/**
 * Registers the service worker; the browser then stores the app. Returns null where browsers have no workers: without HTTPS, and in
 * private windows of some. Rejects without the server, and where the browser stores nothing.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> | null {
  try {
    // Absent without HTTPS.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    return workers?.register('/sw.js', { updateViaCache: 'none' }) ?? null;
  } catch {
    // Chromium with cookies blocked.
    return null;
  }
}
