import type { Activity, ActivityCompletion, ActivityPatch } from '@boathouse/contract/activities';
import { limits, liveLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import {
  beginRow,
  finishByHand,
  reduceRow,
  tickRow,
  type RowProgress,
  type RowRecord,
} from '@boathouse/row/progress';
import { ApiError, messageOf } from '../../lib/api.ts';
import { viewerTimeZone } from '../../lib/format.ts';
import type { StoredRow, RowStorage } from './row-storage.ts';
import { completionOf, livePatchOf, sampleOf, summaryOf } from './row-mapping.ts';

/** The server's part of a row. */
export type RowBackend = {
  begin(sessionId: string, workoutItemIndex: number): Promise<Activity>;
  patch(activityId: string, patch: ActivityPatch): Promise<Activity>;
  /** Without values the result stays as last patched. */
  complete(activityId: string, completion: ActivityCompletion | null): Promise<Activity>;
};

type Saving =
  | { state: 'saved' }
  /** The server does not respond; data since `sinceMs` is stored only on this device. */
  | { state: 'waiting'; sinceMs: number; why: string };

export type RowSnapshot = {
  sessionId: string;
  workoutItemIndex: number;
  /** Null until the server has responded to the start. */
  activity: Activity | null;
  stage: 'beginning' | 'rowing' | 'completing' | 'completed';
  progress: RowProgress;
  isSimulated: boolean;
  /** The zone of the start: the completion may be sent from another one. Null if the server does not know it. */
  timeZone: string | null;
  saving: Saving;
};

type RowControllerOptions = {
  backend: RowBackend;
  rowStorage: RowStorage;
  /** Sends to the session's room; returns false if not connected. */
  sendSample(activityId: string, sample: LiveSample): boolean;
  /** Called when this page has started or completed an activity. */
  onChange(activity: Activity): void;
  /** Returns the athlete's time zone. */
  timeZone?(): string;
  /** Returns the wall clock in ms, also used for the times of records. */
  nowMs?(): number;
  /** Returns monotonic milliseconds: a wall clock that is set back must not delay requests. */
  monotonicMs?(): number;
};

const tickMs = 500;
const storeMs = 1_000;
const retryMs = [1_000, 2_000, 4_000, 8_000] as const;
/** The monitor sends its summary in two or three records, a few ms apart; the result contains all of them. */
const summarySettlesMs = 1_000;
/** More samples than a page can have sent since it last stored its row. */
const seqLeap = 10_000;
/** The monitor's second summary, with the recovery heart rate, comes about 60 s after the end. */
const recoveryWithinMs = 120_000;

/**
 * One athlete's row from Start to the stored result. It survives reloads, an unreachable server and a lost monitor:
 * records are reduced as they arrive, stored on this device, sent to the room at most 4 times a second and merged into
 * the activity at most once per 10 s. At the end the result is sent until the server has stored it.
 */
export class RowController {
  readonly #options: RowControllerOptions;
  readonly #timeZone: () => string;
  readonly #nowMs: () => number;
  readonly #monotonicMs: () => number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #row: RowSnapshot | null = null;
  /** False after a reload, until the monitor sends values of the piece: the server may know more than this page. */
  #hasHeardMonitor = false;
  #patchedAtMs = 0;
  /** The values of the last patch, as JSON. */
  #patched = '';
  /** One request at a time: a late patch must not overtake a completion. */
  #isAsking = false;
  #sampledAtMs = Number.NEGATIVE_INFINITY;
  #lastSeq = 0;
  #storedAtMs = 0;
  #failures = 0;
  #retryAtMs = 0;
  #completedAtMs = 0;
  #isRecoverySent = false;

  constructor(options: RowControllerOptions) {
    this.#options = options;
    this.#timeZone = options.timeZone ?? viewerTimeZone;
    this.#nowMs = options.nowMs ?? (() => Date.now());
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
  }

  readonly getSnapshot = (): RowSnapshot | null => this.#row;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Starts an item. Records count from now, not from the server's response: the athlete rows at once. Rejects with the
   * server's error, after which no row is in progress, and also while another row is in progress, which continues.
   */
  async begin(sessionId: string, workoutItemIndex: number, isSimulated: boolean): Promise<Activity> {
    if (this.#row !== null && this.#row.stage !== 'completed') {
      throw new Error('Finish your workout in progress first');
    }
    this.#reset();
    this.#set({
      sessionId,
      workoutItemIndex,
      activity: null,
      stage: 'beginning',
      progress: beginRow(),
      isSimulated,
      timeZone: this.#timeZone(),
      saving: { state: 'saved' },
    });
    this.#hasHeardMonitor = true;
    this.#patched = JSON.stringify(livePatchOf(beginRow(), false));
    let activity: Activity;
    try {
      activity = await this.#options.backend.begin(sessionId, workoutItemIndex);
    } catch (error) {
      this.#set(null);
      throw error;
    }
    this.#patchedAtMs = this.#monotonicMs();
    if (this.#row) this.#set({ ...this.#row, activity, stage: 'rowing' });
    this.keep();
    this.#options.onChange(activity);
    this.#completeIfEnded();
    return activity;
  }

  /** Resumes the activity in progress after a reload, with the data that this device has stored of it. */
  resume(activity: Activity): void {
    const row = this.#row;
    if (row !== null && (row.stage !== 'completed' || row.activity?._id === activity._id)) return;
    this.#reset();
    const own = this.#keptOf(activity);
    this.#patchedAtMs = this.#monotonicMs();
    if (own) this.#lastSeq = Math.max(this.#lastSeq, own.seq + seqLeap);
    this.#set({
      sessionId: activity.session._id,
      workoutItemIndex: activity.workoutItemIndex,
      activity,
      stage: 'rowing',
      progress: own?.progress ?? beginRow(),
      isSimulated: own?.isSimulated ?? activity.isSimulated,
      timeZone: own?.timeZone ?? this.#timeZone(),
      saving: { state: 'saved' },
    });
    this.#completeIfEnded();
  }

  /** Sets the kind of erg of later records. A simulated one marks the activity permanently. */
  noteErg(isSimulated: boolean): void {
    if (this.#row && isSimulated && !this.#row.isSimulated) this.#set({ ...this.#row, isSimulated });
  }

  follow(record: RowRecord, atMs: number): void {
    const row = this.#row;
    if (row === null) return;
    const progress = reduceRow(row.progress, record, atMs);
    this.#hasHeardMonitor ||= progress.pieceNumber > 0;
    this.#progressTo(progress);
    // Timers of a hidden page may fire once a minute; records arrive on time.
    this.#send();
  }

  /** Ends the row by hand, with the values so far as its result. */
  finish(): void {
    const row = this.#row;
    if (row?.stage !== 'rowing') return;
    // Another page of this device may have the monitor: its stored row is newer than the one resumed here.
    const known = this.#hasHeardMonitor ? row.progress : this.#keptAtLeastAsFarAs(row.activity);
    if (known) {
      this.#progressTo(finishByHand(known, this.#nowMs()));
    } else {
      this.#set({ ...row, stage: 'completing' });
      void this.#complete();
    }
  }

  /** Removes a completed row, so that the next can start. */
  dismiss(): void {
    if (this.#row?.stage === 'completed') this.#set(null);
  }

  /** Starts the timer of patches and retries; `stop` ends it. */
  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    this.keep();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Stores the row on this device now, for a page that is being closed. */
  keep(): void {
    const row = this.#row;
    if (!row?.activity || row.stage === 'completed' || !this.#hasHeardMonitor) return;
    this.#storedAtMs = this.#monotonicMs();
    const { activity, isSimulated, progress } = row;
    const timeZone = row.timeZone ?? undefined;
    this.#options.rowStorage.put({ activity, isSimulated, progress, seq: this.#lastSeq, timeZone });
  }

  #keptOf(activity: Activity | null): StoredRow | null {
    const kept = this.#options.rowStorage.get();
    return kept !== null && kept.activity._id === activity?._id ? kept : null;
  }

  /** Returns the progress stored on this device, unless another device has since sent more to the server. */
  #keptAtLeastAsFarAs(activity: Activity | null): RowProgress | null {
    const kept = this.#keptOf(activity);
    const isBehind = kept === null || activity === null || kept.progress.distanceM < activity.distance;
    return isBehind || kept.progress.pieceNumber === 0 ? null : kept.progress;
  }

  #progressTo(progress: RowProgress): void {
    const row = this.#row;
    if (row === null || progress === row.progress) return;
    this.#set({ ...row, progress });
    this.#sample();
    // The monitor sends a split once, so store it at once; it sends the other values repeatedly.
    const isSentOnce = progress.splits !== row.progress.splits || progress.phase !== row.progress.phase;
    if (isSentOnce || this.#monotonicMs() - this.#storedAtMs >= storeMs) this.keep();
    this.#completeIfEnded();
    this.#completeWithRestOfSummary(row, progress);
    this.#sendRecovery();
  }

  /** Completes at once when the rest of the summary has arrived. */
  #completeWithRestOfSummary(before: RowSnapshot, { result }: RowProgress): void {
    const isMore = before.stage === 'completing' && result !== null && result !== before.progress.result;
    if (!isMore || this.#failures > 0) return;
    this.#retryAtMs = 0;
    void this.#complete();
  }

  #sample(): void {
    const row = this.#row;
    if (!row?.activity || row.stage !== 'rowing' || !this.#hasHeardMonitor) return;
    const nowMs = this.#monotonicMs();
    if (nowMs - this.#sampledAtMs < liveLimits.sampleMs) return;
    this.#sampledAtMs = nowMs;
    this.#lastSeq = Math.max(this.#lastSeq + 1, Math.trunc(this.#nowMs()));
    this.#options.sendSample(row.activity._id, sampleOf(row.progress, this.#lastSeq, row.isSimulated));
  }

  #tick(): void {
    const row = this.#row;
    if (row === null) return;
    if (row.stage !== 'completed') this.#progressTo(tickRow(row.progress, this.#nowMs()));
    this.#send();
  }

  /** Sends the request that is due. */
  #send(): void {
    if (this.#row?.stage === 'rowing') void this.#patch();
    if (this.#row?.stage === 'completing') void this.#complete();
  }

  async #patch(): Promise<void> {
    const row = this.#row;
    if (!row?.activity || !this.#hasHeardMonitor || this.#isAsking) return;
    if (this.#monotonicMs() - this.#patchedAtMs < limits.livePatchMs) return;
    const patch = livePatchOf(row.progress, row.isSimulated);
    const text = JSON.stringify(patch);
    if (text === this.#patched) return;
    this.#patchedAtMs = this.#monotonicMs();
    this.#isAsking = true;
    // Store first: the stored row must never be behind the server, or the next page would send older values.
    this.keep();
    try {
      await this.#options.backend.patch(row.activity._id, patch);
      this.#patched = text;
      this.#saved();
    } catch (error) {
      if (isAlreadyComplete(error)) this.#endElsewhere();
      else this.#notSaved(error);
    } finally {
      this.#isAsking = false;
    }
  }

  #completeIfEnded(): void {
    const row = this.#row;
    if (row?.stage !== 'rowing' || row.progress.result === null || row.activity === null) return;
    this.#set({ ...row, stage: 'completing' });
    this.keep();
    if (row.progress.result.source === 'summary') this.#retryAtMs = this.#monotonicMs() + summarySettlesMs;
    void this.#complete();
  }

  /** Sends the result until the server has stored it; repeated requests get the same response. */
  async #complete(): Promise<void> {
    const row = this.#row;
    if (!row?.activity || this.#isAsking || this.#monotonicMs() < this.#retryAtMs) return;
    const completion = completionOf(row.progress, row.isSimulated, row.timeZone);
    this.#isAsking = true;
    try {
      this.#completed(await this.#options.backend.complete(row.activity._id, completion));
    } catch (error) {
      if (isUnknownTimeZone(error) && this.#row?.timeZone != null) {
        // Complete without the zone, because the result matters more than its calendar day. The next tick retries.
        this.#set({ ...this.#row, timeZone: null });
        return;
      }
      const delay = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 8_000;
      this.#failures += 1;
      this.#retryAtMs = this.#monotonicMs() + delay;
      if (isGone(error)) this.#endElsewhere();
      else this.#notSaved(error);
    } finally {
      this.#isAsking = false;
    }
  }

  #completed(activity: Activity): void {
    this.#completedAtMs = this.#monotonicMs();
    if (this.#row) this.#set({ ...this.#row, activity, stage: 'completed', saving: { state: 'saved' } });
    this.#options.rowStorage.clear();
    this.#options.onChange(activity);
    this.#sendRecovery();
  }

  #sendRecovery(): void {
    const row = this.#row;
    const progress = row?.progress;
    if (row?.stage !== 'completed' || !row.activity || !progress?.result || this.#isRecoverySent) return;
    if (progress.recoveryHeartRateBpm === null || row.activity.summary?.recoveryHeartRate != null) return;
    if (this.#monotonicMs() - this.#completedAtMs > recoveryWithinMs) return;
    this.#isRecoverySent = true;
    this.#options.backend
      .patch(row.activity._id, { summary: summaryOf(progress, progress.result) })
      .then(this.#options.onChange, (error: unknown) =>
        console.warn('The recovery heart rate was not stored', error),
      );
  }

  /** Ends the row here after another page has completed or discarded it. */
  #endElsewhere(): void {
    this.#options.rowStorage.clear();
    const activity = this.#row?.activity;
    this.#set(null);
    if (activity) this.#options.onChange(activity);
  }

  #saved(): void {
    this.#failures = 0;
    if (this.#row && this.#row.saving.state !== 'saved')
      this.#set({ ...this.#row, saving: { state: 'saved' } });
  }

  #notSaved(error: unknown): void {
    const row = this.#row;
    if (row === null) return;
    const sinceMs = row.saving.state === 'waiting' ? row.saving.sinceMs : this.#nowMs();
    this.#set({ ...row, saving: { state: 'waiting', sinceMs, why: messageOf(error) } });
  }

  #reset(): void {
    this.#hasHeardMonitor = false;
    this.#patched = '';
    this.#failures = 0;
    this.#retryAtMs = 0;
    this.#isRecoverySent = false;
  }

  #set(row: RowSnapshot | null): void {
    this.#row = row;
    for (const listener of this.#listeners) listener();
  }
}

const isAlreadyComplete = (error: unknown) =>
  error instanceof ApiError && error.code === 'activity_completed';

/** Whether the server does not know the time zone: a browser may know more zones. */
const isUnknownTimeZone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'timeZone');

/** Errors that a retry cannot change. */
const isGone = (error: unknown) =>
  error instanceof ApiError && ['not_found', 'not_the_caller'].includes(error.code);
