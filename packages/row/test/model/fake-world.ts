import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { BegunRows } from '../../src/life/begin/begun-rows.ts';
import { heldOf, isHeld } from '../../src/life/begin/watcher.ts';
import {
  isSettled,
  step,
  wakeAtMs,
  type Answer,
  type At,
  type Effect,
  type Input,
  type JournalStroke,
  type KeptLife,
  type Life,
  type Refusal,
  type RowPlace,
  type RowRequest,
} from '../../src/life/life.ts';
import type { RowProgress, RowRecord } from '../../src/reduce/progress.ts';
import { machineOfRow } from '../../src/reduce/machine.ts';
import type { RowResult } from '../../src/reduce/state.ts';
import { FakeRowServer, isWholeOf, itemOf, type ServerRequest } from './fake-server.ts';

/*
 * For tests: an athlete's devices with their journals, a server, and the network between them. Time passes only in
 * `pass`. A request or its answer can be lost, arrive twice, or arrive after the page has given up waiting.
 */

export type Fate = 'arrives' | 'isLost' | 'losesItsAnswer' | 'arrivesTwice' | 'arrivesTooLate';

type Values = { progress: RowProgress | null; result: RowResult | null };

type Sent = { owner: string; request: RowRequest; id: string; place: RowPlace };

const refusal = (name: Refusal['class']): Refusal => ({
  class: name,
  message: `Refused: ${name}`,
  retryAfterMs: null,
});

/** A request that the server has handled, or a sample that it has stored, and the outcome. */
export type Handled = Omit<Sent, 'request'> & {
  request: RowRequest | { kind: 'sample'; progress: RowProgress };
  /** Null for a sample. */
  outcome: Answer | Refusal | null;
};

const storesSampleEveryMs = 2_000;

class WorldServer extends FakeRowServer<Stroke, Values> {
  /** Returns a refusal for a request, or null. */
  refuse: (request: RowRequest) => Refusal | null = () => null;
  /** In order, without the requests refused by `refuse`. */
  readonly handled: Handled[] = [];
  readonly #sampledAtMs = new Map<string, number>();

  receive(sent: Sent): Answer | Refusal {
    const refused = this.refuse(sent.request);
    if (refused !== null) return refused;
    const found = this.handle(sent.id, requestOf(sent));
    const outcome = 'class' in found ? refusal(found.class) : found;
    this.handled.push({ ...sent, outcome });
    return outcome;
  }

  receiveSample(sent: Omit<Sent, 'request'>, progress: RowProgress, atMs: number): void {
    const { id } = sent;
    if (atMs - (this.#sampledAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < storesSampleEveryMs) return;
    this.#sampledAtMs.set(id, atMs);
    this.sample(id, totalsOf(progress));
    this.handled.push({ ...sent, request: { kind: 'sample', progress }, outcome: null });
  }
}

const totalsOf = ({ elapsedSec, distanceM }: { elapsedSec: number; distanceM: number }) => ({
  elapsedSec,
  distanceM,
});

function requestOf({ request, id, place, owner }: Sent): ServerRequest<Stroke, Values> {
  switch (request.kind) {
    case 'begin':
      return { kind: 'begin', item: itemOf(id, place), owner, machine: request.machine };
    case 'append':
    case 'readStrokes':
    case 'discard':
      return request;
    case 'takeOver':
      return { kind: 'takeOver', owner };
    case 'patch': {
      const { progress } = request;
      const figures = { totals: totalsOf(progress), values: { progress }, machine: machineOfRow(progress) };
      return { kind: 'patch', owner, figures, recoveryHeartRateBpm: null };
    }
    case 'machine': {
      const figures = { totals: {}, values: {}, machine: request.machine };
      return { kind: 'patch', owner, figures, recoveryHeartRateBpm: null };
    }
    case 'recovery': {
      const { recoveryHeartRateBpm } = request.progress;
      return { kind: 'patch', owner: null, figures: null, recoveryHeartRateBpm };
    }
    case 'complete': {
      const { progress, isFenced, isLeft } = request;
      const { result, recoveryHeartRateBpm } = progress;
      return {
        kind: 'complete',
        owner: isFenced ? owner : null,
        figures: result && {
          totals: totalsOf(result),
          values: { result },
          machine: machineOfRow(progress),
        },
        source: result?.source ?? null,
        isLeft,
        isWhole: isWholeOf(place.workout, result),
        recoveryHeartRateBpm,
      };
    }
  }
}

/** The records of a row that a device keeps over a reload. */
type FakeJournal = { kept: KeptLife; strokes: Map<number, JournalStroke> };

export class FakeDevice {
  readonly owner: string;
  /** By key, oldest first. */
  readonly rows = new Map<string, FakeJournal>();
  isOnline = true;
  /** The browser's storage fails or does not respond. */
  isDiskAway = false;
  /** Every stroke that this device has ever kept. */
  readonly everKept: Stroke[] = [];
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
  /** The page dies within its next change: none of it is stored or sent. */
  diesNext = false;
  readonly told: string[] = [];
  readonly samples: Array<{ id: string; progress: RowProgress; atMs: number }> = [];
  readonly sent: Array<{ key: string; atMs: number; request: RowRequest }> = [];
  /** A page of another version: it can't read the stored rows, and sends only their strokes. */
  readonly isOfOtherVersion: boolean;
  readonly begun: BegunRows;
  /** When the rows that this page began with a stroke began, from their ids. */
  readonly begunAtMs: number[] = [];
  #currentKey: string | null = null;
  /** Records that the disk lacks while it is away. */
  #unwritten: Array<() => void> = [];

  constructor(world: FakeRowWorld, device: FakeDevice, isOfOtherVersion = false) {
    this.world = world;
    this.device = device;
    this.isOfOtherVersion = isOfOtherVersion;
    this.begun = new BegunRows({
      lives: this.lives,
      current: () => this.#current,
      setCurrent: (key) => (this.#currentKey = key),
      take: (key, input) => this.take(input, key),
      ready: null,
      changed: () => {},
      tell: (message) => this.told.push(message),
      owner: () => device.owner,
      timeZone: () => 'Europe/Oslo',
      nowMs: () => world.at.wallMs,
      monotonicMs: () => world.at.monoMs,
      newId: (atMs) => {
        this.begunAtMs.push(atMs);
        return world.newId();
      },
    });
    for (const { kept, strokes } of device.rows.values()) this.#restore(kept, strokes);
  }

  /** Whether the disk lacks a write, even after it is back, until the next change. */
  get isDiskBehind(): boolean {
    return this.device.isDiskAway || this.#unwritten.length > 0;
  }

  /** The newest row. */
  get life(): Life | null {
    return [...this.lives.values()].at(-1) ?? null;
  }

  /** All values of the newest row. */
  get state(): (Life['kept'] & Life['run']) | null {
    return this.life && { ...this.life.kept, ...this.life.run };
  }

  get owner(): string {
    return this.device.owner;
  }

  get #current(): Life | undefined {
    return this.#currentKey === null ? undefined : this.lives.get(this.#currentKey);
  }

  /** Shows a row that was lost to another device; returns false if another is in progress here. */
  watch(key: string): boolean {
    const row = this.lives.get(key);
    const isOver = row === undefined || row.kept.stage === 'completed' || row.kept.isEndedElsewhere;
    if (isOver || row.kept.lostTo !== 'device') return false;
    const shown = this.#current?.kept;
    const isBusy = shown !== undefined && shown.stage !== 'completed' && !shown.isEndedElsewhere;
    if (shown?.key !== key && (isBusy || heldOf(this.lives) !== undefined)) return false;
    this.#currentKey = key;
    return !row.run.isTakingOver;
  }

  record(record: RowRecord): void {
    if (this.isOpen) this.begun.follow(record);
  }

  /** Lets time pass for all rows. */
  tick(): void {
    this.begun.tick();
    for (const key of this.lives.keys()) {
      this.take({ kind: 'tick', isWaiting: this.#isEarlierUnsettled(key) }, key);
    }
  }

  take(input: Input, of: string | null = this.life?.kept.key ?? null): void {
    if (!this.isOpen) return;
    const before = of === null || input.kind === 'start' ? null : (this.lives.get(of) ?? null);
    const { life, effects } = step(before, input, this.world.at);
    if (this.diesNext) {
      this.isOpen = false;
      return;
    }
    const key = life?.kept.key ?? of;
    if (key === null) return;
    if (life === null) this.lives.delete(key);
    else this.lives.set(key, life);
    const begins = input.kind === 'start' && input.isHeld !== true;
    // The displayed row.
    if (begins || input.kind === 'resumed' || input.kind === 'takeOver') this.#currentKey = key;
    this.#heal();
    for (const effect of effects) this.#perform(effect, key, life);
    const next = effects.find((effect) => effect.kind === 'next')?.progress ?? null;
    this.begun.stepped(before, life, input, next);
  }

  #perform(effect: Effect, key: string, life: Life | null): void {
    switch (effect.kind) {
      case 'keep':
      case 'forget':
        this.#unwritten.push(() => this.#write(effect, key));
        this.#heal();
        break;
      case 'tell':
        this.told.push(effect.message);
        break;
      case 'sample':
        this.samples.push({ id: effect.id, progress: effect.progress, atMs: this.world.at.monoMs });
        if (life !== null) this.world.sendSample(this, effect.progress, life);
        break;
      case 'send':
        this.sent.push({ key, atMs: this.world.at.monoMs, request: effect.request });
        if (life !== null) this.world.send(this, effect.number, effect.request, life);
        break;
      case 'next':
        break;
    }
  }

  #restore(kept: KeptLife, strokesOf: ReadonlyMap<number, JournalStroke>): void {
    const strokes = [...strokesOf.values()].toSorted((a, b) => a.sequence - b.sequence);
    const { owner } = this.device;
    const { key, id, begin } = kept;
    if (this.isOfOtherVersion) {
      if (begin !== 'unsent') this.take({ kind: 'salvaged', key, id, strokes, owner }, key);
      return;
    }
    const isWaiting = this.#isEarlierUnsettled(key);
    this.take({ kind: 'restored', kept, strokes, owner, isWaiting }, key);
    const life = this.lives.get(key);
    if (life === undefined || isHeld(life)) return;
    const { stage, lostTo, isEndedElsewhere, refusal } = life.kept;
    const isUnderWay = (stage === 'rowing' || stage === 'completing') && lostTo === null;
    if ((isUnderWay && !isEndedElsewhere) || refusal !== null) this.#currentKey = key;
  }

  #isEarlierUnsettled(key: string): boolean {
    for (const [other, life] of this.lives) {
      if (other === key) return false;
      if (!isSettled(life)) return true;
    }
    return false;
  }

  #heal(): void {
    if (this.device.isDiskAway) return;
    for (const write of this.#unwritten.splice(0)) write();
  }

  #write(effect: Extract<Effect, { kind: 'keep' | 'forget' }>, key: string): void {
    const { device } = this;
    if (effect.kind === 'forget') {
      if (!this.isOfOtherVersion) device.rows.delete(key);
      return;
    }
    const before = device.rows.get(key);
    const strokes = before?.strokes ?? new Map<number, JournalStroke>();
    for (const stroke of effect.strokes) {
      if (!strokes.has(stroke.sequence)) device.everKept.push(stroke.stroke);
      strokes.set(stroke.sequence, stroke);
    }
    // As in the browser, only data survives.
    const kept = this.isOfOtherVersion && before !== undefined ? before.kept : effect.kept;
    device.rows.set(key, { kept: JSON.parse(JSON.stringify(kept)), strokes });
  }
}

const roundTripMs = 20;
const giveUpMs = 15_000;

export class FakeRowWorld {
  readonly server = new WorldServer({ progress: null, result: null });
  at: At = { wallMs: Date.UTC(2026, 2, 6, 11, 36), monoMs: 1_000 };
  fate: Fate = 'arrives';
  readonly pages: FakeRowPage[] = [];
  #ids = 1;
  #flights: Array<{ atMs: number; run: () => void }> = [];

  readonly newId = (): string => {
    this.#ids += 1;
    return `018f0000-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`;
  };

  open(device: FakeDevice, isOfOtherVersion = false): FakeRowPage {
    const page = new FakeRowPage(this, device, isOfOtherVersion);
    this.pages.push(page);
    return page;
  }

  send(page: FakeRowPage, number: number, request: RowRequest, { kept: { key, id, place } }: Life): void {
    const sent: Sent = { owner: page.owner, request, id, place };
    const fate = page.device.isOnline ? this.fate : 'isLost';
    const giveUp = () => page.take({ kind: 'refused', number, refusal: refusal('later') }, key);
    if (fate === 'isLost') return this.#after(roundTripMs, giveUp);
    if (fate === 'arrivesTooLate') {
      this.#after(giveUpMs, giveUp);
      this.#after(giveUpMs + 2_500, () => void this.server.receive(sent));
      return;
    }
    this.#after(roundTripMs / 2, () => {
      const answer = this.server.receive(sent);
      if (fate === 'arrivesTwice') this.server.receive(sent);
      if (fate === 'losesItsAnswer') return this.#after(roundTripMs / 2, giveUp);
      this.#after(roundTripMs / 2, () => {
        if (request.kind === 'takeOver' && !('class' in answer)) this.#tellOthers(page, id);
        page.take(
          'class' in answer
            ? { kind: 'refused', number, refusal: answer }
            : { kind: 'answered', number, request, answer },
          key,
        );
      });
    });
  }

  /** A sample that can't be sent is dropped. */
  sendSample({ device, owner }: FakeRowPage, progress: RowProgress, { kept: { id, place } }: Life): void {
    if (!device.isOnline || this.fate === 'isLost') return;
    this.server.receiveSample({ owner, id, place }, progress, this.at.monoMs);
  }

  /** The page asks for the activity in progress, as it does when it loads and when it reconnects. */
  look(page: FakeRowPage): void {
    if (!page.device.isOnline) return;
    for (const {
      kept: { id, key },
    } of page.lives.values()) {
      const activity = this.server.activities.get(id);
      if (activity?.isCompleted) page.take({ kind: 'endedElsewhere' }, key);
      else if (activity && activity.owner !== page.owner) {
        page.take({ kind: 'takenElsewhere', by: 'device' }, key);
        page.watch(key);
      } else if (activity && page.watch(key)) page.take({ kind: 'takeOver' }, key);
    }
  }

  /** Kills the server: it keeps stored records, and pending requests get no answer. */
  kill(): void {
    this.#flights = [];
    for (const page of this.pages) {
      for (const { kept, run } of page.lives.values()) {
        const later = refusal('later');
        if (run.asking) page.take({ kind: 'refused', number: run.asking.number, refusal: later }, kept.key);
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
      const row = [...page.lives.values()].find(({ kept }) => kept.id === id)?.kept;
      if (page.owner !== taker.owner && page.device.isOnline && row !== undefined) {
        page.take({ kind: 'takenElsewhere', by: 'device' }, row.key);
      }
    }
  }
}
