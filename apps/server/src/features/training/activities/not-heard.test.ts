import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ActivitySchema, type ActivityCompletion } from '@boathouse/contract/activities';
import { GeneralStatisticsSchema } from '@boathouse/contract/statistics';
import { rowsOf } from '../../../db/migrations.ts';
import { activities, activityDays } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { emptySummary } from '../../../../test/support/summaries.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity } from './factory.ts';

const summary = emptySummary('lastStatus');
const partlyHeard = {
  distance: 500,
  elapsedTime: 105,
  averagePace: 105,
  strokeRate: null,
  heartRate: null,
  totalCalories: null,
  summary,
};

onEachDatabase('a result of which a part was not heard', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  let sessionId: string;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    await database().db.delete(activities);
    await database().db.delete(activityDays);
    sessionId = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['500m'] });
  });

  const begun = (more: Partial<Parameters<typeof buildActivity>[1]> = {}) =>
    buildActivity(database().db, { userId: ann.user._id, sessionId, ...more });
  async function complete(id: string, body: ActivityCompletion) {
    const answer = await app().call('PATCH', `/api/activities/${id}/complete`, { as: ann, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return ActivitySchema.parse(answer.body);
  }
  async function overview() {
    const answer = await app().call('GET', `/api/users/${ann.user._id}/statistics-general?timeZone=UTC`, {
      as: ann,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return GeneralStatisticsSchema.parse(answer.body);
  }
  const unknown = { strokeRate: null, heartRate: null, totalCalories: null };

  test('has no stroke rate, heart rate and calories, for any values stored while it was rowed', async () => {
    const id = await begun({
      distance: 201,
      elapsedTime: 42,
      strokeRate: 30,
      heartRate: 144,
      totalCalories: 16,
    });
    expect(await complete(id, partlyHeard)).toMatchObject({ ...unknown, distance: 500, isPartial: false });
    const found = await app().call('GET', `/api/activities/search?user=${ann.user._id}`, { as: ann });
    expect(found.body).toMatchObject({ activities: [unknown] });
    const listed = await app().call('GET', `/api/sessions/${sessionId}/activities`, { as: ben });
    expect(listed.body).toMatchObject([[unknown]]);
  });

  test('is partial while the time of an interval is missing, without a pace, until the monitor reports it', async () => {
    const id = await begun({ distance: 500.1, elapsedTime: 42, averagePace: 42 });
    const lowerBound = { ...partlyHeard, elapsedTime: 42, averagePace: null, averagePower: null };
    expect(await complete(id, { ...lowerBound, isPartial: true })).toMatchObject({
      isPartial: true,
      averagePace: null,
      averagePower: null,
      distance: 500.1,
    });
    const whole = { ...summary, source: 'summary' as const };
    const byTheMonitor = { ...partlyHeard, isPartial: true, summary: whole };
    expect(await complete(id, byTheMonitor)).toMatchObject({ isPartial: false, elapsedTime: 105 });
  });

  test('counts its meters and time, and is named as missing from the calories', async () => {
    await complete(await begun(), partlyHeard);
    const { aggregate, withoutCalories } = await overview();
    expect(aggregate).toMatchObject({ weekMeters: 500, weekTime: 105, weekCalories: 0 });
    expect(withoutCalories).toEqual({
      period: { week: 1, month: 1, year: 1 },
      before: { week: 0, month: 0, year: 0 },
    });
    const other = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['500m'] });
    const whole = await buildActivity(database().db, { userId: ann.user._id, sessionId: other });
    await complete(whole, { ...partlyHeard, strokeRate: 30, totalCalories: 39 });
    expect(await overview()).toMatchObject({
      aggregate: { weekMeters: 1_000, weekCalories: 39 },
      withoutCalories: { period: { week: 1 } },
    });
  });

  test('is replaced by the result of the monitor, with its figures', async () => {
    const id = await begun();
    await complete(id, partlyHeard);
    const figures = { strokeRate: 30, heartRate: 150, totalCalories: 39 };
    const whole = { ...summary, averageStrokeRate: 30, averageHeartRate: 150, source: 'summary' as const };
    expect(await complete(id, { ...partlyHeard, ...figures, summary: whole })).toMatchObject(figures);
    expect(await overview()).toMatchObject({
      aggregate: { weekMeters: 500, weekCalories: 39 },
      withoutCalories: { period: { week: 0 } },
    });
  });

  test('is taken off its day again when it is opened again', async () => {
    const id = await begun();
    await complete(id, partlyHeard);
    const answer = await app().call('POST', `/api/activities/${id}/reopen`, { as: ann });
    expect(answer.status).toBe(200);
    expect(await database().db.select().from(activityDays)).toEqual([]);
  });

  test('a completion by a page of an earlier version has the numbers that it sends', async () => {
    const numbers = { strokeRate: 12, heartRate: 144, totalCalories: 16 };
    expect(await complete(await begun(), { ...partlyHeard, ...numbers })).toMatchObject(numbers);
  });

  test('keeps calories that the server had from another page, and unknown ones stay unknown', async () => {
    const known = await begun({ distance: 257.1, elapsedTime: 54, totalCalories: 20 });
    const byHand = { ...summary, source: 'byHand' as const };
    const reloaded = { ...partlyHeard, distance: 250, elapsedTime: 52.5, summary: byHand };
    expect(await complete(known, { ...reloaded, totalCalories: 19 })).toMatchObject({
      distance: 257.1,
      elapsedTime: 54,
      totalCalories: 20,
    });
    await database().db.delete(activities);
    const unheard = await begun({ distance: 257.1, elapsedTime: 54, totalCalories: 20 });
    expect(await complete(unheard, reloaded)).toMatchObject({ distance: 257.1, totalCalories: null });
  });

  test('ended by the host has no rates of its last moment', async () => {
    const heardAt = new Date(nowMs() - 3_600_000);
    const id = await begun({ distance: 201, elapsedTime: 42, strokeRate: 30, heartRate: 144, heardAt });
    const answer = await app().call('POST', `/api/activities/${id}/end`, { as: ben });
    expect(answer.body).toMatchObject({
      isCompleted: true,
      distance: 201,
      strokeRate: null,
      heartRate: null,
    });
  });

  test('is stored in a database of the previous version, whose figures do not change', async () => {
    const { db } = database();
    const completedAt = new Date(nowMs());
    const id = await begun({
      distance: 500,
      elapsedTime: 105,
      strokeRate: 12,
      totalCalories: 16,
      completedAt,
    });
    await db.execute(sql`alter table activities alter column stroke_rate set not null`);
    await db.execute(sql`alter table activities alter column total_calories set not null`);
    await db.execute(sql`alter table activity_days drop column without_calories`);
    const migration = new URL('../../../../migrations/0024_what-was-not-heard.sql', import.meta.url);
    for (const statement of readFileSync(migration, 'utf8').split('--> statement-breakpoint')) {
      await db.execute(sql.raw(statement));
    }
    const before = { strokeRate: 12, totalCalories: 16 };
    expect(await db.select().from(activities).where(eq(activities.id, id))).toMatchObject([before]);
    expect(await db.select().from(activityDays)).toMatchObject([{ calories: 16, withoutCalories: 0 }]);
    await complete(await begunInAnother(), partlyHeard);
    expect(
      rowsOf(await db.execute(sql`select count(*)::int as n from activities where stroke_rate is null`)),
    ).toEqual([{ n: 1 }]);
  });

  async function begunInAnother() {
    const other = await buildSession(database().db, { hostUserId: ben.user._id, workoutItems: ['500m'] });
    return buildActivity(database().db, { userId: ann.user._id, sessionId: other });
  }
});
