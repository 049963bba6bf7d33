import * as z from 'zod/mini';
import { ListedActivitySchema } from './activities.ts';
import { ClubRefSchema } from './clubs/club-ref.ts';
import { SquadRefSchema } from './clubs/squad-ref.ts';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { ofMonthOrDay } from './paging.ts';
import { TimeZoneSchema } from './locale.ts';
import { UserRefSchema } from './users.ts';
import { WorkoutItemSchema, WorkoutTitleSchema } from './sessions/workout-texts.ts';

/** A session is a group workout; a login is never called session here. */
export const SessionSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  hostUser: UserRefSchema,
  startAt: TimeSchema,
  /** Without a club: true is "Anyone with link", false is "Only Me". */
  isAccessibleByLink: z.boolean(),
  club: z.nullable(ClubRefSchema),
  workoutItems: z
    .array(z.string())
    .check(z.minLength(limits.workoutItemsMin), z.maxLength(limits.workoutItemsMax)),
  /**
   * The club's squad for which it is planned; other members may read and row it, too. Servers of an earlier version
   * omit it.
   */
  squad: z.optional(z.nullable(SquadRefSchema)),
  /** The run of a race: only the race control starts it, and no page counts down to its start. */
  isRace: z.optional(z.literal(true)),
});
export type Session = z.infer<typeof SessionSchema>;

/**
 * The caller's part in a session: `rowed` with a result; `expected` without one, if they will attend or only they can
 * row it. Other sessions of a club are `none`.
 */
const sessionParts = ['rowed', 'expected', 'none'] as const;
export type SessionPart = (typeof sessionParts)[number];

/** The fields of a session that the calendar shows. */
const SparseSessionSchema = z.extend(z.pick(SessionSchema, { _id: true, title: true, startAt: true }), {
  /** A server of an earlier version omits it. */
  part: z.optional(z.enum(sessionParts)),
});
export type SparseSession = z.infer<typeof SparseSessionSchema>;

export const NewSessionSchema = z.strictObject({
  title: WorkoutTitleSchema,
  hostUser: IdSchema,
  startAt: z.iso.datetime({ offset: true }),
  isAccessibleByLink: z.boolean(),
  club: z.optional(IdSchema),
  /** A squad of `club`. */
  squad: z.optional(IdSchema),
  workoutItems: z
    .array(WorkoutItemSchema)
    .check(z.minLength(limits.workoutItemsMin), z.maxLength(limits.workoutItemsMax)),
});
export type NewSession = z.infer<typeof NewSessionSchema>;

/** Contains only the fields to change. */
const SessionChangeSchema = z.strictObject({
  title: z.optional(NewSessionSchema.shape.title),
  startAt: z.optional(NewSessionSchema.shape.startAt),
  isAccessibleByLink: z.optional(NewSessionSchema.shape.isAccessibleByLink),
  /** Null: no club. */
  club: z.optional(z.nullable(IdSchema)),
  /** A squad of its club; null means all members. Absent together with another `club`: null. */
  squad: z.optional(z.nullable(IdSchema)),
  workoutItems: z.optional(NewSessionSchema.shape.workoutItems),
});
export type SessionChange = z.infer<typeof SessionChangeSchema>;

export const sessions = {
  byId: endpoint({
    method: 'GET',
    path: '/sessions/:id',
    summary: 'A session that the caller may read',
    auth: 'user',
    params: IdParamsSchema,
    response: SessionSchema,
  }),
  activities: endpoint({
    method: 'GET',
    path: '/sessions/:id/activities',
    summary: "A session's activities, one list per workout item",
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(z.array(ListedActivitySchema)),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/sessions/user/:id',
    summary:
      "The caller's sessions (hosted, of a club, said to be at, or taken part in) of a month, or of one day of it. Months are " +
      "1 to 12. With sparse=1, only _id, title, startAt and the caller's part.",
    auth: 'user',
    cost: 'list',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject({ ...ofMonthOrDay, sparse: z._default(z.enum(['0', '1']), '0') }),
    response: z.array(z.union([SessionSchema, SparseSessionSchema])),
  }),
  next: endpoint({
    method: 'GET',
    path: '/sessions/user/:id/next',
    summary: "The first of the caller's sessions that has not begun, or null",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.nullable(SessionSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/sessions',
    summary:
      'Schedule a session; the host is the caller. With an `_id` that the client makes, repeating the call returns the ' +
      'session that the first one scheduled.',
    auth: 'user',
    quota: 'workouts',
    caller: ['body.hostUser'],
    body: z.extend(NewSessionSchema, { _id: z.optional(NewIdSchema) }),
    response: SessionSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/sessions/:id',
    summary:
      'Change a session; those who manage it only: its host, and the admins of its club. Activities keep the text that they ' +
      'were begun with; an item that has been begun may be reworded but not removed. Only the host changes `club`, to one ' +
      'of their clubs or to none, until an item has been begun: the members of a club read the results of its sessions.',
    auth: 'user',
    params: IdParamsSchema,
    body: SessionChangeSchema,
    response: SessionSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    summary:
      'Delete a session in which no one is rowing; those who manage it only. Its results stay with their athletes.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
  handOver: endpoint({
    method: 'PUT',
    path: '/sessions/:id/host',
    summary: 'Make another member of its club the host of a session; those who manage it only. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ toUser: IdSchema }),
    response: SessionSchema,
  }),
  repeat: endpoint({
    method: 'POST',
    path: '/sessions/:id/repeats',
    summary:
      'Schedule the session again in each of the following weeks, at the same time of day; those who manage it only. Weeks that have it already are left out.',
    auth: 'user',
    quota: 'workouts',
    params: IdParamsSchema,
    body: z.strictObject({
      weeks: z.int().check(z.minimum(1), z.maximum(limits.repeatWeeksMax)),
      timeZone: TimeZoneSchema,
    }),
    response: z.array(SessionSchema),
  }),
};
