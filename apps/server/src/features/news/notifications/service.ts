import { limits, serverLimits } from '@boathouse/contract/limits';
import { clubRoles } from '@boathouse/contract/clubs';
import type { MailKind } from '@boathouse/contract/notifications';
import type { Database } from '../../../db/database.ts';
import { findUserIdByEmail } from '../../../infra/identity/account-user.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Mail } from '../../../infra/mail.ts';
import type { Notifier, Occurrence } from '../../../infra/notifier.ts';
import { listAdministrators } from '../../people/admission/index.ts';
import type { WebPush } from '../webpush/index.ts';
import { claimSessionSoon, listParticipants } from '../../sessions/sessions/index.ts';
import {
  accepted,
  commented,
  entered,
  entryRefused,
  followed,
  isHostReminded,
  isWorthTelling,
  lastMoment,
  liked,
  mailRefused,
  uploadFailed,
  mailOf,
  recipientsOf,
  replied,
  reported,
  requested,
  rowMoved,
  sessionChanged,
  sessionHost,
  sessionsPassed,
  startsSoon,
  webhookStopped,
  type NotificationToInsert,
} from './rules.ts';
import {
  claimMailRecipient,
  countMail,
  countUnreadLines,
  deleteNotificationsBefore,
  deleteReminders,
  deleteRemindersOf,
  findAthlete,
  findCommentAuthor,
  findReminder,
  insertNotifications,
  listManagers,
  markLineRead,
  markRead,
  takeLinesToMail,
  upsertMailChoice,
} from './store.ts';

/** Notifies the pages of a user that their notifications have changed. */
type OnChange = (userId: string) => void;

type NotifierOptions = { db: Database; now: () => Date; onChange: OnChange };

type Push = Pick<WebPush, 'subscribersAmong' | 'send'>;
type ReminderOptions = NotifierOptions & { webPush: Push };

/** @param webPush sends what can't wait; null sends nothing to devices */
export function openNotifier({
  db,
  now,
  onChange,
  webPush = null,
}: NotifierOptions & { webPush?: Push | null }): Notifier {
  const store = async (tx: Database, occurrence: Occurrence, at: Date) => {
    const told = await storeOccurrence(tx, occurrence, at);
    if (webPush !== null && (occurrence.kind === 'raceCalled' || occurrence.kind === 'seatsChanged')) {
      await pushCall(tx, { now, webPush }, occurrence, told);
    }
    return told;
  };
  return {
    async transaction(work) {
      const told = new Set<string>();
      const result = await db.transaction((tx) => {
        // The transaction may run again.
        told.clear();
        return work(tx, async (occurrence) => {
          for (const userId of await store(tx, occurrence, now())) told.add(userId);
        });
      });
      for (const userId of told) onChange(userId);
      return result;
    },
    notifyIn: async (tx, occurrence) => {
      await store(tx, occurrence, now());
    },
  };
}

/** Stores the notifications of an occurrence. Returns the users to whom it gave something unread. */
async function storeOccurrence(tx: Database, occurrence: Occurrence, now: Date): Promise<string[]> {
  const tell = (candidates: readonly string[], notification: NotificationToInsert) =>
    insertNotifications(tx, recipientsOf(candidates, notification.actorId), notification, now);
  switch (occurrence.kind) {
    case 'follow':
      return tell([occurrence.followee], followed(occurrence.follower, now));
    case 'like':
      return tell(await findAthlete(tx, occurrence.activity), liked(occurrence));
    case 'comment': {
      const { activity, repliesTo } = occurrence;
      const authors = repliesTo === null ? [] : await findCommentAuthor(tx, repliesTo);
      const athletes = await findAthlete(tx, activity);
      return [
        ...(await tell(authors, replied(occurrence))),
        // An athlete who also wrote the comment gets the notification once, as a reply.
        ...(await tell(
          athletes.filter((id) => !authors.includes(id)),
          commented(occurrence),
        )),
      ];
    }
    case 'request':
      return tell(await listManagers(tx, occurrence.club), requested(occurrence.user, occurrence.club));
    case 'accepted':
      return tell([occurrence.user], accepted(occurrence.club));
    case 'raceCalled': {
      const athletes = occurrence.athletes.map(({ user }) => user);
      return tell([...new Set(athletes)], startsSoon(occurrence.session));
    }
    case 'seatsChanged': {
      const { session, gone } = occurrence;
      const athletes = occurrence.athletes.map(({ user }) => user);
      const left = await deleteRemindersOf(
        tx,
        session,
        gone.filter((user) => !athletes.includes(user)),
      );
      return [...left, ...(await tell([...new Set(athletes)], startsSoon(session)))];
    }
    case 'sessionHost':
      return tell([occurrence.host], sessionHost(occurrence.session, occurrence.by));
    case 'sessionsPassed': {
      const owners = (await listManagers(tx, occurrence.club, clubRoles.owner)).filter(
        (id) => id !== occurrence.by,
      );
      return tell(owners, sessionsPassed(occurrence.from, occurrence.club));
    }
    case 'entered':
      return tell(await findAthlete(tx, occurrence.activity), entered(occurrence));
    case 'rowMoved':
      return tell(await findAthlete(tx, occurrence.activity), rowMoved(occurrence));
    case 'entryRefused':
      return tell([occurrence.to], entryRefused(occurrence));
    case 'webhookStopped':
      return tell(await listManagers(tx, occurrence.club), webhookStopped(occurrence.club));
    case 'mailRefused': {
      const { userId, email } = occurrence.to;
      const found = userId ?? (await findUserIdByEmail(tx, email));
      return found === null ? [] : tell([found], mailRefused());
    }
    case 'uploadFailed':
      return tell(await findAthlete(tx, occurrence.activity), uploadFailed(occurrence.activity));
    case 'report':
      return tell(await listAdministrators(tx), reported(occurrence.user, occurrence.reportCase));
    case 'sessionChanged': {
      const { session, by } = occurrence;
      if (occurrence.after?.getTime() !== occurrence.before.getTime()) await deleteReminders(tx, session);
      if (!isWorthTelling(occurrence, now)) return [];
      return tell(await listParticipants(tx, session), sessionChanged(session, by));
    }
  }
}

/** Reminds the participants of each session that starts soon. Any number of processes may run it at once. */
export async function remindOfSessions(options: ReminderOptions): Promise<void> {
  const { db, now, onChange } = options;
  for (;;) {
    const told = await db.transaction(async (tx) => {
      const at = now();
      const session = await claimSessionSoon(tx, at, new Date(at.getTime() + serverLimits.sessionSoonMs));
      if (session === null) return null;
      const participants = await listParticipants(tx, session.id);
      const without = isHostReminded(session) ? null : session.hostUserId;
      const recipients = recipientsOf(participants, without);
      const userIds = await insertNotifications(tx, recipients, startsSoon(session.id), at);
      await pushReminders(tx, options, session, userIds);
      return userIds;
    });
    if (told === null) return;
    for (const userId of told) onChange(userId);
  }
}

/** Sends a session's reminder to the devices of users who want it there, if they may read it now. */
async function pushReminders(
  db: Database,
  options: Pick<ReminderOptions, 'now' | 'webPush'>,
  { id, startAt }: { id: string; startAt: Date },
  userIds: readonly string[],
): Promise<void> {
  for (const userId of await options.webPush.subscribersAmong(userIds, db)) {
    await pushReminder(db, options, { id, startAt, until: startAt, more: '' }, userId);
  }
}

/** Later, the race has begun without the athlete. */
const callLastsMs = 15 * 60_000;

/** Sends the call of a race, or a changed seat, to the devices of its athletes, with each athlete's own lane. */
async function pushCall(
  db: Database,
  options: Pick<ReminderOptions, 'now' | 'webPush'>,
  { kind, session, startsAt, athletes }: Extract<Occurrence, { kind: 'raceCalled' | 'seatsChanged' }>,
  userIds: readonly string[],
): Promise<void> {
  const until = new Date(options.now().getTime() + callLastsMs);
  for (const userId of await options.webPush.subscribersAmong(userIds, db)) {
    const lanes = athletes.filter(({ user }) => user === userId).map(({ lane }) => lane);
    if (lanes.length === 0) continue;
    const more = `, ${kind === 'seatsChanged' ? 'now ' : ''}lane ${lanes.join(' and ')}: tap here`;
    await pushReminder(db, options, { id: session, startAt: startsAt, until, more }, userId);
  }
}

/** @param given `more` follows the title */
async function pushReminder(
  db: Database,
  { now, webPush }: Pick<ReminderOptions, 'now' | 'webPush'>,
  { id, startAt, until, more }: { id: string; startAt: Date; until: Date; more: string },
  userId: string,
): Promise<void> {
  const session = (await findReminder(db, userId, id, now()))?.session ?? null;
  if (session === null) return;
  const { _id, title } = session;
  const unread = await countUnreadLines(db, userId, now());
  const shown = { _id, title: `${title}${more}`, startAt: startAt.toISOString() };
  await webPush.send(userId, { kind: 'sessionSoon', session: shown, unread }, until, db);
}

type MailOptions = {
  db: Database;
  now: () => Date;
  mail: Pick<Mail, 'send'>;
  identity: Pick<Identity, 'emailOf'>;
  productName: string;
  /** The web app's address. */
  address: string;
};

/**
 * Mails each member all their waiting lines, in one mail. It is queued in the transaction that marks its lines as mailed, so
 * none is lost or queued twice. Any number of processes may run it at once.
 */
export async function mailNotifications(options: MailOptions): Promise<void> {
  const { db, now, mail, identity, productName, address } = options;
  for (;;) {
    const claimed = await db.transaction(async (tx) => {
      const at = now();
      const recipient = await claimMailRecipient(tx, at);
      if (recipient === null) return null;
      const { userId, uid, timeZone, locale } = recipient;
      const lines = await takeLinesToMail(tx, userId, at);
      const to = lines.length === 0 ? null : await identity.emailOf(tx, uid);
      if (to === null) return userId;
      await countMail(tx, userId, at);
      const message = { to, ...mailOf(lines, { productName, address, now: at, timeZone, locale }) };
      await mail.send(message, { tx, isBulk: true, userId, ...lastMoment(lines, at) });
      return userId;
    });
    if (claimed === null) return;
  }
}

export function forgetOldNotifications(db: Database, now: Date): Promise<void> {
  return deleteNotificationsBefore(db, new Date(now.getTime() - limits.notificationDays * 86_400_000));
}

export async function unreadOf(db: Database, userId: string, now: Date): Promise<{ unread: number }> {
  return { unread: await countUnreadLines(db, userId, now) };
}

export async function readAll(
  { db, now, onChange }: NotifierOptions,
  userId: string,
  until: string,
): Promise<{ unread: number }> {
  await markRead(db, userId, new Date(until), now());
  onChange(userId);
  return unreadOf(db, userId, now());
}

export async function readLine(
  { db, now, onChange }: NotifierOptions,
  userId: string,
  id: string,
): Promise<{ unread: number }> {
  await markLineRead(db, userId, id, now());
  onChange(userId);
  return unreadOf(db, userId, now());
}

export async function chooseMail(
  db: Database,
  userId: string,
  choice: { kinds: MailKind[]; timeZone?: string | undefined; locale?: string | undefined },
  now: Date,
): Promise<{ kinds: MailKind[] }> {
  const kinds = [...new Set(choice.kinds)];
  const { timeZone = null, locale = null } = choice;
  await upsertMailChoice(db, userId, { kinds, timeZone, locale }, now);
  return { kinds };
}
