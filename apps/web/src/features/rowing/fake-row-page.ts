import type { Activity } from '@boathouse/contract/activities';
import { LiveSampleSchema, type LiveSample } from '@boathouse/contract/live';
import type { RowRecord } from '@boathouse/row/progress';
import { vi } from 'vitest';
import type { FakeActivityServer } from './fake-activity-server.ts';
import { RowController } from './row-controller.ts';
import { createRowStorage } from './row-storage.ts';

/* For tests: a page with a row in progress, on fake timers and with this window's storage. */

export const rower = '018f0000-0000-7000-8000-00000000aaaa';
export const sessionId = '018f0000-0000-7000-8000-00000000bbbb';

export type TimedRecord = { atMs: number; record: RowRecord };

export type Page = ReturnType<typeof openPage>;

export function pass(ms: number): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(ms);
}

/** The athlete's default time zone. */
export const athletesZone = 'Pacific/Auckland';

export function openPage(
  server: FakeActivityServer,
  options: { monotonicMs?: () => number; timeZone?: () => string } = {},
) {
  const samples: Array<{ atMs: number; sample: LiveSample }> = [];
  const changes: Activity[] = [];
  const { backend, leave } = server.connect();
  const rowStorage = createRowStorage(() => localStorage, rower);
  let isOpen = true;
  const controller = new RowController({
    backend,
    rowStorage: {
      get: rowStorage.get,
      put: (row) => isOpen && rowStorage.put(row),
      clear: () => isOpen && rowStorage.clear(),
    },
    sendSample: (_, sample) => {
      samples.push({ atMs: performance.now(), sample: LiveSampleSchema.parse(sample) });
      return true;
    },
    onChange: (activity) => changes.push(activity),
    timeZone: () => athletesZone,
    ...options,
  });
  controller.start();
  const end = () => {
    isOpen = false;
    leave();
    controller.stop();
  };
  return {
    controller,
    samples,
    changes,
    row: () => controller.getSnapshot(),
    /** The page learns that no activity is in progress. */
    forget: () => rowStorage.clear(),
    /** Reloads the page: it gets the unload event. */
    reload() {
      controller.keep();
      end();
    },
    /** Ends the page without an unload event. */
    crash: end,
  };
}

/** Plays records with their original timing. */
export async function play(page: Pick<Page, 'controller'>, records: readonly TimedRecord[]): Promise<void> {
  let beforeMs = records[0]?.atMs ?? 0;
  for (const { atMs, record } of records) {
    if (atMs > beforeMs) await pass(atMs - beforeMs);
    beforeMs = atMs;
    page.controller.follow(record, Date.now());
  }
}

/** Starts item 0 and waits for the response. */
export async function beginRowing(page: Page): Promise<Activity> {
  const begun = page.controller.begin(sessionId, 0, false);
  await pass(50);
  return begun;
}
