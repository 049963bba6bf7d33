import type { Activity } from '@boathouse/contract/activities';
import { LiveSampleSchema, type LiveSample } from '@boathouse/contract/live';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { recordsAt } from '@boathouse/row/test/model/rowing';
import { vi } from 'vitest';
import type { FakeActivityServer } from './fake-activity-server.ts';
import type { FakeBrowser } from './fake-journal.ts';
import { RowRunner } from '../../src/features/rowing/rowing/run/row-runner.ts';
import type { RowRunnerOptions } from '../../src/features/rowing/rowing/run/row-runner-options.ts';

/* For tests: a page with a row in progress, on fake timers. */

export const rower = '018f0000-0000-7000-8000-00000000aaaa';
export const sessionId = '018f0000-0000-7000-8000-00000000bbbb';
export const place = { sessionId, workoutItemIndex: 0, title: 'Evening steady state', workout: '100m' };

export type TimedRecord = { atMs: number; record: RowRecord };

export type Page = ReturnType<typeof openPage>;

export function pass(ms: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(ms);
}

/** Rows like `recordsAt`. */
export async function rowOn(page: Page, fromSec: number, toSec: number, forceLbf = 100): Promise<void> {
  for (let elapsedSec = fromSec + 0.5; elapsedSec <= toSec; elapsedSec += 0.5) {
    await pass(500);
    for (const record of recordsAt(elapsedSec, forceLbf)) page.runner.follow(record);
  }
}

/** Returns the numbers of the stored strokes of an activity, by its place among all, in their order. */
export function storedNumbers(server: FakeActivityServer, index = 0): number[] {
  return server
    .strokes(server.all()[index]?._id ?? '')
    .map(({ number }) => number)
    .toSorted((one, other) => one - other);
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The athlete's default time zone. */
export const athletesZone = 'Pacific/Auckland';

export function openPage(
  server: FakeActivityServer,
  browser: FakeBrowser,
  options: Partial<
    Pick<RowRunnerOptions, 'monotonicMs' | 'timeZone' | 'locks' | 'openChannel' | 'sendSample' | 'onChange'>
  > = {},
) {
  const samples: Array<{ atMs: number; sample: LiveSample }> = [];
  const changes: Activity[] = [];
  const told: string[] = [];
  const { requests, leave } = server.connect((change) => runner.ownerChanged(change));
  const journal = browser.open();
  let isOpen = true;
  const runner: RowRunner = new RowRunner({
    userId: rower,
    requests,
    journal: {
      ...journal,
      // A page that has crashed writes nothing.
      keep: async (...row) => (isOpen ? journal.keep(...row) : undefined),
      forget: async (key) => (isOpen ? journal.forget(key) : undefined),
    },
    locks: undefined,
    openChannel: () => null,
    sendSample: (_session, _activity, sample) => {
      samples.push({ atMs: performance.now(), sample: LiveSampleSchema.parse(sample) });
      return true;
    },
    onChange: (activity) => changes.push(activity),
    onDiscard: () => {},
    tell: (message) => told.push(message),
    timeZone: () => athletesZone,
    ...options,
  });
  runner.start();
  const end = () => {
    isOpen = false;
    leave();
    runner.stop();
  };
  return {
    runner,
    samples,
    changes,
    told,
    row: () => runner.getSnapshot(),
    /** Reloads the page: it gets the unload event. */
    async reload() {
      runner.keep();
      await pass(1);
      end();
    },
    /** Ends the page without an unload event. */
    crash: end,
  };
}

/** Plays records with their original timing. */
export async function play(page: Pick<Page, 'runner'>, records: readonly TimedRecord[]): Promise<void> {
  let beforeMs = records[0]?.atMs ?? 0;
  for (const { atMs, record } of records) {
    if (atMs > beforeMs) await pass(atMs - beforeMs);
    beforeMs = atMs;
    page.runner.follow(record);
  }
}

/** Starts item 0 and waits for the response. */
export async function beginRowing(page: Page): Promise<void> {
  const begun = page.runner.begin(place, false);
  await pass(50);
  await begun;
}
