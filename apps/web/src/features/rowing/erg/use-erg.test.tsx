import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { createFakeBelt, createFakeRower } from '../../../../test/erg/fake-notifier.ts';
import { encodeRecord } from '@boathouse/pm5/encode';
import { heartRateSourceOf } from '@boathouse/row/reduce/heart-rate';
import { beginRow, finishByHand, reduceRow } from '@boathouse/row/reduce/progress';
import { generalStatus, status1 } from '@boathouse/row/test/record-factory';
import { nowMs } from '../../../../test/now.ts';
import { ErgProvider, useErg, useHeartRateBelt, type Erg, type HeartRateBelt } from './index.ts';
import { recordedValues } from '../../../../test/erg/recorded-row.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rower = { paceSec: 120, strokeRateSpm: 24 };

let erg: Erg;
let heartRateBelt: HeartRateBelt;

function Page({ name }: { name: string }) {
  erg = useErg();
  heartRateBelt = useHeartRateBelt();
  return <p>{`${name}: ${erg.deviceName ?? 'no monitor'}, ${erg.state}`}</p>;
}

function App() {
  const [page, setPage] = useState('Dashboard');
  return (
    <ErgProvider>
      <button onClick={() => setPage('Session')}>Session</button>
      {page === 'Dashboard' ? <Page key="dashboard" name={page} /> : <Page key="session" name={page} />}
    </ErgProvider>
  );
}

const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));

describe('the erg of the app', () => {
  test('shows the states of a simulated monitor and survives navigation', async () => {
    render(<App />);
    expect(screen.getByText('Dashboard: no monitor, disconnected')).toBeDefined();
    await act(() => erg.connectSimulated(rower));
    await pass(100);
    expect(erg.isSimulated).toBe(true);
    act(() => screen.getByRole('button').click());
    expect(screen.getByText('Session: Simulated RowErg, connected')).toBeDefined();
    act(() => erg.disconnect());
    expect(screen.getByText('Session: no monitor, disconnected')).toBeDefined();
  });

  test('starts the simulated rower on demand', async () => {
    render(<App />);
    await act(() => erg.connectSimulated(rower));
    const distancesM: number[] = [];
    erg.onRecord((record) => {
      if (record.kind === 'generalStatus') distancesM.push(record.distanceM);
    });
    await pass(2_000);
    expect(Math.max(...distancesM)).toBe(0);
    act(() => erg.startSimulatedRowing());
    await pass(10_000);
    expect(distancesM.at(-1)).toBeGreaterThan(10);
  });

  test('sets the simulated erg, even while it rows something else', async () => {
    render(<App />);
    await act(() => erg.connectSimulated(rower));
    const lengths: number[] = [];
    erg.onRecord((record) => {
      if (record.kind === 'generalStatus' && record.workoutState === 0) lengths.push(record.workoutDuration);
    });
    const push = async (distanceM: number) => {
      const pushed = erg.pushWorkout({ pieces: [{ kind: 'distance', distanceM, restSec: 0 }] });
      await pass(2_000);
      return pushed;
    };
    await pass(500);
    expect(await push(2000)).toEqual({ kind: 'set' });
    act(() => erg.startSimulatedRowing());
    await pass(5_000);
    expect(await push(500)).toMatchObject({ kind: 'refused' });
    act(() => erg.endSimulatedRowing());
    expect(await push(500)).toEqual({ kind: 'set' });
    expect([...new Set(lengths)]).toEqual([0, 2000, 500]);
  });

  test('[ERG-1] connects a chosen monitor', async () => {
    const fake = createFakeMonitor(recordedValues());
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => fake.device } });
    render(<App />);
    await act(() => erg.connectBluetooth());
    await pass(1_000);
    expect(screen.getByText('Dashboard: PM5 430000000, connected')).toBeDefined();
    expect(erg.information?.serialNumber).toBe('430000000');
  });

  test('does not change when the chooser is closed without a choice', async () => {
    const closed = new DOMException('User cancelled the requestDevice() chooser.', 'NotFoundError');
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: () => Promise.reject(closed) } });
    render(<App />);
    await act(() => erg.connectBluetooth());
    expect(erg.state).toBe('disconnected');
  });

  test("[ERG-6] rejects with 'Bluetooth not available' without Bluetooth", async () => {
    vi.stubGlobal('navigator', {});
    render(<App />);
    await expect(erg.connectBluetooth()).rejects.toThrow('Bluetooth not available');
  });

  test("adds the belt's heart rate to statuses, in any order of connecting, until the belt disconnects", async () => {
    const belt = createFakeBelt();
    const requestDevice = vi.fn(async () => belt.device);
    vi.stubGlobal('navigator', { bluetooth: { requestDevice } });
    render(<App />);
    await act(() => heartRateBelt.connect());
    expect(requestDevice).toHaveBeenCalledExactlyOnceWith({ filters: [{ services: ['heart_rate'] }] });
    await pass(100);
    expect(heartRateBelt.snapshot).toMatchObject({ state: 'connected', deviceName: 'H10' });
    await act(() => erg.connectSimulated(rower));
    const rates: Array<number | null | undefined> = [];
    erg.onRecord((record) => {
      if (record.kind === 'additionalStatus1') rates.push(record.beltHeartRateBpm);
    });
    belt.notify(0x06, 128);
    await pass(1_500);
    expect(rates.at(-1)).toBe(128);
    await pass(2_000);
    expect(rates.at(-1)).toBeNull();
    belt.notify(0x06, 131);
    await pass(500);
    expect(rates.at(-1)).toBe(131);
    act(() => heartRateBelt.disconnect());
    await pass(500);
    expect(rates.at(-1)).toBeNull();
    expect(erg.state).toBe('connected');
  });

  test("the monitor drops while the belt stays, and the row continues with the belt's heart rate", async () => {
    const belt = createFakeBelt();
    const monitor = createFakeMonitor(recordedValues());
    const chosen = [belt.device, monitor.device];
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => chosen.shift() } });
    render(<App />);
    await act(() => heartRateBelt.connect());
    await act(() => erg.connectBluetooth());
    await pass(1_000);
    let row = beginRow();
    erg.onRecord((record, atMs) => {
      row = reduceRow(row, record, atMs);
    });
    const rowFor = async (fromSec: number, toSec: number) => {
      for (let sec = fromSec; sec <= toSec; sec += 1) {
        belt.notify(0x06, 120 + sec);
        const moment = { elapsedSec: sec, distanceM: 4 * sec };
        for (const record of [generalStatus({ ...moment, workoutType: 1 }), status1({ elapsedSec: sec })]) {
          const { characteristic, bytes } = encodeRecord(record, 'individual');
          monitor.notify(characteristic, bytes);
        }
        await pass(1_000);
      }
    };
    await rowFor(1, 10);
    expect(row).toMatchObject({ phase: 'rowing', heartRateBpm: 130, elapsedSec: 10 });

    act(() => monitor.drop());
    await pass(10);
    expect(erg).toMatchObject({ state: 'disconnected', reconnecting: true });
    act(() => belt.notify(0x06, 131));
    expect(heartRateBelt.snapshot).toMatchObject({ state: 'connected', heartRateBpm: 131 });
    await pass(2_000);
    expect(erg).toMatchObject({ state: 'connected', reconnecting: false });
    await rowFor(14, 20);
    expect(row).toMatchObject({ phase: 'rowing', heartRateBpm: 140, elapsedSec: 20, pieceNumber: 1 });
    expect(heartRateSourceOf(row)).toBe('belt');
    expect(finishByHand(row, nowMs()).result?.averageHeartRateBpm).toBeGreaterThan(120);
  });

  test('connects a rower of another maker instead of a monitor, with the heart rate of a belt', async () => {
    const rowing = createFakeRower();
    const monitor = createFakeMonitor(recordedValues());
    const belt = createFakeBelt();
    const chosen = [monitor.device, belt.device, rowing.device];
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => chosen.shift() } });
    render(<App />);
    await act(() => erg.connectBluetooth());
    await act(() => heartRateBelt.connect());
    await pass(1_000);
    await act(() => erg.connectOtherRower());
    await pass(100);
    expect(screen.getByText('Dashboard: WaterRower, connected')).toBeDefined();
    expect(monitor.device.gatt?.connected).toBe(false);
    const heard: unknown[] = [];
    erg.onRecord((record) => heard.push(record));
    act(() => belt.notify(0x06, 128));
    rowing.notify(0x04, 0x00, 0x3c, 0x05, 0x00, 0x32, 0x00, 0x00);
    expect(heard).toMatchObject([
      { kind: 'rowerData', distanceM: 50, strokeCount: 5, beltHeartRateBpm: 128 },
    ]);
    expect(erg.machine).toBe('otherrower');
  });

  test('connects a Concept2 monitor as a monitor, even when it is chosen as another rower', async () => {
    const monitor = createFakeMonitor(recordedValues());
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: async () => monitor.device } });
    render(<App />);
    await act(() => erg.connectOtherRower());
    await pass(1_000);
    expect(erg).toMatchObject({ state: 'connected', deviceName: 'PM5 430000000' });
    expect(erg.information?.serialNumber).toBe('430000000');
  });

  test('has no belt when its chooser is closed without a choice', async () => {
    const closed = new DOMException('User cancelled the requestDevice() chooser.', 'NotFoundError');
    vi.stubGlobal('navigator', { bluetooth: { requestDevice: () => Promise.reject(closed) } });
    render(<App />);
    await act(() => heartRateBelt.connect());
    expect(heartRateBelt.snapshot).toBeNull();
  });
});
