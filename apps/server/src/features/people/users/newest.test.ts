import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '@boathouse/contract/limits';
import { users as contract, type Visibility } from '@boathouse/contract/users';
import { rowsOf } from '../../../db/migrations.ts';
import { blocks, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from './factory.ts';
import { selectToExplore } from './store.ts';

onEachDatabase('the athletes of an installation', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let minute = 0;

  beforeEach(async () => {
    await database().db.delete(users);
    ann = await app().signUp('Ann');
  });

  const build = (displayName: string, visibility: Visibility = 'everyone') =>
    buildUser(database().db, {
      displayName,
      visibility,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute++)),
    });
  const listed = async (as: Person, query = '') => {
    const answer = await app().call('GET', `/api/users${query}`, { as });
    expect(answer.status).toBe(200);
    const { count, users: found } = contract.list.response.parse(answer.body);
    return { count, names: found.map(({ displayName }) => displayName) };
  };

  test('[EXPL-2] are listed newest first, in pages, without the viewer', async () => {
    for (const name of ['Ben', 'Cem', 'Dana']) await build(name);
    expect(await listed(ann)).toEqual({ count: 3, names: ['Dana', 'Cem', 'Ben'] });
    expect(await listed(ann, '?page=2&pagesize=2')).toEqual({ count: 3, names: ['Ben'] });
    expect(problemOf(await app().call('GET', '/api/users?pagesize=101', { as: ann })).status).toBe(400);
  });

  test('[EXPL-2] lists members of the same clubs first, then athletes who rowed lately, then the newest', async () => {
    const { db } = database();
    const [colleague, active, retired] = [
      await build('Colleague'),
      await build('Active'),
      await build('Retired'),
    ];
    await build('New');
    const clubId = await buildClub(db, { ownerId: ann.user._id });
    await buildMembership(db, { clubId, userId: colleague._id, role: 0 });
    for (const [{ _id: userId }, daysAgo] of [
      [active, 3],
      [retired, 60],
    ] as const) {
      const createdAt = new Date(nowMs() - daysAgo * 24 * 3_600_000);
      await buildActivity(db, {
        userId,
        visibility: 'me',
        createdAt,
        completedAt: createdAt,
        distance: 2_000,
      });
    }
    const answer = await app().call('GET', '/api/users', { as: ann });
    const { ofClubs, users: found } = contract.list.response.parse(answer.body);
    expect(found.map(({ displayName }) => displayName)).toEqual(['Colleague', 'Active', 'New', 'Retired']);
    expect(ofClubs).toBe(1);
  });

  test('[EXPL-2] lists only users whom a search would find: by their setting, without blockers and former members', async () => {
    const { db } = database();
    const viewer = ann.user._id;
    await build('Hidden', 'me');
    await build('Unknown', 'connections');
    await build('Of another club', 'clubs');
    const followed = await build('Followed', 'connections');
    const colleague = await build('Colleague', 'clubs');
    const hiding = await build('Hiding colleague', 'me');
    const blocker = await build('Blocker');
    await build('Everyone');
    await buildFollow(db, { followerId: viewer, followeeId: followed._id });
    const clubId = await buildClub(db, { ownerId: viewer });
    for (const { _id: userId } of [colleague, hiding]) {
      await buildMembership(db, { clubId, userId, role: 0 });
    }
    await db.insert(blocks).values({ blockerId: blocker._id, blockedId: viewer });
    await db.execute(sql`insert into users (id, uid, display_name, is_former)
      values (gen_random_uuid(), 'former', 'Former member', true)`);
    const { names } = await listed(ann);
    expect(names).toEqual(['Colleague', 'Everyone', 'Followed']);
    const search = await app().call('GET', '/api/users/search?displayName=o&pagesize=100', { as: ann });
    const found = contract.search.response.parse(search.body).users.map(({ displayName }) => displayName);
    expect(names.filter((name) => name.includes('o'))).toEqual(expect.arrayContaining(found));
  });

  test('[EXPL-2] are read from an index, and at most as many as a search finds', async () => {
    const { db } = database();
    await db.execute(sql`insert into users (id, uid, display_name, created_at)
      select gen_random_uuid(), 'many-' || n, 'Rower ' || n, timestamptz '2025-01-01' + n * interval '1 minute'
      from generate_series(1, 2000) n`);
    await db.execute(sql`analyze users`);
    const { count, names } = await listed(ann);
    expect(count).toBe(limits.searchResultsMax);
    expect(names[0]).toBe('Rower 2000');
    const plan = rowsOf(await db.execute(sql`explain ${selectToExplore(ann.user._id)}`));
    const lines = JSON.stringify(plan);
    expect(lines).toContain('users_newest');
    expect(lines).not.toContain('Seq Scan on users');
  });

  test("a coach's first steps are those of the first club that they manage", async () => {
    const { db } = database();
    const coach = await app().signUp('Coach');
    const user = coach.user._id;
    const steps = async () =>
      contract.firstSteps.response.parse(
        (await app().call('GET', `/api/users/${user}/firststeps`, { as: coach })).body,
      ).coaching;
    const ben = await build('Ben');
    const joined = await buildClub(db, { ownerId: ben._id });
    await buildMembership(db, { clubId: joined, userId: user, role: 0 });
    expect(await steps()).toEqual({ club: null, hasSession: false, hasInvited: false });

    const clubId = await buildClub(db, { ownerId: user });
    expect(await steps()).toMatchObject({ club: { _id: clubId }, hasSession: false, hasInvited: false });
    await buildSession(db, { hostUserId: user, clubId });
    expect(await steps()).toMatchObject({ hasSession: true, hasInvited: false });
    await app().call('POST', `/api/clubs/${clubId}/invitation`, { as: coach });
    expect(await steps()).toMatchObject({ hasSession: true, hasInvited: true });

    await buildClub(db, { ownerId: user });
    expect(await steps()).toMatchObject({ club: { _id: clubId }, hasInvited: true });
    await app().call('DELETE', `/api/clubs/${clubId}/invitation`, { as: coach });
    expect(await steps()).toMatchObject({ hasInvited: false });
    await buildMembership(db, { clubId, userId: ben._id, role: 0 });
    expect(await steps()).toMatchObject({ hasInvited: true });
  });

  test('the first steps are checked off from stored data, and hidden for the account', async () => {
    const { db } = database();
    const user = ann.user._id;
    const path = `/api/users/${user}/firststeps`;
    const steps = async () => (await app().call('GET', path, { as: ann })).body;
    const coaching = { club: null, hasSession: false, hasInvited: false };
    const none = { hasClub: false, hasRowed: false, follows: false, coaching, isHidden: false };
    expect(await steps()).toEqual(none);

    const ben = await build('Ben');
    const clubId = await buildClub(db, { ownerId: ben._id });
    await buildMembership(db, { clubId, userId: user, role: -1 });
    const sessionId = await buildSession(db, { hostUserId: user });
    const activity = await buildActivity(db, { userId: user, sessionId });
    expect(await steps()).toEqual(none);

    await buildMembership(db, { clubId: await buildClub(db, { ownerId: ben._id }), userId: user, role: 0 });
    await buildFollow(db, { followerId: user, followeeId: ben._id });
    expect(await steps()).toEqual({ ...none, hasClub: true, follows: true });
    await db.execute(
      sql`update activities set is_completed = true, completed_at = now(), source = 'simulated' where id = ${activity}`,
    );
    const hidden = await app().call('PATCH', path, { as: ann, body: { isHidden: true } });
    expect(hidden).toMatchObject({
      status: 200,
      body: { hasClub: true, hasRowed: true, follows: true, isHidden: true },
    });
    expect(await steps()).toEqual(hidden.body);
  });
});
