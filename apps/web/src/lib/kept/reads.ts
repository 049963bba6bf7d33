/** A response to a GET, as JSON, that the page has read. */
export type Read = { url: string; body: unknown };

/** A body that this device shows instead of the server's response; null if it has none. */
export type Kept = { body: unknown } | null;

/** The call that returns the logged-in user. */
export const loginUrl = '/api/auth/get-session';

const markKey = 'kept-answers';
/** The mark of versions up to 0.2.0, which did not name the login. */
export const formerMark = '1';

/**
 * In local storage while something is stored: the login whose data it is. Pages without a login need not open a
 * database, and data of another login is not shown, even if its removal was interrupted.
 */
export const keptMark = {
  /** Returns the login, `formerMark` for data of an older version, or null if nothing is stored. */
  get(): string | null {
    try {
      return localStorage.getItem(markKey);
    } catch {
      return null;
    }
  },
  /** @throws DOMException if the browser stores nothing */
  set: (login: string) => localStorage.setItem(markKey, login),
  remove: () => localStorage.removeItem(markKey),
};

/** Limits the responses of a page without a login, which never stores them. */
const waitingMax = 200;

const waiting: Read[] = [];
/** For the newest login: the page may read it before it knows that the login is a new one. */
let loginRead: Read | null = null;
let take: ((read: Read) => void) | null = null;

/** Passes a response to the store of read data (`answers.ts`), which loads a while after the page. */
export function noteRead(url: string, body: unknown): void {
  if (url === loginUrl) loginRead = { url, body };
  if (take !== null) take({ url, body });
  else if (waiting.length < waitingMax) waiting.push({ url, body });
}

/** Passes on earlier and later responses, until it is called with null. */
export function takeReads(next: ((read: Read) => void) | null): void {
  take = next;
  if (next === null) return;
  if (loginRead !== null) next(loginRead);
  waiting.splice(0).forEach(next);
}

/** The login has changed: waiting responses belong to the previous one. */
export function forgetReads(): void {
  waiting.length = 0;
}
