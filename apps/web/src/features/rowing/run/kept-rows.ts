/** The name of the database of a user's rows on this device. */
export function journalNameOf(userId: string): string {
  return `boathouse-rows-${userId}`;
}

const answerWithinMs = 2_000;

/**
 * Returns whether this device keeps a row that is in progress or not yet sent, without the code that runs rows. True also
 * if that can't be read, so that this code finds out and says so.
 */
export function hasKeptRows(userId: string): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return Promise.resolve(false);
  return new Promise((resolve) => {
    // Under storage pressure a browser may never answer.
    const timer = setTimeout(() => resolve(true), answerWithinMs);
    const request = indexedDB.open(journalNameOf(userId));
    request.addEventListener('success', () => clearTimeout(timer));
    request.addEventListener('error', () => clearTimeout(timer));
    let isNew = false;
    request.onupgradeneeded = () => {
      // No row was ever kept; the database is left to the code that knows its tables.
      isNew = true;
      request.transaction?.abort();
    };
    request.onerror = () => resolve(!isNew);
    request.onsuccess = () => {
      const database = request.result;
      try {
        const count = database.transaction('rows').objectStore('rows').count();
        count.onsuccess = () => resolve(count.result > 0);
        count.onerror = () => resolve(true);
      } catch {
        resolve(true);
      }
      // Closes after the transaction: an open connection would block an upgrade.
      database.close();
    };
  });
}
