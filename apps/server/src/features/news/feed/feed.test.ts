import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ClubRole } from '@boathouse/contract/clubs';
import { feed } from '@boathouse/contract/feed';
import { comments, likes } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildComment } from '../../../../test/support/comments.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildFollow } from '../follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { clubFeed } from './service.ts';

onEachDatabase('feeds', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: string;

  beforeAll(async () => {
    const { db } = database();
    ann = await app().signUp('Ann');
    ben = (await buildUser(db, { displayName: 'Ben' }))._id;
    await buildFollow(db, { followerId: ann.user._id, followeeId: ben });
  });

  const ask = (path: string, query: Record<string, string | number>, as: Person = ann) =>
    app().call(
      'GET',
      `/api/feed/${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`])).toString()}`,
      { as },
    );
  const idsIn = (body: unknown) =>
    z
      .array(z.object({ _id: z.string() }))
      .parse(body)
      .map(({ _id }) => _id);

  /** Creates a completed activity in a session that anyone with the link may read. */
  const rowOf = async (userId: string, second: number) => {
    const { db } = database();
    const sessionId = await buildSession(db, { hostUserId: userId, title: `Piece ${second}` });
    const createdAt = new Date(Date.UTC(2026, 0, 1, 6, 0, second));
    return buildActivity(db, {
      userId,
      sessionId,
      createdAt,
      completedAt: new Date(nowMs()),
      distance: 2000,
    });
  };

  describe('the dashboard and the profile', () => {
    const rows: string[] = [];
    beforeAll(async () => {
      const { db } = database();
      for (let second = 0; second < 7; second += 1) {
        rows.unshift(await rowOf(second % 3 === 0 ? ann.user._id : ben, second));
      }
      // An activity of a user whom she does not follow, and one that is not completed.
      await rowOf((await buildUser(db))._id, 9);
      await buildActivity(db, { userId: ben, sessionId: await buildSession(db, { hostUserId: ben }) });
    });

    test('an entry contains its likes and its comments, without the removed ones', async () => {
      const { db } = database();
      const [id = ''] = rows;
      const as = (user: string) => ({ activityId: id, userId: user });
      const comment = await buildComment(db, as(ben));
      await buildComment(db, { ...as(ben), commentId: comment });
      const mine = await buildComment(db, as(ann.user._id));
      await db.insert(likes).values([as(ben), as(ann.user._id)]);
      const removed = { comment: mine, user: ann.user._id };
      await app().call('DELETE', `/api/comments?${new URLSearchParams(removed).toString()}`, { as: ann });

      const countsIn = (body: unknown) =>
        feed.dashboard.response
          .parse(body)
          .slice(0, 2)
          .map(({ likeCount, didLike, likers, commentCount }) => [
            likeCount,
            didLike,
            likers?.map(({ displayName }) => displayName).toSorted(),
            commentCount,
          ]);
      const expected = [
        [2, true, ['Ann', 'Ben'], 2],
        [0, false, [], 0],
      ];
      expect(countsIn((await ask('dashboard', { user: ann.user._id })).body)).toEqual(expected);
      const profile = await ask('athlete-profile', { user: ann.user._id });
      expect(countsIn(profile.body)).toEqual(expected);
      await db.delete(likes);
      await db.delete(comments);
    });

    test('an entry contains its kind, the paces of its splits and the pieces in which it is the best', async () => {
      const { db } = database();
      const cem = await buildUser(db);
      const rowed = (second: number, elapsedTime: number) =>
        buildActivity(db, {
          userId: cem._id,
          workout: '2000m',
          visibility: 'profile',
          createdAt: new Date(Date.UTC(2026, 0, 1, 6, 0, second)),
          completedAt: new Date(nowMs()),
          distance: 2_000,
          workoutType: 3,
          elapsedTime,
        });
      for (const [second, elapsedTime] of [450, 440, 445].entries()) await rowed(second, elapsedTime);
      const entries = feed.athleteProfile.response.parse(
        (await ask('athlete-profile', { user: cem._id })).body,
      );
      expect(entries.map(({ elapsedTime, kind, bests }) => [elapsedTime, kind, bests])).toEqual([
        [445, 'distance', []],
        [440, 'distance', ['2k']],
        [450, 'distance', []],
      ]);
      expect(entries[0]?.splitPaces).toEqual([]);
    });

    test('a page behind the end of a feed is refused with the field named', async () => {
      const user = ann.user._id;
      expect((await ask('dashboard', { user, page: 10, pagesize: 100 })).status).toBe(200);
      for (const path of ['dashboard', 'athlete-profile']) {
        const answer = await ask(path, { user, page: 11, pagesize: 100 });
        expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['page'] });
      }
    });

    test('[DASH-4] [API-SESSIONS] the dashboard has 5 activities per page, newest first, of the user and their followees', async () => {
      const first = await ask('dashboard', { user: ann.user._id });
      expect(first.status).toBe(200);
      expect(idsIn(first.body)).toEqual(rows.slice(0, 5));
      expect(idsIn((await ask('dashboard', { user: ann.user._id, page: 2 })).body)).toEqual(rows.slice(5));
      expect((await ask('dashboard', { user: ann.user._id, page: 3 })).body).toEqual([]);
      expect(idsIn((await ask('dashboard', { user: ann.user._id, page: 3, pagesize: 2 })).body)).toEqual(
        rows.slice(4, 6),
      );
    });

    test('[DASH-4] an entry is the complete activity with its user and its session', async () => {
      const [newest] = feed.dashboard.response.parse((await ask('dashboard', { user: ann.user._id })).body);
      expect(newest).toMatchObject({
        _id: rows[0],
        user: { _id: ann.user._id, displayName: 'Ann' },
        session: { title: 'Piece 6', workoutItems: ['2000m', '4 x 500m / 1:00 rest'] },
        workoutItemIndex: 0,
        isCompleted: true,
        distance: 2000,
      });
    });

    test('[ATHL-3] [API-SESSIONS] a profile contains only the activities of its athlete', async () => {
      const answer = await ask('athlete-profile', { user: ben, pagesize: 3 });
      const found = feed.athleteProfile.response.parse(answer.body);
      expect(found.map(({ user }) => user.displayName)).toEqual(['Ben', 'Ben', 'Ben']);
      expect(found.map(({ _id }) => _id)).toEqual([rows[1], rows[2], rows[4]]);
    });

    test('[ATHL-3] the profile feed is empty without activities and 404 for a user who does not exist', async () => {
      const idle = await buildUser(database().db);
      expect(await ask('athlete-profile', { user: idle._id })).toMatchObject({ status: 200, body: [] });
      expect(problemOf(await ask('athlete-profile', { user: randomUUID() }))).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    });

    test('[API-SESSIONS] rejects a page size above 100 and page 0', async () => {
      for (const [field, value] of [
        ['pagesize', 101],
        ['page', 0],
      ] as const) {
        expect(problemOf(await ask('dashboard', { user: ann.user._id, [field]: value }))).toEqual({
          status: 400,
          code: 'bad_request',
          fields: [field],
        });
      }
    });
  });

  describe('the sessions of a club', () => {
    test('[CLUB-4] [API-SESSIONS] contain started sessions only, newest first, in pages', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: ben });
      const startAt = (minute: number) => new Date(Date.UTC(2026, 4, 1, 6, minute));
      const built: string[] = [];
      for (let minute = 0; minute < 8; minute += 1) {
        built.unshift(await buildSession(db, { hostUserId: ben, clubId, startAt: startAt(minute) }));
      }
      await buildSession(db, { hostUserId: ben, startAt: startAt(0) });
      const listed = async (page: number) =>
        (await clubFeed(db, clubId, ann.user._id, { page, pagesize: 5, until: startAt(6) })).map(
          ({ _id }) => _id,
        );
      expect(await listed(1)).toEqual(built.slice(1, 6));
      expect(await listed(2)).toEqual(built.slice(6));
      expect(await listed(3)).toEqual([]);
    });

    test('[CLUB-4] use the time of the server and return complete sessions', async () => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: ben, name: 'Crew' });
      const hourMs = 3_600_000;
      const past = new Date(nowMs() - hourMs);
      const _id = await buildSession(db, { hostUserId: ben, clubId, startAt: past, title: 'Yesterday' });
      await buildSession(db, { hostUserId: ben, clubId, startAt: new Date(nowMs() + hourMs) });
      const found = feed.clubProfile.response.parse((await ask('club-profile', { club: clubId })).body);
      expect(found).toEqual([
        {
          _id,
          title: 'Yesterday',
          hostUser: { _id: ben, displayName: 'Ben', iconURL: null },
          startAt: past.toISOString(),
          isAccessibleByLink: false,
          club: { _id: clubId, name: 'Crew', customURL: `club-${clubId.slice(-12)}`, iconURL: null },
          workoutItems: ['2000m', '4 x 500m / 1:00 rest'],
        },
      ]);
    });

    test.for<[ClubRole | null, number]>([
      [null, 0],
      [-1, 0],
      [0, 1],
      [1, 1],
    ])('[CLUB-4] of a private club, with the role %s there are %s', async ([role, count]) => {
      const { db } = database();
      const clubId = await buildClub(db, { ownerId: ben, isPrivate: true });
      await buildSession(db, { hostUserId: ben, clubId, startAt: new Date('2026-01-01T06:00:00Z') });
      if (role !== null) await buildMembership(db, { clubId, userId: ann.user._id, role });
      const answer = await ask('club-profile', { club: clubId });
      expect(answer.status).toBe(200);
      expect(idsIn(answer.body)).toHaveLength(count);
    });

    test('[API-SESSIONS] return 404 for a club that does not exist', async () => {
      expect(problemOf(await ask('club-profile', { club: randomUUID() }))).toMatchObject({ status: 404 });
    });
  });

  test("a club's results are those of its sessions, newest first, for members, and only of athletes whom they may see", async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ben });
    const ask5 = async () => idsIn((await ask('club-results', { club: clubId })).body);
    const resultIn = async (given: {
      clubId?: string;
      userId?: string;
      second: number;
      isOpen?: boolean;
    }) => {
      const { userId = ben, second } = given;
      const session = await buildSession(db, { hostUserId: ben, clubId: given.clubId ?? clubId });
      const createdAt = new Date(Date.UTC(2026, 0, 2, 6, 0, second));
      const completedAt = given.isOpen ? undefined : new Date(nowMs());
      return buildActivity(db, {
        userId,
        sessionId: session,
        createdAt,
        ...(completedAt && { completedAt }),
      });
    };
    const hidden = (await buildUser(db, { visibility: 'me' }))._id;
    const first = await resultIn({ second: 1 });
    const second = await resultIn({ second: 2 });
    await resultIn({ second: 3, userId: hidden });
    await resultIn({ second: 4, clubId: await buildClub(db, { ownerId: ben }) });
    await resultIn({ second: 5, userId: (await buildUser(db))._id, isOpen: true });
    expect(await ask5()).toEqual([]);
    await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
    expect(await ask5()).toEqual([second, first]);
    expect((await ask('club-results', { club: randomUUID() })).status).toBe(404);
  });

  test('[CLUB-4] a past session shows members how many rowed and who was the fastest, among athletes whom they may see', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: ben });
    const build = (minute: number) =>
      buildSession(db, { hostUserId: ben, clubId, startAt: new Date(Date.UTC(2026, 0, 3, 6, minute)) });
    const [rowed, bikes, empty] = [await build(2), await build(1), await build(0)];
    const cleo = (await buildUser(db, { displayName: 'Cleo' }))._id;
    const hidden = (await buildUser(db, { visibility: 'me' }))._id;
    const store = (sessionId: string, userId: string, given: Partial<ActivityToBuild>) =>
      buildActivity(db, { sessionId, userId, completedAt: new Date(nowMs()), ...given });
    await store(rowed, ben, { averagePace: 115, workoutItemIndex: 0 });
    await store(rowed, ben, { averagePace: 109, workoutItemIndex: 1 });
    await store(rowed, cleo, { averagePace: 110 });
    // None of these is the best: they are hidden, partial, simulated, on another machine or in progress.
    await store(rowed, hidden, { averagePace: 90 });
    for (const given of [
      { isPartial: true },
      { source: 'simulated' as const },
      { machine: 'bike' as const },
    ]) {
      const { _id } = await buildUser(db);
      await store(rowed, _id, { averagePace: 80, ...given });
    }
    await buildActivity(db, { sessionId: rowed, userId: (await buildUser(db))._id, averagePace: 80 });
    await store(bikes, cleo, { averagePace: 100, machine: 'bike' });

    const listed = async () =>
      feed.clubProfile.response
        .parse((await ask('club-profile', { club: clubId })).body)
        .map(({ _id, results }) => [_id, results]);
    expect(await listed()).toEqual([
      [rowed, undefined],
      [bikes, undefined],
      [empty, undefined],
    ]);
    await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
    const nameOf = (_id: string, displayName: string) => ({ _id, displayName, iconURL: null });
    expect(await listed()).toEqual([
      [rowed, { rowed: 5, best: { user: nameOf(ben, 'Ben'), machine: 'rower', averagePace: 109 } }],
      [bikes, { rowed: 1, best: { user: nameOf(cleo, 'Cleo'), machine: 'bike', averagePace: 100 } }],
      [empty, { rowed: 0, best: null }],
    ]);
  });
});
