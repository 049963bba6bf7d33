import { isEarlierUnsettled, keyOfActivity } from '@boathouse/row/life/begin/lives';
import { isHeld } from '@boathouse/row/life/begin/watcher';
import type { Input, KeptLife, Life } from '@boathouse/row/life/life';
import type { JournalRows } from './journal-records.ts';
import { isUnderWay } from './row-snapshot.ts';

/** Returns the journal's row that a watching tab shows. */
export function watchedOf(rows: JournalRows['rows']): KeptLife | undefined {
  return rows.findLast(
    ({ kept }) => (kept.stage === 'rowing' || kept.stage === 'completing') && kept.heldUntilMs === null,
  )?.kept;
}

/**
 * Removes the rows that a tab watched before it runs them: the journal has the rows of this device, with their strokes.
 * The displayed row of another device stays if the journal has none of its data. `claimed` is null if the journal can't
 * be read: strokes that only this page has then stay too.
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

type Restoring = {
  lives: Map<string, Life>;
  owner: string;
  /** Key of the displayed row. */
  shownKey: string | null;
};

/**
 * Whether the page has only the server's values of the row, which it took up because the journal did not respond. The
 * journal has the values for reading the monitor's next records.
 */
function isOfServerAlone({ kept, run }: Life): boolean {
  return !kept.isBegunHere && !kept.hasHeardMonitor && run.unsent.length + run.setAside.length === 0;
}

/**
 * Takes up the stored rows, and returns the key of the one to show; `isLate`: after the page has taken up the server's
 * activity in progress, or begun a row.
 */
export function restoreRows(
  rows: JournalRows['rows'],
  isLate: boolean,
  given: Restoring,
  take: (key: string, input: Input) => void,
): string | null {
  const { lives, owner } = given;
  let { shownKey } = given;
  for (const row of rows) {
    const { key, id } = row.kept;
    if (isLate && lives.has(key)) continue;
    const isWaiting = isEarlierUnsettled(lives, null);
    const sameKey = isLate ? keyOfActivity(lives, id) : null;
    const same = sameKey === null ? undefined : lives.get(sameKey);
    const isInPlace = same !== undefined && isOfServerAlone(same);
    if (sameKey !== null && isInPlace) lives.delete(sameKey);
    // The page already rows it: only its strokes must still be sent.
    const isTwice = same !== undefined && !isInPlace;
    const kept = isTwice ? { ...row.kept, lostTo: 'device' as const, mustRead: true } : row.kept;
    take(key, { kind: 'restored', kept, strokes: row.strokes, owner, isWaiting });
    if (isInPlace && shownKey === sameKey) shownKey = key;
    const life = lives.get(key);
    const isShown = (!isLate || shownKey === null) && life !== undefined && !isHeld(life);
    if (isShown && (isUnderWay(life) || life.kept.refusal !== null)) shownKey = key;
  }
  return shownKey;
}
