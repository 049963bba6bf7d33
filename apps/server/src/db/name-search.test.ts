import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildClub } from '../features/clubs/factory.ts';
import { buildUser } from '../features/users/factory.ts';
import { onEachDatabase } from '../../test/support/databases.ts';
import { searchByName } from './name-search.ts';
import { clubs, users } from './tables.ts';

onEachDatabase('a search by name', (database) => {
  const namesFor = async (text: string) => {
    const { matches, bestFirst } = searchByName(users.displayName, text);
    const rows = await database()
      .db.select({ name: users.displayName })
      .from(users)
      .where(matches)
      .orderBy(...bestFirst);
    return rows.map(({ name }) => name);
  };

  test('[EXPL-1] [EXPL-2] finds parts of names in any case; names that start with the text come first, then by name', async () => {
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

  test.for([
    ['users', users, users.displayName, 'users_folded_name'],
    ['clubs', clubs, clubs.name, 'clubs_folded_name'],
  ] as const)('[EXPL-1] [EXPL-2] of %s is answered by its index', async ([, table, column, index]) => {
    const { db } = database();
    await buildClub(db, { ownerId: (await buildUser(db))._id });
    const plan = await db.transaction(async (tx) => {
      // Too few rows for the planner to choose the index by itself: force it, to check that it fits the query.
      await tx.execute(sql`set local enable_seqscan = off`);
      const { matches } = searchByName(column, 'row_%');
      const question = tx
        .select({ one: sql`1` })
        .from(table)
        .where(matches);
      const { rows } = z
        .object({ rows: z.array(z.unknown()) })
        .parse(await tx.execute(sql`explain ${question}`));
      return JSON.stringify(rows);
    });
    expect(plan).toContain(`Bitmap Index Scan on ${index}`);
  });
});
