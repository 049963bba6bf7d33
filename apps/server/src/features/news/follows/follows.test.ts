import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FollowSchema } from '@boathouse/contract/follows';
import { limits } from '@boathouse/contract/limits';
import { activityDays, follows, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildUser } from '../../people/users/factory.ts';
import { buildFollow } from './factory.ts';
import { areConnected } from './store.ts';

onEachDatabase('follows', (database) => {
  const app = useTestApp(database);

  const follow = (as: Person, followee: string) =>
    app().call('POST', '/api/follows', { as, body: { follower: as.user._id, followee } });
  const unfollow = (as: Person, followee: string) =>
    app().call('DELETE', `/api/follows?follower=${as.user._id}&followee=${followee}`, { as });
  const doesFollow = async (as: Person, followee: string) =>
    (await app().call('GET', `/api/follows/doesfollow?follower=${as.user._id}&followee=${followee}`, { as }))
      .body;
  const summaryOf = async (as: Person, id: string) =>
    (await app().call('GET', `/api/follows/user/${id}/summary`, { as })).body;
  const namesIn = (body: unknown) =>
    z
      .array(FollowSchema)
      .parse(body)
      .map(({ follower, followee }) => `${follower.displayName} → ${followee.displayName}`);
  const listOf = async (as: Person, id: string, side: 'followees' | 'followers') =>
    namesIn((await app().call('GET', `/api/follows/user/${id}/${side}`, { as })).body);

  test('[FOLL-1] [API-FOLLOWS] following and unfollowing update the lists and counts of both users', async () => {
    const ann = await app().signUp('Ann');
    const ben = await app().signUp('Ben');
    expect(await doesFollow(ann, ben.user._id)).toEqual({ doesFollow: false });

    const made = await follow(ann, ben.user._id);
    expect(made.status).toBe(200);
    const { createdAt } = FollowSchema.parse(made.body);
    expect(made.body).toEqual({ follower: ann.user, followee: ben.user, createdAt });
    expect(await doesFollow(ann, ben.user._id)).toEqual({ doesFollow: true });
    expect(await doesFollow(ben, ann.user._id)).toEqual({ doesFollow: false });
    expect(await listOf(ben, ann.user._id, 'followees')).toEqual(['Ann → Ben']);
    expect(await listOf(ann, ben.user._id, 'followers')).toEqual(['Ann → Ben']);
    expect(await listOf(ann, ben.user._id, 'followees')).toEqual([]);
    expect(await summaryOf(ben, ann.user._id)).toEqual({ followees: 1, followers: 0 });
    expect(await summaryOf(ben, ben.user._id)).toEqual({ followees: 0, followers: 1 });

    expect(await unfollow(ann, ben.user._id)).toMatchObject({ status: 200, body: { doesFollow: false } });
    expect(await doesFollow(ann, ben.user._id)).toEqual({ doesFollow: false });
    expect(await summaryOf(ben, ann.user._id)).toEqual({ followees: 0, followers: 0 });
  });

  test('a response has a limit on the number of follows, and the rest comes after the last one', async () => {
    const ann = await app().signUp('Ann');
    await database().db.execute(sql`with made as (
      insert into ${users} (id, uid, display_name, created_at)
      select gen_random_uuid(), 'fan-' || n, 'Fan ' || lpad(n::text, 4, '0'), now()
      from generate_series(1, ${limits.listedMax + 5}) n returning id)
      insert into ${follows} (follower_id, followee_id, created_at)
      select id, ${ann.user._id}::uuid, now() from made`);
    const listed = await listOf(ann, ann.user._id, 'followers');
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([
      limits.listedMax,
      'Fan 0001 → Ann',
      `Fan ${limits.listedMax} → Ann`,
    ]);
    expect(await summaryOf(ann, ann.user._id)).toMatchObject({ followers: limits.listedMax + 5 });

    const after = (id: string) =>
      app().call('GET', `/api/follows/user/${ann.user._id}/followers?after=${id}`, { as: ann });
    const [last] = await database()
      .db.select({ id: users.id })
      .from(users)
      .where(eq(users.uid, `fan-${limits.listedMax}`));
    expect(namesIn((await after(last?.id ?? '')).body)).toEqual(
      Array.from({ length: 5 }, (_, n) => `Fan ${limits.listedMax + 1 + n} → Ann`),
    );
    expect(problemOf(await after(ann.user._id))).toMatchObject({ status: 400, fields: ['after'] });
  });

  test('the facts of a list state whom the caller follows, and the meters rowed in the last 30 days', async () => {
    const ann = await app().signUp('Ann');
    const [ben, cleo] = [await buildUser(database().db), await buildUser(database().db)];
    await follow(ann, ben._id);
    const daysAgo = (days: number) => Temporal.Now.plainDateISO('UTC').subtract({ days }).toString();
    const rowed = (userId: string, days: number, meters: number) => ({
      userId,
      day: daysAgo(days),
      machine: 'rower' as const,
      meters,
      count: 1,
      timeSec: 1,
      calories: 1,
    });
    await database()
      .db.insert(activityDays)
      .values([
        rowed(ben._id, 0, 2_000),
        rowed(ben._id, 29, 500.5),
        rowed(ben._id, 30, 10_000),
        { ...rowed(ben._id, 1, 8_000), machine: 'bike' },
        { ...rowed(ben._id, 1, 4_000), machine: 'skierg' },
      ]);
    const ids = [cleo._id, ben._id, randomUUID()];
    const facts = await app().call(
      'GET',
      `/api/follows/facts?follower=${ann.user._id}&athletes=${ids.join(',')}`,
      { as: ann },
    );
    expect(facts.status).toBe(200);
    expect(facts.body).toHaveLength(2);
    expect(facts.body).toEqual(
      expect.arrayContaining([
        { athlete: ben._id, doesFollow: true, monthMeters: 2_500.5 },
        { athlete: cleo._id, doesFollow: false, monthMeters: 0 },
      ]),
    );
  });

  test.each(['', 'nobody', `${randomUUID()},`, Array.from({ length: 101 }, () => randomUUID()).join()])(
    'the facts of %j are refused',
    async (athletes) => {
      const ann = await app().signUp('Ann');
      const { status } = await app().call(
        'GET',
        `/api/follows/facts?follower=${ann.user._id}&athletes=${athletes}`,
        { as: ann },
      );
      expect(status).toBe(400);
    },
  );

  test('[API-FOLLOWS] following and unfollowing are idempotent, even when called concurrently', async () => {
    const ann = await app().signUp('Ann');
    const ben = await buildUser(database().db);
    const answers = await Promise.all(Array.from({ length: 8 }, () => follow(ann, ben._id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await summaryOf(ann, ann.user._id)).toEqual({ followees: 1, followers: 0 });

    const removed = await Promise.all([unfollow(ann, ben._id), unfollow(ann, ben._id)]);
    expect(removed.map(({ status }) => status)).toEqual([200, 200]);
    expect(await summaryOf(ann, ann.user._id)).toEqual({ followees: 0, followers: 0 });
  });

  test('[FOLL-1] rejects following oneself, with the id in lower or upper case', async () => {
    const ann = await app().signUp('Ann');
    for (const id of [ann.user._id, ann.user._id.toUpperCase()]) {
      expect(problemOf(await follow(ann, id))).toEqual({
        status: 400,
        code: 'bad_request',
        fields: ['followee'],
      });
    }
    expect(await summaryOf(ann, ann.user._id)).toEqual({ followees: 0, followers: 0 });
  });

  test('[API-FOLLOWS] returns 404 for a followee who does not exist and stores nothing', async () => {
    const ann = await app().signUp('Ann');
    expect(problemOf(await follow(ann, randomUUID()))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await listOf(ann, ann.user._id, 'followees')).toEqual([]);
  });

  test('[API-FOLLOWS] following a user again who now hides returns 404, and the follow stays', async () => {
    const ann = await app().signUp('Ann');
    const ben = await app().signUp('Ben');
    await follow(ann, ben.user._id);
    const hidden = { displayName: 'Secretive Ben', visibility: 'me' } as const;
    await database().db.update(users).set(hidden).where(eq(users.id, ben.user._id));
    const again = await follow(ann, ben.user._id);
    expect(problemOf(again)).toMatchObject({ status: 404, code: 'not_found' });
    expect(JSON.stringify(again.body)).not.toContain('Ben');
    expect(await doesFollow(ann, ben.user._id)).toEqual({ doesFollow: true });
  });

  test('[FOLL-2] [API-FOLLOWS] sorts the lists by name, then by id', async () => {
    const { db } = database();
    const ann = await app().signUp('Ann');
    const built = [];
    for (const displayName of ['Cem', 'Ada', 'zoe', 'Ben', 'Éva', 'Ada', 'Ada'])
      built.push(await buildUser(db, { displayName }));
    // Inserted in descending order of id, so that the insertion order is not the expected order.
    built.sort((one, other) => (one._id < other._id ? 1 : -1));
    for (const { _id } of built) {
      await buildFollow(db, { followerId: ann.user._id, followeeId: _id });
      await buildFollow(db, { followerId: _id, followeeId: ann.user._id });
    }
    const adas = built.flatMap(({ _id, displayName }) => (displayName === 'Ada' ? [_id] : [])).toReversed();
    for (const [side, who] of [
      ['followees', 'followee'],
      ['followers', 'follower'],
    ] as const) {
      const answer = await app().call('GET', `/api/follows/user/${ann.user._id}/${side}`, { as: ann });
      const people = z
        .array(FollowSchema)
        .parse(answer.body)
        .map((one) => one[who]);
      expect(people.map(({ displayName }) => displayName)).toEqual([
        'Ada',
        'Ada',
        'Ada',
        'Ben',
        'Cem',
        'Éva',
        'zoe',
      ]);
      expect(people.slice(0, 3).map(({ _id }) => _id)).toEqual(adas);
    }
  });

  test('users are connected when either follows the other, and deleting a user deletes their follows', async () => {
    const { db } = database();
    const [ann, ben, cem] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    await buildFollow(db, { followerId: ann._id, followeeId: ben._id });
    expect(await areConnected(db, ann._id, ben._id)).toBe(true);
    expect(await areConnected(db, ben._id, ann._id)).toBe(true);
    expect(await areConnected(db, ann._id, cem._id)).toBe(false);
    expect(await areConnected(db, ann._id, ann._id)).toBe(false);
    await db.delete(users).where(eq(users.id, ben._id));
    expect(await areConnected(db, ann._id, ben._id)).toBe(false);
  });
});
