import { readWorkouts } from '@boathouse/formats/read';
import { request } from 'node:http';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serverLimits } from '@boathouse/contract/limits';
import type { Stroke } from '@boathouse/contract/strokes';
import { newId } from '../../../db/ids.ts';
import {
  athleteCategories,
  attendances,
  blocks,
  clubMemberships,
  entryRefusals,
  sessions,
  squadMembers,
  squads,
  testWeights,
  tests,
  users,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { readZip } from '../../../../test/support/read-zip.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivities, buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildComment } from '../../../../test/support/comments.ts';
import { buildPlain } from '../../../../test/support/images.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildSession, buildSessions } from '../../sessions/sessions/factory.ts';
import { buildStrokes } from '../../training/strokes/factory.ts';
import { buildUser } from '../../people/users/factory.ts';

const strokeAt = (index: number): Stroke => ({
  number: index + 1,
  interval: 1,
  elapsedTime: index * 2,
  distance: index * 10,
  pace: 120,
  strokeRate: 24,
  heartRate: index === 0 ? null : 150,
  power: 200,
  driveLength: 1.2,
  driveTime: 0.7,
  recoveryTime: 1.4,
  strokeDistance: 10,
  peakForce: 500,
  averageForce: 300,
  workPerStroke: 600,
  calories: 1,
  forceCurve: [0, 200, 500 + index],
});

onEachDatabase('the archive of a user’s data', (database) => {
  let nowMs = Date.UTC(2026, 4, 1, 6);
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  const db = () => database().db;
  const pathOf = (as: Person) => `/api/users/${as.user._id}/archive`;

  async function download(as: Person): Promise<Map<string, Buffer>> {
    const answer = await app().app.http.inject({
      method: 'GET',
      url: pathOf(as),
      headers: { authorization: `Bearer ${as.token}` },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.headers['content-disposition']).toContain('.zip');
    return readZip(answer.rawPayload);
  }
  const json = (files: Map<string, Buffer>, name: string): unknown =>
    JSON.parse(files.get(name)?.toString() ?? 'null');
  const lines = (files: Map<string, Buffer>, name: string) =>
    files.get(name)?.toString().trimEnd().split('\r\n') ?? [];

  test('has every kind of data, as CSV and JSON, and describes each file', async () => {
    const ann = await app().signUp('Ann');
    const ben = await buildUser(db(), { displayName: 'Ben, "the stroke"' });
    await buildClub(db(), { ownerId: ann.user._id, name: 'Riverside', customUrl: `riverside-${clockMs()}` });
    await buildFollow(db(), { followerId: ann.user._id, followeeId: ben._id });
    const sessionId = await buildSession(db(), { hostUserId: ann.user._id, title: '=1+1' });
    const activityId = await buildActivity(db(), {
      userId: ann.user._id,
      sessionId,
      completedAt: new Date(clockMs()),
      createdAt: new Date(Date.UTC(2026, 3, 30, 6)),
      distance: 2000,
      elapsedTime: 480,
      summary: {
        logEntryDate: null,
        logEntryTime: null,
        averageStrokeRate: 24,
        averageHeartRate: 150,
        recoveryHeartRate: null,
        splits: [
          {
            splitNumber: 1,
            time: 480,
            distance: 2000,
            averagePace: 120,
            restTime: 0,
            strokeRate: 24,
            heartRate: null,
          },
        ],
        source: 'summary',
      },
    });
    await buildStrokes(
      db(),
      activityId,
      Array.from({ length: 150 }, (_, index) => strokeAt(index)),
    );
    const fan = await app().signUp('Fan');
    const follow = { follower: fan.user._id, followee: ann.user._id };
    await app().call('POST', '/api/follows', { as: fan, body: follow });
    const theirs = await buildActivity(db(), {
      userId: ben._id,
      sessionId,
      completedAt: new Date(clockMs()),
    });
    await buildComment(db(), { activityId: theirs, userId: ann.user._id, message: 'Well rowed,\nBen' });
    await app().call('POST', '/api/likes', { as: ann, body: { user: ann.user._id, parent: theirs } });
    await app().call('PUT', `/api/sessions/${sessionId}/attendance`, { as: ann });
    await app().call('PUT', `/api/activities/${activityId}/note`, { as: ann, body: { note: 'Head up' } });
    const tagged = { tags: ['winter', 'Test'] };
    await app().call('PUT', `/api/activities/${activityId}/tags`, { as: ann, body: tagged });
    const ofAnn = `/api/users/${ann.user._id}`;
    await app().call('PUT', `${ofAnn}/goal`, { as: ann, body: { period: 'week', meters: 20_000 } });
    await app().call('POST', `${ofAnn}/calendar`, { as: ann });
    const token = { name: 'Erg screen', scopes: ['read'], password: 'a good password' };
    expect((await app().call('POST', '/api/tokens', { as: ann, body: token })).status).toBe(200);
    await db()
      .insert(entryRefusals)
      .values({
        sessionId,
        workoutItemIndex: 1,
        userId: ann.user._id,
        distance: 2_000,
        elapsedTime: 425.3,
        reason: 'It was 7:15',
        refusedAt: new Date(clockMs()),
      });
    const favorite = { title: 'Winter', workoutItem: '4 x 2k', club: null };
    await app().call('POST', '/api/templates', { as: ann, body: favorite });
    const testId = newId();
    const squadId = newId();
    const [inClub] = await db()
      .select()
      .from(clubMemberships)
      .where(eq(clubMemberships.userId, ann.user._id));
    const clubId = inClub?.clubId ?? '';
    await db().insert(squads).values({ id: squadId, clubId, name: 'Masters' });
    await db().insert(squadMembers).values({ squadId, clubId, userId: ann.user._id });
    const piece = { kind: 'distance', amount: 2_000, machine: 'rower', counts: 'best' } as const;
    const opens = { opensAt: new Date(clockMs()), closesAt: new Date(clockMs()) };
    await db()
      .insert(tests)
      .values({ id: testId, clubId, title: 'Autumn 2k', ...piece, ...opens });
    await db().insert(testWeights).values({ testId, userId: ann.user._id, weightHg: 705 });
    await db().insert(athleteCategories).values({ userId: ann.user._id, sex: 'female', birthYear: 1990 });
    const icon = await app().call('POST', `/api/files/usericons?key=${ann.user._id}`, {
      as: ann,
      body: await buildPlain('#654321'),
      headers: { 'content-type': 'image/png' },
    });
    expect(icon.status).toBe(200);
    await app().call('PUT', '/api/notifications/mail', { as: ann, body: { kinds: ['like'] } });
    const blocker = await app().signUp('Blocker');
    const liked = { user: blocker.user._id, parent: activityId };
    expect((await app().call('POST', '/api/likes', { as: blocker, body: liked })).status).toBe(200);
    await db().insert(blocks).values({ blockerId: blocker.user._id, blockedId: ann.user._id });
    const rival = await buildUser(db());
    await db().insert(blocks).values({ blockerId: ann.user._id, blockedId: rival._id });

    const report = { kind: 'user', id: ben._id, reason: 'spam', text: 'Sells oars' };
    expect((await app().call('POST', '/api/reports', { as: ann, body: report })).status).toBe(200);

    const files = await download(ann);
    const folder = `activities/2026-04-30-${activityId}`;
    const tables =
      'activities refused-results clubs follows blocked comments likes sessions attendance squads weights category templates notifications reports'.split(
        ' ',
      );
    const ofActivity = [
      'activity.json',
      'splits.csv',
      'strokes.csv',
      'strokes.json',
      'force-curves.csv',
      'activity.fit',
    ];
    const images = [...files.keys()].filter((name) => name.startsWith('images/'));
    expect(images).toHaveLength(1);
    expect([...files.keys()]).toEqual([
      'README.txt',
      'profile.json',
      ...tables.flatMap((name) => [`${name}.csv`, `${name}.json`]),
      'season.csv',
      ...ofActivity.map((name) => `${folder}/${name}`),
      ...images,
    ]);
    const readme = files.get('README.txt')?.toString() ?? '';
    for (const name of ['profile.json', 'images/', ...tables, ...ofActivity]) expect(readme).toContain(name);
    for (const name of tables) {
      const rows = json(files, `${name}.json`);
      expect([name, Array.isArray(rows) ? rows.length : 0]).toEqual([name, name === 'follows' ? 2 : 1]);
    }
    expect(json(files, 'reports.json')).toMatchObject([
      { kind: 'user', name: 'Ben, "the stroke"', reason: 'spam', text: 'Sells oars' },
    ]);
    expect(json(files, 'profile.json')).toMatchObject({
      displayName: 'Ann',
      signIn: ['credential'],
      mailKinds: ['like'],
      goal: { period: 'week', meters: 20_000 },
      calendarAddressCreatedAt: expect.any(String),
      accessTokens: [{ name: 'Erg screen', scopes: ['read'], lastUsedOn: null, endsAt: null }],
      connectedServices: [],
    });
    expect(json(files, 'activities.json')).toMatchObject([
      { id: activityId, note: 'Head up', tags: 'winter, Test' },
    ]);
    expect(json(files, 'sessions.json')).toMatchObject([{ title: '=1+1' }]);
    expect(json(files, 'weights.json')).toMatchObject([{ test: 'Autumn 2k', weight: 70.5 }]);
    expect(json(files, 'category.json')).toEqual([{ sex: 'female', birthYear: 1990 }]);
    expect(lines(files, 'sessions.csv')[1]).toContain(`'=1+1`);
    expect(json(files, 'comments.json')).toMatchObject([{ message: 'Well rowed,\nBen' }]);
    expect(json(files, `${folder}/activity.json`)).toMatchObject({ _id: activityId, distance: 2000 });
    expect(lines(files, `${folder}/splits.csv`)).toEqual([
      'splitNumber,time,distance,averagePace,restTime,strokeRate,heartRate',
      '1,480,2000,120,0,24,',
    ]);
    expect(lines(files, `${folder}/strokes.csv`)).toHaveLength(151);
    expect(lines(files, `${folder}/force-curves.csv`)[2]).toBe('1,2,1,0 200 501');
    expect(json(files, `${folder}/strokes.json`)).toHaveLength(150);
    const fit = readWorkouts(files.get(`${folder}/activity.fit`) ?? Buffer.alloc(0), 'activity.fit');
    expect(fit.workouts[0]?.strokes).toHaveLength(150);
    expect(lines(files, 'season.csv')).toHaveLength(2);
  });

  test('does not name a user who hides from its user', async () => {
    const ann = await app().signUp('Ann');
    const ben = await buildUser(db(), { displayName: 'Secretive Ben' });
    const sessionId = await buildSession(db(), { hostUserId: ann.user._id });
    const theirs = await buildActivity(db(), {
      userId: ben._id,
      sessionId,
      completedAt: new Date(clockMs()),
    });
    await buildComment(db(), { activityId: theirs, userId: ann.user._id, message: 'Well rowed' });
    await buildFollow(db(), { followerId: ben._id, followeeId: ann.user._id });
    const fan = await app().signUp('Secretive Fan');
    await app().call('POST', '/api/follows', {
      as: fan,
      body: { follower: fan.user._id, followee: ann.user._id },
    });
    const textOf = async () => Array.from((await download(ann)).values(), String).join();
    expect((await textOf()).match(/Secretive (Ben|Fan)/g)).toHaveLength(8);
    await db()
      .update(users)
      .set({ visibility: 'me' })
      .where(inArray(users.id, [ben._id, fan.user._id]));
    const hidden = await textOf();
    expect(hidden).not.toContain('Secretive');
    expect(hidden).toContain('Well rowed');
  });

  test("contains only the user's own part of a session that they may no longer read", async () => {
    const [ann, coach] = [await app().signUp('Ann'), await app().signUp('Coach')];
    const userId = ann.user._id;
    const clubId = await buildClub(db(), { ownerId: coach.user._id, isPrivate: true, name: 'Secret club' });
    await buildMembership(db(), { clubId, userId, role: 0 });
    const plan = { clubId, title: 'Secret plan', workoutItems: ['8 x 500m'] };
    const sessionId = await buildSession(db(), { hostUserId: coach.user._id, ...plan });
    const hostedId = await buildSession(db(), { hostUserId: userId, ...plan });
    const at = new Date(clockMs());
    await db().insert(attendances).values({ sessionId, userId, createdAt: at });
    const refused = { workoutItemIndex: 0, distance: 500, elapsedTime: 100, reason: 'Not me' };
    await db()
      .insert(entryRefusals)
      .values({ sessionId, userId, ...refused, refusedAt: at });
    const tables = ['attendance', 'refused-results', 'sessions'];
    const read = async () => {
      const files = await download(ann);
      return {
        text: tables.map((name) => String(files.get(`${name}.csv`))).join(),
        rows: tables.map((name) => json(files, `${name}.json`)),
      };
    };
    expect((await read()).text.match(/Secret plan/g)).toHaveLength(3);
    await db().delete(clubMemberships).where(eq(clubMemberships.userId, userId));
    const startAt = new Date('2026-06-01T06:00:00Z');
    await db().update(sessions).set({ startAt }).where(eq(sessions.clubId, clubId));
    const { text, rows } = await read();
    expect(text).not.toMatch(/Secret|2026-06-01|8 x 500m/);
    expect(rows).toMatchObject([
      [{ sessionId, title: null, startAt: null, createdAt: at.toISOString() }],
      [{ sessionId, title: null, ...refused, refusedAt: at.toISOString() }],
      [{ id: hostedId, title: null, startAt: null, club: null }],
    ]);
  });

  test('has all activities of a long history, each once, and none of another user', async () => {
    const ann = await app().signUp('Ann');
    const other = await buildUser(db());
    const sessionIds = await buildSessions(
      db(),
      Array.from({ length: 450 }, () => ({ hostUserId: other._id })),
    );
    const rows = sessionIds.map((sessionId) => ({
      sessionId,
      completedAt: new Date(clockMs()),
      distance: 100,
    }));
    await buildActivities(
      db(),
      rows.map((row) => ({ ...row, userId: ann.user._id })),
    );
    await buildActivities(
      db(),
      rows.map((row) => ({ ...row, userId: other._id })),
    );
    const files = await download(ann);
    const folders = [...files.keys()].filter((name) => name.endsWith('/activity.json'));
    expect([folders.length, new Set(folders).size]).toEqual([450, 450]);
    expect(json(files, 'activities.json')).toHaveLength(450);
    expect(files.get('activities.csv')?.includes(other._id)).toBe(false);
  });

  test('is limited per hour, announces that, and is possible again later', async () => {
    const ann = await app().signUp('Ann');
    const state = () => app().call('GET', `${pathOf(ann)}/state`, { as: ann });
    for (let count = 0; count < serverLimits.archivesPerHour; count += 1) {
      expect(await state()).toMatchObject({ body: { waitSec: 0, activities: 0 } });
      await download(ann);
      nowMs += 60_000;
    }
    const refused = await app().call('GET', pathOf(ann), { as: ann });
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    const waitSec = 3600 - serverLimits.archivesPerHour * 60;
    expect(refused.headers['retry-after']).toBe(String(waitSec));
    expect(await state()).toMatchObject({ body: { waitSec } });
    nowMs += waitSec * 1000;
    await download(ann);
  });

  test('is made one at a time, and a canceled download makes room for the next', async () => {
    const ann = await app().signUp('Ann');
    const sessionId = await buildSession(db(), { hostUserId: ann.user._id });
    const id = await buildActivity(db(), {
      userId: ann.user._id,
      sessionId,
      completedAt: new Date(clockMs()),
    });
    await buildStrokes(
      db(),
      id,
      Array.from({ length: 3_000 }, (_, index) => ({
        ...strokeAt(index),
        forceCurve: Array.from({ length: 250 }, (_point, at) => (at * index * 7919) % 65_536),
      })),
    );
    const address = app().app.http.server.listening ? undefined : await app().listen();
    const stuck = request(`${address}${pathOf(ann)}`, { headers: { authorization: `Bearer ${ann.token}` } });
    const response = await new Promise<{ pause(): void }>((resolve) => {
      stuck.once('response', resolve);
      stuck.end();
    });
    response.pause();
    expect((await app().call('GET', pathOf(ann), { as: ann })).status).toBe(429);
    stuck.destroy();
    stuck.on('error', () => {});
    await expect
      .poll(async () => (await app().call('GET', `${pathOf(ann)}/state`, { as: ann })).body)
      .toMatchObject({ waitSec: 0 });
    await download(ann);
  });

  test('is a file in the OpenAPI document, not JSON', async () => {
    const { body } = await app().call('GET', '/api/openapi.json');
    expect(body).toHaveProperty(['paths', '/api/users/{id}/archive', 'get', 'responses', '200', 'content'], {
      'application/zip': expect.anything(),
    });
  });

  test('can’t be requested by HEAD', async () => {
    const ann = await app().signUp('Ann');
    expect((await app().call('HEAD', pathOf(ann), { as: ann })).status).toBe(404);
  });
});
