import { encodeRecord } from './encode.ts';
import type { LogEntryDate, LogEntryTime, Pm5Form } from './records.ts';
import { createSimulatedControl } from './simulated/simulated-control.ts';
import { simulatedMachineOf } from './simulated/simulated-machine.ts';
import { checkRower, planProgram, ticksPerSec } from './simulated/simulated-plan.ts';
import type { SimulatedPlan } from './simulated/simulated-plan.ts';
import { createSeededRandom } from './simulated/simulated-rower.ts';
import { SimulatedWorkout } from './simulated/simulated-workout.ts';
import { Characteristic } from './uuids.ts';

export type { SimulatedPlan, SimulatedRower } from './simulated/simulated-plan.ts';

/** One value that the monitor would notify, at a second of the caller's clock. */
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
  /** Ends the workout like the monitor's menu button; a summary follows if anything was rowed. */
  terminate: () => void;
  /** Reads a characteristic; null if it is not readable. */
  read: (characteristic: number) => Uint8Array | null;
  /**
   * Writes the sample rate or CSAFE frames, which set or end the workout; false if the monitor would reject the write.
   * A workout set after the end of another is rowed from its start.
   */
  write: (characteristic: number, bytes: Uint8Array) => boolean;
};

const defaultSeed = 1;

/**
 * Creates a simulated PM5 with a rower: notifies the same bytes as a monitor, in the monitor's order and rates.
 * Pure and deterministic: time is the argument of `advanceTo`, randomness (0 up to 1) is the result of `random`.
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
  const { plan, startDate: date, startTime: time, form = 'individual' } = options;
  checkRower(plan);
  const machine = simulatedMachineOf(plan.ergMachineType);
  const random = options.random ?? createSeededRandom(defaultSeed);
  let nowTick = -1;
  let nextStatusTick = 0;
  let pending: SimulatedNotification[] = [];
  const nowSec = () => Math.max(0, nowTick) / ticksPerSec;

  const workout = new SimulatedWorkout({
    plan,
    machine,
    date,
    time,
    random,
    form,
    emit: (...records) => {
      for (const record of records) pending.push({ atSec: nowSec(), ...encodeRecord(record, form) });
    },
  });
  const control = createSimulatedControl({
    sampleRateChanged: () => {
      if (nowTick >= 0) nextStatusTick = nowTick + statusTicks();
    },
    isRowing: () => workout.isUnderWay,
    programmed: (program) => workout.program(planProgram(program)),
    terminated: () => workout.terminate(),
    replied: (bytes) => {
      pending.push({ atSec: nowSec(), characteristic: Characteristic.csafeTransmit, bytes });
    },
  });
  const statusTicks = () => (control.sampleIntervalMs() * ticksPerSec) / 1000;

  function step(): void {
    nowTick += 1;
    // Nothing is rowed before the clock has moved.
    if (nowTick === 0) workout.switchOn();
    else workout.step();
    if (nowTick < nextStatusTick) return;
    workout.emitStatuses();
    nextStatusTick = nowTick + statusTicks();
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
    startRowing: (intervals = Number.POSITIVE_INFINITY) => workout.start(intervals),
    pauseRowing: () => workout.pause(),
    resumeRowing: () => workout.resume(),
    terminate: () => workout.terminate(),
    read(characteristic) {
      if (characteristic === Characteristic.ergMachineType) return Uint8Array.of(machine.ergMachineType);
      return control.read(characteristic);
    },
    write: control.write,
  };
}
