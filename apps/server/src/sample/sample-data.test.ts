import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  activities,
  activityDays,
  attendances,
  clubMemberships,
  clubs,
  comments,
  follows,
  likes,
  notifications,
  sessions,
  users,
} from '../db/tables.ts';
import { areConnected } from '../features/news/follows/index.ts';
import { metersStatistics } from '../features/training/statistics/service.ts';
import { recordsOf } from '../features/racing/tests/records/service.ts';
import { boardOf, testsOf } from '../features/racing/tests/service.ts';
import { fillSampleData } from './sample-data.ts';
import { usePglite } from '../../test/support/databases.ts';
import { openTestIdentity } from '../../test/support/test-identity.ts';

const database = usePglite();
const now = Temporal.ZonedDateTime.from('2026-05-04T12:04[America/New_York]');

const fill = (at = now) => {
  const { db } = database();
  return fillSampleData(db, openTestIdentity(db), at);
};

async function counts(): Promise<number[]> {
  const tables = [users, clubMemberships, sessions, activities, activityDays, follows, comments, likes];
  const counted = [];
  for (const table of tables) {
    const [row] = await database()
      .db.select({ count: sql<number>`count(*)::int` })
      .from(table);
    counted.push(row?.count ?? 0);
  }
  return counted;
}

test('the coach administers the installation, and no one else does', async () => {
  await fill();
  const administrators = await database()
    .db.select({ name: users.displayName })
    .from(users)
    .where(eq(users.isAdministrator, true));
  expect(administrators).toEqual([{ name: 'Maren Olsen' }]);
}, 60_000);

test('a second fill on the same day adds nothing', async () => {
  await fill();
  const first = await counts();
  for (const count of first) expect(count).toBeGreaterThan(8);
  await fill();
  expect(await counts()).toEqual(first);
}, 60_000);

test('the harbour club has squads, records and two tests with results', async () => {
  await fill();
  const { db } = database();
  const [harbour] = await db.select().from(clubs).where(eq(clubs.customUrl, 'harbour'));
  const [coach] = await db.select().from(users).where(eq(users.displayName, 'Maren Olsen'));
  const clubId = harbour?.id ?? '';
  const coachId = coach?.id ?? '';
  const found = await testsOf(db, coachId, clubId);
  expect(found.map(({ title }) => title)).toEqual(['30 minutes at rate 30', 'Quarterly 2k']);
  for (const { _id } of found) {
    const { rows } = await boardOf(db, coachId, { clubId, id: _id, filter: {} });
    expect(rows.filter(({ place }) => place !== null).length).toBeGreaterThan(2);
  }
  const twoK = { machine: 'rower', kind: 'distance', amount: 2_000 } as const;
  const [record] = await recordsOf(db, coachId, clubId, twoK);
  expect(record?.records.map(({ holder }) => holder)).toContain('Anders Holm');
}, 60_000);

const idOf = async (name: string) => {
  const [user] = await database().db.select({ id: users.id }).from(users).where(eq(users.displayName, name));
  return user?.id ?? '';
};

/** The harbor club's sessions from a day on, before another one. */
async function comingSessions(from: string, before = '2027-01-01') {
  return database()
    .db.select({ id: sessions.id, title: sessions.title, startAt: sessions.startAt })
    .from(sessions)
    .innerJoin(clubs, eq(clubs.id, sessions.clubId))
    .where(
      and(
        eq(clubs.customUrl, 'harbour'),
        sql`${sessions.startAt} >= ${`${from}T04:00:00Z`} and ${sessions.startAt} < ${`${before}T04:00:00Z`}`,
      ),
    );
}

/** Recomputes the totals of all days from the activities. */
async function recomputedDays() {
  const rowed = await database().db.select().from(activities);
  const days = new Map<string, { count: number; meters: number; timeSec: number; calories: number }>();
  for (const { userId, day, source, isCompleted, ...figures } of rowed) {
    if (source === 'simulated' || !isCompleted) continue;
    const sum = days.get(`${userId} ${day}`) ?? { count: 0, meters: 0, timeSec: 0, calories: 0 };
    sum.count += 1;
    sum.meters += figures.distance;
    sum.timeSec += figures.elapsedTime;
    sum.calories += figures.totalCalories ?? 0;
    days.set(`${userId} ${day}`, sum);
  }
  return days;
}

test("[STAT-1] the stored totals equal a recomputation from the activities, by day in the club's time zone", async () => {
  const recomputed = await recomputedDays();
  const stored = await database().db.select().from(activityDays);
  expect(stored).toHaveLength(recomputed.size);
  for (const { userId, day, count, meters, timeSec, calories } of stored) {
    const sum = recomputed.get(`${userId} ${day}`);
    expect(count).toBe(sum?.count);
    expect(calories).toBe(sum?.calories);
    expect(meters).toBeCloseTo(sum?.meters ?? -1, 6);
    expect(timeSec).toBeCloseTo(sum?.timeSec ?? -1, 6);
  }
  const rowed = await database().db.select().from(activities);
  for (const { day, createdAt } of rowed) {
    const there = Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()).toZonedDateTimeISO(
      'America/New_York',
    );
    expect(day).toBe(there.toPlainDate().toString());
  }
  expect(rowed.some(({ day, createdAt }) => day !== createdAt.toISOString().slice(0, 10))).toBe(true);
  expect(rowed.some(({ source }) => source === 'simulated')).toBe(true);
});

test('[STAT-2] [ATHL-2] every sample user has activities in every month of the last year, all completed except one', async () => {
  const { db } = database();
  const people = await db.select().from(users);
  for (const { id } of people) {
    const { plottable } = await metersStatistics(db, id, {
      viewerId: id,
      now: now.toInstant(),
      timeZone: 'America/New_York',
    });
    expect(plottable.yearMeters.every((meters) => meters > 0)).toBe(true);
  }
  const rowed = await db.select().from(activities);
  expect(rowed.filter(({ isCompleted }) => !isCompleted)).toHaveLength(1);
  expect(rowed.filter(({ isPartial }) => isPartial).length).toBeGreaterThan(3);
  for (const { createdAt, completedAt, distance, averagePace, elapsedTime, isCompleted } of rowed) {
    if (!isCompleted) continue;
    expect(completedAt?.getTime()).toBeLessThan(now.epochMilliseconds);
    expect(completedAt?.getTime()).toBeGreaterThan(createdAt.getTime());
    expect(averagePace).toBeCloseTo((elapsedTime / distance) * 500, 0);
  }
});

test('the sample data has a private club with requests, all roles, and a training partner of the coach', async () => {
  const { db } = database();
  const rolesIn = async (customUrl: string) => {
    const found = await db
      .select({ role: clubMemberships.role })
      .from(clubMemberships)
      .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
      .where(eq(clubs.customUrl, customUrl));
    return found.map(({ role }) => role).sort((one, other) => one - other);
  };
  expect(await rolesIn('harbour')).toEqual([0, 0, 0, 0, 0, 1, 1, 2]);
  expect(await rolesIn('night-shift')).toEqual([-1, -1, 0, 2]);
  expect(await rolesIn('lakeside')).toEqual([0, 2]);
  const [maren] = await db.select().from(users).where(eq(users.displayName, 'Maren Olsen'));
  expect(maren?.trainingPartnerId).toBe(await idOf('Tobias Brandt'));
});

test('comments follow their activity, replies follow their comment, and some comments are removed', async () => {
  const { db } = database();
  const allComments = await db
    .select({ comment: comments, completedAt: activities.completedAt })
    .from(comments)
    .innerJoin(activities, eq(activities.id, comments.activityId));
  const replies = allComments.filter(({ comment }) => comment.commentId !== null);
  expect(replies.length).toBeGreaterThan(3);
  expect(allComments.length - replies.length).toBeGreaterThan(replies.length - 1);
  for (const { comment, completedAt } of allComments) {
    expect(comment.message === '').toBe(comment.removedAt !== null);
    expect(comment.createdAt.getTime()).toBeGreaterThan(completedAt?.getTime() ?? Number.NaN);
    expect(comment.createdAt.getTime()).toBeLessThan(now.epochMilliseconds);
  }
  for (const { comment } of replies) {
    const parent = allComments.find((each) => each.comment.id === comment.commentId);
    expect(parent?.comment.createdAt.getTime()).toBeLessThan(comment.createdAt.getTime());
    expect(parent?.comment.activityId).toBe(comment.activityId);
  }
});

test('the next two weeks are planned, and members answer for the first', async () => {
  const { db } = database();
  const planned = await comingSessions('2026-05-05');
  expect(planned).toHaveLength(12);
  const answered = await db.select().from(attendances);
  expect(answered.length).toBeGreaterThan(8);
  const last = planned.find(({ startAt }) => startAt > new Date('2026-05-13'));
  expect(answered.map(({ sessionId }) => sessionId)).not.toContain(last?.id);
});

test('each member has notifications of a month, and has read the older ones', async () => {
  const { db } = database();
  const people = await db.select({ id: users.id, name: users.displayName }).from(users);
  const told = await db.select().from(notifications);
  for (const { id, name } of people.filter((one) => one.name !== 'Sofia Marino')) {
    const own = told.filter(({ userId }) => userId === id);
    expect(own.length, name).toBeGreaterThan(3);
    expect(own.some(({ actorId }) => actorId === id)).toBe(false);
  }
  const unread = told.filter(({ readAt }) => readAt === null);
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.every(({ createdAt }) => createdAt > new Date('2026-05-02'))).toBe(true);
});

test('the heart rates of the splits agree with the average of the row', async () => {
  const rowed = await database().db.select().from(activities);
  const split = rowed.flatMap(({ heartRate, summary }) =>
    heartRate !== null && summary !== null && summary.splits.length > 0
      ? [
          {
            heartRate,
            rates: summary.splits.map((one) => one.heartRate ?? 0),
            times: summary.splits.map(({ time }) => time),
          },
        ]
      : [],
  );
  expect(split.length).toBeGreaterThan(100);
  for (const { heartRate, rates, times } of split) {
    const time = times.reduce((sum, one) => sum + one, 0);
    const average = rates.reduce((sum, rate, index) => sum + (rate * (times[index] ?? 0)) / time, 0);
    expect(Math.abs(average - heartRate)).toBeLessThan(2);
  }
});

test('from one test of a season to the next each athlete gets faster', async () => {
  const tested = await database()
    .db.select({ userId: activities.userId, createdAt: activities.createdAt, time: activities.elapsedTime })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(sessions.title, '2k test'), eq(activities.isCompleted, true)))
    .orderBy(activities.userId, activities.createdAt);
  const ofSeason = tested.filter(({ createdAt }) => createdAt > new Date('2025-09-01'));
  expect(ofSeason.length).toBeGreaterThan(20);
  for (const [index, one] of ofSeason.entries()) {
    const before = ofSeason[index - 1];
    if (before?.userId === one.userId) expect(one.time).toBeLessThan(before.time);
  }
});

test('a fill on the next day adds its sessions and results, and nothing to earlier days', async () => {
  const { db } = database();
  const before = await db
    .select()
    .from(activityDays)
    .where(sql`${activityDays.day} < ${'2026-05-04'}`);
  const planned = await comingSessions('2026-05-05');
  const rowed = await counts();
  await fill(now.add({ days: 1 }));
  expect((await counts())[3]).toBeGreaterThan(rowed[3] ?? 0);
  const after = await db
    .select()
    .from(activityDays)
    .where(sql`${activityDays.day} < ${'2026-05-04'}`);
  expect(new Set(after.map((row) => JSON.stringify(row)))).toEqual(
    new Set(before.map((row) => JSON.stringify(row))),
  );
  const today = await comingSessions('2026-05-05', '2026-05-06');
  expect(today.map(({ title }) => title).sort()).toEqual([
    '2k test',
    'Evening steady state',
    'Lunchtime sprints',
    'Threshold',
  ]);
  // The planned sessions have results now, and are planned for one more day.
  const threshold = today.find(({ title }) => title === 'Threshold');
  expect(planned).toContainEqual(threshold);
  const done = await db
    .select()
    .from(activities)
    .where(eq(activities.sessionId, threshold?.id ?? ''));
  expect(done.length).toBeGreaterThan(0);
  expect((await comingSessions('2026-05-19')).map(({ title }) => title)).toEqual(['Threshold']);
  expect(await recomputedDays()).toHaveProperty('size', (await db.select().from(activityDays)).length);
}, 60_000);

test('a user who has left a club gets no new activities in it', async () => {
  const { db } = database();
  const jonas = await idOf('Jonas Meyer');
  await db.delete(clubMemberships).where(eq(clubMemberships.userId, jonas));
  const from = now.add({ days: 2 });
  await fill(now.add({ days: 30 }));
  const added = await db
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(
      and(
        eq(activities.userId, jonas),
        sql`${sessions.clubId} is not null`,
        sql`${activities.createdAt} > ${new Date(from.epochMilliseconds).toISOString()}`,
      ),
    );
  expect(added).toEqual([]);
}, 60_000);

test('a fill adds follows when the crew has none, and does not restore a removed follow', async () => {
  const { db } = database();
  await db.delete(follows);
  await fill();
  const [maren, tobias] = [await idOf('Maren Olsen'), await idOf('Tobias Brandt')];
  expect(await areConnected(db, maren, tobias)).toBe(true);
  await db.delete(follows).where(eq(follows.followerId, maren));
  await fill();
  expect(await areConnected(db, maren, tobias)).toBe(false);
}, 60_000);
