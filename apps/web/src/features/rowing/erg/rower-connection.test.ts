import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeRower, type FakeNotifier } from '../../../../test/erg/fake-notifier.ts';
import type { ErgRecord, MonitorConnection } from './monitor-connection.ts';
import { createRowerConnection, createRowerDevice } from './rower-connection.ts';

let fake: FakeNotifier;
let rower: MonitorConnection;
let heard: ErgRecord[];
beforeEach(() => {
  vi.useFakeTimers();
  fake = createFakeRower();
  rower = createRowerConnection();
  heard = [];
  rower.onRecord((record) => heard.push(record));
});
afterEach(() => {
  rower.disconnect();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = () => rower.getSnapshot();

async function connect(): Promise<void> {
  rower.connect(createRowerDevice(fake.device));
  await pass(100);
}

/** Sends strokes and meters. */
const tell = (strokes: number, meters: number) => fake.notify(0x04, 0x00, 0x3c, strokes, 0, meters, 0, 0);

async function row(seconds: number, from = 0): Promise<void> {
  for (let second = from; second < from + seconds; second += 1) {
    tell(second, 4 * second);
    await pass(1_000);
  }
}

describe('a rower of another maker', () => {
  test('is connected by the standard service, and reports complete records', async () => {
    await connect();
    expect(shown()).toMatchObject({ state: 'connected', deviceName: 'WaterRower', machine: 'otherrower' });
    fake.notify(0x05, 0x00, 0x32, 0x00, 0x00);
    expect(heard).toEqual([]);
    fake.notify(0x00, 0x00, 0x3c, 0x05, 0x00);
    expect(heard).toMatchObject([{ kind: 'rowerData', distanceM: 50, strokeCount: 5, strokeRateSpm: 30 }]);
    expect(heard).toMatchObject([{ device: { id: 'WaterRower-1', name: 'WaterRower' } }]);
  });

  test('a rower of another maker that only sends strokes is detected by its second record, and any meter reverses that', async () => {
    await connect();
    const strokesAlone = (strokes: number) => fake.notify(0x00, 0x00, 0x3c, strokes, 0x00);
    strokesAlone(1);
    expect(shown().sendsDistance).toBeNull();
    strokesAlone(1);
    expect(shown().sendsDistance).toBe(false);
    tell(2, 8);
    expect(shown().sendsDistance).toBe(true);
    strokesAlone(3);
    strokesAlone(4);
    expect(shown().sendsDistance).toBe(true);
  });

  test('a rower of another maker that is idle may send nothing', async () => {
    await connect();
    await pass(60_000);
    expect(shown()).toMatchObject({ state: 'connected', silentSinceMs: null });
    tell(5, 20);
    tell(5, 20);
    await pass(60_000);
    expect(shown()).toMatchObject({ state: 'connected', silentSinceMs: null });
    expect(fake.connectCount()).toBe(1);
  });

  test('a rower of another maker that becomes silent in motion is reported within 3 s, and its link is renewed after 10 s', async () => {
    await connect();
    await row(5);
    await pass(2_000);
    expect(shown().state).toBe('silent');
    await pass(10_000);
    expect(fake.connectCount()).toBe(2);
    tell(9, 36);
    expect(shown()).toMatchObject({ state: 'connected', silentSinceMs: null });
  });

  test('a rower of another maker that becomes silent in motion is reported, even if its last records had no new meter', async () => {
    await connect();
    await row(5);
    tell(4, 16);
    await pass(250);
    tell(4, 16);
    await pass(3_000);
    expect(shown().state).toBe('silent');
  });

  test('a rower of another maker that has stopped may send nothing', async () => {
    await connect();
    await row(5);
    for (let second = 0; second < 4; second += 1) {
      tell(4, 16);
      await pass(1_000);
    }
    await pass(60_000);
    expect(shown()).toMatchObject({ state: 'connected', silentSinceMs: null });
    expect(fake.connectCount()).toBe(1);
  });

  test('reconnects by itself after a drop, without the half of a record from before it', async () => {
    await connect();
    await row(3);
    fake.notify(0x05, 0x00, 0x32, 0x00, 0x00);
    fake.drop();
    await pass(10);
    expect(shown()).toMatchObject({ state: 'disconnected', reconnecting: true });
    await pass(1_100);
    expect(shown()).toMatchObject({ state: 'connected', reconnecting: false, problem: null });
    heard = [];
    fake.notify(0x00, 0x00, 0x3c, 0x05, 0x00);
    expect(heard).toMatchObject([{ strokeCount: 5, distanceM: null }]);
  });

  test("can't be set to a workout, and the page explains what to do", async () => {
    await connect();
    const plan = { pieces: [{ kind: 'distance' as const, distanceM: 500, restSec: 0 }] };
    expect(await rower.pushWorkout(plan)).toEqual({
      kind: 'refused',
      reason:
        "An erg of another maker can't be set from here. Row the workout: this page counts it, and ends it.",
    });
    expect(rower.isSetTo(plan)).toBe(false);
  });

  test('is left to another device for 30 s, and not after Disconnect', async () => {
    await connect();
    rower.lend();
    expect(shown()).toMatchObject({ state: 'disconnected', isLent: true });
    await pass(30_100);
    expect(shown()).toMatchObject({ state: 'connected', isLent: false });
    rower.disconnect();
    await pass(60_000);
    expect(shown()).toMatchObject({ state: 'disconnected', deviceName: null, machine: null });
    expect(fake.connectCount()).toBe(2);
  });

  test('ignores bytes that are not a record', async () => {
    await connect();
    fake.notify(0x01);
    expect(heard).toEqual([]);
  });
});
