/**
 * Registers the service worker; the browser then stores the app. Returns null if the browser has no workers: without
 * HTTPS, and in some private windows. Rejects without the server, and if the browser stores nothing.
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
