import { pm5Uuid, serviceOf, shortOf } from '@boathouse/pm5/uuids';
import type {
  GattCharacteristic,
  GattDevice,
  GattServer,
  GattService,
} from '../../src/features/rowing/erg/bluetooth-device.ts';

/* For tests: a fake Web Bluetooth PM5 with the pitfalls of the real API. Runs on fake timers. */

const operationMs = 10;

export type FakeMonitor = {
  device: GattDevice;
  /** Notifies if notifications are on; reuses the buffer of the bytes at once. */
  notify(characteristic: number, bytes: Uint8Array): void;
  /** Drops the link. */
  drop(): void;
  /** The next `count` calls of connect() never settle, unless `settleHangingConnects` is called. */
  hangConnects(count: number): void;
  settleHangingConnects(): void;
  /** Makes these reject on startNotifications(). */
  refuse(...characteristics: number[]): void;
  /** From now on, turning notifications off rejects. */
  refuseToStop(): void;
  /** From now on it refuses nothing. */
  accept(): void;
  /** From now on, operations never settle. */
  stopAnswering(): void;
  answerAgain(): void;
  notifying(): number[];
  /** The written values, newest last. */
  written: { characteristic: number; bytes: number[] }[];
  /** Calls back with each written value, once the write has settled. */
  onWritten(listener: (characteristic: number, bytes: Uint8Array) => void): void;
  connectCount(): number;
  disconnectCount(): number;
};

type FakeCharacteristic = GattCharacteristic & { emit(bytes: Uint8Array): void; isNotifying(): boolean };

export function createFakeMonitor(
  values: Map<number, Uint8Array> = new Map(),
  /** Delay of the browser's disconnect event, which is a separate task. */
  dropEventAfterMs = 0,
): FakeMonitor {
  const target = new EventTarget();
  const refused = new Set<number>();
  let isStopRefused = false;
  const written: FakeMonitor['written'] = [];
  let onWritten: (characteristic: number, bytes: Uint8Array) => void = () => {};
  let connected = false;
  let incarnation = 0;
  let busy = false;
  let answers = true;
  let hangs = 0;
  let hanging: (() => void)[] = [];
  let connects = 0;
  let disconnects = 0;
  let characteristics = new Map<number, FakeCharacteristic>();

  /** One GATT operation: rejected while another is running or after its link has ended. */
  async function operate<Result>(born: number, what: string, act: () => Result): Promise<Result> {
    if (!connected) throw new Error(`GATT Server is disconnected. Cannot ${what}.`);
    if (born !== incarnation) throw new Error(`${what}: no longer valid. Remember to retrieve it again.`);
    if (busy) throw new Error('GATT operation already in progress.');
    busy = true;
    try {
      await new Promise<void>((resolve) => {
        if (answers) setTimeout(resolve, operationMs);
      });
      if (born !== incarnation || !connected)
        throw new Error('GATT Server disconnected during the operation.');
      return act();
    } finally {
      if (born === incarnation) busy = false;
    }
  }

  function createCharacteristic(number: number, born: number): FakeCharacteristic {
    const events = new EventTarget();
    let value: DataView | undefined;
    let isNotifying = false;
    return {
      get value() {
        return value;
      },
      readValue: () =>
        operate(born, 'read', () => {
          const bytes = values.get(number);
          if (bytes === undefined) throw new Error('GATT operation not permitted.');
          return new DataView(bytes.slice().buffer);
        }),
      writeValueWithResponse: (source) =>
        operate(born, 'write', () => {
          const bytes = ArrayBuffer.isView(source)
            ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
            : new Uint8Array(source).slice();
          written.push({ characteristic: number, bytes: [...bytes] });
          values.set(number, bytes);
          queueMicrotask(() => onWritten(number, bytes));
        }),
      startNotifications: () =>
        operate(born, 'start notifications', () => {
          if (refused.has(number)) throw new DOMException('GATT Error: Not supported.', 'NotSupportedError');
          isNotifying = true;
        }),
      stopNotifications: () =>
        operate(born, 'stop notifications', () => {
          if (isStopRefused) throw new Error('GATT operation failed for unknown reason.');
          isNotifying = false;
        }),
      addEventListener: (type, listener) => events.addEventListener(type, listener),
      removeEventListener: (type, listener) => events.removeEventListener(type, listener),
      isNotifying: () => isNotifying,
      emit(bytes) {
        const shared = new Uint8Array(bytes.length + 5).fill(0xee);
        shared.set(bytes, 3);
        value = new DataView(shared.buffer, 3, bytes.length);
        events.dispatchEvent(new Event('characteristicvaluechanged'));
        shared.fill(0xee);
      },
    };
  }

  function createService(serviceNumber: number, born: number): GattService {
    return {
      getCharacteristic: (uuid) =>
        operate(born, 'get the characteristic', () => {
          const number = shortOf(uuid);
          if (number === null || serviceOf(number) !== serviceNumber) throw new Error(`No ${uuid} here`);
          const known = characteristics.get(number) ?? createCharacteristic(number, born);
          characteristics.set(number, known);
          return known;
        }),
    };
  }

  function goDown(): void {
    if (!connected) return;
    connected = false;
    incarnation += 1;
    busy = false;
    characteristics = new Map();
    setTimeout(() => target.dispatchEvent(new Event('gattserverdisconnected')), dropEventAfterMs);
  }

  const gatt: GattServer = {
    get connected() {
      return connected;
    },
    async connect() {
      connects += 1;
      if (hangs > 0) {
        hangs -= 1;
        await new Promise<void>((resolve) => hanging.push(resolve));
      } else {
        await new Promise<void>((resolve) => setTimeout(resolve, operationMs));
      }
      connected = true;
    },
    disconnect() {
      disconnects += 1;
      goDown();
    },
    getPrimaryService: (uuid) => {
      const born = incarnation;
      return operate(born, 'get the service', () => {
        const number = shortOf(uuid);
        if (number === null || uuid !== pm5Uuid(number)) throw new Error(`No service ${uuid}`);
        return createService(number, born);
      });
    },
  };

  return {
    device: {
      id: 'fake-1',
      name: 'PM5 430000000',
      gatt,
      addEventListener: (type, listener) => target.addEventListener(type, listener),
      removeEventListener: (type, listener) => target.removeEventListener(type, listener),
    },
    notify(number, bytes) {
      const characteristic = characteristics.get(number);
      if (connected && characteristic?.isNotifying()) characteristic.emit(bytes);
    },
    drop: goDown,
    hangConnects: (count) => void (hangs = count),
    settleHangingConnects() {
      for (const settle of hanging) settle();
      hanging = [];
    },
    refuse: (...numbers) => numbers.forEach((number) => refused.add(number)),
    refuseToStop: () => void (isStopRefused = true),
    accept() {
      refused.clear();
      isStopRefused = false;
    },
    stopAnswering: () => void (answers = false),
    answerAgain: () => void (answers = true),
    notifying: () => [...characteristics].flatMap(([number, one]) => (one.isNotifying() ? [number] : [])),
    written,
    onWritten: (listener) => void (onWritten = listener),
    connectCount: () => connects,
    disconnectCount: () => disconnects,
  };
}
