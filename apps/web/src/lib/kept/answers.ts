import { auth } from '@boathouse/contract/auth';
import { apiVersion } from '@boathouse/contract/endpoint';
import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import type { DBSchema } from 'idb';
import { hasOutbox } from '../outbox/waits.ts';
import { loadChunk } from '../load-chunk.ts';
import { actsAs } from '../server/login-state.ts';
import { createStore } from '../store.ts';
import { deviceDatabase } from './device-database.ts';
import { forgetReadPages, notePageRead } from './read-pages.ts';
import { formerMark, keptMark, loginUrl, takeReads, type Kept, type Read } from './reads.ts';

/*
 * Responses that the signed-in user has read, kept on this device to be shown without the server. Only one login has
 * responses here at a time; they are deleted with it (decision 069).
 */

type Answer = Read & {
  /** The `uid` of the user who read it; empty for the login itself. */
  login: string;
  readAtMs: number;
  /** The version of the page that read it: another version may not understand it. */
  apiVersion: number;
};

interface Tables extends DBSchema {
  answers: { key: [string, string]; value: Answer; indexes: { readAtMs: number } };
}

/** Older ones are useless, and larger ones are not a page's first data. */
const dayMs = 86_400_000;
const keptMaxMs = 35 * dayMs;
const bodyMaxChars = 400_000;
const answersMax = 1_000;

/**
 * The data of training, sessions, clubs and athletes that pages show. Everything else is left out: secrets and codes,
 * administration, searches, files, and data that is useless without the server.
 */
const keptPaths =
  /^\/api\/(product|notifications(\/unread)?|activities(\/(search|inprogress\/[^/]+|user\/[^/]+|[^/]+(\/(note|standing|strokes))?))?|clubmemberships\/[^?]+|clubs(\/(customURL\/[^/]+|[^/]+(\/meters)?))?|comments\/parent\/[^/]+|likes\/parent\/[^/]+|feed\/[^/]+|follows\/[^?]+|imports|sessions\/(user\/[^/]+(\/next)?|[^/]+(\/(activities|attendance|starts))?)|templates|users(\/(uid\/[^/]+|[^/]+(\/(activity-heatmap|blocked|firststeps|goal|personal-bests|rowed-days|statistics|statistics-general|statistics-progress))?))?)(\?|$)/;
/** Words that look like an id in that place. */
const neverKept = /^\/api\/(activities\/export|(clubs|users)\/(search|isavailable))(\?|$)/;

/** The oldest of the stored responses that this page shows; null if it shows none. The time is in ms since 1970. */
export const shownSinceMs = createStore<number | null>(null);

const database = deviceDatabase<Tables>('boathouse-answers', (created) => {
  created.createObjectStore('answers', { keyPath: ['login', 'url'] }).createIndex('readAtMs', 'readAtMs');
});

/** Returns whether the response to an address is kept. */
export function isKept(url: string): boolean {
  return url === loginUrl || (keptPaths.test(url) && !neverKept.test(url));
}

/** Returns the login without the fields that are only for the server, or null if there is none. */
function loginIn(body: unknown) {
  const read = auth.session.response.safeParse(body);
  return read.success ? read.data : null;
}

/**
 * Stores responses that the login has read, each replacing its older one, and removes those of other logins. The last
 * response with the login is the one that this device starts with.
 * @param login the `uid` of the user; rejects without a working IndexedDB, and on a full disk
 */
export async function keepAnswers(login: string, reads: readonly Read[], nowMs: number): Promise<void> {
  const wanted = reads.flatMap(({ url, body }): Answer[] => {
    if (!isKept(url) || JSON.stringify(body).length > bodyMaxChars) return [];
    if (url !== loginUrl) return [{ login, url, body, readAtMs: nowMs, apiVersion }];
    const own = loginIn(body);
    if (own?.user.id !== login) return [];
    return [{ login: '', url, body: own, readAtMs: nowMs, apiVersion }];
  });
  if (wanted.length === 0) return;
  keptMark.set(login);
  const transaction = (await database()).transaction('answers', 'readwrite');
  const changes = [
    transaction.store.delete(ofOthers(login)[0]),
    transaction.store.delete(ofOthers(login)[1]),
    ...wanted.map((each) => transaction.store.put(each)),
    transaction.done,
  ];
  // A tab that is closed now would undo uncommitted writes.
  transaction.commit();
  await Promise.all(changes);
}

/**
 * Keys begin with the login, and a list sorts after every text: these ranges contain all keys that begin with another
 * text than `login`, or with none.
 */
const ofOthers = (login: string) =>
  [IDBKeyRange.bound(['', []], [login], true, true), IDBKeyRange.lowerBound([login, []], true)] as const;

/** Reads of a moment are stored together. */
const storeAfterMs = 500;

/**
 * Stores the responses that the login has read in this page, and later ones within half a second; at once when the user
 * leaves the page. Returns a function that stops.
 */
export function keepReadsOf(login: string): () => void {
  let reads: Read[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const warn = (error: unknown) => console.warn('What was read is not kept on this device', error);
  async function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (reads.length === 0) return;
    const now = reads;
    reads = [];
    await keepAnswers(login, now, Date.now());
    notePageRead(login, location.pathname, Date.now());
  }
  const storeNow = () => void store().catch(warn);
  takeReads((read) => {
    reads.push(read);
    timer ??= setTimeout(storeNow, storeAfterMs);
  });
  storeNow();
  const stopped = new AbortController();
  addEventListener('pagehide', storeNow, { signal: stopped.signal });
  document.addEventListener('visibilitychange', storeNow, { signal: stopped.signal });
  forgetOldest(Date.now()).catch(warn);
  return () => {
    takeReads(null);
    clearTimeout(timer);
    stopped.abort();
  };
}

/**
 * Returns the stored response of an address for the login of this page, or for the login itself, with the sessions that
 * wait to be sent; null if nothing is stored. The page then shows data of that age.
 */
export async function findKept(url: string): Promise<Kept> {
  const kept = await findAnswer(url).catch(() => null);
  if (!url.startsWith('/api/sessions/') || !hasOutbox()) return kept;
  const { withWaitingSessions } = await loadChunk(() => import('../outbox/waiting-sessions.ts'));
  return withWaitingSessions(url, kept);
}

async function findAnswer(url: string): Promise<Kept> {
  const login = url === loginUrl ? '' : actsAs();
  if (login === null || !isKept(url)) return null;
  const found = await (await database()).get('answers', [login, url]);
  if (found === undefined || found.apiVersion !== apiVersion) return null;
  const { body, readAtMs } = found;
  const of = keptMark.get();
  if (login === '' && of !== formerMark && loginIn(body)?.user.id !== of) return null;
  // The response about the login itself is not shown.
  if (login !== '') shownSinceMs.set(Math.min(shownSinceMs.get() ?? readAtMs, readAtMs));
  return { body };
}

/**
 * Removes the stored data of every login except one, and shared files that were not imported, when a login has ended.
 * Never rejects.
 * @param login the login that replaced it; null if none did
 */
export async function forgetEnded(login: string | null): Promise<void> {
  // Absent without HTTPS.
  if ('caches' in globalThis) await caches.delete(sharedFiles.cache).catch(() => false);
  await forgetOthers(login).catch((error: unknown) =>
    console.warn('What this device keeps was not removed', error),
  );
}

/** Removes the stored data of every login except one; null removes all. */
export async function forgetOthers(login: string | null): Promise<void> {
  const open = await database();
  if (login === null) {
    await open.clear('answers');
    keptMark.remove();
    forgetReadPages();
    return;
  }
  const transaction = open.transaction('answers', 'readwrite');
  await Promise.all([...ofOthers(login).map((range) => transaction.store.delete(range)), transaction.done]);
}

/** Removes expired entries, and the oldest above the limit. */
export async function forgetOldest(nowMs: number): Promise<void> {
  const transaction = (await database()).transaction('answers', 'readwrite');
  let left = await transaction.store.count();
  const byAge = transaction.store.index('readAtMs');
  for (let cursor = await byAge.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    if (left <= answersMax && cursor.value.readAtMs > nowMs - keptMaxMs) break;
    await cursor.delete();
    left -= 1;
  }
  await transaction.done;
}
