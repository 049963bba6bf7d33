import type { UserRef } from '@boathouse/contract/users';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { hasOutbox } from '../../../lib/outbox/waits.ts';
import { TabList } from '../../../ui/tab-list.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import type { LiveRoom, RoomStatus } from '../../rowing/room/index.ts';
import { membersTab, type ChatChannel, type ChatState } from './chat-log.ts';
import styles from './chat-panel.module.css';
import { useChat } from './chat-provider.tsx';
import { Composer } from './composer.tsx';
import { WaitingLines } from './lazy-waiting-lines.tsx';
import { MemberList } from './lazy-member-list.tsx';
import { MessageList } from './message-list.tsx';
import { setMessagesWhileRowing, useMessagesWhileRowing } from './while-rowing.ts';

type ChatPanelProps = {
  room: LiveRoom;
  /** Ids of the athletes who are rowing. */
  rowing: ReadonlySet<string>;
  /** Whether it is one line until the viewer opens it. */
  fold: 'never' | 'withoutMessages' | 'always';
  /** Whether the viewer rows: messages are not read out then. */
  isRowing: boolean;
  /** Whether the page shows the viewer's own row, with the newest message beside it: nothing may cover the result. */
  isBesideRow: boolean;
};

/** CHAT-1: Group Chat, direct channels and Members. */
export function ChatPanel({ room, rowing, fold: foldsWhen, isRowing, isBesideRow }: ChatPanelProps) {
  const me = useCurrentUser();
  const { log, state } = useChat(room.id);
  const members = useSyncExternalStore(room.subscribe, room.getMembers);
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  const areShownWhileRowing = useMessagesWhileRowing();
  const panelRef = useRef<HTMLElement>(null);
  const isInView = useIsInView(panelRef);
  const isPageVisible = useSyncExternalStore(
    subscribeVisibility,
    () => document.visibilityState === 'visible',
  );
  const hasMessages = state.channels.some(({ entries }) => entries.some(({ kind }) => kind === 'message'));
  const isFolded = foldsWhen === 'always' || (foldsWhen === 'withoutMessages' && !hasMessages);
  const fold = useFold(isFolded);
  const isOnScreen = isInView && isPageVisible && fold.isOpen;
  const id = useId();
  const channel = state.channels.find(({ key }) => key === state.selected);
  const { selected } = state;
  const unread = state.channels.reduce((sum, { unread: count }) => sum + count, 0);

  useEffect(() => {
    log.setOnScreen(isOnScreen ? selected : null);
    return () => log.setOnScreen(null);
  }, [log, isOnScreen, selected]);

  return (
    <section ref={panelRef} aria-label="Chat" className={styles.panel} data-open={fold.isOpen}>
      {isFolded && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={fold.isOpen}
          aria-controls={`${id}-parts`}
          onClick={fold.toggle}
        >
          Chat and members
          {members.length > 0 && <span className={styles.count}>{members.length}</span>}
          {!fold.isOpen && <Unread count={unread} />}
        </button>
      )}
      <div
        id={`${id}-parts`}
        hidden={!fold.isOpen}
        className={styles.parts}
        onFocus={() => fold.setHasFocus(true)}
        onBlur={() => fold.setHasFocus(false)}
      >
        <TabList
          label="Chat"
          className={styles.tabs}
          tabs={[
            ...state.channels.map(({ key, partner, unread }) =>
              tabOf(key, partner?.displayName ?? 'Group Chat', { unread }),
            ),
            tabOf(membersTab, 'Members', { count: members.length }),
          ]}
          id={id}
          selected={selected}
          onSelect={(key) => log.select(key)}
        />
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={styles.body}>
          {channel === undefined ? (
            <MemberList
              members={members}
              rowing={rowing}
              meId={me._id}
              onMessage={(to) => log.openDirect(to)}
            />
          ) : (
            <>
              <MessageList key={channel.key} channel={channel} meId={me._id} isQuiet={isRowing} />
              <Composer
                key={`${channel.key} input`}
                channel={channel}
                obstacle={obstacleOf(status, channel, members)}
                note={status.state === 'lost' ? 'You are offline. Your messages wait on this device.' : null}
                onWrite={(draft) => log.write(channel.key, draft)}
                onSend={() => void log.send(channel.key)}
              />
            </>
          )}
        </div>
      </div>
      {hasOutbox() && <WaitingLines room={room.id} channelKey={channel?.key} />}
      <label hidden={!fold.isOpen} className={styles.setting}>
        <input
          type="checkbox"
          checked={areShownWhileRowing}
          onChange={(event) => setMessagesWhileRowing(event.currentTarget.checked)}
        />
        Show messages while rowing
      </label>
      {!isInView && !isRowing && !isBesideRow && unread > 0 && (
        <button
          type="button"
          className={styles.jump}
          onClick={() => {
            fold.open();
            panelRef.current?.scrollIntoView();
          }}
        >
          {unread === 1 ? '1 new message' : `${unread} new messages`}
        </button>
      )}
      <p role="status" className="visually-hidden">
        {isRowing ? '' : unreadWords(state)}
      </p>
    </section>
  );
}

/** Why nothing can be sent now; null if it can. */
function obstacleOf(
  status: RoomStatus,
  { partner }: ChatChannel,
  members: readonly UserRef[],
): string | null {
  switch (status.state) {
    case 'idle':
    case 'connecting':
      return 'Connecting…';
    case 'notAllowed':
    case 'refused':
      return "You can't send messages here now.";
    case 'lost':
      return null;
    case 'connected':
      if (partner === null || members.some(({ _id }) => _id === partner._id)) return null;
      return `${partner.displayName} is not here. Messages are not kept for later.`;
  }
}

/** Screen readers read a changed text, so the count makes two equal messages of one sender different. */
function unreadWords({ channels }: ChatState): string {
  const unread = channels.filter((channel) => channel.unread > 0);
  const count = unread.reduce((sum, channel) => sum + channel.unread, 0);
  const newest = unread
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.kind === 'message')
    .toSorted((one, other) => one.id - other.id)
    .at(-1);
  if (newest === undefined) return '';
  const name = newest.message.sender.displayName;
  return count === 1 ? `New message from ${name}` : `${count} unread messages, the newest from ${name}`;
}

/** Returns whether a third of the element is in the viewport. */
function useIsInView(ref: { current: HTMLElement | null }): boolean {
  const [isInView, setIsInView] = useState(() => !('IntersectionObserver' in globalThis));
  useEffect(() => {
    const element = ref.current;
    if (element === null || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries.at(-1)?.isIntersecting ?? false),
      { threshold: 0.3 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInView;
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** A count of 0 is not shown: without a connection it is unknown. */
function tabOf(key: string, name: string, { unread = 0, count = 0 }: { unread?: number; count?: number }) {
  const label = (
    <>
      <span className={styles.name}>{name}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
      <Unread count={unread} />
    </>
  );
  return { key, label };
}

function Unread({ count }: { count: number }) {
  return (
    count > 0 && (
      <span className={styles.unread}>
        {count > 99 ? '99+' : count}
        <span className="visually-hidden"> unread</span>
      </span>
    )
  );
}

/**
 * Whether the panel is open: by itself, or by the viewer while it is folded. It never folds while it contains the
 * focus.
 */
function useFold(isFolded: boolean) {
  const [hasFocus, setHasFocus] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  const [wasFolded, setWasFolded] = useState(isFolded);
  if (wasFolded !== isFolded) {
    setWasFolded(isFolded);
    setIsOpened(isFolded && hasFocus);
  }
  return {
    isOpen: !isFolded || isOpened,
    open: () => setIsOpened(true),
    toggle: () => setIsOpened(!isOpened),
    setHasFocus,
  };
}
