// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { recordedValues } from '../../../../test/erg/recorded-row.ts';
import { getToasts } from '../../../ui/toast-store.ts';
import { ErgProvider, lastMonitor, useErg, type Erg } from '../erg/index.ts';
import { noteMonitor } from '../erg/last-monitor.ts';
import { ConnectAgain } from './connect-again.tsx';

let erg: Erg;
function Page() {
  erg = useErg();
  return erg.state === 'disconnected' ? (
    <ConnectAgain look="primary" isBusy={false} isDisabled={false} onConnect={() => {}} />
  ) : null;
}
const open = () =>
  render(
    <ErgProvider>
      <Page />
    </ErgProvider>,
  );

let fake: ReturnType<typeof createFakeMonitor>;
const requestDevice = vi.fn(async (_options: RequestDeviceOptions) => fake.device);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const again = () => screen.queryByRole('button', { name: 'Connect PM5 430000000 again' });

beforeAll(async () => {
  // Loaded with the first monitor; loading takes real time.
  await Promise.all([import('../erg/kept-connection.ts'), import('../erg/bluetooth-connections.ts')]);
});
beforeEach(() => {
  vi.useFakeTimers();
  requestDevice.mockClear();
  fake = createFakeMonitor(recordedValues());
  noteMonitor({ id: 'fake-1', name: 'PM5 430000000' });
  vi.stubGlobal('navigator', { bluetooth: { requestDevice } });
});
afterEach(() => {
  cleanup();
  lastMonitor.set(null);
  noteMonitor(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('after a reload one press with the monitor’s name connects it, with a chooser that lists only this monitor', async () => {
  open();
  await pass(100);
  expect(requestDevice).not.toHaveBeenCalled();
  fireEvent.click(again() ?? document.body);
  await pass(1_000);
  expect(requestDevice.mock.calls[0]?.[0]).toMatchObject({ filters: [{ name: 'PM5 430000000' }] });
  expect([erg.state, erg.deviceName]).toEqual(['connected', 'PM5 430000000']);
});

test('if the browser knows its devices, a reload needs no press', async () => {
  vi.stubGlobal('navigator', { bluetooth: { requestDevice, getDevices: async () => [fake.device] } });
  open();
  await pass(1_000);
  expect(erg.state).toBe('connected');
  expect(requestDevice).not.toHaveBeenCalled();
});

test('a monitor that was disconnected, or is another tab’s, waits for a press', async () => {
  noteMonitor(null);
  vi.stubGlobal('navigator', { bluetooth: { requestDevice, getDevices: async () => [fake.device] } });
  open();
  await pass(1_000);
  expect(erg.state).toBe('disconnected');
  expect(again()).toBeTruthy();
});

test('leaving the page ends the wait for the monitor', async () => {
  let answer = (_devices: unknown[]) => {};
  const getDevices = () => new Promise((resolve) => (answer = resolve));
  vi.stubGlobal('navigator', { bluetooth: { requestDevice, getDevices } });
  const { unmount } = open();
  await pass(10);
  unmount();
  answer([fake.device]);
  await pass(1_000);
  expect(fake.connectCount()).toBe(0);
});

test('a chooser that is closed shows no message', async () => {
  requestDevice.mockRejectedValueOnce(new DOMException('User cancelled', 'NotFoundError'));
  open();
  fireEvent.click(again() ?? document.body);
  await pass(1_000);
  expect([erg.state, getToasts().length]).toEqual(['disconnected', 0]);
});

test('there is no button without a previous monitor', () => {
  lastMonitor.set(null);
  open();
  expect(screen.queryByRole('button')).toBeNull();
});
