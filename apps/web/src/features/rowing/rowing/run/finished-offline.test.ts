// @vitest-environment happy-dom
import { generalStatus } from '@boathouse/row/test/record-factory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  rower,
  rowOn,
  storedNumbers,
  upTo,
  type Page,
} from '../../../../../test/rowing/fake-row-page.ts';
import { buildUserRef } from '../../../../../test/sessions/factory.ts';

let server: FakeActivityServer;
let browser: FakeBrowser;
let pages: Page[] = [];
let phone: Page;
let tablet: Page;

function open(on: FakeBrowser): Page {
  const page = openPage(server, on);
  pages.push(page);
  return page;
}

const numbers = () => storedNumbers(server);

/** The phone finishes its row by hand without a network and is closed, and a tablet continues it. */
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  pages = [];
  browser = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  server = createFakeActivityServer({ rower: { ...buildUserRef(), _id: rower } });
  const first = open(browser);
  await beginRowing(first);
  await rowOn(first, 0, 20);
  await pass(1_500);
  server.road = 'cut';
  await rowOn(first, 20, 24);
  first.runner.finish();
  await pass(500);
  first.crash();
  server.road = 'open';
  tablet = open(new FakeBrowser('018f0000-0000-4000-8000-0000000000d2'));
  await pass(100);
  await tablet.runner.takeOver();
  await rowOn(tablet, 24, 40);
  phone = open(browser);
  await pass(5_000);
});
afterEach(() => {
  for (const page of pages) page.crash();
  vi.useRealTimers();
});

test('the phone shows the row of the tablet, and has sent its own strokes', () => {
  expect(phone.row()).toMatchObject({ stage: 'completing', lostTo: 'device' });
  expect(numbers()).toEqual(upTo(20));
});

test.each([
  ['is told of it', true],
  ['looks', false],
])('its row ends on the phone with that of the tablet once the phone %s', async (_, isTold) => {
  tablet.runner.finish();
  await pass(3_000);
  if (isTold) phone.runner.activitiesChanged({ activities: server.all(), discarded: [] });
  await pass(12_000);
  expect(phone.row()).toMatchObject({ stage: 'completed', isEndedElsewhere: true });
  expect(browser.rows.size).toBe(0);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 160 }]);
  expect(numbers()).toEqual(upTo(20));
});

test('its row ends even if the phone was closed in the meantime', async () => {
  phone.crash();
  tablet.runner.finish();
  await pass(3_000);
  phone = open(browser);
  await pass(5_000);
  expect(phone.row()).toBeNull();
  expect(browser.rows.size).toBe(0);
});

test.each([
  ['while the tablet rows', false],
  ['after the tablet has finished', true],
])('a workout that is just rowed on the phone %s is a separate row', async (_, isOver) => {
  if (isOver) {
    tablet.runner.finish();
    await pass(15_000);
  }
  phone.runner.follow(generalStatus({ workoutState: 0, elapsedSec: 0, distanceM: 0, rowingState: 0 }));
  await rowOn(phone, 0, 30, 200);
  await pass(500);
  expect(phone.runner.getHeld()?.progress.distanceM).toBe(120);
  expect(numbers()).toEqual(upTo(20));
});

test('a phone that takes the row back continues it, and has finished nothing', async () => {
  await phone.runner.takeOver();
  await rowOn(phone, 40, 60);
  await pass(3_000);
  expect(phone.row()).toMatchObject({ stage: 'rowing', lostTo: null });
  expect(numbers()).toEqual(upTo(30));
  phone.runner.finish();
  await pass(3_000);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 240 }]);
});
