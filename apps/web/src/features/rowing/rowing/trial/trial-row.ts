import type { LiveSample } from '@boathouse/contract/live';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { beginRow, reduceRow, type RowProgress, type RowRecord } from '@boathouse/row/reduce/progress';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { createListeners } from '../../../../lib/store.ts';
import { openSimulatedMonitor, type SimulatedMonitor } from '../../erg/index.ts';
import { LaneClock, type CrewActivity, type ViewedRoom, type OwnLane } from '../../room/index.ts';
import { sampleOf } from '../run/row-mapping.ts';
import type { TrialWorkout } from './trial-workouts.ts';

export const ownId = 'visitor';

type Rower = { id: string; name: string; paceSec: number; strokeRateSpm: number };

const visitor: Rower = { id: ownId, name: 'You', paceSec: 120, strokeRateSpm: 26 };
/** Faster and slower than the visitor by about a length. */
const pacers: readonly Rower[] = [
  { id: 'pacer-1', name: 'Pacer A', paceSec: 117, strokeRateSpm: 28 },
  { id: 'pacer-2', name: 'Pacer B', paceSec: 125, strokeRateSpm: 24 },
];

type TrialState = {
  stage: 'beginning' | 'rowing' | 'completed';
  /** The visitor's progress. */
  progress: RowProgress;
  /** The visitor and the pacers, as the lanes show them. */
  activities: readonly CrewActivity[];
  /** The ergs could not be loaded or set. */
  hasFailed: boolean;
};

type Crewmate = Rower & { progress: RowProgress };

/**
 * A row without an account: the visitor and two pacers, each on a simulated erg whose records are reduced like those of
 * a real one. Exists only in this object; nothing is stored or sent.
 */
export class TrialRow {
  readonly workout: TrialWorkout;
  readonly plan: WorkoutPlan;
  readonly #listeners = createListeners();
  readonly #lanes = new Map<string, { sample: LiveSample; freshAtMs: number }>();
  readonly #crew: Crewmate[] = [visitor, ...pacers].map((rower) => ({ ...rower, progress: beginRow() }));
  readonly #laneClock = new LaneClock();
  #monitors: SimulatedMonitor[] = [];
  /** The current start; null while stopped. */
  #run: symbol | null = null;
  #state: TrialState;

  constructor(workout: TrialWorkout) {
    const plan = parseWorkoutText(workout);
    if (plan === null) throw new Error(`${workout} is not read as a plan`);
    this.plan = plan;
    this.workout = workout;
    this.#state = {
      stage: 'beginning',
      progress: beginRow(),
      activities: this.#crew.map((one) => activityOf(one, this.workout)),
      hasFailed: false,
    };
  }

  readonly getState = (): TrialState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Replaces the room of a session. */
  get room(): ViewedRoom {
    return {
      getLane: (id) => this.#lanes.get(id),
      hasLanes: () => true,
      laneClock: this.#laneClock,
      memberStates: { getStates: () => new Map() },
    };
  }

  /** The visitor's lane. */
  get own(): OwnLane {
    return {
      activityId: ownId,
      subscribe: this.subscribe,
      getSample: () => this.#sampleOf(this.#state.progress),
    };
  }

  /** Connects the ergs, sets the workout on them, and starts them together. Never rejects. */
  async start(): Promise<void> {
    const run = Symbol(this.workout);
    this.#run = run;
    try {
      const monitors = await Promise.all(this.#crew.map((crewmate) => this.#openFor(crewmate, run)));
      const results = await Promise.all(monitors.map((monitor) => monitor.pushWorkout(this.plan)));
      if (this.#run !== run) return;
      const failed = results.find(({ kind }) => kind !== 'set');
      if (failed !== undefined) throw new Error(`A simulated erg could not be set: ${failed.kind}`);
      for (const monitor of monitors) monitor.startRowing(this.plan.pieces.length);
      this.#show({ stage: 'rowing' });
    } catch (error) {
      if (this.#run !== run) return;
      console.warn('The simulated erg did not start', error);
      this.stop();
      this.#show({ hasFailed: true });
    }
  }

  /** Disconnects the ergs, which is the only end for athletes who still row. */
  stop(): void {
    this.#run = null;
    for (const monitor of this.#monitors.splice(0)) monitor.disconnect();
  }

  async #openFor(crewmate: Crewmate, run: symbol): Promise<SimulatedMonitor> {
    const { paceSec, strokeRateSpm } = crewmate;
    const monitor = await openSimulatedMonitor({ paceSec, strokeRateSpm });
    if (this.#run === run) this.#monitors.push(monitor);
    else monitor.disconnect();
    monitor.onRecord((record, atMs) => this.#follow(crewmate, record, atMs));
    return monitor;
  }

  #follow(crewmate: Crewmate, record: RowRecord, atMs: number): void {
    const before = crewmate.progress;
    const progress = reduceRow(before, record, atMs);
    if (progress === before) return;
    crewmate.progress = progress;
    const isEnd = progress.result !== null && before.result === null;
    const activities = isEnd ? { activities: this.#crew.map((one) => activityOf(one, this.workout)) } : {};
    if (crewmate.id === ownId) {
      this.#show({ progress, ...activities, ...(isEnd ? { stage: 'completed' as const } : {}) });
      return;
    }
    this.#lanes.set(crewmate.id, { sample: this.#sampleOf(progress), freshAtMs: performance.now() });
    this.#laneClock.note(crewmate.id);
    if (isEnd) this.#show(activities);
  }

  #sampleOf(progress: RowProgress): LiveSample {
    const place = { sessionId: '', workoutItemIndex: 0, title: '', workout: this.workout };
    return sampleOf(progress, { isSimulated: true, place, unsent: [] });
  }

  #show(changes: Partial<TrialState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.call();
  }
}

/** The lanes use figures from here before the first sample and after the end. */
function activityOf({ id, name, progress }: Crewmate, workout: string): CrewActivity {
  const { result } = progress;
  return {
    _id: id,
    user: { _id: id, displayName: name },
    workoutItemIndex: 0,
    workout,
    isCompleted: result !== null,
    elapsedTime: result?.elapsedSec ?? 0,
    distance: result?.distanceM ?? 0,
    currentPace: null,
    averagePace: result?.averagePaceSec ?? null,
    strokeRate: result === null ? 0 : result.averageStrokeRateSpm,
    totalCalories: result === null ? 0 : result.totalCalories,
    isSimulated: true,
    machine: 'rower',
    isPartial: false,
    startOffset: null,
  };
}
