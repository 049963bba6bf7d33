import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/**
 * Returns a function that opens a database of this device once. After the browser or another connection has closed it, and after
 * a failure, the next call opens it again.
 * @param make makes the tables of a new one
 */
export function deviceDatabase<Tables extends DBSchema>(
  name: string,
  make: (created: IDBPDatabase<Tables>) => void,
): () => Promise<IDBPDatabase<Tables>> {
  let opening: Promise<IDBPDatabase<Tables>> | null = null;
  const forget = () => {
    opening = null;
  };
  return () =>
    (opening ??= openDB<Tables>(name, 1, {
      upgrade: make,
      blocking: (_current, _wanted, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        forget();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    }));
}
