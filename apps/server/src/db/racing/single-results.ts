import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { machines, type Machine } from '@boathouse/contract/activities';
import { pieceKinds, type PieceKind } from '@boathouse/contract/racing/pieces';
import { clubs, sessions } from '../club-tables.ts';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/**
 * Returns the table of complete results over a single distance or time, including entered ones. It is written at
 * completion like `ranked_results`, and tests and club records read it. If a result is deleted or corrected, the
 * previous one counts again.
 */
export function singleResultsOf(activityId: () => AnyPgColumn) {
  return pgTable(
    'single_results',
    {
      activityId: uuid('activity_id').primaryKey().references(activityId, { onDelete: 'cascade' }),
      userId: uuid('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      machine: text('machine').$type<Machine>().notNull(),
      kind: text('kind').$type<PieceKind>().notNull(),
      /** Meters for a distance, seconds for a time. */
      amount: integer('amount').notNull(),
      /** Tenths of a second over a distance, meters in a time. */
      score: integer('score').notNull(),
      rowedAt: time('rowed_at').notNull(),
      /** The average heart rate; null if unknown. */
      strokeRate: smallint('stroke_rate'),
      isEntered: boolean('is_entered').notNull(),
      /** Without a session it is on its athlete's profile: every member of the athlete's clubs may read it. */
      isOpen: boolean('is_open').notNull(),
      sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
      workoutItemIndex: smallint('workout_item_index'),
      /** The club of its session. */
      clubId: uuid('club_id').references(() => clubs.id, { onDelete: 'cascade' }),
    },
    (table) => [
      // Boards, lines and records read only this index.
      index('single_results_piece').on(
        table.userId,
        table.machine,
        table.kind,
        table.amount,
        table.rowedAt,
        table.score,
        table.clubId,
        table.isOpen,
        table.isEntered,
        table.strokeRate,
        table.activityId,
      ),
      index('single_results_session')
        .on(table.sessionId, table.workoutItemIndex)
        .where(sql`${table.sessionId} is not null`),
      // Records also include the results of athletes who have left the club. The deletion of a club uses it too.
      index('single_results_club')
        .on(
          table.clubId,
          table.machine,
          table.kind,
          table.amount,
          table.userId,
          table.rowedAt,
          table.score,
          table.activityId,
        )
        .where(sql`${table.clubId} is not null`),
      check('single_results_machine', isOneOf(table.machine, machines)),
      check('single_results_kind', isOneOf(table.kind, pieceKinds)),
    ],
  );
}
