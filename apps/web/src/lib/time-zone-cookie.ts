import { viewerTimeZone } from './format.ts';

const yearSec = 365 * 86_400;

/** Sends the server the viewer's time zone, so that the next page can come with data that depends on it. */
export function keepTimeZone(): void {
  document.cookie = `time-zone=${encodeURIComponent(viewerTimeZone())}; path=/; max-age=${yearSec}; samesite=lax`;
}
