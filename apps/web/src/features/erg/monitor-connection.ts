import type { WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import { decodeNotification } from '@boathouse/pm5/decode';
import { decodeText } from '@boathouse/pm5/device-information';
import { machineOf, machineTypeOfName } from '@boathouse/pm5/machine';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import type { AdditionalStatus1, GeneralStatus, KnownPm5Record, UnknownRecord } from '@boathouse/pm5/records';
import { SampleRate } from '@boathouse/pm5/sample-rate';
import { Characteristic } from '@boathouse/pm5/uuids';
import { programKeyOf, programOf } from '@boathouse/row/program';
import type { ErgDevice, RowerRecord } from '@boathouse/row/records';
import { isSameSetup, waitingSetupOf } from '@boathouse/row/setup';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { createListeners, createStore } from '../../lib/store.ts';
import { createKeptLink } from './kept-link.ts';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';
import { noMonitor, type MonitorInformation, type MonitorSnapshot } from './monitor-snapshot.ts';
import { isSetup } from './set-to.ts';
import { sendWorkout, type PushResult, type PushStage } from './workout-sender.ts';

/** What a connected monitor tells, or a rower of another maker, and which one it is. */
export type ErgRecord = (KnownPm5Record & { device?: ErgDevice }) | RowerRecord;

export type MonitorConnection = {
  /** Replaces any connected monitor. Reconnects automatically until `disconnect()`. */
  connect(device: MonitorDevice): void;
  disconnect(): void;
  /** Leaves the monitor to another device for a while, then reconnects; does nothing without one. */
  lend(): void;
  getSnapshot(): MonitorSnapshot;
  /** Subscribes to changes of the snapshot; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Subscribes to every record once, in the monitor's order; `atMs` is the wall clock. Returns the unsubscribe function. */
  onRecord(listener: (record: ErgRecord, atMs: number) => void): () => void;
  /**
   * Sets a plan on the monitor; possible until the first stroke. `onStage` says what is happening. Never rejects for a
   * reason that the result has a kind for.
   */
  pushWorkout(plan: WorkoutPlan, onStage?: (stage: PushStage) => void): Promise<PushResult>;
  /**
   * Whether the monitor waits with the plan's program. Stricter than `mismatchOf`, which gives a monitor on Just Row the
   * benefit of the doubt: it may be in its menu. Of intervals the monitor reports only how the first begins, so that only
   * those count which were sent on this link.
   */
  isSetTo(plan: WorkoutPlan): boolean;
};

/**
 * An idle monitor notifies its status at least once a second, so silence means that values are old. Together with the
 * check interval of a kept link, the page shows it within 3 s.
 */
const silentAfterMs = 2_500;
/** How long another device has to connect the monitor. */
const lentMs = 30_000;

const recordCharacteristics: readonly number[] = [
  Characteristic.generalStatus,
  Characteristic.additionalStatus1,
  Characteristic.additionalStatus2,
  Characteristic.strokeData,
  Characteristic.additionalStrokeData,
  Characteristic.splitIntervalData,
  Characteristic.additionalSplitIntervalData,
  Characteristic.endOfWorkoutSummary,
  Characteristic.additionalEndOfWorkoutSummary,
  Characteristic.heartRateBeltInformation,
];

/** A monitor reports what it was set to before for a moment after it has confirmed the new workout. */
const settlesMs = 3_000;

/**
 * Keeps one monitor connected (see `kept-link.ts`) and decodes its notifications to records. Independent of React.
 */
export function createMonitorConnection(options: {
  log: (message: string, detail: unknown) => void;
}): MonitorConnection {
  const { log } = options;
  const records = createListeners<[ErgRecord, number]>();
  const store = createStore(noMonitor);
  const loggedUnknowns = new Set<string>();
  let device: ErgDevice | null = null;
  let openLink: MonitorLink | null = null;
  let newestStatus: GeneralStatus | null = null;
  /** Of the connected monitor: from its records, else from 0x16 or its name; null while none has told it. */
  let machineType: number | null = null;
  /** Its records tell the machine type. */
  let isMachineTold = false;
  /** The program that the monitor has confirmed last on this link. */
  let sent: { program: WorkoutProgram; atMs: number } | null = null;
  let isPushing = false;

  function show(changes: Partial<MonitorSnapshot>): void {
    store.set({ ...store.get(), ...changes });
  }

  function logUnknown(record: UnknownRecord): void {
    const type = `0x${record.code.toString(16)}${record.multiplexed ? ' (multiplexed)' : ''}`;
    if (loggedUnknowns.has(type)) return;
    loggedUnknowns.add(type);
    log(`Unhandled ergometer record type ${type}: ${record.reason}`, record.bytes);
  }

  function noteStatus(status: GeneralStatus): void {
    newestStatus = status;
    const setup = waitingSetupOf(status);
    if (!isSameSetup(setup, store.get().setup)) show({ setup });
    if (sent === null || isSetup(sent.program, setup) || Date.now() - sent.atMs < settlesMs) return;
    // The athlete has left the workout, or rows it.
    sent = null;
    show({ confirmed: null });
  }

  function noteMachineType(type: number): void {
    machineType = type;
    const machine = machineOf(type);
    if (machine !== store.get().machine) show({ machine });
  }

  /** Older firmware leaves the machine type out. */
  function withMachineType(record: AdditionalStatus1): AdditionalStatus1 {
    if (record.ergMachineType === null) return { ...record, ergMachineType: machineType };
    isMachineTold = true;
    noteMachineType(record.ergMachineType);
    return record;
  }

  function take(characteristic: number, bytes: Uint8Array): void {
    kept.heard();
    const record = decodeNotification(characteristic, bytes);
    if (record.kind === 'unknown') {
      logUnknown(record);
      return;
    }
    if (record.kind === 'generalStatus') noteStatus(record);
    const told = record.kind === 'additionalStatus1' ? withMachineType(record) : record;
    try {
      records.call(device === null ? told : { ...told, device }, Date.now());
    } catch (error) {
      log("A listener failed on a monitor's record", error);
    }
  }

  /** Subscribes to the individual characteristics or, if the system does not allow that many, to the multiplexed one. Never both. */
  async function subscribeToRecords(link: MonitorLink, onBytes: (from: number, bytes: Uint8Array) => void) {
    const subscribed: number[] = [];
    try {
      for (const characteristic of recordCharacteristics) {
        await link.subscribe(characteristic, (bytes) => onBytes(characteristic, bytes));
        subscribed.push(characteristic);
      }
    } catch (error) {
      log('The individual characteristics are not available; trying the multiplexed one', error);
      // A monitor omits records from the multiplexed characteristic that it still notifies individually: where one can't
      // be ended, the page would be deaf, and a new link has to end them all.
      for (const characteristic of subscribed) await link.unsubscribe(characteristic);
      await link.subscribe(Characteristic.multiplexed, (bytes) => onBytes(Characteristic.multiplexed, bytes));
      return;
    }
    try {
      await link.subscribe(Characteristic.forceCurve, (bytes) => onBytes(Characteristic.forceCurve, bytes));
    } catch {
      // The first PM5s have no force curve.
    }
  }

  /** Sets four samples a second; keeps the monitor's own rate if it refuses. */
  async function askForSamples(link: MonitorLink): Promise<void> {
    try {
      await link.write(Characteristic.sampleRate, Uint8Array.of(SampleRate.every250Ms));
      const rate = (await link.read(Characteristic.sampleRate))[0];
      if (rate !== SampleRate.every250Ms) log('The monitor keeps its own sample rate', rate);
    } catch (error) {
      log('The sample rate could not be set', error);
    }
  }

  async function readInformation(link: MonitorLink): Promise<MonitorInformation> {
    const text = async (characteristic: number): Promise<string | null> => {
      try {
        return decodeText(await link.read(characteristic));
      } catch (error) {
        log('Device information could not be read', error);
        return null;
      }
    };
    return {
      serialNumber: await text(Characteristic.serialNumber),
      hardwareRevision: await text(Characteristic.hardwareRevision),
      firmwareRevision: await text(Characteristic.firmwareRevision),
      manufacturerName: await text(Characteristic.manufacturerName),
    };
  }

  /** Firmware before 150 and from 200 to 203 has no 0x16. */
  async function readMachineType(link: MonitorLink): Promise<number | null> {
    try {
      return (await link.read(Characteristic.ergMachineType))[0] ?? null;
    } catch {
      return null;
    }
  }

  const kept = createKeptLink({
    lost: 'The connection to the monitor was lost',
    stopped: 'The monitor has stopped sending',
    silentAfterMs,
    // A hidden page slows the simulation's timer, which is not a lost link.
    isWatched: () => !store.get().isSimulated,
    async open(link, isCurrent) {
      await subscribeToRecords(link, (from, bytes) => {
        if (isCurrent()) take(from, bytes);
      });
      if (isCurrent()) openLink = link;
    },
    async opened(link, isCurrent) {
      await askForSamples(link);
      if (!isCurrent() || store.get().information !== null) return;
      const information = await readInformation(link);
      if (!isCurrent()) return;
      show({ information });
      // The name is only a guess: its owner can move the monitor to another erg.
      const read = isMachineTold ? null : await readMachineType(link);
      if (isCurrent() && !isMachineTold && read !== null) noteMachineType(read);
    },
    ended() {
      openLink = null;
      newestStatus = null;
    },
    getState: store.get,
    show(changes) {
      if (changes.state === 'connecting') return show({ ...changes, isLent: false });
      if (changes.state !== 'disconnected') return show(changes);
      sent = null;
      show({ ...changes, isLent: false, setup: null, confirmed: null });
    },
  });

  return {
    connect(next) {
      kept.keep(next);
      device = { id: next.id, name: next.name };
      loggedUnknowns.clear();
      isMachineTold = false;
      machineType = machineTypeOfName(next.name);
      const machine = machineType === null ? null : machineOf(machineType);
      // One change: another monitor begins with its own snapshot.
      store.set({
        ...noMonitor,
        state: 'connecting',
        deviceName: next.name,
        isSimulated: next.isSimulated,
        machine,
      });
      void kept.attempt();
    },
    disconnect() {
      kept.release();
      show(noMonitor);
    },
    lend() {
      if (!kept.isKeeping()) return;
      kept.attemptAfter(lentMs, 'The erg is free for your other device');
      // A silence of the monitor is not what this page waits for.
      show({ isLent: true, silentSinceMs: null });
    },
    getSnapshot: store.get,
    subscribe: store.subscribe,
    onRecord: records.subscribe,
    async pushWorkout(plan, onStage = () => {}) {
      const read = programOf(plan);
      if ('refusal' in read) return { kind: 'refused', reason: read.refusal };
      if (openLink === null) return { kind: 'refused', reason: 'The erg is not connected.' };
      if (isPushing) return { kind: 'refused', reason: 'The monitor is already being set.' };
      isPushing = true;
      sent = null;
      show({ confirmed: null });
      const pushedTo = kept.number();
      const monitor = {
        link: openLink,
        signal: kept.signal(),
        newestStatus: () => newestStatus,
        onStatus: (listener: (status: GeneralStatus) => void) =>
          records.subscribe((record) => record.kind === 'generalStatus' && listener(record)),
      };
      try {
        const result = await sendWorkout(monitor, read.program, onStage);
        if (result.kind === 'set' && pushedTo === kept.number()) {
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
      const { setup, confirmed } = store.get();
      if (!('program' in read) || !isSetup(read.program, setup)) return false;
      return !isIntervalWorkout(setup?.workoutType ?? 0) || confirmed === programKeyOf(plan);
    },
  };
}
