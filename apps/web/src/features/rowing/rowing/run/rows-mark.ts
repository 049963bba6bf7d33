import { deviceNotes } from '../../../../lib/kept/device-notes.ts';

/**
 * Stores a note of the journal's rows by the user's id: when each began, in ms since 1970, by its key in the journal.
 */
export const rowNotes = deviceNotes('rows', (value): value is number => typeof value === 'number');

/**
 * Stores the totals of these rows so far, as texts for their athlete, who can enter them by hand if the rows are lost.
 */
export const rowWords = deviceNotes('row-words', (value): value is string => typeof value === 'string');

/**
 * Stores which lost rows the athlete has read about. They belong to this device, even if the server has another id for
 * it.
 */
const readLosses = deviceNotes('rows-gone', (value): value is true => value === true);

/**
 * Called when the athlete has read about these lost rows, so that the page does not report them again. Notes of other
 * rows stay.
 */
export function closeLostRows(userId: string, keys: readonly string[]): void {
  for (const notes of [rowNotes, rowWords]) {
    const alreadyMoved = notes.lost(userId);
    for (const key of keys) if (!(key in alreadyMoved)) notes.remove(userId, key);
    notes.forgetLost(userId);
  }
  readLosses.forget(userId);
  for (const key of keys) readLosses.add(userId, key, true);
}

/** Whether the browser has deleted this row of the user from this device. */
export function isLostHere(userId: string, activityId: string): boolean {
  return activityId in rowNotes.lost(userId) || activityId in readLosses.read(userId);
}

/** Called when this device rows the row: it may have been lost here before, and has come back. */
export function forgetLossOf(userId: string, activityId: string): void {
  readLosses.remove(userId, activityId);
}

export function forgetRowMarks(userId: string): void {
  for (const notes of [rowNotes, rowWords, readLosses]) notes.forget(userId);
}
