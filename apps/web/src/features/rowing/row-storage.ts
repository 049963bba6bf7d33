import { ActivitySchema, type Activity } from '@boathouse/contract/activities';
import { serialiseRow, restoreRow } from '@boathouse/row/serialisation';
import type { RowProgress } from '@boathouse/row/progress';
import * as z from 'zod/mini';

const StoredSchema = z.object({
  activity: ActivitySchema,
  isSimulated: z.boolean(),
  progress: z.string(),
  seq: z.int().check(z.minimum(0)),
  timeZone: z.optional(z.string()),
});

export type StoredRow = {
  activity: Activity;
  isSimulated: boolean;
  progress: RowProgress;
  /** `seq` of the newest sample sent; 0 before the first. */
  seq: number;
  /** Time zone in which the row began. */
  timeZone?: string | undefined;
};

/** Stores the row in progress, one per user on this device, so that it survives a reload or crash of the page. */
export type RowStorage = {
  put(row: StoredRow): void;
  get(): StoredRow | null;
  clear(): void;
};

/** Calls `openStorage` each time, because it throws in a browser that blocks storage. */
export function createRowStorage(openStorage: () => Storage, userId: string): RowStorage {
  const key = `boathouse.row.${userId}`;
  return {
    put({ progress, ...rest }) {
      try {
        openStorage().setItem(key, JSON.stringify({ ...rest, progress: serialiseRow(progress) }));
      } catch (error) {
        // Full or disabled storage must not stop the row: the server still receives its values.
        console.warn('The row could not be stored on this device', error);
      }
    },
    get() {
      let json: unknown;
      try {
        json = JSON.parse(openStorage().getItem(key) ?? 'null');
      } catch (error) {
        console.warn('The row stored on this device could not be read', error);
        return null;
      }
      const stored = StoredSchema.safeParse(json);
      const progress = stored.success ? restoreRow(stored.data.progress) : null;
      return stored.success && progress !== null ? { ...stored.data, progress } : null;
    },
    clear() {
      try {
        openStorage().removeItem(key);
      } catch (error) {
        console.warn('The row stored on this device could not be removed', error);
      }
    },
  };
}
