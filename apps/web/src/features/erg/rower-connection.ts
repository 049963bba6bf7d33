import {
  decodeRowerData,
  FitnessMachine,
  joinRowerData,
  type RowerData,
} from '@boathouse/pm5/ftms/rower-data';
import { standardUuid } from '@boathouse/pm5/heart-rate';
import type { ErgDevice } from '@boathouse/row/records';
import { createListeners, createStore } from '../../lib/store.ts';
import { createBluetoothDevice, type GattDevice, type GattUuids } from './bluetooth-device.ts';
import { createKeptLink } from './kept-link.ts';
import type { ErgRecord, MonitorConnection } from './monitor-connection.ts';
import type { MonitorDevice } from './monitor-device.ts';
import { noMonitor, type MonitorSnapshot } from './monitor-snapshot.ts';

/** Rowers tell their values about once a second while they are rowed. */
const silentAfterMs = 2_500;
/** One that tells no new stroke or meter for so long stands: a record more often than once a meter can repeat the last. */
const movingForMs = 3_000;
/** How long another device has to connect the rower. */
const lentMs = 30_000;

const rowerUuids: GattUuids = { serviceOf: () => FitnessMachine.service, uuidOf: standardUuid };

/** A rower of another maker behind a Web Bluetooth device. */
export function createRowerDevice(device: GattDevice): MonitorDevice {
  return { ...createBluetoothDevice(device, rowerUuids), isOtherRower: true };
}

const isMovedOn = (before: RowerData | null, { distanceM, strokeCount }: RowerData): boolean =>
  before !== null && (before.distanceM !== distanceM || before.strokeCount !== strokeCount);

/**
 * Keeps one rower of another maker connected, in the place of a monitor: it sends Rower Data of the Fitness Machine Service,
 * and has no workout to set. One that stands may send nothing: only of one in motion silence means a lost link.
 */
export function createRowerConnection(): MonitorConnection {
  const records = createListeners<[ErgRecord, number]>();
  const store = createStore<MonitorSnapshot>(noMonitor);
  let held: RowerData | null = null;
  let newest: RowerData | null = null;
  let device: ErgDevice | null = null;
  /** When the newest record came, and when one last told more than the one before. */
  let heardAtMs = 0;
  let movedAtMs = Number.NEGATIVE_INFINITY;

  const show = (changes: Partial<MonitorSnapshot>): void => store.set({ ...store.get(), ...changes });

  function take(bytes: Uint8Array): void {
    const part = decodeRowerData(bytes);
    if (part === null) return;
    kept.heard();
    const joined = joinRowerData(held, part);
    held = joined.held;
    for (const record of joined.records) {
      heardAtMs = Date.now();
      if (isMovedOn(newest, record)) movedAtMs = heardAtMs;
      newest = record;
      records.call(device === null ? record : { ...record, device }, heardAtMs);
    }
  }

  const kept = createKeptLink({
    lost: 'The connection to the erg was lost',
    stopped: 'The erg has stopped sending',
    silentAfterMs,
    isWatched: () => heardAtMs - movedAtMs < movingForMs,
    async open(link, isCurrent) {
      await link.subscribe(FitnessMachine.rowerData, (bytes) => {
        if (isCurrent()) take(bytes);
      });
    },
    ended() {
      held = null;
      newest = null;
      movedAtMs = Number.NEGATIVE_INFINITY;
    },
    getState: store.get,
    show: (changes) => show(changes.state === undefined ? changes : { ...changes, isLent: false }),
  });

  return {
    connect(next) {
      kept.keep(next);
      device = { id: next.id, name: next.name };
      store.set({ ...noMonitor, state: 'connecting', deviceName: next.name, machine: 'otherrower' });
      void kept.attempt();
    },
    disconnect() {
      kept.release();
      show(noMonitor);
    },
    lend() {
      if (!kept.isKeeping()) return;
      kept.attemptAfter(lentMs, 'The erg is free for your other device');
      show({ isLent: true, silentSinceMs: null });
    },
    getSnapshot: store.get,
    subscribe: store.subscribe,
    onRecord: records.subscribe,
    pushWorkout: async () => ({
      kind: 'refused',
      reason:
        "An erg of another maker can't be set from here. Row the workout: this page counts it, and ends it.",
    }),
    isSetTo: () => false,
  };
}
