import type { Database } from '../database.ts';

/** Milliseconds of one transaction, during which the embedded database serves no one else. */
const wantedMs = 20;
const fewest = 5;

/**
 * How many rows the next transaction of a long work changes: as many as take about 20 ms, by the previous transaction's
 * time. A slow disk makes the work longer, but not the wait of others.
 */
export class BatchSize {
  readonly #most: number;
  readonly #least: number;
  #rows: number;

  /** Changes at least `least` rows, even if that takes longer. */
  constructor(most: number, least = Math.min(fewest, most)) {
    this.#most = most;
    this.#least = least;
    this.#rows = Math.min(most, 2 * least);
  }

  /** Always `rows`, or as many as fit the time. */
  static of(rows: number | undefined, most: number): BatchSize {
    return rows === undefined ? new BatchSize(most) : new BatchSize(rows, rows);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Runs a transaction that changes this many rows, and records its time. */
  transaction<T>(db: Database, work: (tx: Database, rows: number) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      const startMs = performance.now();
      const done = await work(tx, this.#rows);
      this.note(performance.now() - startMs);
      return done;
    });
  }

  /** Records the time of a transaction with this many rows, without its wait for a connection. */
  note(tookMs: number): void {
    // At most twice as many, because the first times are unreliable.
    const fitting = this.#rows * Math.min(2, wantedMs / Math.max(tookMs, 1));
    this.#rows = Math.max(this.#least, Math.min(this.#most, Math.round(fitting)));
  }
}
