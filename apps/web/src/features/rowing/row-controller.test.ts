// @vitest-environment happy-dom
import type { Activity } from '@boathouse/contract/activities';
import { decodeNotification } from '@boathouse/pm5/decode';
import type { RowRecord } from '@boathouse/row/progress';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedNotifications } from '../ergometer/recorded-row.ts';
import { buildActivity, buildUserRef } from '../sessions/factory.ts';
import { createFakeActivityServer, refusal, type FakeActivityServer } from './fake-activity-server.ts';
import {
  athletesZone,
  beginRowing,
  openPage,
  pass,
  play,
  rower,
  sessionId,
  type Page,
  type TimedRecord,
} from './fake-row-page.ts';
import { createRowStorage } from './row-storage.ts';

const records: TimedRecord[] = recordedNotifications.map(({ atMs, characteristic, bytes }) => ({
  atMs,
  record: decodeNotification(characteristic, bytes),
}));
const indexOf = (kind: RowRecord['kind']) => records.findIndex(({ record }) => record.kind === kind);
const summaryAt = indexOf('endOfWorkoutSummary');
const splitAt = indexOf('splitIntervalData');
const summary = records[summaryAt]?.record;
const statusOf = ({ record }: TimedRecord) => (record.kind === 'generalStatus' ? record : null);
/** Returns the number of records until a distance. */
const rowed = (distanceM: number) =>
  records.findIndex((timed) => (statusOf(timed)?.distanceM ?? 0) >= distanceM) + 1;

/** The values of the monitor's summary only. */
const monitorsResult = {
  elapsedTime: 25,
  distance: 100,
  averagePace: 125,
  strokeRate: 24,
  workoutType: 3,
  heartRate: null,
  dragFactor: 98,
  averagePower: 179,
  totalCalories: 6,
  isSimulated: false,
  summary: {
    logEntryDate: { year: 2016, month: 3, day: 6 },
    logEntryTime: { hour: 11, minute: 36 },
    averageStrokeRate: 24,
    averageHeartRate: null,
    recoveryHeartRate: null,
    source: 'summary',
    splits: [{ splitNumber: 1, time: 25, distance: 100, averagePace: 125, strokeRate: 24 }],
  },
};

let server: FakeActivityServer;
let pages: Page[] = [];
const open = (): Page => {
  const page = openPage(server);
  pages.push(page);
  return page;
};

function inProgress(): Activity {
  const activity = server.inProgress();
  if (activity === null) throw new Error('Nothing is in progress');
  return activity;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  localStorage.clear();
  server = createFakeActivityServer();
});
afterEach(() => {
  for (const page of pages.splice(0)) page.crash();
  vi.useRealTimers();
});

/** Starts a row and plays the piece up to the record before `end`. */
async function rowing(end: number, page: Page = open()): Promise<Page> {
  await beginRowing(page);
  await play(page, records.slice(0, end));
  return page;
}

describe('while rowing', () => {
  test('[SESS-9] patches the activity with the monitor’s values at most once per 10 s', async () => {
    const page = open();
    const begun = await beginRowing(page);
    const seen: Array<{ atMs: number; distanceM: number; elapsedSec: number }> = [];
    for (const [index, timed] of records.slice(0, splitAt).entries()) {
      await play(page, records.slice(index === 0 ? 0 : index - 1, index + 1).slice(-1));
      const next = records[index + 1]?.atMs ?? timed.atMs;
      const status = statusOf(timed);
      if (status) seen.push({ ...status, atMs: Date.now() });
      await pass(Math.max(0, next - timed.atMs));
    }
    const patches = server.of('patch');
    expect(patches).toHaveLength(3);
    patches.reduce((earlier, later) => {
      expect(later.atMs - earlier.atMs).toBeGreaterThanOrEqual(10_000);
      return later;
    });
    for (const { atMs, body } of patches.slice(1)) {
      const newest = seen.findLast((status) => status.atMs <= atMs);
      expect(body.distance).toBe(newest?.distanceM);
      expect(body.elapsedTime).toBe(newest?.elapsedSec);
      expect(body.distance).toBeGreaterThan(0);
    }
    const stored = server.activity(begun._id);
    expect(stored).toMatchObject({ ...patches.at(-1)?.body, isCompleted: false, user: begun.user });
    expect(page.row()).toMatchObject({ stage: 'rowing', saving: { state: 'saved' } });
  });

  test('[SESS-9] an idle monitor causes no patch', async () => {
    const page = await rowing(3);
    for (let second = 0; second < 60; second += 1) {
      await pass(1_000);
      for (const { record } of records.slice(0, 3)) page.controller.follow(record, Date.now());
    }
    expect(server.of('patch')).toHaveLength(1);
  });

  test('[SESS-9] a hidden page, whose timers rarely fire, patches when records arrive', async () => {
    let monotonicMs = 0;
    const page = openPage(server, { monotonicMs: () => monotonicMs });
    pages.push(page);
    await beginRowing(page);
    for (const { atMs, record } of records.slice(0, rowed(20))) {
      monotonicMs = atMs;
      page.controller.follow(record, Date.now());
    }
    expect(server.of('patch')).toHaveLength(1);
  });

  test('the stored row is never behind the values sent to the server', async () => {
    const page = open();
    await beginRowing(page);
    const rowStorage = createRowStorage(() => localStorage, rower);
    for (const [index, timed] of records.slice(0, splitAt).entries()) {
      await pass(timed.atMs - (records[index - 1]?.atMs ?? timed.atMs));
      const told = server.storedOf('patch').at(-1)?.body.distance ?? 0;
      expect(rowStorage.get()?.progress.distanceM).toBeGreaterThanOrEqual(told);
      page.controller.follow(timed.record, Date.now());
    }
  });

  test('a failed patch is sent again 10 s later, and the page shows the failure until then', async () => {
    const page = await rowing(rowed(20));
    const failing = server.of('patch').length;
    server.road = 'cut';
    await pass(10_000);
    expect(server.of('patch')).toHaveLength(failing + 1);
    const saving = page.row()?.saving;
    expect(saving).toMatchObject({ state: 'waiting', why: expect.stringContaining('cannot be reached') });
    await pass(10_000);
    // The waiting time counts from the first failure.
    expect(page.row()?.saving).toEqual(saving);
    server.road = 'open';
    await pass(10_000);
    expect(page.row()?.saving).toEqual({ state: 'saved' });
    expect(server.of('patch')).toHaveLength(failing + 3);
  });

  test('a wall clock set back by an hour delays neither patches nor samples nor the completion', async () => {
    const page = await rowing(rowed(20));
    vi.setSystemTime(Date.now() - 3_600_000);
    const patches = server.of('patch').length;
    const samples = page.samples.length;
    await play(page, records.slice(rowed(20), splitAt));
    expect(server.of('patch').length).toBeGreaterThan(patches);
    expect(page.samples.length).toBeGreaterThan(samples + 20);
    server.road = 'cut';
    await play(page, records.slice(splitAt));
    vi.setSystemTime(Date.now() - 3_600_000);
    server.road = 'open';
    await pass(10_000);
    expect(page.row()?.stage).toBe('completed');
  });

  test('[SESS-10] an activity completed in another page ends here with the next patch', async () => {
    const page = await rowing(rowed(20));
    const { activity } = page.row() ?? {};
    void server.connect().backend.complete(activity?._id ?? '', null);
    await pass(100);
    await play(page, records.slice(rowed(20), rowed(70)));
    expect(page.row()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(page.changes.at(-1)?._id).toBe(activity?._id);
    const asked = server.asked.length;
    await play(page, records.slice(rowed(70)));
    await pass(30_000);
    expect(server.asked).toHaveLength(asked);
  });

  test('a simulated erg marks the activity, and a real one after it does not unmark it', async () => {
    const page = await rowing(rowed(10));
    page.controller.noteErg(true);
    page.controller.noteErg(false);
    await play(page, records.slice(rowed(10)));
    await pass(2_000);
    expect(page.samples.at(-1)?.sample.isSimulated).toBe(true);
    expect(server.of('complete')[0]?.body?.isSimulated).toBe(true);
  });
});

describe('the samples for the room', () => {
  const isRising = (values: number[]) =>
    values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));

  test('are sent at most 4 times a second, with the newest values and rising numbers', async () => {
    const page = await rowing(summaryAt);
    const times = page.samples.map(({ atMs }) => atMs);
    expect(times.length).toBeGreaterThan(60);
    times.forEach((atMs, index) => expect(atMs - (times[index - 1] ?? -1_000)).toBeGreaterThanOrEqual(250));
    expect(isRising(page.samples.map(({ sample }) => sample.seq))).toBe(true);
    expect(page.samples.at(-1)?.sample).toMatchObject({ phase: 'ending', distance: 100, elapsedTime: 25 });
  });

  test.each(['reload', 'crash'] as const)(
    'are numbered upwards over a %s and a wall clock set back in it',
    async (end) => {
      const before = await rowing(rowed(40));
      const { activity } = before.row() ?? {};
      before[end]();
      vi.setSystemTime(Date.now() - 3_600_000);
      const after = open();
      if (activity) after.controller.resume(activity);
      await play(after, records.slice(rowed(40), rowed(60)));
      expect(after.samples.length).toBeGreaterThan(4);
      const all = [...before.samples, ...after.samples];
      expect(isRising(all.map(({ sample }) => sample.seq))).toBe(true);
    },
  );

  test('are not sent by a page with older values than the server', async () => {
    const before = await rowing(rowed(40));
    const { activity } = before.row() ?? {};
    before.crash();
    localStorage.clear();
    const after = open();
    if (activity) after.controller.resume(activity);
    await play(after, records.slice(0, 3));
    expect(after.samples).toEqual([]);
  });
});

describe('Start', () => {
  test('[SESS-10] records before the server’s response count', async () => {
    server.roundTripMs = 30_000;
    const page = open();
    void page.controller.begin(sessionId, 0, false);
    await play(page, records.slice(0, rowed(20)));
    expect(page.row()).toMatchObject({ stage: 'beginning', activity: null });
    expect(page.row()?.progress.distanceM).toBeGreaterThanOrEqual(20);
    expect(page.samples).toEqual([]);
    await pass(30_000);
    expect(page.row()?.stage).toBe('rowing');
    expect(page.changes).toHaveLength(1);
  });

  test('[SESS-10] a piece that ends before the server’s response is completed after it', async () => {
    server.roundTripMs = 60_000;
    const page = open();
    void page.controller.begin(sessionId, 0, false);
    await play(page, records);
    server.roundTripMs = 20;
    await pass(25_000);
    expect(page.row()?.stage).toBe('completed');
    expect(server.storedOf('complete')).toMatchObject([{ body: monitorsResult }]);
  });

  test.each([
    [
      'the server refuses',
      () => (server.refuse = () => refusal(409, 'activity_completed')),
      'Refused: activity_completed',
    ],
    ['the server is not there', () => (server.road = 'cut'), 'The server cannot be reached'],
  ])('[SESS-10] nothing is in progress when %s, and the reason is told', async (_, prepare, reason) => {
    prepare();
    const page = open();
    const begun = expect(page.controller.begin(sessionId, 0, false)).rejects.toThrow(reason);
    await pass(50);
    await begun;
    expect(page.row()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(page.changes).toEqual([]);
  });

  test('[SESS-10] another item cannot start while one is in progress or starting', async () => {
    const page = open();
    const first = page.controller.begin(sessionId, 0, false);
    await expect(page.controller.begin(sessionId, 1, false)).rejects.toThrow('in progress');
    await pass(50);
    await expect(page.controller.begin(sessionId, 1, false)).rejects.toThrow('in progress');
    expect(page.row()).toMatchObject({ workoutItemIndex: 0, activity: { _id: (await first)._id } });
    expect(server.of('begin')).toHaveLength(1);
  });

  test('can be pressed again when its response was lost', async () => {
    server.road = 'oneWay';
    const page = open();
    const lost = expect(page.controller.begin(sessionId, 0, false)).rejects.toThrow('cannot be reached');
    await pass(50);
    await lost;
    server.road = 'open';
    await rowing(3, page);
    expect(page.row()).toMatchObject({ stage: 'rowing', activity: { _id: server.inProgress()?._id } });
  });
});

describe('the end', () => {
  test('[SESS-10] completes the activity by itself with the exact values of the monitor’s summary', async () => {
    const page = await rowing(records.length);
    await pass(2_000);
    const completions = server.of('complete');
    expect(completions).toMatchObject([{ body: monitorsResult }]);
    expect(server.stored.at(-1)).toMatchObject({ kind: 'complete' });
    expect(page.row()).toMatchObject({
      stage: 'completed',
      saving: { state: 'saved' },
      activity: { isCompleted: true, distance: 100, elapsedTime: 25, averagePace: 125 },
    });
    expect(page.changes.map(({ isCompleted }) => isCompleted)).toEqual([false, true]);
    await pass(60_000);
    expect(server.of('complete')).toHaveLength(1);
    expect(server.asked.at(-1)?.kind).toBe('complete');
  });

  test('includes the second record of the monitor’s summary', async () => {
    const page = await rowing(summaryAt + 1);
    const second = records[summaryAt + 1]?.record;
    if (second?.kind !== 'additionalEndOfWorkoutSummary') throw new Error('The recording is another');
    await pass(3);
    page.controller.follow({ ...second, watts: 183, totalCalories: 9 }, Date.now());
    await pass(2_000);
    expect(server.of('complete')).toMatchObject([{ body: { averagePower: 183, totalCalories: 9 } }]);
  });

  test('without a summary completes 5 s later with the last values', async () => {
    const page = await rowing(summaryAt);
    await pass(3_000);
    expect(server.of('complete')).toEqual([]);
    await pass(3_000);
    expect(server.of('complete')).toMatchObject([
      { body: { distance: 100, elapsedTime: 25, summary: { source: 'lastStatus' } } },
    ]);
    expect(page.row()?.stage).toBe('completed');
  });

  test('is sent until the server has stored it, after 1, 2, 4 and then every 8 s, one request at a time', async () => {
    const page = await rowing(summaryAt - 3);
    server.road = 'cut';
    await play(page, records.slice(summaryAt - 3));
    await pass(50_000);
    const times = server.of('complete').map(({ atMs }) => atMs);
    const gapsMs = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(gapsMs.length).toBeGreaterThanOrEqual(6);
    // Sent on the next half second after it is due.
    for (const [index, gapMs] of gapsMs.entries()) {
      const dueMs = [1_000, 2_000, 4_000, 8_000][Math.min(index, 3)] ?? 0;
      expect(gapMs).toBeGreaterThanOrEqual(dueMs);
      expect(gapMs).toBeLessThanOrEqual(dueMs + 1_000);
    }
    expect(page.row()).toMatchObject({ stage: 'completing', saving: { state: 'waiting' } });
    expect(localStorage).toHaveLength(1);
    server.road = 'open';
    await pass(9_000);
    expect(page.row()).toMatchObject({ stage: 'completed', saving: { state: 'saved' } });
    expect(localStorage).toHaveLength(0);
    const asked = server.asked.length;
    await pass(60_000);
    expect(server.asked).toHaveLength(asked);
    expect(server.parallel.most).toBe(1);
    expect(server.storedOf('complete')).toHaveLength(1);
  });

  test('is not sent twice at once to a slow server', async () => {
    server.roundTripMs = 20;
    const page = await rowing(summaryAt);
    server.roundTripMs = 20_000;
    await play(page, records.slice(summaryAt));
    await pass(30_000);
    expect(server.of('complete')).toHaveLength(1);
    expect(page.row()?.stage).toBe('completed');
  });

  test('is sent again when the response was lost, and the activity is completed once', async () => {
    const page = await rowing(summaryAt);
    server.road = 'oneWay';
    await play(page, records.slice(summaryAt));
    await pass(2_000);
    expect(page.row()?.stage).toBe('completing');
    expect(server.storedOf('complete')).toHaveLength(1);
    server.road = 'open';
    await pass(5_000);
    expect(page.row()).toMatchObject({ stage: 'completed', activity: { isCompleted: true, distance: 100 } });
    expect(server.storedOf('complete')).toHaveLength(1);
  });

  test('[SESS-10] is sent once with the whole piece when the server was unreachable during it', async () => {
    const page = open();
    await beginRowing(page);
    server.road = 'cut';
    await play(page, records);
    await pass(120_000);
    expect(server.stored).toEqual([]);
    server.road = 'open';
    await pass(10_000);
    expect(server.stored).toMatchObject([{ kind: 'complete', body: monitorsResult }]);
    expect(page.row()?.stage).toBe('completed');
  });

  test('waits for a patch in progress', async () => {
    const page = await rowing(summaryAt - 20);
    server.roundTripMs = 20_000;
    await pass(10_000);
    expect(server.parallel.now).toBe(1);
    await play(page, records.slice(summaryAt - 20));
    await pass(60_000);
    expect(server.parallel.most).toBe(1);
    expect(server.stored.map(({ kind }) => kind).slice(-2)).toEqual(['patch', 'complete']);
    expect(page.row()).toMatchObject({ stage: 'completed', activity: { distance: 100 } });
  });

  test.each([
    [404, 'not_found'],
    [403, 'not_the_caller'],
  ] as const)('a completion refused for good (%i %s) ends the row in this page', async (status, code) => {
    const page = await rowing(summaryAt);
    server.refuse = () => refusal(status, code);
    await play(page, records.slice(summaryAt));
    await pass(60_000);
    expect(server.of('complete')).toHaveLength(1);
    expect(page.row()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    [400, 'bad_request'],
    [401, 'not_signed_in'],
    [503, 'unavailable'],
  ] as const)('one refused for now (%i %s) keeps the row and says why', async (status, code) => {
    const page = await rowing(summaryAt);
    server.refuse = () => refusal(status, code);
    await play(page, records.slice(summaryAt));
    await pass(30_000);
    expect(page.row()).toMatchObject({
      stage: 'completing',
      saving: { state: 'waiting', why: `Refused: ${code}` },
    });
    expect(localStorage).toHaveLength(1);
    server.refuse = () => null;
    await pass(9_000);
    expect(page.row()?.stage).toBe('completed');
    expect(server.storedOf('complete')).toMatchObject([{ body: monitorsResult }]);
  });

  test('is sent again after a 404 page of a proxy', async () => {
    const page = await rowing(summaryAt);
    server.refuse = () => Object.assign(refusal(404, 'not_found'), { code: 'unknown' });
    await play(page, records.slice(summaryAt));
    await pass(5_000);
    expect(page.row()?.stage).toBe('completing');
  });

  test('allows dismissing a completed row, but not one in progress', async () => {
    const page = await rowing(summaryAt);
    page.controller.dismiss();
    expect(page.row()?.stage).toBe('rowing');
    await play(page, records.slice(summaryAt));
    await pass(2_000);
    page.controller.dismiss();
    expect(page.row()).toBeNull();
  });
});

describe('Finish', () => {
  test('[SESS-10] completes with the monitor’s values so far', async () => {
    const page = await rowing(rowed(40));
    const distanceM = page.row()?.progress.distanceM ?? 0;
    page.controller.finish();
    await pass(100);
    expect(server.of('complete')).toMatchObject([
      { body: { distance: distanceM, summary: { source: 'byHand' } } },
    ]);
    expect(distanceM).toBeGreaterThanOrEqual(40);
    expect(page.row()?.stage).toBe('completed');
    page.controller.finish();
    await pass(10_000);
    expect(server.of('complete')).toHaveLength(1);
  });

  async function reloadedWithNothing(): Promise<{ page: Page; storedM: number }> {
    const before = await rowing(rowed(90));
    before.crash();
    localStorage.clear();
    const activity = inProgress();
    const page = open();
    page.controller.resume(activity);
    expect(activity?.distance).toBeGreaterThan(0);
    return { page, storedM: activity?.distance ?? 0 };
  }

  test.each([
    ['nothing from the monitor', 0],
    ['only a monitor that stands ready', 3],
  ])('in a page that has heard %s leaves the result to the server', async (_, heard) => {
    const { page, storedM } = await reloadedWithNothing();
    await play(page, records.slice(0, heard));
    await pass(30_000);
    page.controller.finish();
    await pass(1_000);
    expect(server.of('complete').map(({ body }) => body)).toEqual([{ timeZone: athletesZone }]);
    expect(page.row()).toMatchObject({ stage: 'completed', activity: { distance: storedM } });
  });

  test('after a reload sends the row stored on this device, which is newer than the server’s', async () => {
    const before = open();
    await beginRowing(before);
    server.road = 'cut';
    await play(before, records.slice(0, rowed(90)));
    before.reload();
    server.road = 'open';
    const activity = inProgress();
    expect(activity?.distance).toBe(0);
    const page = open();
    page.controller.resume(activity);
    page.controller.finish();
    await pass(1_000);
    expect(server.of('complete')[0]?.body?.distance).toBeGreaterThanOrEqual(90);
  });

  test('sends no values when another device has since sent newer ones to the server', async () => {
    const here = await rowing(rowed(40));
    here.reload();
    const there = open();
    const kept = localStorage.getItem(`boathouse.row.${rower}`) ?? '';
    there.controller.resume(inProgress());
    await play(there, records.slice(rowed(40), rowed(90)));
    await pass(10_000);
    there.crash();
    localStorage.setItem(`boathouse.row.${rower}`, kept);
    const page = open();
    page.controller.resume(inProgress());
    page.controller.finish();
    await pass(1_000);
    expect(server.of('complete').map(({ body }) => body)).toEqual([{ timeZone: athletesZone }]);
  });

  test('in a second page of this device sends the row that the page with the monitor has stored', async () => {
    const first = await rowing(rowed(40));
    const second = open();
    const activity = server.inProgress();
    if (activity) second.controller.resume(activity);
    await play(first, records.slice(rowed(40), rowed(90)));
    await pass(1_000);
    first.controller.keep();
    const patches = server.of('patch').length;
    second.controller.finish();
    await pass(1_000);
    expect(server.of('complete')[0]?.body?.distance).toBeGreaterThanOrEqual(90);
    // The second page has no values of its own to patch.
    expect(server.of('patch').length).toBe(patches);
  });
});

describe('[STAT-1] the athlete’s time zone, which determines the calendar day of the activity,', () => {
  const zonesAsked = () => server.of('complete').map(({ body }) => body?.timeZone);

  test('is sent with the monitor’s result', async () => {
    await rowing(records.length);
    await pass(10_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { ...monitorsResult, timeZone: athletesZone } },
    ]);
  });

  test('of the start is sent with a result that was stored on the device and is sent later from another zone', async () => {
    const before = open();
    await beginRowing(before);
    server.road = 'cut';
    await play(before, records);
    await pass(10_000);
    before.reload();
    server.road = 'open';
    const page = openPage(server, { timeZone: () => 'Europe/Berlin' });
    pages.push(page);
    page.controller.resume(inProgress());
    await pass(10_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { ...monitorsResult, timeZone: athletesZone } },
    ]);
  });

  test('is the page’s current one when the stored row has none', async () => {
    const before = await rowing(rowed(50));
    before.reload();
    const key = `boathouse.row.${rower}`;
    const { timeZone: _, ...older }: Record<string, unknown> = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify(older));
    const page = openPage(server, { timeZone: () => 'Europe/Berlin' });
    pages.push(page);
    page.controller.resume(inProgress());
    page.controller.finish();
    await pass(1_000);
    expect(server.of('complete')[0]?.body?.distance).toBeGreaterThanOrEqual(50);
    expect(zonesAsked()).toEqual(['Europe/Berlin']);
  });

  test('is omitted when the server does not know it, and the result is stored', async () => {
    const page = await rowing(summaryAt);
    server.refuse = (call) =>
      call.kind === 'complete' && call.body?.timeZone !== undefined
        ? refusal(400, 'bad_request', 'timeZone')
        : null;
    await play(page, records.slice(summaryAt));
    await pass(3_000);
    expect(page.row()).toMatchObject({ stage: 'completed', saving: { state: 'saved' } });
    expect(server.storedOf('complete')).toMatchObject([{ body: monitorsResult }]);
    expect(zonesAsked()).toEqual([athletesZone, undefined]);
  });

  test('is also omitted when there is no result to send', async () => {
    const begun = buildActivity({
      user: buildUserRef(),
      isCompleted: false,
      completedAt: null,
      distance: 70,
    });
    server.add(begun);
    server.refuse = (call) =>
      call.kind === 'complete' && call.body !== null ? refusal(400, 'bad_request', 'timeZone') : null;
    const page = open();
    page.controller.resume(begun);
    page.controller.finish();
    await pass(2_000);
    expect(page.row()).toMatchObject({ stage: 'completed', activity: { distance: 70 } });
    expect(server.of('complete').map(({ body }) => body)).toEqual([{ timeZone: athletesZone }, null]);
  });
});

describe('after a reload', () => {
  test('without a stored row the monitor’s totals complete the result', async () => {
    const before = await rowing(rowed(50));
    before.crash();
    localStorage.clear();
    const activity = inProgress();
    const page = open();
    page.controller.resume(activity);
    await play(page, records.slice(rowed(50)));
    await pass(2_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { distance: 100, elapsedTime: 25, averagePace: 125 } },
    ]);
  });

  test('a stored row of another activity is ignored', async () => {
    const before = await rowing(rowed(50));
    const activity = before.row()?.activity;
    before.reload();
    const page = open();
    if (activity) page.controller.resume({ ...activity, _id: '018f0000-0000-7000-8000-00000000cccc' });
    expect(page.row()?.progress.distanceM).toBe(0);
  });

  test('[SESS-9] patches continue at most once per 10 s', async () => {
    const before = await rowing(rowed(50));
    await pass(Math.max(0, 10_000 - (Date.now() - (server.of('patch').at(-1)?.atMs ?? 0))));
    const lastAtMs = server.of('patch').at(-1)?.atMs ?? 0;
    before.reload();
    const activity = inProgress();
    const page = open();
    page.controller.resume(activity);
    await play(page, records.slice(rowed(50), splitAt));
    await pass(10_000);
    const next = server.of('patch').find(({ atMs }) => atMs > lastAtMs);
    expect((next?.atMs ?? 0) - lastAtMs).toBeGreaterThanOrEqual(10_000);
  });

  test('an activity just completed here is not resumed by an old response', async () => {
    const page = await rowing(summaryAt);
    const old = server.inProgress();
    await play(page, records.slice(summaryAt));
    await pass(2_000);
    if (old) page.controller.resume(old);
    expect(page.row()?.stage).toBe('completed');
  });
});

describe('the recovery heart rate', () => {
  if (summary?.kind !== 'endOfWorkoutSummary') throw new Error('The recording is another');
  const withRecovery = { ...summary, recoveryHeartRateBpm: 112 };
  const recoveries = () => server.of('patch').filter(({ body }) => body.summary !== undefined);

  test('of the monitor’s second summary is sent once, after the completion', async () => {
    const page = await rowing(records.length);
    await pass(60_000);
    expect(recoveries()).toEqual([]);
    page.controller.follow(withRecovery, Date.now());
    page.controller.follow(withRecovery, Date.now());
    await pass(1_000);
    page.controller.follow(withRecovery, Date.now());
    await pass(1_000);
    expect(recoveries()).toHaveLength(1);
    const { activity } = page.row() ?? {};
    expect(server.activity(activity?._id ?? '')).toMatchObject({
      distance: 100,
      summary: { recoveryHeartRate: 112, source: 'summary' },
    });
  });

  test('is ignored two minutes after the end', async () => {
    const page = await rowing(records.length);
    await pass(125_000);
    page.controller.follow(withRecovery, Date.now());
    await pass(1_000);
    expect(recoveries()).toEqual([]);
  });

  test('is sent with the completion if that is later, and not separately', async () => {
    const page = await rowing(summaryAt);
    server.road = 'cut';
    await play(page, records.slice(summaryAt));
    await pass(60_000);
    page.controller.follow(withRecovery, Date.now());
    server.road = 'open';
    await pass(20_000);
    expect(server.storedOf('complete')).toMatchObject([{ body: { summary: { recoveryHeartRate: 112 } } }]);
    expect(recoveries()).toEqual([]);
  });
});
