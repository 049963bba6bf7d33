import { encodeRecord } from './encode.ts';
import { WorkoutState } from './records.ts';
import type { KnownPm5Record, LogEntryDate, LogEntryTime, Pm5Form } from './records.ts';
import { createSimulatedControl } from './simulated/simulated-control.ts';
import { createSimulatedHeart } from './simulated/simulated-heart.ts';
import { simulatedMachineOf } from './simulated/simulated-machine.ts';
import { checkRower, planPieces, planProgram, ticksPerSec } from './simulated/simulated-plan.ts';
import type { ProgrammedPiece, ProgrammedPlan, SimulatedPlan } from './simulated/simulated-plan.ts';
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
} from './simulated/simulated-records.ts';
import type { MonitorState, Span } from './simulated/simulated-records.ts';
import { createSeededRandom, createSimulatedRower } from './simulated/simulated-rower.ts';
import { Characteristic } from './uuids.ts';

export type { SimulatedPlan, SimulatedRower } from './simulated/simulated-plan.ts';

/** One value as the monitor would notify it, at a second of the caller's clock. */
export type SimulatedNotification = { atSec: number; characteristic: number; bytes: Uint8Array };

export type SimulatedErg = {
  /**
   * Advances to `clockSec` of the caller's monotonic clock, which starts at 0, and returns everything due up to then in
   * order. The result does not depend on how often it is called; a clock that does not advance returns nothing.
   */
  advanceTo: (clockSec: number) => SimulatedNotification[];
  /**
   * Starts rowing. Until then the monitor waits to begin and notifies idle statuses. A workout that repeats without end
   * is ended after `intervals`, as its athlete would.
   */
  startRowing: (intervals?: number) => void;
  /** Stops pulling: the flywheel slows down, the monitor's clock runs on and its other values stop. */
  pauseRowing: () => void;
  resumeRowing: () => void;
  /** Ends the workout as the monitor's menu button does; a summary follows if anything was rowed. */
  terminate: () => void;
  /** Reads a characteristic; null where it is not readable. */
  read: (characteristic: number) => Uint8Array | null;
  /**
   * Writes the sample rate or CSAFE frames, which set or end the workout; false where the monitor would reject the write.
   * A workout set after the end of another is rowed from its start.
   */
  write: (characteristic: number, bytes: Uint8Array) => boolean;
};

/** Times after the finish, as recorded from hardware (1.53 s and 1.83 s). */
const summaryAfterTicks = 1.5 * ticksPerSec;
const loggedAfterTicks = 1.8 * ticksPerSec;
/** From the first summary to the second, which has the recovery heart rate. */
const recoveryAfterTicks = 60 * ticksPerSec;
const defaultSeed = 1;
/** When a simulated rower takes up again after a rest of undefined length. */
const undefinedRestTicks = 20 * ticksPerSec;

/**
 * Creates a simulated PM5 with a rower: notifies the same bytes as a monitor, in the monitor's order and rates.
 * Pure and deterministic: time comes in through `advanceTo`, randomness (0 up to 1) through `random`.
 *
 * @throws RangeError when the plan holds a length, pace or rate that is not more than 0
 */
export function createSimulatedErg(options: {
  plan: SimulatedPlan;
  startDate: LogEntryDate;
  startTime: LogEntryTime;
  random?: () => number;
  form?: Pm5Form;
}): SimulatedErg {
  const form = options.form ?? 'individual';
  checkRower(options.plan);
  const machine = simulatedMachineOf(options.plan.ergMachineType);
  const heart =
    options.plan.heartRate === true ? createSimulatedHeart(options.plan.paceSec, machine.wattsFactor) : null;
  const rower = createSimulatedRower({
    paceSec: options.plan.paceSec,
    strokeRateSpm: options.plan.strokeRateSpm,
    wattsFactor: machine.wattsFactor,
    random: options.random ?? createSeededRandom(defaultSeed),
  });
  const state: MonitorState = {
    ...idleState(planPieces(options.plan), rower.strokeState()),
    date: options.startDate,
    time: options.startTime,
    machine,
  };
  let remaining = [...state.plan.following];

  let phase: 'waiting' | 'work' | 'rest' | 'ended' = 'waiting';
  let isRowing = false;
  /** Intervals still to row of a workout that repeats without end. */
  let intervalsLeft = Number.POSITIVE_INFINITY;
  let nowTick = -1;
  let nextStatusTick = 0;
  let endTick = 0;
  let endingHeartRateBpm: number | null = null;
  let hasSummary = false;
  let pending: SimulatedNotification[] = [];

  const control = createSimulatedControl({
    sampleRateChanged: () => {
      if (nowTick >= 0) nextStatusTick = nowTick + statusTicks();
    },
    isRowing: () => phase === 'work' || phase === 'rest',
    programmed: (program) => {
      rower.standStill();
      Object.assign(state, idleState(planProgram(program), rower.strokeState()));
      remaining = [...state.plan.following];
      phase = 'waiting';
      isRowing = false;
      hasSummary = false;
      endingHeartRateBpm = null;
      emitStatuses();
    },
    terminated: terminate,
    replied: (bytes) => {
      pending.push({ atSec: nowSec(), characteristic: Characteristic.csafeTransmit, bytes });
    },
  });

  function statusTicks(): number {
    return (control.sampleIntervalMs() * ticksPerSec) / 1000;
  }

  function nowSec(): number {
    return Math.max(0, nowTick) / ticksPerSec;
  }

  function emit(...records: ReadonlyArray<KnownPm5Record>): void {
    for (const record of records) {
      pending.push({ atSec: nowSec(), ...encodeRecord(record, form) });
    }
  }

  function emitStatuses(): void {
    emit(generalStatusOf(state), additionalStatus1Of(state), additionalStatus2Of(state));
  }

  /** The monitor notifies a new state at once, outside the rate of its statuses. */
  function enter(workoutState: number): void {
    state.workoutState = workoutState;
    emit(generalStatusOf(state));
  }

  function rowingStateOf(piece: ProgrammedPiece): number {
    if (!state.plan.isIntervals) return WorkoutState.workoutRow;
    return piece.unit === 'ticks' ? WorkoutState.intervalWorkTime : WorkoutState.intervalWorkDistance;
  }

  function stepHeart(): void {
    if (heart === null) return;
    heart.step(phase === 'work' && isRowing);
    const nowBpm = heart.heartRateBpm();
    const seen = state.heart ?? { minimumBpm: nowBpm, maximumBpm: nowBpm };
    const isWork = phase === 'work';
    state.heart = {
      nowBpm,
      minimumBpm: isWork ? Math.min(nowBpm, seen.minimumBpm) : seen.minimumBpm,
      maximumBpm: isWork ? Math.max(nowBpm, seen.maximumBpm) : seen.maximumBpm,
    };
  }

  function stepWork(): void {
    const { goal, unit } = state.piece;
    const reached = state.shown.distanceM + rower.step(isRowing);
    const isDistanceDone = unit === 'meters' && goal !== null && reached >= goal;
    const ticks = state.shown.ticks + 1;
    const drive = rower.endedDrive();
    state.shown = {
      ticks,
      // The monitor stops at the goal itself, although the flywheel still moves in this tick.
      distanceM: isDistanceDone ? goal : reached,
      strokes: state.shown.strokes + (drive === null ? 0 : 1),
      beatsSum: state.shown.beatsSum + (state.heart?.nowBpm ?? 0),
    };
    state.calories = Math.max(state.calories, caloriesOf(state, workOf(state)));
    state.isMoving = isRowing;
    state.strokeState = rower.strokeState();
    if (drive !== null) {
      state.drive = drive;
      state.strokeSpeedMPerSec = drive.strokeDistanceM / drive.strokeTimeSec;
      if (!drive.isFromStill) state.strokeRateSpm = Math.round(60 / drive.strokeTimeSec);
      state.workoutState = rowingStateOf(state.piece);
      emit(strokeDataOf(state, drive), additionalStrokeDataOf(state, drive));
      emit(...forceCurveOf(state, drive));
    }
    const recoverySec = rower.endedRecoverySec();
    if (recoverySec !== null && state.drive !== null) {
      state.recoverySec = recoverySec;
      emit(strokeDataOf(state, state.drive));
    }
    const isTimeDone = unit === 'ticks' && ticks === goal;
    const areCaloriesDone = unit === 'calories' && goal !== null && caloriesOf(state, state.shown) >= goal;
    if (isDistanceDone || isTimeDone || areCaloriesDone) endPiece();
    else endSplitWhenDue();
  }

  function endSplitWhenDue(): void {
    const { split, unit } = state.piece;
    if (split === null) return;
    const boundary = split * state.splitNumber;
    if (doneOf(unit, state) < boundary) return;
    const endOfSplit: Span = unit === 'meters' ? { ...state.shown, distanceM: boundary } : state.shown;
    closeSplit(endOfSplit);
    state.splitStart = endOfSplit;
    state.splitNumber += 1;
  }

  function closeSplit(end: Span): void {
    const split = spanSince(state.splitStart, end);
    state.lastSplit = split;
    state.intervalCount += 1;
    emit(...splitRecordsOf(state, split));
  }

  function endPiece(): void {
    intervalsLeft -= 1;
    if (state.plan.repeats) {
      if (intervalsLeft <= 0) return end(WorkoutState.terminate);
      remaining = [state.plan.first];
    }
    if (remaining.length === 0) return end(WorkoutState.workoutEnd);
    const { restTicks } = state.piece;
    if (restTicks === 0) {
      closeSplit(state.shown);
      return beginNextPiece();
    }
    phase = 'rest';
    stopMoving();
    state.isResting = true;
    // The time left of an undefined rest is not shown: only the rower knows it.
    state.restTicksLeft = restTicks ?? 0;
    state.restedTicks = 0;
    state.intervalCount += 1;
    enter(
      state.piece.unit === 'ticks'
        ? WorkoutState.intervalWorkTimeToRest
        : WorkoutState.intervalWorkDistanceToRest,
    );
    state.workoutState = WorkoutState.intervalRest;
  }

  function stepRest(): void {
    state.restTicksLeft = Math.max(0, state.restTicksLeft - 1);
    state.restedTicks += 1;
    if (state.restedTicks < (state.piece.restTicks ?? undefinedRestTicks)) return;
    const next = remaining[0];
    enter(
      next?.unit === 'ticks'
        ? WorkoutState.intervalRestEndToWorkTime
        : WorkoutState.intervalRestEndToWorkDistance,
    );
    emit(...zeroStrokeRecords);
    closeSplit(state.shown);
    beginNextPiece();
  }

  function beginNextPiece(): void {
    const next = remaining.shift();
    if (next === undefined) return;
    phase = 'work';
    rower.standStill();
    state.finished = workOf(state);
    state.piece = next;
    state.shown = emptySpan;
    state.splitStart = emptySpan;
    state.splitNumber += 1;
    state.isResting = false;
    state.restTicksLeft = 0;
    state.restedTicks = 0;
    state.strokeSpeedMPerSec = 0;
    state.strokeRateSpm = 0;
    state.drive = null;
    state.recoverySec = 0;
    enter(rowingStateOf(next));
  }

  function stopMoving(): void {
    rower.standStill();
    state.isMoving = false;
    state.strokeState = rower.strokeState();
  }

  function end(workoutState: number): void {
    phase = 'ended';
    isRowing = false;
    endTick = nowTick;
    endingHeartRateBpm = state.heart?.nowBpm ?? null;
    stopMoving();
    // The interval shown is no longer counted as finished, so that the finished ones add up to the workout.
    state.isResting = false;
    state.restTicksLeft = 0;
    hasSummary = workOf(state).ticks > 0;
    enter(workoutState);
    // The workout ended at the end of a split, so the next split is empty.
    if (state.shown.ticks === state.splitStart.ticks) state.splitNumber -= 1;
    else closeSplit(state.shown);
  }

  function terminate(): void {
    if (phase !== 'ended') end(WorkoutState.terminate);
  }

  function stepEnded(): void {
    if (!hasSummary) return;
    const sinceEnd = nowTick - endTick;
    if (sinceEnd === summaryAfterTicks) emitSummary(null);
    if (sinceEnd === loggedAfterTicks) enter(WorkoutState.workoutLogged);
    if (sinceEnd === summaryAfterTicks + recoveryAfterTicks) {
      emitSummary(state.heart?.nowBpm ?? null);
    }
  }

  function emitSummary(recoveryHeartRateBpm: number | null): void {
    const [summary, additional, additional2] = summaryRecordsOf(
      state,
      endingHeartRateBpm,
      recoveryHeartRateBpm,
    );
    emit(summary, additional);
    if (form === 'multiplexed') emit(additional2);
  }

  function emitBelt(): void {
    if (heart === null) return;
    emit({ kind: 'heartRateBeltInformation', manufacturerId: 1, deviceType: 120, beltId: 1 });
  }

  function step(): void {
    nowTick += 1;
    stepHeart();
    // Nothing is rowed before the clock has moved.
    if (nowTick === 0) emitBelt();
    else if (phase === 'work') stepWork();
    else if (phase === 'rest') stepRest();
    else if (phase === 'ended') stepEnded();
    if (nowTick >= nextStatusTick) {
      emitStatuses();
      nextStatusTick = nowTick + statusTicks();
    }
  }

  return {
    advanceTo(clockSec) {
      // A millionth of a tick absorbs the rounding error of a clock such as 0.29.
      const dueTick = Math.floor(clockSec * ticksPerSec + 1e-6);
      if (Number.isFinite(dueTick)) while (nowTick < dueTick) step();
      const due = pending;
      pending = [];
      return due;
    },
    startRowing(intervals = Number.POSITIVE_INFINITY) {
      if (phase !== 'waiting') return;
      intervalsLeft = intervals;
      phase = 'work';
      isRowing = true;
    },
    pauseRowing() {
      isRowing = false;
    },
    resumeRowing() {
      if (phase === 'work' || phase === 'rest') isRowing = true;
    },
    terminate,
    read(characteristic) {
      if (characteristic === Characteristic.ergMachineType) return Uint8Array.of(machine.ergMachineType);
      return control.read(characteristic);
    },
    write: control.write,
  };
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
