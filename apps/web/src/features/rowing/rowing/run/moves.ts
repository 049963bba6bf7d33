import type { Input, Life, RowPlace } from '@boathouse/row/life/life';
import { v7 as uuidv7 } from 'uuid';
import type { JournalQueue } from './journal-queue.ts';

type MovesOptions = {
  lives: ReadonlyMap<string, Life>;
  queue: Pick<JournalQueue, 'strokesOf' | 'idle'>;
  take(key: string, input: Input): void;
};

/** Moves rows of this device from their first place to another. */
export class Moves {
  readonly #options: MovesOptions;

  constructor(options: MovesOptions) {
    this.#options = options;
  }

  /** Sends a row with all its strokes to another place, as another activity. */
  async move({ kept, run }: Life, place: RowPlace): Promise<void> {
    const strokes = await this.#options.queue.strokesOf(kept.key, [...run.setAside, ...run.unsent]);
    const id = uuidv7({ msecs: kept.begunAtMs });
    this.#options.take(kept.key, { kind: 'moved', id, place, strokes });
  }

  /** Removes the session from rows whose session the server will never have; resolves once they are stored. */
  async leave(sessionId: string): Promise<void> {
    for (const life of this.#options.lives.values()) {
      const { place, begin, stage } = life.kept;
      const isOfSession = place.sessionId === sessionId && begin !== 'stored' && stage !== 'discarding';
      if (isOfSession) await this.move(life, { ...place, sessionId: null, workoutItemIndex: null });
    }
    await this.#options.queue.idle();
  }
}
