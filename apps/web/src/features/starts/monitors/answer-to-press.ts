import type { MonitorOutcome, MonitorsAsked } from '@boathouse/contract/live/crew-monitors';

/** A press that a page hears later than this is not acted on: its coach has moved on. */
const lateMs = 30_000;

/** What a page knows of its athlete, erg and row when it decides. */
export type PageFacts = {
  workoutItems: readonly string[];
  /** Items of which the athlete has a result. */
  doneItems: readonly number[];
  /** `real`: a monitor is connected, and sends. A simulated erg is set by Start Workout. */
  erg: 'none' | 'simulated' | 'real';
  /** The athlete's row in progress: with strokes or in another session, or the item that waits for its first stroke. */
  row: 'none' | 'rowing' | { waitingFor: number };
  /** The monitor waits with exactly this item. */
  isSetTo: (item: number) => boolean;
};

/** Whether a press came too late, by the server's clock; null while that is not known. */
export function isLate({ atMs }: Pick<MonitorsAsked, 'atMs'>, serverMs: number | null): boolean {
  return serverMs !== null && serverMs - atMs > lateMs;
}

/**
 * Returns what becomes of a press on a page: `asking` if the monitor may be set, with its athlete's word, else why nothing is
 * to be sent. A monitor that has strokes of an unfinished workout is left alone whatever the athlete allowed, and so is
 * that of an athlete with a result of the item.
 */
export function answerTo(
  { item, workout }: Pick<MonitorsAsked, 'item' | 'workout'>,
  page: PageFacts,
): MonitorOutcome {
  // The page has not heard yet that the session was changed, or has heard of a later change.
  if (page.workoutItems[item] !== workout) return 'late';
  if (page.doneItems.includes(item)) return 'done';
  const isElsewhere = typeof page.row === 'object' && page.row.waitingFor !== item;
  if (page.row === 'rowing' || isElsewhere) return 'rowing';
  if (page.erg === 'none') return 'noErg';
  return page.erg === 'simulated' || page.isSetTo(item) ? 'set' : 'asking';
}
