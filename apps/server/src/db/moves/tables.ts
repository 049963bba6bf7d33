import { index, jsonb, pgTable, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ActivityVisibility } from '@boathouse/contract/activities';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { sessions } from '../club-tables.ts';

/** A row's own values before it was moved into a session; restored when it is taken out. */
export type OwnRow = {
  title: string;
  workout: string;
  plan: WorkoutPlan | null;
  visibility: ActivityVisibility;
  isPartial: boolean;
  isLeft: boolean;
};

/** Returns the table of rows that were rowed on a session's page without an item, or moved into a session later. */
export function rowMovesOf(activityId: () => AnyPgColumn) {
  return pgTable(
    'row_moves',
    {
      activityId: uuid('activity_id').primaryKey().references(activityId, { onDelete: 'cascade' }),
      /**
       * Users who manage this session may read the row and move it there; null for a row that was on no session's page.
       */
      besideSessionId: uuid('beside_session_id').references(() => sessions.id, { onDelete: 'set null' }),
      /** Null while the row is not moved. */
      own: jsonb('own').$type<OwnRow>(),
    },
    (table) => [index('row_moves_beside').on(table.besideSessionId)],
  );
}
