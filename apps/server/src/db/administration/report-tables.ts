import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  reportDecisions,
  reportKinds,
  reportReasons,
  type ReportDecision,
  type ReportKind,
  type ReportReason,
} from '@boathouse/contract/administration/reports';
import { isOneOf, time } from '../columns.ts';
import { users } from '../user-tables.ts';

/** Reports of users, and an administrator's decision on each. */
export const reportCases = pgTable(
  'report_cases',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ReportKind>().notNull(),
    /** The id of the comment, user or club; not a foreign key, because the decision outlives a deleted target. */
    targetId: uuid('target_id').notNull(),
    /** The content when it was first reported. */
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
    decision: text('decision').$type<ReportDecision>(),
    /** The administrator's name. */
    decidedBy: text('decided_by'),
    decidedAt: time('decided_at'),
  },
  (table) => [
    uniqueIndex('report_cases_one_open')
      .on(table.targetId)
      .where(sql`${table.decidedAt} is null`),
    index('report_cases_decided').on(table.decidedAt, table.id),
    check('report_cases_kind', isOneOf(table.kind, reportKinds)),
    check('report_cases_decision', isOneOf(table.decision, reportDecisions)),
    check(
      'report_cases_decided_whole',
      sql`num_nonnulls(${table.decision}, ${table.decidedBy}, ${table.decidedAt}) in (0, 3)`,
    ),
  ],
);

/** A user's report of something: at most one until it is decided. */
export const reports = pgTable(
  'reports',
  {
    caseId: uuid('case_id')
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    /** The user who reported it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.userId] }),
    index('reports_user').on(table.userId, table.caseId),
    check('reports_reason', isOneOf(table.reason, reportReasons)),
  ],
);
