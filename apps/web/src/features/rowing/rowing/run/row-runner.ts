import type { OwnActivity } from '@boathouse/contract/activities';
import type { ActivityChanged } from '@boathouse/contract/live';
import {
  step,
  stepWatched,
  wakeAtMs,
  type Effect,
  type Input,
  type Life,
  type RowPlace,
} from '@boathouse/row/life/life';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { Alarm } from './alarm.ts';
import { attempt, JournalQueue } from './journal-queue.ts';
import type { JournalRows } from './journal-records.ts';
import { Leftovers } from './leftovers.ts';
import { Moves } from './moves.ts';
import { beforeLook, changesOf, resumedOf, verdictOf, type BeforeLook } from './row-look.ts';
import { isEarlierUnsettled, keyOfActivity } from '@boathouse/row/life/begin/lives';
import { sampleOf } from './row-mapping.ts';
import { outcomeOf } from './row-requests.ts';
import type { RowRunnerOptions } from './row-runner-options.ts';
import { isInProgress, isNextPossible, isOnTheWater, isUnderWay, type RowSnapshot } from './row-snapshot.ts';
import { BegunRows } from '@boathouse/row/life/begin/begun-rows';
import { Looks } from './looks.ts';
import { isBusy, isHeld, isOnOtherDevice } from '@boathouse/row/life/begin/watcher';
import { OtherDevices } from './other-devices.ts';
import { RowTabs } from './tab-lock.ts';
import { ShownRows } from './shown-rows.ts';
import { dropWatched, restoreRows, watchedOf } from './taken-up-rows.ts';

const tickMs = 500;
/**
 * Runs the rows of one user in this browser: performs the effects of their lives in order, with the journal before
 * everything else. The current row is the displayed one; earlier ones only send their remaining data. One tab runs
 * them; another tab watches, and takes over on request or when that tab is closed.
 */
export class RowRunner {
  readonly #options: RowRunnerOptions;
  readonly #nowMs: () => number;
  readonly #monotonicMs: () => number;
  /** Oldest first, by key. */
  readonly #lives = new Map<string, Life>();
  #currentKey: string | null = null;
  readonly #shown = new ShownRows();
  readonly #begun: BegunRows;
  #owner = uuidv4();
  readonly #tabs: RowTabs;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #alarm: Alarm;
  readonly #queue: JournalQueue;
  #ready: Promise<void> = Promise.resolve();
  readonly leftovers: Leftovers;
  readonly #moves: Moves;
  readonly #looks = new Looks(() => this.#monotonicMs());
  readonly #others = new OtherDevices(() => this.#monotonicMs());

  constructor(options: RowRunnerOptions) {
    this.#options = options;
    this.#tabs = new RowTabs({
      userId: options.userId,
      locks: options.locks,
      openChannel: () => options.openChannel(),
      onHolder: (isHolder) => this.#holderChanged(isHolder),
      onOther: () => this.#peek(),
      onHeard: () => this.#begun.heardInTab(),
      monotonicMs: () => this.#monotonicMs(),
    });
    this.#begun = new BegunRows({
      lives: this.#lives,
      current: () => this.#current(),
      setCurrent: (key) => (this.#currentKey = key),
      take: (key, input) => this.#take(key, input),
      ready: () => this.#ready.then(() => this.#takeFromTab()),
      changed: () => {
        this.#show();
        this.#announce();
      },
      tell: (message) => attempt(() => options.tell(message)),
      owner: () => this.#owner,
      timeZone: () => this.#timeZone(),
      nowMs: () => this.#nowMs(),
      monotonicMs: () => this.#monotonicMs(),
      newId: (atMs) => uuidv7({ msecs: atMs }),
    });
    this.#queue = new JournalQueue({
      journal: options.journal,
      onAnotherWriter: (key) => this.#take(key, { kind: 'takenElsewhere', by: 'tab' }),
      onLateRows: (claimed) => this.#restore(claimed, true),
      onDevice: (id) => (this.#owner = id),
      onHealed: () => this.#show(),
      monotonicMs: () => this.#monotonicMs(),
    });
    this.leftovers = new Leftovers({
      lives: this.#lives,
      take: (key, input) => this.#take(key, input),
      forget: (key) => this.#remove(key),
    });
    this.#moves = new Moves({
      lives: this.#lives,
      queue: this.#queue,
      take: (key, input) => this.#take(key, input),
    });
    this.#nowMs = options.nowMs ?? (() => Date.now());
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#alarm = new Alarm(this.#monotonicMs, () =>
      this.#takeCurrent({ kind: 'tick', isWaiting: isEarlierUnsettled(this.#lives, this.#currentKey) }),
    );
  }

  readonly getSnapshot = (): RowSnapshot | null => this.#shown.row;

  /** The newest row that began without a place, until the athlete keeps or discards it. */
  readonly getHeld = (): RowSnapshot | null => this.#shown.held;

  readonly subscribe = this.#shown.subscribe;

  /** Starts the clock, and takes up the row that this device has stored. `stop` ends it. */
  start(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#ready = this.#load();
  }

  stop(): void {
    this.keep();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#alarm.set(null);
    this.#timer = null;
    this.#tabs.close();
  }

  /** Stores the rows now, because the page is being closed. */
  keep(): void {
    for (const key of this.#lives.keys()) this.#take(key, { kind: 'closing' });
    void this.#queue.heal();
  }

  /** Resolves when the rows of this device are loaded. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * Starts an item, even without the server, with the part of the monitor's workout that is already rowed. Rejects
   * while another row is in progress, which continues.
   */
  async begin(place: RowPlace, isSimulated: boolean): Promise<void> {
    await this.#ready;
    const shown = this.#shown.row;
    if (isInProgress(shown) && !isNextPossible(shown))
      throw new Error('Finish your workout in progress first');
    await this.#takeFromTab();
    this.#begun.press(place, isSimulated);
  }

  /** Sets the item that the next first stroke begins; null if that row belongs to none. */
  expect(place: RowPlace | null): void {
    this.#begun.expect(place);
  }

  /** Sets the session whose page is open. */
  readonly visit = (sessionId: string | null) => this.#begun.visit(sessionId);

  follow(record: RowRecord): void {
    this.#begun.follow(record);
    this.#tabs.tellHeard();
  }

  noteErg(isSimulated: boolean): void {
    this.#begun.noteErg(isSimulated);
  }

  /** Gives a place to the row that began without one. */
  keepHeld(place: RowPlace): void {
    this.#begun.keepHeld(place);
  }

  discardHeld(): void {
    this.#begun.discardHeld();
    // While the athlete rows without a place, the server's activity in progress is not taken up.
    void this.look();
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
    const lostTo = this.#current()?.kept.lostTo ?? null;
    if (lostTo === null) return;
    await this.#takeFromTab();
    if (lostTo === 'device') this.#takeCurrent({ kind: 'takeOver' });
    this.#announce();
  }

  /** Removes an ended row from the page, so that the next can start. */
  dismiss(): void {
    const life = this.#current();
    if (life === undefined || isInProgress(this.#shown.row)) return;
    if (life.kept.isEndedElsewhere) this.#takeCurrent({ kind: 'finish' });
    this.#currentKey = null;
    this.#show();
  }

  /** Sends a refused row with all its strokes to another session. */
  async save(place: RowPlace): Promise<void> {
    await this.#takeFromTab();
    const life = this.#current();
    if (life) await this.#moves.move(life, place);
  }

  /** Keeps the rows of a session that is discarded before the server has it. Rejects while one is in progress. */
  async leaveSession(sessionId: string): Promise<void> {
    await this.#ready;
    const { row } = this.#shown;
    if ((row?.sessionId === sessionId && isOnTheWater(row)) || row?.lostTo === 'tab')
      throw new Error('Finish your workout in progress first');
    await this.#takeFromTab();
    await this.#moves.leave(sessionId);
  }

  /** Another device of the athlete has taken a row. */
  ownerChanged({ activity, owner }: { activity: string; owner: string }): void {
    const key = keyOfActivity(this.#lives, activity);
    const isMine = owner === this.#owner || owner === this.#lives.get(key ?? '')?.run.owner;
    if (key !== null && !isMine) this.#take(key, { kind: 'takenElsewhere', by: 'device' });
  }

  /** Activities of the row's session have changed. */
  activitiesChanged(changes: Pick<ActivityChanged, 'activities' | 'discarded'>): void {
    const { mayHaveBegun, ended } = changesOf([...this.#lives.values()], changes, this.#options.userId);
    if (mayHaveBegun) void this.look();
    for (const { key, activity } of ended) {
      this.#shown.note(activity);
      this.#take(key, { kind: 'endedElsewhere' });
    }
  }

  /** Asks the server which activity is in progress: another page may have begun, taken, completed or discarded it. */
  async look(): Promise<void> {
    await this.#ready;
    await this.#looks.run(async () => {
      const before = beforeLook([...this.#lives.values()], this.#current());
      this.#seen(await this.#options.requests.inProgress(), before);
    });
  }

  #seen(activity: OwnActivity | null, before: BeforeLook): void {
    this.#shown.note(activity);
    const [lives, current, owner] = [this.#lives, this.#current(), this.#owner];
    const look = { activity, lives, current, before, owner, isBusy: isInProgress(this.#shown.row) };
    const { shown, inputs, resumed } = verdictOf(look);
    if (shown !== null) this.#currentKey = shown;
    for (const [key, input] of inputs) this.#take(key, input);
    if (activity !== null) this.#heardElsewhere(activity);
    if (resumed === null) return this.#show();
    if (resumed.instead !== null) this.#lives.delete(resumed.instead);
    this.#resume(resumed.activity, resumed.isBeside);
  }

  #heardElsewhere(activity: OwnActivity): void {
    const key = keyOfActivity(this.#lives, activity._id);
    if (key !== null) this.#take(key, this.#others.heard(activity));
  }

  /** Takes up an activity that this tab has no data of. */
  #resume(activity: OwnActivity, isBeside: boolean): void {
    // The device may still have a row with the activity's id, with its own strokes.
    const key = this.#queue.isClaimed ? activity._id : uuidv4();
    if (!isBeside) this.#currentKey = key;
    this.#take(key, { ...resumedOf(activity), key, owner: this.#owner, timeZone: this.#timeZone() });
    this.#heardElsewhere(activity);
  }

  async #load(): Promise<void> {
    this.#owner = await this.#queue.deviceId(this.#owner);
    if (this.#timer === null) return;
    await this.#tabs.open();
    void this.look();
  }

  async #holderChanged(isHolder: boolean): Promise<void> {
    if (!isHolder) {
      this.#queue.release();
      for (const [key, life] of this.#lives) {
        if (isUnderWay(life) && !isHeld(life)) this.#take(key, { kind: 'takenElsewhere', by: 'tab' });
        else this.#lives.delete(key);
      }
      this.leftovers.salvage([], this.#owner);
      this.#show();
      return;
    }
    const claimed = await this.#queue.claim();
    if (!this.#queue.isWriter) return;
    const shown = this.#current();
    dropWatched(this.#lives, shown, claimed);
    if (claimed !== null) this.#restore(claimed, false);
    if (shown === undefined || this.#current() !== undefined) return;
    this.#currentKey = keyOfActivity(this.#lives, shown.kept.id);
    this.#show();
    void this.look();
  }

  /** Takes up the stored rows; `isLate`: after the page has taken up the server's activity, or begun a row. */
  #restore({ rows, unreadable }: JournalRows, isLate: boolean): void {
    const given = { lives: this.#lives, owner: this.#owner, shownKey: this.#currentKey };
    this.#currentKey = restoreRows(rows, isLate, given, (key, input) => this.#take(key, input));
    // The row that the server assigns to another device may belong to this one, whose id was unknown.
    if (isLate) void this.look();
    const current = this.#current();
    if (current?.kept.lostTo === 'tab' && !rows.some(({ kept }) => kept.key === current.kept.key)) {
      // The other tab had finished it, or this device has none of its data.
      this.#lives.delete(current.kept.key);
      this.#currentKey = null;
      void this.look();
    }
    this.leftovers.salvage(unreadable, this.#owner);
    this.#begun.settleAside();
    this.#show();
  }

  /** Shows the row that another tab runs. */
  async #peek(): Promise<void> {
    if (this.#tabs.isHolder) return;
    const { rows } = (await this.#queue.peek()) ?? { rows: [] };
    if (this.#tabs.isHolder) return;
    const kept = watchedOf(rows);
    const current = this.#current();
    if (kept !== undefined) {
      this.#currentKey = kept.key;
      this.#take(kept.key, { kind: 'restored', kept, strokes: [], owner: this.#owner, isWaiting: true });
    } else if (current?.kept.lostTo === 'tab') {
      this.#lives.delete(current.kept.key);
      this.#currentKey = null;
      this.#show();
    }
  }

  /** Takes the rows from the tab that runs them, and waits until they are loaded. */
  async #takeFromTab(): Promise<void> {
    const isHolder = this.#tabs.isHolder;
    await this.#tabs.take();
    if (!isHolder) await this.#queue.idle();
  }

  #timeZone(): string {
    return (this.#options.timeZone ?? viewerTimeZone)();
  }

  #announce(): void {
    void this.#queue.idle().then(() => this.#tabs.announce());
  }

  #tick(): void {
    this.#queue.tick();
    attempt(() => this.#begun.tick());
    for (const key of this.#lives.keys()) {
      attempt(() => this.#take(key, { kind: 'tick', isWaiting: isEarlierUnsettled(this.#lives, key) }));
    }
    const life = this.#current();
    const isWatching = life === undefined ? this.#looks.hasFailed : life.kept.lostTo !== null;
    const isAside = () => isBusy(life) || [...this.#lives.values()].some(isOnOtherDevice);
    if ((isWatching || isAside()) && this.#looks.isDue) void this.look();
  }

  #current(): Life | undefined {
    return this.#currentKey === null ? undefined : this.#lives.get(this.#currentKey);
  }

  /** Removes a row that this page can't read; the server may have its activity in progress. */
  #remove(key: string): void {
    this.#lives.delete(key);
    this.#queue.run(key, [{ kind: 'forget' }], () => this.#show());
    void this.look();
  }

  #takeCurrent(input: Input): void {
    if (this.#currentKey !== null) this.#take(this.#currentKey, input);
  }

  #take(key: string, input: Input): void {
    const before = this.#lives.get(key) ?? null;
    const at = { wallMs: this.#nowMs(), monoMs: this.#monotonicMs() };
    const { life, effects } = (this.#queue.isWriter ? step : stepWatched)(before, input, at);
    if (life === before && effects.length === 0) return;
    if (life === null) this.#lives.delete(key);
    else this.#lives.set(key, life);
    const known = life ?? before;
    const next = effects.find((effect) => effect.kind === 'next')?.progress ?? null;
    this.#queue.run(key, this.leftovers.withoutForget(key, effects), (left) =>
      this.#perform(left, known, key, life),
    );
    // Samples are due between two ticks, and each record may bring one forward.
    if (key === this.#currentKey) this.#alarm.set(life === null ? null : wakeAtMs(life));
    this.#begun.stepped(before, life, input, next);
  }

  #perform(effects: readonly Effect[], known: Life | null, key: string, life: Life | null): void {
    for (const effect of effects) {
      if (effect.kind === 'tell') attempt(() => this.#options.tell(effect.message));
      if (effect.kind === 'send' && known !== null) void this.#send(known, effect);
      if (effect.kind === 'sample' && known !== null) {
        const { isSimulated, place } = known.kept;
        // Without a session it has no room: the server gets its values from the requests.
        if (place.sessionId === null) continue;
        const { sessionId } = place;
        const sample = sampleOf(effect.progress, { isSimulated, place, unsent: known.run.unsent });
        attempt(() => this.#options.sendSample(sessionId, effect.id, sample));
      }
    }
    if (life === null && known !== null && !isHeld(known)) {
      attempt(() => this.#options.onDiscard(known.kept.place.sessionId, known.kept.id));
      this.#announce();
    }
    if (key !== this.#currentKey && !(known !== null && isHeld(known))) {
      if (this.leftovers.update()) this.#shown.notify();
      return;
    }
    const isOver = life === null || life.kept.stage === 'discarding';
    if (isOver && key === this.#currentKey) this.#currentKey = null;
    this.#show();
  }

  async #send(life: Life, effect: Extract<Effect, { kind: 'send' }>): Promise<void> {
    const { kind } = effect.request;
    const { input, activity } = await outcomeOf(this.#options.requests, life, effect);
    this.#shown.note(activity);
    if (activity !== null && kind !== 'patch') attempt(() => this.#options.onChange(activity));
    attempt(() => this.#take(life.kept.key, input));
    if (input.kind === 'answered' && kind !== 'append' && kind !== 'patch') this.#announce();
  }

  #show(): void {
    // A refused row is offered once nothing else is shown.
    this.#currentKey ??= this.leftovers.refusedRow();
    this.#shown.show(this.#current(), this.#begun.held, this.#queue.problem);
    this.leftovers.update();
    this.#shown.notify();
  }
}
