import type { Effect, JournalStroke, KeptLife } from '@boathouse/row/life/life';
import { within } from '../../../../lib/within.ts';
import { AnotherWriterError, type Journal } from './journal.ts';
import type { JournalRows } from './journal-records.ts';
import { storageSilent } from './kept-rows.ts';

const notStored =
  "This browser doesn't store your workout on this device. Keep this page open until everything is saved.";

/** A browser under storage pressure may never end a write. */
const answerWithinMs = 2_000;
/** The same for reads and writes whose result is not awaited. */
const healWithinMs = 15_000;
const healEveryMs = 5_000;

type JournalQueueOptions = {
  journal: Journal;
  /** Another tab has claimed the journal. */
  onAnotherWriter(key: string): void;
  /** The rows of a claim that had failed at first. */
  onLateRows(rows: JournalRows): void;
  /** The id of this device, which could not be read at first. */
  onDevice(id: string): void;
  /** The device stores the row again. */
  onHealed(): void;
  monotonicMs(): number;
};

/** The records of a row that are not yet written. */
type Unwritten = { isForgotten: boolean; kept: KeptLife | null; strokes: Map<number, JournalStroke> };

/**
 * Writes the journal in order, and performs each step's effects only after its part is written. While the device can't
 * store anything, effects run immediately, and `tick` tries to write the missing parts. After a reload in that state
 * the journal is behind the server: its next batch overlaps other strokes there, which is a conflict, so the page reads
 * the stored ones.
 */
export class JournalQueue {
  readonly #options: JournalQueueOptions;
  #writing: Promise<void> = Promise.resolve();
  #length = 0;
  #unwritten = new Map<string, Unwritten>();
  #isClaimDue = false;
  #claims = 0;
  #owner: string | null = null;
  #isHealing = false;
  #healAtMs = Number.NEGATIVE_INFINITY;
  /** Why this device does not store the row; null while it does. */
  problem: string | null = null;
  /** Whether this page runs the rows of the device: it has claimed the journal, or the device stores nothing. */
  isWriter = false;

  constructor(options: JournalQueueOptions) {
    this.#options = options;
  }

  /**
   * Calls `perform` immediately if there is nothing to write, otherwise after the write, even after a failed one. If
   * another tab writes the journal, `perform` gets no requests and samples, because that tab sends them.
   */
  run(key: string, effects: readonly Effect[], perform: (effects: readonly Effect[]) => void): void {
    const writes = effects.filter(({ kind }) => kind === 'keep' || kind === 'forget');
    if (this.#length === 0 && (writes.length === 0 || this.problem !== null)) {
      this.#note(key, writes);
      attempt(() => perform(effects));
      return;
    }
    this.#length += 1;
    this.#writing = this.#writing.then(async () => {
      const isWriter = await this.#write(key, writes);
      this.#length -= 1;
      attempt(() =>
        perform(isWriter ? effects : effects.filter(({ kind }) => kind !== 'send' && kind !== 'sample')),
      );
    });
  }

  /** Resolves when everything so far is written, or when the device can't store it. */
  idle(): Promise<void> {
    return this.#writing;
  }

  /** Reads the id of this device; stores `orElse` if it has none. Returns `orElse` if the device stores nothing. */
  async deviceId(orElse: string): Promise<string> {
    this.#owner = orElse;
    this.#owner = (await this.#read(() => this.#options.journal.deviceId(orElse))) ?? orElse;
    return this.#owner;
  }

  /**
   * Claims the journal and reads it. Null if this device can't now, and `onLateRows` follows; also null if the page is
   * no longer the writer.
   */
  async claim(): Promise<JournalRows | null> {
    const claim = (this.#claims += 1);
    this.#isClaimDue = true;
    const rows = await this.#read(() => this.#options.journal.claim());
    if (claim !== this.#claims) return null;
    if (rows !== null) this.#isClaimDue = false;
    this.isWriter = true;
    return rows;
  }

  /** Whether this page knows the device's stored rows. */
  get isClaimed(): boolean {
    return !this.#isClaimDue;
  }

  /** Another tab writes the journal from now on. */
  release(): void {
    this.#claims += 1;
    this.#isClaimDue = false;
    this.isWriter = false;
  }

  peek(): Promise<JournalRows | null> {
    return this.#read(() => this.#options.journal.peek());
  }

  /** Returns the strokes of a row, including unwritten ones; `known` are the page's. */
  async strokesOf(key: string, known: readonly JournalStroke[]): Promise<JournalStroke[]> {
    await this.idle();
    const stored = (await this.#read(() => this.#options.journal.strokesOf(key))) ?? [];
    const unwritten = this.#unwritten.get(key)?.strokes.values() ?? [];
    const all = new Map([...stored, ...unwritten, ...known].map((stroke) => [stroke.sequence, stroke]));
    return [...all.values()].toSorted((one, other) => one.sequence - other.sequence);
  }

  /** Tries to write the missing parts every few seconds. Called with the clock of the rows. */
  tick(): void {
    if (this.problem !== null && this.#options.monotonicMs() >= this.#healAtMs) void this.heal();
  }

  /** Tries to write the missing parts now. */
  async heal(): Promise<void> {
    if (this.problem === null || this.#isHealing) return;
    this.#isHealing = true;
    const { journal } = this.#options;
    journal.reopen();
    try {
      if (this.#owner !== null) await this.#knowDevice(this.#owner);
      if (this.#isClaimDue) await this.#claimLate();
      await this.#writeMissing();
      this.problem = null;
      attempt(() => this.#options.onHealed());
    } catch {
      this.#healAtMs = this.#options.monotonicMs() + healEveryMs;
    } finally {
      this.#isHealing = false;
    }
  }

  async #knowDevice(known: string): Promise<void> {
    const id = await within(healWithinMs, storageSilent, this.#options.journal.deviceId(known));
    this.#owner = id;
    if (id !== known) attempt(() => this.#options.onDevice(id));
  }

  async #claimLate(): Promise<void> {
    const rows = await within(healWithinMs, storageSilent, this.#options.journal.claim());
    // Another tab may have taken the rows in the meantime.
    if (!this.#isClaimDue) return;
    this.#isClaimDue = false;
    attempt(() => this.#options.onLateRows(rows));
  }

  /** Also writes records that were added in the meantime. */
  async #writeMissing(): Promise<void> {
    for (;;) {
      const [next] = this.#unwritten;
      if (next === undefined) return;
      const [key, given] = next;
      this.#unwritten.delete(key);
      try {
        await within(healWithinMs, storageSilent, this.#store(key, given));
      } catch (error) {
        if (error instanceof AnotherWriterError) attempt(() => this.#options.onAnotherWriter(key));
        else {
          const later = this.#unwritten.get(key);
          this.#unwritten.set(key, later === undefined ? given : merged(given, later));
          throw error;
        }
      }
    }
  }

  async #store(key: string, { isForgotten, kept, strokes }: Unwritten): Promise<void> {
    if (isForgotten) await this.#options.journal.forget(key);
    if (kept !== null) await this.#options.journal.keep(kept, [...strokes.values()]);
  }

  #note(key: string, writes: readonly Effect[]): void {
    for (const write of writes) {
      const later = unwrittenOf(write);
      const earlier = this.#unwritten.get(key);
      this.#unwritten.set(key, earlier === undefined ? later : merged(earlier, later));
    }
  }

  /** Returns false if another tab is the writer. */
  async #write(key: string, writes: readonly Effect[]): Promise<boolean> {
    for (const [index, write] of writes.entries()) {
      if (this.problem !== null) {
        this.#note(key, writes.slice(index));
        return true;
      }
      try {
        await within(answerWithinMs, storageSilent, this.#store(key, unwrittenOf(write)));
      } catch (error) {
        if (error instanceof AnotherWriterError) {
          attempt(() => this.#options.onAnotherWriter(key));
          return false;
        }
        this.#failed(error);
        this.#note(key, writes.slice(index));
      }
    }
    return true;
  }

  /** Does not wait for a device that has just failed. */
  async #read<T>(reading: () => Promise<T>): Promise<T | null> {
    if (this.problem !== null) return null;
    try {
      return await within(answerWithinMs, storageSilent, reading());
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #failed(error: unknown): void {
    if (this.problem === null) console.warn('The row is not stored on this device', error);
    this.problem = notStored;
    this.#healAtMs = this.#options.monotonicMs() + healEveryMs;
  }
}

function unwrittenOf(write: Effect): Unwritten {
  if (write.kind !== 'keep') return { isForgotten: true, kept: null, strokes: new Map() };
  const strokes = new Map(write.strokes.map((stroke) => [stroke.sequence, stroke]));
  return { isForgotten: false, kept: write.kept, strokes };
}

function merged(earlier: Unwritten, later: Unwritten): Unwritten {
  if (later.isForgotten) return later;
  return {
    ...later,
    isForgotten: earlier.isForgotten,
    strokes: new Map([...earlier.strokes, ...later.strokes]),
  };
}

/** Runs code of callers, whose errors must not end the row. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error('The row goes on after an error', error);
  }
}
