import { and, eq, gte, inArray, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clubs as clubCalls } from '@boathouse/contract/clubs';
import { feed } from '@boathouse/contract/feed';
import { statistics } from '@boathouse/contract/statistics';
import { activities, activityDays, clubMemberships } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';

const dayMs = 24 * 3_600_000;
/** The records are older than their logins, whose time is the machine's: no login has ended yet. */
const nowMs = Date.UTC(2026, 4, 20, 12);
const daysAgo = (days: number) => new Date(nowMs - days * dayMs);

onEachDatabase('a club’s week, month and season', (database) => {
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  const db = () => database().db;

  const board = async (as: Person, clubId: string, period: string) => {
    const answer = await app().call('GET', `/api/clubs/${clubId}/meters?period=${period}`, { as });
    return statistics.clubMeters.response.parse(answer.body);
  };

  async function clubWithRowers() {
    const owner = await app().signUp('Owen');
    const clubId = await buildClub(db(), { ownerId: owner.user._id });
    const rows = async (userId: string, distance: number, createdAt: Date, isSimulated = false) => {
      const sessionId = await buildSession(db(), { hostUserId: owner.user._id, clubId });
      return buildActivity(db(), {
        userId,
        sessionId,
        distance,
        createdAt,
        completedAt: createdAt,
        isSimulated,
      });
    };
    const member = async (displayName: string, role: -1 | 0 = 0) => {
      const user = await buildUser(db(), { displayName });
      await buildMembership(db(), { clubId, userId: user._id, role });
      return user._id;
    };
    return { owner, clubId, rows, member };
  }

  test('ranks members by meters, with shared ranks, and leaves out simulated rows, requests and earlier days', async () => {
    const { owner, clubId, rows, member } = await clubWithRowers();
    const [ann, ben, cem, dee, eve] = [
      await member('Ann'),
      await member('Ben'),
      await member('Cem'),
      await member('Dee'),
      await member('Eve', -1),
    ];
    await rows(ben, 3_000, daysAgo(0));
    await rows(ben, 2_000, daysAgo(1));
    await rows(ann, 5_000, daysAgo(6));
    await rows(cem, 4_000, daysAgo(2));
    await rows(cem, 9_000, daysAgo(8));
    await rows(dee, 8_000, daysAgo(0), true);
    await rows(eve, 7_000, daysAgo(0));
    const week = await board(owner, clubId, 'week');
    expect(week.rows.map(({ rank, user, meters }) => [rank, user.displayName, meters])).toEqual([
      [1, 'Ann', 5_000],
      [1, 'Ben', 5_000],
      [3, 'Cem', 4_000],
    ]);
    const month = await board(owner, clubId, 'month');
    expect(month.rows.map(({ user, meters }) => [user.displayName, meters])).toEqual([
      ['Cem', 13_000],
      ['Ann', 5_000],
      ['Ben', 5_000],
    ]);
  });

  test('ranks members by their meters since May 1', async () => {
    const { owner, clubId, rows, member } = await clubWithRowers();
    const [ann, ben] = [await member('Ann'), await member('Ben')];
    await rows(ann, 1_000, new Date('2026-05-01T12:00:00.000Z'));
    await rows(ann, 9_000, new Date('2026-04-30T12:00:00.000Z'));
    await rows(ben, 2_000, new Date('2026-05-19T12:00:00.000Z'));
    const { from, to, rows: ranked } = await board(owner, clubId, 'season');
    expect([from, to]).toEqual(['2026-05-01', '2026-05-20']);
    expect(ranked.map(({ user, meters }) => [user.displayName, meters])).toEqual([
      ['Ben', 2_000],
      ['Ann', 1_000],
    ]);
  });

  test('has the sums of the stored results, even after a member has deleted the account or left', async () => {
    const { owner, clubId, rows, member } = await clubWithRowers();
    const gone = await app().signUp('Gone');
    await buildMembership(db(), { clubId, userId: gone.user._id, role: 0 });
    const others = [await member('Ann'), await member('Ben')];
    let distance = 1_000;
    for (const userId of [gone.user._id, ...others, ...others])
      await rows(userId, (distance += 137), daysAgo(1));
    expect((await board(owner, clubId, 'week')).rows).toHaveLength(3);
    await app().call('POST', `/api/users/${gone.user._id}/deletion`, {
      as: gone,
      body: { clubResults: 'keep', password: 'a good password' },
    });
    const shown = await board(owner, clubId, 'week');
    const memberIds = (
      await db()
        .select({ id: clubMemberships.userId })
        .from(clubMemberships)
        .where(and(eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, 0)))
    ).map(({ id }) => id);
    const counted = await db()
      .select()
      .from(activities)
      .where(
        and(
          inArray(activities.userId, memberIds),
          ne(activities.source, 'simulated'),
          gte(activities.day, shown.from),
        ),
      );
    const sums = new Map<string, number>();
    for (const one of counted) sums.set(one.userId, (sums.get(one.userId) ?? 0) + one.distance);
    expect(new Map(shown.rows.map(({ user, meters }) => [user._id, meters]))).toEqual(sums);
    expect(shown.rows).toHaveLength(2);
    expect(await db().select().from(activityDays).where(eq(activityDays.userId, gone.user._id))).toEqual([]);
  });

  test('lists the sessions that have not begun, the next one first', async () => {
    const { owner, clubId } = await clubWithRowers();
    const session = (title: string, startAt: Date) =>
      buildSession(db(), { hostUserId: owner.user._id, clubId, title, startAt });
    await session('Later', daysAgo(-3));
    await session('Next', daysAgo(-1));
    await session('Past', daysAgo(1));
    const answer = await app().call('GET', `/api/feed/club-upcoming?club=${clubId}`, { as: owner });
    expect(feed.clubUpcoming.response.parse(answer.body).map(({ title }) => title)).toEqual([
      'Next',
      'Later',
    ]);
  });

  test('counts requests to join only for the admins and the owner, in their own list', async () => {
    const { owner, clubId, member } = await clubWithRowers();
    const other = await app().signUp('Other');
    await buildMembership(db(), { clubId, userId: other.user._id, role: 0 });
    for (const name of ['Ann', 'Ben']) await member(name, -1);
    const counts = async (of: Person, as: Person) => {
      const answer = await app().call('GET', `/api/clubmemberships/user/${of.user._id}`, { as });
      return clubCalls.membershipsOfUser.response.parse(answer.body).map(({ requestCount }) => requestCount);
    };
    expect(await counts(owner, owner)).toEqual([2]);
    expect(await counts(owner, other)).toEqual([undefined]);
    expect(await counts(other, other)).toEqual([undefined]);
  });
});
