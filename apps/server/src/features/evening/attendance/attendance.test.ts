import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attendance } from '@boathouse/contract/sessions/attendance';
import { listParticipants } from '../../sessions/sessions/participants/store.ts';
import { clubMemberships } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';

const noonMs = Date.UTC(2026, 4, 1, 12);

onEachDatabase('who will be at a session', (database) => {
  let nowMs = noonMs;
  const app = useTestApp(database, {}, undefined, { nowMs: () => nowMs });
  let coach: Person;
  let ann: Person;
  let ben: Person;
  let session: string;

  beforeAll(async () => {
    coach = await app().signUp('Coach');
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(async () => {
    nowMs = noonMs;
    session = await buildSession(database().db, {
      hostUserId: coach.user._id,
      isAccessibleByLink: true,
      startAt: new Date(noonMs + 60 * 60_000),
    });
  });

  const call = (method: 'GET' | 'PUT' | 'DELETE', as: Person) =>
    app().call(method, `/api/sessions/${session}/attendance`, { as });
  const names = async (answer: ReturnType<typeof call>) =>
    attendance.ofSession.response.parse((await answer).body).map(({ displayName }) => displayName);

  test('is listed in the order of the answers, once each', async () => {
    expect(await names(call('PUT', ben))).toEqual(['Ben']);
    expect(await names(call('PUT', ann))).toEqual(['Ben', 'Ann']);
    expect(await names(call('PUT', ben))).toEqual(['Ben', 'Ann']);
    expect(await names(call('GET', coach))).toEqual(['Ben', 'Ann']);
  });

  test('can be withdrawn, also twice', async () => {
    await call('PUT', ann);
    expect(await names(call('DELETE', ann))).toEqual([]);
    expect(await names(call('DELETE', ann))).toEqual([]);
  });

  test('can be given until the session has ended', async () => {
    nowMs = noonMs + 2 * 60 * 60_000;
    expect(await names(call('PUT', ann))).toEqual(['Ann']);
    nowMs += 1;
    expect(await call('PUT', ben)).toMatchObject({ status: 409, body: { code: 'session_over' } });
    expect(await names(call('DELETE', ann))).toEqual([]);
  });

  test('are reminded of a session that they join by its link', async () => {
    await call('PUT', ann);
    expect(await listParticipants(database().db, session)).toEqual(
      expect.arrayContaining([coach.user._id, ann.user._id]),
    );
    await app().call('PATCH', `/api/sessions/${session}`, { as: coach, body: { isAccessibleByLink: false } });
    expect(await listParticipants(database().db, session)).toEqual([coach.user._id]);
    expect(await names(call('GET', coach))).toEqual([]);
  });

  test('are only members of its club: a user who left is no longer listed', async () => {
    const clubId = await buildClub(database().db, { ownerId: coach.user._id });
    await buildMembership(database().db, { clubId, userId: ann.user._id, role: 0 });
    session = await buildSession(database().db, {
      hostUserId: coach.user._id,
      clubId,
      startAt: new Date(noonMs),
    });
    expect(await names(call('PUT', ann))).toEqual(['Ann']);
    await database()
      .db.delete(clubMemberships)
      .where(and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.userId, ann.user._id)));
    expect(await names(call('GET', coach))).toEqual([]);
    expect((await call('GET', ann)).status).toBe(404);
  });
});
