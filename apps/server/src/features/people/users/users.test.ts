import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { limits } from '@boathouse/contract/limits';
import { users as calls, UserSchema, UserWithMessageSchema } from '@boathouse/contract/users';
import { authUsers, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../clubs/clubs/factory.ts';
import { buildFollow } from '../../news/follows/factory.ts';
import { buildUser } from './factory.ts';
import { findAppearanceByUid } from './store.ts';

onEachDatabase('the user record', (database) => {
  const app = useTestApp(database);
  const make = (person: Person, displayName: string) =>
    app().call('POST', '/api/users', { as: person, body: { displayName, uid: person.uid, iconURL: null } });

  test('[AUTH-6] [API-USERS] is missing on the first sign-in and is found after POST /users', async () => {
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
    expect((await find()).body).toEqual({ ...user, visibility: 'everyone' });
    expect((await app().call('GET', `/api/users/${user._id}`, { as: ann })).body).toEqual(user);
  });

  test('[AUTH-6] POST /users returns the existing record unchanged on a second call', async () => {
    const ben = await app().signUp('Ben', { withRecord: false });
    const first = await make(ben, 'Ben');
    const second = await make(ben, 'Benjamin');
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  test('[AUTH-6] ten concurrent POST /users create one record', async () => {
    const cem = await app().signUp('Cem', { withRecord: false });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => make(cem, `Cem ${i}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => UserSchema.parse(body)._id)).size).toBe(1);
    expect(await database().db.select().from(users).where(eq(users.uid, cem.uid))).toHaveLength(1);
  });

  test('[API-USERS] stores color mode and tint independently and names the mode', async () => {
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
    expect(await findAppearanceByUid(database().db, dee.uid)).toEqual({ themeColor: 2, tintColor: 3 });
    expect(await findAppearanceByUid(database().db, 'nobody')).toBeNull();
  });

  test('stores the first day of its weeks, which others do not see', async () => {
    const [gus, hal] = [await app().signUp('Gus'), await app().signUp('Hal')];
    const change = { as: gus, body: { firstDay: 'Monday' } };
    const { body } = await app().call('PATCH', `/api/users/${gus.user._id}/firstDay`, change);
    expect(body).toMatchObject({ _id: gus.user._id, firstDay: 'Monday' });
    const seen = await app().call('GET', `/api/users/${gus.user._id}`, { as: hal });
    expect(seen).toMatchObject({ status: 200, body: { _id: gus.user._id } });
    expect(seen.body).not.toHaveProperty('firstDay');
  });

  test('[API-USERS] returns the training partner as a user, and null after that user is deleted', async () => {
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

  test('[SET-2] changes its name at the identity provider too, or neither does', async () => {
    const { db } = database();
    const jo = await app().signUp('Jo');
    const rename = (displayName: string) =>
      app().call('PATCH', `/api/users/${jo.user._id}/displayName`, { as: jo, body: { displayName } });
    const names = async () => {
      const [account] = await db.select().from(authUsers).where(eq(authUsers.id, jo.uid));
      const [user] = await db.select().from(users).where(eq(users.uid, jo.uid));
      return [account?.name, user?.displayName];
    };
    expect((await rename('Jo Ashore')).status).toBe(200);
    expect(await names()).toEqual(['Jo Ashore', 'Jo Ashore']);
    await db.execute(sql`alter table auth_users add constraint no_new_names check (name <> 'Half a name')`);
    try {
      expect((await rename('Half a name')).status).toBe(500);
      expect(app().errors.splice(0)).toHaveLength(1);
    } finally {
      await db.execute(sql`alter table auth_users drop constraint no_new_names`);
    }
    expect(await names()).toEqual(['Jo Ashore', 'Jo Ashore']);
  });

  test('[API-USERS] returns uid only to its owner', async () => {
    const ada = await app().signUp('Ada');
    const ivy = await app().signUp('Ivy');
    const seenBy = async (as: Person) =>
      UserSchema.parse((await app().call('GET', `/api/users/${ada.user._id}`, { as })).body);
    const own = await seenBy(ada);
    expect(own.uid).toBe(ada.uid);
    expect(await seenBy(ivy)).toEqual({ ...own, uid: null });
  });

  test('[API-USERS] returns 404 for a user who does not exist', async () => {
    const gus = await app().signUp('Gus');
    const answer = await app().call('GET', '/api/users/019a0000-0000-7000-8000-000000000000', { as: gus });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  describe('search', () => {
    const search = async (as: Person, query: string) => {
      const answer = await app().call('GET', `/api/users/search?${query}`, { as });
      return calls.search.response.parse(answer.body);
    };

    test('[EXPL-2] [API-USERS] returns users whose name contains the text, names that start with it first', async () => {
      const { db } = database();
      const ann = await app().signUp('Ann');
      const built = [];
      for (const displayName of ['Old Quentin', 'quentina', 'Quentin'])
        built.push(await buildUser(db, { displayName }));
      const [old, lower, upper] = built;
      expect(await search(ann, 'displayName=%20QUENT%20')).toEqual({ count: 3, users: [upper, lower, old] });
      expect(await search(ann, 'displayName=%25')).toEqual({ count: 0, users: [] });
    });

    test('[EXPL-2] [SET-2] finds a name by its composed and its decomposed Unicode form', async () => {
      const [composed, decomposed] = ['Zo\u00eb Quist', 'Zoe\u0308 Quist'];
      const zoe = await app().signUp(decomposed);
      expect(zoe.user.displayName).toBe(composed);
      for (const text of [composed, decomposed]) {
        expect(await search(zoe, `displayName=${encodeURIComponent(text)}`)).toMatchObject({ count: 1 });
      }
    });

    test('[EXPL-2] [API-USERS] returns 15 users per page with the total count, users of the same name by id', async () => {
      const ann = await app().signUp('Ann');
      const built = [];
      for (let index = 0; index < 32; index += 1)
        built.push(await buildUser(database().db, { displayName: 'Paged Rower' }));
      built.sort((a, b) => (a._id < b._id ? -1 : 1));
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(await search(ann, `displayName=paged&page=${page}`));
      expect(pages.map(({ count, users }) => [count, users.length])).toEqual([
        [32, 15],
        [32, 15],
        [32, 2],
        [32, 0],
      ]);
      expect(pages.flatMap(({ users }) => users)).toEqual(built);
      expect(await search(ann, 'displayName=paged&pagesize=100')).toEqual({ count: 32, users: built });
    });

    test('[EXPL-2] returns users whom the caller knows first: followed, or member of the same club', async () => {
      const { db } = database();
      const [gil, hana] = [await app().signUp('Gil'), await app().signUp('Hana')];
      const built = [];
      for (const displayName of ['Xander', 'Xanthe', 'Xavier', 'Alex', 'Max'])
        built.push(await buildUser(db, { displayName }));
      const [xander, xanthe, xavier, alex, max] = built;
      if (!xander || !xanthe || !xavier || !alex || !max) throw new Error('not built');
      await buildFollow(db, { followerId: gil.user._id, followeeId: max._id });
      const clubId = await buildClub(db, { ownerId: gil.user._id });
      await buildMembership(db, { clubId, userId: xavier._id, role: 0 });
      // A request to join is not a membership.
      await buildMembership(db, { clubId, userId: alex._id, role: -1 });
      expect((await search(gil, 'displayName=x')).users).toEqual([xavier, max, xander, xanthe, alex]);
      expect((await search(hana, 'displayName=x')).users).toEqual([xander, xanthe, xavier, alex, max]);
    });

    test.each([
      ['', 'displayName'],
      ['displayName=', 'displayName'],
      ['displayName=%20', 'displayName'],
      [`displayName=${'x'.repeat(limits.searchTextMax + 1)}`, 'displayName'],
      ['displayName=a&page=0', 'page'],
      ['displayName=a&page=1e3', 'page'],
      ['displayName=a&pagesize=101', 'pagesize'],
      ['displayName=a&name=b', 'name'],
    ])('[API-USERS] rejects the query %j', async (query, field) => {
      const ann = await app().signUp('Ann');
      const answer = await app().call('GET', `/api/users/search?${query}`, { as: ann });
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: [field] });
    });
  });

  describe('display name', () => {
    const rename = (person: Person, displayName: unknown) =>
      app().call('PATCH', `/api/users/${person.user._id}/displayName`, { as: person, body: { displayName } });

    test('[SET-2] [API-USERS] is trimmed and stored, and no other field changes', async () => {
      const ann = await app().signUp('Ann');
      const before = await app().call('GET', `/api/users/${ann.user._id}`, { as: ann });
      const answer = await rename(ann, '  Ann Ashore ');
      expect(answer.status).toBe(200);
      expect(UserSchema.parse(answer.body)).toEqual({
        ...UserSchema.parse(before.body),
        displayName: 'Ann Ashore',
      });
    });

    test.each(['', '   ', 'x'.repeat(limits.displayNameMax + 1), 7, null])(
      '[SET-2] rejects an empty, too long or non-text name: %j',
      async (wrong) => {
        const ann = await app().signUp('Ann');
        expect(problemOf(await rename(ann, wrong))).toMatchObject({ status: 400, fields: ['displayName'] });
        const after = await app().call('GET', `/api/users/${ann.user._id}`, { as: ann });
        expect(after.body).toMatchObject({ displayName: 'Ann' });
      },
    );
  });

  describe('training partner', () => {
    const choose = (person: Person, trainingPartner: unknown) =>
      app().call('PATCH', `/api/users/${person.user._id}/trainingPartner`, {
        as: person,
        body: { trainingPartner },
      });

    test('[SET-4] [API-USERS] accepts a followee, a follower, and null to remove the partner', async () => {
      const { db } = database();
      const ann = await app().signUp('Ann');
      const followee = await buildUser(db, { displayName: 'Fay' });
      const follower = await buildUser(db, { displayName: 'Gus' });
      await buildFollow(db, { followerId: ann.user._id, followeeId: followee._id });
      await buildFollow(db, { followerId: follower._id, followeeId: ann.user._id });
      for (const partner of [followee, follower]) {
        const answer = await choose(ann, partner._id);
        expect(answer.status).toBe(200);
        expect(UserWithMessageSchema.parse(answer.body)).toMatchObject({
          _id: ann.user._id,
          trainingPartner: partner,
          message: `${partner.displayName} is now your training partner`,
        });
      }
      expect(await choose(ann, null)).toMatchObject({
        status: 200,
        body: { trainingPartner: null, message: 'Removed training partner' },
      });
    });

    test('[SET-4] rejects an unconnected user, a missing user and oneself with the same message', async () => {
      const { db } = database();
      const ann = await app().signUp('Ann');
      const stranger = await buildUser(db);
      const refusals = [];
      for (const id of [stranger._id, '019a0000-0000-7000-8000-000000000000', ann.user._id]) {
        const answer = await choose(ann, id);
        expect(problemOf(answer)).toEqual({
          status: 400,
          code: 'bad_request',
          fields: ['trainingPartner'],
        });
        refusals.push(answer.body);
      }
      const words = refusals.map((body) => (body instanceof Object ? Reflect.get(body, 'message') : body));
      expect(new Set(words).size).toBe(1);
    });
  });
});
