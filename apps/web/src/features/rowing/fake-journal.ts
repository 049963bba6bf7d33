import type { JournalStroke, KeptLife } from '@boathouse/row/life';
import { AnotherWriterError, type Journal } from './journal.ts';

/* For tests: the journal of one browser, which several pages can open, without IndexedDB. */

export class FakeBrowser {
  readonly device: string;
  readonly rows = new Map<string, { kept: KeptLife; strokes: Map<number, JournalStroke> }>();
  /** Every write rejects with it. */
  failure: Error | null = null;
  #writer = 0;
  #opened = 0;

  constructor(device: string) {
    this.device = device;
  }

  open(): Journal {
    const page = (this.#opened += 1);
    const rowsInOrder = () =>
      [...this.rows.values()]
        .toSorted((one, other) => one.kept.begunAtMs - other.kept.begunAtMs)
        .map(({ kept, strokes }) => ({ kept: structuredClone(kept), strokes: [...strokes.values()] }));
    const orFail = async <T>(work: () => T): Promise<T> => {
      if (this.failure !== null) throw this.failure;
      return work();
    };
    return {
      deviceId: () => orFail(() => this.device),
      claim: () =>
        orFail(() => {
          this.#writer = page;
          return rowsInOrder();
        }),
      peek: () => orFail(rowsInOrder),
      keep: (kept, strokes) =>
        orFail(() => {
          if (this.#writer !== page) throw new AnotherWriterError('Another tab writes the journal');
          const row = this.rows.get(kept.key) ?? { kept, strokes: new Map<number, JournalStroke>() };
          for (const stroke of strokes) row.strokes.set(stroke.sequence, stroke);
          this.rows.set(kept.key, { ...row, kept: structuredClone(kept) });
        }),
      strokesOf: (key) => orFail(() => [...(this.rows.get(key)?.strokes.values() ?? [])]),
      forget: (key) => orFail(() => void this.rows.delete(key)),
    };
  }
}
