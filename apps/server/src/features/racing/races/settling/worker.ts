import type { Database } from '../../../../db/database.ts';
import { findEventsOfSessions, listEventsUnderWay } from '../day/store.ts';
import type { RaceAnnouncer } from '../live.ts';
import { settle } from './service.ts';

type RaceWatchParts = RaceAnnouncer & {
  db: Database;
  now: () => Date;
  onError: (error: unknown) => void;
};

/** After this time, only what its ergs send and its readers settle a race day. */
const underWayMs = 36 * 3_600_000;

/**
 * Writes false starts and results of races even if no page asks: after each change of an activity in the session of a
 * run, and regularly for changes by time or from a time when no server ran. Several processes may find the same facts,
 * which are written once.
 */
export class RaceWatch {
  readonly #parts: RaceWatchParts;
  /** Sessions whose activities have changed since the last look. */
  #changed = new Set<string>();
  #looking: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: RaceWatchParts) {
    this.#parts = parts;
  }

  /** Activities of these sessions have changed; few of them are runs of races. */
  note(sessionIds: readonly string[]): void {
    if (this.#isClosed) return;
    for (const id of sessionIds) this.#changed.add(id);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  /** Settles every race day with races under way. */
  async check(): Promise<void> {
    const { db, now } = this.#parts;
    await this.#settleAll(await listEventsUnderWay(db, new Date(now().getTime() - underWayMs)));
  }

  /** Resolves when all noted changes are written. */
  async whenIdle(): Promise<void> {
    while (this.#looking !== null) await this.#looking;
  }

  /** Notes no further changes. */
  async close(): Promise<void> {
    await this.whenIdle();
    this.#isClosed = true;
  }

  /** One look at a time: sessions noted during one wait for the next. */
  async #look(): Promise<void> {
    while (this.#changed.size > 0) {
      const sessionIds = [...this.#changed];
      this.#changed = new Set();
      try {
        await this.#settleAll(await findEventsOfSessions(this.#parts.db, sessionIds));
      } catch (error) {
        // The regular check tries again.
        this.#parts.onError(error);
      }
    }
  }

  async #settleAll(eventIds: readonly string[]): Promise<void> {
    const { db, now, onError } = this.#parts;
    for (const eventId of eventIds) {
      await settle(db, this.#parts, eventId, now()).catch(onError);
    }
  }
}
