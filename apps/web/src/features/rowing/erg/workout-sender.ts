import { programWorkout, terminateWorkout, type WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import {
  createCsafeAssembler,
  csafeFrameGapMs,
  parseCsafeReply,
  sliceForWriting,
} from '@boathouse/pm5/csafe';
import { WorkoutState, type GeneralStatus } from '@boathouse/pm5/records';
import { Characteristic } from '@boathouse/pm5/uuids';
import { waitingSetupOf } from '@boathouse/row/reduce/setup';
import type { MonitorLink } from './monitor-device.ts';
import { isSetup } from './set-to.ts';

/** The outcome of an attempt to set the monitor. Only `set` means that it has the complete workout. */
export type PushResult =
  /** The monitor reports the workout. */
  | { kind: 'set' }
  /** Nothing was sent, for this reason; `isRowed`: because the monitor is in the middle of a workout. */
  | { kind: 'refused'; reason: string; isRowed?: true }
  /** The athlete began to row before the monitor reported the workout. */
  | { kind: 'begun' }
  | { kind: 'rejected' | 'noAnswer' | 'garbage' | 'dropped' | 'notConfirmed' };

export type PushStage = 'sending' | 'tryingAgain' | 'confirming';

/** A monitor replies within some tens of milliseconds. */
export const replyTimeoutMs = 1_500;
/** Several statuses at the slowest rate, 1 s. */
export const confirmTimeoutMs = 3_000;
/** From the end of a workout to its summary (1.5 s on hardware), which a new workout would cut off. */
const summaryMs = 2_000;
/** Time for late replies after a failure. */
const settleMs = 300;

type Outcome = 'taken' | 'rejected' | 'noAnswer' | 'garbage';

/** The link has ended: thrown through all waits. */
class LinkLostError extends Error {
  override name = 'LinkLostError';
}

type Monitor = {
  link: MonitorLink;
  /** Aborts when the link ends. */
  signal: AbortSignal;
  /** The newest general status of this link; null before the first. */
  newestStatus(): GeneralStatus | null;
  /** Calls back with every further general status; returns the unsubscribe function. */
  onStatus(listener: (status: GeneralStatus) => void): () => void;
};

/**
 * Sets a program on the monitor: sends its frames one after the other, checks each reply, and waits until the monitor
 * reports the workout. Tries twice; ends a workout that may be only partly set. Sends nothing to a monitor with a
 * workout in progress, or without a reported state.
 */
export async function sendWorkout(
  monitor: Monitor,
  program: WorkoutProgram,
  onStage: (stage: PushStage) => void,
): Promise<PushResult> {
  try {
    const status = await knownStatus(monitor);
    if (status === null) {
      return { kind: 'refused', reason: 'The monitor does not report its state. Connect it again.' };
    }
    if (isRowed(status)) {
      const reason = 'The monitor is in the middle of a workout. Finish it first.';
      return { kind: 'refused', reason, isRowed: true };
    }
    await letSummaryCome(monitor);
    const exchange = await openExchange(monitor);
    try {
      onStage('sending');
      const first = await attempt(monitor, exchange, program, onStage);
      if (first === 'set' || first === 'begun') return resultOf(first);
      onStage('tryingAgain');
      if (!(await endPartial(monitor, exchange, first))) return resultOf(first);
      const second = await attempt(monitor, exchange, program, onStage);
      // A workout that the monitor has accepted stays: its athlete can check the screen.
      const isLeft = second === 'set' || second === 'begun' || second === 'notConfirmed';
      if (!isLeft) await endPartial(monitor, exchange, second);
      return resultOf(second);
    } finally {
      await exchange.close();
    }
  } catch (error) {
    if (error instanceof LinkLostError) return { kind: 'dropped' };
    throw error;
  }
}

/** Returns the newest status, which on a new connection is the first; null if the monitor reports none. */
async function knownStatus({ signal, newestStatus, onStatus }: Monitor): Promise<GeneralStatus | null> {
  return (
    newestStatus() ??
    waitFor<GeneralStatus | null>(signal, confirmTimeoutMs, null, (settle) => onStatus(settle))
  );
}

async function letSummaryCome({ signal, newestStatus, onStatus }: Monitor): Promise<void> {
  const isEnding = (status: GeneralStatus | null): boolean =>
    status?.workoutState === WorkoutState.workoutEnd;
  if (!isEnding(newestStatus())) return;
  await waitFor<void>(signal, summaryMs, undefined, (settle) =>
    onStatus((status) => isEnding(status) || settle()),
  );
}

type AttemptResult = 'set' | 'begun' | 'notConfirmed' | Exclude<Outcome, 'taken'>;

function resultOf(kind: AttemptResult): PushResult {
  return { kind };
}

async function attempt(
  { signal, onStatus, newestStatus }: Monitor,
  exchange: Exchange,
  program: WorkoutProgram,
  onStage: (stage: PushStage) => void,
): Promise<AttemptResult> {
  for (const [index, frame] of programWorkout(program).entries()) {
    if (index > 0) await pause(csafeFrameGapMs, signal);
    if (isRowed(newestStatus())) return 'begun';
    const outcome = await exchange.send(frame);
    if (outcome !== 'taken') return outcome;
  }
  onStage('confirming');
  return waitFor<AttemptResult>(signal, confirmTimeoutMs, 'notConfirmed', (settle) =>
    onStatus((status) => {
      if (isReported(program, status)) settle('set');
      else if (isRowed(status)) settle('begun');
    }),
  );
}

/**
 * Ends the workout that a failed attempt may have left on the monitor. Returns false, and sends nothing, if the athlete
 * already rows.
 */
async function endPartial(monitor: Monitor, exchange: Exchange, failure: AttemptResult): Promise<boolean> {
  await pause(settleMs, monitor.signal);
  if (isRowed(monitor.newestStatus())) return false;
  exchange.startOver();
  if (failure === 'rejected' && !exchange.hasTaken()) return true;
  await exchange.send(terminateWorkout());
  await pause(settleMs, monitor.signal);
  exchange.startOver();
  return true;
}

type Exchange = {
  /** Writes one frame and waits for its reply. */
  send(frame: Uint8Array): Promise<Outcome>;
  /** Whether the monitor has accepted a frame. */
  hasTaken(): boolean;
  /** Drops late replies, and late bytes of a reply. */
  startOver(): void;
  close(): Promise<void>;
};

/** CSAFE over the control service: one frame at a time, its reply assembled from notifications. */
async function openExchange({ link, signal }: Monitor): Promise<Exchange> {
  let assembler = createCsafeAssembler();
  let onReply: (outcome: Outcome) => void = () => {};
  let toggle: 0 | 1 | null = null;
  let hasTaken = false;
  let hasHeard = false;

  function take(frame: Uint8Array): void {
    const reply = parseCsafeReply(frame);
    if (!reply.ok) return onReply('garbage');
    const { frameToggle, previousFrame } = reply.status;
    // The toggle changes with every accepted frame: an equal one repeats the previous reply.
    if (previousFrame === 'ok' && frameToggle === toggle) return;
    toggle = frameToggle;
    onReply(previousFrame === 'ok' ? 'taken' : 'rejected');
  }

  await overLink(signal, () =>
    link.subscribe(Characteristic.csafeTransmit, (bytes) => {
      hasHeard = true;
      for (const frame of assembler.push(bytes)) take(frame);
    }),
  );

  return {
    async send(frame) {
      hasHeard = false;
      // Listens first: a reply can arrive before the last write has settled.
      const replied = waitFor<Outcome | null>(signal, replyTimeoutMs, null, (settle) => {
        onReply = settle;
        return () => void (onReply = () => {});
      });
      replied.catch(() => {});
      for (const chunk of sliceForWriting(frame)) {
        await overLink(signal, () => link.write(Characteristic.csafeReceive, chunk));
      }
      const outcome = (await replied) ?? (hasHeard ? 'garbage' : 'noAnswer');
      hasTaken ||= outcome === 'taken';
      return outcome;
    },
    hasTaken: () => hasTaken,
    startOver() {
      assembler = createCsafeAssembler();
      toggle = null;
    },
    // Later replies have no listener.
    close: () => link.unsubscribe(Characteristic.csafeTransmit).catch(() => {}),
  };
}

/** Turns every failure of the link into LinkLostError: the monitor can't be reached. */
async function overLink(signal: AbortSignal, operation: () => Promise<void>): Promise<void> {
  if (signal.aborted) throw new LinkLostError();
  try {
    await operation();
  } catch (error) {
    throw new LinkLostError('The monitor did not take the data', { cause: error });
  }
  if (signal.aborted) throw new LinkLostError();
}

/** Settles with the value that `listen` passes on, or with `late` after a time; rejects when the link ends. */
function waitFor<Value>(
  signal: AbortSignal,
  timeoutMs: number,
  late: Value,
  listen: (settle: (value: Value) => void) => () => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let stop = (): void => {};
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', lose);
      stop();
    };
    const settle = (value: Value): void => {
      end();
      resolve(value);
    };
    const lose = (): void => {
      end();
      reject(new LinkLostError());
    };
    const timer = setTimeout(() => settle(late), timeoutMs);
    signal.addEventListener('abort', lose);
    if (signal.aborted) lose();
    else stop = listen(settle);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return waitFor<void>(signal, ms, undefined, () => () => {});
}

const idleStates: readonly number[] = [
  WorkoutState.waitToBegin,
  WorkoutState.workoutEnd,
  WorkoutState.terminate,
  WorkoutState.workoutLogged,
  WorkoutState.rearm,
];

function isRowed(status: GeneralStatus | null): boolean {
  return status !== null && !idleStates.includes(status.workoutState);
}

/** Whether the waiting monitor reports the program: its type, and the length of the single piece or first interval. */
function isReported(program: WorkoutProgram, status: GeneralStatus): boolean {
  return status.workoutState === WorkoutState.waitToBegin && isSetup(program, waitingSetupOf(status));
}
