// @vitest-environment happy-dom
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { generalStatus, status1, stroke, summary } from '@boathouse/row/test/record-factory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { beginRowing, openPage, pass, place, type Page } from '../../../../../test/rowing/fake-row-page.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { nowMs } from '../../../../../test/now.ts';

let server: FakeActivityServer;
let browser: FakeBrowser;
let pages: Page[] = [];
const open = (): Page => {
  const page = openPage(server, browser);
  pages.push(page);
  return page;
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  browser = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  server = createFakeActivityServer();
});
afterEach(() => {
  for (const page of pages.splice(0)) page.crash();
  vi.useRealTimers();
});

/** Rows at 4 m/s with a stroke every 2 s; the force identifies the workout. */
async function row(page: Page, fromSec: number, toSec: number, force = 100): Promise<void> {
  for (let elapsedSec = fromSec + 0.5; elapsedSec <= toSec; elapsedSec += 0.5) {
    const distanceM = elapsedSec * 4;
    await pass(500);
    page.runner.follow(generalStatus({ elapsedSec, distanceM }));
    page.runner.follow(status1());
    const strokeCount = Math.ceil(elapsedSec / 2);
    const at = { strokeCount, elapsedSec, distanceM, peakForceLbf: force };
    if (elapsedSec % 2 === 1) page.runner.follow(stroke(at));
    if (elapsedSec % 2 === 0) page.runner.follow(stroke({ ...at, recoveryTimeSec: 1.4 }));
  }
}

const idle: RowRecord = generalStatus({ workoutState: 0, elapsedSec: 0, distanceM: 0, rowingState: 0 });

async function finishWorkout(page: Page): Promise<void> {
  page.runner.follow(generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 }));
  await pass(1_500);
  page.runner.follow(summary());
  await pass(5_000);
}

const numbersOf = (index: number) =>
  server.strokes(server.all()[index]?._id ?? '').map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('the first stroke begins the item whose instructions are open, with all of its strokes', async () => {
  const page = open();
  page.runner.expect(place);
  page.runner.follow(idle);
  await row(page, 0, 125);
  expect(page.row()).toMatchObject({ sessionId: place.sessionId, stage: 'rowing' });
  await finishWorkout(page);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500, elapsedTime: 125 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a late press of Start takes the row from its first stroke', async () => {
  const page = open();
  page.runner.follow(idle);
  await row(page, 0, 27);
  expect(page.row()).toBeNull();
  expect(server.all()).toEqual([]);
  await beginRowing(page);
  expect(page.runner.getHeld()).toBeNull();
  await row(page, 27, 125);
  await finishWorkout(page);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a workout without an item is held, not sent, and kept over a reload until it has a place', async () => {
  const page = open();
  await pass(300);
  await row(page, 0, 60);
  await finishWorkout(page);
  expect(page.row()).toBeNull();
  await page.reload();
  const again = open();
  await pass(300);
  expect(again.runner.getHeld()?.progress.result).toMatchObject({ distanceM: 500, source: 'summary' });
  expect(server.asked.filter(({ kind }) => kind !== 'inProgress')).toEqual([]);
  again.runner.keepHeld(place);
  await pass(5_000);
  expect(again.runner.getHeld()).toBeNull();
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(30));
});

test('a workout that is kept after a reload, before its monitor sends again, continues in that place', async () => {
  const page = open();
  await row(page, 0, 60);
  await page.reload();
  const again = open();
  await pass(300);
  again.runner.keepHeld(place);
  await row(again, 60, 125);
  await finishWorkout(again);
  expect(server.all()).toMatchObject([{ isCompleted: true, isPartial: false, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a workout that is kept while an earlier result is still being sent continues in its place', async () => {
  const page = open();
  await beginRowing(page);
  server.road = 'cut';
  await row(page, 0, 125, 100);
  await finishWorkout(page);
  await row(page, 0, 30, 200);
  page.runner.keepHeld({ ...place, workoutItemIndex: 1 });
  await row(page, 30, 60, 200);
  page.runner.finish();
  server.road = 'open';
  await pass(20_000);
  expect(page.runner.getHeld()).toBeNull();
  expect(server.all()).toMatchObject([
    { isCompleted: true, workoutItemIndex: 0, distance: 500 },
    { isCompleted: true, workoutItemIndex: 1, distance: 240 },
  ]);
  expect([numbersOf(0), numbersOf(1)]).toEqual([upTo(63), upTo(30)]);
});

test('a held row also gets the rest of the monitor’s summary', async () => {
  const page = open();
  await row(page, 0, 125);
  await finishWorkout(page);
  page.runner.follow(summary({ recoveryHeartRateBpm: 112 }));
  await pass(1_000);
  expect(page.runner.getHeld()?.progress.recoveryHeartRateBpm).toBe(112);
});

test('a held row is deleted ten minutes after its last stroke', async () => {
  const page = open();
  await row(page, 0, 30);
  await pass(9 * 60_000);
  expect(page.runner.getHeld()?.progress.distanceM).toBe(120);
  await pass(61_000);
  expect(page.runner.getHeld()).toBeNull();
  expect(browser.rows.size).toBe(0);
});

test('a stroke or two without meters is not offered', async () => {
  const page = open();
  page.runner.follow(generalStatus({ elapsedSec: 0.5, distanceM: 2 }));
  await pass(1_000);
  expect(page.runner.getHeld()).toBeNull();
});

test('the rest of a workout that was finished by hand begins nothing, but the next workout does', async () => {
  const page = open();
  await beginRowing(page);
  await row(page, 0, 40);
  page.runner.finish();
  await pass(2_000);
  await row(page, 40, 60);
  expect(page.runner.getHeld()).toBeNull();
  page.runner.follow(idle);
  await row(page, 0, 20);
  await pass(50);
  expect(page.runner.getHeld()?.progress.distanceM).toBe(80);
});

/** Rows a part of a workout, which a record of the monitor ends, and then a complete one. */
async function rowAPartAndAWhole(end: RowRecord): Promise<void> {
  const page = open();
  await beginRowing(page);
  await row(page, 0, 46, 100);
  page.runner.follow(end);
  await row(page, 0, 125, 200);
  await finishWorkout(page);
}

const aPartAndAWhole = [
  { isCompleted: true, isPartial: true, distance: 184, elapsedTime: 46 },
  { isCompleted: true, isPartial: false, distance: 500, elapsedTime: 125 },
];

test('a workout left on the monitor is a part with its own strokes, and the next stroke begins the item again', async () => {
  await rowAPartAndAWhole(idle);
  expect(server.all()).toMatchObject(aPartAndAWhole);
  expect([numbersOf(0), numbersOf(1)]).toEqual([upTo(23), upTo(63)]);
  const forces = server.all().map(({ _id }) => new Set(server.strokes(_id).map((one) => one.peakForce)));
  expect(forces.map(({ size }) => size)).toEqual([1, 1]);
});

const terminated: RowRecord = generalStatus({
  workoutState: 11,
  rowingState: 0,
  elapsedSec: 46,
  distanceM: 184,
});

test('rowing at once after the monitor has terminated a workout is the next workout, with its own strokes', async () => {
  await rowAPartAndAWhole(terminated);
  expect(server.all()).toMatchObject(aPartAndAWhole);
  expect([numbersOf(0), numbersOf(1)]).toEqual([upTo(23), upTo(63)]);
});

test('rowing later, after the terminated workout has its result, is offered', async () => {
  const page = open();
  await beginRowing(page);
  await row(page, 0, 46);
  page.runner.follow(terminated);
  await pass(8_000);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 184, elapsedTime: 46 }]);
  await row(page, 0, 60);
  await pass(5_000);
  expect(page.runner.getHeld()?.progress).toMatchObject({ distanceM: 240 });
  expect(server.all()).toMatchObject([{ distance: 184, elapsedTime: 46 }]);
  expect(numbersOf(0)).toEqual(upTo(23));
});

test('a device that takes up a row whose monitor shows another workout does not change the first', async () => {
  const before = open();
  await beginRowing(before);
  await row(before, 0, 46, 100);
  await pass(12_000);
  before.crash();
  browser.rows.clear();
  const page = open();
  await pass(300);
  await row(page, 0, 30, 200);
  page.runner.finish();
  await pass(5_000);
  const [left, next] = server.all();
  expect(left).toMatchObject({ isCompleted: true, isPartial: true });
  expect(left?.distance).toBeGreaterThanOrEqual(120);
  expect(next).toMatchObject({ isCompleted: true, distance: 120 });
  expect(numbersOf(1)).toEqual(upTo(15));
});

/** A page crashes without its journal; the next one continues the row offline, and reaches the server at 60 s. */
async function rowedOnWithoutJournalAndServer(): Promise<Page> {
  const before = open();
  await beginRowing(before);
  await row(before, 0, 46);
  await pass(12_000);
  before.crash();
  browser.rows.clear();
  server.road = 'cut';
  const page = open();
  await pass(300);
  await row(page, 46, 60);
  server.road = 'open';
  await pass(10_000);
  return page;
}

test('a row that continues before the server reports it is in one activity, with each stroke once', async () => {
  const page = await rowedOnWithoutJournalAndServer();
  await row(page, 60, 80);
  page.runner.keepHeld(place);
  await row(page, 80, 125);
  await finishWorkout(page);
  expect(page.runner.getHeld()).toBeNull();
  expect(server.all()).toMatchObject([{ isCompleted: true, isPartial: false, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('an activity in progress is taken up after the row without a place is discarded', async () => {
  const page = await rowedOnWithoutJournalAndServer();
  expect(page.row()).toBeNull();
  page.runner.discardHeld();
  await pass(300);
  expect(page.row()).toMatchObject({ activityId: server.all()[0]?._id, stage: 'rowing', lostTo: null });
});

/** A device whose journal stored nothing of the workout: the server has 46 s, and the page is closed. */
async function crashedWithoutValues(): Promise<void> {
  const before = open();
  await beginRowing(before);
  const kept = structuredClone(browser.rows);
  await row(before, 0, 46, 100);
  await pass(12_000);
  before.crash();
  browser.rows.clear();
  for (const [key, value] of kept) browser.rows.set(key, value);
}

test('a page that is restored without its values keeps another workout separate, even one it received offline', async () => {
  await crashedWithoutValues();
  server.road = 'cut';
  const page = open();
  await pass(300);
  await row(page, 0, 30, 200);
  server.road = 'open';
  await pass(20_000);
  await row(page, 30, 125, 200);
  await finishWorkout(page);
  const [left, next] = server.all();
  expect(left).toMatchObject({ isCompleted: true, isPartial: true, isLeft: true });
  expect(left?.distance).toBeGreaterThanOrEqual(180);
  expect(next).toMatchObject({ isCompleted: true, isPartial: false, distance: 500 });
  expect([numbersOf(0), numbersOf(1)]).toEqual([upTo(23), upTo(63)]);
  const forces = server.all().map(({ _id }) => new Set(server.strokes(_id).map((one) => one.peakForce)));
  expect(forces.map(({ size }) => size)).toEqual([1, 1]);
  expect(browser.rows.size).toBe(0);
});

test('a page that is restored without its values continues the same workout', async () => {
  await crashedWithoutValues();
  const page = open();
  await pass(300);
  await row(page, 46, 125, 100);
  await finishWorkout(page);
  expect(server.all()).toMatchObject([{ isCompleted: true, isPartial: false, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a workout without an item on a session’s page knows that page, even after a reload elsewhere', async () => {
  const page = open();
  page.runner.visit(place.sessionId);
  await row(page, 0, 60);
  await pass(50);
  await page.reload();
  const again = open();
  await pass(300);
  const beside = { sessionId: place.sessionId, workoutItemIndex: null };
  expect(again.runner.getHeld()).toMatchObject({ progress: { distanceM: 240 }, beside });
});

test('a workout that is kept for an item with another text is sent with the item, even after a reload', async () => {
  const page = open();
  page.runner.visit(place.sessionId);
  await row(page, 0, 60);
  const beside = { sessionId: place.sessionId ?? '', workoutItemIndex: 1 };
  page.runner.keepHeld({
    sessionId: null,
    workoutItemIndex: null,
    title: 'Just row',
    workout: 'Just row',
    beside,
  });
  page.runner.finish();
  server.road = 'cut';
  await pass(50);
  await page.reload();
  server.road = 'open';
  open();
  await pass(20_000);
  expect(server.asked.filter(({ kind }) => kind === 'begin').at(-1)).toMatchObject({
    sessionId: null,
    beside,
  });
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 240, session: null }]);
});

/** Another device has begun item 0, rowed 40 s, and disappeared; this one shows its row. */
async function leftOnAnotherDevice(): Promise<Page> {
  server = createFakeActivityServer({ session: { title: place.title, workoutItems: ['500m'] } });
  const phone = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d2'));
  const begun = phone.runner.begin({ ...place, workout: '500m' }, false);
  await pass(50);
  await begun;
  await row(phone, 0, 40);
  await pass(2_000);
  phone.crash();
  const page = open();
  await pass(8 * 60_000);
  expect(page.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
  return page;
}

test('a workout rowed while another device has left one is held with all its strokes, and offered', async () => {
  const page = await leftOnAnotherDevice();
  await row(page, 0, 60, 200);
  await pass(50);
  expect(page.runner.getHeld()?.progress.distanceM).toBe(240);
  await page.reload();
  const again = open();
  await pass(300);
  expect(again.runner.getHeld()?.progress.distanceM).toBe(240);
});

test('strokes from before Row it here was pressed are in the row that is taken over, once', async () => {
  const page = await leftOnAnotherDevice();
  await row(page, 40, 60);
  await pass(50);
  expect(page.runner.getHeld()?.progress.distanceM).toBe(240);
  await page.runner.takeOver();
  await row(page, 60, 125);
  await finishWorkout(page);
  expect(page.runner.getHeld()).toBeNull();
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a monitor that has shown its menu before Row it here is pressed continues the row that is taken over', async () => {
  const page = await leftOnAnotherDevice();
  page.runner.follow(idle);
  await pass(50);
  await page.runner.takeOver();
  await pass(50);
  await row(page, 40, 125);
  await finishWorkout(page);
  expect(page.runner.getHeld()).toBeNull();
  expect(server.all()).toMatchObject([{ isCompleted: true, isPartial: false, distance: 500 }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a held row of less than a minute is dropped with a message', async () => {
  const page = open();
  await row(page, 0, 30);
  await pass(11 * 60_000);
  expect(page.told).toEqual([
    'You rowed 120 m in 30 s without a workout and did not save it. It was discarded after 10 minutes.',
  ]);
});

test('an hour without a workout waits for its athlete over a reload, and becomes their own row after a day', async () => {
  const page = open();
  await row(page, 0, 120);
  await pass(60 * 60_000);
  await page.reload();
  vi.setSystemTime(nowMs() + 12 * 3_600_000);
  const next = open();
  await pass(20_000);
  expect(next.runner.getHeld()?.progress.distanceM).toBe(480);
  await next.reload();
  vi.setSystemTime(nowMs() + 12 * 3_600_000);
  const last = open();
  await pass(20_000);
  expect(last.runner.getHeld()).toBeNull();
  expect(last.told).toEqual([
    'You rowed 480 m without a workout. It is saved as your own workout, which only you see.',
  ]);
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 480, session: null, visibility: 'me' }]);
  expect(numbersOf(0)).toEqual(upTo(60));
});

test('a finished row of a session’s page becomes its athlete’s own after 10 minutes without a decision, and its hosts see it', async () => {
  const page = open();
  page.runner.visit(place.sessionId);
  await row(page, 0, 125);
  await finishWorkout(page);
  await pass(9 * 60_000);
  expect(page.runner.getHeld()?.progress.result?.distanceM).toBe(500);
  expect(server.all()).toEqual([]);
  await pass(70_000);
  expect(page.runner.getHeld()).toBeNull();
  expect(page.told).toEqual([
    "You rowed 500 m without a workout. It is saved as your own workout, which you and the session's hosts see. " +
      'Its own page can move it to the session.',
  ]);
  expect(server.asked.find(({ kind }) => kind === 'begin')).toMatchObject({
    sessionId: null,
    beside: { sessionId: place.sessionId, workoutItemIndex: null },
  });
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 500, session: null }]);
  expect(numbersOf(0)).toEqual(upTo(63));
});

test('a row of a session’s page that was not ended waits for a day, and then becomes its athlete’s own, and its hosts see it', async () => {
  const page = open();
  page.runner.visit(place.sessionId);
  await row(page, 0, 120);
  await pass(60 * 60_000);
  expect(page.runner.getHeld()?.progress.distanceM).toBe(480);
  await page.reload();
  vi.setSystemTime(nowMs() + 24 * 3_600_000);
  const last = open();
  await pass(20_000);
  expect(last.runner.getHeld()).toBeNull();
  expect(last.told).toHaveLength(1);
  expect(server.asked.find(({ kind }) => kind === 'begin')).toMatchObject({
    beside: { sessionId: place.sessionId, workoutItemIndex: null },
  });
  expect(server.all()).toMatchObject([{ isCompleted: true, distance: 480, session: null }]);
});
