import type { Effect } from '@boathouse/row/life';
import { AnotherWriterError, type Journal } from './journal.ts';

const notStored =
  "This browser doesn't store your workout on this device. Keep this page open until everything is saved.";

/** Writes the journal in order, and lets each step take effect only after its part is written. */
export class JournalQueue {
  readonly #journal: Journal;
  readonly #onAnotherWriter: (key: string) => void;
  #writing: Promise<void> = Promise.resolve();
  #length = 0;
  /** Why this device does not store the row; null while it does. */
  problem: string | null = null;

  constructor(journal: Journal, onAnotherWriter: (key: string) => void) {
    this.#journal = journal;
    this.#onAnotherWriter = onAnotherWriter;
  }

  /** Calls `then` at once if there is nothing to write, otherwise after the write, also if it failed. */
  run(key: string, effects: readonly Effect[], then: () => void): void {
    const writes = effects.filter(({ kind }) => kind === 'keep' || kind === 'forget');
    if (writes.length === 0 && this.#length === 0) return then();
    this.#length += 1;
    this.#writing = this.#writing.then(async () => {
      for (const effect of writes) await this.#write(key, effect);
      this.#length -= 1;
      then();
    });
  }

  /** Resolves when everything so far is written. */
  idle(): Promise<void> {
    return this.#writing;
  }

  failed(error: unknown): void {
    if (this.problem === null) console.warn('The row is not stored on this device', error);
    this.problem = notStored;
  }

  async #write(key: string, effect: Effect): Promise<void> {
    try {
      if (effect.kind === 'keep') await this.#journal.keep(effect.kept, effect.strokes);
      if (effect.kind === 'forget') await this.#journal.forget(key);
      this.problem = null;
    } catch (error) {
      if (error instanceof AnotherWriterError) this.#onAnotherWriter(key);
      else this.failed(error);
    }
  }
}
