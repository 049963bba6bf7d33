import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { serverLimits } from '@boathouse/contract/limits';
import { templates } from '@boathouse/contract/sessions/templates';
import { newId } from '../../../db/ids.ts';
import { clubMemberships, clubs, users, workoutTemplates } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';

onEachDatabase('templates of workouts', (database) => {
  const app = useTestApp(database);
  let coach: Person;
  let mia: Person;
  let fay: Person;
  let clubId: string;

  beforeEach(async () => {
    const { db } = database();
    await db.delete(clubs);
    await db.delete(users);
    coach = await app().signUp('Coach');
    mia = await app().signUp('Mia');
    fay = await app().signUp('Fay');
    clubId = await buildClub(db, { ownerId: coach.user._id, name: 'Riverside' });
    await buildMembership(db, { clubId, userId: mia.user._id, role: 0 });
  });

  const create = (as: Person, title: string, club: string | null = null, workoutItem = '4 x 500 m') =>
    app().call('POST', '/api/templates', { as, body: { title, workoutItem, club } });
  const idOf = async (answer: ReturnType<typeof create>) =>
    templates.create.response.parse((await answer).body)._id;
  const listed = async (as: Person) =>
    templates.list.response
      .parse((await app().call('GET', '/api/templates', { as })).body)
      .map(({ title, club, isManaged }) => [title, club?.name ?? null, isManaged]);

  test('are listed by title: the user’s favorites and the whiteboards of their clubs', async () => {
    expect((await create(coach, ' Winter ', clubId, ' 4 x 2k ')).body).toMatchObject({
      title: 'Winter',
      workoutItem: '4 x 2k',
      club: { _id: clubId },
      isManaged: true,
    });
    await create(coach, 'autumn');
    await create(mia, 'Yearly test');
    expect(await listed(coach)).toEqual([
      ['autumn', null, true],
      ['Winter', 'Riverside', true],
    ]);
    expect(await listed(mia)).toEqual([
      ['Winter', 'Riverside', false],
      ['Yearly test', null, true],
    ]);
    expect(await listed(fay)).toEqual([]);
  });

  test('are renamed and deleted by users who manage them', async () => {
    const path = `/api/templates/${await idOf(create(coach, 'Winter', clubId))}`;
    const rename = (as: Person) => app().call('PATCH', path, { as, body: { title: 'Spring' } });
    expect((await rename(mia)).status).toBe(403);
    expect((await rename(fay)).status).toBe(404);
    expect((await rename(coach)).body).toMatchObject({ title: 'Spring', workoutItem: '4 x 500 m' });
    expect((await app().call('DELETE', path, { as: mia })).status).toBe(403);
    expect((await app().call('DELETE', path, { as: coach })).status).toBe(200);
    expect(await listed(coach)).toEqual([]);
    expect((await app().call('DELETE', path, { as: coach })).status).toBe(404);
  });

  test('leave the list with the membership, and stay on the whiteboard without their author', async () => {
    const { db } = database();
    await create(coach, 'Winter', clubId);
    const adam = await app().signUp('Adam');
    await buildMembership(db, { clubId, userId: adam.user._id, role: 1 });
    await create(adam, 'Spring', clubId);
    await create(adam, 'Own');
    await db.delete(users).where(eq(users.id, adam.user._id));
    expect(await listed(mia)).toEqual([
      ['Spring', 'Riverside', false],
      ['Winter', 'Riverside', false],
    ]);
    expect(await db.select().from(workoutTemplates)).toHaveLength(2);
    await db.delete(clubMemberships).where(eq(clubMemberships.userId, mia.user._id));
    expect(await listed(mia)).toEqual([]);
  });

  test.each(['own', 'club'] as const)('has a limit, also for calls at once: %s', async (whose) => {
    const club = whose === 'own' ? null : clubId;
    const owner = club === null ? { userId: coach.user._id } : { clubId: club };
    const row = () => ({ id: newId(), ...owner, title: 'Old', workoutItem: '2k' });
    await database()
      .db.insert(workoutTemplates)
      .values(Array.from({ length: serverLimits.templatesMax - 1 }, row));
    const answers = await Promise.all([create(coach, 'One', club), create(coach, 'Two', club)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 402]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(/have 100 workouts|has 100 workouts/),
    });
    // The other list has room.
    expect((await create(coach, 'Three', club === null ? clubId : null)).status).toBe(200);
  });

  test('need a title and a text, and a club that the caller is in', async () => {
    expect((await create(coach, ' ')).status).toBe(400);
    expect((await create(coach, 'Winter', null, ' ')).status).toBe(400);
    expect((await create(fay, 'Winter', clubId)).status).toBe(404);
    expect((await create(mia, 'Winter', clubId)).status).toBe(403);
  });
});
