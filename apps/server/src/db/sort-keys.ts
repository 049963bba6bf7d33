import { sql, type SQL } from 'drizzle-orm';

/** The columns that a list is sorted by, ascending; the last column differs between any two entries. */
export type SortKeys = readonly [SQL, ...SQL[]];

/** Whether an entry with these keys comes after an entry with those keys. */
export function comesAfter(keys: SortKeys, those: SortKeys): SQL {
  return sql`(${sql.join([...keys], sql`, `)}) > (${sql.join([...those], sql`, `)})`;
}
