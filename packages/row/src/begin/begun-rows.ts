import type { Input, Life, RowPlace } from '../life.ts';
import type { RowProgress, RowRecord } from '../progress.ts';
import { isEarlierUnsettled } from './lives.ts';
import {
  heldOf,
  isElsewhere,
  isHeld,
  isTaking,
  isUnderWayHere,
  newestHeldOf,
  noPlace,
  takingOf,
  Watcher,
} from './watcher.ts';

/** What beginning rows needs of the page's runner. */
type Runner = {
  lives: Map<string, Life>;
  current(): Life | undefined;
  /** Makes a row the one that the athlete sees. */
  setCurrent(key: string): void;
  take(key: string, input: Input): void;
  /** Resolves when this tab runs the rows of its device; null for a page that always does. */
  ready: (() => Promise<void>) | null;
  /** Tells this page and the other tabs. */
  changed(): void;
  owner(): string;
  timeZone(): string;
  nowMs(): number;
  /** Makes the id of an activity that began at a time. */
  newId(atMs: number): string;
};

/**
 * How rows begin: by a press of Start, by the first stroke, or by the first stroke after a workout left on the monitor.
 */
export class BegunRows {
  readonly #runner: Runner;
  readonly #watcher = new Watcher();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The row without a place that waits for one. */
  get held(): Life | undefined {
    return newestHeldOf(this.#runner.lives);
  }

  expect(place: RowPlace | null): void {
    this.#watcher.expected = place;
  }

  noteErg(isSimulated: boolean): void {
    this.#watcher.isSimulated = isSimulated;
    for (const life of [this.#runner.current(), heldOf(this.#runner.lives)]) {
      if (life !== undefined) this.#runner.take(life.kept.key, { kind: 'erg', isSimulated });
    }
  }

  follow(record: RowRecord): void {
    const { lives, current, take, nowMs } = this.#runner;
    const shown = current();
    const taking = takingOf(lives, shown);
    if (taking !== undefined) take(taking.kept.key, { kind: 'record', record });
    // The rest of the summary.
    const ended = new Set([shown, this.held]);
    for (const life of ended) {
      if (life === undefined || life.kept.key === taking?.kept.key || isTaking(life)) continue;
      take(life.kept.key, { kind: 'record', record });
    }
    if (!this.#isTaken() && this.#watcher.follow(record, nowMs())) this.#beginByStroke();
  }

  /** Begins an item with what is already rowed of the monitor's workout. */
  press(place: RowPlace, isSimulated: boolean): void {
    const held = heldOf(this.#runner.lives);
    if (held !== undefined && isUnderWayHere(held)) return this.#place(held, place);
    if (held !== undefined) this.#runner.take(held.kept.key, { kind: 'finish' });
    this.#start(place, isSimulated, this.#watcher.take());
  }

  keepHeld(place: RowPlace): void {
    const life = this.held;
    if (life === undefined) return;
    // Left on the monitor. Else the monitor's workout may go on, also where this page has not heard the monitor since it
    // was loaded.
    const isLeft = isTaking(life) && life.kept.progress.phase === 'waiting';
    if (isLeft) this.#runner.take(life.kept.key, { kind: 'finish' });
    this.#place(this.#runner.lives.get(life.kept.key) ?? life, place);
  }

  discardHeld(): void {
    const life = this.held;
    if (life !== undefined) this.#runner.take(life.kept.key, { kind: 'discard' });
  }

  /** A row has taken an input. `next` is the monitor's workout that its athlete has begun after leaving the one before. */
  stepped(before: Life | null, after: Life | null, input: Input, next: RowProgress | null): void {
    if (after !== null && next !== null) {
      // Found to be another workout of the monitor only after the next row has begun, it is offered.
      const isSuperseded = !isHeld(after) && this.#runner.current()?.kept.key !== after.kept.key;
      const place = isSuperseded ? null : this.#watcher.placeAfter(after);
      return this.#start(place, after.kept.isSimulated, next);
    }
    if (before === null || !isTaking(before) || (after !== null && isTaking(after))) return;
    this.#watcher.rowEnded(before, after, input.kind === 'finish' || input.kind === 'discard');
  }

  #isTaken(): boolean {
    return takingOf(this.#runner.lives, this.#runner.current()) !== undefined;
  }

  /** Starts a row with the first stroke: of the expected item, else without a place. */
  #beginByStroke(): void {
    const { ready } = this.#runner;
    if (ready === null) return this.#beginNow();
    void this.#watcher.isFirstAfter(ready).then((isFirst) => isFirst && this.#beginNow());
  }

  #beginNow(): void {
    // Begun by a press meanwhile.
    const progress = this.#isTaken() ? undefined : this.#watcher.take();
    if (progress === undefined) return;
    const { expected, isSimulated } = this.#watcher;
    this.#start(this.#runner.current()?.kept.refusal == null ? expected : null, isSimulated, progress);
  }

  #start(place: RowPlace | null, isSimulated: boolean, progress: RowProgress | undefined): void {
    const { lives, nowMs, newId, owner, timeZone, take, setCurrent, changed } = this.#runner;
    const id = newId(nowMs() - 1_000 * (progress?.elapsedSec ?? 0));
    if (place !== null) setCurrent(id);
    take(id, {
      kind: 'start',
      id,
      place: place ?? noPlace,
      owner: owner(),
      isSimulated,
      timeZone: timeZone(),
      isWaiting: isEarlierUnsettled(lives, null),
      isHeld: place === null,
      ...(progress === undefined ? {} : { progress }),
    });
    changed();
  }

  /** Sends a row without a place there, after the rows begun before. */
  #place(life: Life, place: RowPlace): void {
    const { lives, current, take, setCurrent, changed } = this.#runner;
    lives.delete(life.kept.key);
    lives.set(life.kept.key, life);
    // Also while an earlier result is on its way: what is rowed now goes to the row that is shown.
    const shown = current();
    const isOthers = shown !== undefined && (isTaking(shown) || isElsewhere(shown));
    if (isTaking(life) && !isOthers) setCurrent(life.kept.key);
    take(life.kept.key, { kind: 'moved', id: life.kept.id, place, strokes: life.run.unsent });
    changed();
  }
}
