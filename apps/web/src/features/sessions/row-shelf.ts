import { ActivitySchema, type Activity } from '@boathouse/contract/activities';
import { keepRow, restoreRow } from '@boathouse/workout/row-keeping';
import type { RowProgress } from '@boathouse/workout/row-progress';
import * as z from 'zod/mini';

const KeptSchema = z.object({ activity: ActivitySchema, isSimulated: z.boolean(), progress: z.string() });

export type KeptRow = { activity: Activity; isSimulated: boolean; progress: RowProgress };

/** Where the row in progress survives a reload or a crash of the page, one a user on this device. */
export type RowShelf = {
  put(row: KeptRow): void;
  get(): KeptRow | null;
  clear(): void;
};

export function createRowShelf(storage: Storage, userId: string): RowShelf {
  const key = `boathouse.row.${userId}`;
  return {
    put({ activity, isSimulated, progress }) {
      try {
        storage.setItem(key, JSON.stringify({ activity, isSimulated, progress: keepRow(progress) }));
      } catch (error) {
        // A full or forbidden storage must not stop the row: the server still gets its figures.
        console.warn('The row could not be kept on this device', error);
      }
    },
    get() {
      const text = storage.getItem(key);
      if (text === null) return null;
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return null;
      }
      const kept = KeptSchema.safeParse(json);
      const progress = kept.success ? restoreRow(kept.data.progress) : null;
      return kept.success && progress !== null ? { ...kept.data, progress } : null;
    },
    clear: () => storage.removeItem(key),
  };
}
