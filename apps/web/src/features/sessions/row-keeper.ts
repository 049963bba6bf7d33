import type { Activity, ActivityPatch } from '@boathouse/contract/activities';
import { limits, liveLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import {
  beginRow,
  finishByHand,
  reduceRow,
  tickRow,
  type RowProgress,
  type RowRecord,
} from '@boathouse/workout/row-progress';
import { ApiError, messageOf } from '../../lib/api.ts';
import type { RowShelf } from './row-shelf.ts';
import { livePatchOf, resultPatchOf, sampleOf, summaryOf } from './row-wire.ts';

/** The server's part of a row. */
export type RowBackend = {
  begin(sessionId: string, workoutItemIndex: number): Promise<Activity>;
  patch(activityId: string, patch: ActivityPatch): Promise<Activity>;
  /** Null leaves the result as it was last patched. */
  complete(activityId: string, result: ActivityPatch | null): Promise<Activity>;
};

export type Saving =
  | { state: 'saved' }
  /** The server does not answer; what was rowed since `sinceMs` is kept on this device. */
  | { state: 'waiting'; sinceMs: number; why: string };

export type RowSnapshot = {
  sessionId: string;
  workoutItemIndex: number;
  /** Null while the server has not yet answered that the activity is begun. */
  activity: Activity | null;
  stage: 'beginning' | 'rowing' | 'completing' | 'completed';
  progress: RowProgress;
  isSimulated: boolean;
  saving: Saving;
};

export type RowKeeperOptions = {
  backend: RowBackend;
  shelf: RowShelf;
  /** To the session's room; false when it could not be sent now. */
  sendSample(activityId: string, sample: LiveSample): boolean;
  /** Told when an activity was begun or completed by this page. */
  onChange(activity: Activity): void;
  /** The wall clock in ms, as the ergometer stamps its records. */
  nowMs?(): number;
};

const tickMs = 500;
const shelfMs = 1_000;
const retryMs = [1_000, 2_000, 4_000, 8_000] as const;
/** The monitor's second summary, with the recovery heart rate, comes about 60 s after the end. */
const recoveryWithinMs = 120_000;

/**
 * One athlete's row from Start to the stored result, whatever happens to the page, the server or the monitor in
 * between: records are reduced as they come, kept on this device, shown to the room at most 4 times a second, merged
 * into the activity at most once per 10 s, and at the end the result is sent until the server has it.
 */
export class RowKeeper {
  readonly #options: RowKeeperOptions;
  readonly #nowMs: () => number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #row: RowSnapshot | null = null;
  /** A page that has only reloaded knows less than the server until the monitor speaks again. */
  #hasHeardMonitor = false;
  #patchedAtMs = 0;
  #isPatching = false;
  #hasNews = false;
  #sampledAtMs = 0;
  #lastSeq = 0;
  #shelvedAtMs = 0;
  #failures = 0;
  #retryAtMs = 0;
  #completedAtMs = 0;
  #isRecoverySent = false;

  constructor(options: RowKeeperOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => Date.now());
  }

  readonly getSnapshot = (): RowSnapshot | null => this.#row;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Begins an item. Records count from this moment, not from the server's answer: an athlete rows at once.
   * Rejects with the server's reason, and then nothing is in progress.
   */
  async begin(sessionId: string, workoutItemIndex: number, isSimulated: boolean): Promise<Activity> {
    this.#reset();
    this.#set({
      sessionId,
      workoutItemIndex,
      activity: null,
      stage: 'beginning',
      progress: beginRow(),
      isSimulated,
      saving: { state: 'saved' },
    });
    this.#hasHeardMonitor = true;
    try {
      const activity = await this.#options.backend.begin(sessionId, workoutItemIndex);
      if (this.#row?.stage !== 'beginning') return activity;
      this.#patchedAtMs = this.#nowMs();
      this.#set({ ...this.#row, activity, stage: 'rowing' });
      this.#shelve();
      this.#options.onChange(activity);
      this.#completeIfEnded();
      return activity;
    } catch (error) {
      this.#set(null);
      throw error;
    }
  }

  /** Takes up the activity in progress after a reload, with what this device has kept of it. */
  resume(activity: Activity): void {
    if (this.#row !== null && this.#row.stage !== 'completed') return;
    this.#reset();
    const kept = this.#options.shelf.get();
    const own = kept?.activity._id === activity._id ? kept : null;
    this.#set({
      sessionId: activity.session._id,
      workoutItemIndex: activity.workoutItemIndex,
      activity,
      stage: 'rowing',
      progress: own?.progress ?? beginRow(),
      isSimulated: own?.isSimulated ?? activity.isSimulated,
      saving: { state: 'saved' },
    });
    this.#completeIfEnded();
  }

  /** Which kind of erg sends from here on. A simulated one marks the activity for good. */
  noteErg(isSimulated: boolean): void {
    if (this.#row && isSimulated && !this.#row.isSimulated) this.#set({ ...this.#row, isSimulated });
  }

  follow(record: RowRecord, atMs: number): void {
    const row = this.#row;
    if (row === null) return;
    this.#hasHeardMonitor = true;
    this.#progressTo(reduceRow(row.progress, record, atMs));
  }

  /** The athlete ends it: the result is what was rowed so far. */
  finish(): void {
    const row = this.#row;
    if (row?.stage !== 'rowing') return;
    if (!this.#hasHeardMonitor && row.progress.result === null) {
      this.#set({ ...row, stage: 'completing' });
      void this.#complete();
    } else {
      this.#progressTo(finishByHand(row.progress, this.#nowMs()));
    }
  }

  /** Forgets a completed row, so that the next can begin. */
  dismiss(): void {
    if (this.#row?.stage === 'completed') this.#set(null);
  }

  /** Time passes for the row only between `start` and `stop`. */
  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    this.#shelve();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #progressTo(progress: RowProgress): void {
    const row = this.#row;
    if (row === null || progress === row.progress) return;
    this.#hasNews = true;
    this.#set({ ...row, progress });
    this.#sample();
    if (this.#nowMs() - this.#shelvedAtMs >= shelfMs) this.#shelve();
    this.#completeIfEnded();
    this.#sendRecovery();
  }

  #sample(): void {
    const row = this.#row;
    if (!row?.activity || row.stage !== 'rowing') return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#sampledAtMs < liveLimits.sampleMs && nowMs >= this.#sampledAtMs) return;
    this.#sampledAtMs = nowMs;
    this.#lastSeq = Math.max(this.#lastSeq + 1, Math.trunc(nowMs));
    this.#options.sendSample(row.activity._id, sampleOf(row.progress, this.#lastSeq, row.isSimulated));
  }

  #tick(): void {
    const row = this.#row;
    if (row === null) return;
    if (row.stage !== 'completed') this.#progressTo(tickRow(row.progress, this.#nowMs()));
    if (this.#row?.stage === 'rowing') void this.#patch();
    if (this.#row?.stage === 'completing') void this.#complete();
  }

  async #patch(): Promise<void> {
    const row = this.#row;
    if (!row?.activity || !this.#hasNews || this.#isPatching) return;
    if (this.#nowMs() - this.#patchedAtMs < limits.livePatchMs) return;
    const { _id } = row.activity;
    this.#patchedAtMs = this.#nowMs();
    this.#isPatching = true;
    this.#hasNews = false;
    try {
      await this.#options.backend.patch(_id, livePatchOf(row.progress, row.isSimulated));
      this.#saved();
    } catch (error) {
      this.#hasNews = true;
      if (isAlreadyComplete(error)) this.#endElsewhere();
      else this.#notSaved(error);
    } finally {
      this.#isPatching = false;
    }
  }

  #completeIfEnded(): void {
    const row = this.#row;
    if (row?.stage !== 'rowing' || row.progress.result === null || row.activity === null) return;
    this.#set({ ...row, stage: 'completing' });
    this.#shelve();
    void this.#complete();
  }

  /** Asks until the server has the result; it answers a repeated request like the first. */
  async #complete(): Promise<void> {
    const row = this.#row;
    if (!row?.activity || this.#isPatching || this.#nowMs() < this.#retryAtMs) return;
    const { result } = row.progress;
    this.#isPatching = true;
    try {
      const body = result === null ? null : resultPatchOf(row.progress, result, row.isSimulated);
      const activity = await this.#options.backend.complete(row.activity._id, body);
      this.#completedAtMs = this.#nowMs();
      if (this.#row) this.#set({ ...this.#row, activity, stage: 'completed', saving: { state: 'saved' } });
      this.#options.shelf.clear();
      this.#options.onChange(activity);
    } catch (error) {
      const delay = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 8_000;
      this.#failures += 1;
      this.#retryAtMs = this.#nowMs() + delay;
      if (isGone(error)) this.#endElsewhere();
      else this.#notSaved(error);
    } finally {
      this.#isPatching = false;
    }
    this.#sendRecovery();
  }

  #sendRecovery(): void {
    const row = this.#row;
    const progress = row?.progress;
    if (row?.stage !== 'completed' || !row.activity || !progress?.result || this.#isRecoverySent) return;
    if (progress.recoveryHeartRateBpm === null || row.activity.summary?.recoveryHeartRate != null) return;
    if (this.#nowMs() - this.#completedAtMs > recoveryWithinMs) return;
    this.#isRecoverySent = true;
    this.#options.backend
      .patch(row.activity._id, { summary: summaryOf(progress, progress.result) })
      .then(this.#options.onChange, (error: unknown) =>
        console.warn('The recovery heart rate was not stored', error),
      );
  }

  /** Completed in another page, or gone: this page's part is over. */
  #endElsewhere(): void {
    this.#options.shelf.clear();
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

  #shelve(): void {
    const row = this.#row;
    if (!row?.activity || row.stage === 'completed' || !this.#hasHeardMonitor) return;
    this.#shelvedAtMs = this.#nowMs();
    this.#options.shelf.put({ activity: row.activity, isSimulated: row.isSimulated, progress: row.progress });
  }

  #reset(): void {
    this.#hasHeardMonitor = false;
    this.#hasNews = false;
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

/** Refusals that asking again cannot change. */
const isGone = (error: unknown) =>
  error instanceof ApiError && ['not_found', 'not_the_caller'].includes(error.code);
