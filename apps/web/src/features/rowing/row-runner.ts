import type { ListedActivity, OwnActivity } from '@boathouse/contract/activities';
import type { ActivityChanged } from '@boathouse/contract/live';
import {
  isSettled,
  step,
  wakeAtMs,
  type At,
  type Effect,
  type Input,
  type JournalStroke,
  type Life,
  type RowPlace,
} from '@boathouse/row/life';
import type { RowRecord } from '@boathouse/row/progress';
import { viewerTimeZone } from '../../lib/format.ts';
import { newToken, type JournalRow } from './journal.ts';
import { JournalQueue } from './journal-queue.ts';
import { newActivityId } from './row-id.ts';
import { beforeLook, isOver, verdictOf, type BeforeLook } from './row-look.ts';
import { sampleOf, snapshotOf } from './row-mapping.ts';
import { refusalOf } from './row-requests.ts';
import type { RowRunnerOptions } from './row-runner-options.ts';
import { isInProgress, isUnderWay, placeOf, type RowSnapshot } from './row-snapshot.ts';
import { createTabLock, type TabLock } from './tab-lock.ts';

const tickMs = 500;
/** How often a page that only watches asks what has become of the row. */
const lookEveryMs = 10_000;
const lookAgainMs = 5_000;

/**
 * Runs the rows of one user in this browser: performs the effects of their lives in order, with the journal before
 * everything else. The current row is the one that the athlete sees; earlier ones only send what is left of them. One
 * tab runs them; another tab watches, and takes over on request or when that tab is closed.
 */
export class RowRunner {
  readonly #options: RowRunnerOptions;
  readonly #nowMs: () => number;
  readonly #monotonicMs: () => number;
  readonly #listeners = new Set<() => void>();
  /** Oldest first, by key. */
  readonly #lives = new Map<string, Life>();
  readonly #activities = new Map<string, ListedActivity>();
  #currentKey: string | null = null;
  #shown: RowSnapshot | null = null;
  #owner = newToken();
  #isHolder = false;
  #lock: TabLock | null = null;
  #channel: BroadcastChannel | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #wake: ReturnType<typeof setTimeout> | null = null;
  readonly #queue: JournalQueue;
  #ready: Promise<void> = Promise.resolve();
  #lookAtMs = 0;
  #isLooking = false;
  #hasLookFailed = false;

  constructor(options: RowRunnerOptions) {
    this.#options = options;
    this.#queue = new JournalQueue(options.journal, (key) =>
      this.#take(key, { kind: 'takenElsewhere', by: 'tab' }),
    );
    this.#nowMs = options.nowMs ?? (() => Date.now());
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
  }

  readonly getSnapshot = (): RowSnapshot | null => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Starts the clock, and takes the row up that this device has kept. `stop` ends it. */
  start(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#ready = this.#load();
  }

  stop(): void {
    this.keep();
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#wake !== null) clearTimeout(this.#wake);
    this.#timer = null;
    this.#lock?.close();
    this.#lock = null;
    this.#channel?.close();
    this.#channel = null;
  }

  /** Stores the rows now, for a page that is being closed. */
  keep(): void {
    for (const key of this.#lives.keys()) this.#take(key, { kind: 'closing' });
  }

  /** Resolves when the rows of this device are loaded. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * Starts an item, also without the server. Rejects while another row is in progress, which continues.
   */
  async begin(place: RowPlace, isSimulated: boolean): Promise<void> {
    await this.#ready;
    const shown = this.#shown;
    const isBusy = isInProgress(shown) && (shown.stage !== 'completing' || shown.refusal !== null);
    if (isBusy) {
      throw new Error('Finish your workout in progress first');
    }
    if (!this.#isHolder) await this.#takeFromTab();
    const id = newActivityId(this.#nowMs());
    const timeZone = (this.#options.timeZone ?? viewerTimeZone)();
    const isWaiting = this.#isEarlierUnsettled(null);
    this.#currentKey = id;
    this.#take(id, { kind: 'start', id, place, owner: this.#owner, isSimulated, timeZone, isWaiting });
    this.#announce();
  }

  follow(record: RowRecord): void {
    if (this.#currentKey !== null) this.#take(this.#currentKey, { kind: 'record', record });
  }

  /** Sets the kind of erg of later records. */
  noteErg(isSimulated: boolean): void {
    this.#takeCurrent({ kind: 'erg', isSimulated });
  }

  /** Ends the row by hand, with the values so far as its result. */
  finish(): void {
    this.#takeCurrent({ kind: 'finish' });
  }

  discard(): void {
    this.#takeCurrent({ kind: 'discard' });
  }

  /** Takes the row over from another device or tab. */
  async takeOver(): Promise<void> {
    const lostTo = this.#current()?.lostTo;
    if (lostTo === undefined || lostTo === null) return;
    if (!this.#isHolder) await this.#takeFromTab();
    if (lostTo === 'device') this.#takeCurrent({ kind: 'takeOver' });
    this.#announce();
  }

  /** Removes a row that is over from the page, so that the next can start. */
  dismiss(): void {
    const life = this.#current();
    if (life === undefined || isInProgress(this.#shown)) return;
    if (life.isEndedElsewhere) this.#takeCurrent({ kind: 'finish' });
    this.#currentKey = null;
    this.#show();
  }

  /** Sends a refused row with all its strokes to another session. */
  async save(place: RowPlace): Promise<void> {
    const life = this.#current();
    if (life === undefined) return;
    const strokes = await this.#strokesOf(life);
    const id = newActivityId(life.begunAtMs);
    this.#takeCurrent({ kind: 'moved', id, place, strokes });
  }

  /** Another device of the athlete has taken a row. */
  ownerChanged({ activity, owner }: { activity: string; owner: string }): void {
    const key = this.#keyOf(activity);
    if (key === null || owner === this.#owner) return;
    this.#take(key, { kind: 'takenElsewhere', by: 'device' });
  }

  /** Activities of the row's session have changed. */
  activitiesChanged({ activities, discarded }: Pick<ActivityChanged, 'activities' | 'discarded'>): void {
    for (const activity of activities) {
      const known = this.#lives.get(this.#keyOf(activity._id) ?? '');
      const isOwn = activity.user._id === this.#options.userId;
      if (isOwn && !activity.isCompleted && (known === undefined || isOver(known))) void this.look();
      const key = activity.isCompleted ? (known?.key ?? null) : null;
      if (key === null || this.#lives.get(key)?.stage !== 'rowing') continue;
      this.#activities.set(activity._id, activity);
      this.#take(key, { kind: 'endedElsewhere' });
    }
    for (const id of discarded) {
      const key = this.#keyOf(id);
      if (key !== null) this.#take(key, { kind: 'endedElsewhere' });
    }
  }

  /** Asks the server which activity is in progress: another page may have begun, taken, completed or discarded it. */
  async look(): Promise<void> {
    await this.#ready;
    if (this.#isLooking) return;
    this.#isLooking = true;
    const before = beforeLook([...this.#lives.values()], this.#current());
    try {
      const activity = await this.#options.requests.inProgress();
      this.#lookAtMs = this.#monotonicMs() + lookEveryMs;
      this.#hasLookFailed = false;
      this.#seen(activity, before);
    } catch {
      // Asked again soon; the page shows elsewhere that the server is away.
      this.#lookAtMs = this.#monotonicMs() + lookAgainMs;
      this.#hasLookFailed = true;
    } finally {
      this.#isLooking = false;
    }
  }

  #seen(activity: OwnActivity | null, before: BeforeLook): void {
    const current = this.#current();
    const known = activity === null ? undefined : this.#lives.get(this.#keyOf(activity._id) ?? '');
    if (activity !== null && known !== undefined) this.#activities.set(activity._id, activity);
    const isBusy = isInProgress(this.#shown);
    const verdict = verdictOf({ activity, current, known, before, owner: this.#owner, isBusy });
    if (verdict.input !== null) this.#takeCurrent(verdict.input);
    if (activity !== null && verdict.isResumed) {
      if (known !== undefined) this.#lives.delete(known.key);
      this.#resume(activity);
    } else this.#show();
  }

  /** Takes up an activity that this tab has nothing of. */
  #resume(activity: OwnActivity): void {
    this.#activities.set(activity._id, activity);
    this.#currentKey = activity._id;
    this.#take(activity._id, {
      kind: 'resumed',
      activity: { id: activity._id, owner: activity.owner, isCompleted: false },
      place: placeOf(activity),
      begunAtMs: Date.parse(activity.createdAt),
      owner: this.#owner,
      isSimulated: activity.isSimulated,
      timeZone: (this.#options.timeZone ?? viewerTimeZone)(),
    });
    const isOfThisDevice = this.#current()?.lostTo === null;
    if (!this.#isHolder && isOfThisDevice) this.#takeCurrent({ kind: 'takenElsewhere', by: 'tab' });
  }

  async #load(): Promise<void> {
    try {
      this.#owner = await this.#options.journal.deviceId();
    } catch (error) {
      this.#queue.failed(error);
    }
    if (this.#timer === null) return;
    await new Promise<void>((resolve) => {
      const { userId, locks } = this.#options;
      this.#channel = this.#options.openChannel();
      if (this.#channel !== null) this.#channel.onmessage = () => void this.#peek();
      const onChange = (isHeld: boolean) => void this.#holderChanged(isHeld).then(resolve);
      this.#lock = createTabLock(`boathouse.row.${userId}`, { onChange, locks });
      // Another tab has the lock: this one watches.
      if (!this.#isHolder) setTimeout(() => void this.#peek().then(resolve), lockWithinMs);
    });
    void this.look();
  }

  async #holderChanged(isHeld: boolean): Promise<void> {
    this.#isHolder = isHeld;
    if (!isHeld) {
      for (const [key, life] of this.#lives) {
        if (isUnderWay(life)) this.#take(key, { kind: 'takenElsewhere', by: 'tab' });
        else this.#lives.delete(key);
      }
      this.#show();
      return;
    }
    let rows: JournalRow[] = [];
    try {
      rows = await this.#options.journal.claim();
    } catch (error) {
      this.#queue.failed(error);
      return;
    }
    for (const { kept, strokes } of rows) {
      const isWaiting = this.#isEarlierUnsettled(null);
      this.#take(kept.key, { kind: 'restored', kept, strokes, owner: this.#owner, isWaiting });
      const life = this.#lives.get(kept.key);
      if (life !== undefined && (isUnderWay(life) || life.refusal !== null)) this.#currentKey = kept.key;
    }
    const current = this.#current();
    if (current?.lostTo === 'tab' && !rows.some(({ kept }) => kept.key === current.key)) {
      // The other tab had finished it, or this device has nothing of it.
      this.#lives.delete(current.key);
      this.#currentKey = null;
      void this.look();
    }
    this.#show();
  }

  /** Shows the row that another tab runs. */
  async #peek(): Promise<void> {
    if (this.#isHolder) return;
    let rows: JournalRow[] = [];
    try {
      rows = await this.#options.journal.peek();
    } catch (error) {
      this.#queue.failed(error);
    }
    if (this.#isHolder) return;
    const row = rows.findLast(({ kept }) => kept.stage === 'rowing' || kept.stage === 'completing');
    const current = this.#current();
    if (row !== undefined) {
      const kept = { ...row.kept, lostTo: row.kept.lostTo ?? ('tab' as const) };
      this.#currentKey = kept.key;
      this.#take(kept.key, { kind: 'restored', kept, strokes: [], owner: this.#owner, isWaiting: true });
    } else if (current?.lostTo === 'tab') {
      this.#lives.delete(current.key);
      this.#currentKey = null;
      this.#show();
    }
  }

  /** Takes the rows from the tab that runs them, and waits until they are loaded. */
  #takeFromTab(): Promise<void> {
    this.#lock?.steal();
    return new Promise((resolve) => {
      const check = setInterval(() => {
        if (!this.#isHolder) return;
        clearInterval(check);
        void this.#queue.idle().then(resolve);
      }, 20);
    });
  }

  #announce(): void {
    void this.#queue.idle().then(() => this.#channel?.postMessage('changed'));
  }

  #tick(): void {
    for (const key of this.#lives.keys()) {
      this.#take(key, { kind: 'tick', isWaiting: this.#isEarlierUnsettled(key) });
    }
    const life = this.#current();
    const isWatching = life === undefined ? this.#hasLookFailed : life.lostTo !== null;
    if (isWatching && this.#monotonicMs() >= this.#lookAtMs) void this.look();
  }

  #isEarlierUnsettled(key: string | null): boolean {
    for (const [other, life] of this.#lives) {
      if (other === key) return false;
      if (!isSettled(life)) return true;
    }
    return false;
  }

  #current(): Life | undefined {
    return this.#currentKey === null ? undefined : this.#lives.get(this.#currentKey);
  }

  #keyOf(activityId: string): string | null {
    return [...this.#lives.values()].find(({ id }) => id === activityId)?.key ?? null;
  }

  #at(): At {
    return { wallMs: this.#nowMs(), monoMs: this.#monotonicMs() };
  }

  #takeCurrent(input: Input): void {
    if (this.#currentKey !== null) this.#take(this.#currentKey, input);
  }

  #take(key: string, input: Input): void {
    const before = this.#lives.get(key) ?? null;
    const { life, effects } = step(before, input, this.#at());
    if (life === before && effects.length === 0) return;
    if (life === null) this.#lives.delete(key);
    else this.#lives.set(key, life);
    const known = life ?? before;
    this.#queue.run(key, effects, () => this.#perform(effects, known, key, life));
    this.#wakeFor(life);
  }

  #perform(effects: readonly Effect[], known: Life | null, key: string, life: Life | null): void {
    for (const effect of effects) {
      if (effect.kind === 'tell') this.#options.tell(effect.message);
      if (effect.kind === 'send' && known !== null) void this.#send(known, effect);
      if (effect.kind === 'sample' && known !== null) {
        const sample = sampleOf(effect.progress, known);
        this.#options.sendSample(known.place.sessionId, effect.id, sample);
      }
    }
    if (life === null && known !== null) {
      this.#options.onDiscard(known.place.sessionId, known.id);
      this.#announce();
    }
    if (key !== this.#currentKey) return;
    const isShownOver = life === null || life.stage === 'discarding';
    if (isShownOver) this.#currentKey = null;
    this.#show();
  }

  async #send(life: Life, { number, request }: Extract<Effect, { kind: 'send' }>): Promise<void> {
    const { key } = life;
    try {
      const { answer, activity } = await this.#options.requests.send(request, life);
      if (activity !== null) {
        this.#activities.set(activity._id, activity);
        if (request.kind !== 'patch') this.#options.onChange(activity);
      }
      this.#take(key, { kind: 'answered', number, request, answer });
      if (request.kind !== 'append' && request.kind !== 'patch') this.#announce();
    } catch (error) {
      const refusal = refusalOf(error);
      this.#take(key, { kind: 'refused', number, refusal });
      if (refusal.class === 'bad') console.warn('The server refused a request of the row', error);
    }
  }

  async #strokesOf(life: Life): Promise<JournalStroke[]> {
    await this.#queue.idle();
    try {
      return await this.#options.journal.strokesOf(life.key);
    } catch (error) {
      this.#queue.failed(error);
      return life.unsent;
    }
  }

  /** Samples are due between two ticks. */
  #wakeFor(life: Life | null): void {
    const wakeMs = life === null ? null : wakeAtMs(life);
    if (wakeMs === null || this.#wake !== null || life?.key !== this.#currentKey) return;
    this.#wake = setTimeout(
      () => {
        this.#wake = null;
        this.#takeCurrent({ kind: 'tick', isWaiting: this.#isEarlierUnsettled(this.#currentKey) });
      },
      Math.max(0, wakeMs - this.#monotonicMs()),
    );
  }

  #show(): void {
    // What the server refuses is offered once nothing else is shown.
    this.#currentKey ??= [...this.#lives.values()].find(({ refusal }) => refusal !== null)?.key ?? null;
    const life = this.#current();
    this.#shown =
      life === undefined
        ? null
        : snapshotOf(life, this.#activities.get(life.id) ?? null, this.#queue.problem);
    for (const listener of this.#listeners) listener();
  }
}

/** A free lock is granted at once; after this time another tab has it. */
const lockWithinMs = 200;
