import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { UserSchema } from '@boathouse/contract/users';
import { users } from '../../db/tables.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { useTestApp, type Person } from '../../testing/test-app.ts';
import { buildUser } from './factory.ts';

onEachDatabase('the user record', (database) => {
  const app = useTestApp(database);
  const make = (person: Person, displayName: string) =>
    app().call('POST', '/api/users', { as: person, body: { displayName, uid: person.uid, iconURL: null } });

  test('[AUTH-6] [API-USERS] is missing on the first sign-in, is made, and is found again', async () => {
    const ann = await app().signUp('Ann', { withRecord: false });
    const find = () => app().call('GET', `/api/users/uid/${ann.uid}`, { as: ann });
    expect(await find()).toMatchObject({ status: 200, body: null });

    const made = await make(ann, '  Ann Ashore ');
    expect(made.status).toBe(200);
    const user = UserSchema.parse(made.body);
    expect(user).toEqual({
      _id: user._id,
      uid: ann.uid,
      displayName: 'Ann Ashore',
      iconURL: null,
      bannerURL: null,
      createdAt: user.createdAt,
      colorTheme: 'Light',
      themeColor: 0,
      tintColor: 0,
      trainingPartner: null,
    });
    expect((await find()).body).toEqual(user);
    expect((await app().call('GET', `/api/users/${user._id}`, { as: ann })).body).toEqual(user);
  });

  test('[AUTH-6] is the same when it is asked for twice: the second name changes nothing', async () => {
    const ben = await app().signUp('Ben', { withRecord: false });
    const first = await make(ben, 'Ben');
    const second = await make(ben, 'Benjamin');
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  test('[AUTH-6] is made once when it is asked for ten times at once', async () => {
    const cem = await app().signUp('Cem', { withRecord: false });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => make(cem, `Cem ${i}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => UserSchema.parse(body)._id)).size).toBe(1);
    expect(await database().db.select().from(users).where(eq(users.uid, cem.uid))).toHaveLength(1);
  });

  test('[API-USERS] keeps its color mode and tint, each by itself, and names the mode', async () => {
    const dee = await app().signUp('Dee');
    const set = async (field: string, value: number) =>
      app().call('PATCH', `/api/users/${dee.user._id}/${field}`, { as: dee, body: { [field]: value } });
    expect(await set('themeColor', 2)).toMatchObject({
      status: 200,
      body: { themeColor: 2, colorTheme: 'Blue', tintColor: 0 },
    });
    expect(await set('tintColor', 3)).toMatchObject({
      status: 200,
      body: { themeColor: 2, colorTheme: 'Blue', tintColor: 3 },
    });
  });

  test('[API-USERS] shows the training partner as a person, and survives the partner', async () => {
    const { db } = database();
    const eve = await app().signUp('Eve');
    const partner = await buildUser(db, { displayName: 'Fay' });
    await db.update(users).set({ trainingPartnerId: partner._id }).where(eq(users.id, eve.user._id));
    const find = async () =>
      UserSchema.parse((await app().call('GET', `/api/users/${eve.user._id}`, { as: eve })).body);
    expect((await find()).trainingPartner).toEqual(partner);
    await db.delete(users).where(eq(users.id, partner._id));
    expect((await find()).trainingPartner).toBeNull();
  });

  test('[API-USERS] of nobody is not found', async () => {
    const gus = await app().signUp('Gus');
    const answer = await app().call('GET', '/api/users/019a0000-0000-7000-8000-000000000000', { as: gus });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
