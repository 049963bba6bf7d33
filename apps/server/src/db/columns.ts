import { sql, type SQL } from 'drizzle-orm';
import { customType, smallint, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

export function time(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
/** Sorted and compared by code unit, independent of the database's collation. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * The endings of a name, folded ("elan", "lan", "an", "n"), which triggers of the migrations store: a text is in the
 * name if an ending starts with it. Rank 0 is the whole name, 1 begins at a word, 2 within a word.
 */
export function nameParts(owner: () => AnyPgColumn) {
  return {
    id: uuid('id').notNull().references(owner, { onDelete: 'cascade' }),
    part: plainText('part').notNull(),
    rank: smallint('rank').notNull(),
  };
}

/** A check that a text is one of the given values, written into the SQL because a check cannot have parameters. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}
