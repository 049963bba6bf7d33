import { shownDeviceName } from '@boathouse/pm5/device-information';
import { decodeHeartRate, HeartRate, heartRateOf, standardUuid } from '@boathouse/pm5/heart-rate';
import { createStore } from '../../../lib/store.ts';
import { createBluetoothDevice, type GattDevice, type GattUuids } from './bluetooth-device.ts';
import { createKeptLink, type LinkState } from './kept-link.ts';
import type { MonitorDevice } from './monitor-device.ts';

/** A heart-rate belt that the athlete has chosen in addition to the monitor. */
export type BeltSnapshot = LinkState & {
  deviceName: string | null;
  /** Null without skin contact, before the first measurement, and once it is 3 s old. */
  heartRateBpm: number | null;
  /** Whether the belt reports no contact to the skin. */
  isOffSkin: boolean;
};

export type BeltConnection = {
  /** Replaces any connected belt. Reconnects automatically until `disconnect()`. */
  connect(device: MonitorDevice): void;
  disconnect(): void;
  /** Null without a belt. */
  getSnapshot(): BeltSnapshot | null;
  /** Subscribes to changes of the snapshot; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/**
 * Belts notify about once a second. With the check interval of a kept link, a value is removed before it is 3 s old.
 */
const staleAfterMs = 2_750;

const beltUuids: GattUuids = { serviceOf: () => HeartRate.service, uuidOf: standardUuid };

const unheard: BeltSnapshot = {
  state: 'connecting',
  reconnecting: false,
  deviceName: null,
  heartRateBpm: null,
  isOffSkin: false,
  silentSinceMs: null,
  problem: null,
};

/** A belt as a Web Bluetooth device. */
export function createBeltDevice(device: GattDevice): MonitorDevice {
  return createBluetoothDevice(device, beltUuids);
}

/** Keeps one heart-rate belt connected (see `kept-link.ts`). A measurement without skin contact has no value. */
export function createBeltConnection(): BeltConnection {
  const store = createStore<BeltSnapshot | null>(null);

  const show = (changes: Partial<BeltSnapshot>): void => {
    const before = store.get();
    if (before === null) return;
    const isSame = Object.entries(changes).every(([key, value]) => Reflect.get(before, key) === value);
    if (!isSame) store.set({ ...before, ...changes });
  };

  function take(bytes: Uint8Array): void {
    const measurement = decodeHeartRate(bytes);
    if (measurement === null) return;
    link.heard();
    show({
      heartRateBpm: heartRateOf(measurement),
      isOffSkin: measurement.hasSkinContact === false,
    });
  }

  const link = createKeptLink({
    lost: 'The connection to the belt was lost',
    stopped: 'The belt has stopped sending',
    silentAfterMs: staleAfterMs,
    async open(opening, isCurrent) {
      await opening.subscribe(HeartRate.measurement, (bytes) => {
        if (isCurrent()) take(bytes);
      });
    },
    watched(silenceMs) {
      // After a pause of the page the last measurement is old, even if newer ones are waiting.
      if (silenceMs >= staleAfterMs) show({ heartRateBpm: null });
    },
    getState: () => store.get() ?? unheard,
    show(changes) {
      const isOut = changes.state === 'disconnected' || changes.state === 'silent';
      show(isOut ? { ...changes, heartRateBpm: null, isOffSkin: false } : changes);
    },
  });

  return {
    connect(next) {
      link.keep(next);
      store.set({ ...unheard, deviceName: shownDeviceName(next.name, 'Belt') });
      void link.attempt();
    },
    disconnect() {
      link.release();
      store.set(null);
    },
    getSnapshot: store.get,
    subscribe: store.subscribe,
  };
}
