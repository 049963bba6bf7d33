// @vitest-environment happy-dom
import { decodeNotification } from '@boathouse/pm5/decode';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedNotifications } from '../../../../../test/erg/recorded-row.ts';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  play,
  sessionId,
  type Page,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';

const records: TimedRecord[] = recordedNotifications.map(({ atMs, characteristic, bytes }) => ({
  atMs,
  record: decodeNotification(characteristic, bytes),
}));

let server: FakeActivityServer;
let browser: FakeBrowser;
let page: Page;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  server = createFakeActivityServer();
  server.road = 'cut';
  browser = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  page = openPage(server, browser);
});
afterEach(() => {
  page.crash();
  vi.useRealTimers();
});

test('a session with a row in progress is not left', async () => {
  await beginRowing(page);
  await play(page, records.slice(0, records.length / 2));
  await expect(page.runner.leaveSession(sessionId)).rejects.toThrow('Finish your workout in progress first');
  expect(page.row()?.sessionId).toBe(sessionId);
});

test('a result of a session that is discarded before the server has it is stored without one, each stroke once', async () => {
  await beginRowing(page);
  await play(page, records);
  await pass(5_000);
  expect(page.row()).toMatchObject({ stage: 'completing', sessionId });
  await page.runner.leaveSession('018f0000-0000-7000-8000-00000000dddd');
  expect(page.row()?.sessionId).toBe(sessionId);
  await page.runner.leaveSession(sessionId);
  expect(page.row()).toMatchObject({ sessionId: null, workoutItemIndex: null, workout: '100m' });
  // A reload does not change that.
  await page.reload();
  page = openPage(server, browser);
  server.road = 'open';
  await pass(20_000);
  const [saved, ...others] = server.all();
  expect(others).toEqual([]);
  expect(saved).toMatchObject({ session: null, isCompleted: true, distance: 100, workout: '100m' });
  expect(server.strokes(saved?._id ?? '')).toHaveLength(10);
  expect(browser.rows.size).toBe(0);
});

test('its row that the server already has does not move', async () => {
  server.road = 'open';
  await beginRowing(page);
  await play(page, records);
  server.road = 'cut';
  await pass(5_000);
  await page.runner.leaveSession(sessionId);
  expect(page.row()?.sessionId).toBe(sessionId);
});
