import type { ListedActivity } from '@boathouse/contract/activities';
import type { LiveSample } from '@boathouse/contract/live';
import {
  caloriesRowed,
  standingsAtEqualTime,
  type LateRower,
  type OtherWorkout,
  type Standings,
} from '@boathouse/row/crew/standings';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { isSameWorkout, parseWorkoutText, workoutKeyOf } from '@boathouse/workout-text/parse';
import { onTick } from '../../../lib/page-clock.ts';
import type { LiveRoom } from './live-room.ts';
import { waitingReadiness, type MemberStates } from './member-states.ts';
import type { Readiness } from './readiness.ts';
import { ageMsOf, silenceOf, type Silence } from './silence.ts';

/** The parts of a room that a view uses. */
export type ViewedRoom = Pick<LiveRoom, 'getLane' | 'hasLanes' | 'laneClock'> & {
  memberStates: Pick<MemberStates, 'getStates'>;
};

/** The fields of an activity that a view uses. */
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
> & { user: Pick<ListedActivity['user'], '_id' | 'displayName'>; isGhost?: boolean };

/** The viewer's row on this page, with newer values than their echo from the server. */
export type OwnLane = {
  activityId: string;
  getSample: () => LiveSample | null;
  subscribe: (listener: () => void) => () => void;
};

/** An athlete of the item: the newest sample, and the values for standings. */
export type RoomRow<Activity extends CrewActivity = CrewActivity> = LateRower & {
  activity: Activity;
  /** The athlete's plan; null for a text that can't be parsed. */
  plan: WorkoutPlan | null;
  /** Undefined before the first sample, and for a result. */
  sample: LiveSample | undefined;
  silence: Silence;
  /** It is set only for an athlete who has begun and waits for the first stroke; otherwise null. */
  waiting: Readiness | null;
};

export type RoomStanding<Activity extends CrewActivity = CrewActivity> = Standings<
  RoomRow<Activity>
>['standings'][number];

type RoomViewInput<Activity extends CrewActivity> = {
  /** Activities of one workout item, in progress and completed. */
  activities: readonly Activity[];
  /** The text for the comparison: an athlete who began another text has no rank. */
  workout: string;
  own: OwnLane | null;
};

/** How often the view checks ages and other values without samples. */
const secondMs = 1_000;
/** Some ages need an update before the next second: see `oldMs`. */
const ageStepMs = 250;

/** The athletes of one workout item in a room, from which lanes and grid select. */
export class RoomView<Activity extends CrewActivity> {
  readonly #room: ViewedRoom;
  readonly #nowMs: () => number;
  #input: RoomViewInput<Activity>;
  #plan: WorkoutPlan | null;
  /** The workouts of the activities that began before the item was reworded, by id. */
  #others: ReadonlyMap<string, OtherWorkout> = new Map();
  #byId = new Map<string, Activity>();
  #standings: Standings<RoomRow<Activity>> = { standings: [] };
  #standingById = new Map<string, RoomStanding<Activity>>();
  /** Ids of athletes whose values were old at the last check. */
  #old = '';
  /** Null without a listener. */
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

  /** The standings of the last `rank`. */
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
    this.#others = new Map(others.map(({ _id, workout }) => [_id, otherWorkoutOf(workout)]));
    this.rank();
  }

  /** Computes the standings. Nearly level athletes keep the previous order. */
  rank(): void {
    const { activities } = this.#input;
    const rows = activities.map((activity) => this.#rowOf(activity));
    const former = this.#standings.standings.map(({ rower }) => rower.id);
    this.#standings = standingsAtEqualTime(this.#plan, rows, former);
    this.#standingById = new Map(this.#standings.standings.map((standing) => [standing.rower.id, standing]));
  }

  /** Calls back with the ids of each batch with samples of the view, and once a second. */
  follow(onBatch: (ids: ReadonlySet<string>) => void, onSecond: () => void): () => void {
    this.#followOwn();
    const stops = [
      this.#room.laneClock.subscribe((ids) => {
        for (const id of ids) if (this.#byId.has(id)) return onBatch(ids);
      }),
      onTick(ageStepMs, () => {
        if (this.#hasAged()) onSecond();
      }),
      onTick(secondMs, onSecond),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#stopOwn?.();
      this.#stopOwn = null;
    };
  }

  /** Whether any athlete's values have become old since the last check. */
  #hasAged(): boolean {
    const old = [...this.#byId.keys()].filter((id) => ageMsOf(this.#room, id, this.#nowMs()) > 0).join();
    const hasAged = old !== this.#old;
    this.#old = old;
    return hasAged;
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
    const other = this.#others.get(id) ?? null;
    const plan = other === null ? this.#plan : other.plan;
    // An athlete whose device is not connected may have rowed before: such an activity no longer waits to begin.
    const isBegun = (sample?.phase ?? 'waiting') === 'waiting' && activity.distance === 0;
    const state = this.#room.memberStates.getStates().get(activity.user._id);
    const waiting = isBegun && activity.isGhost !== true ? waitingReadiness(state, activity) : null;
    const isNeverSilent = isCompleted || ownSample !== null || waiting !== null;
    return {
      id,
      machine: activity.machine,
      activity,
      sample,
      waiting,
      silence: isNeverSilent ? null : silenceOf(this.#room, id, this.#nowMs()),
      elapsedSec: figures.elapsedTime,
      distanceM: figures.distance,
      calories: isCompleted ? activity.totalCalories : caloriesOf(sample, plan),
      currentPaceSec: figures.currentPace,
      averagePaceSec: figures.averagePace,
      phase: isCompleted ? 'finished' : (sample?.phase ?? null),
      isPartial: activity.isPartial,
      other,
      plan,
      isGhost: activity.isGhost === true,
      startOffsetSec: activity.startOffset ?? 0,
      ageSec: isNeverSilent ? 0 : ageMsOf(this.#room, id, this.#nowMs()) / 1_000,
    };
  }
}

/** Returns the workout of the item when an activity began it. */
export function otherWorkoutOf(workout: string): OtherWorkout {
  return { key: workoutKeyOf(workout), plan: parseWorkoutText(workout) };
}

/** Returns the calories of a sample; null if it has none. */
export function caloriesOf(sample: LiveSample | undefined, plan: WorkoutPlan | null): number | null {
  if (sample === undefined || plan === null) return null;
  const { interval = 1, left, phase } = sample;
  const isRest = phase === 'resting';
  if (!isRest && left?.kind !== 'calories') return null;
  return caloriesRowed(plan, interval, isRest ? 0 : (left?.value ?? 0));
}
