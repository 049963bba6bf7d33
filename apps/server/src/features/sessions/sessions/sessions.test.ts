import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SessionSchema, type NewSession } from '@boathouse/contract/sessions';
import { sessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildUser } from '../../people/users/factory.ts';
import { buildSession } from './factory.ts';

onEachDatabase('sessions', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let coachId: string;
  let clubId: string;

  beforeAll(async () => {
    const { db } = database();
    ann = await app().signUp('Ann');
    coachId = (await buildUser(db, { displayName: 'Coach' }))._id;
    clubId = await buildClub(db, { ownerId: coachId, name: 'Crew', customUrl: 'crew' });
    await buildMembership(db, { clubId, userId: ann.user._id, role: 0 });
  });

  const schedule = (change: Partial<NewSession> & { _id?: string } = {}) =>
    app().call('POST', '/api/sessions', {
      as: ann,
      body: {
        title: 'Steady state',
        hostUser: ann.user._id,
        startAt: '2026-05-01T08:00:00+02:00',
        isAccessibleByLink: false,
        workoutItems: ['10000m'],
        ...change,
      },
    });

  const listed = async (query: string): Promise<string[]> => {
    const answer = await app().call('GET', `/api/sessions/user/${ann.user._id}?${query}`, { as: ann });
    expect(answer.status).toBe(200);
    return z
      .array(z.object({ _id: z.string() }))
      .parse(answer.body)
      .map(({ _id }) => _id);
  };

  describe('POST /sessions', () => {
    test('[WORK-3] [API-SESSIONS] returns the stored session, with the caller as host and the start in UTC', async () => {
      const made = await schedule({
        title: '  Tuesday  ',
        isAccessibleByLink: true,
        workoutItems: [' 2k ', '5k'],
      });
      expect(made.status).toBe(200);
      const session = SessionSchema.parse(made.body);
      expect(session).toEqual({
        _id: session._id,
        title: 'Tuesday',
        hostUser: ann.user,
        startAt: '2026-05-01T06:00:00.000Z',
        isAccessibleByLink: true,
        club: null,
        workoutItems: ['2k', '5k'],
      });
      const read = await app().call('GET', `/api/sessions/${session._id}`, { as: ann });
      expect(read.body).toEqual(made.body);
    });

    test("with a client's id schedules one session, even if it is repeated often and at once", async () => {
      const _id = randomUUIDv7();
      const answers = await Promise.all([1, 2, 3].map(() => schedule({ _id, title: 'Kept row' })));
      answers.push(await schedule({ _id, title: 'Kept row' }));
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ _id, title: 'Kept row' });
      }
    });

    test('refuses the id of another user’s session and of a deleted one', async () => {
      const others = await buildSession(database().db, { hostUserId: coachId });
      const deleted = randomUUIDv7();
      await schedule({ _id: deleted });
      await app().call('DELETE', `/api/sessions/${deleted}`, { as: ann });
      for (const _id of [others, deleted]) {
        const refused = await schedule({ _id });
        expect(refused).toMatchObject({ status: 400, body: { fields: [{ field: '_id' }] } });
      }
    });

    test('accepts ids in upper case, for the host and for the session', async () => {
      const made = await schedule({ hostUser: ann.user._id.toUpperCase() });
      const session = SessionSchema.parse(made.body);
      expect(session.hostUser).toEqual(ann.user);
      const read = await app().call('GET', `/api/sessions/${session._id.toUpperCase()}`, { as: ann });
      expect(read.body).toEqual(made.body);
      expect(read.headers['cache-control']).toBe('no-store');
    });

    test('[WORK-3] lets members schedule for a club and returns the club', async () => {
      const made = await schedule({ club: clubId });
      expect(made).toMatchObject({
        status: 200,
        body: { club: { _id: clubId, name: 'Crew', customURL: 'crew', iconURL: null } },
      });
    });

    test('[WORK-3] returns the same refusal to pending users, to others and for a missing club', async () => {
      const { db } = database();
      const pendingClub = await buildClub(db, { ownerId: coachId });
      await buildMembership(db, { clubId: pendingClub, userId: ann.user._id, role: -1 });
      const foreignClub = await buildClub(db, { ownerId: coachId });
      const bodies = [];
      for (const club of [pendingClub, foreignClub, '019a0000-0000-7000-8000-000000000000']) {
        const answer = await schedule({ club });
        expect(answer.status).toBe(400);
        bodies.push({ ...Object(answer.body), errorId: '' });
      }
      expect(bodies[0]).toMatchObject({ code: 'bad_request', fields: [{ field: 'club' }] });
      expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
    });

    test('[WORK-3] rejects a session that is for a club and for anyone with the link', async () => {
      expect(await schedule({ club: clubId, isAccessibleByLink: true })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'isAccessibleByLink' }] },
      });
    });

    test('[WORK-1] stores one to four workout items in order', async () => {
      for (const workoutItems of [['2k'], ['4', '3', '2', '1'], ['"quoted", {and} \\ odd', 'é 🚣']]) {
        expect(await schedule({ workoutItems })).toMatchObject({ status: 200, body: { workoutItems } });
      }
    });
  });

  describe('GET /sessions/user/:id', () => {
    /** A day or month in a time zone, with its start and end in UTC. */
    const periods: Array<[string, string, string, string]> = [
      // A time without a zone is in UTC.
      ['', 'year=2026&month=5&day=1', '2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'],
      ['', 'year=2026&month=12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      ['', 'year=2028&month=2', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
      // Days of 23 and 25 hours
      ['Europe/Berlin', 'year=2026&month=3&day=29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['Europe/Berlin', 'year=2026&month=10&day=25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
      ['Europe/Berlin', 'year=2026&month=3', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
      ['America/New_York', 'year=2026&month=3&day=8', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
      ['America/New_York', 'year=2026&month=11&day=1', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
      ['America/New_York', 'year=2026&month=12&day=31', '2026-12-31T05:00:00Z', '2027-01-01T05:00:00Z'],
      ['Asia/Kolkata', 'year=2026&month=12&day=31', '2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
      ['Asia/Kolkata', 'year=2026&month=12', '2026-11-30T18:30:00Z', '2026-12-31T18:30:00Z'],
      ['Pacific/Auckland', 'year=2026&month=9&day=27', '2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z'],
      ['Pacific/Auckland', 'year=2026&month=4&day=5', '2026-04-04T11:00:00Z', '2026-04-05T12:00:00Z'],
      ['Pacific/Auckland', 'year=2027&month=1', '2026-12-31T11:00:00Z', '2027-01-31T11:00:00Z'],
      ['Pacific/Apia', 'year=2026&month=12&day=31', '2026-12-30T11:00:00Z', '2026-12-31T11:00:00Z'],
      // Samoa skipped the 30th when it crossed the date line.
      ['Pacific/Apia', 'year=2011&month=12&day=29', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
      ['Pacific/Apia', 'year=2011&month=12&day=31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
      ['Pacific/Apia', 'year=2011&month=12', '2011-12-01T10:00:00Z', '2011-12-31T10:00:00Z'],
    ];

    test.for(periods)(
      '[API-SESSIONS] [DASH-2] [CAL-1] in %s, %s lists sessions that start from %s and before %s',
      async (period) => {
        const [zone, query, from, to] = period;
        const { db } = database();
        await db.delete(sessions);
        const build = (time: string, shiftMs: number) =>
          buildSession(db, {
            hostUserId: ann.user._id,
            startAt: new Date(Date.parse(time) + shiftMs),
          });
        await build(from, -1);
        const last = await build(to, -1);
        const first = await build(from, 0);
        await build(to, 0);
        const timeZone = zone === '' ? '' : `&timeZone=${encodeURIComponent(zone)}`;
        expect(await listed(`${query}${timeZone}`)).toEqual([first, last]);
      },
    );

    test('[API-SESSIONS] returns no sessions on the day that Samoa skipped', async () => {
      const hostUserId = ann.user._id;
      await buildSession(database().db, { hostUserId, startAt: new Date('2011-12-30T10:00:00Z') });
      expect(await listed('year=2011&month=12&day=30&timeZone=Pacific%2FApia')).toEqual([]);
    });

    test('[API-SESSIONS] lists readable sessions that the user hosts, rowed in or has through a club, each once, by start', async () => {
      const { db } = database();
      const at = (day: number) => new Date(Date.UTC(2030, 0, day, 12));
      const annId = ann.user._id;
      const pendingClub = await buildClub(db, { ownerId: coachId });
      await buildMembership(db, { clubId: pendingClub, userId: annId, role: -1 });
      const leftClub = await buildClub(db, { ownerId: coachId });
      const take = async (sessionId: string) => {
        await buildActivity(db, { userId: annId, sessionId, completedAt: at(20) });
        return sessionId;
      };

      const takenPart = await take(await buildSession(db, { hostUserId: coachId, startAt: at(4) }));
      const ofClub = await buildSession(db, { hostUserId: coachId, clubId, startAt: at(3) });
      const hosted = await buildSession(db, {
        hostUserId: annId,
        isAccessibleByLink: false,
        startAt: at(1),
      });
      const hostedForClub = await take(await buildSession(db, { hostUserId: annId, clubId, startAt: at(2) }));
      // Hosted by others, in other clubs, or no longer readable:
      await buildSession(db, { hostUserId: coachId, startAt: at(5) });
      await buildSession(db, { hostUserId: coachId, clubId: pendingClub, startAt: at(6) });
      await take(await buildSession(db, { hostUserId: coachId, clubId: leftClub, startAt: at(7) }));
      await take(await buildSession(db, { hostUserId: coachId, isAccessibleByLink: false, startAt: at(8) }));
      expect(await listed('year=2030&month=1')).toEqual([hosted, hostedForClub, ofClub, takenPart]);
    });

    test("[API-SESSIONS] returns only _id, title, startAt and the user's part with sparse=1, otherwise complete sessions", async () => {
      const { db } = database();
      const startAt = new Date('2031-07-01T10:00:00Z');
      const id = await buildSession(db, { hostUserId: ann.user._id, title: 'Sparse', startAt });
      const ask = (sparse: string) =>
        app().call('GET', `/api/sessions/user/${ann.user._id}?year=2031&month=7${sparse}`, { as: ann });
      expect((await ask('&sparse=1')).body).toEqual([
        { _id: id, title: 'Sparse', startAt: '2031-07-01T10:00:00.000Z', part: 'none' },
      ]);
      const whole = (await app().call('GET', `/api/sessions/${id}`, { as: ann })).body;
      expect((await ask('&sparse=0')).body).toEqual([whole]);
      expect((await ask('')).body).toEqual([whole]);
    });
  });

  test('[API-SESSIONS] the activities of a session are one list per workout item, in the order of their start', async () => {
    const { db } = database();
    const sessionId = await buildSession(db, {
      hostUserId: coachId,
      workoutItems: ['2k', '5k', '500m'],
    });
    const begun = (userId: string, workoutItemIndex: number, second: number) =>
      buildActivity(db, {
        userId,
        sessionId,
        workoutItemIndex,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
        completedAt: new Date(Date.UTC(2026, 0, 1, 1)),
      });
    const other = (await buildUser(db, { displayName: 'Zoe' }))._id;
    const later = await begun(other, 0, 5);
    const earlier = await begun(ann.user._id, 0, 1);
    const last = await begun(ann.user._id, 2, 9);
    const answer = await app().call('GET', `/api/sessions/${sessionId}/activities`, { as: ann });
    const ids = z
      .array(z.array(z.object({ _id: z.string() })))
      .parse(answer.body)
      .map((list) => list.map(({ _id }) => _id));
    expect(ids).toEqual([[earlier, later], [], [last]]);
  });
});
