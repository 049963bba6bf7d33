/** A response to a GET, as JSON, that the page has read. */
export type Read = { url: string; body: unknown };

/** A body that this device shows in the place of the server's response; null if it has none. */
export type Kept = { body: unknown } | null;

/** In local storage while something is kept, so that pages without a login need not open a database. */
export const keptMark = 'kept-answers';

/** Pages that no one is signed in to read little, and never store it. */
const waitingMax = 200;

const waiting: Read[] = [];
let take: ((read: Read) => void) | null = null;

/** Notes a response for the store of what was read (`answers.ts`), which loads a while after the page. */
export function noteRead(url: string, body: unknown): void {
  if (take !== null) take({ url, body });
  else if (waiting.length < waitingMax) waiting.push({ url, body });
}

/** Hands over what was read before and from now on, until it is called with null. */
export function takeReads(next: ((read: Read) => void) | null): void {
  take = next;
  if (next !== null) waiting.splice(0).forEach(next);
}

/** The login has changed: what waits was read for the one before. */
export function forgetReads(): void {
  waiting.length = 0;
}
