/** The name of the database of a user's rows on this device. */
export function journalNameOf(userId: string): string {
  return `boathouse-rows-${userId}`;
}

/** Shown for a browser under storage pressure. User-visible. */
export const storageSilent = "The browser's storage did not respond";

const answerWithinMs = 2_000;

/**
 * Returns whether this device has a row that is in progress or not yet sent, without loading the code that runs rows.
 * Also true if that can't be read, so that this code finds out and reports it.
 */
export function hasKeptRows(userId: string): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return Promise.resolve(false);
  let request: IDBOpenDBRequest;
  try {
    request = indexedDB.open(journalNameOf(userId));
  } catch {
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    // Under storage pressure a browser may never respond.
    const timer = setTimeout(() => resolve(true), answerWithinMs);
    const answer = (hasRows: boolean) => {
      clearTimeout(timer);
      resolve(hasRows);
    };
    let isNew = false;
    request.onupgradeneeded = () => {
      // No row was ever stored. Only the code that knows the tables creates the database.
      isNew = true;
      request.transaction?.abort();
    };
    request.onerror = () => answer(!isNew);
    request.onsuccess = () => {
      const database = request.result;
      try {
        const count = database.transaction('rows').objectStore('rows').count();
        count.onsuccess = () => answer(count.result > 0);
        count.onerror = () => answer(true);
      } catch {
        answer(true);
      }
      // Closes after the transaction: an open connection would block an upgrade.
      database.close();
    };
  });
}
