import type { Notification } from '@boathouse/contract/notifications';
import { useId, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDayAndTime, formatWhen, formatWorkout } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { useReadLine } from './api.ts';
import styles from './notification-line.module.css';

/** One line: who did what and when, as a link to its subject. Following the link marks it as read. */
export function NotificationLine({ line, viewerId }: { line: Notification; viewerId: string }) {
  const when = useAtNow((nowMs) => formatWhen(line.createdAt, nowMs));
  const textId = useId();
  const readLine = useReadLine();
  const lineRef = useRef<HTMLDivElement>(null);
  // The button disappears with the unread mark.
  useFocusAfter(readLine.isPending, lineRef);
  const read = () => {
    if (!line.isRead) readLine.mutate(line);
  };
  const address = addressOf(line, viewerId);
  const [actor] = line.actors;
  const text = (
    <>
      {!line.isRead && <span className="visually-hidden">Unread. </span>}
      {wordsOf(line)}
    </>
  );
  return (
    <div ref={lineRef} tabIndex={-1} className={styles.line} data-unread={!line.isRead}>
      <Avatar
        name={actor?.displayName ?? line.club?.name ?? line.session?.title ?? ''}
        imageURL={actor?.iconURL ?? line.club?.iconURL ?? null}
        size={44}
      />
      <div className={styles.text}>
        <p id={textId}>
          {address === null ? (
            text
          ) : (
            <Link to={address} onClick={read} className={styles.link}>
              {text}
            </Link>
          )}
        </p>
        {line.message !== null && (
          <p className={styles.message} title={line.message} dir="auto">
            {line.message}
          </p>
        )}
        <time dateTime={line.createdAt}>{when}</time>
      </div>
      {!line.isRead && (
        <button
          type="button"
          className={styles.read}
          aria-label="Mark as read"
          aria-describedby={textId}
          title="Mark as read"
          onClick={read}
        >
          <span aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function addressOf({ kind, actors, actorCount, activity, club, session }: Notification, viewerId: string) {
  switch (kind) {
    case 'follow':
      return actorCount === 1 && actors[0]
        ? `/athletes/${actors[0]._id}`
        : `/athletes/${viewerId}/following?show=followers`;
    case 'like':
    case 'comment':
    case 'reply':
    case 'entered':
    case 'rowMoved':
    case 'uploadFailed':
      return activity && `/activities/${activity._id}`;
    case 'request':
      return club && `/clubs/${club.customURL}/members`;
    case 'accepted':
    case 'sessionsPassed':
      return club && `/clubs/${club.customURL}/general`;
    case 'webhookStopped':
      return club && `/clubs/${club.customURL}/edit`;
    case 'mailRefused':
      return '/settings#account';
    case 'report':
      return '/administration#reports';
    case 'sessionSoon':
    case 'sessionHost':
    case 'sessionChanged':
    case 'entryRefused':
      return session && !session.isDeleted ? `/sessions/${session._id}` : null;
  }
}

function wordsOf(line: Notification): ReactNode {
  const { kind, actorCount, activity, club, session } = line;
  const isOne = actorCount === 1;
  const who = <Names line={line} />;
  const workout = <strong>{activity && formatWorkout(activity.workoutItem)}</strong>;
  const title = <strong>{session?.title}</strong>;
  switch (kind) {
    case 'follow':
      return (
        <>
          {who} {isOne ? 'follows' : 'follow'} you
        </>
      );
    case 'like':
      return (
        <>
          {who} {isOne ? 'likes' : 'like'} your {workout}
        </>
      );
    case 'comment':
      return (
        <>
          {who} commented on your {workout}
        </>
      );
    case 'reply':
      return (
        <>
          {who} replied to your comment on {workout}
        </>
      );
    case 'request':
      return (
        <>
          {who} {isOne ? 'asks' : 'ask'} to join <strong>{club?.name}</strong>
        </>
      );
    case 'accepted':
      return (
        <>
          You are now a member of <strong>{club?.name}</strong>
        </>
      );
    case 'sessionSoon':
      return (
        <>
          {title} starts soon: {session && formatDayAndTime(session.startAt)}
        </>
      );
    case 'sessionHost':
      return (
        <>
          {who} handed {title} over to you
        </>
      );
    case 'sessionsPassed':
      return (
        <>
          {who} {isOne ? 'is' : 'are'} no longer in <strong>{club?.name}</strong>; you host their coming
          sessions now
        </>
      );
    case 'entered':
      return (
        <>
          {who} entered your result of {workout}
        </>
      );
    case 'entryRefused':
      return (
        <>
          {who} refused a result that you entered in {title}
        </>
      );
    case 'rowMoved':
      return (
        <>
          {who} moved your {workout} into a session
        </>
      );
    case 'webhookStopped':
      return (
        <>
          The webhook of <strong>{club?.name}</strong> has stopped: its address failed for three days
        </>
      );
    case 'mailRefused':
      return <>The mail server refused your email address: mails to you don't arrive</>;
    case 'uploadFailed':
      return <>Your {workout} couldn't be sent to a connected service</>;
    case 'report':
      return (
        <>
          {who} {isOne ? 'has' : 'have'} reported something
        </>
      );
    case 'sessionChanged':
      return session?.isDeleted ? (
        <>
          {who} deleted {title}
        </>
      ) : (
        <>
          {who} moved {title} to {session && formatDayAndTime(session.startAt)}
        </>
      );
  }
}

/** `Ann`, `Ann and Ben`, `Ann, Ben and Cem`, `Ann, Ben and 8 others` */
function Names({ line: { actors, actorCount } }: { line: Notification }) {
  const names = actors.map(({ displayName }) => displayName);
  const shown = actorCount > names.length ? names.slice(0, 2) : names;
  const rest = actorCount - shown.length;
  const words = shown.slice(0, rest > 0 ? undefined : -1);
  const last = rest > 0 ? `${rest} others` : shown.at(-1);
  return (
    <>
      {words.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <strong>{name}</strong>
        </span>
      ))}
      {words.length > 0 && ' and '}
      <strong>{last}</strong>
    </>
  );
}
