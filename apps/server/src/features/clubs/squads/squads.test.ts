import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { squads as contract } from '@boathouse/contract/clubs/squads';
import { limits } from '@boathouse/contract/limits';
import { SessionSchema } from '@boathouse/contract/sessions';
import { newId } from '../../../db/ids.ts';
import { clubs, squadMembers, squads, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../clubs/factory.ts';

onEachDatabase('squads of a club', (database) => {
  const app = useTestApp(database);
  let coach: Person;
  let mia: Person;
  let ben: Person;
  let stranger: Person;
  let clubId: string;

  beforeEach(async () => {
    const { db } = database();
    await db.delete(clubs);
    await db.delete(users);
    coach = await app().signUp('Coach');
    mia = await app().signUp('Mia');
    ben = await app().signUp('Ben');
    stranger = await app().signUp('Stranger');
    clubId = await buildClub(db, { ownerId: coach.user._id });
    await buildMembership(db, { clubId, userId: mia.user._id, role: 0 });
    await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
  });

  const save = (as: Person, name: string, members: Person[], id = newId()) =>
    app().call('PUT', `/api/clubs/${clubId}/squads/${id}`, {
      as,
      body: { name, members: members.map(({ user }) => user._id) },
    });
  const idOf = async (answer: ReturnType<typeof save>) =>
    contract.save.response.parse((await answer).body)._id;
  const listed = async (as: Person) =>
    contract.ofClub.response
      .parse((await app().call('GET', `/api/clubs/${clubId}/squads`, { as })).body)
      .map(({ name, members }) => [name, members.map(({ displayName }) => displayName)]);

  test('are listed by name with their members, and repeating a change changes nothing', async () => {
    const id = await idOf(save(coach, 'seniors', [mia]));
    await save(coach, 'Juniors', []);
    await save(coach, 'Seniors', [mia, ben], id);
    await save(coach, 'Seniors', [mia, ben], id);
    expect(await listed(mia)).toEqual([
      ['Juniors', []],
      ['Seniors', ['Ben', 'Mia']],
    ]);
  });

  test('have only members of the club, and lose a member who leaves it', async () => {
    await save(coach, 'Seniors', [mia, ben, stranger]);
    expect(await listed(coach)).toEqual([['Seniors', ['Ben', 'Mia']]]);
    const query = new URLSearchParams({ club: clubId, user: mia.user._id }).toString();
    await app().call('DELETE', `/api/clubmemberships/leave?${query}`, { as: mia });
    expect(await listed(coach)).toEqual([['Seniors', ['Ben']]]);
    await buildMembership(database().db, { clubId, userId: mia.user._id, role: 0 });
    expect(await listed(coach)).toEqual([['Seniors', ['Ben']]]);
  });

  test('the squads of another club are not found', async () => {
    const id = await idOf(save(coach, 'Seniors', [mia]));
    const other = await buildClub(database().db, { ownerId: coach.user._id });
    const body = { name: 'Taken', members: [] };
    const path = `/api/clubs/${other}/squads/${id}`;
    expect((await app().call('PUT', path, { as: coach, body })).status).toBe(404);
    expect((await app().call('DELETE', path, { as: coach })).status).toBe(404);
    expect(await listed(coach)).toEqual([['Seniors', ['Mia']]]);
  });

  test('are limited in number', async () => {
    const id = newId();
    const rows = Array.from({ length: limits.squadsMax - 1 }, () => ({ id: newId(), clubId, name: 'Squad' }));
    await database().db.insert(squads).values(rows);
    expect((await save(coach, 'The last', [], id)).status).toBe(200);
    expect(await save(coach, 'One more', [])).toMatchObject({
      status: 402,
      body: { code: 'quota_exceeded' },
    });
    expect((await save(coach, 'Renamed', [], id)).status).toBe(200);
  });

  test('have sessions of their own, which all members read, and which stay when a squad is deleted', async () => {
    const id = await idOf(save(coach, 'Seniors', [ben]));
    const body = {
      title: 'Steady state',
      hostUser: coach.user._id,
      startAt: '2027-05-01T06:00:00Z',
      isAccessibleByLink: false,
      workoutItems: ['10000m'],
      club: clubId,
      squad: id,
    };
    const made = await app().call('POST', '/api/sessions', { as: coach, body });
    const session = SessionSchema.parse(made.body);
    expect(session.squad).toEqual({ _id: id, name: 'Seniors' });
    const read = async () =>
      SessionSchema.parse((await app().call('GET', `/api/sessions/${session._id}`, { as: mia })).body).squad;
    expect(await read()).toEqual({ _id: id, name: 'Seniors' });
    const listedSessions = async () =>
      contract.ofClub.response
        .parse((await app().call('GET', `/api/clubs/${clubId}/squads`, { as: mia })).body)
        .flatMap(({ sessions }) => sessions);
    expect(await listedSessions()).toEqual([
      { _id: session._id, title: 'Steady state', startAt: '2027-05-01T06:00:00.000Z' },
    ]);
    const change = (squad: string | null) =>
      app().call('PATCH', `/api/sessions/${session._id}`, { as: coach, body: { squad } });
    expect(await change(newId())).toMatchObject({ status: 400 });
    await change(null);
    expect(await read()).toBeUndefined();
    expect(await listedSessions()).toEqual([]);
    await change(id);
    await app().call('DELETE', `/api/clubs/${clubId}/squads/${id}`, { as: coach });
    expect(await read()).toBeUndefined();
    expect(await database().db.select().from(squadMembers).where(eq(squadMembers.squadId, id))).toEqual([]);
    const ofNoClub = { ...body, club: undefined, isAccessibleByLink: true };
    expect((await app().call('POST', '/api/sessions', { as: coach, body: ofNoClub })).status).toBe(400);
  });
});
