import type { WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import type { GeneralStatus } from '@boathouse/pm5/records';
import { programKeyOf, programOf } from '@boathouse/row/plan/program';
import { isSameSetup, waitingSetupOf } from '@boathouse/row/reduce/setup';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { MonitorLink } from './monitor-device.ts';
import type { MonitorSnapshot } from './monitor-snapshot.ts';
import { isSetup } from './set-to.ts';
import { sendWorkout, type PushResult, type PushStage } from './workout-sender.ts';

/** After a monitor has confirmed a new workout, it reports the previous setup for a moment. */
const settlesMs = 3_000;

/** The link on which a program is sent. */
type OpenLink = { link: MonitorLink; signal: AbortSignal; isCurrent(): boolean };

type MonitorProgram = {
  /** Handles each status of the monitor. */
  noteStatus(status: GeneralStatus): void;
  /** The link has ended: programs sent on it prove nothing now. */
  ended(): void;
  /** See `MonitorConnection.pushWorkout`. */
  push(plan: WorkoutPlan, open: OpenLink | null, onStage: (stage: PushStage) => void): Promise<PushResult>;
  /** See `MonitorConnection.isSetTo`. */
  isSetTo(plan: WorkoutPlan): boolean;
};

/** Tracks the program with which a monitor waits, and sends it another one. */
export function createMonitorProgram(options: {
  get(): MonitorSnapshot;
  show(changes: Partial<MonitorSnapshot>): void;
  /** Subscribes to each status once `noteStatus` has handled it; returns the unsubscribe function. */
  onStatus(listener: (status: GeneralStatus) => void): () => void;
}): MonitorProgram {
  const { get, show, onStatus } = options;
  let newestStatus: GeneralStatus | null = null;
  /** The program that the monitor has confirmed last on this link. */
  let sent: { program: WorkoutProgram; atMs: number } | null = null;
  let isPushing = false;

  return {
    noteStatus(status) {
      newestStatus = status;
      const setup = waitingSetupOf(status);
      if (!isSameSetup(setup, get().setup)) show({ setup });
      if (sent === null || isSetup(sent.program, setup) || Date.now() - sent.atMs < settlesMs) return;
      // The athlete has left the workout, or rows it.
      sent = null;
      show({ confirmed: null });
    },
    ended() {
      newestStatus = null;
      sent = null;
    },
    async push(plan, open, onStage) {
      const read = programOf(plan);
      if ('refusal' in read) return { kind: 'refused', reason: read.refusal };
      if (open === null) return { kind: 'refused', reason: 'The erg is not connected.' };
      if (isPushing) return { kind: 'refused', reason: 'The monitor is already being set.' };
      isPushing = true;
      sent = null;
      show({ confirmed: null });
      const { link, signal } = open;
      try {
        const monitor = { link, signal, newestStatus: () => newestStatus, onStatus };
        const result = await sendWorkout(monitor, read.program, onStage);
        if (result.kind === 'set' && open.isCurrent()) {
          sent = { program: read.program, atMs: Date.now() };
          show({ confirmed: programKeyOf(plan) });
        }
        return result;
      } finally {
        isPushing = false;
      }
    },
    isSetTo(plan) {
      const read = programOf(plan);
      const { setup, confirmed } = get();
      if (!('program' in read) || !isSetup(read.program, setup)) return false;
      return !isIntervalWorkout(setup?.workoutType ?? 0) || confirmed === programKeyOf(plan);
    },
  };
}
