import { pm5Uuid, serviceOf } from '@boathouse/pm5/uuids';
import { createListeners } from '../../../lib/store.ts';
import { createGattQueue } from './gatt-queue.ts';
import type { MonitorDevice, MonitorLink } from './monitor-device.ts';

/** `gatt.connect()` can hang forever while the operating system keeps an old connection. */
export const connectTimeoutMs = 15_000;
const operationTimeoutMs = 5_000;

/* The parts of Web Bluetooth that we use. */
export type GattCharacteristic = {
  readonly value?: DataView | undefined;
  readValue(): Promise<DataView>;
  writeValueWithResponse(value: BufferSource): Promise<void>;
  startNotifications(): Promise<unknown>;
  stopNotifications(): Promise<unknown>;
  addEventListener(type: 'characteristicvaluechanged', listener: () => void): void;
  removeEventListener(type: 'characteristicvaluechanged', listener: () => void): void;
};
export type GattService = { getCharacteristic(uuid: string): Promise<GattCharacteristic> };
export type GattServer = {
  readonly connected: boolean;
  connect(): Promise<unknown>;
  disconnect(): void;
  getPrimaryService(uuid: string): Promise<GattService>;
};
export type GattDevice = {
  readonly id: string;
  readonly name?: string | undefined;
  readonly gatt?: GattServer | undefined;
  addEventListener(type: 'gattserverdisconnected', listener: () => void): void;
  removeEventListener(type: 'gattserverdisconnected', listener: () => void): void;
};

/** Copies the bytes: the view can be part of a larger buffer, which the browser may reuse. */
function copyOf(value: DataView): Uint8Array {
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
}

type OpenLink = { link: MonitorLink; close(reason: Error): void };

/** The UUIDs for the numbers of a link: of a characteristic, and of its service. */
export type GattUuids = { serviceOf(characteristic: number): number; uuidOf(number: number): string };

const pm5Uuids: GattUuids = { serviceOf, uuidOf: pm5Uuid };

/**
 * A link over a connected GATT server. Services and characteristics are invalid after a drop, even when the same device
 * reconnects, so everything cached belongs to one link.
 */
function openLink(server: GattServer, uuids: GattUuids): OpenLink {
  const queue = createGattQueue(operationTimeoutMs);
  const services = new Map<number, GattService>();
  // The cache also keeps the browser from collecting characteristics with their listeners.
  const characteristics = new Map<number, GattCharacteristic>();
  const listeners = new Map<number, () => void>();

  async function find(number: number): Promise<GattCharacteristic> {
    const known = characteristics.get(number);
    if (known !== undefined) return known;
    const serviceNumber = uuids.serviceOf(number);
    const service =
      services.get(serviceNumber) ??
      (await queue.run(() => server.getPrimaryService(uuids.uuidOf(serviceNumber))));
    services.set(serviceNumber, service);
    const found = await queue.run(() => service.getCharacteristic(uuids.uuidOf(number)));
    characteristics.set(number, found);
    return found;
  }

  function stopListening(number: number): void {
    const listener = listeners.get(number);
    if (listener === undefined) return;
    characteristics.get(number)?.removeEventListener('characteristicvaluechanged', listener);
    listeners.delete(number);
  }

  const link: MonitorLink = {
    async read(number) {
      const characteristic = await find(number);
      return copyOf(await queue.run(() => characteristic.readValue()));
    },
    async write(number, bytes) {
      const characteristic = await find(number);
      await queue.run(() => characteristic.writeValueWithResponse(bytes.slice()));
    },
    async subscribe(number, onBytes) {
      const characteristic = await find(number);
      stopListening(number);
      const listener = (): void => {
        if (characteristic.value !== undefined) onBytes(copyOf(characteristic.value));
      };
      // This must precede startNotifications: the first value can arrive with its response.
      listeners.set(number, listener);
      characteristic.addEventListener('characteristicvaluechanged', listener);
      try {
        await queue.run(() => characteristic.startNotifications());
      } catch (error) {
        stopListening(number);
        throw error;
      }
    },
    async unsubscribe(number) {
      stopListening(number);
      try {
        await queue.run(async () => characteristics.get(number)?.stopNotifications());
      } catch (error) {
        // Throws for a characteristic that is stale after a drop; its notifications have stopped anyway.
        if (server.connected) throw error;
      }
    },
  };

  return {
    link,
    close(reason) {
      queue.close(reason);
      for (const number of listeners.keys()) stopListening(number);
      characteristics.clear();
      services.clear();
    },
  };
}

/** Settles like the promise, but rejects on time-out or when the signal aborts. */
async function bounded(promise: Promise<unknown>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  let release = (): void => {};
  const cut = new Promise<never>((_, reject) => {
    const abort = (): void => reject(new Error('Connection canceled'));
    const timer = setTimeout(() => reject(new Error('The monitor does not respond')), timeoutMs);
    signal.addEventListener('abort', abort);
    release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  try {
    await Promise.race([promise, cut]);
  } finally {
    release();
  }
}

/** A monitor, or another device with these UUIDs, as a Web Bluetooth device. */
export function createBluetoothDevice(device: GattDevice, uuids: GattUuids = pm5Uuids): MonitorDevice {
  const drops = createListeners();
  let open: OpenLink | null = null;
  let attempts = 0;
  /** The current attempt; null without one. */
  let wanted: number | null = null;

  function end(reason: Error): void {
    device.removeEventListener('gattserverdisconnected', onServerDisconnected);
    open?.close(reason);
    open = null;
  }

  function onServerDisconnected(): void {
    // The disconnect event of an earlier link can arrive after the next one has connected.
    if (open === null || device.gatt?.connected) return;
    end(new Error('The connection to the monitor was lost'));
    drops.call();
  }

  return {
    id: device.id,
    name: device.name ?? 'PM5',
    isSimulated: false,
    async connect(signal) {
      const server = device.gatt;
      if (server === undefined) throw new Error('The monitor has no GATT server');
      signal.throwIfAborted();
      end(new Error('A new connection replaces this one'));
      attempts += 1;
      const mine = attempts;
      wanted = mine;
      // The outcome of this attempt must not affect a newer attempt on the same server.
      const giveUp = (): void => {
        if (wanted === null || wanted === mine) server.disconnect();
      };
      const connecting = server.connect();
      try {
        await bounded(connecting, connectTimeoutMs, signal);
      } catch (error) {
        giveUp();
        // A connect() that succeeds after its time-out would keep the monitor connected without a user.
        connecting.then(giveUp, () => {});
        throw error;
      }
      if (wanted !== mine) {
        giveUp();
        throw new Error('Connection canceled');
      }
      device.addEventListener('gattserverdisconnected', onServerDisconnected);
      open = openLink(server, uuids);
      return open.link;
    },
    onDisconnected: drops.subscribe,
    disconnect() {
      wanted = null;
      end(new Error('Disconnected'));
      device.gatt?.disconnect();
    },
  };
}
