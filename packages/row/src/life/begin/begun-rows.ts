import { isHeldForOwn, isNothingRowed, type Input, type Life, type RowPlace } from '../life.ts';
import type { RowProgress, RowRecord } from '../../reduce/progress.ts';
import { Aside } from './aside.ts';
import { isEarlierUnsettled } from './lives.ts';
import {
  heldOf,
  isElsewhere,
  isHeld,
  isLeftByItsDevice,
  isOnOtherDevice,
  isTaking,
  isUnderWayHere,
  isWaitingToBegin,
  mayBeOf,
  newestHeldOf,
  noPlace,
  takingOf,
  Watcher,
} from './watcher.ts';

/** The parts of the page's runner that this class uses. */
type Runner = {
  lives: Map<string, Life>;
  current(): Life | undefined;
  /** Makes a row the displayed one. */
  setCurrent(key: string): void;
  take(key: string, input: Input): void;
  /** Resolves when this tab runs the rows of its device; null on a page that always runs them. */
  ready: (() => Promise<void>) | null;
  /** Notifies this page and the other tabs. */
  changed(): void;
  /** Shows a message to the athlete. */
  tell(message: string): void;
  owner(): string;
  timeZone(): string;
  nowMs(): number;
  monotonicMs(): number;
  /** Makes the id of an activity that began at a time. */
  newId(atMs: number): string;
};

/**
 * A tab reports that it receives its monitor's records more often than this, unless it is frozen or has lost its
 * monitor.
 */
const tabSilentMs = 2_500;

/** How rows begin: with Start, with the first stroke, or with the first stroke after a workout left on the monitor. */
export class BegunRows {
  readonly #runner: Runner;
  readonly #watcher = new Watcher();
  #aside: Aside | null = null;
  /** When another tab last reported that it runs the rows and receives its monitor's records. */
  #tabHeardAtMs = Number.NEGATIVE_INFINITY;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The row that waits for a place. */
  get held(): Life | undefined {
    return newestHeldOf(this.#runner.lives);
  }

  expect(place: RowPlace | null): void {
    this.#watcher.expected = place;
  }

  /** Sets the session whose page is open. */
  visit(sessionId: string | null): void {
    this.#watcher.page = sessionId;
  }

  noteErg(isSimulated: boolean): void {
    this.#watcher.isSimulated = isSimulated;
    for (const life of [this.#runner.current(), heldOf(this.#runner.lives)]) {
      if (life !== undefined) this.#runner.take(life.kept.key, { kind: 'erg', isSimulated });
    }
  }

  follow(record: RowRecord): void {
    const { current, nowMs } = this.#runner;
    this.settleAside();
    const shown = current();
    if (shown !== undefined && isElsewhere(shown)) this.#asideOf(shown).note(record, nowMs());
    this.#give(record, nowMs(), null);
  }

  /** Gives a record to its row, unless that row has `butKey`, or begins a row with it. */
  #give(record: RowRecord, atMs: number, butKey: string | null): void {
    const { current, take, monotonicMs } = this.#runner;
    const input = { kind: 'record', record, heardAtMs: atMs } as const;
    const shown = current();
    const taking = this.#taking(butKey);
    if (taking !== undefined) take(taking.kept.key, input);
    // The rest of the summary.
    const ended = new Set([shown, this.held]);
    for (const life of ended) {
      if (life === undefined || life.kept.key === taking?.kept.key || isTaking(life)) continue;
      if (!life.run.isLeaving) take(life.kept.key, input);
    }
    if (this.#taking(butKey) !== undefined || !this.#watcher.follow(record, atMs)) return;
    const besideMs = current()?.kept.lostTo === 'tab' ? (this.#aside?.sinceMs ?? null) : null;
    // The tab that runs the rows receives a monitor's records; it can be the same monitor.
    const isTabHeard = monotonicMs() - Math.max(this.#tabHeardAtMs, besideMs ?? -Infinity) < tabSilentMs;
    if (!isTabHeard) this.#beginByStroke();
  }

  #taking(butKey: string | null): Life | undefined {
    const { lives, current } = this.#runner;
    return takingOf(
      butKey === null ? lives : new Map([...lives].filter(([key]) => key !== butKey)),
      current(),
    );
  }

  /** Another tab reports that it runs the rows of this device and receives records of a monitor. */
  heardInTab(): void {
    this.#tabHeardAtMs = this.#runner.monotonicMs();
    if (this.#isTaken()) return;
    this.#aside?.forget();
    this.#watcher.take();
  }

  #asideOf(shown: Life): Aside {
    if (this.#aside?.of === shown.kept.id) return this.#aside;
    const heldKey = heldOf(this.#runner.lives)?.kept.key ?? null;
    this.#aside = new Aside(shown.kept.id, heldKey, this.#runner.monotonicMs());
    return this.#aside;
  }

  /**
   * Gives the monitor's earlier records to the row that this page now runs. The row gets each record once, as if this
   * page had run it from the first one on.
   */
  settleAside(): void {
    const { lives, current, take } = this.#runner;
    const [aside, life] = [this.#aside, current()];
    if (aside === null || (life !== undefined && isElsewhere(life) && life.kept.id === aside.of)) return;
    this.#aside = null;
    const taking = this.#taking(null);
    // The row has ended: the records belong to the next one.
    if (taking === undefined && this.#watcher.hasBegun) this.#beginByStroke();
    if (taking === undefined || life === undefined || life.kept.id !== aside.of) return;
    // The same if the tab that had the row has begun the next one.
    if (!isTaking(life) && taking.kept.key !== aside.heldKey) this.#giveAll(aside, taking, null);
    if (!isTaking(life)) return;
    const held = aside.heldKey === null ? undefined : lives.get(aside.heldKey);
    const isKept = held !== undefined && isHeld(held);
    // The athlete has kept or ended it since, or it belongs to another workout: it stays a separate row.
    if (aside.heldKey !== null && !(isKept && isTaking(held) && mayBeOf(life, held.kept.progress))) return;
    if (!this.#giveAll(aside, life, aside.heldKey)) return;
    if (held !== undefined) take(held.kept.key, { kind: 'discard' });
  }

  /** Gives a row the records received beside it, unless the row has `butKey`. Returns false if some are missing. */
  #giveAll(aside: Aside, { kept: { progress } }: Life, butKey: string | null): boolean {
    const heard = aside.newerThan(progress);
    if (heard === null) return false;
    // The watcher forgets them: if they belong to another workout of the monitor, they begin the next row.
    this.#watcher.take();
    for (const { record, atMs } of heard) this.#give(record, atMs, butKey);
    return true;
  }

  /**
   * Turns rows of more than a minute that no one has assigned into the athlete's own rows. Ends another device's silent
   * row if a row of this device waits for it.
   */
  tick(): void {
    this.settleAside();
    const at = { wallMs: this.#runner.nowMs(), monoMs: this.#runner.monotonicMs() };
    for (const life of this.#runner.lives.values()) {
      if (!isHeld(life) || !isHeldForOwn(life, at)) continue;
      const { key } = life.kept;
      if (isTaking(life)) this.#runner.take(key, { kind: 'finish' });
      const { beside } = life.kept.place;
      this.#place(this.#runner.lives.get(key) ?? life, { ...ownPlace, beside });
      this.#runner.tell(keptMessage(life));
    }
    this.#leaveSilent();
  }

  /** Ends a row that another device has left, if a row of this device waits for it. */
  #leaveSilent(): void {
    const rows = [...this.#runner.lives.values()];
    if (!rows.some(isWaitingToBegin)) return;
    for (const life of rows) this.#leaveIfSilent(life);
  }

  #leaveIfSilent(life: Life | undefined): void {
    if (life === undefined || !isOnOtherDevice(life)) return;
    if (isLeftByItsDevice(life)) this.#runner.take(life.kept.key, { kind: 'leave' });
  }

  /** Begins an item with the part of the monitor's workout that is already rowed. */
  press(place: RowPlace, isSimulated: boolean): void {
    const held = heldOf(this.#runner.lives);
    if (held !== undefined && isUnderWayHere(held)) return this.#place(held, place);
    if (held !== undefined) this.#runner.take(held.kept.key, { kind: 'finish' });
    this.#leaveShown();
    this.#start(place, isSimulated, this.#watcher.take());
  }

  keepHeld(place: RowPlace): void {
    const life = this.held;
    if (life === undefined) return;
    // The workout was left on the monitor. Otherwise it may continue, even if this page has not received the monitor's
    // records since it was loaded.
    const isLeft = isTaking(life) && life.kept.progress.phase === 'waiting';
    if (isLeft) this.#runner.take(life.kept.key, { kind: 'finish' });
    this.#place(this.#runner.lives.get(life.kept.key) ?? life, place);
  }

  discardHeld(): void {
    const life = this.held;
    if (life !== undefined) this.#runner.take(life.kept.key, { kind: 'discard' });
  }

  /**
   * A row has handled an input. `next` is the monitor's workout that its athlete has begun after leaving the previous
   * one.
   */
  stepped(before: Life | null, after: Life | null, input: Input, next: RowProgress | null): void {
    if (after !== null && next !== null) {
      // The next row had begun before this one turned out to be another workout of the monitor: offer it. Its first
      // records belong to the previous workout.
      if (isHeld(after)) this.#aside = null;
      const isSuperseded = !isHeld(after) && this.#runner.current()?.kept.key !== after.kept.key;
      const place = isSuperseded ? null : this.#watcher.placeAfter(after, next);
      return this.#start(place, after.kept.isSimulated, next);
    }
    if (input.kind === 'takeOver') this.settleAside();
    if (before === null || !isTaking(before) || (after !== null && isTaking(after))) return;
    this.#watcher.rowEnded(before, after, input.kind === 'finish' || input.kind === 'discard');
  }

  #isTaken(): boolean {
    return takingOf(this.#runner.lives, this.#runner.current()) !== undefined;
  }

  /** Starts a row with the first stroke: a row of the expected item, otherwise a row without a place. */
  #beginByStroke(): void {
    const { ready } = this.#runner;
    if (ready === null) return this.#beginNow();
    this.#watcher.isFirstAfter(ready).then(
      (isFirst) => {
        if (isFirst) this.#beginNow();
      },
      // The watcher keeps following the monitor, and a later stroke tries again.
      (error: unknown) => this.#runner.tell(error instanceof Error ? error.message : String(error)),
    );
  }

  #beginNow(): void {
    // The athlete has begun it since, or this tab took it from the tab that ran it.
    if (this.#isTaken()) return this.settleAside();
    const { expected, isSimulated, heard } = this.#watcher;
    const shown = this.#runner.current();
    const isOther = shown !== undefined && isOnOtherDevice(shown) && mayBeOf(shown, heard);
    if (isOther && this.#asideOf(shown).isFirstMeters(heard.distanceM)) return;
    const progress = this.#watcher.take();
    if (progress === undefined) return;
    const place = shown?.kept.refusal == null && !isOther ? expected : null;
    if (place !== null) this.#leaveShown();
    this.#start(place, isSimulated, progress);
  }

  /** Ends the displayed row, which its device has left, because another workout replaces it. */
  #leaveShown(): void {
    const shown = this.#runner.current();
    if (shown === undefined || shown.kept.stage !== 'rowing') return;
    const { key, lostTo, begin } = shown.kept;
    if (lostTo === 'device' && isLeftByItsDevice(shown)) this.#runner.take(key, { kind: 'leave' });
    if (lostTo !== null) return;
    const isNothing = isNothingRowed(shown) && begin === 'unsent';
    this.#runner.take(key, { kind: isNothing ? 'discard' : 'leave' });
  }

  #start(place: RowPlace | null, isSimulated: boolean, progress: RowProgress | undefined): void {
    const { lives, nowMs, newId, owner, timeZone, take, setCurrent, changed } = this.#runner;
    const id = newId(nowMs() - 1_000 * (progress?.elapsedSec ?? 0));
    if (place !== null) setCurrent(id);
    else if (this.#aside !== null) this.#aside.heldKey = id;
    take(id, {
      kind: 'start',
      id,
      place: place ?? this.#placeBeside(),
      owner: owner(),
      isSimulated,
      timeZone: timeZone(),
      isWaiting: isEarlierUnsettled(lives, null),
      isHeld: place === null,
      ...(progress === undefined ? {} : { progress }),
    });
    changed();
  }

  /** Returns the placeholder for the place of a row that begins without one. */
  #placeBeside(): RowPlace {
    const { page } = this.#watcher;
    return page === null ? noPlace : { ...noPlace, beside: { sessionId: page, workoutItemIndex: null } };
  }

  /** Gives a row without a place this place, after the rows begun earlier. */
  #place(life: Life, place: RowPlace): void {
    const { lives, current, take, setCurrent, changed } = this.#runner;
    lives.delete(life.kept.key);
    lives.set(life.kept.key, life);
    // Also while an earlier result is being sent: the displayed row gets the new values.
    const shown = current();
    const isOthers = shown !== undefined && isTaking(shown);
    if (isTaking(life) && !isOthers) setCurrent(life.kept.key);
    this.#leaveIfSilent(shown);
    const { key, id } = life.kept;
    take(key, { kind: 'tick', isWaiting: isEarlierUnsettled(lives, key) });
    take(key, { kind: 'moved', id, place, strokes: life.run.unsent });
    changed();
  }
}

/** The place of a row that no one has assigned. */
const ownPlace: RowPlace = { ...noPlace, sessionId: null, workoutItemIndex: null };

/** User-visible. */
function keptMessage({ kept: { progress, place } }: Life): string {
  const { distanceM } = progress.result ?? progress;
  const readers =
    place.beside === undefined
      ? 'which only you see.'
      : "which you and the session's hosts see. Its own page can move it to the session.";
  return `You rowed ${Math.floor(distanceM)} m without a workout. It is saved as your own workout, ${readers}`;
}
