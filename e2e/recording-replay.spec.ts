import {
  chooseAndConnect,
  connect,
  control,
  expect,
  line,
  received,
  recorded,
  rowing,
  subscribe,
  test,
} from './fixtures/bluetooth-test.ts';
import type { EmulatedPm5, RunResult } from './fixtures/emulated-pm5.ts';
import { loadRecording, replay } from './fixtures/recording.ts';

test('the whole recording arrives in order and complete', async ({ newAthlete, bluetoothPageUrl }) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await subscribe(page, control, ['0022']);
  await subscribe(page, rowing, recorded);
  const heard: string[] = [];
  const run = await replay(pm5, {
    speed: 40,
    onEvent: ({ characteristic, bytes }) => heard.push(line(characteristic, bytes)),
  });
  const { delivered, missed } = await run.finished;
  const all = loadRecording().map(({ characteristic, bytes }) => line(characteristic, bytes));
  expect(all).toHaveLength(431);
  expect(await received(page)).toEqual(all);
  expect(heard).toEqual(all);
  expect([delivered.length, missed.length]).toEqual([431, 0]);
});

test('a part of the recording can be replayed, and stopped', async ({ newAthlete, bluetoothPageUrl }) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await subscribe(page, rowing, recorded);
  const part = await replay(pm5, { fromMs: 20_000, toMs: 22_000, speed: Infinity });
  await part.finished;
  const expected = loadRecording()
    .filter(({ atMs, characteristic }) => atMs >= 20_000 && atMs < 22_000 && characteristic !== '0022')
    .map(({ characteristic, bytes }) => line(characteristic, bytes));
  expect(expected.length).toBeGreaterThan(10);
  expect(await received(page)).toEqual(expected);

  const begun = Promise.withResolvers<void>();
  const rest = await replay(pm5, { fromMs: 22_000, onEvent: () => begun.resolve() });
  await begun.promise;
  const { delivered, missed } = await rest.stop();
  expect(delivered.length + missed.length).toBeGreaterThan(0);
  expect(delivered.length + missed.length).toBeLessThan(rest.notifications.length);
  const atStop = await received(page);
  // Notifications arrive in order: another one of the recording would come before this one.
  const last = Uint8Array.of(0xff);
  await pm5.notify('0031', last);
  await expect.poll(() => received(page)).toEqual([...atStop, line('0031', last)]);
});

/** Starts a run of one notification every 50 ms for a minute, with a function that waits for one. */
async function playSlowly(pm5: EmulatedPm5) {
  const waiting = new Map<boolean, () => void>();
  const schedule = Array.from({ length: 1200 }, (_, i) => ({
    dueMs: i * 50,
    characteristic: '0031' as const,
    bytes: Uint8Array.of(i >> 8, i & 0xff),
  }));
  const run = await pm5.play(schedule, (_index, delivered) => waiting.get(delivered)?.());
  const next = (delivered: boolean) => new Promise<void>((resolve) => waiting.set(delivered, resolve));
  return { run, nextDelivered: () => next(true), nextMissed: () => next(false) };
}

function expectEachOnce({ delivered, missed }: RunResult): void {
  const all = [...delivered, ...missed].toSorted((a, b) => a - b);
  expect(all).toEqual(all.map((_, i) => i));
}

const asReceived = (indices: number[]) => indices.map((i) => line('0031', [i >> 8, i & 0xff]));

test('a replay continues through a drop, and notifications without a subscriber are missed', async ({
  newAthlete,
  bluetoothPageUrl,
}) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await subscribe(page, rowing, ['0031']);
  const { run, nextDelivered, nextMissed } = await playSlowly(pm5);
  await nextDelivered();
  await pm5.disconnect();
  await nextMissed();
  await connect(page);
  await subscribe(page, rowing, ['0031']);
  await nextDelivered();
  const result = await run.stop();
  expectEachOnce(result);
  expect(await received(page)).toEqual(asReceived(result.delivered));
});

test('a replay continues through a reload of the page', async ({ newAthlete, bluetoothPageUrl }) => {
  const { page, pm5 } = await newAthlete();
  await page.goto(bluetoothPageUrl);
  await chooseAndConnect(page);
  await subscribe(page, rowing, ['0031']);
  const { run, nextDelivered, nextMissed } = await playSlowly(pm5);
  await nextDelivered();
  await page.reload();
  expect(await pm5.isConnected()).toBe(false);
  await nextMissed();
  await chooseAndConnect(page);
  await subscribe(page, rowing, ['0031']);
  await nextDelivered();
  const result = await run.stop();
  expectEachOnce(result);
  const afterReload = await received(page);
  expect(afterReload).not.toEqual([]);
  expect(afterReload).toEqual(asReceived(result.delivered.slice(-afterReload.length)));
});
