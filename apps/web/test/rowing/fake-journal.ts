import type { JournalStroke, KeptLife } from '@boathouse/row/life/life';
import { AnotherWriterError, type Journal } from '../../src/features/rowing/rowing/run/journal.ts';
import type { UnreadableRow } from '../../src/features/rowing/rowing/run/journal-records.ts';

/* For tests: the journal of one browser, which several pages can open, without IndexedDB. */

export class FakeBrowser {
  readonly device: string;
  readonly rows = new Map<string, { kept: KeptLife; strokes: Map<number, JournalStroke> }>();
  unreadable: UnreadableRow[] = [];
  /** No call ever ends. */
  hangs = false;
  /** Every call rejects with this error. */
  failure: Error | null = null;
  #writer = 0;
  #opened = 0;

  constructor(device: string) {
    this.device = device;
  }

  open(): Journal {
    const page = (this.#opened += 1);
    const isUnreadable = (wanted: string) => this.unreadable.some(({ key }) => key === wanted);
    const rowsInOrder = () => ({
      rows: [...this.rows.values()]
        .toSorted((one, other) => one.kept.begunAtMs - other.kept.begunAtMs)
        .map(({ kept, strokes }) => ({ kept: structuredClone(kept), strokes: [...strokes.values()] })),
      unreadable: this.unreadable,
    });
    const orFail = async <T>(work: () => T): Promise<T> => {
      if (this.hangs) return new Promise(() => {});
      if (this.failure !== null) throw this.failure;
      return work();
    };
    const checkWriter = () => {
      if (this.#writer !== page) throw new AnotherWriterError('Another tab writes the journal');
    };
    return {
      deviceId: () => orFail(() => this.device),
      reopen: () => {},
      claim: () =>
        orFail(() => {
          this.#writer = page;
          return rowsInOrder();
        }),
      peek: () => orFail(rowsInOrder),
      keep: (kept, strokes) =>
        orFail(() => {
          checkWriter();
          if (isUnreadable(kept.key)) {
            this.unreadable = this.unreadable.map((one) =>
              one.key === kept.key ? { ...one, strokes: mergedStrokes(one.strokes, strokes) } : one,
            );
            return;
          }
          const row = this.rows.get(kept.key) ?? { kept, strokes: new Map<number, JournalStroke>() };
          for (const stroke of strokes) row.strokes.set(stroke.sequence, stroke);
          this.rows.set(kept.key, { ...row, kept: structuredClone(kept) });
        }),
      strokesOf: (key) => orFail(() => [...(this.rows.get(key)?.strokes.values() ?? [])]),
      forget: (key) =>
        orFail(() => {
          checkWriter();
          this.rows.delete(key);
          this.unreadable = this.unreadable.filter((one) => one.key !== key);
        }),
    };
  }
}

function mergedStrokes(before: readonly JournalStroke[], given: readonly JournalStroke[]): JournalStroke[] {
  const merged = new Map([...before, ...given].map((stroke) => [stroke.sequence, stroke]));
  return [...merged.values()];
}
