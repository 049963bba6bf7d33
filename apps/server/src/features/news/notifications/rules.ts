import type { MailKind, Notification, NotificationKind } from '@boathouse/contract/notifications';
import { serverLimits } from '@boathouse/contract/limits';
import { workoutTitle } from '@boathouse/contract/workout-title';
import type { Occurrence } from '../../../infra/notifier.ts';

/** A notification without recipient and time. */
export type NotificationToInsert = {
  kind: NotificationKind;
  /** Happens once for a recipient; a repeated occurrence (`again`) replaces it, and is unread. */
  occurrence: string;
  /** Occurrences of one line are shown together. */
  line: string;
  again: boolean;
  actorId: string | null;
  activityId?: string;
  commentId?: string;
  clubId?: string;
  sessionId?: string;
  reportCaseId?: string;
};

/** Followers of one day, all likes of an activity, all comments on it, and all requests of a club are one line each. */
export function followed(follower: string, at: Date): NotificationToInsert {
  const line = `follow:${at.toISOString().slice(0, 10)}`;
  return { kind: 'follow', occurrence: `follow:${follower}`, line, again: false, actorId: follower };
}

export function liked({ user, activity }: Extract<Occurrence, { kind: 'like' }>): NotificationToInsert {
  const line = `like:${activity}`;
  return {
    kind: 'like',
    occurrence: `${line}:${user}`,
    line,
    again: false,
    actorId: user,
    activityId: activity,
  };
}

type Commented = Extract<Occurrence, { kind: 'comment' }>;

export function commented({ user, activity, comment }: Commented): NotificationToInsert {
  return {
    kind: 'comment',
    occurrence: `comment:${comment}`,
    line: `comment:${activity}`,
    again: false,
    actorId: user,
    activityId: activity,
    commentId: comment,
  };
}

export function replied({ user, activity, comment, repliesTo }: Commented): NotificationToInsert {
  return {
    kind: 'reply',
    occurrence: `comment:${comment}`,
    line: `reply:${repliesTo}`,
    again: false,
    actorId: user,
    activityId: activity,
    commentId: comment,
  };
}

export function requested(user: string, club: string): NotificationToInsert {
  const line = `request:${club}`;
  return { kind: 'request', occurrence: `${line}:${user}`, line, again: true, actorId: user, clubId: club };
}

export function accepted(club: string): NotificationToInsert {
  const line = `accepted:${club}`;
  return { kind: 'accepted', occurrence: line, line, again: true, actorId: null, clubId: club };
}

export function startsSoon(session: string): NotificationToInsert {
  const line = `sessionSoon:${session}`;
  return { kind: 'sessionSoon', occurrence: line, line, again: true, actorId: null, sessionId: session };
}

export function sessionChanged(session: string, by: string): NotificationToInsert {
  const line = `sessionChanged:${session}`;
  return { kind: 'sessionChanged', occurrence: line, line, again: true, actorId: by, sessionId: session };
}

export function sessionHost(session: string, by: string): NotificationToInsert {
  const line = `sessionHost:${session}`;
  return { kind: 'sessionHost', occurrence: line, line, again: true, actorId: by, sessionId: session };
}

export function entered({ by, activity }: Extract<Occurrence, { kind: 'entered' }>): NotificationToInsert {
  const line = `entered:${activity}`;
  return { kind: 'entered', occurrence: line, line, again: true, actorId: by, activityId: activity };
}

/** All refusals of a session are one line. */
export function entryRefused({
  by,
  session,
  item,
}: Extract<Occurrence, { kind: 'entryRefused' }>): NotificationToInsert {
  const line = `entryRefused:${session}`;
  const occurrence = `${line}:${item}:${by}`;
  return { kind: 'entryRefused', occurrence, line, again: true, actorId: by, sessionId: session };
}

export function rowMoved({ by, activity }: Extract<Occurrence, { kind: 'rowMoved' }>): NotificationToInsert {
  const line = `rowMoved:${activity}`;
  return { kind: 'rowMoved', occurrence: line, line, again: true, actorId: by, activityId: activity };
}

export function sessionsPassed(from: string, club: string): NotificationToInsert {
  const line = `sessionsPassed:${club}`;
  const occurrence = `${line}:${from}`;
  return { kind: 'sessionsPassed', occurrence, line, again: true, actorId: from, clubId: club };
}

/** All open reports are one line: the administration lists them. */
export function reported(user: string, reportCase: string): NotificationToInsert {
  const occurrence = `report:${reportCase}:${user}`;
  return {
    kind: 'report',
    occurrence,
    line: 'report',
    again: false,
    actorId: user,
    reportCaseId: reportCase,
  };
}

export function webhookStopped(club: string): NotificationToInsert {
  const line = `webhookStopped:${club}`;
  return { kind: 'webhookStopped', occurrence: line, line, again: true, actorId: null, clubId: club };
}

export function mailRefused(): NotificationToInsert {
  const line = 'mailRefused';
  return { kind: 'mailRefused', occurrence: line, line, again: true, actorId: null };
}

export function uploadFailed(activity: string): NotificationToInsert {
  const line = `uploadFailed:${activity}`;
  return {
    kind: 'uploadFailed',
    occurrence: line,
    line,
    again: true,
    actorId: null,
    activityId: activity,
  };
}

/** Whether members are notified of a change: another start, or a deletion, of a session that has not started. */
export function isWorthTelling({ before, after }: { before: Date; after: Date | null }, now: Date): boolean {
  if (after?.getTime() === before.getTime()) return false;
  return before > now || (after !== null && after > now);
}

/** Returns the recipients: each once, and never the member who did it. */
export function recipientsOf(candidates: readonly string[], actorId: string | null): string[] {
  return [...new Set(candidates)].filter((id) => id !== actorId).toSorted();
}

/** Whether the host is reminded: not about a session that was scheduled for a moment ago, such as one to row now. */
export function isHostReminded({ createdAt, startAt }: { createdAt: Date; startAt: Date }): boolean {
  return startAt.getTime() - createdAt.getTime() > serverLimits.sessionSoonMs;
}

/** Returns the choice that decides whether a kind is mailed; null if it never is. */
export function mailKindOf(kind: NotificationKind): MailKind | null {
  if (kind === 'mailRefused' || kind === 'uploadFailed') return null;
  if (kind === 'webhookStopped') return 'request';
  if (kind === 'reply') return 'comment';
  if (kind === 'entryRefused' || kind === 'rowMoved') return 'entered';
  return kind === 'sessionHost' || kind === 'sessionsPassed' ? 'sessionChanged' : kind;
}

/** How a member reads times: in the locale and zone of the browser in which they chose their mails; null if unknown. */
type Reader = { timeZone: string | null; locale: string | null };

/** `Thu 26 Nov, 17:30 CET`. The zone is named, because a reader may open the mail in another one. */
function dayAndTimeOf(iso: string, { timeZone, locale }: Reader): string {
  return new Intl.DateTimeFormat(locale ?? 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(Date.parse(iso));
}

/** A line as text for a mail. */
function wordsOf(line: Notification, now: Date, reader: Reader): string {
  const who = namesOf(line);
  const { club, session } = line;
  const numbers = new Intl.NumberFormat(reader.locale ?? 'en-GB');
  const workout = workoutTitle(line.activity?.workoutItem ?? '', (meters) => numbers.format(meters));
  switch (line.kind) {
    case 'follow':
      return `${who} ${line.actorCount === 1 ? 'follows' : 'follow'} you`;
    case 'like':
      return `${who} ${line.actorCount === 1 ? 'likes' : 'like'} your ${workout}`;
    case 'comment':
      return `${who} commented on your ${workout}: ${line.message}`;
    case 'reply':
      return `${who} replied to your comment on ${workout}: ${line.message}`;
    case 'request':
      return `${who} ${line.actorCount === 1 ? 'asks' : 'ask'} to join ${club?.name}`;
    case 'accepted':
      return `You are now a member of ${club?.name}`;
    case 'sessionSoon': {
      const minutes = Math.round((Date.parse(session?.startAt ?? '') - now.getTime()) / 60_000);
      return minutes > 0 ? `${session?.title} starts in ${minutes} min` : `${session?.title} starts now`;
    }
    case 'sessionHost':
      return `${who} handed ${session?.title} over to you`;
    case 'sessionsPassed':
      return `${who} ${line.actorCount === 1 ? 'is' : 'are'} no longer in ${club?.name}; you host their coming sessions now`;
    case 'entered':
      return `${who} entered your result of ${workout}`;
    case 'entryRefused':
      return `${who} refused a result that you entered in ${session?.title}`;
    case 'rowMoved':
      return `${who} moved your ${workout} into a session`;
    case 'webhookStopped':
      return `Nothing is sent to the webhook of ${club?.name} any more, because its address failed for three days`;
    case 'mailRefused':
      return 'The mail server refused your address';
    case 'uploadFailed':
      return `Your ${workout} couldn't be sent to a connected service`;
    case 'report':
      return `${who} ${line.actorCount === 1 ? 'has' : 'have'} reported something`;
    case 'sessionChanged':
      return session?.isDeleted
        ? `${who} deleted ${session.title}`
        : `${who} moved ${session?.title} to ${dayAndTimeOf(session?.startAt ?? '', reader)}`;
  }
}

/** `Ann`, `Ann and Ben`, `Ann and 9 others` */
function namesOf({ actors, actorCount }: Pick<Notification, 'actors' | 'actorCount'>): string {
  const [first, second] = actors;
  if (!first) return 'A member';
  if (actorCount === 1) return first.displayName;
  if (actorCount === 2 && second) return `${first.displayName} and ${second.displayName}`;
  return `${first.displayName} and ${actorCount - 1} others`;
}

/**
 * A subject contains no word that another member has written: a phone's locked screen shows it as the product's own.
 */
const subjects: Record<NotificationKind, string> = {
  follow: 'New follower',
  like: 'New like',
  comment: 'New comment',
  reply: 'New reply',
  request: 'New request to join your club',
  accepted: 'You are a member of a club now',
  sessionSoon: 'A session starts soon',
  sessionChanged: 'A session has changed',
  sessionHost: 'You host a session now',
  sessionsPassed: 'You host sessions now',
  entered: 'A result of yours was entered',
  entryRefused: 'A result that you entered was refused',
  rowMoved: 'A row of yours was moved into a session',
  report: 'New report',
  webhookStopped: 'A webhook of your club has stopped',
  mailRefused: 'Your address was refused',
  uploadFailed: "A row of yours couldn't be sent",
};

/** Returns when a mail with only reminders becomes useless: when the last of its sessions has started. */
export function lastMoment(lines: readonly Notification[], now: Date): { expiresAt?: Date } {
  const starts = lines.map(({ kind, session }) =>
    kind === 'sessionSoon' && session !== null ? Date.parse(session.startAt) : Infinity,
  );
  const last = Math.max(now.getTime() + reminderMinimumMs, ...starts);
  return Number.isFinite(last) ? { expiresAt: new Date(last) } : {};
}

/** A reminder that is mailed at the start still has this long to leave. */
const reminderMinimumMs = 5 * 60_000;

type MailText = { subject: string; text: string; link: string };

/** One mail for all lines of a member. `address` is the web app's address. */
export function mailOf(
  lines: readonly Notification[],
  options: { productName: string; address: string; now: Date } & Reader,
): MailText {
  const { productName, address, now } = options;
  const [first] = lines;
  // Each in one line: a comment of several lines could look like a part of the mail, such as the unsubscribe link.
  const sentences = lines.map((line) => wordsOf(line, now, options).replaceAll(/\s+/g, ' '));
  const link = `${address}/notifications`;
  return {
    subject:
      first && lines.length === 1
        ? `${subjects[first.kind]} on ${productName}`
        : `${lines.length} notifications from ${productName}`,
    text: [
      ...sentences.map((sentence) => `- ${sentence}`),
      '',
      `Read them here: ${link}`,
      '',
      `You get this email because you chose it in your settings. To stop it, unsubscribe here: ${address}/settings#notifications`,
      '',
    ].join('\n'),
    link,
  };
}
