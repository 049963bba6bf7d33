import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { ErgMachine } from '../reduce/machine.ts';
import type { RowProgress, Totals } from '../reduce/state.ts';
import type { JournalStroke, KeptLife } from './kept/schema.ts';

/** `wallMs` is the time of day and continues over a reload. `monoMs` never jumps and restarts with each page. */
export type At = { wallMs: number; monoMs: number };

/** State of the other device that has a row: connected, silent for long, or unknown to the server. */
export type OtherDevice = 'heard' | 'silent' | 'none';

/** The fields of an activity that the life of the row depends on. */
export type ActivityState = { id: string; owner: string | null; isCompleted: boolean; machine: ErgMachine };

export type RowRequest =
  /**
   * `begunAgoMs`: how long ago the row began, because the wall clock of a device may be wrong. `machine`: null until
   * the monitor has reported it.
   */
  | { kind: 'begin'; begunAgoMs: number; machine: ErgMachine | null }
  | { kind: 'append'; from: number; strokes: Stroke[] }
  /** Reads the stored strokes, to find out which are missing. */
  | { kind: 'readStrokes' }
  | { kind: 'patch'; progress: RowProgress }
  /** Sends the machine as soon as it is known, because others rank the athlete among rows on the same machine. */
  | { kind: 'machine'; machine: ErgMachine }
  /** Sends the recovery heart rate, about a minute after the end. */
  | { kind: 'recovery'; progress: RowProgress }
  /**
   * `isFenced`: only the owner may complete. The monitor's own summary is correct on any device. `isLeft`: the workout
   * was left on the monitor, so the result is only a part.
   */
  | { kind: 'complete'; progress: RowProgress; timeZone: string | null; isFenced: boolean; isLeft: boolean }
  | { kind: 'takeOver' }
  | { kind: 'discard' };

export type Answer =
  /** `totals`: the server's values of the activity. */
  | { kind: 'activity'; activity: ActivityState; totals: Totals }
  | { kind: 'next'; next: number }
  | { kind: 'strokes'; strokes: Stroke[] }
  | { kind: 'discarded' };

/**
 * Why a request was refused. `later`: the server is unreachable or busy; `gone`: no such session or activity;
 * `notOwner`: another device owns the activity; `completed`: it is complete; `conflict`: the server has other strokes
 * there; `busy`: another activity of the athlete is in progress; `timeZone`: the server does not know the zone; `bad`:
 * refused permanently.
 */
export type Refusal = {
  class: 'later' | 'gone' | 'notOwner' | 'completed' | 'conflict' | 'busy' | 'timeZone' | 'bad';
  message: string;
  /** Shortest delay before the next request, as the server demands. */
  retryAfterMs: number | null;
};

/** State that the page running the row does not store. */
type LifeRun = {
  /** Id of this device on the server. */
  owner: string;
  /** The start on the monotonic clock; null if an earlier page began the row. */
  begunMonoMs: number | null;
  /**
   * The start on the monotonic clock, even if an earlier page began the row; null if this device's clock doesn't know
   * it.
   */
  beganAtMonoMs: number | null;
  /** Not yet stored by the server, in order. */
  unsent: JournalStroke[];
  /**
   * Refused by the server one by one. The journal has them as unsent: the next page tries again, because a newer page
   * or server may accept them.
   */
  setAside: JournalStroke[];
  /** Message of the newest refusal of strokes. */
  strokesRefusal: string | null;
  /** Keys of all strokes that the server had at the last read. */
  storedKeys: readonly string[];
  /** How many strokes a batch may have: fewer after a refusal, to find the refused stroke. */
  batchMax: number;
  /** Single strokes refused since the last stored one: several mean that the server accepts none. */
  refusedInARow: number;
  /** Strokes are neither sent nor read before this time. */
  strokesDueAtMs: number;
  /** This page has received the monitor's totals: stored totals may be a second behind the ones already sent. */
  isCurrent: boolean;
  /**
   * The monitor's totals when this page first received the workout of a row that it took up; zero if it was received
   * from its start.
   */
  heardFrom: Totals | null;
  /** The server's totals when this page took the row over, until this page receives newer ones. */
  takenOverAt: Totals | null;
  /** An earlier row must be stored first. */
  isWaiting: boolean;
  isTakingOver: boolean;
  /** State of the other device that has the row. */
  otherDevice: OtherDevice;
  /** The server's newest totals of another device's row. */
  ownersTotals: Totals | null;
  /** The row ends as left as soon as this device owns it, because its athlete rows another workout here. */
  isLeaving: boolean;
  /** The journal has deleted it. */
  isForgotten: boolean;
  /** `strokes`: how many of the unsent strokes the request contains. */
  asking: { number: number; kind: RowRequest['kind']; strokes: number } | null;
  requestCount: number;
  failures: number;
  retryAtMs: number;
  /** Wall clock of the last answer before requests began to fail; null while they succeed. */
  awaySinceMs: number | null;
  heardAtMs: number | null;
  completeAtMs: number;
  appendedAtMs: number;
  patchedAtMs: number;
  /** The last patched progress; null while this page has patched none. */
  patched: RowProgress | null;
  /** The machine that the server has for the row; null while this page does not know it. */
  toldMachine: ErgMachine | null;
  sampledAtMs: number;
  sampleDueAtMs: number | null;
  keptAtMs: number;
  completedAtMs: number | null;
  isRecoverySent: boolean;
};

/** A row, from its start to the stored result. */
export type Life = { kept: KeptLife; run: LifeRun };

/** Returns a life with other values. */
export function changed(life: Life, kept: Partial<KeptLife>, run: Partial<LifeRun> = {}): Life {
  return { kept: { ...life.kept, ...kept }, run: { ...life.run, ...run } };
}

export type Effect =
  /** Stores the row and these strokes in one transaction, before anything later is sent or shown. */
  | { kind: 'keep'; kept: KeptLife; strokes: JournalStroke[] }
  | { kind: 'send'; number: number; request: RowRequest }
  /** Sends a live sample. A sample that cannot be sent is dropped, because the next is newer. */
  | { kind: 'sample'; id: string; progress: RowProgress }
  /** The athlete has left the monitor's workout and begun another, which becomes a separate row with this progress. */
  | { kind: 'next'; progress: RowProgress }
  /** Tells the athlete why the page no longer has the row. */
  | { kind: 'tell'; message: string }
  /** Nothing remains to be sent: the journal may delete the row. */
  | { kind: 'forget' };

export type Step = { life: Life | null; effects: Effect[] };

/** With force curves a stroke has about 1 kB; the server reads at most 256 KiB of a body. */
export const batchMax = 100;
