import type { ChatMessage } from '@boathouse/contract/chat';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import type { ChatChannel, ChatEntry } from './chat-log.ts';
import styles from './message-list.module.css';

/** Messages of one sender within this time share a heading. */
const togetherMs = 5 * 60_000;

/** Scrolled this close to the end, the list follows new messages. */
const nearEndPx = 40;

type MessageListProps = {
  channel: ChatChannel;
  meId: string;
  /** Does not read out new messages. */
  isQuiet: boolean;
};

export function MessageList({ channel: { entries, partner }, meId, isQuiet }: MessageListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const newest = entries.at(-1);
  const isOwn = newest?.kind === 'message' && newest.message.sender._id === meId;

  function scrollToEnd() {
    const list = listRef.current;
    if (list) list.scrollTop = list.scrollHeight;
  }
  useLayoutEffect(() => {
    // Reading the height of an empty list would only add the page's layout to its first commit.
    if (newest !== undefined && (isAtEnd || isOwn)) scrollToEnd();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for a new message only
  }, [newest?.id]);
  // The keyboard of a phone or another row of tabs makes the list lower.
  useEffect(() => {
    const list = listRef.current;
    if (list === null || !isAtEnd || !('ResizeObserver' in globalThis)) return;
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(list);
    return () => observer.disconnect();
  }, [isAtEnd]);

  return (
    <div className={styles.place}>
      <div
        ref={listRef}
        role="log"
        aria-live={isQuiet ? 'off' : 'polite'}
        aria-label={partner === null ? 'Messages to everyone' : `Messages with ${partner.displayName}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, also with keys
        tabIndex={0}
        className={styles.messages}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setIsAtEnd(scrollHeight - scrollTop - clientHeight < nearEndPx)
        }
      >
        {entries.length === 0 && (
          <p className={styles.empty}>
            {partner === null
              ? 'No messages yet. Everyone here can read this chat, and no message is kept.'
              : `Only you and ${partner.displayName} can read this. No message is kept.`}
          </p>
        )}
        <ol>
          {entries.map((entry, index) =>
            entry.kind === 'gap' ? (
              <li key={entry.id} className={styles.gap}>
                You were away. Messages sent meanwhile are not shown.
              </li>
            ) : (
              <Message
                key={entry.id}
                message={entry.message}
                isOwn={entry.message.sender._id === meId}
                isContinued={isContinued(entries[index - 1], entry.message)}
              />
            ),
          )}
        </ol>
      </div>
      {!isAtEnd && (
        <button type="button" className={styles.toEnd} onClick={scrollToEnd}>
          Newest messages
        </button>
      )}
    </div>
  );
}

function isContinued(before: ChatEntry | undefined, { sender, timestamp, writtenAt }: ChatMessage): boolean {
  return (
    writtenAt === undefined &&
    before?.kind === 'message' &&
    before.message.sender._id === sender._id &&
    Date.parse(timestamp) - Date.parse(before.message.timestamp) < togetherMs
  );
}

type MessageProps = { message: ChatMessage; isOwn: boolean; isContinued: boolean };

/** The text as it was sent, without clickable links. */
function Message({ message: { sender, message, timestamp, writtenAt }, isOwn, isContinued }: MessageProps) {
  const name = isOwn ? 'You' : sender.displayName;
  return (
    <li className={styles.message} data-own={isOwn} data-continued={isContinued}>
      <p className={isContinued ? 'visually-hidden' : styles.by}>
        {!isContinued && <Avatar name={sender.displayName} imageURL={sender.iconURL} size={24} />}
        <strong dir="auto">{name}</strong>{' '}
        <time dateTime={timestamp}>
          {writtenAt !== undefined && `written at ${formatTime(writtenAt)}, sent at `}
          {formatTime(timestamp)}
        </time>
      </p>
      <p dir="auto" className={styles.text}>
        {message}
      </p>
    </li>
  );
}
