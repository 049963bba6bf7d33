import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBeltConnection, createBeltDevice, type BeltConnection } from './belt-connection.ts';
import { createFakeBelt, type FakeNotifier } from '../../../../test/erg/fake-notifier.ts';

let fake: FakeNotifier;
let belt: BeltConnection;
beforeEach(() => {
  vi.useFakeTimers();
  fake = createFakeBelt();
  belt = createBeltConnection();
});
afterEach(() => {
  belt.disconnect();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = () => belt.getSnapshot();

async function connect(): Promise<void> {
  belt.connect(createBeltDevice(fake.device));
  await pass(100);
}

/** Measures once a second. */
async function beat(bpm: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    fake.notify(0x06, bpm);
    await pass(1_000);
  }
}

describe('a heart-rate belt', () => {
  test('is connected by its standard service, and shows its measurements', async () => {
    await connect();
    expect(shown()).toMatchObject({ state: 'connected', deviceName: 'H10', heartRateBpm: null });
    fake.notify(0x06, 128);
    expect(shown()).toMatchObject({ state: 'connected', heartRateBpm: 128, isOffSkin: false });
  });

  test('has no heart rate without skin contact, and shows this', async () => {
    await connect();
    await beat(128, 2);
    fake.notify(0x04, 128);
    expect(shown()).toMatchObject({ state: 'connected', heartRateBpm: null, isOffSkin: true });
    fake.notify(0x06, 129);
    expect(shown()).toMatchObject({ heartRateBpm: 129, isOffSkin: false });
  });

  test('loses its value within 3 s of silence, and has it again with the next measurement', async () => {
    await connect();
    fake.notify(0x06, 128);
    await pass(2_500);
    expect(shown()?.heartRateBpm).toBe(128);
    await pass(500);
    expect(shown()).toMatchObject({ state: 'silent', heartRateBpm: null });
    expect(shown()?.silentSinceMs).not.toBeNull();
    fake.notify(0x06, 131);
    expect(shown()).toMatchObject({ state: 'connected', heartRateBpm: 131, silentSinceMs: null });
  });

  test('reconnects by itself after a drop', async () => {
    await connect();
    await beat(128, 3);
    fake.drop();
    await pass(10);
    expect(shown()).toMatchObject({ state: 'disconnected', reconnecting: true, heartRateBpm: null });
    await pass(1_100);
    expect(shown()).toMatchObject({ state: 'connected', reconnecting: false, problem: null });
    fake.notify(0x06, 140);
    expect(shown()?.heartRateBpm).toBe(140);
  });

  test('renews a link that is silent for 10 s, and calls it silent until it measures', async () => {
    await connect();
    await beat(128, 1);
    await pass(12_000);
    expect(fake.connectCount()).toBeGreaterThan(1);
    expect(shown()?.silentSinceMs).not.toBeNull();
    fake.notify(0x06, 140);
    expect(shown()).toMatchObject({ state: 'connected', silentSinceMs: null, heartRateBpm: 140 });
  });

  test('retries as long as it is unavailable, but not after Disconnect', async () => {
    fake.refuse(true);
    await connect();
    expect(shown()).toMatchObject({ reconnecting: true, problem: 'Out of range' });
    await pass(60_000);
    const tries = fake.connectCount();
    expect(tries).toBeGreaterThan(5);
    belt.disconnect();
    fake.refuse(false);
    await pass(60_000);
    expect(fake.connectCount()).toBe(tries);
    expect(shown()).toBeNull();
  });

  test('ignores bytes that are not a measurement', async () => {
    await connect();
    await beat(128, 1);
    fake.notify(0x01, 128);
    expect(shown()?.heartRateBpm).toBe(128);
  });
});
