import { Characteristic } from '@boathouse/pm5/uuids';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTimeoutMs, createBluetoothDevice } from './bluetooth-device.ts';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import type { MonitorLink } from './monitor-device.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;
async function settled<Result>(promise: Promise<Result>, ms = 1000): Promise<Result> {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(ms);
  return promise;
}

describe('a link', () => {
  const open = async (fake = createFakeMonitor()): Promise<{ fake: typeof fake; link: MonitorLink }> => ({
    fake,
    link: await settled(createBluetoothDevice(fake.device).connect(never)),
  });

  test('sends concurrent operations to the browser one at a time', async () => {
    const { link } = await open(
      createFakeMonitor(
        new Map([
          [Characteristic.serialNumber, Uint8Array.of(52, 51)],
          [Characteristic.hardwareRevision, Uint8Array.of(51)],
        ]),
      ),
    );
    const all = Promise.all([
      link.read(Characteristic.serialNumber),
      link.read(Characteristic.hardwareRevision),
      link.subscribe(Characteristic.generalStatus, () => {}),
      link.subscribe(Characteristic.additionalStatus1, () => {}),
      link.write(Characteristic.sampleRate, Uint8Array.of(2)),
    ]);
    const [serial, hardware] = await settled(all);
    expect([serial, hardware]).toEqual([Uint8Array.of(52, 51), Uint8Array.of(51)]);
  });

  test('copies values, so that a reused buffer does not change them', async () => {
    const { fake, link } = await open();
    const received: Uint8Array[] = [];
    await settled(link.subscribe(Characteristic.generalStatus, (bytes) => received.push(bytes)));
    fake.notify(Characteristic.generalStatus, Uint8Array.of(1, 2, 3));
    fake.notify(Characteristic.generalStatus, Uint8Array.of(4));
    expect(received).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(4)]);
  });

  test('rejects a characteristic that cannot notify, and keeps the link', async () => {
    const { fake, link } = await open();
    fake.refuse(Characteristic.forceCurve);
    await expect(settled(link.subscribe(Characteristic.forceCurve, () => {}))).rejects.toThrow(
      'Not supported',
    );
    await settled(link.subscribe(Characteristic.strokeData, () => {}));
    expect(fake.notifying()).toEqual([Characteristic.strokeData]);
  });

  test('unsubscribing stops the values and never rejects, even after the link has ended', async () => {
    const { fake, link } = await open();
    const onBytes = vi.fn();
    await settled(link.subscribe(Characteristic.generalStatus, onBytes));
    await settled(link.unsubscribe(Characteristic.generalStatus));
    fake.notify(Characteristic.generalStatus, Uint8Array.of(1));
    expect(onBytes).not.toHaveBeenCalled();
    expect(fake.notifying()).toEqual([]);
    await settled(link.subscribe(Characteristic.generalStatus, onBytes));
    fake.drop();
    await settled(link.unsubscribe(Characteristic.generalStatus));
  });

  test('[ERG-1] reports a drop once, rejects running operations, and starts the next link with an empty cache', async () => {
    const fake = createFakeMonitor(new Map([[Characteristic.serialNumber, Uint8Array.of(52)]]));
    const device = createBluetoothDevice(fake.device);
    const onDisconnected = vi.fn();
    device.onDisconnected(onDisconnected);
    const first = await settled(device.connect(never));
    await settled(first.read(Characteristic.serialNumber));
    const reading = first.read(Characteristic.serialNumber);
    reading.catch(() => {});
    fake.drop();
    await expect(settled(reading)).rejects.toThrow();
    expect(onDisconnected).toHaveBeenCalledOnce();
    await expect(first.read(Characteristic.serialNumber)).rejects.toThrow('lost');

    const second = await settled(device.connect(never));
    await expect(settled(second.read(Characteristic.serialNumber))).resolves.toEqual(Uint8Array.of(52));
  });

  test('the late event of an earlier link does not end the next one', async () => {
    const fake = createFakeMonitor(new Map(), 200);
    const device = createBluetoothDevice(fake.device);
    const onDisconnected = vi.fn();
    device.onDisconnected(onDisconnected);
    await settled(device.connect(never));
    device.disconnect();
    const link = await settled(device.connect(never), 100);
    await vi.advanceTimersByTimeAsync(200);
    expect(onDisconnected).not.toHaveBeenCalled();
    await settled(link.subscribe(Characteristic.generalStatus, () => {}));
    expect(fake.notifying()).toEqual([Characteristic.generalStatus]);
  });

  test('does not report an intended disconnect as a drop', async () => {
    const fake = createFakeMonitor();
    const device = createBluetoothDevice(fake.device);
    const onDisconnected = vi.fn();
    device.onDisconnected(onDisconnected);
    await settled(device.connect(never));
    device.disconnect();
    await vi.advanceTimersByTimeAsync(100);
    expect(onDisconnected).not.toHaveBeenCalled();
    expect(fake.device.gatt?.connected).toBe(false);
  });
});

describe('a connect that hangs', () => {
  test('times out after 15 s, and disconnects the monitor if it succeeds later', async () => {
    const fake = createFakeMonitor();
    fake.hangConnects(1);
    const connecting = createBluetoothDevice(fake.device).connect(never);
    connecting.catch(() => {});
    await vi.advanceTimersByTimeAsync(connectTimeoutMs - 1);
    expect(fake.disconnectCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await expect(connecting).rejects.toThrow('does not respond');
    fake.settleHangingConnects();
    await vi.advanceTimersByTimeAsync(1);
    expect(fake.device.gatt?.connected).toBe(false);
  });

  test('rejects at once when the caller aborts', async () => {
    const fake = createFakeMonitor();
    fake.hangConnects(1);
    const abort = new AbortController();
    const connecting = createBluetoothDevice(fake.device).connect(abort.signal);
    abort.abort();
    await expect(connecting).rejects.toThrow('canceled');
  });

  test('does not affect a newer attempt when it succeeds later', async () => {
    const fake = createFakeMonitor();
    fake.hangConnects(1);
    const device = createBluetoothDevice(fake.device);
    const abort = new AbortController();
    const old = device.connect(abort.signal);
    old.catch(() => {});
    abort.abort();
    await vi.advanceTimersByTimeAsync(1);
    const link = await settled(device.connect(never));
    fake.settleHangingConnects();
    await vi.advanceTimersByTimeAsync(1);
    await settled(link.subscribe(Characteristic.generalStatus, () => {}));
    expect(fake.notifying()).toEqual([Characteristic.generalStatus]);
  });
});
