import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { ErgMachine } from './machine.ts';
import type { RowProgress } from './state.ts';
import type { TargetTally } from './targets.ts';

/** `wallMs` is the time of day and continues over a reload; `monoMs` never jumps and starts anew with each page. */
export type At = { wallMs: number; monoMs: number };

/**
 * What is rowed: the item of a session, with the words that outlive the session. The session and its item are null
 * together, for a row without a session.
 */
export type RowPlace = {
  sessionId: string | null;
  workoutItemIndex: number | null;
  title: string;
  workout: string;
};

/** A stroke in the journal. `sequence` counts the strokes of the row on this device, from 0. */
export type JournalStroke = { sequence: number; stroke: Stroke; isSent: boolean };

/** Time and distance of a row, work only. */
export type Totals = { elapsedSec: number; distanceM: number };

/** An activity as far as the life of the row depends on it. */
export type ActivityState = { id: string; owner: string | null; isCompleted: boolean; machine: ErgMachine };

export type RowRequest =
  /**
   * `begunAgoMs`: how long ago the row began, because the wall clock of a device may be wrong. `machine`: null while the
   * monitor has not told it.
   */
  | { kind: 'begin'; begunAgoMs: number; machine: ErgMachine | null }
  | { kind: 'append'; from: number; strokes: Stroke[] }
  /** Reads the stored strokes, to find out which are missing. */
  | { kind: 'readStrokes' }
  | { kind: 'patch'; progress: RowProgress }
  /** Sends what the row is on as soon as it is known: others rank it among those on the same. */
  | { kind: 'machine'; machine: ErgMachine }
  /** Sends the recovery heart rate, about a minute after the end. */
  | { kind: 'recovery'; progress: RowProgress }
  /**
   * `isFenced`: only the owner may complete. The monitor's own summary is the truth on any device. `isLeft`: the workout
   * was left on the monitor, so the result is a part.
   */
  | { kind: 'complete'; progress: RowProgress; timeZone: string | null; isFenced: boolean; isLeft: boolean }
  | { kind: 'takeOver' }
  | { kind: 'discard' };

export type Answer =
  /** `totals`: the server's values of it. */
  | { kind: 'activity'; activity: ActivityState; totals: Totals }
  | { kind: 'next'; next: number }
  | { kind: 'strokes'; strokes: Stroke[] }
  | { kind: 'discarded' };

/**
 * Why a request was refused. `later`: the server is away or busy; `gone`: no such session or activity; `notOwner`: another
 * device owns the activity; `completed`: it is complete; `conflict`: other strokes are stored there; `busy`: another
 * activity of the athlete is in progress; `timeZone`: the server does not know it; `bad`: refused for good.
 */
export type Refusal = {
  class: 'later' | 'gone' | 'notOwner' | 'completed' | 'conflict' | 'busy' | 'timeZone' | 'bad';
  message: string;
  /** How long the server wants not to be asked. */
  retryAfterMs: number | null;
};

/** What the journal keeps of a row. Plain data. */
export type KeptLife = {
  /** Key in the journal: the id that the page made for the activity. */
  key: string;
  /** Id of the activity: `key`, unless the server had begun one for the item already. */
  id: string;
  place: RowPlace;
  begunAtMs: number;
  /** This device began the activity, so that `begunAtMs` is of its clock, and its strokes have their moments. */
  isBegunHere: boolean;
  /** Zone of the start, which decides the calendar day; null if the server does not know it. */
  timeZone: string | null;
  isSimulated: boolean;
  stage: 'rowing' | 'completing' | 'completed' | 'discarding';
  /** `asked`: the server may have stored it although no answer arrived. */
  begin: 'unsent' | 'asked' | 'stored';
  /** Who rows the activity now, if not this page. */
  lostTo: 'device' | 'tab' | null;
  /** Completed by another page or device, or by the host, while it was in progress here. */
  isEndedElsewhere: boolean;
  /** Refused for good: kept, and offered to the athlete. */
  refusal: { class: 'gone' | 'completed' | 'busy' | 'bad'; message: string } | null;
  /** Figures refused for good; the row goes on without them. */
  patchRefusal: string | null;
  progress: RowProgress;
  /** False without values after a reload or another device, until the monitor sends some: the server may know more. */
  hasHeardMonitor: boolean;
  nextSequence: number;
  /** The first sequence that the server is not known to have stored. */
  serverNext: number;
  /** Another device may have stored strokes: read them before sending more. */
  mustRead: boolean;
  /** Keys of strokes of another device that this one may have heard a part of. */
  storedBefore: string[];
  targets: TargetTally;
  /** The athlete left the workout on the monitor: what was rowed of it is a result of its own, and a part. */
  isLeft: boolean;
  /** Rowed without a begun item: nothing is sent before it has a place, and it is forgotten then. Null for a placed row. */
  heldUntilMs: number | null;
  /**
   * What the server is known to have, since this page took the row up: a monitor's workout that is heard from less on is
   * another one. Null once that is decided.
   */
  takenUpAt: Totals | null;
};

/** What only the page that runs the row knows of it. */
type LifeRun = {
  /** This device, as the server knows it. */
  owner: string;
  /** The start on the monotonic clock; null if an earlier page began the row. */
  begunMonoMs: number | null;
  /** The same, also if an earlier page began it; null if this device's clock doesn't know it. */
  beganAtMonoMs: number | null;
  /** Not yet stored by the server, in order. */
  unsent: JournalStroke[];
  /**
   * Refused by the server one by one. The journal has them as unsent: the next page tries again, because a newer page or
   * server may agree.
   */
  setAside: JournalStroke[];
  /** Why the server refused the last strokes that it did. */
  strokesRefusal: string | null;
  /** Keys of all strokes that the server had when they were last read. */
  storedKeys: readonly string[];
  /** How many strokes a batch may have: fewer after a refusal, to find the stroke it is for. */
  batchMax: number;
  /** Strokes refused one by one since the last that was stored: several mean that the server takes none. */
  refusedInARow: number;
  /** Strokes are neither sent nor read before. */
  strokesDueAtMs: number;
  /** This page has heard the monitor's totals: kept ones may be a second behind those already sent. */
  isCurrent: boolean;
  /** From where on this page has heard the monitor's workout of a row that it took up; zero from its begin on. */
  heardFrom: Totals | null;
  /** The server's totals when this page took the row over, until it hears what is rowed since. */
  takenOverAt: Totals | null;
  /** An earlier row must be stored first. */
  isWaiting: boolean;
  isTakingOver: boolean;
  /** The journal has nothing of it any more. */
  isForgotten: boolean;
  /** `strokes`: how many of the unsent ones are on their way. */
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
  /** The figures last patched. */
  patched: string;
  /** What the server has the row on; null while this page does not know it. */
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
  /** Sends a live sample; one that cannot be sent is dropped, because the next is newer. */
  | { kind: 'sample'; id: string; progress: RowProgress }
  /** The athlete has left the monitor's workout and begun another, which is a row of its own with this progress. */
  | { kind: 'next'; progress: RowProgress }
  /** Tells the athlete why the row is gone from the page. */
  | { kind: 'tell'; message: string }
  /** Nothing is left to send: the journal may forget the row. */
  | { kind: 'forget' };

export type Step = { life: Life | null; effects: Effect[] };

/** With force curves a stroke has about 1 kB; the server reads at most 256 KiB of a body. */
export const batchMax = 100;

/** Returns the figures of a patch, to compare two. */
export function figuresOf(progress: RowProgress): string {
  return JSON.stringify([
    progress.elapsedSec,
    progress.distanceM,
    progress.currentPaceSec,
    progress.averagePaceSec,
    progress.strokeRateSpm,
    progress.workoutType,
    progress.heartRateBpm,
    progress.dragFactor,
    progress.totalCalories,
  ]);
}
