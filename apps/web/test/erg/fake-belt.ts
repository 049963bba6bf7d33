import type { GattCharacteristic, GattDevice, GattServer } from '../../src/features/erg/bluetooth-device.ts';

/* For tests: a heart-rate belt behind Web Bluetooth. Runs on fake timers. */

export type FakeBelt = {
  device: GattDevice;
  /** Notifies these bytes, if notifications are on. */
  notify(...bytes: number[]): void;
  drop(): void;
  /** Refuses connections. */
  refuse(isRefusing: boolean): void;
  connectCount(): number;
};

const service = '0000180d-0000-1000-8000-00805f9b34fb';
const measurement = '00002a37-0000-1000-8000-00805f9b34fb';

export function createFakeBelt(): FakeBelt {
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
        getCharacteristic: async (name) => {
          if (name !== measurement) throw new Error(`No characteristic ${name}`);
          return createCharacteristic();
        },
      };
    },
  };

  return {
    device: {
      id: 'belt-1',
      name: 'H10',
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
