import { unheardHeart, type HeartTrack } from './heard/heart-rate.ts';
import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { Work } from '@boathouse/pm5/plan';
import type { RowerTrack } from './rower/counts.ts';
import type { ErgDevice, LogEntry, StrokeData, EndOfWorkoutSummary } from './records.ts';

export type RowPhase = 'waiting' | 'rowing' | 'resting' | 'paused' | 'ending' | 'finished';

/** A split of a single piece, or an interval of an interval workout. */
export type RowSplit = {
  /** From 1, the monitor's own number. */
  splitNumber: number;
  timeSec: number;
  distanceM: number;
  /** Seconds per 500 m. */
  averagePaceSec: number | null;
  restTimeSec: number;
  restDistanceM: number;
  averageStrokeRateSpm: number | null;
  averageHeartRateBpm: number | null;
  /** The monitor's own alone. */
  averagePowerW: number | null;
  /** kcal of this split alone. */
  calories: number | null;
};

/** What the monitor expects at the end of this single piece or interval at the present pace. */
export type Projection = { kind: 'time'; elapsedSec: number } | { kind: 'distance'; distanceM: number };

/** A stroke of the contract with the monitor's workout that it is of, final once it is emitted. */
export type RowStroke = Stroke & {
  /**
   * The number of the monitor's workout, from 1; rises when the athlete starts over on the monitor. "Piece" is its name in
   * the journals of earlier pages.
   */
  pieceNumber: number;
  /** The clock of `reduceRow` when its first record was heard; null in a row of an earlier page. */
  heardAtMs: number | null;
};

export type RowResult = {
  elapsedSec: number;
  distanceM: number;
  /** Seconds per 500 m. */
  averagePaceSec: number | null;
  /** This and the calories: null where a part of the row was not heard, and no summary has them. */
  averageStrokeRateSpm: number | null;
  averagePowerW: number | null;
  totalCalories: number | null;
  /** Of the monitor's summary alone: an average of what was heard would be one of a part. */
  averageHeartRateBpm: number | null;
  dragFactor: number | null;
  workoutType: number | null;
  /** The logbook entry's date and time on the monitor's clock; only the monitor's summary has it. */
  logEntry: LogEntry | null;
  source: 'summary' | 'lastStatus' | 'byHand';
};

/** The workout that the monitor reports to be set to. */
export type MonitorSetup = {
  /** The monitor's number. */
  workoutType: number;
  /** The single piece, or the first interval; null for Just Row and watt-minutes. */
  work: Work | null;
  /** False while the monitor waits for the first stroke, when its menu can look like Just Row. */
  isBegun: boolean;
};

/** The current interval in the monitor's numbers, which restart with it. A single piece has one interval. */
export type IntervalTrack = {
  /** From 1. */
  number: number;
  /** The monitor's total of finished intervals when this one began; identifies the interval. */
  startTotalM: number;
  elapsedSec: number;
  distanceM: number;
  strokeCount: number;
  /** When its newest stroke was heard, and how long a stroke took then; 0 before the first. */
  strokeAtSec: number;
  strokePeriodSec: number;
  /** No status record since its newest stroke was missed, so that no later stroke was either. */
  isHeardSince: boolean;
  /** Its programmed length; null for Just Row and watt-minutes. "Target" is its name in the journals of earlier pages. */
  target: Work | null;
  /** The interval's work is done: clock and distance no longer change. */
  isEnded: boolean;
  /** The row's calories when it began, and its own since; null if its start was missed. */
  startCalories: number | null;
  calories: number | null;
  projection: Projection | null;
};

/** Internal state of the reducer, not shown. */
export type RowTrack = {
  /** State of the newest general status; null before the first. */
  workoutState: number | null;
  /** null before the first meter. */
  interval: IntervalTrack | null;
  finishedDistanceM: number;
  finishedStrokeCount: number;
  /** Whether all strokes and calories of the finished intervals were heard of. */
  areStrokesCounted: boolean;
  areCaloriesCounted: boolean;
  /** Whether the calories of the interval under way were heard since the last gap. */
  areCaloriesHeard: boolean;
  /** Work time of finished intervals by number; an inexact one is the last value received. */
  intervalTimes: Record<string, { elapsedSec: number; isExact: boolean }>;
  /** Interval numbers from here on are lower bounds: intervals were missed and not yet counted. */
  uncertainFrom: number | null;
  /** The monitor has left its workout without an end: rowing again starts a new one, and a later summary is not ours. */
  isAbandoned: boolean;
  /** Drive done, recovery outstanding. */
  openStroke: RowStroke | null;
  openStrokeAtSec: number;
  /** Until when the recovery of a stroke cut short by the end of its interval is awaited. */
  openStrokeUntilMs: number | null;
  /** Power that arrived before its stroke. */
  earlyPower: { strokeCount: number; powerW: number; workPerStrokeJ: number | null } | null;
  /** Chunks of a force curve that has not arrived completely. */
  curve: { chunkCount: number; nextSequence: number; forceLbf: number[] } | null;
  /** A curve that arrived before its stroke. */
  earlyCurveN: number[] | null;
  /** The monitor's newest count of calories, and the sum before it started from 0 again. */
  monitorCalories: number;
  earlierCalories: number;
  /** The interval that ended last, until the monitor's own record of it arrives, which is after the rest. */
  lastInterval: RowSplit | null;
  /** Strokes of a workout or interval whose first general status has not arrived. */
  earlyStrokes: (StrokeData & { device?: ErgDevice })[];
  monitorAveragePaceSec: number | null;
  monitorAveragePowerW: number | null;
  splitDragFactor: number | null;
  heart: HeartTrack;
  /** The monitor that it is of; null where that is not known, and on a rower of another maker. */
  device: ErgDevice | null;
  /** What was counted of a rower of another maker; null on a PM5. */
  rower: RowerTrack | null;
  endedAtMs: number | null;
  isTerminated: boolean;
  /** A summary that arrived before the status of the end. */
  heldSummary: EndOfWorkoutSummary | null;
  /** A summary of something rowed before this row: its repeat is not ours either. */
  foreignSummary: EndOfWorkoutSummary | null;
};

/** One athlete's progress in one activity. Plain data that JSON preserves. */
export type RowProgress = {
  phase: RowPhase;
  /**
   * How many workouts of the monitor have begun; above 1 the athlete started over, and all values below are of the newest.
   * "Piece" is its name in the journals of earlier pages.
   */
  pieceNumber: number;
  /** Work only, over all intervals; see `elapsedIsExact`. */
  elapsedSec: number;
  /** False while the time of a missed interval is unknown: then `elapsedSec` is a lower bound. */
  elapsedIsExact: boolean;
  /** Work only, over all intervals. */
  distanceM: number;
  strokeCount: number;
  strokeRateSpm: number;
  /** Seconds per 500 m. */
  currentPaceSec: number | null;
  averagePaceSec: number | null;
  heartRateBpm: number | null;
  powerW: number | null;
  totalCalories: number;
  /** null before the monitor has measured it. */
  dragFactor: number | null;
  /** The monitor's number; null before the first record. */
  workoutType: number | null;
  /** The monitor's number of the erg that the row began on; null until one is told. */
  ergMachineType: number | null;
  /** null while the monitor is in a menu, or was first heard in a later interval. */
  setup: MonitorSetup | null;
  /** Remaining in this single piece or interval; null without a programmed length. */
  remaining: Work | null;
  /** Counts down in a planned rest; null outside a rest, and until its first record. */
  restTimeSec: number | null;
  /** Of this single piece or interval; null until the monitor projects it, and in rests. */
  projection: Projection | null;
  /** From 1; 0 before the first meter. */
  intervalNumber: number;
  /** By splitNumber. */
  splits: RowSplit[];
  /** Complete strokes that `takeStrokes` has not yet taken, oldest first. Each is emitted once. */
  closedStrokes: RowStroke[];
  result: RowResult | null;
  /** From the monitor's second summary, about a minute after the end. */
  recoveryHeartRateBpm: number | null;
  track: RowTrack;
};

function emptyTrack(): RowTrack {
  return {
    workoutState: null,
    interval: null,
    finishedDistanceM: 0,
    finishedStrokeCount: 0,
    areStrokesCounted: true,
    areCaloriesCounted: true,
    areCaloriesHeard: false,
    intervalTimes: {},
    uncertainFrom: null,
    isAbandoned: false,
    openStroke: null,
    openStrokeAtSec: 0,
    openStrokeUntilMs: null,
    earlyPower: null,
    curve: null,
    earlyCurveN: null,
    monitorCalories: 0,
    earlierCalories: 0,
    lastInterval: null,
    earlyStrokes: [],
    monitorAveragePaceSec: null,
    monitorAveragePowerW: null,
    splitDragFactor: null,
    heart: unheardHeart,
    device: null,
    rower: null,
    endedAtMs: null,
    isTerminated: false,
    heldSummary: null,
    foreignSummary: null,
  };
}

/** A row without any record. */
export function emptyProgress(): RowProgress {
  return {
    phase: 'waiting',
    pieceNumber: 0,
    elapsedSec: 0,
    elapsedIsExact: true,
    distanceM: 0,
    strokeCount: 0,
    strokeRateSpm: 0,
    currentPaceSec: null,
    averagePaceSec: null,
    heartRateBpm: null,
    powerW: null,
    totalCalories: 0,
    dragFactor: null,
    workoutType: null,
    ergMachineType: null,
    setup: null,
    remaining: null,
    restTimeSec: null,
    projection: null,
    intervalNumber: 0,
    splits: [],
    closedStrokes: [],
    result: null,
    recoveryHeartRateBpm: null,
    track: emptyTrack(),
  };
}

/** Less than a stroke: there is nothing to lose. */
const nothingM = 10;

/** Whether anything of the monitor's workout was rowed: a stroke, or the meters of one. */
export function isRowed({ distanceM, strokeCount, closedStrokes, track }: RowProgress): boolean {
  const hasStroke = strokeCount > 0 || closedStrokes.length > 0 || track.openStroke !== null;
  return hasStroke || distanceM >= nothingM;
}

/** Resets a row to the start of a workout of the monitor; keeps the summaries known to be foreign. */
export function clearMonitorWorkout(progress: RowProgress): RowProgress {
  const empty = emptyProgress();
  return {
    ...empty,
    pieceNumber: progress.pieceNumber,
    closedStrokes: progress.closedStrokes,
    heartRateBpm: progress.heartRateBpm,
    workoutType: progress.workoutType,
    ergMachineType: progress.ergMachineType,
    track: {
      ...empty.track,
      workoutState: progress.track.workoutState,
      earlyPower: progress.track.earlyPower,
      curve: progress.track.curve,
      earlyCurveN: progress.track.earlyCurveN,
      earlyStrokes: progress.track.earlyStrokes,
      device: progress.track.device,
      foreignSummary: progress.track.foreignSummary,
    },
  };
}
