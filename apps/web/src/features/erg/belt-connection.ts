import { decodeHeartRate, HeartRate, heartRateOf, standardUuid } from '@boathouse/pm5/heart-rate';
import { createStore } from '../../lib/store.ts';
import { createBluetoothDevice, type GattDevice, type GattUuids } from './bluetooth-device.ts';
import type { MonitorDevice } from './monitor-device.ts';

/** A chosen heart-rate belt beside the monitor. */
export type BeltSnapshot = {
  /** 'silent': connected, but no measurements come; 'disconnected': until the next attempt, which follows by itself. */
  state: 'disconnected' | 'connecting' | 'connected' | 'silent';
  /** Reconnecting automatically after a lost link or a failed attempt. */
  reconnecting: boolean;
  deviceName: string | null;
  /** Null without skin contact, before the first measurement, and once it is 3 s old. */
  heartRateBpm: number | null;
  /** Whether the belt says that it has no contact to the skin. */
  isOffSkin: boolean;
  /** Wall clock time in ms of the last measurement before the silence; null while they come. */
  silentSinceMs: number | null;
  /** Reason for the end of the last attempt or link; null while connected. */
  problem: string | null;
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

/** Belts notify about once a second. With the check interval below, a value is gone before it is 3 s old. */
const staleAfterMs = 2_750;
/** After this silence the link counts as lost, because some systems never report a lost link. */
const deadAfterMs = 10_000;
const watchEveryMs = 250;
/** A check that is this late was held up with the page, and measurements may be waiting behind it. */
const heldUpMs = 2_000;
const backoffMs = [1_000, 2_000, 4_000, 8_000] as const;
const longestBackoffMs = 8_000;

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

/** A belt behind a Web Bluetooth device. */
export function createBeltDevice(device: GattDevice): MonitorDevice {
  return createBluetoothDevice(device, beltUuids);
}

/**
 * Keeps one heart-rate belt connected, as `monitor-connection.ts` does a monitor: with 1, 2, 4, then always 8 s between
 * attempts on the same device object, after a drop and after a silence of 10 s. A value without skin contact is none.
 */
export function createBeltConnection(): BeltConnection {
  const store = createStore<BeltSnapshot | null>(null);
  let device: MonitorDevice | null = null;
  let stopListeningForDrops = (): void => {};
  // Number of the current attempt: results of attempts with an older number are ignored.
  let generation = 0;
  let abort = new AbortController();
  let failures = 0;
  let heardAtMs = 0;
  let watchedAtMs = 0;
  let isHeldUp = false;
  let watch: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const show = (changes: Partial<BeltSnapshot>): void => {
    const before = store.get();
    if (before === null) return;
    const isSame = Object.entries(changes).every(([key, value]) => Reflect.get(before, key) === value);
    if (!isSame) store.set({ ...before, ...changes });
  };

  /** Ends the current attempt or link, if any, and ignores its later events. */
  function letGo(): void {
    generation += 1;
    abort.abort();
    clearInterval(watch);
    clearTimeout(retry);
    device?.disconnect();
  }

  function take(bytes: Uint8Array): void {
    const measurement = decodeHeartRate(bytes);
    if (measurement === null) return;
    heardAtMs = Date.now();
    failures = 0;
    show({
      state: 'connected',
      silentSinceMs: null,
      heartRateBpm: heartRateOf(measurement),
      isOffSkin: measurement.hasSkinContact === false,
    });
  }

  function watchForSilence(): void {
    const nowMs = Date.now();
    const wasHeldUp = isHeldUp;
    isHeldUp = nowMs - watchedAtMs >= heldUpMs;
    watchedAtMs = nowMs;
    const silenceMs = nowMs - heardAtMs;
    // What was measured before the page was held up is not of now, whatever waits behind it.
    if (silenceMs >= staleAfterMs) show({ heartRateBpm: null });
    if (isHeldUp && !wasHeldUp) return;
    if (silenceMs >= deadAfterMs) tryAgain('The belt has stopped sending');
    else if (silenceMs >= staleAfterMs && store.get()?.state === 'connected') {
      show({ state: 'silent', heartRateBpm: null, isOffSkin: false, silentSinceMs: heardAtMs });
    }
  }

  function tryAgain(problem: string): void {
    letGo();
    retry = setTimeout(() => void attempt(), backoffMs[failures] ?? longestBackoffMs);
    failures += 1;
    show({ state: 'disconnected', reconnecting: true, heartRateBpm: null, isOffSkin: false, problem });
  }

  async function attempt(): Promise<void> {
    const connecting = device;
    if (connecting === null) return;
    generation += 1;
    const mine = generation;
    abort = new AbortController();
    show({ state: 'connecting' });
    try {
      const link = await connecting.connect(abort.signal);
      if (mine !== generation) return;
      heardAtMs = Date.now();
      await link.subscribe(HeartRate.measurement, (bytes) => {
        if (mine === generation) take(bytes);
      });
      if (mine !== generation) return;
      watchedAtMs = Date.now();
      watch = setInterval(watchForSilence, watchEveryMs);
      // After a silence a link alone proves nothing: the next measurement does.
      const state = store.get()?.silentSinceMs === null ? 'connected' : 'silent';
      show({ state, reconnecting: false, problem: null });
    } catch (error) {
      if (mine === generation) tryAgain(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    connect(next) {
      letGo();
      stopListeningForDrops();
      device = next;
      failures = 0;
      stopListeningForDrops = next.onDisconnected(() => tryAgain('The connection to the belt was lost'));
      store.set({ ...unheard, deviceName: next.name });
      void attempt();
    },
    disconnect() {
      letGo();
      stopListeningForDrops();
      stopListeningForDrops = () => {};
      device = null;
      store.set(null);
    },
    getSnapshot: store.get,
    subscribe: store.subscribe,
  };
}
