import { journalNameOf } from './kept-rows.ts';
import { forgetRowMarks } from './rows-mark.ts';

/** Connections of other tabs close within this time, except those of a frozen tab. */
const closedWithinMs = 10_000;

/**
 * Deletes a user's rows on this device after the account was deleted, because the server now refuses them. Other tabs
 * close their connections. Returns false if one does not close in time, and the browser deletes the rows later. Also
 * returns false if the browser refuses.
 */
export function deleteKeptRows(userId: string): Promise<boolean> {
  forgetRowMarks(userId);
  if (!('indexedDB' in globalThis)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(journalNameOf(userId));
    const answer = (isDeleted: boolean, why: unknown = null) => {
      clearTimeout(timer);
      if (!isDeleted) console.warn('The rows of the deleted account are still on this device', why);
      resolve(isDeleted);
    };
    const timer = setTimeout(() => answer(false, 'Another tab has them open'), closedWithinMs);
    request.onsuccess = () => answer(true);
    request.onerror = () => answer(false, request.error);
  });
}
