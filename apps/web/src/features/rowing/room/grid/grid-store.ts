import type { ListedActivity } from '@boathouse/contract/activities';
import { ergOf, type LiveSample } from '@boathouse/contract/live';
import { createKeyedListeners, createListeners } from '../../../../lib/store.ts';
import type { LiveRoom } from '../live-room.ts';
import { RoomView } from '../room-view.ts';
import {
  gridColumns,
  gridRowOf,
  isSameRow,
  sortGrid,
  type GridColumn,
  type GridRow,
  type GridSort,
} from './grid-values.ts';

type GridInput = {
  /** Activities in progress, of one workout item. */
  activities: readonly ListedActivity[];
  /** Results of the same item, which have ranks too. */
  results: readonly ListedActivity[];
  /** The item's text. */
  workout: string;
  staleMinutesOf: (activity: ListedActivity) => number | null;
};

type GridView = {
  /** Ids of the activities. */
  order: readonly string[];
  columns: readonly GridColumn[];
  sort: GridSort;
  /** Whether the present order is kept although another is due. */
  isHeld: boolean;
};

type Split = NonNullable<LiveSample['lastSplit']>;

/** Columns that are shown even without a value. */
const fixedColumns: readonly GridColumn[] = [
  'name',
  'connection',
  'distance',
  'time',
  'pace',
  'average',
  'rate',
];

/**
 * The content of the grid of one workout item. Follows the room's batches of samples. A row renders only when one of
 * its texts changes, and only while it is on the screen. Computes ranks and the order at most once a second, and keeps
 * the order while it is held.
 */
export class GridStore {
  readonly #room: LiveRoom;
  readonly #lanes: RoomView<ListedActivity>;
  readonly #listeners = createListeners(() =>
    this.#lanes.follow(
      (ids) => this.#follow(ids),
      () => {
        this.#lanes.rank();
        this.#computeAll();
      },
    ),
  );
  readonly #rowListeners = createKeyedListeners();
  readonly #rows = new Map<string, GridRow>();
  /** Rows outside the screen, and whether they have missed a change. */
  readonly #hidden = new Map<string, { hasMissed: boolean }>();
  readonly #splits = new Map<string, Map<number, Split>>();
  readonly #seen = new Set<GridColumn>(fixedColumns);
  /** The members whose ids are in `#present`. */
  #members: unknown = null;
  #present: ReadonlySet<string> = new Set();
  #input: GridInput;
  #view: GridView = {
    order: [],
    columns: [],
    sort: { column: 'rank', direction: 'ascending' },
    isHeld: false,
  };
  #isFrozen = false;

  constructor(room: LiveRoom, input: GridInput, nowMs?: () => number) {
    this.#room = room;
    this.#input = input;
    this.#lanes = new RoomView(room, viewed(input), nowMs);
    this.#computeAll();
  }

  readonly getView = (): GridView => this.#view;
  readonly getRow = (id: string): GridRow | undefined => this.#rows.get(id);

  /** The splits of an athlete that this page has received, by number. */
  readonly getSplits = (id: string): ReadonlyMap<number, Split> => this.#splits.get(id) ?? new Map();

  /** Calls the listener when order or columns change. The store follows samples while it has a listener. */
  readonly subscribe = this.#listeners.subscribe;
  readonly subscribeRow = this.#rowListeners.subscribe;

  /** Skips changes of a row outside the screen, and renders the last one once it is back. */
  setVisible(id: string, isVisible: boolean): void {
    const hidden = this.#hidden.get(id);
    if (!isVisible) {
      if (hidden === undefined) this.#hidden.set(id, { hasMissed: false });
      return;
    }
    this.#hidden.delete(id);
    if (hidden?.hasMissed) this.#rowListeners.call(id);
  }

  update(input: GridInput): void {
    this.#input = input;
    this.#lanes.update(viewed(input));
    this.#computeAll();
  }

  /** Sorts by a column immediately; the same column again reverses the order. */
  sortBy(column: GridColumn): void {
    const { sort } = this.#view;
    const isSame = sort.column === column;
    const direction = isSame
      ? sort.direction === 'ascending'
        ? 'descending'
        : 'ascending'
      : firstDirection(column);
    this.#arrange({ column, direction }, true);
  }

  /** Keeps the order while the pointer or the focus is in the grid, so that no row moves away from a press. */
  freeze(isFrozen: boolean): void {
    if (this.#isFrozen === isFrozen) return;
    this.#isFrozen = isFrozen;
    if (!isFrozen) this.#arrange(this.#view.sort, false);
  }

  #follow(ids: ReadonlySet<string>): void {
    for (const { _id: id, user } of this.#input.activities) {
      if (!ids.has(id)) continue;
      this.#noteSplit(id);
      if (!this.#hidden.has(id)) this.#computeRow(id, user._id);
    }
  }

  #noteSplit(id: string): void {
    const split = this.#room.getLane(id)?.sample.lastSplit;
    if (split)
      this.#splits.set(id, (this.#splits.get(id) ?? new Map<number, Split>()).set(split.number, split));
  }

  #computeRow(id: string, userId: string): void {
    const rower = this.#lanes.rowOf(id);
    if (rower === undefined) return;
    const state = this.#room.memberStates.getStates().get(userId);
    const row = gridRowOf(
      rower,
      {
        staleMinutes: this.#input.staleMinutesOf(rower.activity),
        isAway: this.#isAway(userId),
        erg: state === undefined ? null : ergOf(state),
      },
      this.#lanes.standingOf(id),
      rower.plan?.pieces.length ?? 0,
    );
    const known = this.#rows.get(id);
    if (known !== undefined && isSameRow(known, row)) return;
    this.#rows.set(id, row);
    const hidden = this.#hidden.get(id);
    if (hidden === undefined) this.#rowListeners.call(id);
    else hidden.hasMissed = true;
  }

  /** Whether the athlete has no page in the room. */
  #isAway(userId: string): boolean {
    const members = this.#room.getMembers();
    if (members !== this.#members) {
      this.#members = members;
      this.#present = new Set(members.map(({ _id }) => _id));
    }
    return this.#present.size > 0 && !this.#present.has(userId);
  }

  #computeAll(): void {
    const { activities } = this.#input;
    const ids = new Set(activities.map(({ _id }) => _id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    for (const { _id: id, user } of activities) {
      this.#noteSplit(id);
      this.#computeRow(id, user._id);
    }
    this.#arrange(this.#view.sort, false);
  }

  #arrange(sort: GridSort, isAsked: boolean): void {
    const rows = this.#input.activities.flatMap(({ _id }) => this.#rows.get(_id) ?? []);
    const due = sortGrid(rows, sort);
    const shown = this.#view.order;
    const isHeld =
      this.#isFrozen &&
      !isAsked &&
      !isSameList(
        due.filter((id) => shown.includes(id)),
        shown,
      );
    // A held order appends new athletes and drops athletes who left.
    const held = [...shown.filter((id) => due.includes(id)), ...due.filter((id) => !shown.includes(id))];
    const order = isHeld ? held : due;
    for (const column of gridColumns) {
      if (rows.some(({ cells }) => cells[column].text !== '')) this.#seen.add(column);
    }
    const columns = gridColumns.filter((column) => this.#seen.has(column));
    const before = this.#view;
    const isSame =
      isSameList(order, before.order) &&
      columns.length === before.columns.length &&
      sort.column === before.sort.column &&
      sort.direction === before.sort.direction &&
      isHeld === before.isHeld;
    if (isSame) return;
    this.#view = { order, columns, sort, isHeld };
    this.#listeners.call();
  }
}

const viewed = ({ activities, results, workout }: GridInput) => ({
  activities: [...activities, ...results],
  workout,
  own: null,
});

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/** The best value first. */
function firstDirection(column: GridColumn): GridSort['direction'] {
  const lowFirst: readonly GridColumn[] = [
    'rank',
    'name',
    'left',
    'pace',
    'average',
    'gap',
    'split',
    'target',
    'finish',
  ];
  return lowFirst.includes(column) ? 'ascending' : 'descending';
}
