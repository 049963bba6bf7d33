// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { recordedValues } from '../../../../test/erg/recorded-row.ts';
import { createBluetoothDevice } from './bluetooth-device.ts';
import { createKeptConnection } from './kept-connection.ts';
import {
  chooseAgain,
  grantedMonitor,
  lastMonitor,
  noteMonitor,
  shownNameOf,
  wasConnected,
} from './last-monitor.ts';
import { createSimulatedDevice } from './simulated-device.ts';

const monitor = { id: 'id-1', name: 'PM5 430000001' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  lastMonitor.set(null);
  noteMonitor(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A device that the user has chosen before; `advertise` makes it advertise. */
function known(id: string) {
  const target = new EventTarget();
  const watch = vi.fn(async (_options: { signal: AbortSignal }) => {});
  const device = Object.assign(target, { id, name: 'PM5 430000001', watchAdvertisements: watch });
  return { device, watch, advertise: () => target.dispatchEvent(new Event('advertisementreceived')) };
}

function stubBluetooth(bluetooth: object): void {
  vi.stubGlobal('navigator', { bluetooth });
}

test('a connected monitor is known after a reload of the tab, until it is disconnected; a simulated one is not', async () => {
  const fake = createFakeMonitor(recordedValues());
  const connection = createKeptConnection({ log: () => {} });
  connection.connect(createBluetoothDevice(fake.device));
  await vi.advanceTimersByTimeAsync(500);
  expect(connection.getSnapshot().state).toBe('connected');
  const last = { id: 'fake-1', name: 'PM5 430000000' };
  expect([lastMonitor.get(), wasConnected(last), wasConnected(monitor)]).toEqual([last, true, false]);
  connection.disconnect();
  expect([lastMonitor.get(), wasConnected(last)]).toEqual([last, false]);
  connection.connect(createSimulatedDevice({ rower: { paceSec: 120, strokeRateSpm: 24 } }));
  expect([lastMonitor.get(), wasConnected(last)]).toEqual([last, false]);
  connection.disconnect();
});

test('a name with control characters is stored as the chooser needs it, and shown as a plain line', () => {
  const odd = { id: 'id-3', name: '\u202EPM5\n430\u0000' };
  noteMonitor(odd);
  expect(lastMonitor.get()).toEqual(odd);
  expect(shownNameOf(odd)).toBe('PM5 430');
});

test.each([
  ['PM5 430000000 Row', 'PM5 430000000'],
  ['PM5 430000000 Bike', 'PM5 430000000 Bike'],
])('%s is shown as %s', (name, shown) => {
  expect(shownNameOf({ id: 'id-4', name })).toBe(shown);
});

test('if the browser has getDevices, the monitor is found without the chooser once it advertises', async () => {
  const { device, watch, advertise } = known(monitor.id);
  const requestDevice = vi.fn();
  stubBluetooth({ getDevices: async () => [known('id-2').device, device], requestDevice });
  const found = chooseAgain(monitor);
  await vi.advanceTimersByTimeAsync(1_000);
  advertise();
  expect(await found).toBe(device);
  expect(requestDevice).not.toHaveBeenCalled();
  // Listening costs power.
  expect(watch.mock.calls[0]?.[0].signal.aborted).toBe(true);
});

test('a monitor that does not advertise in time is chosen with the chooser, which lists only this monitor', async () => {
  const { device } = known(monitor.id);
  const requestDevice = vi.fn(async (_options: RequestDeviceOptions) => device);
  stubBluetooth({ getDevices: async () => [device], requestDevice });
  const found = chooseAgain(monitor);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await found).toBe(device);
  expect(requestDevice.mock.calls[0]?.[0]).toMatchObject({ filters: [{ name: 'PM5 430000001' }] });
});

test.each([
  ['has no getDevices', {}],
  ['knows other devices', { getDevices: async () => [known('id-2').device] }],
  ['refuses', { getDevices: async () => Promise.reject(new DOMException('No', 'SecurityError')) }],
])('without the chooser a browser that %s finds nothing', async (_, bluetooth) => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  stubBluetooth(bluetooth);
  expect(await grantedMonitor(monitor, 1_000)).toBeNull();
});

test('a browser without advertisements returns the monitor at once', async () => {
  const device = Object.assign(new EventTarget(), { id: monitor.id });
  stubBluetooth({ getDevices: async () => [device] });
  expect(await grantedMonitor(monitor, 1_000)).toBe(device);
});

test('without storage nothing is known, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('No', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  noteMonitor(monitor);
  expect(wasConnected(monitor)).toBe(false);
});
