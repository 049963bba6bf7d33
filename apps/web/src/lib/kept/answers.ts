import { auth } from '@boathouse/contract/auth';
import { apiVersion, urlOf } from '@boathouse/contract/endpoint';
import { sharedFiles } from '@boathouse/contract/pages/handed-files';
import type { DBSchema } from 'idb';
import { hasOutbox } from '../outbox/waits.ts';
import { loadChunk } from '../load-chunk.ts';
import { actsAs } from '../server/login-state.ts';
import { createStore } from '../store.ts';
import { deviceDatabase } from './device-database.ts';
import { forgetReadPages } from './read-pages.ts';
import { keptMark, type Kept, type Read } from './reads.ts';

/*
 * What the signed-in user has read, kept on this device to be shown without the server. One login has answers here at a time;
 * they go with it (decision 069).
 */

type Answer = Read & {
  /** The `uid` of the user who read it; empty for the login itself. */
  login: string;
  readAtMs: number;
  /** Of the page that read it: another one may not understand it. */
  apiVersion: number;
};

interface Tables extends DBSchema {
  answers: { key: [string, string]; value: Answer; indexes: { readAtMs: number } };
}

/** Older ones help no one, and larger ones are no page's first data. */
const dayMs = 86_400_000;
const keptMaxMs = 35 * dayMs;
const bodyMaxChars = 400_000;
const answersMax = 1_000;

export const loginUrl = urlOf(auth.session, {}, {});

/**
 * What pages show of training, sessions, clubs and people. Everything else is left out: secrets and codes, administration,
 * searches, files, and what only makes sense with the server.
 */
const keptPaths =
  /^\/api\/(product|notifications(\/unread)?|activities(\/(search|inprogress\/[^/]+|user\/[^/]+|[^/]+(\/(note|standing|strokes))?))?|clubmemberships\/[^?]+|clubs(\/(customURL\/[^/]+|[^/]+(\/meters)?))?|comments\/parent\/[^/]+|likes\/parent\/[^/]+|feed\/[^/]+|follows\/[^?]+|imports|sessions\/(user\/[^/]+(\/next)?|[^/]+(\/(activities|attendance|starts))?)|templates|users(\/(uid\/[^/]+|[^/]+(\/(activity-heatmap|blocked|firststeps|goal|personal-bests|rowed-days|statistics|statistics-general|statistics-progress))?))?)(\?|$)/;
/** Which look like an id there. */
const neverKept = /^\/api\/(activities\/export|(clubs|users)\/(search|isavailable))(\?|$)/;

/** The oldest of the kept answers that this page shows; null if it shows none. In ms since 1970. */
export const shownSinceMs = createStore<number | null>(null);

const database = deviceDatabase<Tables>('boathouse-answers', (created) => {
  created.createObjectStore('answers', { keyPath: ['login', 'url'] }).createIndex('readAtMs', 'readAtMs');
});

/** Returns whether the response to an address is kept. */
export function isKept(url: string): boolean {
  return url === loginUrl || (keptPaths.test(url) && !neverKept.test(url));
}

/** Returns the login without what is only for the server, or null if there is none. */
function loginIn(body: unknown) {
  const read = auth.session.response.safeParse(body);
  return read.success ? read.data : null;
}

/**
 * Keeps responses that the login has read, each in the place of its older one. A login in them becomes the one that this
 * device opens with.
 * @param login the `uid` of the user; rejects without a working IndexedDB, and on a full disk
 */
export async function keepAnswers(login: string, reads: readonly Read[], nowMs: number): Promise<void> {
  const wanted = reads.flatMap(({ url, body }): Answer[] => {
    if (!isKept(url) || JSON.stringify(body).length > bodyMaxChars) return [];
    const of = url === loginUrl ? { login: '', body: loginIn(body) } : { login, body };
    return of.body === null && url === loginUrl ? [] : [{ ...of, url, readAtMs: nowMs, apiVersion }];
  });
  if (wanted.length === 0) return;
  localStorage.setItem(keptMark, '1');
  const transaction = (await database()).transaction('answers', 'readwrite');
  await Promise.all([...wanted.map((each) => transaction.store.put(each)), transaction.done]);
}

/**
 * Returns what is kept of an address for the login of this page, or of the login itself, with the sessions that wait to be sent;
 * null if nothing is. The page then shows something that is as old as that.
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
  // That someone is signed in is not shown.
  if (login !== '') shownSinceMs.set(Math.min(shownSinceMs.get() ?? readAtMs, readAtMs));
  return { body };
}

/** Removes all that is kept, and files that were shared and not imported, when a login has ended. Never rejects. */
export async function forgetAll(): Promise<void> {
  // Absent without HTTPS.
  if ('caches' in globalThis) await caches.delete(sharedFiles.cache).catch(() => false);
  await forgetOthers(null).catch((error: unknown) =>
    console.warn('What this device keeps was not removed', error),
  );
}

/** Removes what is kept of every login but one; null: of all of them. */
export async function forgetOthers(login: string | null): Promise<void> {
  const open = await database();
  if (login === null) {
    await open.clear('answers');
    localStorage.removeItem(keptMark);
    forgetReadPages();
    return;
  }
  // In keys, a list comes after every text: these are all that begin with another text than `login` or none.
  const transaction = open.transaction('answers', 'readwrite');
  await Promise.all([
    transaction.store.delete(IDBKeyRange.bound(['', []], [login], true, true)),
    transaction.store.delete(IDBKeyRange.lowerBound([login, []], true)),
    transaction.done,
  ]);
}

/** Removes what is too old, and the oldest above the limit. */
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
