import { eq, sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { limits } from '@boathouse/contract/limits';
import { buildClub } from '../features/clubs/clubs/factory.ts';
import { buildUser } from '../features/people/users/factory.ts';
import { onEachDatabase } from '../../test/support/databases.ts';
import { findByName } from './name-search.ts';
import { inOrder } from './paging.ts';
import { clubNameParts, clubs, userNameParts, users } from './tables.ts';

onEachDatabase('a search by name', (database) => {
  const idsFor = (text: string, first = sql`select id from ${users} where false`) =>
    findByName(database().db, {
      named: users,
      parts: userNameParts,
      nameColumn: users.displayName,
      text,
      first,
    });
  const namesFor = async (text: string, first?: SQL) => {
    const ids = await idsFor(text, first);
    const rows = await database().db.select({ _id: users.id, name: users.displayName }).from(users);
    return inOrder(rows, ids).map(({ name }) => name);
  };

  test('[EXPL-1] [EXPL-2] finds parts of names in any case; names that start with the text come first, then names with a word that starts with it', async () => {
    const { db } = database();
    for (const displayName of [
      'Zoe Ander',
      'ben ander',
      'ANDERS Lund',
      'Anderson',
      'Ann',
      'Özil',
      'österberg',
    ])
      await buildUser(db, { displayName });
    expect(await namesFor('aNDER')).toEqual(['ANDERS Lund', 'Anderson', 'ben ander', 'Zoe Ander']);
    expect(await namesFor('ÖS')).toEqual(['österberg']);
    expect(await namesFor('özi')).toEqual(['Özil']);
    expect(await namesFor('ozi')).toEqual(['Özil']);
    expect(await namesFor('andera')).toEqual([]);
    expect(await namesFor('e')).toEqual(['ANDERS Lund', 'Anderson', 'ben ander', 'österberg', 'Zoe Ander']);
  });

  test.for([
    ['100%', ['100% Row']],
    ['%', ['100% Row', '50%']],
    ['a_b', ['a_b']],
    ['_', ['a_b']],
    ['a\\b', ['a\\b']],
    ['\\', ['a\\b']],
    ['\\%', []],
    ["o'", ["O'Hara"]],
  ] as const)('[EXPL-2] takes %j as it is written', async ([text, found]) => {
    const { db } = database();
    await db.delete(users);
    for (const displayName of ['100% Row', '100 Row', '50%', 'a_b', 'axb', 'a\\b', 'ab', "O'Hara"])
      await buildUser(db, { displayName });
    expect(await namesFor(text)).toEqual(found);
  });

  test.for([
    ['elan', 'Élan'],
    ['ÉLAN', 'Elan'],
    ['strasse', 'Hauptstraße'],
    ['soren', 'Søren'],
    ['łódź', 'Lodz'],
    ['nguyen', 'Nguyễn'],
    ['％', '100%'],
  ] as const)('[EXPL-1] [EXPL-2] by %j finds %j: accents do not count', async ([text, displayName]) => {
    const { db } = database();
    await db.delete(users);
    await buildUser(db, { displayName });
    await buildUser(db, { displayName: 'Zoe' });
    expect(await namesFor(text)).toEqual([displayName]);
  });

  test('[EXPL-2] finds each name once, by its best match', async () => {
    const { db } = database();
    await db.delete(users);
    for (const displayName of ['Joanna', 'Zoe Anna-Banana', 'Anna Ananas', 'Hans', "Dan O'Ander", '李小龙'])
      await buildUser(db, { displayName });
    expect(await namesFor('an')).toEqual(['Anna Ananas', "Dan O'Ander", 'Zoe Anna-Banana', 'Hans', 'Joanna']);
    expect(await namesFor('banana')).toEqual(['Zoe Anna-Banana']);
    expect(await namesFor('anna b')).toEqual([]);
    expect(await namesFor('anna-b')).toEqual(['Zoe Anna-Banana']);
    expect(await namesFor('小')).toEqual(['李小龙']);
  });

  test('[EXPL-2] follows a name that changes, and drops a user who is deleted', async () => {
    const { db } = database();
    await db.delete(users);
    const { _id } = await buildUser(db, { displayName: 'Ann' });
    await db.update(users).set({ displayName: 'Ben Oar' }).where(eq(users.id, _id));
    expect(await namesFor('ann')).toEqual([]);
    expect(await namesFor('oar')).toEqual(['Ben Oar']);
    await db.delete(users).where(eq(users.id, _id));
    expect(await db.$count(userNameParts)).toBe(0);
  });

  test('[EXPL-2] puts chosen users first, if they match', async () => {
    const { db } = database();
    await db.delete(users);
    const built = [];
    for (const displayName of ['Ann', 'Anders', 'Dan', 'Ben'])
      built.push(await buildUser(db, { displayName }));
    const [, , dan, ben] = built;
    const first = sql`select id from ${users} where id in (${dan?._id}, ${ben?._id})`;
    expect(await namesFor('an', first)).toEqual(['Dan', 'Anders', 'Ann']);
  });

  test('[EXPL-2] finds a limited number, with chosen users, and the same ones each time', async () => {
    const { db } = database();
    await db.delete(users);
    await db.execute(sql`insert into users (id, uid, display_name)
      select gen_random_uuid(), 'many-' || n, 'Rower ' || lpad(n::text, 3, '0') from generate_series(1, 350) n`);
    const last = sql`select id from ${users} where display_name = 'Rower 350'`;
    const found = await namesFor('r', last);
    const names = Array.from({ length: 299 }, (_, index) => `Rower ${String(index + 1).padStart(3, '0')}`);
    expect(found).toEqual(['Rower 350', ...names]);
    expect(await namesFor('o', last)).toHaveLength(limits.searchResultsMax);
    expect(await idsFor('o')).toEqual(await idsFor('o'));
    expect(await namesFor('350')).toEqual(['Rower 350']);
  });

  test('[EXPL-1] finds clubs by their present names', async () => {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: (await buildUser(db))._id, name: 'Harbour Rowing' });
    const clubsFor = (text: string) =>
      findByName(db, {
        named: clubs,
        parts: clubNameParts,
        nameColumn: clubs.name,
        text,
        first: sql`select id from ${clubs} where false`,
      });
    expect(await clubsFor('row')).toEqual([clubId]);
    await db.update(clubs).set({ name: 'River Crew' }).where(eq(clubs.id, clubId));
    expect(await clubsFor('row')).toEqual([]);
    expect(await clubsFor('cre')).toEqual([clubId]);
  });
});
