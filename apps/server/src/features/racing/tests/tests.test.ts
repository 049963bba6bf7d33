import type { WorkoutSummary } from '@boathouse/contract/activities';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { records } from '@boathouse/contract/racing/records';
import { tests as contract } from '@boathouse/contract/racing/tests';
import { turnout } from '@boathouse/contract/racing/turnout';
import { newId } from '../../../db/ids.ts';
import {
  activities,
  athleteCategories,
  attendances,
  clubMemberships,
  clubs,
  testWeights,
  users,
} from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { buildActivity, type ActivityToBuild } from '../../training/activities/factory.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

onEachDatabase('tests of a club', (database) => {
  const app = useTestApp(database, {}, undefined, { nowMs: () => at('2026-10-20').getTime() });
  let coach: Person;
  let mia: Person;
  let ben: Person;
  let clubId: string;

  beforeEach(async () => {
    const { db } = database();
    await db.delete(activities);
    await db.delete(clubs);
    await db.delete(users);
    coach = await app().signUp('Coach');
    mia = await app().signUp('Mia');
    ben = await app().signUp('Ben');
    clubId = await buildClub(db, { ownerId: coach.user._id, name: 'Riverside' });
    const createdAt = at('2020-01-01');
    await buildMembership(db, { clubId, userId: mia.user._id, role: 0 });
    await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
    await db.update(clubMemberships).set({ createdAt });
  });

  const wanted = {
    title: 'Autumn 2k',
    piece: { kind: 'distance', amount: 2_000 },
    machine: 'rower',
    opensAt: '2026-10-01T00:00:00.000Z',
    closesAt: '2026-10-08T00:00:00.000Z',
    counts: 'best',
    rateMax: null,
    squad: null,
    session: null,
  };
  const save = (body: object = {}, id = newId()) =>
    app().call('PUT', `/api/clubs/${clubId}/tests/${id}`, { as: coach, body: { ...wanted, ...body } });
  const define = async (body: object = {}) => contract.save.response.parse((await save(body)).body)._id;
  const boardOf = async (id: string, as = mia, query = '') =>
    contract.board.response.parse(
      (await app().call('GET', `/api/clubs/${clubId}/tests/${id}/board${query}`, { as })).body,
    );
  const rowsOf = async (id: string, as = mia, query = '') =>
    (await boardOf(id, as, query)).rows.map(({ user, place, result }) => [
      user.displayName,
      place,
      result?.score ?? null,
    ]);
  const row = (who: Person, day: string, elapsedTime: number, given: Partial<ActivityToBuild> = {}) =>
    buildActivity(database().db, {
      userId: who.user._id,
      workout: '2000 m',
      visibility: 'profile',
      distance: 2_000,
      elapsedTime,
      strokeRate: 28,
      createdAt: at(day),
      completedAt: at(day),
      ...given,
    });
  const setOwn = (as: Person, id: string, body: object) =>
    app().call('PUT', `/api/clubs/${clubId}/tests/${id}/own`, { as, body });

  test("rank their members' results while they were open, with the change to the last and the previous best", async () => {
    const id = await define();
    await row(mia, '2025-03-01', 430);
    await row(mia, '2026-03-01', 440);
    await row(mia, '2026-10-03', 425.26);
    await row(ben, '2026-10-04', 401);
    await row(ben, '2026-10-04', 500, { workout: '2500 m', distance: 2_500 });
    const { rows } = await boardOf(id);
    expect(rows.map(({ user, place }) => [user.displayName, place])).toEqual([
      ['Ben', 1],
      ['Mia', 2],
      ['Coach', null],
    ]);
    expect(rows[1]).toMatchObject({ result: { score: 4_253 }, lastScore: 4_400, bestScore: 4_300 });
    const line = await app().call('GET', `/api/clubs/${clubId}/tests/${id}/athletes/${mia.user._id}`, {
      as: ben,
    });
    expect(contract.line.response.parse(line.body).map(({ score }) => score)).toEqual([4_300, 4_400, 4_253]);
  });

  test('have the drag factor and the splits of the result that counts', async () => {
    const id = await define();
    const split = { averagePace: null, restTime: 0, strokeRate: null, heartRate: null };
    const summary: WorkoutSummary = {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: 28,
      averageHeartRate: null,
      recoveryHeartRate: null,
      splits: [107, 109].map((time, index) => ({ ...split, splitNumber: index, time, distance: 500 })),
      source: 'summary',
    };
    const activity = await row(mia, '2026-10-03', 425);
    await row(ben, '2026-10-03', 430);
    const { db } = database();
    await db.update(activities).set({ dragFactor: 0, summary: null });
    await db.update(activities).set({ dragFactor: 118, summary }).where(eq(activities.id, activity));
    const { rows } = await boardOf(id);
    expect(rows.map(({ result }) => [result?.dragFactor, result?.splits])).toEqual([
      [118, [107, 109]],
      [null, []],
      [undefined, undefined],
    ]);
  });

  test('count no simulated rows, no rows that only their athlete sees, and no parts of the piece', async () => {
    const id = await define();
    await row(mia, '2026-10-03', 425, { source: 'simulated' });
    await row(mia, '2026-10-03', 425, { visibility: 'me' });
    await row(mia, '2026-10-03', 425, { isPartial: true });
    await row(mia, '2026-10-03', 425, { machine: 'skierg' });
    expect(await rowsOf(id)).toEqual([
      ['Ben', null, null],
      ['Coach', null, null],
      ['Mia', null, null],
    ]);
  });

  test('follow a row when its athlete shows it, hides it and deletes it', async () => {
    const id = await define();
    const activity = await row(mia, '2026-10-03', 425, { visibility: 'me' });
    const show = (visibility: string) =>
      app().call('PUT', `/api/activities/${activity}/visibility`, { as: mia, body: { visibility } });
    const own = async () => (await rowsOf(id)).find(([name]) => name === 'Mia');
    await show('profile');
    expect(await own()).toEqual(['Mia', 1, 4_250]);
    await show('me');
    expect(await own()).toEqual(['Mia', null, null]);
    await show('profile');
    await database().db.delete(activities).where(eq(activities.id, activity));
    expect(await own()).toEqual(['Mia', null, null]);
  });

  test('results of a workout item have only the rows of that item, marked if they were entered or late', async () => {
    const session = await buildSession(database().db, {
      hostUserId: coach.user._id,
      clubId,
      startAt: at('2026-10-03'),
      workoutItems: ['2000 m', '4 x 500 m'],
    });
    const ofItem = (item: number) => save({ session: { _id: session, item } });
    expect(await ofItem(1)).toMatchObject({ status: 400, body: { fields: [{ field: 'piece' }] } });
    expect(await ofItem(3)).toMatchObject({ status: 400, body: { fields: [{ field: 'session' }] } });
    const { _id: id } = contract.save.response.parse((await ofItem(0)).body);
    await row(ben, '2026-10-03', 400);
    const inSession = { sessionId: session, workoutItemIndex: 0 };
    await row(ben, '2026-10-04', 410, { ...inSession, source: 'entered' });
    await row(mia, '2026-10-12', 425, inSession);
    const { rows } = await boardOf(id);
    expect(
      rows.map(({ place, result }) => [place, result?.score, result?.isEntered, result?.isLate]),
    ).toEqual([
      [1, 4_100, true, false],
      [2, 4_250, false, true],
      [null, undefined, undefined, undefined],
    ]);
  });

  test('say how far an athlete rowed who stopped before the end, until there is a result', async () => {
    const session = await buildSession(database().db, {
      hostUserId: coach.user._id,
      clubId,
      startAt: at('2026-10-03'),
      workoutItems: ['2000 m'],
    });
    const id = await define({ session: { _id: session, item: 0 } });
    const inSession = { sessionId: session, workoutItemIndex: 0 };
    const first = await row(mia, '2026-10-03', 260, { ...inSession, isPartial: true, distance: 1_240 });
    await row(ben, '2026-10-03', 260, { ...inSession, isPartial: true, distance: 900, source: 'simulated' });
    const stopped = async () =>
      (await boardOf(id)).rows.map(({ user, stoppedAtM }) => [user.displayName, stoppedAtM]);
    expect(await stopped()).toEqual([
      ['Ben', null],
      ['Coach', null],
      ['Mia', 1_240],
    ]);
    // After a left row the item can be begun again.
    await database().db.update(activities).set({ isLeft: true }).where(eq(activities.id, first));
    await row(mia, '2026-10-04', 425, inSession);
    expect(await stopped()).toContainEqual(['Mia', null]);
  });

  test('filter by squad, sex and age group, and rank within the filter', async () => {
    const squad = newId();
    await app().call('PUT', `/api/clubs/${clubId}/squads/${squad}`, {
      as: coach,
      body: { name: 'Women', members: [mia.user._id] },
    });
    const id = await define();
    await row(mia, '2026-10-03', 425);
    await row(ben, '2026-10-03', 400);
    await setOwn(mia, id, { weightKg: null, sex: 'female', birthYear: 1990 });
    const onlyMia = [['Mia', 1, 4_250]];
    expect(await rowsOf(id, ben, `?squad=${squad}`)).toEqual(onlyMia);
    expect(await rowsOf(id, ben, '?sex=female')).toEqual(onlyMia);
    expect(await rowsOf(id, ben, '?ageGroup=30')).toEqual(onlyMia);
    expect(await rowsOf(id, ben, '?sex=male')).toEqual([]);
    expect(await rowsOf(await define({ squad }), ben)).toEqual(onlyMia);
  });

  test('hide the weight and the year of birth from everyone else, show the adjusted figures, and can delete both', async () => {
    const id = await define();
    await row(mia, '2026-10-03', 430);
    const figures = { weightKg: 70.5, sex: 'female', birthYear: 1991 };
    expect((await setOwn(mia, id, figures)).body).toEqual(figures);
    expect((await boardOf(id)).own).toEqual(figures);
    const path = `/api/clubs/${clubId}/tests/${id}/board`;
    // Only complete figures, because an id can contain any digits by chance.
    const given = /(?<![\w-])(70\.5|705|1991)(?![\w-])/;
    expect('{"weightKg":70.5,"birthYear":1991}').toMatch(given);
    for (const as of [ben, coach]) {
      const answer = await app().call('GET', path, { as });
      const { own, rows } = contract.board.response.parse(answer.body);
      expect(own).toEqual({ weightKg: null, sex: null, birthYear: null });
      expect(rows[0]).toMatchObject({ wattsPerKg: 4, category: { sex: 'female', ageGroup: 30 } });
      expect(JSON.stringify(answer.body)).not.toMatch(given);
      const sheet = await app().call('GET', `${path}.csv`, { as });
      expect(JSON.stringify(sheet.body)).not.toMatch(given);
    }
    await setOwn(mia, id, { weightKg: null, sex: null, birthYear: null });
    expect((await boardOf(id)).rows[0]).toMatchObject({ wattsPerKg: null, adjustedScore: null });
    expect(await database().db.select().from(testWeights)).toEqual([]);
    expect(await database().db.select().from(athleteCategories)).toEqual([]);
  });

  test('are downloaded as a table in which no name is a formula', async () => {
    const id = await define();
    await row(mia, '2026-10-03', 430);
    await database().db.update(users).set({ displayName: '=1+1' }).where(eq(users.id, mia.user._id));
    const answer = await app().call('GET', `/api/clubs/${clubId}/tests/${id}/board.csv`, { as: ben });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(String(answer.body)).toContain("1,'=1+1,");
  });

  test('close after they open', async () => {
    expect(await save({ closesAt: wanted.opensAt })).toMatchObject({ status: 400 });
  });

  const recordsIn = async (as: Person) =>
    records.ofClub.response
      .parse((await app().call('GET', `/api/clubs/${clubId}/records?kind=distance&amount=2000`, { as })).body)
      .map(({ sex, ageGroup, records: found }) => [
        sex,
        ageGroup,
        found.map(({ holder, score }) => `${holder} ${score}`),
      ]);

  test('leave records, and a deleted result restores the previous one', async () => {
    await row(mia, '2024-03-01', 430);
    const newest = await row(ben, '2026-03-01', 400);
    const id = newId();
    const body = {
      piece: wanted.piece,
      machine: 'rower',
      score: 4_280,
      sex: 'female',
      ageGroup: null,
      holder: 'Erna Erst',
      day: '1999-05-01',
      note: 'In the old shed',
    };
    await app().call('PUT', `/api/clubs/${clubId}/records/${id}`, { as: coach, body });
    expect(await recordsIn(mia)).toEqual([
      [null, null, ['Ben 4000', 'Erna Erst 4280']],
      ['female', null, ['Erna Erst 4280']],
    ]);
    await database().db.delete(activities).where(eq(activities.id, newest));
    await app().call('DELETE', `/api/clubs/${clubId}/records/${id}`, { as: coach });
    expect(await recordsIn(mia)).toEqual([[null, null, ['Mia 4300']]]);
    const sheet = await app().call('GET', `/api/clubs/${clubId}/records.csv`, { as: mia });
    expect(String(sheet.body)).toContain('2k,rower,,,7:10.0,2024-03-01,Mia,true,false,false,');
  });

  test('keep records of sessions by athletes who left the club, but none from their profiles', async () => {
    const session = await buildSession(database().db, {
      hostUserId: coach.user._id,
      clubId,
      workoutItems: ['2000 m'],
    });
    await row(mia, '2026-03-01', 430, { sessionId: session });
    await row(mia, '2026-03-02', 420);
    await database().db.delete(clubMemberships).where(eq(clubMemberships.userId, mia.user._id));
    expect(await recordsIn(ben)).toEqual([[null, null, ['Mia 4300']]]);
  });

  test('attendance counts rows and answers, for the sessions at which the athlete was expected', async () => {
    const { db } = database();
    const squad = newId();
    await app().call('PUT', `/api/clubs/${clubId}/squads/${squad}`, {
      as: coach,
      body: { name: 'Seniors', members: [ben.user._id] },
    });
    const session = (day: string) =>
      buildSession(db, { hostUserId: coach.user._id, clubId, startAt: at(day), workoutItems: ['2000 m'] });
    const first = await session('2026-09-30');
    const second = await session('2026-10-02');
    await session('2026-10-30');
    await row(mia, '2026-09-30', 430, { sessionId: first });
    await row(mia, '2026-10-02', 431, { sessionId: second });
    await db.insert(attendances).values({ sessionId: second, userId: ben.user._id });
    const path = `/api/clubs/${clubId}/turnout?from=2026-09&to=2026-10`;
    const of = async (as: Person) =>
      turnout.ofClub.response
        .parse((await app().call('GET', path, { as })).body)
        .map(({ user, months }) => [user.displayName, ...months.map((one) => Object.values(one).join(' '))]);
    expect(await of(mia)).toEqual([['Mia', '2026-09 1 1 0', '2026-10 1 1 0']]);
    expect(await of(coach)).toEqual([
      ['Ben', '2026-09 1 0 0', '2026-10 1 0 1'],
      ['Coach', '2026-09 1 0 0', '2026-10 1 0 0'],
      ['Mia', '2026-09 1 1 0', '2026-10 1 1 0'],
    ]);
    expect(await app().call('GET', path.replace('2026-09', '2025-09'), { as: coach })).toMatchObject({
      status: 400,
    });
  });
});
