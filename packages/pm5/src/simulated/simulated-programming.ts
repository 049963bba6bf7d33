import { checkProgram, ProgramCommand, Screen, screenTypeWorkout } from '../csafe-workouts.ts';
import type { WorkoutProgram } from '../csafe-workouts.ts';
import type { CsafeCommand } from '../csafe.ts';
import { lengthOf } from '../plan.ts';
import type { PlannedPiece, Work } from '../plan.ts';
import { DurationType, IntervalType, WorkoutType } from '../records.ts';

/** The effect of a frame of programming commands. */
type Programming =
  /** Accepted; the workout is not complete yet. */
  | { outcome: 'taken' }
  | { outcome: 'rejected' }
  /** The monitor opens this workout. */
  | { outcome: 'programmed'; program: WorkoutProgram }
  | { outcome: 'terminated' };

/** One interval, or the single piece, with the commands that have arrived so far. */
type Draft = {
  intervalType?: number;
  work?: Work;
  restSec?: number;
  paceSec?: number;
};

const ticksPerSec = 100;

const singleKinds: Readonly<Record<number, Work['kind']>> = {
  [WorkoutType.fixedDistanceSplits]: 'distance',
  [WorkoutType.fixedTimeSplits]: 'time',
  [WorkoutType.fixedCalorie]: 'calories',
};
const repeatKinds: Readonly<Record<number, Work['kind']>> = {
  [WorkoutType.fixedDistanceInterval]: 'distance',
  [WorkoutType.fixedTimeInterval]: 'time',
  [WorkoutType.fixedCaloriesInterval]: 'calories',
};
const intervalKinds: Readonly<Record<number, { kind: Work['kind']; isRestUndefined: boolean }>> = {
  [IntervalType.distance]: { kind: 'distance', isRestUndefined: false },
  [IntervalType.time]: { kind: 'time', isRestUndefined: false },
  [IntervalType.distanceRestUndefined]: { kind: 'distance', isRestUndefined: true },
  [IntervalType.timeRestUndefined]: { kind: 'time', isRestUndefined: true },
};

/** A workout that the commands of one or several frames describe; the inverse of `programWorkout`. */
export function createSimulatedProgramming(): {
  /** Accepts the commands of one wrapper. After a rejection, the workout must be sent from its start. */
  take: (commands: ReadonlyArray<CsafeCommand>) => Programming;
} {
  let workoutType: number | null = null;
  let draft: Draft = {};
  let split: Work | null = null;
  let isConfigured = false;
  let pieces: PlannedPiece[] = [];
  /** The next interval of a variable workout; null in others. */
  let index: number | null = null;

  function startOver(): void {
    workoutType = null;
    draft = {};
    split = null;
    isConfigured = false;
    pieces = [];
    index = null;
  }

  /** Returns whether the monitor takes a command that only describes the workout. */
  function describe({ command, data }: CsafeCommand): boolean {
    const first = data[0];
    if (first === undefined || lengths.get(command) !== data.length) return false;
    let work: Work | null = null;
    switch (command) {
      case ProgramCommand.workoutType:
        if (first !== WorkoutType.variableInterval && first !== WorkoutType.variableUndefinedRest)
          startOver();
        workoutType = first;
        return true;
      case ProgramCommand.intervalIndex:
        if (first === 0) startOver();
        if (first !== pieces.length) return false;
        index = first;
        draft = {};
        return true;
      case ProgramCommand.intervalType:
        draft.intervalType = first;
        return index !== null;
      case ProgramCommand.workoutDuration:
        work = workOf(first, bigEndianOf(data.subarray(1)));
        if (work !== null) draft.work = work;
        return work !== null;
      case ProgramCommand.splitDuration:
        split = workOf(first, bigEndianOf(data.subarray(1)));
        return split !== null;
      case ProgramCommand.restDuration:
        draft.restSec = bigEndianOf(data);
        return true;
      case ProgramCommand.targetPace:
        draft.paceSec = bigEndianOf(data) / ticksPerSec;
        return true;
      case ProgramCommand.configureWorkout:
        return first === 1 && configure();
      default:
        return false;
    }
  }

  function configure(): boolean {
    isConfigured = true;
    if (index === null) return true;
    const interval = intervalKinds[draft.intervalType ?? IntervalType.none];
    if (interval === undefined || draft.work?.kind !== interval.kind) return false;
    pieces.push(pieceOf(draft.work, interval.isRestUndefined ? null : (draft.restSec ?? 0), draft.paceSec));
    draft = {};
    return true;
  }

  function programOf(): WorkoutProgram | null {
    if (workoutType === WorkoutType.justRowSplits) return { kind: 'justRow' };
    if (workoutType === null || !isConfigured) return null;
    if (index !== null) return variableOf(workoutType);
    const { work, restSec, paceSec } = draft;
    if (work === undefined) return null;
    if (singleKinds[workoutType] === work.kind && split?.kind === work.kind) {
      return { kind: 'single', work, split: lengthOf(split) };
    }
    if (repeatKinds[workoutType] === work.kind && restSec !== undefined) {
      return { kind: 'repeat', piece: pieceOf(work, restSec, paceSec) };
    }
    return null;
  }

  function variableOf(type: number): WorkoutProgram | null {
    const hasUndefined = pieces.some(({ restSec }) => restSec === null);
    // A split with a length would make it a biathlon, which no plan requires.
    const isSafe = type === WorkoutType.variableUndefinedRest && split !== null && lengthOf(split) === 0;
    if (hasUndefined ? !isSafe : type !== WorkoutType.variableInterval) return null;
    return draft.work === undefined ? { kind: 'variable', pieces } : null;
  }

  function open(): Programming {
    const program = programOf();
    startOver();
    return program !== null && isAccepted(program)
      ? { outcome: 'programmed', program }
      : { outcome: 'rejected' };
  }

  return {
    take(commands) {
      for (const one of commands) {
        if (one.command === ProgramCommand.screenState && one.data[0] === screenTypeWorkout) {
          if (one.data[1] === Screen.prepareToRow) return open();
          startOver();
          return { outcome: one.data[1] === Screen.terminate ? 'terminated' : 'rejected' };
        }
        if (!describe(one)) {
          startOver();
          return { outcome: 'rejected' };
        }
      }
      return { outcome: commands.length > 0 ? 'taken' : 'rejected' };
    },
  };
}

/** Bytes of each command's data. */
const lengths = new Map<number, number>([
  [ProgramCommand.workoutType, 1],
  [ProgramCommand.workoutDuration, 5],
  [ProgramCommand.restDuration, 2],
  [ProgramCommand.splitDuration, 5],
  [ProgramCommand.targetPace, 4],
  [ProgramCommand.configureWorkout, 1],
  [ProgramCommand.intervalType, 1],
  [ProgramCommand.intervalIndex, 1],
]);

function pieceOf(work: Work, restSec: number | null, paceSec: number | undefined): PlannedPiece {
  return { ...work, restSec, ...(paceSec === undefined ? {} : { target: { paceSec } }) };
}

function workOf(durationType: number, value: number): Work | null {
  switch (durationType) {
    case DurationType.distance:
      return { kind: 'distance', distanceM: value };
    case DurationType.time:
      return { kind: 'time', durationSec: value / ticksPerSec };
    case DurationType.calories:
      return { kind: 'calories', calories: value };
    default:
      return null;
  }
}

function bigEndianOf(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function isAccepted(program: WorkoutProgram): boolean {
  try {
    checkProgram(program);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
