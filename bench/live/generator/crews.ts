import { liveLimits } from '@boathouse/contract/limits';
import { Durations } from '../statistics.ts';
import type { Window } from './messages.ts';
import { RowedValues, type Sample } from './rowed-values.ts';
import { traffic } from './websocket-client.ts';
import type { Arrivals, Observer, Rower, Wire } from './wire.ts';

/** How often due samples are sent. */
const stepMs = 2;
/** Remembered samples of a rower: 32 s, longer than a stalled viewer is behind. */
const remembered = 128;
/** Measured updates a second: a share of the watchers is enough for percentiles. */
const measuredPerSec = 20_000;
const failuresMax = 5;
const latencyMaxMs = 20_000;

type Rowing = Rower & {
  values: RowedValues;
  /** The numbers of the newest samples and when they were sent, at index number modulo `remembered`. */
  seqs: Float64Array;
  sentAtMs: Float64Array;
  /** The samples themselves, for the rooms with a checked watcher. */
  samples: Sample[];
  /** When in each period of 250 ms this rower's sample is due. */
  phaseMs: number;
};

type Counts = { sent: number; due: number; watchedDue: number; watchedArrived: number; checked: number };
const noCounts = (): Counts => ({ sent: 0, due: 0, watchedDue: 0, watchedArrived: 0, checked: 0 });

/** Sends the samples of all rowers, and measures when they arrive at the watchers. */
export class Crews implements Arrivals {
  readonly rooms: Rowing[][] = [];
  readonly failures: string[] = [];
  readonly #watchersOfRoom: number[] = [];
  readonly #checkedRooms = new Set<number>();
  #rowers: Rowing[] = [];
  #wire: Wire | null = null;
  #timer: NodeJS.Timeout | undefined;
  #periodAtMs = 0;
  #next = 0;
  #steppedAtMs = 0;
  readonly #latencies = new Durations(latencyMaxMs);
  readonly #lags = new Durations(1_000);
  #counts = noCounts();
  #waiting = new Map<Rower, () => void>();
  observed: Observer | null = null;

  use(wire: Wire): void {
    this.#wire = wire;
  }

  add(rowers: Rower[], firstSeq: number): void {
    const crew = rowers.map((rower, place) => {
      const number = this.#rowers.length + place;
      return Object.assign(rower, {
        values: new RowedValues(number, firstSeq),
        seqs: new Float64Array(remembered).fill(-1),
        sentAtMs: new Float64Array(remembered),
        samples: [],
        // The golden ratio spreads any number of rowers evenly over the period.
        phaseMs: ((number * 0.618_033_988_75) % 1) * liveLimits.sampleMs,
      });
    });
    this.rooms.push(crew);
    this.#rowers = [...this.#rowers, ...crew];
  }

  /** Chooses the watchers whose latencies are measured, evenly over the order in which they joined. */
  chooseWatchers(): void {
    const duePerSec =
      this.rooms.reduce((sum, crew) => sum + crew.length ** 2, 0) * (1000 / liveLimits.sampleMs);
    const every = Math.max(1, Math.ceil(duePerSec / measuredPerSec));
    const last = this.#rowers.length - 1;
    for (const [index, rower] of this.#rowers.entries()) {
      rower.isWatcher = (last - index) % every === 0;
      rower.isChecked = rower.isWatcher && (index === last || index === last - every);
      if (rower.isChecked) this.#checkedRooms.add(rower.room);
    }
    for (const [room, crew] of this.rooms.entries()) {
      this.#watchersOfRoom[room] = crew.filter(({ isWatcher }) => isWatcher).length;
    }
  }

  /** Resolves when the rower is in the room or has failed to join. */
  whenReady(rower: Rower): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(rower, resolve));
  }

  ready(rower: Rower): void {
    this.#waiting.get(rower)?.();
    this.#waiting.delete(rower);
  }

  failed(rower: Rower, reason: string): void {
    if (this.failures.length < failuresMax) this.failures.push(`room ${rower.room}: ${reason}`);
    this.ready(rower);
  }

  frame(rower: Rower): void {
    if (this.observed?.rower === rower) this.observed.began();
  }

  arrived(watcher: Rower, place: number, seq: number): void {
    const rower = this.rooms[watcher.room]?.[place];
    // A keyframe may repeat a sample of an earlier run.
    if (rower === undefined || rower.seqs[seq % remembered] !== seq) return;
    const ageMs = performance.now() - (rower.sentAtMs[seq % remembered] ?? 0);
    if (this.observed?.rower === watcher) this.observed.arrived(ageMs);
    else {
      this.#latencies.add(ageMs);
      this.#counts.watchedArrived += 1;
    }
  }

  check(watcher: Rower, place: number, values: Partial<Sample>): void {
    const sent = this.rooms[watcher.room]?.[place]?.samples[(values.seq ?? 0) % remembered];
    if (sent === undefined || sent.seq !== values.seq) return;
    this.#counts.checked += 1;
    const wrong = differenceOf(sent, values);
    if (wrong !== null) this.failed(watcher, wrong);
  }

  /** Starts to send samples, in the order of the phases. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#rowers.sort((one, other) => one.phaseMs - other.phaseMs);
    this.#periodAtMs = performance.now();
    this.#steppedAtMs = this.#periodAtMs;
    this.#next = 0;
    this.#timer = setInterval(() => this.#step(), stepMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    this.stop();
    for (const { client } of this.#rowers) client?.close();
  }

  #step(): void {
    const nowMs = performance.now();
    this.#lags.add(nowMs - this.#steppedAtMs - stepMs);
    this.#steppedAtMs = nowMs;
    for (;;) {
      const rower = this.#rowers[this.#next];
      if (rower === undefined || this.#periodAtMs + rower.phaseMs > nowMs) return;
      this.#send(rower);
      this.#next += 1;
      if (this.#next < this.#rowers.length) continue;
      this.#next = 0;
      this.#periodAtMs += liveLimits.sampleMs;
    }
  }

  #send(rower: Rowing): void {
    if (rower.client === null || this.#wire === null) return;
    const sample = rower.values.next();
    const frame = this.#wire.sample(rower, sample);
    const at = sample.seq % remembered;
    if (this.#checkedRooms.has(rower.room)) rower.samples[at] = sample;
    rower.seqs[at] = sample.seq;
    rower.sentAtMs[at] = performance.now();
    rower.client.send(frame);
    this.#counts.sent += 1;
    this.#counts.due += this.rooms[rower.room]?.length ?? 0;
    this.#counts.watchedDue += this.#watchersOfRoom[rower.room] ?? 0;
  }

  /** Starts a window; the returned function ends it. */
  beginWindow(): () => Window {
    this.#latencies.clear();
    this.#lags.clear();
    this.#counts = noCounts();
    const atMs = performance.now();
    const cpu = process.cpuUsage();
    const before = { ...traffic };
    return () => {
      const durationMs = performance.now() - atMs;
      const { user, system } = process.cpuUsage(cpu);
      return {
        durationMs,
        ...this.#counts,
        planned: Math.round((this.#rowers.length * durationMs) / liveLimits.sampleMs),
        p50Ms: this.#latencies.percentile(0.5),
        p99Ms: this.#latencies.percentile(0.99),
        messagesIn: traffic.messagesIn - before.messagesIn,
        bytesIn: traffic.bytesIn - before.bytesIn,
        bytesOut: traffic.bytesOut - before.bytesOut,
        cpuShare: (user + system) / 1000 / durationMs,
        lagP99Ms: this.#lags.percentile(0.99) ?? 0,
        failures: this.failures,
      };
    };
  }
}

/** The precision to which frames may round: that of the screen. */
const precisions = { elapsedTime: 0.01, distance: 0.1, currentPace: 0.1, averagePace: 0.1 } as const;
const wholeFields = ['strokeRate', 'heartRate', 'power', 'dragFactor', 'phase', 'inTarget'] as const;

/** Returns the errors in the values received. */
function differenceOf(sent: Sample, arrived: Partial<Sample>): string | null {
  for (const field of ['elapsedTime', 'distance', 'currentPace', 'averagePace'] as const) {
    const [was, is] = [sent[field], arrived[field]];
    if (is === undefined) continue;
    if (was === null || is === null ? was !== is : Math.abs(was - is) > precisions[field]) {
      return `${field} is ${is} instead of ${was}`;
    }
  }
  for (const field of wholeFields) {
    if (arrived[field] !== undefined && arrived[field] !== sent[field]) {
      return `${field} is ${arrived[field]} instead of ${sent[field]}`;
    }
  }
  return null;
}
