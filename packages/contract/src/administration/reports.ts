import * as z from 'zod/mini';
import { ProofBodySchema, proofShape } from '../auth/credentials.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, ImagePathSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { visible } from '../text.ts';
import { UserRefSchema } from '../users.ts';

/** Kinds of reported things. `comment` is also a reply, `user` a profile. */
export const reportKinds = ['comment', 'user', 'club'] as const;
const ReportKindSchema = z.enum(reportKinds);
export type ReportKind = z.infer<typeof ReportKindSchema>;

export const reportReasons = ['offensive', 'spam', 'impersonation', 'other'] as const;
const ReportReasonSchema = z.enum(reportReasons);
export type ReportReason = z.infer<typeof ReportReasonSchema>;

/**
 * Decisions of administrators. `hidden`: a comment is shown as removed; a profile loses its name and images, a club its
 * description and images; searches no longer find it. `deleted`: the comment with its replies, the account, or the
 * club.
 */
export const reportDecisions = ['dismissed', 'hidden', 'deleted'] as const;
const ReportDecisionSchema = z.enum(reportDecisions);
export type ReportDecision = z.infer<typeof ReportDecisionSchema>;

/** The name of a user whose profile an administrator hid, until they choose another. */
export const resetDisplayName = 'Athlete';

const ReportTextSchema = z
  .string()
  .check(z.trim(), z.maxLength(limits.reportTextMax, `At most ${limits.reportTextMax} characters`));

const NewReportSchema = z
  .strictObject({
    kind: ReportKindSchema,
    /** The user or club, or the author of the comment. */
    id: IdSchema,
    reason: ReportReasonSchema,
    text: ReportTextSchema,
  })
  .check(
    z.refine(
      ({ reason, text }) => reason !== 'other' || z.string().check(visible('')).safeParse(text).success,
      {
        path: ['text'],
        error: 'Say what is wrong with it',
      },
    ),
  );

/** All reports about the same thing. They are decided together. */
const ReportCaseSchema = z.object({
  _id: IdSchema,
  kind: ReportKindSchema,
  /** When it was first reported. */
  createdAt: TimeSchema,
  /**
   * The content when it was reported: a comment with its author, the name of a user, or a club's name and description.
   */
  reported: z.object({ name: z.string(), text: z.string() }),
  /** The content now; null if it is deleted. */
  now: z.nullable(
    z.object({
      name: z.string(),
      text: z.string(),
      iconURL: z.nullable(ImagePathSchema),
      bannerURL: z.nullable(ImagePathSchema),
      /** A removed comment, or a club that searches do not find. */
      isHidden: z.boolean(),
      /** The activity of the comment, the user, or the custom URL of the club; null if the caller may not open it. */
      page: z.nullable(z.string()),
    }),
  ),
  reportCount: z.int(),
  /** The first ones, up to `limits.reportsShown`. */
  reports: z.array(
    z.object({ user: UserRefSchema, reason: ReportReasonSchema, text: z.string(), createdAt: TimeSchema }),
  ),
  decided: z.nullable(
    z.object({
      decision: ReportDecisionSchema,
      /** The administrator's name at that time. */
      by: z.string(),
      at: TimeSchema,
    }),
  ),
});
export type ReportCase = z.infer<typeof ReportCaseSchema>;

export const reports = {
  create: endpoint({
    method: 'POST',
    path: '/reports',
    summary:
      'Report a comment, a profile or a club to the administrators. The same user reports a thing once until it is decided',
    auth: 'user',
    quota: 'reports',
    body: NewReportSchema,
    response: z.object({ message: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/administration/reports',
    summary:
      'What was reported: what is open, the longest waiting first, or what is decided, the newest first',
    auth: 'administrator',
    query: z.strictObject({
      state: z._default(z.enum(['open', 'decided']), 'open'),
      ...pageOf(limits.pageSize),
    }),
    response: z.object({ count: z.int(), cases: z.array(ReportCaseSchema) }),
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/administration/reports/:id',
    summary:
      'Decide all reports of a thing at once. Idempotent; 409 `already_decided` if it was decided otherwise, and the 409s of deleting an account or a club',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: z.strictObject({ decision: ReportDecisionSchema, ...proofShape }),
    response: z.extend(ReportCaseSchema, { message: z.string() }),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/administration/reports/:id/decision',
    summary:
      'Take a decision back: the reports are open again, and a hidden comment, name or club is shown again, without images. ' +
      'Idempotent; 409 `already_decided` if it was deleted, has changed since, or was reported again',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: z.object({ message: z.string() }),
  }),
};
