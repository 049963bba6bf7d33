import { shownDeviceName } from '@boathouse/pm5/device-information';
import {
  decodeRowerData,
  FitnessMachine,
  joinRowerData,
  type RowerData,
} from '@boathouse/pm5/ftms/rower-data';
import { standardUuid } from '@boathouse/pm5/heart-rate';
import type { ErgDevice } from '@boathouse/row/reduce/records';
import { createListeners, createStore } from '../../../lib/store.ts';
import { createBluetoothDevice, type GattDevice, type GattUuids } from './bluetooth-device.ts';
import { createKeptLink } from './kept-link.ts';
import type { ErgRecord, MonitorConnection } from './monitor-connection.ts';
import type { MonitorDevice } from './monitor-device.ts';
import { noMonitor, type MonitorSnapshot } from './monitor-snapshot.ts';

/** These ergs send their values about once a second while the athlete rows. */
const silentAfterMs = 2_500;
/**
 * Without a new stroke or meter for this long, the erg stands still: records that are more frequent than meters can
 * repeat the last values.
 */
const movingForMs = 3_000;
/** How long another device has to connect the erg. */
const lentMs = 30_000;

const withoutMetersMax = 2;

const rowerUuids: GattUuids = { serviceOf: () => FitnessMachine.service, uuidOf: standardUuid };

/** An erg of another maker as a Web Bluetooth device. */
export function createRowerDevice(device: GattDevice): MonitorDevice {
  return { ...createBluetoothDevice(device, rowerUuids), isOtherRower: true };
}

const isMovedOn = (before: RowerData | null, { distanceM, strokeCount }: RowerData): boolean =>
  before !== null && (before.distanceM !== distanceM || before.strokeCount !== strokeCount);

/**
 * Keeps one erg of another maker connected, instead of a monitor. It sends Rower Data of the Fitness Machine Service,
 * and can't be set to a workout. It may send nothing while it stands still, so silence means a lost link only while it
 * moves.
 */
export function createRowerConnection(): MonitorConnection {
  const records = createListeners<[ErgRecord, number]>();
  const store = createStore<MonitorSnapshot>(noMonitor);
  let held: RowerData | null = null;
  let newest: RowerData | null = null;
  /** Number of complete records without meters; a single one may lack its first part. */
  let withoutMeters = 0;
  let device: ErgDevice | null = null;
  /** When the newest record arrived, and the newest one with higher values. */
  let heardAtMs = 0;
  let movedAtMs = Number.NEGATIVE_INFINITY;

  const show = (changes: Partial<MonitorSnapshot>): void => store.set({ ...store.get(), ...changes });

  function noteDistance({ distanceM }: RowerData): void {
    const { sendsDistance } = store.get();
    withoutMeters = distanceM === null ? withoutMeters + 1 : 0;
    if (distanceM !== null && sendsDistance !== true) show({ sendsDistance: true });
    if (sendsDistance === null && withoutMeters >= withoutMetersMax) show({ sendsDistance: false });
  }

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
      noteDistance(record);
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
      withoutMeters = 0;
      movedAtMs = Number.NEGATIVE_INFINITY;
    },
    getState: store.get,
    show: (changes) => show(changes.state === undefined ? changes : { ...changes, isLent: false }),
  });

  return {
    connect(next) {
      kept.keep(next);
      device = { id: next.id, name: next.name };
      const deviceName = shownDeviceName(next.name, 'Erg');
      store.set({ ...noMonitor, state: 'connecting', deviceName, machine: 'otherrower' });
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
