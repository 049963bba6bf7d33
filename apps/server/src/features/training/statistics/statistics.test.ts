import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  GeneralStatisticsSchema,
  HeatmapSchema,
  MetersStatisticsSchema,
  ProgressStatisticsSchema,
  statisticsPeriods,
} from '@boathouse/contract/statistics';
import { activities } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { buildActivity, type ActivityToBuild } from '../activities/factory.ts';
import { completeActivity } from '../activities/service.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import {
  activityHeatmap,
  generalStatistics,
  metersStatistics,
  paceOfSpan,
  progressStatistics,
  totalsOfSpan,
} from './service.ts';

const unheard = { onChange: () => {}, onReplaced: () => {} };

const unknownUserId = '019a0000-0000-7000-8000-000000000000';

onEachDatabase('statistics', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let hostId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    hostId = (await buildUser(database().db))._id;
  });

  /** Creates a user with these completed activities, each started at `at`. Returns the user's id. */
  async function athleteWith(rowed: Array<Omit<ActivityToBuild, 'userId' | 'sessionId'> & { at: string }>) {
    const { db } = database();
    const { _id: userId } = await buildUser(db);
    for (const { at, ...given } of rowed) {
      const sessionId = await buildSession(db, { hostUserId: hostId });
      const createdAt = new Date(at);
      await buildActivity(db, { userId, sessionId, createdAt, completedAt: createdAt, ...given });
    }
    return userId;
  }

  const read = async (path: string) => {
    const answer = await app().call('GET', `/api/users/${path}`, { as: ann });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  const viewing = { now: Temporal.Instant.from('2026-05-04T12:00:00Z'), timeZone: 'UTC' };

  test('[STAT-1] [STAT-2] metersStatistics sums meters by period and by step and compares them with the period before', async () => {
    const userId = await athleteWith([
      { at: '2026-05-04T06:00:00Z', distance: 5_000 },
      { at: '2026-05-04T18:00:00Z', distance: 1_000.5 },
      { at: '2026-04-28T06:00:00Z', distance: 2_000 },
      { at: '2026-04-27T06:00:00Z', distance: 400 },
      { at: '2026-03-20T06:00:00Z', distance: 10_000 },
      { at: '2025-06-01T06:00:00Z', distance: 7 },
      // Later in last year than today is in this year: outside the comparison.
      { at: '2025-05-05T06:00:00Z', distance: 888_888 },
      { at: '2025-05-04T06:00:00Z', distance: 1_000 },
      { at: '2024-06-01T06:00:00Z', distance: 19_000 },
      { at: '2024-05-31T06:00:00Z', distance: 999_999 },
    ]);
    const statistics = await metersStatistics(database().db, userId, { ...viewing, viewerId: userId });
    expect(statistics.aggregate).toEqual({ weekMeters: 8_000.5, monthMeters: 8_400.5, yearMeters: 18_407.5 });
    expect(statistics.delta).toEqual({
      weekMeters: 7_600.5,
      monthMeters: 8_400.5 - 10_000,
      yearMeters: 18_407.5 - 20_000,
    });
    expect(statistics.plottable.weekMeters).toEqual([2_000, 0, 0, 0, 0, 0, 6_000.5]);
    expect(statistics.plottable.monthMeters.slice(-8)).toEqual([400, 2_000, 0, 0, 0, 0, 0, 6_000.5]);
    expect(statistics.plottable.yearMeters).toEqual([7, 0, 0, 0, 0, 0, 0, 0, 0, 10_000, 2_400, 6_000.5]);
    expect(statistics.steps.week).toEqual([
      '2026-04-28',
      '2026-04-29',
      '2026-04-30',
      '2026-05-01',
      '2026-05-02',
      '2026-05-03',
      '2026-05-04',
    ]);
    expect(statistics.steps.year[0]).toBe('2025-06-01');
    expect(MetersStatisticsSchema.parse(statistics)).toEqual(statistics);
  });

  test('[STAT-1] generalStatistics returns a total and a delta for meters, seconds and calories', async () => {
    const userId = await athleteWith([
      { at: '2026-05-03T06:00:00Z', distance: 2_000, elapsedTime: 480.4, totalCalories: 110 },
      { at: '2026-04-26T06:00:00Z', distance: 5_000, elapsedTime: 1_250, totalCalories: 300 },
    ]);
    const { aggregate, delta } = await generalStatistics(database().db, userId, {
      ...viewing,
      viewerId: userId,
    });
    expect(aggregate).toEqual({
      weekMeters: 2_000,
      monthMeters: 7_000,
      yearMeters: 7_000,
      weekTime: 480.4,
      monthTime: 1_730.4,
      yearTime: 1_730.4,
      weekCalories: 110,
      monthCalories: 410,
      yearCalories: 410,
    });
    expect(delta).toEqual({
      weekMeters: -3_000,
      monthMeters: 7_000,
      yearMeters: 7_000,
      weekTime: -769.6,
      monthTime: 1_730.4,
      yearTime: 1_730.4,
      weekCalories: -190,
      monthCalories: 410,
      yearCalories: 410,
    });
  });

  test('[STAT-3] progressStatistics returns the pace over all activities of a step within the distance bounds', async () => {
    const userId = await athleteWith([
      { at: '2026-05-04T06:00:00Z', distance: 2_000, elapsedTime: 480 },
      { at: '2026-05-04T18:00:00Z', distance: 6_000, elapsedTime: 1_560 },
      { at: '2026-05-02T06:00:00Z', distance: 12_000, elapsedTime: 3_120 },
      { at: '2026-05-01T06:00:00Z', distance: 0, elapsedTime: 30 },
      { at: '2026-04-10T06:00:00Z', distance: 500, elapsedTime: 100 },
    ]);
    const weekOf = async (bounds: { gte: number; lte: number }) =>
      (await progressStatistics(database().db, userId, bounds, { ...viewing, viewerId: userId })).plottable
        .weekPace;
    expect(await weekOf({ gte: 0, lte: 10_000 })).toEqual([null, null, null, null, null, null, 127.5]);
    expect(await weekOf({ gte: 0, lte: 1_000_000 })).toEqual([null, null, null, null, 130, null, 127.5]);
    // Both bounds are inclusive.
    expect(await weekOf({ gte: 2_000, lte: 2_000 })).toEqual([null, null, null, null, null, null, 120]);
    expect(await weekOf({ gte: 6_001, lte: 10_000 })).toEqual([null, null, null, null, null, null, null]);
    const { plottable, steps } = await progressStatistics(
      database().db,
      userId,
      { gte: 0, lte: 10_000 },
      { ...viewing, viewerId: userId },
    );
    expect(plottable.yearPace).toEqual([...Array.from({ length: 10 }, () => null), 100, 127.5]);
    expect(plottable.monthPace.filter((pace) => pace !== null)).toEqual([100, 127.5]);
    expect([steps.week.length, steps.month.length, steps.year.length]).toEqual([7, 30, 12]);
  });

  test('[STAT-3] the cap of the distance filter means no upper bound', async () => {
    const userId = await athleteWith([
      { at: '2026-05-04T06:00:00Z', distance: 1_500_000, elapsedTime: 300_000 },
    ]);
    const paceUpTo = async (lte: number) =>
      (
        await progressStatistics(database().db, userId, { gte: 0, lte }, { ...viewing, viewerId: userId })
      ).plottable.weekPace.at(-1);
    expect(await paceUpTo(1_000_000)).toBe(100);
    expect(await paceUpTo(999_999)).toBeNull();
  });

  test('[ATHL-2] the heatmap counts the activities of a year by day of the year', async () => {
    const userId = await athleteWith([
      { at: '2024-01-01T06:00:00Z' },
      { at: '2024-02-29T06:00:00Z' },
      { at: '2024-02-29T18:00:00Z' },
      { at: '2024-03-01T06:00:00Z' },
      { at: '2024-12-31T23:59:59Z' },
      { at: '2025-01-01T00:00:00Z' },
      { at: '2025-03-01T06:00:00Z' },
    ]);
    const { db } = database();
    expect(await activityHeatmap(db, userId, userId, 2024)).toEqual({
      year: 2024,
      count: 5,
      days: { 1: 1, 60: 2, 61: 1, 366: 1 },
    });
    expect(await activityHeatmap(db, userId, userId, 2025)).toEqual({
      year: 2025,
      count: 2,
      days: { 1: 1, 60: 1 },
    });
    expect(await activityHeatmap(db, userId, userId, 2023)).toEqual({ year: 2023, count: 0, days: {} });
  });

  test('[STAT-1] [ATHL-2] simulated activities and activities in progress do not count', async () => {
    const userId = await athleteWith([
      { at: '2026-05-04T06:00:00Z', distance: 2_000, elapsedTime: 480, totalCalories: 9, isSimulated: true },
    ]);
    const { db } = database();
    const sessionId = await buildSession(db, { hostUserId: hostId });
    const createdAt = new Date('2026-05-04T07:00:00Z');
    await buildActivity(db, { userId, sessionId, createdAt, distance: 700, elapsedTime: 170 });
    const { aggregate } = await generalStatistics(db, userId, { ...viewing, viewerId: userId });
    expect(new Set(Object.values(aggregate))).toEqual(new Set([0]));
    const progress = await progressStatistics(
      db,
      userId,
      { gte: 0, lte: 10_000 },
      { ...viewing, viewerId: userId },
    );
    expect(new Set(Object.values(progress.plottable).flat())).toEqual(new Set([null]));
    expect(await activityHeatmap(db, userId, userId, 2026)).toEqual({ year: 2026, count: 0, days: {} });
  });

  test('[STAT-1] [STAT-2] the totals of a span are by day, month or year, and contain only rowed work', async () => {
    const { db } = database();
    const userId = await athleteWith([
      { at: '2017-05-20T06:00:00Z', distance: 2_000, elapsedTime: 480, totalCalories: 110 },
      { at: '2026-04-30T06:00:00Z', distance: 500.25, elapsedTime: 120, totalCalories: 25 },
      { at: '2026-05-01T06:00:00Z', distance: 5_000, elapsedTime: 1_200, totalCalories: 300 },
      { at: '2026-05-01T18:00:00Z', distance: 1_000, elapsedTime: 240, totalCalories: null },
      { at: '2026-05-02T06:00:00Z', distance: 9_000, elapsedTime: 1_200, machine: 'bike' },
    ]);
    const may = { step: '2026-05-01', count: 2, meters: 6_000, timeSec: 1_440, calories: 300 };
    const april = { step: '2026-04-30', count: 1, meters: 500.25, timeSec: 120, calories: 25 };
    const span = { from: '2026-04-30', to: '2026-05-31' };
    expect(await totalsOfSpan(db, userId, { ...span, step: 'day' })).toEqual([
      { ...april, withoutCalories: 0 },
      { ...may, withoutCalories: 1 },
    ]);
    expect(await totalsOfSpan(db, userId, { ...span, from: '2026-05-01', step: 'month' })).toEqual([
      { ...may, withoutCalories: 1 },
    ]);
    const years = await totalsOfSpan(db, userId, { from: '2017-05-20', to: '2026-12-31', step: 'year' });
    expect(years.map(({ step, meters }) => [step, meters])).toEqual([
      ['2017-01-01', 2_000],
      ['2026-01-01', 6_500.25],
    ]);
    const { since } = await generalStatistics(db, userId, { ...viewing, viewerId: userId });
    expect(since).toBe('2017-05-20');
    expect((await generalStatistics(db, hostId, { ...viewing, viewerId: hostId })).since).toBeNull();
  });

  test('[STAT-3] the pace of a span is that of the activities within the distance, by step', async () => {
    const userId = await athleteWith([
      { at: '2026-04-30T06:00:00Z', distance: 2_000, elapsedTime: 400 },
      { at: '2026-04-02T06:00:00Z', distance: 2_000, elapsedTime: 440 },
      { at: '2026-05-01T06:00:00Z', distance: 12_000, elapsedTime: 3_000 },
    ]);
    const span = { from: '2026-04-01', to: '2026-05-31', gte: 0, lte: 10_000 } as const;
    const { db } = database();
    expect(await paceOfSpan(db, userId, { ...span, step: 'month' })).toEqual([
      { step: '2026-04-01', pace: 105 },
    ]);
    expect(await paceOfSpan(db, userId, { ...span, lte: 1_000_000, step: 'day' })).toEqual([
      { step: '2026-04-02', pace: 110 },
      { step: '2026-04-30', pace: 100 },
      { step: '2026-05-01', pace: 125 },
    ]);
  });

  test("[STAT-1] a window ends with the present day in the viewer's time zone", async () => {
    const userId = await athleteWith([{ at: '2026-05-04T06:00:00Z', distance: 2_000 }]);
    const weekIn = async (now: string, timeZone: string) => {
      const { aggregate, plottable } = await metersStatistics(database().db, userId, {
        viewerId: userId,
        now: Temporal.Instant.from(now),
        timeZone,
      });
      return [aggregate.weekMeters, plottable.weekMeters.indexOf(2_000)];
    };
    expect(await weekIn('2026-05-04T10:30:00Z', 'Pacific/Pago_Pago')).toEqual([0, -1]);
    expect(await weekIn('2026-05-04T10:30:00Z', 'UTC')).toEqual([2_000, 6]);
    expect(await weekIn('2026-05-04T10:30:00Z', 'Pacific/Kiritimati')).toEqual([2_000, 5]);
    expect(await weekIn('2026-05-10T23:30:00Z', 'UTC')).toEqual([2_000, 0]);
    expect(await weekIn('2026-05-10T23:30:00Z', 'Europe/Berlin')).toEqual([0, -1]);
  });

  describe('over the API', () => {
    test('[API-USERS] any signed-in user can read them; they end today and use the defaults of the contract', async () => {
      const userId = await athleteWith([
        { at: new Date(clockMs()).toISOString(), distance: 3_000, elapsedTime: 720, totalCalories: 170 },
      ]);
      const meters = MetersStatisticsSchema.parse(await read(`${userId}/statistics`));
      expect(meters.aggregate.weekMeters).toBe(3_000);
      const general = GeneralStatisticsSchema.parse(await read(`${userId}/statistics-general?timeZone=UTC`));
      expect(general.delta).toMatchObject({ yearMeters: 3_000, yearTime: 720, yearCalories: 170 });
      const progress = ProgressStatisticsSchema.parse(await read(`${userId}/statistics-progress`));
      expect(progress.plottable.weekPace).toContain(120);
      const short = await read(`${userId}/statistics-progress?gte=0&lte=2999&timeZone=Asia/Tokyo`);
      expect(ProgressStatisticsSchema.parse(short).plottable.yearPace).not.toContain(120);
      const thisYear = new Date(clockMs()).getUTCFullYear();
      const heatmap = await read(`${userId}/activity-heatmap?currentYear=${thisYear + 1}&yearOffset=-1`);
      expect(HeatmapSchema.parse(heatmap)).toMatchObject({ year: thisYear, count: 1 });
    });

    const calls = [
      'statistics',
      'statistics-general',
      'statistics-progress',
      'activity-heatmap?currentYear=2026',
    ];

    test.each(calls)('[API-USERS] %s returns 404 for a user who does not exist', async (call) => {
      const answer = await app().call('GET', `/api/users/${unknownUserId}/${call}`, { as: ann });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });

    test.each([
      ['statistics?timeZone=', 'timeZone'],
      ['statistics-progress?timeZone=Mars Olympus', 'timeZone'],
      ['statistics-progress?gte=-1', 'gte'],
      ['statistics-span?from=2026-05-02&to=2026-05-01&step=month', 'to'],
      ['statistics-span?from=2025-05-01&to=2026-05-02&step=day', 'to'],
      ['statistics-span?from=2026-05-01&to=2026-05-02&step=week', 'step'],
      ['statistics-span-progress?from=2026-05-01&to=2026-05-02&step=day&lte=-1', 'lte'],
      ['statistics-progress?lte=1000001', 'lte'],
      ['statistics-progress?lte=', 'lte'],
      ['activity-heatmap?currentYear=9999&yearOffset=1', 'yearOffset'],
      ['activity-heatmap?currentYear=19', 'currentYear'],
      ['activity-heatmap', 'currentYear'],
    ])('[API-USERS] %s returns 400 and names %s', async (call, field) => {
      const answer = await app().call('GET', `/api/users/${ann.user._id}/${call}`, { as: ann });
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request', fields: [{ field }] } });
    });
  });

  // Browsers send the first if the system's zone is not set; Intl accepts PST, which Temporal rejects.
  test.each(['Etc/Unknown', 'Mars/Olympus', 'PST', 'America/NewerThanThisServer'])(
    "[API-USERS] statistics in the unknown zone %s are UTC's",
    async (timeZone) => {
      for (const call of ['statistics', 'statistics-general', 'statistics-progress']) {
        const path = `/api/users/${ann.user._id}/${call}`;
        const answer = await app().call('GET', `${path}?timeZone=${timeZone}`, { as: ann });
        expect(answer).toMatchObject({ status: 200 });
        expect(answer.body).toEqual((await app().call('GET', path, { as: ann })).body);
      }
    },
  );

  describe('for any history', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/Santiago',
      'Pacific/Kiritimati',
      'Asia/Kathmandu',
      'Pacific/Pago_Pago',
    ];
    const hundredth = (maximum: number) => fc.integer({ min: 0, max: maximum * 100 }).map((n) => n / 100);
    const nowMs = fc.integer({ min: Date.UTC(2024, 1, 20), max: Date.UTC(2027, 2, 5) });

    const rowed = fc.record({
      // Mostly near the edges of the windows.
      daysAgo: fc.oneof(
        fc.constantFrom(0, 1, 6, 7, 13, 14, 29, 30, 59, 60, 334, 360, 364, 365, 366, 730),
        fc.integer({ min: 0, max: 800 }),
      ),
      msOfDay: fc.integer({ min: 0, max: 86_399_999 }),
      timeZone: fc.option(fc.constantFrom(...zones), { nil: undefined }),
      distance: hundredth(20_000),
      elapsedTime: hundredth(6_000),
      totalCalories: fc.integer({ min: 0, max: 900 }),
      isSimulated: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      isCompleted: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      asked: fc.integer({ min: 1, max: 2 }),
    });

    const history = fc.record({
      now: nowMs,
      timeZone: fc.constantFrom(...zones),
      rowed: fc.array(rowed, { maxLength: 12 }),
      bounds: fc.constantFrom(
        { gte: 0, lte: 10_000 },
        { gte: 5_000, lte: 1_000_000 },
        { gte: 0, lte: 2_000 },
      ),
    });

    /** Computed without Temporal, so that it does not share a mistake with the code under test. */
    const dayNumber = (ms: number, timeZone: string): number => {
      const text = new Intl.DateTimeFormat('en-CA', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(ms);
      return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
    };
    const monthNumber = (day: number) => {
      const date = new Date(day * 86_400_000);
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    };
    const dayOfMonth = (day: number) => new Date(day * 86_400_000).getUTCDate();
    const rounded = (value: number) => Math.round(value * 100) / 100;

    type Counted = { day: number; distance: number; elapsedTime: number; totalCalories: number };

    /** Returns the step of a day: 0 to length - 1 in the period, negative in the period before, else NaN. */
    function stepOf(period: (typeof statisticsPeriods)[number], day: number, today: number): number {
      const length = { week: 7, month: 30, year: 12 }[period];
      const step =
        period === 'year' ? monthNumber(day) - monthNumber(today) + length - 1 : day - today + length - 1;
      // The comparison ends on the same day of the month as the present month.
      const isYetToCome = period === 'year' && step === -1 && dayOfMonth(day) > dayOfMonth(today);
      return day > today || step < -length || isYetToCome ? Number.NaN : step;
    }

    const sum = (all: Counted[], amountOf: (one: Counted) => number) =>
      all.reduce((total, one) => total + amountOf(one), 0);

    test('[STAT-1] [STAT-2] [STAT-3] [ATHL-2] statistics and heatmap equal a recomputation from the activities', async () => {
      const { db } = database();
      await fc.assert(
        fc.asyncProperty(history, async ({ now, timeZone, rowed: all, bounds }) => {
          const { _id: userId } = await buildUser(db);
          const counted: Counted[] = [];
          for (const { daysAgo, msOfDay, isCompleted, asked, timeZone: athletesZone, ...figures } of all) {
            const startMs = Math.floor(now / 86_400_000) * 86_400_000 - daysAgo * 86_400_000 + msOfDay;
            const sessionId = await buildSession(db, { hostUserId: userId });
            const id = await buildActivity(db, { userId, sessionId, createdAt: new Date(startMs) });
            if (!isCompleted) {
              // A user may have only one activity in progress, so this one is deleted.
              await db.delete(activities).where(eq(activities.id, id));
              continue;
            }
            const result = { ...figures, ...(athletesZone === undefined ? {} : { timeZone: athletesZone }) };
            for (let time = 0; time < asked; time += 1) {
              await completeActivity(db, userId, id, result, unheard);
            }
            if (!figures.isSimulated)
              counted.push({ day: dayNumber(startMs, athletesZone ?? 'UTC'), ...figures });
          }

          const today = dayNumber(now, timeZone);
          const viewed = { now: Temporal.Instant.fromEpochMilliseconds(now), timeZone };
          const general = await generalStatistics(db, userId, { ...viewed, viewerId: userId });
          const meters = await metersStatistics(db, userId, { ...viewed, viewerId: userId });
          const progress = await progressStatistics(db, userId, bounds, { ...viewed, viewerId: userId });
          for (const period of statisticsPeriods) {
            const steps = (keep: (step: number) => boolean) =>
              counted.filter(({ day }) => keep(stepOf(period, day, today)));
            const [present, before] = [steps((step) => step >= 0), steps((step) => step < 0)];
            for (const [figure, amountOf] of [
              ['Meters', (one: Counted) => one.distance],
              ['Time', (one: Counted) => one.elapsedTime],
              ['Calories', (one: Counted) => one.totalCalories],
            ] as const) {
              const total = sum(present, amountOf);
              expect(general.aggregate[`${period}${figure}`]).toBe(rounded(total));
              expect(general.delta[`${period}${figure}`]).toBeCloseTo(total - sum(before, amountOf), 6);
            }
            expect(meters.aggregate[`${period}Meters`]).toBe(general.aggregate[`${period}Meters`]);
            expect(meters.delta[`${period}Meters`]).toBe(general.delta[`${period}Meters`]);
            meters.plottable[`${period}Meters`].forEach((amount, index) => {
              expect(amount).toBe(
                rounded(
                  sum(
                    steps((step) => step === index),
                    (one) => one.distance,
                  ),
                ),
              );
            });
            progress.plottable[`${period}Pace`].forEach((pace, index) => {
              const within = steps((step) => step === index).filter(
                ({ distance }) =>
                  distance > 0 &&
                  distance >= bounds.gte &&
                  (bounds.lte === 1_000_000 || distance <= bounds.lte),
              );
              const distanceM = sum(within, (one) => one.distance);
              const timeSec = sum(within, (one) => one.elapsedTime);
              if (rounded(distanceM) === 0 || rounded(timeSec) === 0) expect(pace).toBeNull();
              else expect(pace).toBeCloseTo((timeSec / distanceM) * 500, 6);
            });
          }

          const year = new Date(today * 86_400_000).getUTCFullYear();
          const first = Date.UTC(year, 0, 1) / 86_400_000;
          const days: Record<string, number> = {};
          for (const { day } of counted) {
            if (new Date(day * 86_400_000).getUTCFullYear() !== year) continue;
            days[day - first + 1] = (days[day - first + 1] ?? 0) + 1;
          }
          const count = Object.values(days).reduce((total, one) => total + one, 0);
          expect(await activityHeatmap(db, userId, userId, year)).toEqual({ year, count, days });
        }),
        { numRuns: 40 },
      );
    }, 120_000);
  });
});
