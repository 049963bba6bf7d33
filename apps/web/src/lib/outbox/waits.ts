import { actsAs } from '../server/login-state.ts';

/**
 * Returns whether the user of this page has made what an address or id names without the server, which therefore does not know it.
 * By the notes of the outbox, without its code.
 */
export function waits(url: string): boolean {
  const id = /[\da-f-]{36}/.exec(url)?.[0];
  try {
    return id !== undefined && !!localStorage.getItem(`outbox-of-${actsAs()}`)?.includes(`"${id}":`);
  } catch {
    return false;
  }
}
