import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { limits } from '@boathouse/contract/limits';
import type { Database } from './database.ts';
import { rowsOf } from './migrations.ts';
import type { clubNameParts, clubs, userNameParts, users } from './tables.ts';

/**
 * Sorts names without regard to case and accents: Ann, ben, Émile, Zoe. Set in each query, because the embedded
 * database and many servers sort capitals before small letters, and accented letters last.
 */
export function byName(name: AnyPgColumn | SQL): SQL {
  return sql`${name} collate "und-x-icu"`;
}

type NameSearch = {
  /** The table with the names, and the table that its trigger fills with the endings of each name. */
  named: typeof users | typeof clubs;
  parts: typeof userNameParts | typeof clubNameParts;
  nameColumn: AnyPgColumn;
  text: string;
  /**
   * Selects the `id` of rows that come first if they match. The caller limits their number, because each id is looked
   * up.
   */
  first: SQL;
  /** Leaves out rows. A scalar subquery on the row's id: it is evaluated for each entry that the search reads. */
  isShown?: (id: SQL) => SQL;
};

/** A name begins with a text only once, but several of its words can, or it can contain it more than once. */
const repeatsMax = 2;
/** Sorts after every text of names. */
const afterAll = sql`chr(1114111)`;

/**
 * Returns the ids of rows whose name contains a text, ignoring case and accents ("elan" finds "Élan"), in display
 * order, at most `searchResultsMax`: those of `first` before others, then names that start with the text, names with a
 * word that starts with it, and other names; each group by name. If more match, those whose letters after the text come
 * first in the alphabet are kept. An index has all endings of names in this order, so a search reads about a hundred of
 * its entries, regardless of the number of matches.
 */
export async function findByName(
  db: Database,
  { named, parts, nameColumn, text, first, isShown = () => sql`true` }: NameSearch,
): Promise<string[]> {
  const wanted = sql`folded_name(${text})`;
  const matches = (id: SQL) => sql`part >= ${wanted} and part < ${wanted} || ${afterAll} and ${isShown(id)}`;
  const best = (rank: number, rows: number) => sql`(
    select id, false as is_first, rank, part from ${parts} where rank = ${sql.raw(String(rank))} and ${matches(sql`${parts.id}`)}
    order by part, id limit ${rows})`;
  const most = limits.searchResultsMax;
  const result = await db.execute(sql`
    select found.id from (
      select * from (
        select distinct on (id) * from (
          (select id, true as is_first, rank, part from (${first}) as first, lateral (
            -- "offset 0" keeps the planner from reading all parts to join them.
            select rank, part from ${parts} as own where own.id = first.id and ${matches(sql`own.id`)} offset 0) as own)
          union all ${best(0, most)}
          union all ${best(1, most * repeatsMax)}
          union all ${best(2, most * repeatsMax)}
        ) as each order by id, is_first desc, rank, part
      ) as one order by is_first desc, rank, part, id limit ${most}
    ) as found join ${named} on ${named.id} = found.id
    order by is_first desc, rank, ${byName(nameColumn)}, found.id`);
  return rowsOf(result).map(({ id }) => String(id));
}
