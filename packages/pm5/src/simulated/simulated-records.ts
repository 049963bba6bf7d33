import { IntervalType, StrokeState, WorkoutState } from '../records.ts';
import type {
  AdditionalEndOfWorkoutSummary,
  AdditionalEndOfWorkoutSummary2,
  AdditionalSplitIntervalData,
  AdditionalStatus1,
  AdditionalStatus2,
  AdditionalStrokeData,
  EndOfWorkoutSummary,
  ForceCurveChunk,
  GeneralStatus,
  LogEntryDate,
  LogEntryTime,
  SplitIntervalData,
  StrokeData,
} from '../records.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import { durationOf, intervalTypeOf, ticksPerSec } from './simulated-plan.ts';
import type { ProgrammedPiece, ProgrammedPlan } from './simulated-plan.ts';
import { powerAtSpeed } from './simulated-rower.ts';
import type { SimulatedDrive } from './simulated-rower.ts';
import { forceCurvePointsPerChunk } from '../stroke-records.ts';

/** Totals of some work: ticks of 0.01 s, meters, strokes, and the sum of the heart rates of its ticks. */
export type Span = { ticks: number; distanceM: number; strokes: number; beatsSum: number };

/** Everything that the simulated monitor shows. Mutable: the erg owns it, the functions below only read it. */
export type MonitorState = {
  plan: ProgrammedPlan;
  piece: ProgrammedPiece;
  workoutState: number;
  isMoving: boolean;
  strokeState: number;
  /** The interval shown. */
  shown: Span;
  /** The start of its current split. */
  splitStart: Span;
  /** The intervals before it. */
  finished: Span;
  lastSplit: Span | null;
  splitNumber: number;
  /** Rises with every split, interval and rest. */
  intervalCount: number;
  isResting: boolean;
  restTicksLeft: number;
  restedTicks: number;
  /** Values of the last complete stroke, which the monitor shows between strokes. */
  strokeSpeedMPerSec: number;
  strokeRateSpm: number;
  drive: SimulatedDrive | null;
  recoverySec: number;
  calories: number;
  heart: { nowBpm: number; minimumBpm: number; maximumBpm: number } | null;
  date: LogEntryDate;
  time: LogEntryTime;
  machine: SimulatedMachine;
};

type OnMachine = Pick<MonitorState, 'machine'>;

export const emptySpan: Span = { ticks: 0, distanceM: 0, strokes: 0, beatsSum: 0 };

/** The monitor measures the drag during recoveries, so the first strokes have none. */
const strokesBeforeDrag = 2;

function addSpans(one: Span, other: Span): Span {
  return {
    ticks: one.ticks + other.ticks,
    distanceM: one.distanceM + other.distanceM,
    strokes: one.strokes + other.strokes,
    beatsSum: one.beatsSum + other.beatsSum,
  };
}

export function spanSince(start: Span, end: Span): Span {
  return {
    ticks: end.ticks - start.ticks,
    distanceM: end.distanceM - start.distanceM,
    strokes: end.strokes - start.strokes,
    beatsSum: end.beatsSum - start.beatsSum,
  };
}

/** Sums the work of the workout so far, without rests. */
export function workOf(state: MonitorState): Span {
  return addSpans(state.finished, state.shown);
}

/** Returns calories by Concept2's formula: 4 cal per W and hour, plus 300 cal/h of the body itself. */
export function caloriesOf(state: OnMachine, span: Span): number {
  return (caloriesPerHour(powerOf(state, span)) * secondsOf(span)) / 3600;
}

export function generalStatusOf(state: MonitorState): GeneralStatus {
  const duration = durationOf(state.piece);
  // Increases at the start of a rest, while the distance shown does not change until the rest ends.
  const counted = state.isResting ? workOf(state) : state.finished;
  const isShown =
    state.workoutState !== WorkoutState.waitToBegin || state.strokeState === StrokeState.driving;
  return {
    kind: 'generalStatus',
    elapsedSec: secondsOf(state.shown),
    distanceM: state.shown.distanceM,
    workoutType: state.plan.workoutType,
    intervalType: state.isResting ? IntervalType.rest : intervalTypeOf(state.piece),
    workoutState: state.workoutState,
    rowingState: state.isMoving && state.shown.strokes > 0 ? 1 : 0,
    strokeState: isShown ? state.strokeState : StrokeState.waitingForMinimumSpeed,
    totalWorkDistanceM: Math.floor(counted.distanceM),
    workoutDuration: duration.value,
    workoutDurationType: duration.type,
    dragFactor: dragOf(state, state.shown.strokes),
  };
}

export function additionalStatus1Of(state: MonitorState): AdditionalStatus1 {
  return {
    kind: 'additionalStatus1',
    elapsedSec: secondsOf(state.shown),
    speedMPerSec: state.strokeSpeedMPerSec,
    strokeRateSpm: state.strokeRateSpm,
    heartRateBpm: state.heart?.nowBpm ?? null,
    currentPaceSec: paceAt(state.strokeSpeedMPerSec),
    averagePaceSec: paceOf(state.shown),
    restDistanceM: 0,
    restTimeSec: state.restTicksLeft / ticksPerSec,
    averagePowerW: Math.round(powerOf(state, state.shown)),
    ergMachineType: state.machine.ergMachineType,
  };
}

export function additionalStatus2Of(state: MonitorState): AdditionalStatus2 {
  const split = spanSince(state.splitStart, state.shown);
  return {
    kind: 'additionalStatus2',
    elapsedSec: secondsOf(state.shown),
    intervalCount: state.intervalCount,
    averagePowerW: Math.round(powerOf(state, state.shown)),
    totalCalories: Math.floor(state.calories),
    splitAveragePaceSec: paceOf(split),
    splitAveragePowerW: Math.round(powerOf(state, split)),
    splitAverageCalories: Math.floor(caloriesOf(state, split)),
    lastSplitTimeSec: state.lastSplit === null ? 0 : secondsOf(state.lastSplit),
    // Hardware sends 0 for a split by distance.
    lastSplitDistanceM: state.piece.unit === 'meters' ? 0 : Math.round(state.lastSplit?.distanceM ?? 0),
  };
}

export function strokeDataOf(state: MonitorState, drive: SimulatedDrive): StrokeData {
  const { hasDrive } = state.machine;
  return {
    kind: 'strokeData',
    elapsedSec: secondsOf(state.shown),
    distanceM: state.shown.distanceM,
    driveLengthM: hasDrive ? drive.driveLengthM : 0,
    driveTimeSec: drive.driveTimeSec,
    recoveryTimeSec: state.recoverySec,
    strokeDistanceM: drive.strokeDistanceM,
    peakForceLbf: hasDrive ? drive.peakForceLbf : 0,
    averageForceLbf: hasDrive ? drive.averageForceLbf : 0,
    workPerStrokeJ: workShown(state, drive),
    strokeCount: state.shown.strokes,
  };
}

export function additionalStrokeDataOf(state: MonitorState, drive: SimulatedDrive): AdditionalStrokeData {
  const { goal, unit } = state.piece;
  const speed = state.shown.distanceM / secondsOf(state.shown);
  return {
    kind: 'additionalStrokeData',
    elapsedSec: secondsOf(state.shown),
    strokePowerW: Math.round(drive.powerW),
    strokeCaloriesPerHour: Math.round(caloriesPerHour(drive.powerW)),
    strokeCount: state.shown.strokes,
    projectedWorkTimeSec: Math.round(projectedTimeSec(state, speed)),
    projectedWorkDistanceM: goal !== null && unit === 'ticks' ? Math.round((goal / ticksPerSec) * speed) : 0,
    workPerStrokeJ: workShown(state, drive),
  };
}

/** The time until the end of a distance or calories at the pace so far; 0 if the end is a time or open. */
function projectedTimeSec(state: MonitorState, speedMPerSec: number): number {
  const { piece, shown } = state;
  const { goal, unit } = piece;
  if (goal === null || unit === 'ticks') return 0;
  return unit === 'meters' ? goal / speedMPerSec : (goal * secondsOf(shown)) / caloriesOf(state, shown);
}

export function forceCurveOf({ machine }: OnMachine, drive: SimulatedDrive): ForceCurveChunk[] {
  if (!machine.hasDrive) return [];
  const chunkCount = Math.min(15, Math.ceil(drive.forceLbf.length / forceCurvePointsPerChunk));
  return Array.from({ length: chunkCount }, (_, sequence) => ({
    kind: 'forceCurveChunk',
    chunkCount,
    sequence,
    forceLbf: drive.forceLbf.slice(
      sequence * forceCurvePointsPerChunk,
      (sequence + 1) * forceCurvePointsPerChunk,
    ),
  }));
}

/** The stroke of zeros that the monitor notifies at the end of a rest. */
export const zeroStrokeRecords: readonly [StrokeData, AdditionalStrokeData] = [
  {
    kind: 'strokeData',
    elapsedSec: 0,
    distanceM: 0,
    driveLengthM: 0,
    driveTimeSec: 0,
    recoveryTimeSec: 0,
    strokeDistanceM: 0,
    peakForceLbf: 0,
    averageForceLbf: 0,
    workPerStrokeJ: 0,
    strokeCount: 0,
  },
  {
    kind: 'additionalStrokeData',
    elapsedSec: 0,
    strokePowerW: 0,
    strokeCaloriesPerHour: 0,
    strokeCount: 0,
    projectedWorkTimeSec: 0,
    projectedWorkDistanceM: 0,
    workPerStrokeJ: 0,
  },
];

/** 0x37 and 0x38 of a split, or of an interval with its rest. */
export function splitRecordsOf(
  state: MonitorState,
  split: Span,
): [SplitIntervalData, AdditionalSplitIntervalData] {
  const restTimeSec = Math.round(state.restedTicks / ticksPerSec);
  return [
    {
      kind: 'splitIntervalData',
      elapsedSec: secondsOf(state.shown),
      distanceM: state.shown.distanceM,
      splitTimeSec: secondsOf(split),
      splitDistanceM: Math.round(split.distanceM),
      restTimeSec,
      restDistanceM: 0,
      splitType: intervalTypeOf(state.piece),
      splitNumber: state.splitNumber,
    },
    {
      kind: 'additionalSplitIntervalData',
      elapsedSec: secondsOf(state.shown),
      averageStrokeRateSpm: strokeRateOf(split),
      workHeartRateBpm: heartRateOf(state, split),
      restHeartRateBpm: restTimeSec > 0 ? (state.heart?.nowBpm ?? null) : null,
      averagePaceSec: paceOf(split),
      totalCalories: Math.floor(caloriesOf(state, split)),
      averageCaloriesPerHour: Math.round(caloriesPerHour(powerOf(state, split))),
      speedMPerSec: speedOf(split),
      powerW: Math.round(powerOf(state, split)),
      averageDragFactor: dragOf(state, split.strokes),
      splitNumber: state.splitNumber,
      ergMachineType: state.machine.ergMachineType,
    },
  ];
}

/** 0x39, 0x3A and 0x3C of the whole workout. `recoveryHeartRateBpm` is only known a minute later. */
export function summaryRecordsOf(
  state: MonitorState,
  endingHeartRateBpm: number | null,
  recoveryHeartRateBpm: number | null,
): [EndOfWorkoutSummary, AdditionalEndOfWorkoutSummary, AdditionalEndOfWorkoutSummary2] {
  const work = workOf(state);
  const logEntry = { logEntryDate: state.date, logEntryTime: state.time };
  const averagePaceSec = paceOf(work);
  return [
    {
      kind: 'endOfWorkoutSummary',
      ...logEntry,
      timeElapsedSec: secondsOf(work),
      distanceM: work.distanceM,
      averageStrokeRateSpm: strokeRateOf(work),
      endingHeartRateBpm,
      averageHeartRateBpm: heartRateOf(state, work),
      minimumHeartRateBpm: state.heart?.minimumBpm ?? null,
      maximumHeartRateBpm: state.heart?.maximumBpm ?? null,
      averageDragFactor: dragOf(state, work.strokes),
      recoveryHeartRateBpm,
      workoutType: state.plan.workoutType,
      averagePaceSec,
    },
    {
      kind: 'additionalEndOfWorkoutSummary',
      ...logEntry,
      splitIntervalType: intervalTypeOf(state.piece),
      splitIntervalSize: Math.round(state.plan.splitSize),
      splitIntervalCount: state.splitNumber,
      totalCalories: Math.floor(state.calories),
      watts: Math.round(powerOf(state, work)),
      totalRestDistanceM: 0,
      intervalRestTimeSec: Math.round(state.plan.commonRestSec),
      averageCaloriesPerHour: Math.round(caloriesPerHour(powerOf(state, work))),
    },
    {
      kind: 'additionalEndOfWorkoutSummary2',
      ...logEntry,
      averagePaceSec,
      gameIdentifier: 0,
      workoutVerified: false,
      gameScore: 0,
      ergMachineType: state.machine.ergMachineType,
    },
  ];
}

function secondsOf(span: Span): number {
  return span.ticks / ticksPerSec;
}

function speedOf(span: Span): number {
  return span.ticks === 0 ? 0 : span.distanceM / secondsOf(span);
}

function paceOf(span: Span): number | null {
  return paceAt(speedOf(span));
}

function paceAt(speedMPerSec: number): number | null {
  return speedMPerSec > 0 ? 500 / speedMPerSec : null;
}

function powerOf({ machine }: OnMachine, span: Span): number {
  return powerAtSpeed(speedOf(span), machine.wattsFactor);
}

function strokeRateOf(span: Span): number {
  return span.ticks === 0 ? 0 : Math.round((span.strokes * 60) / secondsOf(span));
}

function heartRateOf(state: MonitorState, span: Span): number | null {
  return state.heart === null || span.ticks === 0 ? null : Math.round(span.beatsSum / span.ticks);
}

function caloriesPerHour(powerW: number): number {
  return powerW * 4 * 0.8604 + 300;
}

function dragOf({ machine }: OnMachine, strokes: number): number {
  return strokes < strokesBeforeDrag ? 0 : machine.dragFactor;
}

function workShown(state: MonitorState, drive: SimulatedDrive): number | null {
  return state.shown.strokes === 1 ? null : drive.workJ;
}
