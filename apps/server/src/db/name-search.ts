import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Names as people look them up: Ann, ben, Émile, Zoe. Said with each question, because the embedded database and many a
 * server would put every capital before the small letters, and letters with accents behind them all.
 */
export const byName = (column: AnyPgColumn): SQL => sql`${column} collate "und-x-icu"`;

/**
 * Rows with a text as a part of their name, in any case; those whose name starts with it first, then by name. The
 * column has a trigram index over its lower case, which serves texts of three characters and more.
 */
export function searchByName(column: AnyPgColumn, text: string): { matches: SQL<boolean>; bestFirst: SQL[] } {
  const name = sql`lower(${column})`;
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const matches = sql<boolean>`${name} like lower(${`%${literal}%`})`;
  const starts = sql`${name} like lower(${`${literal}%`})`;
  return { matches, bestFirst: [sql`${starts} desc`, byName(column)] };
}
