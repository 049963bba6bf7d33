import type { KeptLife, Life } from '@boathouse/row/life';
import type { JournalRows } from './journal-records.ts';

/** Returns the row that a tab which only watches shows, of those that the journal has. */
export function watchedOf(rows: JournalRows['rows']): KeptLife | undefined {
  return rows.findLast(
    ({ kept }) => (kept.stage === 'rowing' || kept.stage === 'completing') && kept.heldUntilMs === null,
  )?.kept;
}

/**
 * Removes what a tab has watched that runs the rows from now on: the journal has the rows of this device, with their
 * strokes. The shown row of another device stays if the journal has nothing of it. `claimed` is null where the journal
 * can't be read: then the strokes that only this page has stay too.
 */
export function dropWatched(
  lives: Map<string, Life>,
  shown: Life | undefined,
  claimed: JournalRows | null,
): void {
  for (const [key, life] of lives) {
    const isKept = claimed?.rows.some(({ kept }) => kept.id === life.kept.id) ?? true;
    const isShownOnly = life === shown && life.kept.lostTo === 'device' && !isKept;
    const hasStrokes = life.run.unsent.length + life.run.setAside.length > 0;
    if (!isShownOnly && !(claimed === null && hasStrokes)) lives.delete(key);
  }
}
