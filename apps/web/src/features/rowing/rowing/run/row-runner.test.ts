// @vitest-environment happy-dom
import { decodeNotification } from '@boathouse/pm5/decode';
import type { OwnActivity } from '@boathouse/contract/activities';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../lib/api.ts';
import { recordedNotifications } from '../../../../../test/erg/recorded-row.ts';
import {
  createFakeActivityServer,
  refusal,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { createFakeLocks } from '../../../../../test/rowing/fake-tab-locks.ts';
import type { Locks } from './tab-lock.ts';
import {
  athletesZone,
  beginRowing,
  openPage,
  pass,
  place,
  play,
  type Page,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';
import { nowMs } from '../../../../../test/now.ts';
import { isInProgress } from './row-snapshot.ts';

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

const device = '018f0000-0000-4000-8000-0000000000d1';
let server: FakeActivityServer;
let browser: FakeBrowser;
let pages: Page[] = [];
const open = (): Page => {
  const page = openPage(server, browser);
  pages.push(page);
  return page;
};

function inProgress(): OwnActivity {
  const activity = server.inProgress();
  if (activity === null) throw new Error('Nothing is in progress');
  return activity;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  browser = new FakeBrowser(device);
  server = createFakeActivityServer();
});
afterEach(() => {
  for (const page of pages.splice(0)) page.crash();
  vi.useRealTimers();
});

/** Starts a row and plays the workout up to the record before `end`. */
async function rowing(end: number, page: Page = open()): Promise<Page> {
  await beginRowing(page);
  await play(page, records.slice(0, end));
  return page;
}

describe('while rowing', () => {
  test('[SESS-9] patches the activity with the monitor’s values at most once per 10 s', async () => {
    const page = open();
    await beginRowing(page);
    const begun = inProgress();
    const seen: Array<{ atMs: number; distanceM: number; elapsedSec: number }> = [];
    for (const [index, timed] of records.slice(0, splitAt).entries()) {
      await play(page, records.slice(index === 0 ? 0 : index - 1, index + 1).slice(-1));
      const next = records[index + 1]?.atMs ?? timed.atMs;
      const status = statusOf(timed);
      if (status) seen.push({ ...status, atMs: nowMs() });
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
    expect(page.row()).toMatchObject({ stage: 'rowing', saving: { awaySinceMs: null, unsentStrokes: 0 } });
  });

  test('[SESS-9] an idle monitor causes no patch', async () => {
    const page = await rowing(3);
    for (let second = 0; second < 60; second += 1) {
      await pass(1_000);
      for (const { record } of records.slice(0, 3)) page.runner.follow(record);
    }
    expect(server.of('patch')).toHaveLength(0);
  });

  test('[SESS-9] a hidden page, whose timers rarely fire, patches when records arrive', async () => {
    let monotonicMs = 0;
    const page = openPage(server, browser, { monotonicMs: () => monotonicMs });
    pages.push(page);
    await beginRowing(page);
    for (const { atMs, record } of records.slice(0, rowed(20))) {
      monotonicMs = atMs;
      page.runner.follow(record);
      await pass(20);
    }
    expect(server.of('patch')).toHaveLength(1);
  });

  test('the journal is never behind the values sent to the server', async () => {
    const page = open();
    await beginRowing(page);
    for (const [index, timed] of records.slice(0, splitAt).entries()) {
      await pass(timed.atMs - (records[index - 1]?.atMs ?? timed.atMs));
      const told = server.storedOf('patch').at(-1)?.body.distance ?? 0;
      const [row] = browser.rows.values();
      expect(row?.kept.progress.distanceM).toBeGreaterThanOrEqual(told);
      page.runner.follow(timed.record);
    }
  });

  test('each stroke is in the journal before it is sent, and sent within 2 s', async () => {
    const page = open();
    await beginRowing(page);
    for (const [index, timed] of records.slice(0, summaryAt).entries()) {
      await pass(timed.atMs - (records[index - 1]?.atMs ?? timed.atMs));
      const [row] = browser.rows.values();
      const sent = server
        .of('append')
        .reduce((most, { from, strokes }) => Math.max(most, from + strokes.length), 0);
      expect(row?.strokes.size).toBeGreaterThanOrEqual(sent);
      page.runner.follow(timed.record);
    }
    await pass(2_000);
    expect(server.strokes(inProgress()._id).map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(page.row()?.saving).toMatchObject({ unsentStrokes: 0, refusedStrokes: 0, awaySinceMs: null });
  });

  test('without the server the strokes accumulate, and the page shows since when it is unavailable, until it is back', async () => {
    const page = await rowing(rowed(20));
    await pass(2_000);
    const answeredMs = nowMs();
    server.road = 'cut';
    await play(page, records.slice(rowed(20), rowed(60)));
    const saving = page.row()?.saving;
    expect(saving?.unsentStrokes).toBeGreaterThanOrEqual(3);
    expect(saving?.awaySinceMs).toBeLessThanOrEqual(answeredMs);
    server.road = 'open';
    await pass(10_000);
    expect(page.row()?.saving).toMatchObject({ unsentStrokes: 0, refusedStrokes: 0, awaySinceMs: null });
  });

  test('a wall clock set back by an hour delays neither patches nor samples nor the completion', async () => {
    const page = await rowing(rowed(20));
    vi.setSystemTime(nowMs() - 3_600_000);
    const patches = server.of('patch').length;
    const samples = page.samples.length;
    await play(page, records.slice(rowed(20), splitAt));
    expect(server.of('patch').length).toBeGreaterThan(patches);
    expect(page.samples.length).toBeGreaterThan(samples + 20);
    server.road = 'cut';
    await play(page, records.slice(splitAt));
    vi.setSystemTime(nowMs() - 3_600_000);
    server.road = 'open';
    await pass(10_000);
    expect(page.row()?.stage).toBe('completed');
  });

  test('[SESS-10] the monitor’s own summary still becomes the result of an activity completed elsewhere', async () => {
    const page = await rowing(rowed(20));
    const activity = inProgress();
    server.add({ ...activity, isCompleted: true, distance: 20.1 });
    await play(page, records.slice(rowed(20), rowed(70)));
    expect(page.row()).toMatchObject({ stage: 'rowing', isEndedElsewhere: true });
    expect(isInProgress(page.row())).toBe(false);
    await play(page, records.slice(rowed(70)));
    await pass(3_000);
    expect(server.activity(activity._id)).toMatchObject({ distance: 100, elapsedTime: 25 });
    expect(server.strokes(activity._id)).toHaveLength(10);
    expect(browser.rows.size).toBe(0);
  });

  test('a simulated erg marks the activity, and a real one after it does not unmark it', async () => {
    const page = await rowing(rowed(10));
    page.runner.noteErg(true);
    page.runner.noteErg(false);
    await play(page, records.slice(rowed(10)));
    await pass(2_000);
    expect(page.samples.at(-1)?.sample.isSimulated).toBe(true);
    expect(server.of('complete')[0]?.body?.isSimulated).toBe(true);
  });
});

describe('the samples for the room', () => {
  const isRising = (values: number[]) =>
    values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));

  test('are sent at most 4 times a second, with the newest values', async () => {
    const page = await rowing(summaryAt);
    const times = page.samples.map(({ atMs }) => atMs);
    // One for each burst of this monitor, which sends 2 a second.
    expect(times.length).toBeGreaterThan(45);
    times.forEach((atMs, index) => expect(atMs - (times[index - 1] ?? -1_000)).toBeGreaterThanOrEqual(250));
    expect(isRising(page.samples.map(({ sample }) => sample.distance))).toBe(true);
    expect(page.samples.at(-1)?.sample).toMatchObject({ phase: 'ending', distance: 100, elapsedTime: 25 });
  });

  test('are sent once the burst of the monitor is complete, without a lasting delay', async () => {
    const page = await rowing(rowed(20));
    const bursts = records.slice(rowed(20)).flatMap((timed, index, rest) => {
      const next = rest.slice(index).find(({ record }) => record.kind === 'additionalStatus1');
      return statusOf(timed) === null || next === undefined ? [] : [[timed.record, next.record]];
    });
    await pass(500);
    const before = page.samples.length;
    const wholeAtMs: number[] = [];
    for (const [index, [status, additional]] of bursts.slice(0, 40).entries()) {
      // The radio's events are 30 ms apart.
      await pass(index % 2 === 0 ? 239 : 269);
      if (status) page.runner.follow(status);
      await pass(1);
      if (additional) page.runner.follow(additional);
      wholeAtMs.push(performance.now());
    }
    await pass(500);
    const waits = page.samples
      .slice(before)
      .map(({ atMs }) => Math.min(...wholeAtMs.map((whole) => atMs - whole).filter((ms) => ms >= 0)));
    expect(waits).toHaveLength(40);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10);
  });

  test.each(['reload', 'crash'] as const)(
    'do not go back over a %s and a wall clock set back in it',
    async (end) => {
      const before = await rowing(rowed(40));
      await before[end]();
      vi.setSystemTime(nowMs() - 3_600_000);
      const after = open();
      await pass(50);
      await play(after, records.slice(rowed(40), rowed(60)));
      expect(after.samples.length).toBeGreaterThan(4);
      const all = [...before.samples, ...after.samples];
      expect(isRising(all.map(({ sample }) => sample.distance))).toBe(true);
    },
  );

  test('are not sent by a page with older values than the server', async () => {
    const before = await rowing(rowed(40));
    before.crash();
    browser.rows.clear();
    const after = open();
    await pass(50);
    await play(after, records.slice(0, 3));
    expect(after.samples).toEqual([]);
  });
});

describe('Start', () => {
  test('[SESS-10] records before the server’s response count', async () => {
    server.roundTripMs = 30_000;
    const page = open();
    void page.runner.begin(place, false);
    await play(page, records.slice(0, rowed(20)));
    expect(page.row()).toMatchObject({ stage: 'beginning', activity: null });
    expect(page.row()?.progress.distanceM).toBeGreaterThanOrEqual(20);
    expect(page.samples).toEqual([]);
    await pass(30_000);
    expect(page.row()?.stage).toBe('rowing');
    expect(page.changes).toHaveLength(1);
  });

  test('[SESS-10] a workout that ends before the server’s response is completed after it', async () => {
    server.roundTripMs = 60_000;
    const page = open();
    void page.runner.begin(place, false);
    await play(page, records);
    server.roundTripMs = 20;
    await pass(25_000);
    expect(page.row()?.stage).toBe('completed');
    expect(server.storedOf('complete')).toMatchObject([{ body: monitorsResult }]);
  });

  test('[SESS-10] Start that the server refuses leaves no row, and the reason is shown', async () => {
    server.refuse = ({ kind }) => (kind === 'begin' ? refusal(409, 'activity_completed') : null);
    const page = open();
    await beginRowing(page);
    expect(page.row()).toBeNull();
    expect(page.told).toEqual(['Refused: activity_completed']);
    expect(browser.rows.size).toBe(0);
  });

  test('[SESS-10] works without the server: the whole row follows when it is back, with the time of its start', async () => {
    server.road = 'cut';
    const page = open();
    const startedMs = nowMs();
    await beginRowing(page);
    await play(page, records);
    await pass(60_000);
    expect(page.row()).toMatchObject({ stage: 'completing', saving: { unsentStrokes: 10 } });
    server.road = 'open';
    await pass(12_000);
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100, elapsedTime: 25 });
    expect(Math.abs(parseInt(stored?._id.replace('-', '').slice(0, 12) ?? '', 16) - startedMs)).toBeLessThan(
      1_000,
    );
    expect(server.strokes(stored?._id ?? '')).toHaveLength(10);
    expect(page.row()?.stage).toBe('completed');
    expect(browser.rows.size).toBe(0);
  });

  test('[SESS-10] another item cannot start while one is in progress', async () => {
    const page = open();
    await beginRowing(page);
    await expect(page.runner.begin({ ...place, workoutItemIndex: 1 }, false)).rejects.toThrow('in progress');
    expect(page.row()).toMatchObject({ workoutItemIndex: 0, stage: 'rowing' });
    expect(server.of('begin')).toHaveLength(1);
  });

  test('the next item starts while the result of the previous one waits for the server, which gets both in order', async () => {
    server.road = 'cut';
    const page = open();
    await beginRowing(page);
    await play(page, records.slice(0, rowed(50)));
    page.runner.finish();
    await pass(1_000);
    await page.runner.begin({ ...place, workoutItemIndex: 1, workout: '5000m' }, false);
    await play(page, records.slice(0, rowed(50)));
    server.road = 'open';
    await pass(20_000);
    expect(server.all()).toMatchObject([
      { workoutItemIndex: 0, isCompleted: true },
      { workoutItemIndex: 1, isCompleted: false },
    ]);
    expect(page.row()).toMatchObject({ workoutItemIndex: 1, stage: 'rowing' });
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
      saving: { awaySinceMs: null, unsentStrokes: 0 },
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
    page.runner.follow({ ...second, watts: 183, totalCalories: 9 });
    await pass(2_000);
    expect(server.of('complete')).toMatchObject([{ body: { averagePower: 183, totalCalories: 9 } }]);
  });

  test('the end without a summary completes 5 s later with the last values', async () => {
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
    const page = await rowing(summaryAt);
    await pass(3_600);
    server.road = 'cut';
    await play(page, records.slice(summaryAt));
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
    expect(page.row()).toMatchObject({ stage: 'completing' });
    expect(page.row()?.saving.awaySinceMs).not.toBeNull();
    expect(browser.rows.size).toBe(1);
    server.road = 'open';
    await pass(9_000);
    expect(page.row()).toMatchObject({ stage: 'completed', saving: { awaySinceMs: null } });
    expect(browser.rows.size).toBe(0);
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
    await pass(60_000);
    expect(server.of('complete')).toHaveLength(1);
    expect(page.row()?.stage).toBe('completed');
  });

  test('is sent again when the response was lost, and the activity is completed once', async () => {
    const page = await rowing(summaryAt);
    await pass(3_600);
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

  test('[SESS-10] is sent once with the whole workout when the server was unreachable during it', async () => {
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

  test('the end of a deleted session is kept and offered, and can be saved to another session with all its strokes', async () => {
    const page = await rowing(rowed(40));
    server.clear();
    await play(page, records.slice(rowed(40)));
    await pass(60_000);
    expect(page.row()).toMatchObject({ stage: 'completing', refusal: 'Refused: not_found' });
    expect(browser.rows.size).toBe(1);
    await page.runner.save({ ...place, sessionId: '018f0000-0000-7000-8000-00000000dddd' });
    await pass(5_000);
    const [saved] = server.all();
    expect(saved).toMatchObject({ isCompleted: true, distance: 100, summary: { source: 'summary' } });
    expect(server.strokes(saved?._id ?? '')).toHaveLength(10);
    expect(page.row()).toMatchObject({ stage: 'completed', refusal: null });
    expect(browser.rows.size).toBe(0);
  });

  test('refused (400) is kept with its reason, and not sent again', async () => {
    const page = await rowing(summaryAt);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.refuse = ({ kind }) => (kind === 'complete' ? refusal(400, 'bad_request') : null);
    await play(page, records.slice(summaryAt));
    await pass(60_000);
    expect(server.of('complete')).toHaveLength(1);
    expect(page.row()).toMatchObject({ stage: 'completing', refusal: 'Refused: bad_request' });
    expect(browser.rows.size).toBe(1);
    page.runner.discard();
    await pass(1_000);
    expect(page.row()).toBeNull();
    expect(server.all()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test.each([
    [401, 'not_signed_in'],
    [503, 'unavailable'],
  ] as const)('one refused for now (%i %s) is kept and sent again', async (status, code) => {
    const page = await rowing(summaryAt);
    server.refuse = () => refusal(status, code);
    await play(page, records.slice(summaryAt));
    await pass(30_000);
    expect(page.row()).toMatchObject({ stage: 'completing', refusal: null });
    expect(page.row()?.saving.awaySinceMs).not.toBeNull();
    expect(browser.rows.size).toBe(1);
    server.refuse = () => null;
    await pass(12_000);
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
    page.runner.dismiss();
    expect(page.row()?.stage).toBe('rowing');
    await play(page, records.slice(summaryAt));
    await pass(2_000);
    page.runner.dismiss();
    expect(page.row()).toBeNull();
  });
});

describe('Finish', () => {
  test('[SESS-10] completes with the monitor’s values so far', async () => {
    const page = await rowing(rowed(40));
    await pass(1);
    const distanceM = page.row()?.progress.distanceM ?? 0;
    page.runner.finish();
    await pass(100);
    expect(server.of('complete')).toMatchObject([
      { body: { distance: distanceM, summary: { source: 'byHand' } } },
    ]);
    expect(distanceM).toBeGreaterThanOrEqual(40);
    expect(page.row()?.stage).toBe('completed');
    page.runner.finish();
    await pass(10_000);
    expect(server.of('complete')).toHaveLength(1);
  });

  test('Finish without a stroke can only be discarded, after which the item can begin again', async () => {
    const page = await rowing(3);
    expect(page.row()?.isEmpty).toBe(true);
    page.runner.discard();
    expect(page.row()).not.toBeNull();
    await pass(1_000);
    expect(page.row()).toBeNull();
    expect(server.all()).toEqual([]);
    await beginRowing(page);
    expect(page.row()).toMatchObject({ stage: 'rowing', isEmpty: true });
  });

  test('Finish in a page without records of the row leaves the result to the server', async () => {
    const before = await rowing(rowed(90));
    before.crash();
    browser.rows.clear();
    const storedM = inProgress().distance;
    const page = open();
    await pass(30_000);
    page.runner.finish();
    await pass(1_000);
    expect(server.of('complete').map(({ body }) => body)).toEqual([
      { timeZone: athletesZone, owner: device, strokeRate: null, heartRate: null },
    ]);
    expect(page.row()).toMatchObject({ stage: 'completed', activity: { distance: storedM } });
  });

  test('Finish after a reload sends the row stored on this device, which is newer than the server’s', async () => {
    const before = open();
    await beginRowing(before);
    server.road = 'cut';
    await play(before, records.slice(0, rowed(90)));
    await before.reload();
    server.road = 'open';
    expect(inProgress().distance).toBe(0);
    const page = open();
    await pass(50);
    page.runner.finish();
    await pass(3_000);
    expect(server.of('complete')[0]?.body.distance).toBeGreaterThanOrEqual(90);
    expect(server.strokes(page.row()?.activityId ?? '').length).toBeGreaterThanOrEqual(8);
  });
});

describe('two devices', () => {
  const tablet = '018f0000-0000-4000-8000-0000000000d2';

  async function openTablet(): Promise<Page> {
    const page = openPage(server, new FakeBrowser(tablet));
    pages.push(page);
    await pass(100);
    return page;
  }

  test('the second shows that the row is on another device, and finishes nothing', async () => {
    await rowing(rowed(40));
    const other = await openTablet();
    expect(other.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
    other.runner.finish();
    await pass(5_000);
    expect(server.of('complete')).toEqual([]);
    expect(inProgress().isCompleted).toBe(false);
  });

  test('the second takes over within 2 s; the first stops, keeps its data and sends it', async () => {
    const first = await rowing(rowed(40));
    const other = await openTablet();
    void other.runner.takeOver();
    await pass(2_000);
    expect(other.row()).toMatchObject({ lostTo: null });
    expect(first.row()).toMatchObject({ lostTo: 'device' });
    expect(first.row()?.progress.distanceM).toBeGreaterThanOrEqual(40);
    await play(other, records.slice(rowed(40)));
    await pass(3_000);
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100, elapsedTime: 25 });
    const numbers = server.strokes(stored?._id ?? '').map(({ number }) => number);
    expect(numbers.toSorted((one, another) => one - another)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  describe('after a reload of the first, which has a stroke that the server refuses', () => {
    let other: Page;
    beforeEach(async () => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      server.refuse = (call) =>
        call.kind === 'append' && call.strokes.some(({ number }) => number === 2)
          ? refusal(400, 'bad_request')
          : null;
      const first = await rowing(rowed(40));
      other = await openTablet();
      void other.runner.takeOver();
      await pass(5_000);
      await first.reload();
    });
    afterEach(() => void vi.restoreAllMocks());

    test('it shows that the row is on the other device, and can take it over', async () => {
      const again = open();
      await pass(500);
      expect(again.row()).toMatchObject({ stage: 'rowing', lostTo: 'device', isTakingOver: false });
      await play(other, records.slice(rowed(40), rowed(60)));
      void again.runner.takeOver();
      await pass(2_000);
      expect(again.row()).toMatchObject({ lostTo: null });
      expect(other.row()).toMatchObject({ lostTo: 'device' });
    });

    test.each(['has died before the answer', 'could not store that it did'])(
      'the row that it has taken back is continued by the next page, if it %s',
      async (how) => {
        const again = open();
        await pass(500);
        browser.failure = how === 'has died before the answer' ? null : new Error('The disk is full');
        void again.runner.takeOver();
        await pass(browser.failure === null ? 15 : 2_000);
        again.crash();
        browser.failure = null;
        expect(inProgress().owner).toBe(device);

        const next = open();
        await pass(2_000);
        expect(next.row()).toMatchObject({ stage: 'rowing', lostTo: null });
        await play(next, records.slice(rowed(40)));
        await pass(5_000);
        const [stored, ...more] = server.all();
        expect(more).toEqual([]);
        expect(stored).toMatchObject({ isCompleted: true, distance: 100, elapsedTime: 25 });
        const numbers = server.strokes(stored?._id ?? '').map(({ number }) => number);
        expect(numbers.toSorted((one, another) => one - another)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10]);
        expect(next.runner.leftovers.shown).toMatchObject([{ kind: 'strokes', strokes: 1 }]);
      },
    );

    test('its row ends with that of the other device, and the refused stroke stays reported', async () => {
      const again = open();
      await pass(500);
      await play(other, records.slice(rowed(40)));
      await pass(20_000);
      expect(server.all()).toMatchObject([{ isCompleted: true }]);
      expect(again.row()?.isEndedElsewhere ?? true).toBe(true);
      expect(again.runner.leftovers.shown).toMatchObject([{ kind: 'strokes', strokes: 1 }]);
    });
  });

  test('a page that only watches is notified that the row has ended', async () => {
    const first = await rowing(rowed(40));
    const other = await openTablet();
    await play(first, records.slice(rowed(40)));
    await pass(20_000);
    expect(other.row()?.stage ?? 'completed').toBe('completed');
  });
});

describe('two tabs of a browser', () => {
  function openTab(locks: Locks): Page {
    const page = openPage(server, browser, { locks });
    pages.push(page);
    return page;
  }

  async function twoTabs(): Promise<{ first: Page; second: Page }> {
    const locks = createFakeLocks();
    const first = openTab(locks);
    await pass(10);
    await rowing(rowed(40), first);
    const second = openTab(locks);
    await pass(500);
    return { first, second };
  }

  test('the second watches, and finishes nothing', async () => {
    const { second } = await twoTabs();
    expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: 'tab' });
    second.runner.finish();
    await pass(3_000);
    expect(server.of('complete')).toEqual([]);
  });

  test('the second takes the row over within 2 s with everything that the first has stored', async () => {
    const { first, second } = await twoTabs();
    void second.runner.takeOver();
    await pass(1_000);
    expect(first.row()).toMatchObject({ lostTo: 'tab' });
    expect(second.row()).toMatchObject({ lostTo: null });
    await play(second, records.slice(rowed(40)));
    await pass(3_000);
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
    expect(server.strokes(stored?._id ?? '').map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test('the second takes the row up by itself when the first is closed', async () => {
    const { first, second } = await twoTabs();
    first.crash();
    await pass(1_000);
    expect(second.row()).toMatchObject({ stage: 'rowing', lostTo: null });
    expect(second.row()?.progress.distanceM).toBeGreaterThanOrEqual(39);
  });
});

describe('[STAT-1] the athlete’s time zone, which determines the calendar day of the activity,', () => {
  const zonesAsked = () => server.of('complete').map(({ body }) => body.timeZone);

  test('is sent with the monitor’s result', async () => {
    await rowing(records.length);
    await pass(10_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { ...monitorsResult, timeZone: athletesZone } },
    ]);
  });

  test('the zone at the start is sent with a result that was stored on the device and is sent later from another zone', async () => {
    const before = open();
    await beginRowing(before);
    server.road = 'cut';
    await play(before, records);
    await pass(10_000);
    await before.reload();
    server.road = 'open';
    const page = openPage(server, browser, { timeZone: () => 'Europe/Berlin' });
    pages.push(page);
    await pass(10_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { ...monitorsResult, timeZone: athletesZone } },
    ]);
  });

  test('is omitted when the server does not know it, and the result is stored', async () => {
    const page = await rowing(summaryAt);
    server.refuse = (call) =>
      call.kind === 'complete' && call.body?.timeZone !== undefined
        ? refusal(400, 'bad_request', 'timeZone')
        : null;
    await play(page, records.slice(summaryAt));
    await pass(3_000);
    expect(page.row()).toMatchObject({ stage: 'completed', saving: { awaySinceMs: null, unsentStrokes: 0 } });
    expect(server.storedOf('complete')).toMatchObject([{ body: monitorsResult }]);
    expect(zonesAsked()).toEqual([athletesZone, undefined]);
  });
});

describe('after a reload', () => {
  test('without a stored row the monitor’s totals complete the result', async () => {
    const before = await rowing(rowed(50));
    before.crash();
    browser.rows.clear();
    const page = open();
    await pass(50);
    await play(page, records.slice(rowed(50)));
    await pass(2_000);
    expect(server.storedOf('complete')).toMatchObject([
      { body: { distance: 100, elapsedTime: 25, averagePace: 125 } },
    ]);
  });

  test.each(['reload', 'crash'] as const)('(%s) offline, the row continues from the journal', async (end) => {
    server.road = 'cut';
    const before = open();
    await beginRowing(before);
    await play(before, records.slice(0, rowed(50)));
    await before[end]();
    const page = open();
    await pass(50);
    expect(page.row()?.progress.distanceM).toBeGreaterThanOrEqual(45);
    await play(page, records.slice(rowed(50)));
    server.road = 'open';
    await pass(15_000);
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
    expect(server.strokes(stored?._id ?? '')).toHaveLength(10);
  });

  test('[SESS-9] patches continue at most once per 10 s', async () => {
    const before = await rowing(rowed(50));
    await pass(Math.max(0, 10_000 - (nowMs() - (server.of('patch').at(-1)?.atMs ?? 0))));
    const lastAtMs = server.of('patch').at(-1)?.atMs ?? 0;
    await before.reload();
    const page = open();
    await pass(50);
    await play(page, records.slice(rowed(50), splitAt));
    await pass(10_000);
    const next = server.of('patch').find(({ atMs }) => atMs > lastAtMs);
    expect((next?.atMs ?? 0) - lastAtMs).toBeGreaterThanOrEqual(10_000);
  });
});

describe('a browser that does not store the row', () => {
  test.each([
    ['forbids it', new DOMException('The operation is insecure.', 'SecurityError')],
    ['has a full disk', new DOMException('The disk is full.', 'QuotaExceededError')],
  ])(
    'a browser that does not store the row because it %s shows this, and the row continues',
    async (_, failure) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      browser.failure = failure;
      const page = await rowing(rowed(50));
      expect(page.row()?.saving.journalProblem).toContain('Keep this page open');
      await play(page, records.slice(rowed(50)));
      await pass(3_000);
      const [stored] = server.all();
      expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
      expect(server.strokes(stored?._id ?? '')).toHaveLength(10);
      vi.restoreAllMocks();
    },
  );
});

describe('while the browser’s storage does not respond', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());
  const numbers = () => server.strokes(server.all()[0]?._id ?? '').map(({ number }) => number);
  const all = Array.from({ length: 10 }, (_, index) => index + 1);

  test('Start and the whole row continue if it never responds, with a message', async () => {
    browser.hangs = true;
    const page = open();
    const begun = page.runner.begin(place, false);
    await pass(3_000);
    await begun;
    await play(page, records.slice(0, rowed(50)));
    expect(page.row()?.progress.distanceM).toBeGreaterThanOrEqual(50);
    expect(page.row()?.saving.journalProblem).toContain('Keep this page open');
    await play(page, records.slice(rowed(50)));
    await pass(3_000);
    expect(server.all()).toMatchObject([{ isCompleted: true, distance: 100 }]);
    expect(numbers()).toEqual(all);
  });

  test('in mid-row, values stop for at most 2 s, and everything is written once it responds', async () => {
    const page = await rowing(rowed(30));
    browser.hangs = true;
    server.road = 'cut';
    await play(page, records.slice(rowed(30), rowed(60)));
    expect(page.row()?.progress.distanceM).toBeGreaterThanOrEqual(55);
    expect(page.row()?.saving.journalProblem).toContain('Keep this page open');
    const [kept] = browser.rows.values();
    const before = kept?.strokes.size ?? 0;
    browser.hangs = false;
    await pass(20_000);
    expect(page.row()?.saving.journalProblem).toBeNull();
    const [row] = browser.rows.values();
    expect(row?.strokes.size).toBeGreaterThan(before);
    expect(row?.kept.progress.distanceM).toBe(page.row()?.progress.distanceM);
    page.crash();
    server.road = 'open';
    const again = open();
    await pass(1_000);
    await play(again, records.slice(rowed(60)));
    await pass(10_000);
    expect(server.all()).toMatchObject([{ isCompleted: true, distance: 100 }]);
    expect(numbers()).toEqual(all);
    expect(browser.rows.size).toBe(0);
  });

  test('each stroke is stored once after a crash in that state', async () => {
    const page = await rowing(rowed(30));
    browser.hangs = true;
    await play(page, records.slice(rowed(30), rowed(60)));
    await pass(2_000);
    page.crash();
    browser.hangs = false;
    const again = open();
    await pass(1_000);
    await play(again, records.slice(rowed(60)));
    await pass(10_000);
    expect(server.all()).toMatchObject([{ isCompleted: true, distance: 100 }]);
    expect(numbers()).toEqual([...new Set(numbers())]);
    expect(numbers().toSorted((one, other) => one - other)).toEqual(all);
    expect(browser.rows.size).toBe(0);
  });

  test("a reloaded page can continue with the server’s row, and sends the device's strokes as soon as they can be read", async () => {
    const page = await rowing(rowed(30));
    server.road = 'cut';
    await play(page, records.slice(rowed(30), rowed(60)));
    page.crash();
    server.road = 'open';
    browser.hangs = true;
    const again = open();
    await pass(6_000);
    // Without its storage the device does not know that it owns the row.
    expect(again.row()).toMatchObject({ stage: 'rowing', lostTo: 'device' });
    await again.runner.takeOver();
    await pass(1_000);
    await play(again, records.slice(rowed(60), rowed(80)));
    browser.hangs = false;
    await pass(20_000);
    await play(again, records.slice(rowed(80)));
    await pass(20_000);
    expect(server.all()).toMatchObject([{ isCompleted: true, distance: 100 }]);
    expect(numbers().toSorted((one, other) => one - other)).toEqual(all);
    expect(browser.rows.size).toBe(0);
  });
});

describe('an error in the code around the row', () => {
  test('does not end it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const page = open();
    let changes = 0;
    page.runner.subscribe(() => {
      changes += 1;
      if (changes >= 12 && changes <= 40) throw new Error('a listener');
    });
    await rowing(records.length, page);
    await pass(3_000);
    expect(error).toHaveBeenCalled();
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
    expect(server.strokes(stored?._id ?? '')).toHaveLength(10);
    expect(browser.rows.size).toBe(0);
    vi.restoreAllMocks();
  });

  test('an error in the code of samples and changes does not end it either', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = () => {
      throw new Error('broken');
    };
    const page = openPage(server, browser, { sendSample: broken, onChange: broken });
    pages.push(page);
    await rowing(records.length, page);
    await pass(3_000);
    const [stored] = server.all();
    expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
    expect(server.of('complete')).toHaveLength(1);
    expect(error).toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('data of a row that can’t be sent', () => {
  const isWithStroke = (wanted: number) => (call: Parameters<FakeActivityServer['refuse']>[0]) =>
    call.kind === 'append' && call.strokes.some(({ number }) => number === wanted)
      ? refusal(400, 'bad_request')
      : null;

  test('a refused stroke (400) is reported, is in a file, and is sent when the server accepts it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.refuse = isWithStroke(4);
    const page = await rowing(records.length);
    await pass(10_000);
    const [stored] = server.all();
    const id = stored?._id ?? '';
    expect(stored).toMatchObject({ isCompleted: true, distance: 100 });
    expect(server.strokes(id).map(({ number }) => number)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
    expect(page.row()?.saving).toMatchObject({ refusedStrokes: 1, refusal: 'Refused: bad_request' });
    const { leftovers } = page.runner;
    expect(leftovers.shown).toEqual([
      {
        key: id,
        kind: 'strokes',
        title: place.title,
        workout: '100m',
        strokes: 1,
        why: 'Refused: bad_request',
      },
    ]);
    expect(JSON.parse(leftovers.fileOf(id)?.text ?? '')).toMatchObject({
      workout: '100m',
      refusal: 'Refused: bad_request',
      strokes: [{ sequence: 3, number: 4 }],
    });
    expect(browser.rows.size).toBe(1);
    server.refuse = () => null;
    leftovers.retry(id);
    await pass(3_000);
    expect(server.strokes(id)).toHaveLength(10);
    expect(leftovers.shown).toEqual([]);
    expect(browser.rows.size).toBe(0);
    vi.restoreAllMocks();
  });

  test('a refused stroke that the athlete gives up leaves this device', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.refuse = isWithStroke(4);
    const page = await rowing(records.length);
    await pass(10_000);
    page.runner.leftovers.discard(page.row()?.activityId ?? '');
    await pass(1_000);
    expect(page.runner.leftovers.shown).toEqual([]);
    expect(browser.rows.size).toBe(0);
    vi.restoreAllMocks();
  });

  test('a body that is too large for a proxy (413) is sent in parts', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.refuse = (call) =>
      call.kind === 'append' && call.strokes.length > 2 ? new ApiError(413, null) : null;
    server.road = 'cut';
    const page = open();
    const begun = page.runner.begin(place, false);
    await pass(50);
    await begun;
    await play(page, records);
    server.road = 'open';
    await pass(30_000);
    const [stored] = server.all();
    expect(server.strokes(stored?._id ?? '')).toHaveLength(10);
    expect(browser.rows.size).toBe(0);
    vi.restoreAllMocks();
  });

  describe.each(['newer', 'damaged'] as const)('a row of this device that is %s', (why) => {
    /** Rows 60 m offline from there on, and makes the stored row unreadable. */
    async function withUnreadable(): Promise<{ page: Page; id: string }> {
      const first = await rowing(rowed(20));
      server.road = 'cut';
      await play(first, records.slice(rowed(20), rowed(60)));
      first.crash();
      const [row] = browser.rows.values();
      if (row === undefined) throw new Error('Nothing is kept');
      const {
        key,
        id,
        place: { title, workout },
      } = row.kept;
      const strokes = [...row.strokes.values()];
      browser.rows.clear();
      const stored = { key, beats: 7 };
      browser.unreadable = [
        { key, why, activityId: id, title, workout, strokes, stored, storedStrokes: strokes },
      ];
      return { page: open(), id };
    }

    test('is reported, and its strokes are sent once', async () => {
      const { page, id } = await withUnreadable();
      await pass(1_000);
      expect(page.runner.leftovers.shown).toMatchObject([{ kind: why, workout: '100m' }]);
      expect(page.runner.leftovers.shown[0]?.strokes).toBeGreaterThan(0);
      server.road = 'open';
      await pass(20_000);
      expect(page.runner.leftovers.shown).toMatchObject([{ kind: why, strokes: 0 }]);
      const numbers = server.strokes(id).map(({ number }) => number);
      expect(numbers).toEqual(browser.unreadable[0]?.strokes.map(({ stroke }) => stroke.number));
      expect(browser.unreadable[0]?.strokes.every(({ isSent }) => isSent)).toBe(true);
      expect(JSON.parse(page.runner.leftovers.fileOf(id)?.text ?? '')).toMatchObject({ row: { beats: 7 } });
    });

    test('stays on this device until the athlete discards it; its activity then continues', async () => {
      const { page, id } = await withUnreadable();
      server.road = 'open';
      await pass(20_000);
      expect(browser.unreadable).toHaveLength(1);
      expect(page.row()).toBeNull();
      page.runner.leftovers.discard(id);
      await pass(1_000);
      expect(browser.unreadable).toEqual([]);
      expect(page.runner.leftovers.shown).toEqual([]);
      expect(page.row()).toMatchObject({ activityId: id, stage: 'rowing' });
    });
  });
});

describe('the recovery heart rate', () => {
  if (summary?.kind !== 'endOfWorkoutSummary') throw new Error('The recording is another');
  const withRecovery = { ...summary, recoveryHeartRateBpm: 112 };
  const recoveries = () => server.of('patch').filter(({ body }) => body.summary !== undefined);

  test('the recovery heart rate from the monitor’s second summary is sent once, after the completion', async () => {
    const page = await rowing(records.length);
    await pass(60_000);
    expect(recoveries()).toEqual([]);
    page.runner.follow(withRecovery);
    page.runner.follow(withRecovery);
    await pass(1_000);
    page.runner.follow(withRecovery);
    await pass(1_000);
    expect(recoveries()).toHaveLength(1);
    expect(server.activity(page.row()?.activityId ?? '')).toMatchObject({
      distance: 100,
      summary: { recoveryHeartRate: 112, source: 'summary' },
    });
  });

  test('is ignored two minutes after the end', async () => {
    const page = await rowing(records.length);
    await pass(125_000);
    page.runner.follow(withRecovery);
    await pass(1_000);
    expect(recoveries()).toEqual([]);
  });

  test('is sent with the completion if that is later, and not separately', async () => {
    const page = await rowing(summaryAt);
    server.road = 'cut';
    await play(page, records.slice(summaryAt));
    await pass(60_000);
    page.runner.follow(withRecovery);
    server.road = 'open';
    await pass(20_000);
    expect(server.storedOf('complete')).toMatchObject([{ body: { summary: { recoveryHeartRate: 112 } } }]);
    expect(recoveries()).toEqual([]);
  });
});
