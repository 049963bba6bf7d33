// @vitest-environment happy-dom
import { generalStatus, summary } from '@boathouse/row/test/record-factory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  openPage,
  pass,
  place,
  rowOn,
  storedNumbers,
  upTo,
  type Page,
} from '../../../../../test/rowing/fake-row-page.ts';

/* A page whose storage does not respond while it loads: it takes up the server's activity in progress. */

let server: FakeActivityServer;
let browser: FakeBrowser;
let page: Page;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  browser = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  server = createFakeActivityServer({ session: { title: place.title, workoutItems: ['500m'] } });
  page = openPage(server, browser);
  const begun = page.runner.begin({ ...place, workout: '500m' }, false);
  await pass(50);
  await begun;
  await rowOn(page, 0, 46);
});
afterEach(() => {
  page.crash();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function reloadWithSlowStorage(): Promise<void> {
  await page.reload();
  browser.hangs = true;
  page = openPage(server, browser);
  await pass(5_000);
}

const atItsEnd = generalStatus({ workoutState: 12, rowingState: 0, elapsedSec: 125, distanceM: 500 });

test("a row continues with all its strokes once the storage responds, and is not treated as another device's", async () => {
  await reloadWithSlowStorage();
  await rowOn(page, 46, 60);
  browser.hangs = false;
  await rowOn(page, 60, 90);
  expect(page.row()).toMatchObject({ lostTo: null, progress: { currentPaceSec: expect.any(Number) } });
  expect(page.runner.getHeld()).toBeNull();
  await rowOn(page, 90, 125);
  page.runner.follow(atItsEnd);
  page.runner.follow(summary());
  await pass(10_000);
  expect(server.all()).toMatchObject([{ isCompleted: true, isPartial: false, distance: 500 }]);
  expect(storedNumbers(server)).toEqual(upTo(63));
});

test('the end that the monitor shows is the result, even if it came while the storage did not respond', async () => {
  await reloadWithSlowStorage();
  page.runner.follow(atItsEnd);
  await pass(1_000);
  browser.hangs = false;
  for (let sec = 0; sec < 12; sec += 1) {
    page.runner.follow(atItsEnd);
    await pass(1_000);
  }
  await pass(10_000);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500, elapsedTime: 125 }]);
  expect(page.runner.getHeld()).toBeNull();
});
