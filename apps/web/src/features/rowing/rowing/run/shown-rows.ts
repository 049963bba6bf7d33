import type { ListedActivity } from '@boathouse/contract/activities';
import type { Life } from '@boathouse/row/life/life';
import { createListeners } from '../../../../lib/store.ts';
import { attempt } from './journal-queue.ts';
import { snapshotOf } from './row-mapping.ts';
import { sameOrNext, type RowSnapshot } from './row-snapshot.ts';

/** The page's view of its rows, with the server's last response for each. */
export class ShownRows {
  readonly #listeners = createListeners();
  readonly #activities = new Map<string, ListedActivity>();
  /** The current row. */
  row: RowSnapshot | null = null;
  /** The newest row without a place. */
  held: RowSnapshot | null = null;

  readonly subscribe = this.#listeners.subscribe;

  /** Stores the server's response; null if it has nothing. */
  note(activity: ListedActivity | null): void {
    if (activity !== null) this.#activities.set(activity._id, activity);
  }

  /** `problem`: why this device does not store the rows. */
  show(current: Life | undefined, held: Life | undefined, problem: string | null): void {
    const activity = this.#activities.get(current?.kept.id ?? '') ?? null;
    this.row = current === undefined ? null : sameOrNext(this.row, snapshotOf(current, activity, problem));
    this.held = held === undefined ? null : sameOrNext(this.held, snapshotOf(held, null, problem));
  }

  notify(): void {
    attempt(this.#listeners.call);
  }
}
