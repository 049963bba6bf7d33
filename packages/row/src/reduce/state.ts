import { unheardHeart, type HeartTrack } from './heart-rate.ts';
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
  /** It is only the monitor's own. */
  averagePowerW: number | null;
  /** kcal of only this split. */
  calories: number | null;
};

/** The monitor's projection of the end of this single piece or interval at the present pace. */
export type Projection = { kind: 'time'; elapsedSec: number } | { kind: 'distance'; distanceM: number };

/** A stroke of the contract with its monitor's workout, final once it is emitted. */
export type RowStroke = Stroke & {
  /**
   * The number of the monitor's workout, from 1; rises when the athlete starts over on the monitor. "Piece" is its name in
   * the journals of earlier pages.
   */
  pieceNumber: number;
  /** The clock of `reduceRow` at its first record; null in a row of an earlier page. */
  heardAtMs: number | null;
};

export type RowResult = {
  elapsedSec: number;
  distanceM: number;
  /** Seconds per 500 m. */
  averagePaceSec: number | null;
  /** null, like the calories, if a part of the row was not received and no summary has the value. */
  averageStrokeRateSpm: number | null;
  averagePowerW: number | null;
  totalCalories: number | null;
  /** Only from the monitor's summary: an average of the received values would cover only a part. */
  averageHeartRateBpm: number | null;
  dragFactor: number | null;
  workoutType: number | null;
  /** The logbook entry's date and time on the monitor's clock; only the monitor's summary has it. */
  logEntry: LogEntry | null;
  source: 'summary' | 'lastStatus' | 'byHand';
};

/** Time and distance of a row, work only. */
export type Totals = { elapsedSec: number; distanceM: number };

/** The monitor's setup, as it reports it. */
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
  /** Time at which its newest stroke was received, and the duration of a stroke then; 0 before the first. */
  strokeAtSec: number;
  strokePeriodSec: number;
  /** No status record since its newest stroke was missed, so no later stroke was missed either. */
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

/** The work of the monitor's workout by interval, and the monitor's counts and averages. */
export type WorkTrack = {
  /** State of the newest general status; null before the first. */
  workoutState: number | null;
  /** Its monitor; null if unknown, and on an erg of another maker. */
  device: ErgDevice | null;
  /** null before the first meter. */
  interval: IntervalTrack | null;
  finishedDistanceM: number;
  finishedStrokeCount: number;
  /** Work time of finished intervals by number; an inexact one is the last value received. */
  intervalTimes: Record<string, { elapsedSec: number; isExact: boolean }>;
  /** Interval numbers from here on are lower bounds: intervals were missed and not yet counted. */
  uncertainFrom: number | null;
  /** The interval that ended last, until the monitor's own record of it arrives after the rest. */
  lastInterval: RowSplit | null;
  /**
   * The monitor has left its workout without an end: rowing again starts a new one, and a later summary belongs to
   * another row.
   */
  isAbandoned: boolean;
  /** Whether all strokes and calories of the finished intervals were received. */
  areStrokesCounted: boolean;
  areCaloriesCounted: boolean;
  /** Whether the calories of the interval under way were received since the last gap. */
  areCaloriesHeard: boolean;
  /** The monitor's newest count of calories, and the sum before it restarted from 0. */
  monitorCalories: number;
  earlierCalories: number;
  monitorAveragePaceSec: number | null;
  monitorAveragePowerW: number | null;
  splitDragFactor: number | null;
};

/** The stroke under way, and records of strokes that arrived too early. */
export type StrokeTrack = {
  /** The drive is done, the recovery is not. */
  openStroke: RowStroke | null;
  openStrokeAtSec: number;
  /** How long the page waits for the recovery of a stroke that the end of its interval cut short. */
  openStrokeUntilMs: number | null;
  /** Power that arrived before its stroke. */
  earlyPower: { strokeCount: number; powerW: number; workPerStrokeJ: number | null } | null;
  /** Chunks of a force curve that has not arrived completely. */
  curve: { chunkCount: number; nextSequence: number; forceLbf: number[] } | null;
  /** A curve that arrived before its stroke. */
  earlyCurveN: number[] | null;
  /** Strokes of a workout or interval whose first general status has not arrived. */
  earlyStrokes: (StrokeData & { device?: ErgDevice })[];
};

/** The end of the monitor's workout, and its summaries. */
export type SummaryTrack = {
  endedAtMs: number | null;
  isTerminated: boolean;
  /** A summary that arrived before the status of the end. */
  heldSummary: EndOfWorkoutSummary | null;
  /** A summary of a workout before this row: a repeat of it does not belong to this row either. */
  foreignSummary: EndOfWorkoutSummary | null;
};

/** Internal state of the reducer, in parts that `progress.ts` joins. */
export type RowTrack = {
  work: WorkTrack;
  strokes: StrokeTrack;
  heart: HeartTrack;
  /** The counts of an erg of another maker; null on a PM5. */
  rower: RowerTrack | null;
  summary: SummaryTrack;
};

/** One athlete's progress in one activity. Plain data that JSON preserves. */
export type RowProgress = {
  phase: RowPhase;
  /**
   * Number of workouts that have begun on the monitor. Above 1 the athlete started over, and all values below are the
   * newest workout's. "Piece" is its name in the journals of earlier pages.
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
  /** The monitor's number of the erg that the row began on; null until reported. */
  ergMachineType: number | null;
  /** null while the monitor is in a menu, or if its first record arrived in a later interval. */
  setup: MonitorSetup | null;
  /** Remaining in this single piece or interval; null without a programmed length. */
  remaining: Work | null;
  /** Counts down in a planned rest; null outside a rest, and until its first record. */
  restTimeSec: number | null;
  /** For this single piece or interval; null until the monitor projects it, and in rests. */
  projection: Projection | null;
  /** It counts from 1; it is 0 before the first meter. */
  intervalNumber: number;
  /** The key is the splitNumber. */
  splits: RowSplit[];
  /** Complete strokes that `takeStrokes` has not yet taken, oldest first. Each is emitted once. */
  closedStrokes: RowStroke[];
  result: RowResult | null;
  /** From the monitor's second summary, about a minute after the end. */
  recoveryHeartRateBpm: number | null;
  track: RowTrack;
};

const emptyWork: WorkTrack = {
  workoutState: null,
  device: null,
  interval: null,
  finishedDistanceM: 0,
  finishedStrokeCount: 0,
  intervalTimes: {},
  uncertainFrom: null,
  lastInterval: null,
  isAbandoned: false,
  areStrokesCounted: true,
  areCaloriesCounted: true,
  areCaloriesHeard: false,
  monitorCalories: 0,
  earlierCalories: 0,
  monitorAveragePaceSec: null,
  monitorAveragePowerW: null,
  splitDragFactor: null,
};

const noStrokes: StrokeTrack = {
  openStroke: null,
  openStrokeAtSec: 0,
  openStrokeUntilMs: null,
  earlyPower: null,
  curve: null,
  earlyCurveN: null,
  earlyStrokes: [],
};

const noSummary: SummaryTrack = {
  endedAtMs: null,
  isTerminated: false,
  heldSummary: null,
  foreignSummary: null,
};

const emptyTrack: RowTrack = {
  work: emptyWork,
  strokes: noStrokes,
  heart: unheardHeart,
  rower: null,
  summary: noSummary,
};

/** Returns the progress with other values in one part of its track; the same progress if the part is the same. */
export function withWork(progress: RowProgress, work: Partial<WorkTrack>): RowProgress {
  const { track } = progress;
  if (work === track.work) return progress;
  return { ...progress, track: { ...track, work: { ...track.work, ...work } } };
}

export function withStrokes(progress: RowProgress, strokes: Partial<StrokeTrack>): RowProgress {
  const { track } = progress;
  if (strokes === track.strokes) return progress;
  return { ...progress, track: { ...track, strokes: { ...track.strokes, ...strokes } } };
}

export function withSummary(progress: RowProgress, summary: Partial<SummaryTrack>): RowProgress {
  const { track } = progress;
  if (summary === track.summary) return progress;
  return { ...progress, track: { ...track, summary: { ...track.summary, ...summary } } };
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
    track: emptyTrack,
  };
}

/** Less than a stroke is not worth keeping. */
const nothingM = 10;

/** Whether anything of the monitor's workout was rowed: a stroke, or the meters of one. */
export function isRowed({ distanceM, strokeCount, closedStrokes, track }: RowProgress): boolean {
  const hasStroke = strokeCount > 0 || closedStrokes.length > 0 || track.strokes.openStroke !== null;
  return hasStroke || distanceM >= nothingM;
}

/** Resets a row to the start of a workout of the monitor; keeps the summaries known to be foreign. */
export function clearMonitorWorkout(progress: RowProgress): RowProgress {
  const { work, strokes, summary } = progress.track;
  const { earlyPower, curve, earlyCurveN, earlyStrokes } = strokes;
  return {
    ...emptyProgress(),
    pieceNumber: progress.pieceNumber,
    closedStrokes: progress.closedStrokes,
    heartRateBpm: progress.heartRateBpm,
    workoutType: progress.workoutType,
    ergMachineType: progress.ergMachineType,
    track: {
      ...emptyTrack,
      work: { ...emptyWork, workoutState: work.workoutState, device: work.device },
      strokes: { ...noStrokes, earlyPower, curve, earlyCurveN, earlyStrokes },
      summary: { ...noSummary, foreignSummary: summary.foreignSummary },
    },
  };
}
