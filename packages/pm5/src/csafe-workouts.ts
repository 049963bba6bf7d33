import { buildCsafeFrame, csafeFrameBytes } from './csafe.ts';
import { lengthLimits, lengthOf, programLimits } from './plan.ts';
import type { PlannedPiece, Work } from './plan.ts';
import { DurationType, IntervalType, WorkoutType } from './records.ts';

/*
 * Workouts sent to the monitor as proprietary commands inside the wrapper 0x76. Multi-byte values are big-endian here,
 * unlike in every notification. Source: Concept2 PM CSAFE Communication Definition 0.25, "Workout setup".
 */

export type WorkoutProgram =
  | { kind: 'justRow' }
  /** One piece; `split` in its unit: meters, seconds or kcal. */
  | { kind: 'single'; work: Work; split: number }
  /** Repeats without end: the monitor has no count. For "5 x 500 m" send five variable intervals. */
  | { kind: 'repeat'; piece: PlannedPiece }
  /** Distances and times. The definition describes no variable workout with calories. */
  | { kind: 'variable'; pieces: ReadonlyArray<PlannedPiece> };

/** The wrapper for setting proprietary configuration. */
export const csafeSetConfiguration = 0x76;

/**
 * The highest number of bytes inside one wrapper of a workout that needs several frames; the recorded app splits at the
 * same size. A workout that fits into one frame of 120 bytes is sent in one, as the definition's longest example.
 */
const mostWrappedBytes = 96;

/** Counts the commands inside the wrapper. */
export const ProgramCommand = {
  workoutType: 0x01,
  workoutDuration: 0x03,
  restDuration: 0x04,
  splitDuration: 0x05,
  targetPace: 0x06,
  screenState: 0x13,
  configureWorkout: 0x14,
  intervalType: 0x17,
  intervalIndex: 0x18,
} as const;

const ticksPerSec = 100;

const singleTypes = {
  distance: WorkoutType.fixedDistanceSplits,
  time: WorkoutType.fixedTimeSplits,
  calories: WorkoutType.fixedCalorie,
} as const;
const repeatTypes = {
  distance: WorkoutType.fixedDistanceInterval,
  time: WorkoutType.fixedTimeInterval,
  calories: WorkoutType.fixedCaloriesInterval,
} as const;

export const screenTypeWorkout = 1;
export const Screen = { prepareToRow: 1, terminate: 2 } as const;

/**
 * Returns the frames that program a workout and open it on the monitor. Send them in order, `csafeFrameGapMs` apart.
 * Throws RangeError when the monitor would refuse the workout (see `programLimits`).
 */
export function programWorkout(program: WorkoutProgram): Uint8Array[] {
  return wrap([...commandsOf(program), screen(Screen.prepareToRow)]);
}

/** Returns the frame that ends the workout on the monitor, as the menu button does. */
export function terminateWorkout(): Uint8Array {
  return buildCsafeFrame(wrapped(screen(Screen.terminate)));
}

/**
 * Throws RangeError for a program that a PM5 would refuse, or that the definition does not describe. Only the pace of a
 * piece's targets is sent to the monitor, and only in intervals.
 */
export function checkProgram(program: WorkoutProgram): void {
  switch (program.kind) {
    case 'justRow':
      return;
    case 'single':
      checkWork(program.work);
      checkSplit(program.work, program.split);
      return;
    case 'repeat':
      if (program.piece.restSec === null) {
        throw new RangeError('Intervals of undefined rest are variable intervals');
      }
      checkPiece(program.piece);
      return;
    case 'variable':
      check('number of intervals', program.pieces.length, 1, programLimits.mostIntervals);
      for (const piece of program.pieces) {
        if (piece.kind === 'calories') throw new RangeError('Variable intervals have no calories');
        checkPiece(piece);
      }
  }
}

/** Returns the values of 0x31 while a monitor with this program waits: the single piece, or the first interval. */
export function reportOf(program: WorkoutProgram): { workoutType: number; work: Work | null } {
  switch (program.kind) {
    case 'justRow':
      return { workoutType: WorkoutType.justRowSplits, work: null };
    case 'single':
      return { workoutType: singleTypes[program.work.kind], work: program.work };
    case 'repeat':
      return { workoutType: repeatTypes[program.piece.kind], work: program.piece };
    case 'variable': {
      const hasUndefined = program.pieces.some(({ restSec }) => restSec === null);
      return {
        workoutType: hasUndefined ? WorkoutType.variableUndefinedRest : WorkoutType.variableInterval,
        work: program.pieces[0] ?? null,
      };
    }
  }
}

function commandsOf(program: WorkoutProgram): number[][] {
  checkProgram(program);
  switch (program.kind) {
    case 'justRow':
      return [oneByte(ProgramCommand.workoutType, WorkoutType.justRowSplits)];
    case 'single':
      return [
        oneByte(ProgramCommand.workoutType, singleTypes[program.work.kind]),
        duration(ProgramCommand.workoutDuration, program.work.kind, lengthOf(program.work)),
        duration(ProgramCommand.splitDuration, program.work.kind, program.split),
        configure,
      ];
    case 'repeat':
      return [
        oneByte(ProgramCommand.workoutType, repeatTypes[program.piece.kind]),
        ...workAndRest(program.piece),
        configure,
      ];
    case 'variable':
      return variableCommands(program.pieces);
  }
}

function variableCommands(pieces: ReadonlyArray<PlannedPiece>): number[][] {
  const commands = pieces.flatMap((piece, index) => [
    oneByte(ProgramCommand.intervalIndex, index),
    ...(index === 0 ? [oneByte(ProgramCommand.workoutType, WorkoutType.variableInterval)] : []),
    oneByte(ProgramCommand.intervalType, intervalTypeOf(piece)),
    ...workAndRest(piece),
    configure,
  ]);
  if (pieces.every((piece) => piece.restSec !== null)) return commands;
  // Without this ending, a PM5 treats intervals of undefined rest as a biathlon.
  return [
    ...commands,
    oneByte(ProgramCommand.workoutType, WorkoutType.variableUndefinedRest),
    duration(ProgramCommand.splitDuration, 'distance', 0),
  ];
}

function intervalTypeOf({ kind, restSec }: PlannedPiece): number {
  const isUndefined = restSec === null;
  switch (kind) {
    case 'distance':
      return isUndefined ? IntervalType.distanceRestUndefined : IntervalType.distance;
    case 'time':
      return isUndefined ? IntervalType.timeRestUndefined : IntervalType.time;
    case 'calories':
      return isUndefined ? IntervalType.caloriesRestUndefined : IntervalType.calories;
  }
}

function workAndRest(piece: PlannedPiece): number[][] {
  const commands = [
    duration(ProgramCommand.workoutDuration, piece.kind, lengthOf(piece)),
    [ProgramCommand.restDuration, 2, ...bigEndian(piece.restSec ?? 0, 2)],
  ];
  const paceSec = piece.target?.paceSec;
  if (paceSec !== undefined) {
    commands.push([ProgramCommand.targetPace, 4, ...bigEndian(paceSec * ticksPerSec, 4)]);
  }
  return commands;
}

const configure = [ProgramCommand.configureWorkout, 1, 1];

function oneByte(command: number, value: number): number[] {
  return [command, 1, value];
}

/** `length` in meters, seconds or kcal; a time is sent in hundredths of a second. */
function duration(command: number, kind: Work['kind'], length: number): number[] {
  const value = kind === 'time' ? length * ticksPerSec : length;
  return [command, 5, DurationType[kind], ...bigEndian(value, 4)];
}

function screen(value: number): number[] {
  return [ProgramCommand.screenState, 2, screenTypeWorkout, value];
}

function bigEndian(value: number, width: number): number[] {
  const whole = Math.round(value);
  return Array.from({ length: width }, (_, index) => Math.floor(whole / 256 ** (width - 1 - index)) % 256);
}

/** Packs commands into frames; never splits a command over two frames. */
function wrap(commands: ReadonlyArray<ReadonlyArray<number>>): Uint8Array[] {
  const whole = buildCsafeFrame(wrapped(commands.flat()));
  if (whole.length <= csafeFrameBytes) return [whole];
  const frames: Uint8Array[] = [];
  let current: number[] = [];
  for (const command of commands) {
    const longer = [...current, ...command];
    if (current.length > 0 && !fitsOneOfSeveral(longer)) {
      frames.push(buildCsafeFrame(wrapped(current)));
      current = [...command];
    } else current = longer;
  }
  frames.push(buildCsafeFrame(wrapped(current)));
  return frames;
}

function fitsOneOfSeveral(commands: ReadonlyArray<number>): boolean {
  return commands.length <= mostWrappedBytes && buildCsafeFrame(wrapped(commands)).length <= csafeFrameBytes;
}

function wrapped(commands: ReadonlyArray<number>): Uint8Array {
  return Uint8Array.of(csafeSetConfiguration, commands.length, ...commands);
}

function checkPiece(piece: PlannedPiece): void {
  checkWork(piece);
  check('rest', piece.restSec ?? 0, 0, programLimits.longestRestSec);
  const paceSec = piece.target?.paceSec;
  if (paceSec !== undefined) check('target pace', paceSec, 1, programLimits.slowestTargetPaceSec);
}

function checkWork(work: Work): void {
  const { least, most } = lengthLimits[work.kind];
  const length = lengthOf(work);
  check(work.kind, length, least, most);
  const value = work.kind === 'time' ? length * ticksPerSec : length;
  if (Math.abs(value - Math.round(value)) > 1e-6) {
    throw new RangeError(`A PM5 has no part of a meter, calorie or hundredth of a second: ${length}`);
  }
}

function checkSplit(work: Work, split: number): void {
  const whole = lengthOf(work);
  check('split', split, Math.min(lengthLimits[work.kind].least, whole), whole);
  check('number of splits', Math.ceil(whole / split), 1, programLimits.mostSplits);
}

function check(what: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) {
    throw new RangeError(`A PM5 accepts a ${what} from ${least} to ${most}, not ${value}`);
  }
}
