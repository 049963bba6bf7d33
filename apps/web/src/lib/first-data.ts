import { noteRead } from './kept/reads.ts';
import { noteServerMs } from './server/server-now.ts';

/** Id of the element in which the server writes the page's first data (`apps/server/src/http/pages/first-data.ts`). */
const elementId = 'first-data';

/** Data is read again after this. First data for a part that opens later is as old as the page. */
export const freshMs = 10_000;

let data = new Map<string, unknown>();
let openedAt = '';
let readAtMs = 0;

/** Removes the data from the page's HTML, before the app starts. */
export function readFirstData(): void {
  // The server wrote the page's time after the page was requested and before now.
  const writtenMs = Number(document.getElementById(elementId)?.dataset.now ?? Number.NaN);
  if (Number.isFinite(writtenMs)) noteServerMs(writtenMs, performance.timeOrigin, Date.now());
  data = bodiesIn(document);
  openedAt = location.pathname;
  readAtMs = performance.now();
  data.forEach((body, url) => noteRead(url, body));
}

/** Removes the responses that came with a page from it, by their address. */
export function bodiesIn(page: Document): Map<string, unknown> {
  const element = page.getElementById(elementId);
  element?.remove();
  const parsed: unknown = JSON.parse(element?.textContent ?? '{}');
  return new Map(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
}

/**
 * Returns the response to a GET that came with the page, each only once; undefined without one, on another page, and
 * when it is no longer fresh: another tab may have changed it, or signed in as another user.
 */
export function takeFirstData(url: string): unknown {
  if (data.size === 0) return undefined;
  if (location.pathname !== openedAt || performance.now() - readAtMs > freshMs) forgetFirstData();
  const found = data.get(url);
  data.delete(url);
  return found;
}

/** Called before a change, because data read earlier may be out of date. */
export function forgetFirstData(): void {
  data.clear();
}
