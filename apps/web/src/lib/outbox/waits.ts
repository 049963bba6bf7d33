import { actsAs } from '../server/login-state.ts';

/** In local storage once an entry has waited, so that a page need not open a database to learn that there is none. */
export const outboxMark = 'outbox';

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Returns whether an entry of this device has waited. */
export function hasOutbox(): boolean {
  return stored(outboxMark) !== '';
}

/**
 * Returns whether the user of this page has created the object of an address or id without the server, which therefore
 * does not know it. By the notes of the outbox, without its code.
 */
export function waits(url: string): boolean {
  const id = /[\da-f-]{36}/.exec(url);
  return id !== null && hasEntry(id[0]);
}

/** Returns whether an entry of this page's user with a key waits or was refused. By the notes, like `waits`. */
export function hasEntry(key: string): boolean {
  return stored(`outbox-of-${actsAs()}`).includes(`"${key}":`);
}
