import { HeartRate } from '@boathouse/pm5/heart-rate';
import { FitnessMachine } from '@boathouse/pm5/ftms/rower-data';
import { Characteristic } from '@boathouse/pm5/uuids';
import { afterEach, beforeEach, vi } from 'vitest';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { createFakeBelt, createFakeRower, type FakeNotifier } from '../../../../test/erg/fake-notifier.ts';
import { describeTransport, type Transport } from '../../../../test/erg/transport-conformance.ts';
import { createBeltDevice } from './belt-connection.ts';
import { createBluetoothDevice } from './bluetooth-device.ts';
import { createRowerDevice } from './rower-connection.ts';
import { createSimulatedDevice } from './simulated-device.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = async () => void (await vi.advanceTimersByTimeAsync(100));

/** The transport of a device that only notifies; each value has other bytes than the previous one. */
function notifying(fake: FakeNotifier, parts: Pick<Transport, 'device' | 'characteristic'>): Transport {
  let count = 0;
  return {
    ...parts,
    send: () => fake.notify(0, (count += 1)),
    settle,
    drop: () => fake.drop(),
  };
}

describeTransport('a PM5 by Bluetooth', () => {
  const fake = createFakeMonitor();
  const characteristic = Characteristic.generalStatus;
  let count = 0;
  return {
    device: createBluetoothDevice(fake.device),
    characteristic,
    send: () => fake.notify(characteristic, Uint8Array.of((count += 1), 1, 2)),
    settle,
    drop: () => fake.drop(),
  };
});

describeTransport('a rower of another maker', () => {
  const fake = createFakeRower();
  return notifying(fake, {
    device: createRowerDevice(fake.device),
    characteristic: FitnessMachine.rowerData,
  });
});

describeTransport('a heart-rate belt', () => {
  const fake = createFakeBelt();
  return notifying(fake, { device: createBeltDevice(fake.device), characteristic: HeartRate.measurement });
});

function simulated(): Transport {
  let nowMs = 0;
  const ticks = new Set<() => void>();
  const sampleMs = 500;
  return {
    device: createSimulatedDevice({
      rower: { paceSec: 120, strokeRateSpm: 26 },
      clock: {
        monotonicMs: () => nowMs,
        wallClock: () => ({ year: 2026, month: 3, day: 6, hour: 11, minute: 36 }),
        every(_intervalMs, callback) {
          ticks.add(callback);
          return () => ticks.delete(callback);
        },
      },
    }),
    characteristic: Characteristic.generalStatus,
    send() {
      nowMs += sampleMs;
      for (const tick of ticks) tick();
    },
    settle,
    drop: () => {},
  };
}

describeTransport('a simulated erg', simulated, { canBeLost: false });
