import type { ListedActivity } from '@boathouse/contract/activities';
import { ergOf, type LiveSample } from '@boathouse/contract/live';
import { standingsAtEqualTime } from '@boathouse/row/crew';
import type { WorkoutPlan } from '@boathouse/row/plan';
import { onTick } from '../../../lib/page-clock.ts';
import { crewRowerOf } from '../crew/crew-rower.ts';
import type { LiveRoom } from '../live-room.ts';
import { isWaitingToRow } from '../member-states.ts';
import {
  gridColumns,
  gridRowOf,
  isSameRow,
  sortGrid,
  type GridColumn,
  type GridRow,
  type GridSort,
  type GridStanding,
} from './grid-values.ts';

/** The least time between two orders. */
const orderEveryMs = 1_000;

type GridInput = {
  /** In progress, of one workout item. */
  activities: readonly ListedActivity[];
  /** Results of the same item: they have ranks too. */
  results: readonly ListedActivity[];
  plan: WorkoutPlan | null;
  staleMinutesOf: (activity: ListedActivity) => number | null;
};

type GridView = {
  /** Ids of the activities. */
  order: readonly string[];
  columns: readonly GridColumn[];
  sort: GridSort;
  /** Whether the order shown is kept although another is due. */
  isHeld: boolean;
};

type Split = NonNullable<LiveSample['lastSplit']>;

/** Columns that are shown without a value too. */
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
 * What the grid of one workout item shows. Follows the room's batches of samples: a row renders only when a text of it
 * changes, and only while it is on the screen. Computes ranks and the order at most once a second, and keeps the order
 * while it is held.
 */
export class GridStore {
  readonly #room: LiveRoom;
  readonly #nowMs: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #rowListeners = new Map<string, Set<() => void>>();
  readonly #rows = new Map<string, GridRow>();
  /** Rows outside the screen, and whether they have missed a change. */
  readonly #hidden = new Map<string, { hasMissed: boolean }>();
  readonly #splits = new Map<string, Map<number, Split>>();
  readonly #seen = new Set<GridColumn>(fixedColumns);
  #standings = new Map<string, GridStanding>();
  #standingOrder: string[] = [];
  #input: GridInput;
  #view: GridView = {
    order: [],
    columns: [],
    sort: { column: 'rank', direction: 'ascending' },
    isHeld: false,
  };
  #isFrozen = false;
  #stops: Array<() => void> = [];

  constructor(room: LiveRoom, input: GridInput, nowMs: () => number = () => performance.now()) {
    this.#room = room;
    this.#input = input;
    this.#nowMs = nowMs;
    this.#computeAll();
  }

  readonly getView = (): GridView => this.#view;
  readonly getRow = (id: string): GridRow | undefined => this.#rows.get(id);

  /** The splits of an athlete that this page has received, by number. */
  readonly getSplits = (id: string): ReadonlyMap<number, Split> => this.#splits.get(id) ?? new Map();

  /** Calls the listener when order or columns change. Samples are followed while there is one. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#stops.length === 0) {
      this.#stops = [
        onTick(orderEveryMs, () => this.#computeAll()),
        this.#room.laneClock.subscribe((ids) => this.#follow(ids)),
      ];
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  subscribeRow(id: string, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set();
    this.#rowListeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#rowListeners.delete(id);
    };
  }

  /** Renders no changes of a row that is outside the screen; the last one once it is back. */
  setVisible(id: string, isVisible: boolean): void {
    const hidden = this.#hidden.get(id);
    if (!isVisible) {
      if (hidden === undefined) this.#hidden.set(id, { hasMissed: false });
      return;
    }
    this.#hidden.delete(id);
    if (hidden?.hasMissed) this.#tellRow(id);
  }

  update(input: GridInput): void {
    this.#input = input;
    this.#computeAll();
  }

  /** Sorts by a column at once; the same column again in the other direction. */
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

  /** Keeps the order while the pointer or the focus is in the grid: a row must not move from under a press. */
  freeze(isFrozen: boolean): void {
    if (this.#isFrozen === isFrozen) return;
    this.#isFrozen = isFrozen;
    if (!isFrozen) this.#arrange(this.#view.sort, false);
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #follow(ids: ReadonlySet<string>): void {
    for (const activity of this.#input.activities) {
      if (!ids.has(activity._id)) continue;
      this.#noteSplit(activity._id);
      if (!this.#hidden.has(activity._id)) this.#computeRow(activity);
    }
  }

  #noteSplit(id: string): void {
    const split = this.#room.getLane(id)?.sample.lastSplit;
    if (split)
      this.#splits.set(id, (this.#splits.get(id) ?? new Map<number, Split>()).set(split.number, split));
  }

  #computeRow(activity: ListedActivity): void {
    const { _id: id, user } = activity;
    const lane = this.#room.getLane(id);
    const members = this.#room.getMembers();
    const states = this.#room.memberStates.getStates();
    const state = states.get(user._id);
    const row = gridRowOf(
      activity,
      {
        lane,
        nowMs: this.#nowMs(),
        isLoading: !this.#room.hasLanes(),
        staleMinutes: this.#input.staleMinutesOf(activity),
        isAway: members.length > 0 && !members.some(({ _id }) => _id === user._id),
        erg: state === undefined ? null : ergOf(state),
        isWaiting: isWaitingToRow(states, activity),
      },
      this.#standings.get(id),
      this.#input.plan?.pieces.length ?? 0,
    );
    const known = this.#rows.get(id);
    if (known !== undefined && isSameRow(known, row)) return;
    this.#rows.set(id, row);
    const hidden = this.#hidden.get(id);
    if (hidden === undefined) this.#tellRow(id);
    else hidden.hasMissed = true;
  }

  #tellRow(id: string): void {
    for (const listener of this.#rowListeners.get(id) ?? []) listener();
  }

  #computeAll(): void {
    const { activities, results, plan } = this.#input;
    const rowers = [...activities, ...results].map((activity) =>
      crewRowerOf(activity, this.#room.getLane(activity._id)?.sample, plan),
    );
    const { unit, standings } = standingsAtEqualTime(plan, rowers, this.#standingOrder);
    this.#standingOrder = standings.map(({ rower }) => rower.id);
    this.#standings = new Map(standings.map((standing) => [standing.rower.id, { ...standing, unit }]));
    const ids = new Set(activities.map(({ _id }) => _id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    for (const activity of activities) {
      this.#noteSplit(activity._id);
      this.#computeRow(activity);
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
    // A held order appends new athletes and drops those who left.
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
    for (const listener of this.#listeners) listener();
  }
}

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
