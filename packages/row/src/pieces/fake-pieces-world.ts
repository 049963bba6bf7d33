import {
  isSettled,
  step,
  wakeAtMs,
  type Answer,
  type At,
  type Input,
  type JournalStroke,
  type KeptLife,
  type Life,
  type Refusal,
  type RowRequest,
} from '../life.ts';
import type { RowProgress, RowRecord } from '../progress.ts';
import type { RowResult, RowStroke } from '../state.ts';

/*
 * For tests: an athlete's devices with their journals, a server, and the network between them. Time passes only when
 * `pass` says so. A request can be lost, or its answer, or arrive twice, or after the page has given it up.
 */

export type Fate = 'arrives' | 'isLost' | 'losesItsAnswer' | 'arrivesTwice' | 'arrivesTooLate';

type ServerActivity = {
  id: string;
  item: string;
  owner: string | null;
  isCompleted: boolean;
  isLeft: boolean;
  result: RowResult | null;
  recoveryHeartRateBpm: number | null;
  progress: RowProgress | null;
  strokes: RowStroke[];
};

type Sent = { page: FakeRowPage; number: number; request: RowRequest; id: string; item: string };

const refusal = (name: Refusal['class']): Refusal => ({
  class: name,
  message: `Refused: ${name}`,
  retryAfterMs: null,
});

/** Stores what the contract promises: idempotent begin, append and complete; the owner alone patches and completes. */
class FakeRowServer {
  readonly activities = new Map<string, ServerActivity>();
  readonly deleted = new Set<string>();
  /** Returns a refusal for a request, or null. */
  refuse: (request: RowRequest) => Refusal | null = () => null;

  handle({ request, id, item, page }: Sent): Answer | Refusal {
    const refused = this.refuse(request);
    if (refused !== null) return refused;
    if (request.kind === 'begin') return this.#begin(id, item, page.owner);
    const activity = this.activities.get(id);
    if (activity === undefined) {
      if (request.kind === 'discard') this.deleted.add(id);
      return refusal('gone');
    }
    switch (request.kind) {
      case 'append':
        return this.#append(activity, request.from, request.strokes);
      case 'readStrokes':
        return { kind: 'strokes', strokes: activity.strokes };
      case 'takeOver':
        if (activity.isCompleted) return refusal('completed');
        activity.owner = page.owner;
        return stateOf(activity);
      case 'discard':
        if (activity.isCompleted) return refusal('completed');
        this.activities.delete(id);
        this.deleted.add(id);
        return { kind: 'discarded' };
      case 'recovery':
        activity.recoveryHeartRateBpm = request.progress.recoveryHeartRateBpm;
        return stateOf(activity);
      case 'patch':
        if (activity.isCompleted) return refusal('completed');
        if (activity.owner !== page.owner) return refusal('notOwner');
        activity.progress = request.progress;
        return stateOf(activity);
      case 'complete': {
        if (request.isFenced && activity.owner !== page.owner) return refusal('notOwner');
        const isMonitors = request.progress.result?.source === 'summary';
        if (activity.isCompleted && !(isMonitors && activity.result?.source !== 'summary'))
          return stateOf(activity);
        activity.isCompleted = true;
        activity.isLeft ||= request.isLeft;
        activity.result = request.progress.result;
        activity.recoveryHeartRateBpm = request.progress.recoveryHeartRateBpm;
        return stateOf(activity);
      }
    }
  }

  #begin(id: string, item: string, owner: string): Answer | Refusal {
    if (this.deleted.has(id)) return refusal('gone');
    const same = this.activities.get(id);
    if (same !== undefined) return stateOf(same);
    const all = [...this.activities.values()];
    const ofItem = all.find((activity) => activity.item === item && !activity.isLeft);
    if (ofItem?.isCompleted) return refusal('completed');
    if (ofItem !== undefined) return stateOf(ofItem);
    if (all.some(({ isCompleted }) => !isCompleted)) return refusal('busy');
    const begun: ServerActivity = {
      id,
      item,
      owner,
      isCompleted: false,
      isLeft: false,
      result: null,
      recoveryHeartRateBpm: null,
      progress: null,
      strokes: [],
    };
    this.activities.set(id, begun);
    return stateOf(begun);
  }

  #append(activity: ServerActivity, from: number, strokes: RowStroke[]): Answer | Refusal {
    const count = activity.strokes.length;
    if (from > count) return { kind: 'next', next: count };
    const known = strokes.slice(0, count - from);
    const isSame = known.every((stroke, index) => same(stroke, activity.strokes[from + index]));
    if (!isSame) return refusal('conflict');
    activity.strokes.push(...strokes.slice(known.length));
    return { kind: 'next', next: activity.strokes.length };
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const stateOf = ({ id, owner, isCompleted }: ServerActivity): Answer => ({
  kind: 'activity',
  activity: { id, owner, isCompleted },
});

/** What a device keeps over a reload. */
type FakeJournal = { kept: KeptLife; strokes: Map<number, JournalStroke> };

export class FakeDevice {
  readonly owner: string;
  /** By key, oldest first. */
  readonly rows = new Map<string, FakeJournal>();
  isOnline = true;
  /** Every stroke that this device has ever kept. */
  readonly everKept: RowStroke[] = [];
  constructor(owner: string) {
    this.owner = owner;
  }

  /** The newest row. */
  get journal(): FakeJournal | null {
    return [...this.rows.values()].at(-1) ?? null;
  }
}

export class FakeRowPage {
  readonly world: FakeRowWorld;
  readonly device: FakeDevice;
  /** By key, oldest first. */
  readonly lives = new Map<string, Life>();
  isOpen = true;
  /** The page dies within its next change: nothing of it is kept or sent. */
  diesNext = false;
  readonly told: string[] = [];
  readonly samples: Array<{ id: string; progress: RowProgress; atMs: number }> = [];
  readonly sent: Array<{ key: string; atMs: number; request: RowRequest }> = [];

  constructor(world: FakeRowWorld, device: FakeDevice) {
    this.world = world;
    this.device = device;
    for (const journal of device.rows.values()) {
      const strokes = [...journal.strokes.values()].toSorted((a, b) => a.sequence - b.sequence);
      const { kept } = journal;
      const isWaiting = this.#isEarlierUnsettled(kept.key);
      this.take({ kind: 'restored', kept, strokes, owner: device.owner, isWaiting }, kept.key);
    }
  }

  /** The newest row. */
  get life(): Life | null {
    return [...this.lives.values()].at(-1) ?? null;
  }

  get owner(): string {
    return this.device.owner;
  }

  record(record: RowRecord): void {
    this.take({ kind: 'record', record });
  }

  /** Lets time pass for all rows. */
  tick(): void {
    for (const key of this.lives.keys()) {
      this.take({ kind: 'tick', isWaiting: this.#isEarlierUnsettled(key) }, key);
    }
  }

  #isEarlierUnsettled(key: string): boolean {
    for (const [other, life] of this.lives) {
      if (other === key) return false;
      if (!isSettled(life)) return true;
    }
    return false;
  }

  take(input: Input, of: string | null = this.life?.key ?? null): void {
    if (!this.isOpen) return;
    const before = of === null || input.kind === 'start' ? null : (this.lives.get(of) ?? null);
    const { life, effects } = step(before, input, this.world.at);
    if (this.diesNext) {
      this.isOpen = false;
      return;
    }
    const key = life?.key ?? of;
    if (key === null) return;
    if (life === null) this.lives.delete(key);
    else this.lives.set(key, life);
    const { device } = this;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'keep': {
          const strokes = device.rows.get(key)?.strokes ?? new Map<number, JournalStroke>();
          for (const stroke of effect.strokes) {
            if (!strokes.has(stroke.sequence)) device.everKept.push(stroke.stroke);
            strokes.set(stroke.sequence, stroke);
          }
          // As in the browser, only data survives.
          device.rows.set(key, { kept: JSON.parse(JSON.stringify(effect.kept)), strokes });
          break;
        }
        case 'forget':
          device.rows.delete(key);
          break;
        case 'tell':
          this.told.push(effect.message);
          break;
        case 'sample':
          this.samples.push({ id: effect.id, progress: effect.progress, atMs: this.world.at.monoMs });
          break;
        case 'send':
          this.sent.push({ key, atMs: this.world.at.monoMs, request: effect.request });
          if (life !== null) this.world.send(this, effect.number, effect.request, life);
          break;
        case 'next':
          if (life !== null) this.#begin(life, effect.progress);
      }
    }
  }

  /** As the page does: the next piece of an item is another row of it. */
  #begin({ place, isSimulated }: Life, progress: RowProgress): void {
    const id = this.world.newId();
    const zone = { timeZone: 'Europe/Oslo', isWaiting: this.#isEarlierUnsettled(id) };
    this.take({ kind: 'start', id, place, owner: this.owner, isSimulated, ...zone, progress }, id);
  }
}

const roundTripMs = 20;
const giveUpMs = 15_000;

export class FakeRowWorld {
  readonly server = new FakeRowServer();
  at: At = { wallMs: Date.UTC(2026, 2, 6, 11, 36), monoMs: 1_000 };
  fate: Fate = 'arrives';
  readonly pages: FakeRowPage[] = [];
  #ids = 1;
  #flights: Array<{ atMs: number; run: () => void }> = [];

  newId(): string {
    this.#ids += 1;
    return `018f0000-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`;
  }

  open(device: FakeDevice): FakeRowPage {
    const page = new FakeRowPage(this, device);
    this.pages.push(page);
    return page;
  }

  send(page: FakeRowPage, number: number, request: RowRequest, life: Life): void {
    const sent: Sent = { page, number, request, id: life.id, item: life.place.workout };
    const fate = page.device.isOnline ? this.fate : 'isLost';
    const giveUp = () => page.take({ kind: 'refused', number, refusal: refusal('later') }, life.key);
    if (fate === 'isLost') return this.#after(roundTripMs, giveUp);
    if (fate === 'arrivesTooLate') {
      this.#after(giveUpMs, giveUp);
      this.#after(giveUpMs + 2_500, () => void this.server.handle(sent));
      return;
    }
    this.#after(roundTripMs / 2, () => {
      const answer = this.server.handle(sent);
      if (fate === 'arrivesTwice') this.server.handle(sent);
      if (fate === 'losesItsAnswer') return this.#after(roundTripMs / 2, giveUp);
      this.#after(roundTripMs / 2, () => {
        if (request.kind === 'takeOver' && !('class' in answer)) this.#tellOthers(page, life.id);
        page.take(
          'class' in answer
            ? { kind: 'refused', number, refusal: answer }
            : { kind: 'answered', number, request, answer },
          life.key,
        );
      });
    });
  }

  /** The page asks for the activity in progress, as it does when it loads and when it is connected again. */
  look(page: FakeRowPage): void {
    if (!page.device.isOnline) return;
    for (const { id, key } of page.lives.values()) {
      const activity = this.server.activities.get(id);
      if (activity?.isCompleted) page.take({ kind: 'endedElsewhere' }, key);
      else if (activity && activity.owner !== page.owner) {
        page.take({ kind: 'takenElsewhere', by: 'device' }, key);
      }
    }
  }

  /** Kills the server: what it has stored stays, what is on its way gets no answer. */
  kill(): void {
    this.#flights = [];
    for (const page of this.pages) {
      for (const { asking, key } of page.lives.values()) {
        const later = refusal('later');
        if (asking) page.take({ kind: 'refused', number: asking.number, refusal: later }, key);
      }
    }
  }

  /** Lets time pass, with the ticks of the pages. */
  pass(ms: number): void {
    const endMs = this.at.monoMs + ms;
    while (this.at.monoMs < endMs) {
      const tickMs = (Math.floor(this.at.monoMs / 500) + 1) * 500;
      const wakes = this.pages.flatMap(({ isOpen, life }) =>
        isOpen && life !== null ? [wakeAtMs(life) ?? endMs] : [],
      );
      const nextMs = Math.min(endMs, tickMs, ...wakes, ...this.#flights.map(({ atMs }) => atMs));
      const byMs = Math.max(0, nextMs - this.at.monoMs);
      this.at = { wallMs: this.at.wallMs + byMs, monoMs: this.at.monoMs + byMs };
      const due = this.#flights.filter(({ atMs }) => atMs <= this.at.monoMs);
      this.#flights = this.#flights.filter((flight) => !due.includes(flight));
      for (const { run } of due) run();
      for (const page of this.pages) {
        if (!page.isOpen || page.life === null) continue;
        const isWoken = (wakeAtMs(page.life) ?? Number.POSITIVE_INFINITY) <= this.at.monoMs;
        if (isWoken || nextMs === tickMs) page.tick();
      }
    }
  }

  #after(ms: number, run: () => void): void {
    this.#flights.push({ atMs: this.at.monoMs + ms, run });
  }

  #tellOthers(taker: FakeRowPage, id: string): void {
    for (const page of this.pages) {
      const row = [...page.lives.values()].find((life) => life.id === id);
      if (page.owner !== taker.owner && page.device.isOnline && row !== undefined) {
        page.take({ kind: 'takenElsewhere', by: 'device' }, row.key);
      }
    }
  }
}
