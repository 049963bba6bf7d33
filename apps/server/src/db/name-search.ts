import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Sorts names without regard to case and accents: Ann, ben, Émile, Zoe. Set in each query, because the embedded
 * database and many servers sort capitals before small letters, and accented letters last.
 */
export function byName(column: AnyPgColumn): SQL {
  return sql`${column} collate "und-x-icu"`;
}

/**
 * Matches rows whose name contains a text, whatever the case and accents ("elan" finds "Élan"); names that start with
 * it come first, then by name. The column has a trigram index over `folded_name`, a function of the migrations, which
 * serves texts of three characters and more.
 */
export function searchByName(column: AnyPgColumn, text: string): { matches: SQL<boolean>; bestFirst: SQL[] } {
  const name = sql`folded_name(${column})`;
  // Escaped after folding, which makes "%" of its full-width form.
  const literal = sql`regexp_replace(folded_name(${text}), ${String.raw`([\\%_])`}, ${String.raw`\\\1`}, 'g')`;
  const matches = sql<boolean>`${name} like '%' || ${literal} || '%'`;
  const starts = sql`${name} like ${literal} || '%'`;
  return { matches, bestFirst: [sql`${starts} desc`, byName(column)] };
}
