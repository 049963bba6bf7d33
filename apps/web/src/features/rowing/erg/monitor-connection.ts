import { batteryPercentOf } from '@boathouse/pm5/battery';
import { decodeNotification } from '@boathouse/pm5/decode';
import { shownDeviceName } from '@boathouse/pm5/device-information';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import type { KnownPm5Record, UnknownRecord } from '@boathouse/pm5/records';
import type { ErgDevice, RowerRecord } from '@boathouse/row/reduce/records';
import { createListeners, createStore } from '../../../lib/store.ts';
import { createKeptLink } from './kept-link.ts';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';
import { createMonitorMachine } from './monitor-machine.ts';
import { createMonitorProgram } from './monitor-program.ts';
import {
  additionalStatus3In,
  askForSamples,
  readInformation,
  subscribeToRecords,
  type Log,
} from './monitor-requests.ts';
import { noMonitor, type MonitorSnapshot } from './monitor-snapshot.ts';
import type { PushResult, PushStage } from './workout-sender.ts';

/** A record of a connected monitor, or of an erg of another maker, with its device. */
export type ErgRecord = (KnownPm5Record & { device?: ErgDevice }) | RowerRecord;

export type MonitorConnection = {
  /** Replaces any connected monitor. Reconnects automatically until `disconnect()`. */
  connect(device: MonitorDevice): void;
  disconnect(): void;
  /** Releases the monitor to another device for a while, then reconnects; does nothing without a monitor. */
  lend(): void;
  getSnapshot(): MonitorSnapshot;
  /** Subscribes to changes of the snapshot; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Subscribes to every record once, in the monitor's order; `atMs` is the wall clock. Returns the unsubscribe function. */
  onRecord(listener: (record: ErgRecord, atMs: number) => void): () => void;
  /**
   * Sets a plan on the monitor; possible until the first stroke. `onStage` reports the progress. Never rejects for a
   * reason that has its own kind of result.
   */
  pushWorkout(plan: WorkoutPlan, onStage?: (stage: PushStage) => void): Promise<PushResult>;
  /**
   * Whether the monitor waits with the plan's program. Stricter than `mismatchOf`, which accepts a monitor on Just Row
   * because it may be in its menu. For intervals the monitor reports only the start of the first, so only workouts sent
   * on this link count.
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

/** Decodes a monitor's notifications, and passes each record on once, with its device. */
function createRecordIntake(log: Log) {
  const records = createListeners<[ErgRecord, number]>();
  const loggedUnknowns = new Set<string>();
  let device: ErgDevice | null = null;

  function logUnknown(record: UnknownRecord): void {
    const type = `0x${record.code.toString(16)}${record.multiplexed ? ' (multiplexed)' : ''}`;
    if (loggedUnknowns.has(type)) return;
    loggedUnknowns.add(type);
    log(`Unhandled ergometer record type ${type}: ${record.reason}`, record.bytes);
  }

  return {
    subscribe: records.subscribe,
    /** The records that follow belong to another device. */
    begin(next: ErgDevice): void {
      device = next;
      loggedUnknowns.clear();
    },
    /** Returns a notification's record; null for an unknown one, which is logged once. */
    read(characteristic: number, bytes: Uint8Array): KnownPm5Record | null {
      const record = decodeNotification(characteristic, bytes);
      if (record.kind !== 'unknown') return record;
      logUnknown(record);
      return null;
    },
    pass(record: KnownPm5Record): void {
      try {
        records.call(device === null ? record : { ...record, device }, Date.now());
      } catch (error) {
        log("A listener failed on a monitor's record", error);
      }
    },
  };
}

/** Keeps one monitor connected (see `kept-link.ts`) and decodes its notifications to records. Independent of React. */
export function createMonitorConnection({ log }: { log: Log }): MonitorConnection {
  const store = createStore(noMonitor);
  const show = (changes: Partial<MonitorSnapshot>): void => store.set({ ...store.get(), ...changes });
  let openLink: MonitorLink | null = null;

  const intake = createRecordIntake(log);
  const machine = createMonitorMachine((found) => {
    if (found !== store.get().machine) show({ machine: found });
  });
  const program = createMonitorProgram({
    get: store.get,
    show,
    onStatus: (listener) => intake.subscribe((record) => record.kind === 'generalStatus' && listener(record)),
  });

  function take(characteristic: number, bytes: Uint8Array): void {
    kept.heard();
    const status3 = additionalStatus3In(characteristic, bytes);
    if (status3 !== null) {
      const batteryPercent = batteryPercentOf(status3);
      if (batteryPercent !== store.get().batteryPercent) show({ batteryPercent });
      return;
    }
    const record = intake.read(characteristic, bytes);
    if (record === null) return;
    if (record.kind === 'generalStatus') program.noteStatus(record);
    intake.pass(record.kind === 'additionalStatus1' ? machine.completed(record) : record);
  }

  const kept = createKeptLink({
    lost: 'The connection to the monitor was lost',
    stopped: 'The monitor has stopped sending',
    silentAfterMs,
    // A hidden page slows the simulation's timer, which does not mean a lost link.
    isWatched: () => !store.get().isSimulated,
    async open(link, isCurrent) {
      const onBytes = (from: number, bytes: Uint8Array): void => {
        if (isCurrent()) take(from, bytes);
      };
      await subscribeToRecords(link, onBytes, log);
      if (isCurrent()) openLink = link;
    },
    async opened(link, isCurrent) {
      await askForSamples(link, log);
      if (!isCurrent() || store.get().information !== null) return;
      const information = await readInformation(link, log);
      if (!isCurrent()) return;
      show({ information });
      await machine.read(link, isCurrent);
    },
    ended() {
      openLink = null;
      program.ended();
    },
    getState: store.get,
    show(changes) {
      if (changes.state === 'connecting') return show({ ...changes, isLent: false });
      if (changes.state !== 'disconnected') return show(changes);
      show({ ...changes, isLent: false, setup: null, confirmed: null });
    },
  });

  return {
    connect(next) {
      kept.keep(next);
      intake.begin({ id: next.id, name: next.name });
      // Notifies once, because another monitor begins with its own snapshot.
      store.set({
        ...noMonitor,
        state: 'connecting',
        deviceName: shownDeviceName(next.name, 'PM5'),
        isSimulated: next.isSimulated,
        machine: machine.restart(next.name),
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
      // While the monitor is lent, its silence is expected.
      show({ isLent: true, silentSinceMs: null });
    },
    getSnapshot: store.get,
    subscribe: store.subscribe,
    onRecord: intake.subscribe,
    pushWorkout(plan, onStage = () => {}) {
      const pushedTo = kept.number();
      const open = openLink && {
        link: openLink,
        signal: kept.signal(),
        isCurrent: () => pushedTo === kept.number(),
      };
      return program.push(plan, open, onStage);
    },
    isSetTo: (plan) => program.isSetTo(plan),
  };
}
