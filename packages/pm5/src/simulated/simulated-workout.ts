import { WorkoutState } from '../records.ts';
import type { KnownPm5Record, LogEntryDate, LogEntryTime, Pm5Form } from '../records.ts';
import { createSimulatedHeart } from './simulated-heart.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import { planPieces, ticksPerSec } from './simulated-plan.ts';
import type { ProgrammedPiece, ProgrammedPlan, SimulatedPlan } from './simulated-plan.ts';
import {
  additionalStatus1Of,
  additionalStatus2Of,
  additionalStrokeDataOf,
  caloriesOf,
  emptySpan,
  forceCurveOf,
  generalStatusOf,
  spanSince,
  splitRecordsOf,
  strokeDataOf,
  summaryRecordsOf,
  workOf,
  zeroStrokeRecords,
} from './simulated-records.ts';
import type { MonitorState, Span } from './simulated-records.ts';
import { createSimulatedRower } from './simulated-rower.ts';
import type { SimulatedDrive } from './simulated-rower.ts';

/** Times after the finish, as recorded from hardware (1.53 s and 1.83 s). */
const summaryAfterTicks = 1.5 * ticksPerSec;
const loggedAfterTicks = 1.8 * ticksPerSec;
/** From the first summary to the second, which has the recovery heart rate. */
const recoveryAfterTicks = 60 * ticksPerSec;
/** When a simulated rower continues after a rest of undefined length. */
const undefinedRestTicks = 20 * ticksPerSec;

type SimulatedWorkoutOptions = {
  plan: SimulatedPlan;
  machine: SimulatedMachine;
  date: LogEntryDate;
  time: LogEntryTime;
  random: () => number;
  form: Pm5Form;
  emit: (...records: ReadonlyArray<KnownPm5Record>) => void;
};

/**
 * A workout as the monitor runs it with its rower, tick by tick: work, rests, splits and the summary. Emits the
 * monitor's notifications, except the statuses at its sample rate, which the caller requests.
 */
export class SimulatedWorkout {
  readonly #emit: SimulatedWorkoutOptions['emit'];
  readonly #form: Pm5Form;
  readonly #heart: ReturnType<typeof createSimulatedHeart> | null;
  readonly #rower: ReturnType<typeof createSimulatedRower>;
  readonly #state: MonitorState;
  #remaining: ProgrammedPiece[];
  #phase: 'waiting' | 'work' | 'rest' | 'ended' = 'waiting';
  #isRowing = false;
  /** Intervals still to row of a workout that repeats without end. */
  #intervalsLeft = Number.POSITIVE_INFINITY;
  #endedTicks = 0;
  #endingHeartRateBpm: number | null = null;
  #hasSummary = false;

  /** @throws RangeError for an impossible plan */
  constructor({ plan, machine, date, time, random, form, emit }: SimulatedWorkoutOptions) {
    const { paceSec, strokeRateSpm } = plan;
    const { wattsFactor } = machine;
    this.#emit = emit;
    this.#form = form;
    this.#heart = plan.heartRate === true ? createSimulatedHeart(paceSec, wattsFactor) : null;
    this.#rower = createSimulatedRower({ paceSec, strokeRateSpm, wattsFactor, random });
    const idle = idleState(planPieces(plan), this.#rower.strokeState());
    this.#state = { ...idle, date, time, machine };
    this.#remaining = [...this.#state.plan.following];
  }

  get isUnderWay(): boolean {
    return this.#phase === 'work' || this.#phase === 'rest';
  }

  /** The first tick: the monitor finds the rower's heart rate belt. */
  switchOn(): void {
    this.#stepHeart();
    if (this.#heart === null) return;
    this.#emit({ kind: 'heartRateBeltInformation', manufacturerId: 1, deviceType: 120, beltId: 1 });
  }

  emitStatuses(): void {
    const state = this.#state;
    this.#emit(generalStatusOf(state), additionalStatus1Of(state), additionalStatus2Of(state));
  }

  /** Sets a workout, which waits for its first stroke. */
  program(plan: ProgrammedPlan): void {
    this.#rower.standStill();
    Object.assign(this.#state, idleState(plan, this.#rower.strokeState()));
    this.#remaining = [...plan.following];
    this.#phase = 'waiting';
    this.#isRowing = false;
    this.#hasSummary = false;
    this.#endingHeartRateBpm = null;
    this.emitStatuses();
  }

  /** Starts rowing, unless it has begun. A workout that repeats without end is ended after `intervals`. */
  start(intervals: number): void {
    if (this.#phase !== 'waiting') return;
    this.#intervalsLeft = intervals;
    this.#phase = 'work';
    this.#isRowing = true;
  }

  pause(): void {
    this.#isRowing = false;
  }

  resume(): void {
    if (this.isUnderWay) this.#isRowing = true;
  }

  terminate(): void {
    if (this.#phase !== 'ended') this.#end(WorkoutState.terminate);
  }

  /** Advances by one tick. */
  step(): void {
    this.#stepHeart();
    if (this.#phase === 'work') this.#stepWork();
    else if (this.#phase === 'rest') this.#stepRest();
    else if (this.#phase === 'ended') this.#stepEnded();
  }

  /** The monitor notifies a new state at once, outside the rate of its statuses. */
  #enter(workoutState: number): void {
    this.#state.workoutState = workoutState;
    this.#emit(generalStatusOf(this.#state));
  }

  #rowingStateOf(piece: ProgrammedPiece): number {
    if (!this.#state.plan.isIntervals) return WorkoutState.workoutRow;
    return piece.unit === 'ticks' ? WorkoutState.intervalWorkTime : WorkoutState.intervalWorkDistance;
  }

  #stepHeart(): void {
    if (this.#heart === null) return;
    this.#heart.step(this.#phase === 'work' && this.#isRowing);
    const nowBpm = this.#heart.heartRateBpm();
    const seen = this.#state.heart ?? { minimumBpm: nowBpm, maximumBpm: nowBpm };
    const isWork = this.#phase === 'work';
    this.#state.heart = {
      nowBpm,
      minimumBpm: isWork ? Math.min(nowBpm, seen.minimumBpm) : seen.minimumBpm,
      maximumBpm: isWork ? Math.max(nowBpm, seen.maximumBpm) : seen.maximumBpm,
    };
  }

  #stepWork(): void {
    const { goal, unit } = this.#state.piece;
    const reached = this.#state.shown.distanceM + this.#rower.step(this.#isRowing);
    const isDistanceDone = unit === 'meters' && goal !== null && reached >= goal;
    const ticks = this.#state.shown.ticks + 1;
    const drive = this.#rower.endedDrive();
    this.#state.shown = {
      ticks,
      // The monitor stops exactly at the goal, although the flywheel still moves in this tick.
      distanceM: isDistanceDone ? goal : reached,
      strokes: this.#state.shown.strokes + (drive === null ? 0 : 1),
      beatsSum: this.#state.shown.beatsSum + (this.#state.heart?.nowBpm ?? 0),
    };
    this.#state.calories = Math.max(this.#state.calories, caloriesOf(this.#state, workOf(this.#state)));
    this.#state.isMoving = this.#isRowing;
    this.#state.strokeState = this.#rower.strokeState();
    if (drive !== null) this.#endDrive(drive);
    const recoverySec = this.#rower.endedRecoverySec();
    if (recoverySec !== null && this.#state.drive !== null) {
      this.#state.recoverySec = recoverySec;
      this.#emit(strokeDataOf(this.#state, this.#state.drive));
    }
    const isTimeDone = unit === 'ticks' && ticks === goal;
    const areCaloriesDone =
      unit === 'calories' && goal !== null && caloriesOf(this.#state, this.#state.shown) >= goal;
    if (isDistanceDone || isTimeDone || areCaloriesDone) this.#endPiece();
    else this.#endSplitWhenDue();
  }

  #endDrive(drive: SimulatedDrive): void {
    this.#state.drive = drive;
    this.#state.strokeSpeedMPerSec = drive.strokeDistanceM / drive.strokeTimeSec;
    if (!drive.isFromStill) this.#state.strokeRateSpm = Math.round(60 / drive.strokeTimeSec);
    this.#state.workoutState = this.#rowingStateOf(this.#state.piece);
    this.#emit(strokeDataOf(this.#state, drive), additionalStrokeDataOf(this.#state, drive));
    this.#emit(...forceCurveOf(this.#state, drive));
  }

  #endSplitWhenDue(): void {
    const { split, unit } = this.#state.piece;
    if (split === null) return;
    const boundary = split * this.#state.splitNumber;
    if (doneOf(unit, this.#state) < boundary) return;
    const endOfSplit: Span =
      unit === 'meters' ? { ...this.#state.shown, distanceM: boundary } : this.#state.shown;
    this.#closeSplit(endOfSplit);
    this.#state.splitStart = endOfSplit;
    this.#state.splitNumber += 1;
  }

  #closeSplit(end: Span): void {
    const split = spanSince(this.#state.splitStart, end);
    this.#state.lastSplit = split;
    this.#state.intervalCount += 1;
    this.#emit(...splitRecordsOf(this.#state, split));
  }

  #endPiece(): void {
    this.#intervalsLeft -= 1;
    if (this.#state.plan.repeats) {
      if (this.#intervalsLeft <= 0) return this.#end(WorkoutState.terminate);
      this.#remaining = [this.#state.plan.first];
    }
    if (this.#remaining.length === 0) return this.#end(WorkoutState.workoutEnd);
    const { restTicks } = this.#state.piece;
    if (restTicks === 0) {
      this.#closeSplit(this.#state.shown);
      return this.#beginNextPiece();
    }
    this.#phase = 'rest';
    this.#stopMoving();
    this.#state.isResting = true;
    // The remaining time of an undefined rest is not shown: only the rower knows it.
    this.#state.restTicksLeft = restTicks ?? 0;
    this.#state.restedTicks = 0;
    this.#state.intervalCount += 1;
    this.#enter(
      this.#state.piece.unit === 'ticks'
        ? WorkoutState.intervalWorkTimeToRest
        : WorkoutState.intervalWorkDistanceToRest,
    );
    this.#state.workoutState = WorkoutState.intervalRest;
  }

  #stepRest(): void {
    this.#state.restTicksLeft = Math.max(0, this.#state.restTicksLeft - 1);
    this.#state.restedTicks += 1;
    if (this.#state.restedTicks < (this.#state.piece.restTicks ?? undefinedRestTicks)) return;
    const next = this.#remaining[0];
    this.#enter(
      next?.unit === 'ticks'
        ? WorkoutState.intervalRestEndToWorkTime
        : WorkoutState.intervalRestEndToWorkDistance,
    );
    this.#emit(...zeroStrokeRecords);
    this.#closeSplit(this.#state.shown);
    this.#beginNextPiece();
  }

  #beginNextPiece(): void {
    const next = this.#remaining.shift();
    if (next === undefined) return;
    this.#phase = 'work';
    this.#rower.standStill();
    this.#state.finished = workOf(this.#state);
    this.#state.piece = next;
    this.#state.shown = emptySpan;
    this.#state.splitStart = emptySpan;
    this.#state.splitNumber += 1;
    this.#state.isResting = false;
    this.#state.restTicksLeft = 0;
    this.#state.restedTicks = 0;
    this.#state.strokeSpeedMPerSec = 0;
    this.#state.strokeRateSpm = 0;
    this.#state.drive = null;
    this.#state.recoverySec = 0;
    this.#enter(this.#rowingStateOf(next));
  }

  #stopMoving(): void {
    this.#rower.standStill();
    this.#state.isMoving = false;
    this.#state.strokeState = this.#rower.strokeState();
  }

  #end(workoutState: number): void {
    this.#phase = 'ended';
    this.#isRowing = false;
    this.#endedTicks = 0;
    this.#endingHeartRateBpm = this.#state.heart?.nowBpm ?? null;
    this.#stopMoving();
    // The interval shown does not count as finished, so that the finished ones add up to the workout.
    this.#state.isResting = false;
    this.#state.restTicksLeft = 0;
    this.#hasSummary = workOf(this.#state).ticks > 0;
    this.#enter(workoutState);
    // The workout ended at the end of a split, so the next split is empty.
    if (this.#state.shown.ticks === this.#state.splitStart.ticks) this.#state.splitNumber -= 1;
    else this.#closeSplit(this.#state.shown);
  }

  #stepEnded(): void {
    this.#endedTicks += 1;
    if (!this.#hasSummary) return;
    const sinceEnd = this.#endedTicks;
    if (sinceEnd === summaryAfterTicks) this.#emitSummary(null);
    if (sinceEnd === loggedAfterTicks) this.#enter(WorkoutState.workoutLogged);
    if (sinceEnd === summaryAfterTicks + recoveryAfterTicks) {
      this.#emitSummary(this.#state.heart?.nowBpm ?? null);
    }
  }

  #emitSummary(recoveryHeartRateBpm: number | null): void {
    const [summary, additional, additional2] = summaryRecordsOf(
      this.#state,
      this.#endingHeartRateBpm,
      recoveryHeartRateBpm,
    );
    this.#emit(summary, additional);
    if (this.#form === 'multiplexed') this.#emit(additional2);
  }
}

/** The monitor's values before the first stroke of a workout. */
function idleState(
  plan: ProgrammedPlan,
  strokeState: number,
): Omit<MonitorState, 'date' | 'time' | 'machine'> {
  return {
    plan,
    piece: plan.first,
    workoutState: WorkoutState.waitToBegin,
    isMoving: false,
    strokeState,
    shown: emptySpan,
    splitStart: emptySpan,
    finished: emptySpan,
    lastSplit: null,
    splitNumber: 1,
    intervalCount: 0,
    isResting: false,
    restTicksLeft: 0,
    restedTicks: 0,
    strokeSpeedMPerSec: 0,
    strokeRateSpm: 0,
    drive: null,
    recoverySec: 0,
    calories: 0,
    heart: null,
  };
}

/** How much of a piece's unit the interval under way is. */
function doneOf(unit: ProgrammedPiece['unit'], state: MonitorState): number {
  if (unit === 'meters') return state.shown.distanceM;
  return unit === 'ticks' ? state.shown.ticks : caloriesOf(state, state.shown);
}
