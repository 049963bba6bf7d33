import { randomUUID } from 'node:crypto';
import { count, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { clubs as calls, ClubSchema, type Club, type NewClub } from '@boathouse/contract/clubs';
import { StoredImageSchema, type FileFolder } from '@boathouse/contract/files';
import { limits } from '@boathouse/contract/limits';
import { clubMemberships, clubs } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildPlain } from '../../../../test/support/images.ts';
import { buildUser } from '../../people/users/factory.ts';
import { buildClub, buildMembership } from './factory.ts';

const urlTaken = 'The club URL you have requested is not available. Try another.';

onEachDatabase('clubs', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });

  async function store(as: Person, folder: FileFolder, key: string, color = 'teal'): Promise<string> {
    const answer = await app().call('POST', `/api/files/${folder}?key=${key}`, {
      as,
      body: await buildPlain(color),
    });
    return StoredImageSchema.parse(answer.body).path;
  }

  const create = (as: Person, club: Partial<NewClub> & Record<string, unknown>) =>
    app().call('POST', '/api/clubs', {
      as,
      body: { name: 'Weser', description: '', bannerURL: null, isPrivate: false, ...club },
    });
  /** Creates a club with its own icon through the API. */
  async function created(as: Person, customURL: string, more: Partial<NewClub> = {}): Promise<Club> {
    const iconURL = await store(as, 'clubicons', customURL);
    const answer = await create(as, { customURL, iconURL, ...more });
    expect(answer.status).toBe(200);
    return ClubSchema.parse(answer.body);
  }
  const patch = (as: Person, club: string, body: Record<string, unknown>) =>
    app().call('PATCH', `/api/clubs?club=${club}&requestingUser=${as.user._id}`, { as, body });
  const byURL = (customURL: string) => app().call('GET', `/api/clubs/customURL/${customURL}`, { as: ben });
  const countClubs = async () => (await database().db.select({ count: count() }).from(clubs))[0]?.count;

  describe('POST /clubs', () => {
    test('[CLUB-1] [API-CLUBS] creates the club with the given fields and makes the caller its owner', async () => {
      const iconURL = await store(ann, 'clubicons', 'Weser-Rowers');
      const bannerURL = await store(ann, 'clubbanners', 'weser-rowers');
      const answer = await create(ann, {
        name: '  Weser Rowers ',
        customURL: 'Weser-Rowers',
        description: ' Upstream. ',
        iconURL,
        bannerURL,
        isPrivate: true,
      });
      expect(answer.status).toBe(200);
      const club = ClubSchema.parse(answer.body);
      expect(club).toEqual({
        _id: club._id,
        name: 'Weser Rowers',
        customURL: 'Weser-Rowers',
        description: 'Upstream.',
        iconURL,
        bannerURL,
        isPrivate: true,
        createdAt: club.createdAt,
        memberCount: 1,
        ranksEntered: false,
      });
      expect((await byURL('weser-ROWERS')).body).toEqual(club);
      const members = await app().call('GET', `/api/clubmemberships/club/${club._id}`, { as: ben });
      expect(members.body).toMatchObject([{ user: ann.user, role: 2 }]);
    });

    test('[CLUB-1] accepts a club without a banner and without a description', async () => {
      const iconURL = await store(ann, 'clubicons', 'plain');
      const answer = await app().call('POST', '/api/clubs', {
        as: ann,
        body: { name: 'Plain', customURL: 'plain', iconURL, isPrivate: false },
      });
      expect(answer).toMatchObject({ status: 200, body: { description: '', bannerURL: null } });
    });

    test.each([
      ['name', '  '],
      ['name', 'x'.repeat(limits.clubNameMax + 1)],
      ['name', undefined],
      ['description', 'x'.repeat(limits.clubDescriptionMax + 1)],
      ['customURL', ''],
      ['customURL', 'x'.repeat(limits.customURLMax + 1)],
      ['customURL', 'with space'],
      ['customURL', 'umläut'],
      ['customURL', 'a/b'],
      ['iconURL', null],
      ['iconURL', 'https://elsewhere.example/icon.webp'],
      ['isPrivate', 'yes'],
      ['owner', 'me'],
    ])('[CLUB-1] [CLUB-2] rejects a wrong %s: %j', async (field, wrong) => {
      const iconURL = await store(ann, 'clubicons', 'wrong');
      const before = await countClubs();
      const answer = await create(ann, { customURL: 'wrong', iconURL, [field]: wrong });
      expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: [field] });
      expect(await countClubs()).toBe(before);
    });

    test('[CLUB-1] accepts only images that the caller has stored for this club', async () => {
      const bens = await store(ben, 'clubicons', 'alster', 'red');
      const elsewhere = await store(ann, 'clubicons', 'elsewhere', 'green');
      const icon = await store(ann, 'clubicons', 'alster', 'blue');
      const ownIcon = await store(ann, 'usericons', ann.user._id);
      const before = await countClubs();
      for (const wrong of [
        bens,
        elsewhere,
        ownIcon,
        await store(ann, 'clubbanners', 'alster'),
        icon.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
      ]) {
        const answer = await create(ann, { customURL: 'alster', iconURL: wrong });
        expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['iconURL'] });
      }
      for (const wrong of [icon, await store(ben, 'clubbanners', 'alster', 'red')]) {
        const answer = await create(ann, { customURL: 'alster', iconURL: icon, bannerURL: wrong });
        expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['bannerURL'] });
      }
      expect(await countClubs()).toBe(before);
      expect((await create(ann, { customURL: 'Alster', iconURL: icon })).status).toBe(200);
    });

    test('[CLUB-1] accepts an icon that two users have both stored for one free custom URL', async () => {
      const bens = await store(ben, 'clubicons', 'same-icon');
      expect(await store(ann, 'clubicons', 'same-icon')).toBe(bens);
      expect((await create(ann, { customURL: 'same-icon', iconURL: bens })).status).toBe(200);
    });

    test('[CLUB-2] rejects a custom URL that is taken, ignoring case', async () => {
      const iconURL = await store(ben, 'clubicons', 'harbor');
      await created(ann, 'Harbor');
      const answer = await create(ben, { customURL: 'hARBOR', iconURL });
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'already_exists' });
      expect(answer.body).toMatchObject({ message: urlTaken });
    });

    test('[CLUB-2] gives the custom URL to one of several concurrent requests and stores nothing for the others', async () => {
      const icons = await Promise.all([
        store(ann, 'clubicons', 'race', 'red'),
        store(ben, 'clubicons', 'race', 'blue'),
      ]);
      const before = (await countClubs()) ?? 0;
      const answers = await Promise.all(
        [ann, ben, ann, ben].map((as, index) =>
          create(as, { customURL: index < 2 ? 'Race' : 'rACE', iconURL: icons[index % 2] ?? '' }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      for (const answer of answers.filter(({ status }) => status === 409))
        expect(answer.body).toMatchObject({ code: 'already_exists', message: urlTaken });
      expect(await countClubs()).toBe(before + 1);
      const owners = await database()
        .db.select({ role: clubMemberships.role })
        .from(clubMemberships)
        .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
        .where(eq(sql`lower(${clubs.customUrl})`, 'race'));
      expect(owners).toEqual([{ role: 2 }]);
    });
  });

  describe('GET /clubs/isavailable', () => {
    test('[CLUB-2] [API-CLUBS] reports whether a club has the custom URL, ignoring case', async () => {
      const isAvailable = async (customURL: string) =>
        (await app().call('GET', `/api/clubs/isavailable?customURL=${customURL}`, { as: ben })).body;
      expect(await isAvailable('Havel')).toEqual({ isAvailable: true });
      await created(ann, 'havel');
      expect(await isAvailable('Havel')).toEqual({ isAvailable: false });
      expect(await isAvailable('have')).toEqual({ isAvailable: true });
    });

    test.each(['', 'with%20space', 'a_b', '%25', 'x'.repeat(limits.customURLMax + 1)])(
      '[CLUB-2] rejects an invalid custom URL: %j',
      async (wrong) => {
        const answer = await app().call('GET', `/api/clubs/isavailable?customURL=${wrong}`, { as: ann });
        expect(problemOf(answer)).toMatchObject({ status: 400, fields: ['customURL'] });
      },
    );
  });

  describe('GET /clubs/customURL/:url', () => {
    test.each(['nowhere', 'a%20b', '%25', 'x'.repeat(100)])(
      '[CLUB-8] returns 404 with the message of the specification: %j',
      async (url) => {
        const answer = await byURL(url);
        expect(problemOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
        expect(answer.body).toMatchObject({ message: "We couldn't find a club at that link" });
      },
    );
  });

  describe('PATCH /clubs', () => {
    test('[CLUB-6] [API-CLUBS] changes only the given fields, for an admin and for the owner', async () => {
      const club = await created(ann, 'edited', { description: 'Before', isPrivate: true });
      await buildMembership(database().db, { clubId: club._id, userId: ben.user._id, role: 1 });
      const expected = { ...club, memberCount: 2 };
      for (const [as, change] of [
        [ben, { name: ' Renamed ' }],
        [ann, { description: '' }],
        [ben, { isPrivate: false }],
        [ann, { iconURL: await store(ben, 'clubicons', 'edited', 'navy') }],
        [ben, { bannerURL: await store(ann, 'clubbanners', 'EDITED', 'navy') }],
        [ann, { bannerURL: null }],
        [ben, { name: 'Twice', isPrivate: true }],
      ] as const) {
        Object.assign(expected, change, 'name' in change ? { name: change.name.trim() } : {});
        expect(await patch(as, club._id, change)).toMatchObject({ status: 200, body: expected });
        expect((await byURL('edited')).body).toEqual(expected);
      }
    });

    test.each([[null], [-1], [0]] as const)(
      '[CLUB-7] returns 403 and changes nothing without role admin or owner: role %s',
      async (role) => {
        const owner = await buildUser(database().db);
        const club = await buildClub(database().db, { ownerId: owner._id, customUrl: `kept${role}` });
        if (role !== null) await buildMembership(database().db, { clubId: club, userId: ben.user._id, role });
        for (const change of [{ name: 'Taken over' }, { iconURL: '/files/clubicons/kept/x.webp' }]) {
          const answer = await patch(ben, club, change);
          expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
          expect(answer.body).toMatchObject({ message: 'You do not have permission to edit this club' });
        }
        expect((await byURL(`kept${role}`)).body).not.toMatchObject({ name: 'Taken over' });
      },
    );

    test.each([
      [{}, 'body'],
      [{ name: 'New', customURL: 'other' }, 'customURL'],
      [{ name: '' }, 'name'],
      [{ description: 'x'.repeat(limits.clubDescriptionMax + 1) }, 'description'],
      [{ iconURL: null }, 'iconURL'],
      [{ iconURL: `/files/clubicons/other/${'0'.repeat(32)}.webp` }, 'iconURL'],
      [{ bannerURL: `/files/clubbanners/unedited/${'0'.repeat(32)}.webp` }, 'bannerURL'],
      [{ name: 'New', createdAt: '2026-01-01T00:00:00Z' }, 'createdAt'],
      [{ name: 'New', memberCount: 1000 }, 'memberCount'],
    ])('[CLUB-6] rejects invalid fields: %j', async (wrong, field) => {
      const [known] = await database()
        .db.select({ id: clubs.id })
        .from(clubs)
        .where(eq(clubs.customUrl, 'unedited'));
      const id = known?.id ?? (await created(ann, 'unedited'))._id;
      const before = await byURL('unedited');
      expect(problemOf(await patch(ann, id, wrong))).toEqual({
        status: 400,
        code: 'bad_request',
        fields: [field],
      });
      expect((await byURL('unedited')).body).toEqual(before.body);
    });

    test('[API-CLUBS] returns 404 for a club that does not exist', async () => {
      expect(problemOf(await patch(ann, randomUUID(), { name: 'Ghost' }))).toMatchObject({ status: 404 });
    });
  });

  test('[EXPL-1] GET /clubs lists them newest first, in pages, including private ones', async () => {
    const { db } = database();
    await db.delete(clubs);
    for (const [index, name] of ['First', 'Second', 'Third'].entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + index));
      await buildClub(db, { ownerId: ann.user._id, name, createdAt, isPrivate: name === 'Third' });
    }
    const listed = async (query: string) => {
      const answer = await app().call('GET', `/api/clubs${query}`, { as: ben });
      const { count: all, clubs: found } = calls.list.response.parse(answer.body);
      return { all, found: found.map(({ name, memberCount }) => [name, memberCount]) };
    };
    expect(await listed('')).toEqual({
      all: 3,
      found: [
        ['Third', 1],
        ['Second', 1],
        ['First', 1],
      ],
    });
    expect(await listed('?page=2&pagesize=2')).toEqual({ all: 3, found: [['First', 1]] });
  });

  describe('GET /clubs/search', () => {
    const search = async (query: string) => {
      const answer = await app().call('GET', `/api/clubs/search?${query}`, { as: ben });
      return calls.search.response.parse(answer.body);
    };

    test('[EXPL-1] [API-CLUBS] returns the best matches first, each with its member count', async () => {
      const { db } = database();
      const people = [];
      for (let index = 0; index < 4; index += 1) people.push(await buildUser(db));
      const [owner, ...others] = people;
      const ownerId = owner?._id ?? '';
      const clubIds = [];
      for (const name of ['Old Sculls', 'scullers', 'Sculls of Kiel'])
        clubIds.push(await buildClub(db, { ownerId, name }));
      for (const [index, { _id }] of others.entries())
        await buildMembership(db, { clubId: clubIds[0] ?? '', userId: _id, role: index === 0 ? -1 : 0 });
      const found = await search('name=%20SCULL%20');
      expect(found.count).toBe(3);
      expect(found.clubs.map(({ name, memberCount }) => [name, memberCount])).toEqual([
        ['scullers', 1],
        ['Sculls of Kiel', 1],
        ['Old Sculls', 3],
      ]);
    });

    test("[EXPL-1] returns the caller's own clubs first", async () => {
      const { db } = database();
      const ownerId = (await buildUser(db))._id;
      for (const name of ['Zebra Four', 'Zulu Four']) await buildClub(db, { ownerId, name });
      const own = await buildClub(db, { ownerId, name: 'Four Zinc' });
      await buildMembership(db, { clubId: own, userId: ben.user._id, role: 0 });
      expect((await search('name=z')).clubs.map(({ name }) => name)).toEqual([
        'Four Zinc',
        'Zebra Four',
        'Zulu Four',
      ]);
    });

    test('[EXPL-1] returns 15 clubs per page with the total count, and orders clubs of the same name stably', async () => {
      const { db } = database();
      const ownerId = (await buildUser(db))._id;
      for (let index = 0; index < 32; index += 1) await buildClub(db, { ownerId, name: 'Paged Eight' });
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(await search(`name=paged&page=${page}`));
      expect(pages.map(({ count, clubs }) => [count, clubs.length])).toEqual([
        [32, 15],
        [32, 15],
        [32, 2],
        [32, 0],
      ]);
      expect(new Set(pages.flatMap(({ clubs }) => clubs.map(({ _id }) => _id))).size).toBe(32);
      expect((await search('name=paged&pagesize=100')).clubs).toEqual(pages.flatMap(({ clubs }) => clubs));
    });

    test.each([
      ['name=', 'name'],
      ['name=%20', 'name'],
      ['', 'name'],
      [`name=${'x'.repeat(limits.searchTextMax + 1)}`, 'name'],
      ['name=a&page=0', 'page'],
      ['name=a&pagesize=101', 'pagesize'],
      ['name=a&sort=1', 'sort'],
    ])('[API-CLUBS] rejects the query %j', async (query, field) => {
      const answer = await app().call('GET', `/api/clubs/search?${query}`, { as: ben });
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: [field] });
    });
  });
});
