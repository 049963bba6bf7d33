import { buildCsafeFrame, csafeFrameBytes } from './csafe.ts';
import { programLimits } from './plan.ts';
import { DurationType, IntervalType, WorkoutType } from './records.ts';

/*
 * Workouts sent to the monitor as proprietary commands inside the wrapper 0x76. Multi-byte values are big-endian here,
 * unlike in every notification. Source: Concept2 PM CSAFE Communication Definition 0.25, "Workout setup".
 */

type IntervalWork = { kind: 'distance'; distanceM: number } | { kind: 'time'; durationSec: number };

export type ProgrammedInterval = IntervalWork & {
  /** null: undefined rest, which lasts until the rower starts again. */
  restSec: number | null;
  /** s/500 m */
  targetPaceSec?: number;
};

export type WorkoutProgram =
  | { kind: 'justRow' }
  | { kind: 'distance'; distanceM: number; splitM: number }
  | { kind: 'time'; durationSec: number; splitSec: number }
  /** Repeats without end: the monitor has no count. For "5 x 500 m" send five variable intervals. */
  | { kind: 'repeat'; work: IntervalWork; restSec: number; targetPaceSec?: number }
  | { kind: 'variable'; intervals: ReadonlyArray<ProgrammedInterval> };

/** The wrapper for setting proprietary configuration. */
export const csafeSetConfiguration = 0x76;

/**
 * Most bytes inside one wrapper. The app whose frames are recorded stops at 96, within the 120 bytes of a frame;
 * whether a monitor accepts more is not proven.
 */
const mostWrappedBytes = 96;

const Command = {
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

const screenTypeWorkout = 1;
const Screen = { prepareToRow: 1, terminate: 2 } as const;

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

/** Returns whether the data of a 0x76 wrapper ends the workout. */
export function isTerminate(wrappedCommands: ReadonlyArray<{ command: number; data: Uint8Array }>): boolean {
  return wrappedCommands.some(
    ({ command, data }) =>
      command === Command.screenState && data[0] === screenTypeWorkout && data[1] === Screen.terminate,
  );
}

function commandsOf(program: WorkoutProgram): number[][] {
  switch (program.kind) {
    case 'justRow':
      return [oneByte(Command.workoutType, WorkoutType.justRowSplits)];
    case 'distance':
      checkDistance(program.distanceM);
      checkSplits(program.distanceM, program.splitM, programLimits.shortestDistanceM);
      return [
        oneByte(Command.workoutType, WorkoutType.fixedDistanceSplits),
        duration(Command.workoutDuration, DurationType.distance, program.distanceM),
        duration(Command.splitDuration, DurationType.distance, program.splitM),
        oneByte(Command.configureWorkout, 1),
      ];
    case 'time':
      checkDuration(program.durationSec);
      checkSplits(program.durationSec, program.splitSec, programLimits.shortestDurationSec);
      return [
        oneByte(Command.workoutType, WorkoutType.fixedTimeSplits),
        duration(Command.workoutDuration, DurationType.time, program.durationSec * 100),
        duration(Command.splitDuration, DurationType.time, program.splitSec * 100),
        oneByte(Command.configureWorkout, 1),
      ];
    case 'repeat':
      return [
        oneByte(
          Command.workoutType,
          program.work.kind === 'time' ? WorkoutType.fixedTimeInterval : WorkoutType.fixedDistanceInterval,
        ),
        ...workAndRest(program.work, program.restSec, program.targetPaceSec),
        oneByte(Command.configureWorkout, 1),
      ];
    case 'variable':
      return variableCommands(program.intervals);
  }
}

function variableCommands(intervals: ReadonlyArray<ProgrammedInterval>): number[][] {
  if (intervals.length < 1 || intervals.length > programLimits.mostIntervals) {
    throw new RangeError(`A variable workout has 1 to 50 intervals, not ${intervals.length}`);
  }
  const commands = intervals.flatMap((interval, index) => [
    oneByte(Command.intervalIndex, index),
    ...(index === 0 ? [oneByte(Command.workoutType, WorkoutType.variableInterval)] : []),
    oneByte(Command.intervalType, intervalTypeOf(interval)),
    ...workAndRest(interval, interval.restSec ?? 0, interval.targetPaceSec),
    oneByte(Command.configureWorkout, 1),
  ]);
  if (intervals.every((interval) => interval.restSec !== null)) return commands;
  // Without this ending, a PM5 treats intervals of undefined rest as a biathlon.
  return [
    ...commands,
    oneByte(Command.workoutType, WorkoutType.variableUndefinedRest),
    duration(Command.splitDuration, DurationType.distance, 0),
  ];
}

function intervalTypeOf(interval: ProgrammedInterval): number {
  if (interval.restSec === null) {
    return interval.kind === 'time' ? IntervalType.timeRestUndefined : IntervalType.distanceRestUndefined;
  }
  return interval.kind === 'time' ? IntervalType.time : IntervalType.distance;
}

function workAndRest(work: IntervalWork, restSec: number, targetPaceSec: number | undefined): number[][] {
  check('rest', restSec, 0, programLimits.longestRestSec);
  if (work.kind === 'distance') checkDistance(work.distanceM);
  else checkDuration(work.durationSec);
  const commands = [
    work.kind === 'distance'
      ? duration(Command.workoutDuration, DurationType.distance, work.distanceM)
      : duration(Command.workoutDuration, DurationType.time, work.durationSec * 100),
    [Command.restDuration, 2, ...bigEndian(restSec, 2)],
  ];
  if (targetPaceSec !== undefined) {
    check('target pace', targetPaceSec, 1, 3600);
    commands.push([Command.targetPace, 4, ...bigEndian(targetPaceSec * 100, 4)]);
  }
  return commands;
}

function oneByte(command: number, value: number): number[] {
  return [command, 1, value];
}

/** `value` in metres, or in hundredths of a second where the type is time. */
function duration(command: number, durationType: number, value: number): number[] {
  return [command, 5, durationType, ...bigEndian(value, 4)];
}

function screen(value: number): number[] {
  return [Command.screenState, 2, screenTypeWorkout, value];
}

function bigEndian(value: number, width: number): number[] {
  const whole = Math.round(value);
  return Array.from({ length: width }, (_, index) => Math.floor(whole / 256 ** (width - 1 - index)) % 256);
}

/** Packs commands into as few frames as possible; never splits a command over two frames. */
function wrap(commands: ReadonlyArray<ReadonlyArray<number>>): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let current: number[] = [];
  for (const command of commands) {
    const longer = [...current, ...command];
    if (current.length > 0 && !fitsOneFrame(longer)) {
      frames.push(buildCsafeFrame(wrapped(current)));
      current = [...command];
    } else current = longer;
  }
  frames.push(buildCsafeFrame(wrapped(current)));
  return frames;
}

function fitsOneFrame(commands: ReadonlyArray<number>): boolean {
  return commands.length <= mostWrappedBytes && buildCsafeFrame(wrapped(commands)).length <= csafeFrameBytes;
}

function wrapped(commands: ReadonlyArray<number>): Uint8Array {
  return Uint8Array.of(csafeSetConfiguration, commands.length, ...commands);
}

function checkDistance(distanceM: number): void {
  check('distance', distanceM, programLimits.shortestDistanceM, programLimits.longestDistanceM);
}

function checkDuration(durationSec: number): void {
  check('time', durationSec, programLimits.shortestDurationSec, programLimits.longestDurationSec);
}

function checkSplits(whole: number, split: number, shortest: number): void {
  check('split', split, Math.min(shortest, whole), whole);
  check('number of splits', Math.ceil(whole / split), 1, programLimits.mostSplits);
}

function check(what: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) {
    throw new RangeError(`A PM5 accepts a ${what} from ${least} to ${most}, not ${value}`);
  }
}
