import { liveLimits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import type { WorkoutPlan } from '@boathouse/row/plan';
import { onTick } from '../../../lib/page-clock.ts';
import type { LiveRoom } from '../live-room.ts';
import { isWaitingToRow, type MemberStates } from '../member-states.ts';
import { crewRowerOf, type CrewActivity } from './crew-rower.ts';
import { crewViewOf, type CrewMember, type CrewSummary, type CrewView, type LaneView } from './crew-view.ts';

/** What the lanes need of a room. */
export type CrewRoom = Pick<LiveRoom, 'getLane' | 'hasLanes' | 'laneClock'> & {
  memberStates: Pick<MemberStates, 'getStates'>;
};

/** The viewer's row on this page, whose values are newer than their echo from the server. */
export type OwnLane = {
  activityId: string;
  getSample: () => LiveSample | null;
  subscribe: (listener: () => void) => () => void;
};

type CrewInput = {
  /** Of one workout item, in progress and completed. */
  activities: readonly CrewActivity[];
  plan: WorkoutPlan | null;
  viewerId: string;
  own: OwnLane | null;
};

/** How often the ages of silent athletes are looked at. */
const silenceEveryMs = 1_000;

/**
 * What the crew's lanes show. Computed with the room's batches; a lane is renewed only when one of its texts changes, and
 * its boat is moved without rendering.
 */
export class CrewStore {
  readonly #room: CrewRoom;
  readonly #nowMs: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #laneListeners = new Map<string, Set<() => void>>();
  #stops: Array<() => void> = [];
  #input: CrewInput;
  #view: CrewView;
  #lanes = new Map<string, LaneView>();
  #shown: readonly string[] = [];

  constructor(room: CrewRoom, input: CrewInput, nowMs: () => number = () => performance.now()) {
    this.#room = room;
    this.#input = input;
    this.#nowMs = nowMs;
    this.#view = this.#compute([]);
    this.#accept(this.#view);
  }

  /** Ids of the lanes shown; changes its identity with the order. */
  readonly getShown = (): readonly string[] => this.#shown;
  readonly getSummary = (): CrewSummary => this.#view.summary;
  readonly getLane = (id: string): LaneView | undefined => this.#lanes.get(id);
  readonly getPosition = (id: string): number => this.#view.positions.get(id) ?? 0;

  /** Calls the listener when order or summary change. The room is followed while there is a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#stops.length === 0) this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Calls the listener when a lane's texts change or its boat moves. */
  subscribeLane(id: string, listener: () => void): () => void {
    const listeners = this.#laneListeners.get(id) ?? new Set();
    this.#laneListeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#laneListeners.delete(id);
    };
  }

  update(input: CrewInput): void {
    const isFollowing = this.#stops.length > 0;
    const isOtherOwn = input.own !== this.#input.own;
    this.#input = input;
    if (isFollowing && isOtherOwn) {
      this.#stop();
      this.#follow();
    }
    this.#renew();
  }

  #follow(): void {
    const { own } = this.#input;
    const { laneClock } = this.#room;
    this.#stops = [
      laneClock.subscribe((ids) => this.#isOurs(ids) && this.#renew()),
      onTick(silenceEveryMs, () => this.#hasSilent() && this.#renew()),
      own === null ? () => {} : own.subscribe(() => laneClock.note(own.activityId)),
    ];
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #isOurs(ids: ReadonlySet<string>): boolean {
    return this.#input.activities.some(({ _id }) => ids.has(_id));
  }

  #hasSilent(): boolean {
    return this.#members().some(({ silence }) => silence !== null);
  }

  #members(): CrewMember[] {
    const { activities, plan, viewerId, own } = this.#input;
    const nowMs = this.#nowMs();
    const ownSample = own?.getSample() ?? null;
    const states = this.#room.memberStates.getStates();
    return activities.map((activity) => {
      const { _id: id, isCompleted, user } = activity;
      const isOwn = user._id === viewerId;
      const lane = this.#room.getLane(id);
      // Rowed before, on a device that is not heard: what is begun is no longer to begin.
      const isWaiting = lane === undefined && activity.distance === 0 && isWaitingToRow(states, activity);
      const isFromHere = id === own?.activityId && ownSample !== null;
      const sample = isFromHere ? ownSample : lane?.sample;
      const figures = isCompleted ? activity : (sample ?? activity);
      return {
        ...crewRowerOf(activity, sample, plan),
        name: isOwn ? 'You' : user.displayName,
        isOwn,
        strokeRateSpm: figures.strokeRate,
        isSimulated: figures.isSimulated,
        silence: isCompleted || isFromHere || isWaiting ? null : this.#silenceOf(lane, nowMs),
      };
    });
  }

  /** Whole seconds without a sample, once the lane is stale. */
  #silenceOf(lane: ReturnType<CrewRoom['getLane']>, nowMs: number): CrewMember['silence'] {
    if (lane === undefined) return this.#room.hasLanes() ? 'unknown' : 'loading';
    const silentMs = nowMs - lane.freshAtMs;
    return silentMs > liveLimits.staleMs ? Math.floor(silentMs / 1_000) : null;
  }

  #compute(former: readonly string[]): CrewView {
    return crewViewOf(this.#input.plan, this.#members(), former);
  }

  #renew(): void {
    const before = this.#view;
    const shownBefore = this.#shown;
    const changed = this.#accept(this.#compute(before.order));
    if (this.#shown !== shownBefore || this.#view.summary !== before.summary) {
      for (const listener of this.#listeners) listener();
    }
    for (const id of changed) for (const listener of this.#laneListeners.get(id) ?? []) listener();
  }

  /** Takes a view over; keeps the objects whose texts are the same. Returns the lanes that changed or moved. */
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
