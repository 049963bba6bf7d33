import { journalNameOf } from './kept-rows.ts';
import { forgetRowMarks } from './rows-mark.ts';

/**
 * Deletes a user's rows on this device, for a deleted account: the server refuses them from now on. Connections of other
 * tabs close for it; it waits for those that do not.
 */
export function deleteKeptRows(userId: string): Promise<void> {
  forgetRowMarks(userId);
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(journalNameOf(userId));
    request.onsuccess = () => resolve();
    request.onerror = () => {
      console.warn('The rows of the deleted account are still on this device', request.error);
      resolve();
    };
  });
}
