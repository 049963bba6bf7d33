import * as z from 'zod/mini';
import { ClubRefSchema } from './clubs/club-ref.ts';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { pageOf } from './paging.ts';
import { LocaleSchema, TimeZoneSchema } from './locale.ts';
import { UserRefSchema } from './users.ts';

export const notificationKinds = [
  /** The actors follow the user. */
  'follow',
  /** The actors like the user's activity. */
  'like',
  /** The actors commented on the user's activity, or replied to a comment on it. */
  'comment',
  /** The actors replied to the user's comment. */
  'reply',
  /** The actors request to join a club that the user manages. */
  'request',
  /** The user's request to join a club was accepted. */
  'accepted',
  /** A session that the user takes part in starts soon. */
  'sessionSoon',
  /** The actor, its host or an admin of its club, has moved it to another time, or deleted it. */
  'sessionChanged',
  /** The actor has made the user the host of a session. */
  'sessionHost',
  /** The actor has entered a result for the user. */
  'entered',
  /** The actors have refused results that the user entered for them. */
  'entryRefused',
  /** A user who manages the session has moved a row of the recipient into one of its items. */
  'rowMoved',
  /** The actors left a club that the user owns; the user now hosts their coming sessions. */
  'sessionsPassed',
  /** The actors reported a comment, a profile or a club; the user is an administrator. */
  'report',
  /** A webhook of the user's club was stopped after days of failed attempts. */
  'webhookStopped',
  /** The mail server has refused the user's address: it gets no mail. */
  'mailRefused',
  /** A row could not be sent to a service that the user has connected; the activity's page shows the reason. */
  'uploadFailed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** One line: all notifications of its kind about the same thing that the caller may read now. */
const NotificationSchema = z.object({
  /** The id of its newest part, so a line that grows has a new one. */
  _id: IdSchema,
  kind: z.enum(notificationKinds),
  /** The newest first, at most three; none for a session that starts soon, or when a club accepted the user. */
  actors: z.array(UserRefSchema),
  /** Number of different actors. */
  actorCount: z.int(),
  /** When its newest part was made. */
  createdAt: TimeSchema,
  isRead: z.boolean(),
  /** The subject of the line, by its kind. */
  activity: z.nullable(
    z.object({
      _id: IdSchema,
      /** The athlete. */
      user: UserRefSchema,
      /** The text of its workout item. */
      workoutItem: z.string(),
    }),
  ),
  club: z.nullable(ClubRefSchema),
  session: z.nullable(
    z.object({ _id: IdSchema, title: z.string(), startAt: TimeSchema, isDeleted: z.boolean() }),
  ),
  /** The newest comment or reply. */
  message: z.nullable(z.string()),
});
export type Notification = z.infer<typeof NotificationSchema>;

/**
 * The kinds that can be mailed to a member. Replies count as comments, a new host as a change of the session, and
 * refused results and moved rows as entered ones. Reports are for administrators. A stopped webhook counts as a
 * request; no mail is sent about a refused address.
 */
export const mailKinds = [
  'follow',
  'like',
  'comment',
  'request',
  'accepted',
  'sessionSoon',
  'sessionChanged',
  'entered',
  'report',
] as const satisfies readonly NotificationKind[];
export type MailKind = (typeof mailKinds)[number];

const MailChoiceSchema = z.strictObject({
  kinds: z.array(z.enum(mailKinds)).check(z.maxLength(mailKinds.length)),
});

const UnreadSchema = z.object({ unread: z.int() });

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: "The caller's notifications, one line per thing, newest first",
    auth: 'user',
    cost: 'list',
    query: z.strictObject(pageOf(limits.pageSize)),
    response: z.array(NotificationSchema),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    summary: "Number of the caller's unread lines",
    auth: 'user',
    cost: 'list',
    response: UnreadSchema,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notifications/:id/read',
    summary: 'Mark a line as read: this part of it and all before. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    response: UnreadSchema,
  }),
  readAll: endpoint({
    method: 'PUT',
    path: '/notifications/read',
    summary: 'Mark all notifications up to a time as read. Idempotent.',
    auth: 'user',
    cost: 'list',
    body: z.strictObject({ until: TimeSchema }),
    response: UnreadSchema,
  }),
  mailChoice: endpoint({
    method: 'GET',
    path: '/notifications/mail',
    summary: 'The kinds of notifications that are mailed to the caller; none by default',
    auth: 'user',
    response: z.extend(MailChoiceSchema, {
      /** The address; null if this server has none, and then it sends no mails. */
      email: z.nullable(z.string()),
    }),
  }),
  chooseMail: endpoint({
    method: 'PUT',
    path: '/notifications/mail',
    summary: 'Choose the kinds of notifications that are mailed to the caller',
    auth: 'user',
    body: z.extend(MailChoiceSchema, {
      /** The caller's locale and time zone; without them mails write times in UTC. */
      timeZone: z.optional(TimeZoneSchema),
      locale: z.optional(LocaleSchema),
    }),
    response: MailChoiceSchema,
  }),
};

/** Notifies all pages of a user that their notifications have changed: load them again. */
export const NotificationsChangedSchema = z.object({});
