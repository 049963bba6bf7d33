import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import { caloriesRowed, standingsAtEqualTime, type LateRower, type Standings } from '@boathouse/row/crew';
import type { WorkoutPlan } from '@boathouse/row/plan';
import { isSameWorkout, parseWorkoutText } from '@boathouse/row/text';
import { onTick } from '../../lib/page-clock.ts';
import type { LiveRoom } from './live-room.ts';
import { isWaitingToRow, type MemberStates } from './member-states.ts';
import { silenceOf, type Silence } from './silence.ts';

/** What a view needs of a room. */
export type ViewedRoom = Pick<LiveRoom, 'getLane' | 'hasLanes' | 'laneClock'> & {
  memberStates: Pick<MemberStates, 'getStates'>;
};

/** What a view needs of an activity. */
export type CrewActivity = Pick<
  ListedActivity,
  | '_id'
  | 'workoutItemIndex'
  | 'isCompleted'
  | 'elapsedTime'
  | 'distance'
  | 'currentPace'
  | 'averagePace'
  | 'strokeRate'
  | 'totalCalories'
  | 'isSimulated'
  | 'isPartial'
  | 'startOffset'
  | 'machine'
  | 'workout'
> & { user: Pick<ListedActivity['user'], '_id' | 'displayName'> };

/** The viewer's row on this page, whose values are newer than their echo from the server. */
export type OwnLane = {
  activityId: string;
  getSample: () => LiveSample | null;
  subscribe: (listener: () => void) => () => void;
};

/** An athlete of the item: the newest sample, and what standings are computed from. */
export type RoomRow<Activity extends CrewActivity = CrewActivity> = LateRower & {
  activity: Activity;
  /** What the athlete rows; null for a text that is not read as one. */
  plan: WorkoutPlan | null;
  /** Undefined before the first one, and of a result. */
  sample: LiveSample | undefined;
  silence: Silence;
  /** Whether the athlete has begun and waits for the first stroke. */
  isWaiting: boolean;
};

export type RoomStanding<Activity extends CrewActivity = CrewActivity> = Standings<
  RoomRow<Activity>
>['standings'][number];

type RoomViewInput<Activity extends CrewActivity> = {
  /** Of one workout item, in progress and completed. */
  activities: readonly Activity[];
  /** The text that they are compared by: who began another one has no rank. */
  workout: string;
  own: OwnLane | null;
};

/** How often ages are looked at, and what follows no sample. */
const secondMs = 1_000;

/** The athletes of one workout item in a room, as lanes and grid select from them. */
export class RoomView<Activity extends CrewActivity> {
  readonly #room: ViewedRoom;
  readonly #nowMs: () => number;
  #input: RoomViewInput<Activity>;
  #plan: WorkoutPlan | null;
  /** The plans of the activities of another workout than the item's, by id: it was reworded after they began. */
  #others: ReadonlyMap<string, WorkoutPlan | null> = new Map();
  #byId = new Map<string, Activity>();
  #standings: Standings<RoomRow<Activity>> = { unit: 'meters', standings: [] };
  #standingById = new Map<string, RoomStanding<Activity>>();
  /** Null while no one follows. */
  #stopOwn: (() => void) | null = null;

  constructor(
    room: ViewedRoom,
    input: RoomViewInput<Activity>,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#room = room;
    this.#nowMs = nowMs;
    this.#input = input;
    this.#plan = parseWorkoutText(input.workout);
    this.update(input);
  }

  /** Those of the last `rank`. */
  get standings(): Standings<RoomRow<Activity>> {
    return this.#standings;
  }

  standingOf(id: string): RoomStanding<Activity> | undefined {
    return this.#standingById.get(id);
  }

  /** Returns an athlete's newest values. */
  rowOf(id: string): RoomRow<Activity> | undefined {
    const activity = this.#byId.get(id);
    return activity && this.#rowOf(activity);
  }

  update(input: RoomViewInput<Activity>): void {
    const isOtherOwn = input.own !== this.#input.own;
    if (input.workout !== this.#input.workout) this.#plan = parseWorkoutText(input.workout);
    this.#input = input;
    if (isOtherOwn && this.#stopOwn !== null) this.#followOwn();
    this.#byId = new Map(input.activities.map((activity) => [activity._id, activity]));
    const others = input.activities.filter(({ workout }) => !isSameWorkout(workout, input.workout));
    this.#others = new Map(others.map(({ _id, workout }) => [_id, parseWorkoutText(workout)]));
    this.rank();
  }

  /** Computes the standings. Athletes who are as good as level keep the order of those before. */
  rank(): void {
    const { activities } = this.#input;
    const rows = activities.map((activity) => this.#rowOf(activity));
    const former = this.#standings.standings.map(({ rower }) => rower.id);
    this.#standings = standingsAtEqualTime(this.#plan, rows, former);
    this.#standingById = new Map(this.#standings.standings.map((standing) => [standing.rower.id, standing]));
  }

  /** Calls back with the ids of each batch of samples that has some of the view, and once a second. */
  follow(onBatch: (ids: ReadonlySet<string>) => void, onSecond: () => void): () => void {
    this.#followOwn();
    const stops = [
      this.#room.laneClock.subscribe((ids) => {
        for (const id of ids) if (this.#byId.has(id)) return onBatch(ids);
      }),
      onTick(secondMs, onSecond),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#stopOwn?.();
      this.#stopOwn = null;
    };
  }

  #followOwn(): void {
    const { own } = this.#input;
    this.#stopOwn?.();
    this.#stopOwn = own?.subscribe(() => this.#room.laneClock.note(own.activityId)) ?? (() => {});
  }

  #rowOf(activity: Activity): RoomRow<Activity> {
    const { own } = this.#input;
    const { _id: id, isCompleted } = activity;
    const lane = this.#room.getLane(id);
    const ownSample = id === own?.activityId ? own.getSample() : null;
    const sample = isCompleted ? undefined : (ownSample ?? lane?.sample);
    const figures = sample ?? activity;
    const isOfOtherWorkout = this.#others.has(id);
    const plan = isOfOtherWorkout ? (this.#others.get(id) ?? null) : this.#plan;
    // Rowed before, on a device that is not heard: what is begun is no longer to begin.
    const isWaiting =
      lane === undefined &&
      activity.distance === 0 &&
      isWaitingToRow(this.#room.memberStates.getStates(), activity);
    const isHeard = isCompleted || ownSample !== null || isWaiting;
    return {
      id,
      machine: activity.machine,
      activity,
      sample,
      isWaiting,
      silence: isHeard ? null : silenceOf(this.#room, id, this.#nowMs()),
      elapsedSec: figures.elapsedTime,
      distanceM: figures.distance,
      calories: isCompleted ? activity.totalCalories : caloriesOf(sample, plan),
      currentPaceSec: figures.currentPace,
      averagePaceSec: figures.averagePace,
      phase: isCompleted ? 'finished' : (sample?.phase ?? null),
      isPartial: activity.isPartial,
      isOfOtherWorkout,
      plan,
      startOffsetSec: activity.startOffset ?? 0,
    };
  }
}

function caloriesOf(sample: LiveSample | undefined, plan: WorkoutPlan | null): number | null {
  if (sample === undefined || plan === null) return null;
  const { interval = 1, left, phase } = sample;
  const isRest = phase === 'resting';
  if (!isRest && left?.kind !== 'calories') return null;
  return caloriesRowed(plan, interval, isRest ? 0 : (left?.value ?? 0));
}
