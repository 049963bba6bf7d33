import { urlOf, type Endpoint, type EndpointArgs } from '@boathouse/contract/endpoint';
import type { DBSchema } from 'idb';
import { deviceDatabase } from '../kept/device-database.ts';
import { deviceNotes } from '../kept/device-notes.ts';
import { outboxMark } from './waits.ts';
import { actsAs } from '../server/login-state.ts';
import { createListeners, createStore } from '../store.ts';

/*
 * The user's texts written without the server, until they are sent: each entry once, oldest first, by its own user
 * (decision 070). The calls are idempotent, so one whose response was lost is sent again.
 */

/** A queued API call. */
export type WaitingCall = Pick<Endpoint, 'method'> & {
  /** An entry replaces an older one with the same key. */
  key: string;
  /** It includes `/api` and the query. */
  url: string;
  body: unknown;
  /** Its description for the user: `Your comment “Strong finish”`. */
  words: string;
  /** The session whose room it is sent to, by a page in that room. Absent of a call. */
  room?: string;
  /** The page on which it is shown until it is sent. Absent for a call that pages have no place for. */
  href?: string;
  /** The object that the call creates, in the form that the server will return: pages show it until then. */
  makes?: unknown;
};

/** The part of a waiting call that pages show. */
export type Described = Pick<WaitingCall, 'key' | 'words' | 'href' | 'makes'>;

export type Entry = WaitingCall & {
  /** The `uid` of the user who wrote it. */
  login: string;
  /** When it was written, in ms since 1970: the order of sending. */
  atMs: number;
  /** Why the server permanently refuses it; null while it waits. */
  refusal: string | null;
};

interface Tables extends DBSchema {
  entries: { key: [string, string]; value: Entry };
}

/** Stores the texts of waiting entries, by the `uid` of their user. */
export const outboxNotes = deviceNotes('outbox', (value): value is string => typeof value === 'string');

const sent = createListeners();

/** Calls the listener after this page has sent something. */
export const onSent = sent.subscribe;

/** The entries of the login that asked last, oldest first. */
export const waiting = createStore<readonly Entry[]>([]);

const database = deviceDatabase<Tables>('boathouse-outbox', (created) => {
  created.createObjectStore('entries', { keyPath: ['login', 'key'] });
});

/**
 * Stores a call of this page's login until it can be sent. Returns false without a login; rejects like `keepToSend`.
 */
export async function keepCall<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
  described: Described,
): Promise<boolean> {
  const login = actsAs();
  if (login === null) return false;
  const given: { params?: unknown; query?: unknown; body?: unknown } = args;
  const url = urlOf(endpoint, given.params, given.query);
  await keepToSend(login, { method: endpoint.method, url, body: given.body, ...described }, Date.now());
  return true;
}

/** Stores a call until it can be sent. Rejects without a working IndexedDB, and on a full disk. */
export async function keepToSend(login: string, call: WaitingCall, nowMs: number): Promise<void> {
  await (await database()).put('entries', { ...call, login, atMs: nowMs, refusal: null });
  localStorage.setItem(outboxMark, '1');
  await readWaiting(login);
}

const entriesOf = (login: string) => IDBKeyRange.bound([login, ''], [login, '\uffff']);

/** Reads the entries of a login into `waiting`. */
export async function readWaiting(login: string): Promise<readonly Entry[]> {
  const noted = outboxNotes.read(login);
  const all = await (await database()).getAll('entries', entriesOf(login));
  outboxNotes.compare(
    login,
    all.map(({ key }) => key),
    noted,
  );
  for (const { key, words } of all) outboxNotes.add(login, key, words);
  const entries = all.toSorted((one, other) => one.atMs - other.atMs);
  waiting.set(entries);
  return entries;
}

/** Removes an entry, unless another has taken its place since it was read. */
export async function removeEntry(entry: Entry): Promise<void> {
  await replaceEntry(entry, null);
  await readWaiting(entry.login);
}

async function replaceEntry({ login, key, atMs }: Entry, by: Entry | null): Promise<void> {
  const transaction = (await database()).transaction('entries', 'readwrite');
  if ((await transaction.store.get([login, key]))?.atMs === atMs) {
    if (by === null) {
      outboxNotes.remove(login, key);
      await transaction.store.delete([login, key]);
    } else await transaction.store.put(by);
  }
  await transaction.done;
}

/**
 * Makes a call that replaces the entry with its key, which is removed once the server has responded. Waits for its
 * turn, so that the server first gets the entry that is being sent.
 */
export async function callInPlaceOf<Made>(
  login: string,
  key: string,
  call: () => Promise<Made>,
): Promise<Made> {
  async function callAndRemove(): Promise<Made> {
    const entry = await database()
      .then((entries) => entries.get('entries', [login, key]))
      .catch(() => undefined);
    const made = await call();
    if (entry !== undefined) {
      await removeEntry(entry).catch((error: unknown) => console.warn('What waited was not removed', error));
    }
    return made;
  }
  const locks: LockManager | undefined = navigator.locks;
  return locks === undefined ? callAndRemove() : locks.request(lockName, {}, callAndRemove);
}

/** Sends a refused entry again: a newer server may accept what an older one refused. */
export async function tryAgain(entry: Entry): Promise<void> {
  await (await database()).put('entries', { ...entry, refusal: null });
  await readWaiting(entry.login);
}

/** Removes all entries of a user whose account is deleted. */
export async function forgetEntriesOf(login: string): Promise<void> {
  outboxNotes.forget(login);
  await (await database()).delete('entries', entriesOf(login));
  waiting.set([]);
}

/**
 * The outcome of sending an entry. `later`: the server is unavailable or busy, or the login has ended; `elsewhere`:
 * another part sends it.
 */
export type Sent = 'sent' | 'later' | 'elsewhere' | { refusal: string };

const lockName = 'outbox';

/**
 * One tab sends at a time: another one waits, or does nothing if `ifAvailable`. If the browser has no locks, the server
 * stores each entry only once anyway.
 */
export async function inTurn(
  work: () => Promise<boolean>,
  { ifAvailable }: { ifAvailable: boolean },
): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request(lockName, { ifAvailable }, (lock) => (lock === null ? false : work()));
}

/**
 * Sends the waiting entries, oldest first, until one has to wait longer. Refused entries stay, with the reason,
 * until the user discards them. Returns whether something was sent.
 */
export async function sendWaiting(login: string, send: (entry: Entry) => Promise<Sent>): Promise<boolean> {
  let hasSent = false;
  for (const { key } of await readWaiting(login)) {
    // Removed, or replaced by a later press, while earlier ones were sent.
    const entry = await (await database()).get('entries', [login, key]);
    if (entry?.refusal !== null) continue;
    const outcome = await send(entry);
    if (outcome === 'elsewhere') continue;
    if (outcome === 'later') break;
    if (outcome === 'sent') {
      await removeEntry(entry);
      hasSent = true;
    } else await replaceEntry(entry, { ...entry, refusal: outcome.refusal });
  }
  await readWaiting(login);
  if (hasSent) sent.call();
  return hasSent;
}
