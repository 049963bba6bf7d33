import { index, pgTable, primaryKey, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** Returns the table of pairs of activities that are probably one row, which refers to theirs. */
export function sameRowQuestionsOf(activityId: () => AnyPgColumn) {
  return pgTable(
    'same_row_questions',
    {
      /** The activity that would be merged into the other. */
      activityId: uuid('activity_id').notNull().references(activityId, { onDelete: 'cascade' }),
      otherId: uuid('other_id').notNull().references(activityId, { onDelete: 'cascade' }),
      userId: uuid('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      askedAt: time('asked_at').notNull(),
      /** When the athlete answered that they are two rows; the question is then not asked again. */
      answeredAt: time('answered_at'),
    },
    (table) => [
      primaryKey({ columns: [table.activityId, table.otherId] }),
      index('same_row_questions_other').on(table.otherId),
      index('same_row_questions_user').on(table.userId),
    ],
  );
}
