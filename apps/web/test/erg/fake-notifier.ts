import type {
  GattCharacteristic,
  GattDevice,
  GattServer,
} from '../../src/features/rowing/erg/bluetooth-device.ts';

/* For tests: devices that only notify, behind Web Bluetooth. Run on fake timers. */

export type FakeNotifier = {
  device: GattDevice;
  /** Notifies these bytes, if notifications are on. */
  notify(...bytes: number[]): void;
  drop(): void;
  /** Refuses connections. */
  refuse(isRefusing: boolean): void;
  connectCount(): number;
};

/** A heart-rate belt. */
export function createFakeBelt(): FakeNotifier {
  return createFakeNotifier(
    'H10',
    '0000180d-0000-1000-8000-00805f9b34fb',
    '00002a37-0000-1000-8000-00805f9b34fb',
  );
}

/** A rower of another maker. */
export function createFakeRower(name = 'WaterRower'): FakeNotifier {
  return createFakeNotifier(
    name,
    '00001826-0000-1000-8000-00805f9b34fb',
    '00002ad1-0000-1000-8000-00805f9b34fb',
  );
}

function createFakeNotifier(name: string, service: string, measurement: string): FakeNotifier {
  const target = new EventTarget();
  let isConnected = false;
  let isRefusing = false;
  let connects = 0;
  let value: DataView | undefined;
  let events: EventTarget | null = null;

  function createCharacteristic(): GattCharacteristic {
    const own = new EventTarget();
    return {
      get value() {
        return value;
      },
      readValue: () => Promise.reject(new Error('GATT operation not permitted.')),
      writeValueWithResponse: () => Promise.reject(new Error('GATT operation not permitted.')),
      startNotifications: async () => {
        events = own;
      },
      stopNotifications: async () => {
        events = null;
      },
      addEventListener: (type, listener) => own.addEventListener(type, listener),
      removeEventListener: (type, listener) => own.removeEventListener(type, listener),
    };
  }

  function goDown(): void {
    if (!isConnected) return;
    isConnected = false;
    events = null;
    setTimeout(() => target.dispatchEvent(new Event('gattserverdisconnected')), 0);
  }

  const gatt: GattServer = {
    get connected() {
      return isConnected;
    },
    connect: async () => {
      connects += 1;
      if (isRefusing) throw new Error('Out of range');
      isConnected = true;
    },
    disconnect: goDown,
    getPrimaryService: async (uuid) => {
      if (uuid !== service) throw new Error(`No service ${uuid}`);
      return {
        getCharacteristic: async (characteristic) => {
          if (characteristic !== measurement) throw new Error(`No characteristic ${characteristic}`);
          return createCharacteristic();
        },
      };
    },
  };

  return {
    device: {
      id: `${name}-1`,
      name,
      gatt,
      addEventListener: (type, listener) => target.addEventListener(type, listener),
      removeEventListener: (type, listener) => target.removeEventListener(type, listener),
    },
    notify(...bytes) {
      if (events === null) return;
      value = new DataView(Uint8Array.from(bytes).buffer);
      events.dispatchEvent(new Event('characteristicvaluechanged'));
    },
    drop: goDown,
    refuse: (refusing) => void (isRefusing = refusing),
    connectCount: () => connects,
  };
}
