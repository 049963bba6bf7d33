import type { Effect, Input, Life } from '@boathouse/row/life/life';
import type { UnreadableRow } from './journal-records.ts';

/** The stored part of a row that this device can't send. */
export type Leftover = {
  /** Key of the row in the journal. */
  key: string;
  /** `strokes`: the server refuses some; `newer`, `damaged`: this page can't read the row. */
  kind: 'strokes' | 'newer' | 'damaged';
  title: string | null;
  workout: string | null;
  /** Strokes that the server lacks. */
  strokes: number;
  /** Why the server refuses the strokes. */
  why: string | null;
};

export type LeftoverFile = { name: string; text: string };

type LeftoversOptions = {
  lives: ReadonlyMap<string, Life>;
  take(key: string, input: Input): void;
  /** Removes a row from this device. */
  forget(key: string): void;
};

/** The parts of this device's rows that can't be sent, for the athlete to keep or discard. */
export class Leftovers {
  readonly #options: LeftoversOptions;
  readonly #unreadable = new Map<string, UnreadableRow>();
  #shown: readonly Leftover[] = [];

  constructor(options: LeftoversOptions) {
    this.#options = options;
  }

  get shown(): readonly Leftover[] {
    return this.#shown;
  }

  /** A row that this page can't read stays in the journal after its strokes are sent. */
  withoutForget(key: string, effects: readonly Effect[]): readonly Effect[] {
    return this.#unreadable.has(key) ? effects.filter(({ kind }) => kind !== 'forget') : effects;
  }

  /** Returns the key of a row that the server refuses completely. */
  refusedRow(): string | null {
    const rows = [...this.#options.lives.values()];
    return (
      rows.find(({ kept }) => kept.refusal !== null && !this.#unreadable.has(kept.key))?.kept.key ?? null
    );
  }

  /**
   * Adds the rows that the journal could not read, and sends the strokes of those whose activity may be on the server.
   */
  salvage(rows: readonly UnreadableRow[], owner: string): void {
    this.#unreadable.clear();
    for (const row of rows) {
      const { key, activityId: id, strokes } = row;
      this.#unreadable.set(key, row);
      if (id !== null) this.#options.take(key, { kind: 'salvaged', key, id, strokes, owner });
    }
  }

  /** Sends refused strokes again. */
  retry(key: string): void {
    this.#options.take(key, { kind: 'retrySetAside' });
  }

  discard(key: string): void {
    if (this.#unreadable.delete(key)) this.#options.forget(key);
    else this.#options.take(key, { kind: 'dropSetAside' });
  }

  /** Returns whether the displayed list has changed. */
  update(): boolean {
    const { lives } = this.#options;
    const unreadable = [...this.#unreadable.values()].map((row) => leftoverOf(row, lives.get(row.key)));
    const refused = [...lives.values()].filter(
      ({ kept, run }) => run.setAside.length > 0 && !this.#unreadable.has(kept.key),
    );
    const shown = [...unreadable, ...refused.map(refusedStrokesOf)];
    if (JSON.stringify(shown) === JSON.stringify(this.#shown)) return false;
    this.#shown = shown;
    return true;
  }

  /** Returns a file of the strokes that can't be sent; null if there are none. */
  fileOf(key: string): LeftoverFile | null {
    const row = this.#unreadable.get(key);
    const life = this.#options.lives.get(key);
    if (row !== undefined) return fileOf(key, { row: row.stored, strokes: row.storedStrokes });
    if (life === undefined || life.run.setAside.length === 0) return null;
    const { place, begunAtMs } = life.kept;
    const { strokesRefusal, setAside } = life.run;
    return fileOf(key, {
      title: place.title,
      workout: place.workout,
      begunAt: new Date(begunAtMs).toISOString(),
      refusal: strokesRefusal,
      strokes: setAside.map(({ sequence, stroke }) => ({ sequence, ...stroke })),
    });
  }
}

const fileOf = (key: string, content: unknown): LeftoverFile => ({
  name: `workout-${key}.json`,
  text: `${JSON.stringify(content, null, 2)}\n`,
});

function leftoverOf({ key, why, title, workout, strokes }: UnreadableRow, life: Life | undefined): Leftover {
  const unsent = strokes.filter(({ isSent }) => !isSent);
  const left = life === undefined ? unsent.length : life.run.unsent.length + life.run.setAside.length;
  return { key, kind: why, title, workout, strokes: left, why: life?.run.strokesRefusal ?? null };
}

const refusedStrokesOf = ({ kept: { key, place }, run }: Life): Leftover => ({
  key,
  kind: 'strokes',
  title: place.title,
  workout: place.workout,
  strokes: run.setAside.length,
  why: run.strokesRefusal,
});
