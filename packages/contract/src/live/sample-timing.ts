import { liveLimits } from '../limits.ts';
import type { LiveSample } from '../live.ts';

const { sampleMs } = liveLimits;

/** In the first seconds of a row, samples are sent at once: they time a common start (decision 023). */
const atOnceMs = 10_000;
/** How much earlier than the latest moment a sample is sent. */
const earlyMs = 8;
/** The tick is known from the newest 40 samples, which take 10 s, if they agree within `jitterMaxMs`, all but two. */
const momentsNeeded = atOnceMs / sampleMs;
const jitterMaxMs = 40;
/** Without the page's own samples in frames for this long, the tick is not known. */
const silentMs = 4 * sampleMs;
/** Samples that are on their way, or in a frame that is. */
const sentMax = 8;

/**
 * Decides when a page sends its samples: just before the room's tick, so that those of a crew reach the server together and
 * wake it once. A frame has the age of the page's own sample, which is by how much later it could have been sent, so no clocks
 * are compared. A sample is sent at once where that is not known or not wanted. Time is passed in.
 */
export class SampleTiming {
  #framedAtMs = Number.NEGATIVE_INFINITY;
  /** The newest samples sent that no frame has had yet. */
  #sent: Array<{ elapsedTime: number; atMs: number }> = [];
  /** The latest moments at which the newest samples would have reached their tick. */
  #moments: number[] = [];
  /** When the sample that waits is sent. */
  #dueAtMs: number | null = null;

  /** The page has joined the room, or samples of another activity follow. */
  restart(): void {
    this.#forget();
    this.#dueAtMs = null;
  }

  /** Returns when to send a new sample, which takes the place of one that still waits: now or earlier is at once. */
  dueAtMs(sample: LiveSample, nowMs: number): number {
    this.#dueAtMs = Math.min(this.#dueAtMs ?? Number.POSITIVE_INFINITY, this.#nextAtMs(sample, nowMs));
    return this.#dueAtMs;
  }

  noteSent({ phase, elapsedTime }: LiveSample, nowMs: number): void {
    // A late timer counts as a slow network, so that the next samples are sent earlier.
    const atMs = Math.min(this.#dueAtMs ?? nowMs, nowMs);
    this.#dueAtMs = null;
    if (phase === 'rowing') this.#sent = [...this.#sent.slice(1 - sentMax), { elapsedTime, atMs }];
  }

  /** Notes a sample of the page's own activity in a frame. */
  noteFramed({ elapsedTime }: LiveSample, frame: { ageMs: number; tickMs: number }, nowMs: number): void {
    // More frequent ticks wait for no one, and rarer ones are overload.
    if (frame.tickMs !== sampleMs) return this.#forget();
    const at = this.#sent.findLastIndex((sent) => isSameTime(sent.elapsedTime, elapsedTime));
    const sent = this.#sent[at];
    if (sent === undefined) return;
    this.#sent = this.#sent.slice(at + 1);
    this.#moments = [...this.#moments.slice(1 - momentsNeeded), sent.atMs + frame.ageMs];
    this.#framedAtMs = nowMs;
  }

  #nextAtMs({ phase, elapsedTime }: LiveSample, nowMs: number): number {
    const isKnown = this.#moments.length === momentsNeeded && nowMs - this.#framedAtMs <= silentMs;
    // Of another phase there may be no next sample: the row has paused or ended.
    if (!isKnown || phase !== 'rowing' || elapsedTime * 1000 < atOnceMs) return nowMs;
    const newest = this.#moments.at(-1) ?? nowMs;
    // Ticks are a whole number of `sampleMs` apart.
    const offsets = this.#moments.map((moment) => remainder(moment - newest + sampleMs / 2) - sampleMs / 2);
    // The first and the last are left out: one late timer or tick in 10 s is no jitter.
    const [, earliest = 0, ...others] = offsets.toSorted((one, other) => one - other);
    if ((others.at(-2) ?? 0) - earliest > jitterMaxMs) return nowMs;
    const waitMs = remainder(newest + earliest - earlyMs - nowMs);
    // This tick can still be reached; if not, the sample waits on the server instead.
    return waitMs > sampleMs - earlyMs ? nowMs : nowMs + waitMs;
  }

  #forget(): void {
    this.#sent = [];
    this.#moments = [];
  }
}

/** Frames have hundredths of seconds. */
function isSameTime(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.006;
}

function remainder(ms: number): number {
  return ((ms % sampleMs) + sampleMs) % sampleMs;
}
