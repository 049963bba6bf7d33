import type { MonitorOutcome, MonitorsAsked } from '@boathouse/contract/live/crew-monitors';
import { isInProgress, type RowSnapshot } from '../../../rowing/rowing/index.ts';

/** A press that arrives later than this at a page is ignored: its coach has continued. */
const lateMs = 30_000;

/** The facts of a page about its athlete, erg and row when it decides. */
export type PageFacts = {
  workoutItems: readonly string[];
  /** Items in which the athlete has a result. */
  doneItems: readonly number[];
  /** `real`: a monitor is connected, and sends. A simulated erg is set by Start Workout. */
  erg: 'none' | 'simulated' | 'real';
  /** The athlete's row in progress: with strokes or in another session, or the item that waits for its first stroke. */
  row: 'none' | 'rowing' | { waitingFor: number };
  /** The monitor waits with exactly this item. */
  isSetTo: (item: number) => boolean;
};

/** Whether a press came too late, by the server's clock; null while unknown. */
export function isLate({ atMs }: Pick<MonitorsAsked, 'atMs'>, serverMs: number | null): boolean {
  return serverMs !== null && serverMs - atMs > lateMs;
}

/**
 * Returns the outcome of a press on a page: `asking` if the monitor may be set after its athlete agrees, otherwise why
 * nothing is sent. A monitor with strokes of an unfinished workout is not changed even if the athlete agreed, and
 * neither is the monitor of an athlete with a result of the item.
 */
export function answerTo(
  { item, workout }: Pick<MonitorsAsked, 'item' | 'workout'>,
  page: PageFacts,
): MonitorOutcome {
  // The page has not received the change of the session yet, or has received a later one.
  if (page.workoutItems[item] !== workout) return 'late';
  if (page.doneItems.includes(item)) return 'done';
  const isElsewhere = typeof page.row === 'object' && page.row.waitingFor !== item;
  if (page.row === 'rowing' || isElsewhere) return 'rowing';
  if (page.erg === 'none') return 'noErg';
  return page.erg === 'simulated' || page.isSetTo(item) ? 'set' : 'asking';
}

/**
 * Returns what the athlete is rowing: `none`, `rowing`, or the index of the item that waits for its first stroke. If
 * the other device of a row is silent, its athlete may sit at this page's erg.
 */
export function rowKeyOf(row: RowSnapshot | null, sessionId: string): string {
  if (!isInProgress(row) || row.stage === 'completing' || row.isSilent) return 'none';
  const isWaitingHere =
    row.sessionId === sessionId && row.lostTo === null && row.progress.pieceNumber === 0 && row.isEmpty;
  return isWaitingHere && row.workoutItemIndex !== null ? String(row.workoutItemIndex) : 'rowing';
}
