import { eq, inArray, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { feed } from '@boathouse/contract/feed';
import { liveEvents } from '@boathouse/contract/live';
import { sessions as sessionCalls } from '@boathouse/contract/sessions';
import { account } from '@boathouse/contract/account';
import * as tables from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildComment } from '../../../../test/support/comments.ts';
import { buildPlain } from '../../../../test/support/images.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildStrokes, strokeOf } from '../../training/strokes/factory.ts';
import { buildUser } from '../../people/users/factory.ts';

const { activities, activityDays, comments, sessions, users } = tables;
const day = 24 * 3_600_000;
const summary = {
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 24,
  averageHeartRate: 161,
  recoveryHeartRate: 120,
  splits: [
    {
      splitNumber: 1,
      time: 480,
      distance: 2000,
      averagePace: 120,
      restTime: 0,
      strokeRate: 24,
      heartRate: 161,
    },
  ],
  source: 'summary' as const,
};

onEachDatabase('deleting an account', (database) => {
  const app = useTestApp(database);
  let address = '';
  const openPage = usePages(() => address);
  const listen = async () => (address ||= await app().listen());
  const db = () => database().db;

  const remove = (as: Person, body: object = {}) =>
    app().call('POST', `/api/users/${as.user._id}/deletion`, {
      as,
      body: { clubResults: 'keep', password: 'a good password', ...body },
    });
  const preview = async (as: Person) =>
    account.deletion.response.parse(
      (await app().call('GET', `/api/users/${as.user._id}/deletion`, { as })).body,
    );

  /** A member with results in a club's session of another host, and in a session of their own. */
  async function memberWithResults() {
    const ann = await app().signUp('Ann');
    const coach = await app().signUp('Coach');
    const clubId = await buildClub(db(), { ownerId: coach.user._id });
    await buildMembership(db(), { clubId, userId: ann.user._id, role: 0 });
    const clubSession = await buildSession(db(), { hostUserId: coach.user._id, clubId });
    const ownSession = await buildSession(db(), { hostUserId: ann.user._id });
    const result = {
      userId: ann.user._id,
      completedAt: new Date(nowMs()),
      distance: 2000,
      elapsedTime: 480,
      heartRate: 165,
      averagePace: 120,
      workoutType: 3,
      summary,
    };
    const inClub = await buildActivity(db(), { ...result, sessionId: clubSession });
    const own = await buildActivity(db(), { ...result, sessionId: ownSession });
    return { ann, coach, clubId, clubSession, ownSession, inClub, own };
  }

  test('states beforehand what will happen', async () => {
    const { ann, clubId } = await memberWithResults();
    const tomorrow = new Date(nowMs() + day);
    await buildSession(db(), { hostUserId: ann.user._id, clubId, startAt: tomorrow });
    await buildSession(db(), { hostUserId: ann.user._id, clubId, startAt: new Date(nowMs() - 3 * day) });
    expect(await preview(ann)).toEqual({
      confirmBy: 'password',
      ownedClubs: [],
      clubResults: 1,
      otherResults: 1,
      sessions: { toClubOwners: 1, stayWithoutName: 1, removed: 1 },
      isRowing: false,
    });
  });

  test('needs the right password, and changes nothing without it', async () => {
    const ann = await app().signUp('Ann');
    expect(problemOf(await remove(ann, { password: 'wrong' }))).toMatchObject({
      status: 400,
      code: 'wrong_password',
      fields: ['password'],
    });
    expect(problemOf(await remove(ann, { password: undefined }))).toMatchObject({
      status: 400,
      fields: ['password'],
    });
    expect((await app().call('GET', `/api/users/${ann.user._id}`, { as: ann })).status).toBe(200);
  });

  test('is refused to the owner of a club, who can read the reason beforehand, and possible after the transfer', async () => {
    const [ann, ben] = [await app().signUp('Ann'), await app().signUp('Ben')];
    const clubId = await buildClub(db(), { ownerId: ann.user._id, name: 'Ann’s Crew' });
    await buildMembership(db(), { clubId, userId: ben.user._id, role: 0 });
    expect((await preview(ann)).ownedClubs).toMatchObject([{ _id: clubId, name: 'Ann’s Crew' }]);
    const refused = await remove(ann);
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'owns_a_club' });
    expect(refused.body).toMatchObject({ message: expect.stringContaining('Ann’s Crew') });
    const body = { fromUser: ann.user._id, toUser: ben.user._id, club: clubId };
    await app().call('PATCH', '/api/clubmemberships/transferOwnership', { as: ann, body });
    expect((await remove(ann)).status).toBe(200);
  });

  test('ends the login, and the email may sign up again', async () => {
    const ann = await app().signUp('Ann');
    const [login] = await db().select().from(tables.authUsers).where(eq(tables.authUsers.id, ann.uid));
    expect(await remove(ann)).toMatchObject({ status: 200, body: { message: 'Your account is deleted' } });
    expect((await app().call('GET', `/api/users/${ann.user._id}`, { as: ann })).status).toBe(401);
    const again = await app().call('POST', '/api/auth/sign-up/email', {
      body: { email: login?.email, password: 'another password', name: 'Ann' },
      headers: { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    });
    expect(again.status).toBe(200);
  });

  test('leaves nothing that refers to the user in any table', async () => {
    const { ann, coach, inClub, own } = await memberWithResults();
    const fan = await app().signUp('Fan');
    await buildFollow(db(), { followerId: ann.user._id, followeeId: fan.user._id });
    await buildFollow(db(), { followerId: fan.user._id, followeeId: ann.user._id });
    await db().update(users).set({ trainingPartnerId: ann.user._id }).where(eq(users.id, fan.user._id));
    await db().insert(tables.likes).values({ activityId: inClub, userId: ann.user._id });
    const comment = await buildComment(db(), { activityId: own, userId: ann.user._id });
    await buildComment(db(), { activityId: own, commentId: comment, userId: coach.user._id });
    expect((await remove(ann)).status).toBe(200);
    const found: string[] = [];
    for (const table of Object.values(tables).filter((each) => is(each, PgTable))) {
      const { name, columns } = getTableConfig(table);
      for (const column of columns) {
        for (const id of [ann.user._id, ann.uid]) {
          const rows = await db()
            .select({ one: sql`1` })
            .from(table)
            .where(sql`position(${id} in ${column}::text) > 0`);
          if (rows.length > 0) found.push(`${name}.${column.name}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  test('keeps results in a club’s session as figures of a Former member, without heart rates and strokes', async () => {
    const { ann, coach, clubSession, inClub, own } = await memberWithResults();
    await buildComment(db(), { activityId: inClub, userId: coach.user._id, message: 'Well rowed, Ann' });
    await buildStrokes(db(), inClub, [strokeOf({ heartRate: 150 })]);
    await app().call('PUT', `/api/activities/${inClub}/note`, { as: ann, body: { note: 'Tired' } });
    await remove(ann);
    const read = await app().call('GET', `/api/sessions/${clubSession}/activities`, { as: coach });
    const [activity] = sessionCalls.activities.response.parse(read.body).flat();
    expect(activity).toMatchObject({
      _id: inClub,
      user: { displayName: 'Former member', iconURL: null },
      distance: 2000,
      elapsedTime: 480,
      averagePace: 120,
      heartRate: null,
    });
    const whole = await app().call('GET', `/api/activities/${inClub}`, { as: coach });
    expect(whole.body).toMatchObject({
      summary: { averageHeartRate: null, splits: [{ distance: 2000, heartRate: null }] },
    });
    const strokes = await app().call('GET', `/api/activities/${inClub}/strokes`, { as: coach });
    expect(strokes.body).toMatchObject({ strokes: [] });
    expect(await db().select().from(comments).where(eq(comments.activityId, inClub))).toEqual([]);
    expect(await db().$count(tables.activityNotes)).toBe(0);
    expect(await db().select().from(activities).where(eq(activities.id, own))).toEqual([]);
  });

  test('removes results in clubs’ sessions too if the member chooses so', async () => {
    const { ann, inClub, own } = await memberWithResults();
    await remove(ann, { clubResults: 'remove' });
    const left = await db()
      .select()
      .from(activities)
      .where(inArray(activities.id, [inClub, own]));
    expect(left).toEqual([]);
  });

  test('a Former member can’t be found, looked up or followed, and is a different one in each session', async () => {
    const { ann, coach, clubId, inClub } = await memberWithResults();
    const second = await buildSession(db(), { hostUserId: coach.user._id, clubId });
    const other = await buildActivity(db(), {
      userId: ann.user._id,
      sessionId: second,
      completedAt: new Date(nowMs()),
      distance: 500,
    });
    await remove(ann);
    const rows = await db()
      .select({ userId: activities.userId })
      .from(activities)
      .where(inArray(activities.id, [inClub, other]));
    const [one, two] = rows.map(({ userId }) => userId);
    expect(one).not.toBe(two);
    const search = await app().call('GET', '/api/users/search?displayName=former%20member', { as: coach });
    expect(search.body).toEqual({ count: 0, users: [] });
    for (const path of [`/api/users/${one}`, `/api/users/${one}/statistics-general`]) {
      expect((await app().call('GET', path, { as: coach })).status).toBe(404);
    }
    const follow = { follower: coach.user._id, followee: one };
    expect((await app().call('POST', '/api/follows', { as: coach, body: follow })).status).toBe(404);
  });

  test('does not change the totals and bests of others', async () => {
    const { ann, coach, clubSession } = await memberWithResults();
    await buildActivity(db(), {
      userId: coach.user._id,
      sessionId: clubSession,
      completedAt: new Date(nowMs()),
      distance: 2000,
      elapsedTime: 470,
      workoutType: 3,
    });
    const read = async () => [
      await db().select().from(activityDays).where(eq(activityDays.userId, coach.user._id)),
      (await app().call('GET', `/api/users/${coach.user._id}/personal-bests`, { as: coach })).body,
    ];
    const before = await read();
    await remove(ann);
    expect(await read()).toEqual(before);
    expect(
      await db()
        .select({ count: sql<number>`count(*)::int` })
        .from(activityDays)
        .where(eq(activityDays.userId, ann.user._id)),
    ).toEqual([{ count: 0 }]);
  });

  test('hands a club’s session that can still be rowed to the owner, and keeps a rowed one without a host', async () => {
    const { ann, coach, clubId } = await memberWithResults();
    const hosted = (more: object) => buildSession(db(), { hostUserId: ann.user._id, ...more });
    const upcoming = await hosted({ clubId, startAt: new Date(nowMs() + day) });
    const past = await hosted({ clubId, startAt: new Date(nowMs() - 3 * day) });
    const rowed = await hosted({});
    const unrowed = await hosted({});
    await buildActivity(db(), { userId: coach.user._id, sessionId: rowed, completedAt: new Date(nowMs()) });
    await remove(ann);
    const host = async (id: string) => {
      const answer = await app().call('GET', `/api/sessions/${id}`, { as: coach });
      return answer.status === 200
        ? sessionCalls.byId.response.parse(answer.body).hostUser.displayName
        : answer.status;
    };
    expect([await host(upcoming), await host(past), await host(rowed), await host(unrowed)]).toEqual([
      'Coach',
      'Former member',
      'Former member',
      404,
    ]);
    expect(await db().select().from(sessions).where(eq(sessions.id, unrowed))).toEqual([]);
  });

  test('empties a comment that others replied to, and removes all others', async () => {
    const { ann, coach, clubSession } = await memberWithResults();
    const activityId = await buildActivity(db(), {
      userId: coach.user._id,
      sessionId: clubSession,
      completedAt: new Date(nowMs()),
    });
    const answered = await buildComment(db(), { activityId, userId: ann.user._id, message: 'secret one' });
    await buildComment(db(), { activityId, commentId: answered, userId: coach.user._id, message: 'Thanks' });
    await buildComment(db(), { activityId, userId: ann.user._id, message: 'secret two' });
    const theirs = await buildComment(db(), { activityId, userId: coach.user._id, message: 'Mine' });
    await buildComment(db(), {
      activityId,
      commentId: theirs,
      userId: ann.user._id,
      message: 'secret three',
    });
    await remove(ann);
    const read = await app().call('GET', `/api/comments/parent/${activityId}`, { as: coach });
    expect(JSON.stringify(read.body)).not.toContain('secret');
    expect(read.body).toMatchObject([
      {
        removed: true,
        message: '',
        user: { displayName: 'Former member' },
        replies: [{ message: 'Thanks' }],
      },
      { message: 'Mine', replies: [] },
    ]);
  });

  test('removes the images of the user from the store, and leaves those of the club', async () => {
    const ann = await app().signUp('Ann');
    const upload = async (folder: string, key: string) => {
      const answer = await app().call('POST', `/api/files/${folder}?key=${key}`, {
        as: ann,
        body: await buildPlain('#123456'),
        headers: { 'content-type': 'image/png' },
      });
      return String(answer.body && typeof answer.body === 'object' ? Reflect.get(answer.body, 'path') : '');
    };
    const icon = await upload('usericons', ann.user._id);
    await app().call('PATCH', `/api/users/${ann.user._id}/iconURL`, { as: ann, body: { iconURL: icon } });
    const clubURL = `club-${nowMs().toString(36)}`;
    const clubIcon = await upload('clubicons', clubURL);
    const coach = await app().signUp('Coach');
    const clubId = await buildClub(db(), { ownerId: coach.user._id, customUrl: clubURL });
    await db().update(tables.clubs).set({ iconUrl: clubIcon }).where(eq(tables.clubs.id, clubId));
    expect((await app().call('GET', icon)).status).toBe(200);
    await remove(ann);
    expect([(await app().call('GET', icon)).status, (await app().call('GET', clubIcon)).status]).toEqual([
      404, 200,
    ]);
  });

  test('discards a row in progress, closes the user’s connections at once, and notifies the room', async () => {
    await listen();
    const { ann, coach, clubSession } = await memberWithResults();
    await db().delete(activities).where(eq(activities.userId, ann.user._id));
    const rowing = await buildActivity(db(), { userId: ann.user._id, sessionId: clubSession });
    expect((await preview(ann)).isRowing).toBe(true);
    const annsPage = await openPage.into(clubSession, ann);
    const coachsPage = await openPage.into(clubSession, coach);
    const closed = new Promise((resolve) => annsPage.socket.once('disconnect', resolve));
    const told = coachsPage.next(liveEvents.activityChanged);
    await remove(ann);
    await closed;
    expect(await told).toMatchObject({ room: clubSession, discarded: [rowing] });
    await expect(openPage(ann)).rejects.toThrow();
  });

  test('two deletions at once delete once, and both end without a server error', async () => {
    const ann = await app().signUp('Ann');
    const answers = await Promise.all([remove(ann), remove(ann)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([200, 400, 401, 404]).toContain(statuses[1]);
  });

  test('a row completed at the same moment counts for no one or is deleted, without a server error', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, clubSession } = await memberWithResults();
      const rowing = await buildActivity(db(), {
        userId: ann.user._id,
        sessionId: clubSession,
        workoutItemIndex: 1,
      });
      const [removed, completed] = await Promise.all([
        remove(ann),
        app().call('PATCH', `/api/activities/${rowing}/complete`, { as: ann, body: { distance: 500 } }),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 401, 403, 404]).toContain(completed.status);
      expect(await db().select().from(activityDays).where(eq(activityDays.userId, ann.user._id))).toEqual([]);
    }
  });

  test('the feed of a club still has its sessions, with its best result by a former member', async () => {
    const { ann, coach, clubId } = await memberWithResults();
    const read = async () => {
      const query = new URLSearchParams({ club: clubId, page: '1' }).toString();
      const answer = await app().call('GET', `/api/feed/club-profile?${query}`, { as: coach });
      return feed.clubProfile.response.parse(answer.body);
    };
    const before = await read();
    expect(before[0]?.results?.best?.user.displayName).toBe('Ann');
    await remove(ann);
    const former = { _id: expect.any(String), displayName: 'Former member', iconURL: null };
    const renamed = before.map(({ results = null, ...session }) => ({
      ...session,
      results: results?.best ? { ...results, best: { ...results.best, user: former } } : results,
    }));
    expect(await read()).toEqual(renamed);
  });

  describe('an account without a password', () => {
    test('needs a sign-in of the last 10 minutes', async () => {
      const { ann } = await memberWithResults();
      await db().delete(tables.authAccounts).where(eq(tables.authAccounts.userId, ann.uid));
      expect(await preview(ann)).toMatchObject({ confirmBy: 'signIn' });
      await db()
        .update(tables.authSessions)
        .set({ createdAt: new Date(nowMs() - 11 * 60_000) })
        .where(eq(tables.authSessions.userId, ann.uid));
      // The login was cached with its time.
      await app().call('PATCH', `/api/users/${ann.user._id}/displayName`, {
        as: ann,
        body: { displayName: 'Ann' },
      });
      expect(problemOf(await remove(ann, { password: undefined }))).toMatchObject({
        status: 403,
        code: 'sign_in_again',
      });
      await db()
        .update(tables.authSessions)
        .set({ createdAt: new Date(nowMs()) })
        .where(eq(tables.authSessions.userId, ann.uid));
      await app().call('PATCH', `/api/users/${ann.user._id}/displayName`, {
        as: ann,
        body: { displayName: 'Ann' },
      });
      expect((await remove(ann, { password: undefined })).status).toBe(200);
    });
  });

  test('deletes more results than one statement takes', async () => {
    const ann = await app().signUp('Ann');
    const host = await buildUser(db());
    const clubId = await buildClub(db(), { ownerId: host._id });
    const ids: string[] = [];
    for (let index = 0; index < 620; index += 1) {
      ids.push(await buildSession(db(), { hostUserId: host._id, clubId }));
    }
    for (const sessionId of ids) {
      await buildActivity(db(), {
        userId: ann.user._id,
        sessionId,
        completedAt: new Date(nowMs()),
        distance: 100,
      });
    }
    expect((await remove(ann)).status).toBe(200);
    const left = await db().select().from(activities).where(inArray(activities.sessionId, ids));
    expect([left.length, new Set(left.map(({ userId }) => userId)).size]).toEqual([620, 620]);
  }, 60_000);
});
