// @vitest-environment happy-dom
import { intervalWorkout } from '@boathouse/row/test/record-factory';
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
  play,
  rower,
  rowOn,
  storedNumbers,
  upTo,
  type Page,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';
import { buildActivity, buildUserRef } from '../../../../../test/sessions/factory.ts';

/* A page next to a workout in progress on another device, which is connected, silent, or unknown. */

let server: FakeActivityServer;
let phone: Page | null = null;
let page: Page;
const alone = { sessionId: null, workoutItemIndex: null, title: 'Just row', workout: 'Just row' };
const intervals = { ...alone, title: 'Intervals', workout: '2x100m/1:00r' };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  server = createFakeActivityServer({
    rower: { ...buildUserRef(), _id: rower },
    session: { title: place.title, workoutItems: ['500m'] },
  });
});
afterEach(() => {
  phone?.crash();
  phone = null;
  page.crash();
  vi.useRealTimers();
});

async function begunOnThePhone(): Promise<void> {
  phone = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d2'));
  const begun = phone.runner.begin({ ...place, workout: '500m' }, false);
  await pass(50);
  await begun;
  await rowOn(phone, 0, 40);
  page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d1'));
  await pass(500);
}

/** Rows `2x100m/1:00r` on the phone up to the first record of its rest, and opens the page. Returns the records after it. */
async function restingOnThePhone(): Promise<TimedRecord[]> {
  phone = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d2'));
  const begun = phone.runner.begin(intervals, false);
  await pass(50);
  await begun;
  const records = intervalWorkout(2, 100, 60);
  const rests = records.findIndex(
    ({ record }) => record.kind === 'additionalStatus1' && record.restTimeSec > 0,
  );
  await play(phone, records.slice(0, rests + 1));
  page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d1'));
  await pass(500);
  return records.slice(rests + 1);
}

test('another workout can begin 30 s after the other device became silent, and its row ends as left', async () => {
  await begunOnThePhone();
  phone?.crash();
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: false });
  await expect(page.runner.begin(alone, false)).rejects.toThrow('Finish your workout in progress first');
  await pass(45_000);
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: true });
  await page.runner.begin(alone, false);
  await rowOn(page, 0, 60, 200);
  page.runner.finish();
  await pass(10_000);
  expect(server.all()).toMatchObject([
    { isCompleted: true, isLeft: true, distance: 160 },
    { isCompleted: true, session: null, distance: 240 },
  ]);
  expect([storedNumbers(server, 0), storedNumbers(server, 1)]).toEqual([upTo(20), upTo(30)]);
});

test('a device that rows is not silent, for any time that the page watches', async () => {
  await begunOnThePhone();
  if (phone !== null) await rowOn(phone, 40, 110);
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: false });
});

test('a device in a rest of 60 s is not silent: a row that waits here does not end its intervals', async () => {
  const records = await restingOnThePhone();
  await rowOn(page, 0, 8, 200);
  page.runner.keepHeld(alone);
  if (phone !== null) await play(phone, records);
  await pass(20_000);
  expect(server.all()).toMatchObject([
    { workout: intervals.workout, isCompleted: true, isLeft: false, distance: 200 },
    { workout: alone.workout, isCompleted: false },
  ]);
});

test('a device that receives nothing from its monitor in a rest is silent', async () => {
  await restingOnThePhone();
  await pass(50_000);
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: true });
});

test('without responses of the server no device is called silent', async () => {
  await begunOnThePhone();
  server.road = 'cut';
  await pass(5 * 60_000);
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: false });
});

test("a row kept in addition to a silent device's row is stored once that row has ended, without a refusal", async () => {
  await begunOnThePhone();
  phone?.crash();
  await rowOn(page, 0, 40, 200);
  await pass(45_000);
  page.runner.keepHeld(alone);
  await pass(1_000);
  expect(page.row()?.refusal).toBeNull();
  page.runner.finish();
  await pass(10_000);
  expect(server.all()).toMatchObject([
    { isCompleted: true, isLeft: true },
    { isCompleted: true, session: null, distance: 160 },
  ]);
  expect(storedNumbers(server, 1)).toEqual(upTo(20));
});

test('a workout in progress without an owner is on no device: it is offered, and blocks nothing', async () => {
  const activity = buildActivity({
    user: { ...buildUserRef(), _id: rower },
    session: null,
    workoutItemIndex: null,
    title: 'Just row',
    workout: 'Just row',
    isCompleted: false,
    completedAt: null,
    distance: 80,
    elapsedTime: 20,
  });
  server.add({ ...activity, owner: null });
  page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d1'));
  await pass(500);
  expect(page.row()).toMatchObject({ lostTo: 'device', isSilent: true, isNoDevices: true });
  page.runner.expect({ ...place, workout: '500m' });
  await rowOn(page, 0, 40);
  await pass(5_000);
  expect(server.all()).toMatchObject([
    { isCompleted: true, distance: 80, session: null },
    { isCompleted: false, session: { _id: place.sessionId } },
  ]);
  expect(storedNumbers(server, 1)).toEqual(upTo(20));
});

test('a row begun without the network waits for one that its page does not know, until that one is silent', async () => {
  await begunOnThePhone();
  page.crash();
  phone?.crash();
  server.road = 'cut';
  page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d3'));
  await page.runner.begin(alone, false);
  await rowOn(page, 0, 40, 200);
  server.road = 'open';
  await rowOn(page, 40, 60, 200);
  await pass(60_000);
  page.runner.finish();
  await pass(15_000);
  expect(page.row()?.refusal ?? null).toBeNull();
  expect(server.all()).toMatchObject([
    { isCompleted: true, isLeft: true },
    { isCompleted: true, session: null, distance: 240 },
  ]);
  expect(storedNumbers(server, 1)).toEqual(upTo(30));
});
