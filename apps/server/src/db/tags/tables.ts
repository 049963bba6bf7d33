import { index, pgTable, primaryKey, smallint, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { users } from '../user-tables.ts';

/** Returns the table that links tags to the activities of the given table. */
export function tagsOf(activityId: () => AnyPgColumn) {
  return pgTable(
    'activity_tags',
    {
      activityId: uuid('activity_id').notNull().references(activityId, { onDelete: 'cascade' }),
      /** From 0, in the order that the athlete chose. */
      place: smallint('place').notNull(),
      tag: text('tag').notNull(),
      /** Copied from the activity, to list a user's tags from the index. */
      userId: uuid('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
    },
    (table) => [
      primaryKey({ columns: [table.activityId, table.place] }),
      index('activity_tags_user').on(table.userId, table.tag),
    ],
  );
}
