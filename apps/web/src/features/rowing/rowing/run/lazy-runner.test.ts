// @vitest-environment happy-dom
import { decodeNotification } from '@boathouse/pm5/decode';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedNotifications } from '../../../../../test/erg/recorded-row.ts';
import { buildUserRef } from '../../../../../test/sessions/factory.ts';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  place,
  play,
  rower,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';
import { LazyRunner } from './lazy-runner.ts';
import type { RowRunner } from './row-runner.ts';

const records: TimedRecord[] = recordedNotifications.map(({ atMs, characteristic, bytes }) => ({
  atMs,
  record: decodeNotification(characteristic, bytes),
}));
const half = Math.floor(records.length / 2);

let server: FakeActivityServer;
let browser: FakeBrowser;
const ends: Array<() => void> = [];
let told: string[] = [];

beforeEach(() => {
  told = [];
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  server = createFakeActivityServer({ rower: { ...buildUserRef(), _id: rower } });
  browser = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

function openLazily(load: () => Promise<RowRunner>): LazyRunner {
  const runner = new LazyRunner({
    userId: rower,
    hasKept: async () => false,
    isInProgress: async () => false,
    openChannel: () => null,
    tell: (message) => told.push(message),
    load,
  });
  runner.start();
  ends.push(() => runner.stop());
  return runner;
}

/** Loads the code of a page of the same browser, and counts the loads. */
function loadPage(): RowRunner {
  const page = openPage(server, browser);
  ends.push(page.crash);
  return page.runner;
}

test('a row that cannot begin because its code does not load shows this, and can be begun again', async () => {
  let loads = 0;
  const runner = openLazily(async () => {
    loads += 1;
    throw new Error("This part of the page couldn't be loaded.");
  });
  for (const attempt of [1, 2]) {
    await expect(runner.begin(place, false)).rejects.toThrow("couldn't be loaded");
    expect(loads).toBe(attempt);
    expect(runner.getSnapshot()).toBeNull();
  }
});

test('a row that begins on another device during a look is found by the next look, which follows at once', async () => {
  const answers: PromiseWithResolvers<boolean>[] = [];
  let loads = 0;
  const runner = new LazyRunner({
    userId: rower,
    hasKept: async () => false,
    isInProgress: () => {
      const answer = Promise.withResolvers<boolean>();
      answers.push(answer);
      return answer.promise;
    },
    openChannel: () => null,
    tell: (message) => told.push(message),
    load: async () => {
      loads += 1;
      return loadPage();
    },
  });
  runner.start();
  ends.push(() => runner.stop());
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  void runner.look();
  answers[0]?.resolve(false);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(loads).toBe(0);
  answers[1]?.resolve(true);
  await vi.waitFor(() => expect(loads).toBe(1));
});

describe('after a crash in the middle of a row', () => {
  beforeEach(async () => {
    const crashed = openPage(server, browser);
    await beginRowing(crashed);
    await play(crashed, records.slice(0, half));
    await pass(1_000);
    crashed.crash();
  });

  test('records that arrive while the code loads count, and the row ends with all of its strokes', async () => {
    const loading = Promise.withResolvers<RowRunner>();
    const runner = openLazily(() => loading.promise);
    runner.noteErg(false);
    for (const { record } of records.slice(half)) runner.follow(record);
    expect(runner.getSnapshot()).toBeNull();
    loading.resolve(loadPage());
    await pass(10_000);
    const row = runner.getSnapshot();
    expect(row).toMatchObject({ stage: 'completed' });
    expect(server.activity(row?.activityId ?? '')).toMatchObject({
      isCompleted: true,
      distance: 100,
      summary: { source: 'summary' },
    });
  });

  test('records that arrive before a second try of loading count', async () => {
    let loads = 0;
    const runner = openLazily(async () => {
      loads += 1;
      if (loads === 1) throw new Error("This part of the page couldn't be loaded.");
      return loadPage();
    });
    runner.noteErg(false);
    await pass(100);
    for (const { record } of records.slice(half)) runner.follow(record);
    expect(loads).toBe(1);
    await pass(20_000);
    expect(runner.getSnapshot()).toMatchObject({ stage: 'completed' });
  });
});

test('a page whose code does not load shows at some point that nothing is stored yet, and then has every record', async () => {
  let isAway = true;
  const runner = openLazily(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(loadPage())));
  for (const { record } of records.slice(0, half)) runner.follow(record);
  await pass(30_000);
  expect(told).toEqual([
    "A part of this page couldn't be loaded, so what you row isn't stored yet. Keep this page open, and check your connection.",
  ]);
  isAway = false;
  await pass(10_000);
  expect(runner.getHeld()?.progress.distanceM).toBeGreaterThan(30);
});
