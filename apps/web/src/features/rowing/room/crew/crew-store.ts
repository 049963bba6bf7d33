import { createKeyedListeners, createListeners } from '../../../../lib/store.ts';
import { RoomView, type CrewActivity, type OwnLane, type RoomRow, type ViewedRoom } from '../room-view.ts';
import { crewViewOf, type CrewMember, type CrewSummary, type CrewView, type LaneView } from './crew-view.ts';

type CrewInput = {
  /** Activities of one workout item, in progress and completed. */
  activities: readonly CrewActivity[];
  /** The text for the comparison. */
  workout: string;
  viewerId: string;
  own: OwnLane | null;
};

/**
 * The content of the crew's lanes. Computed with the room's batches. A lane is renewed only when one of its texts
 * changes, and its boat moves without rendering.
 */
export class CrewStore {
  readonly #room: RoomView<CrewActivity>;
  readonly #listeners = createListeners(() =>
    this.#room.follow(
      () => this.#renew(),
      () => this.#renew(),
    ),
  );
  readonly #laneListeners = createKeyedListeners();
  readonly #isWhole: boolean;
  #viewerId: string;
  #view: CrewView;
  #lanes = new Map<string, LaneView>();
  #shown: readonly string[] = [];

  /** `isWhole`: all lanes, not only those around the viewer. */
  constructor(
    room: ViewedRoom,
    { viewerId, ...input }: CrewInput,
    { isWhole = false, nowMs }: { isWhole?: boolean; nowMs?: () => number } = {},
  ) {
    this.#isWhole = isWhole;
    this.#room = new RoomView(room, input, nowMs);
    this.#viewerId = viewerId;
    this.#view = this.#compute();
    this.#accept(this.#view);
  }

  /** Ids of the displayed lanes; changes its identity with the order. */
  readonly getShown = (): readonly string[] => this.#shown;
  readonly getSummary = (): CrewSummary => this.#view.summary;
  readonly getLane = (id: string): LaneView | undefined => this.#lanes.get(id);
  readonly getPosition = (id: string): number => this.#view.positions.get(id) ?? 0;

  /** Calls the listener when order or summary change. The store follows the room while there is a listener. */
  readonly subscribe = this.#listeners.subscribe;
  /** Calls the listener when a lane's texts change or its boat moves. */
  readonly subscribeLane = this.#laneListeners.subscribe;

  update({ viewerId, ...input }: CrewInput): void {
    this.#viewerId = viewerId;
    this.#room.update(input);
    this.#show();
  }

  #renew(): void {
    this.#room.rank();
    this.#show();
  }

  #compute(): CrewView {
    const { standings } = this.#room.standings;
    const members = standings.map((standing) => ({ ...standing, rower: this.#memberOf(standing.rower) }));
    return crewViewOf({ standings: members }, this.#isWhole ? members.length : undefined);
  }

  #memberOf(row: RoomRow): CrewMember {
    const { activity, sample, other } = row;
    const isOwn = activity.user._id === this.#viewerId;
    const { strokeRate, isSimulated } = sample ?? activity;
    const name = isOwn ? 'You' : activity.user.displayName;
    const otherWorkout = other === null ? null : activity.workout;
    return { ...row, name, isOwn, otherWorkout, strokeRateSpm: strokeRate, isSimulated };
  }

  #show(): void {
    const before = this.#view;
    const shownBefore = this.#shown;
    const changed = this.#accept(this.#compute());
    if (this.#shown !== shownBefore || this.#view.summary !== before.summary) this.#listeners.call();
    for (const id of changed) this.#laneListeners.call(id);
  }

  /** Replaces the view; keeps the objects with the same texts. Returns the lanes that changed or moved. */
  #accept(view: CrewView): string[] {
    const before = this.#view;
    const lanes = new Map<string, LaneView>();
    const changed: string[] = [];
    for (const lane of view.lanes) {
      const known = this.#lanes.get(lane.id);
      const isKnown = known !== undefined && isSame(known, lane);
      lanes.set(lane.id, isKnown ? known : lane);
      const hasMoved = view.positions.get(lane.id) !== before.positions.get(lane.id);
      if (!isKnown || hasMoved) changed.push(lane.id);
    }
    const shown = view.lanes.map(({ id }) => id);
    const isSameOrder =
      shown.length === this.#shown.length && shown.every((id, at) => id === this.#shown[at]);
    if (!isSameOrder) this.#shown = shown;
    this.#lanes = lanes;
    this.#view = { ...view, summary: isSame(view.summary, before.summary) ? before.summary : view.summary };
    return changed;
  }
}

/** Compares two records of plain values. */
function isSame<T extends object>(one: T, other: T): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([key, value]: [string, unknown]) => values.get(key) === value);
}
