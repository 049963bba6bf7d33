import { ChatMessageSchema } from '@boathouse/contract/chat';
import { liveEvents } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useRooms, type LiveRoom, type Rooms } from '../../rowing/room/index.ts';
import { ChatLog, type ChatState } from './chat-log.ts';

const ChatContext = createContext<((sessionId: string) => ChatLog) | null>(null);

/** Keeps the chats of this page around all signed-in routes: opening another route loses no message. */
export function ChatProvider({ user, children }: { user: UserRef; children: ReactNode }) {
  const rooms = useRooms();
  const [logOf] = useState(() => createLogs(user, rooms));
  useEffect(
    () =>
      rooms.onEvent(liveEvents.receiveMessage, ChatMessageSchema, (message) =>
        logOf(message.room).receive(message),
      ),
    [rooms, logOf],
  );
  return <ChatContext value={logOf}>{children}</ChatContext>;
}

function createLogs({ _id, displayName, iconURL }: UserRef, rooms: Rooms): (sessionId: string) => ChatLog {
  const logs = new Map<string, { log: ChatLog; room: LiveRoom }>();
  return (sessionId) => {
    const room = rooms.roomOf(sessionId);
    const known = logs.get(sessionId);
    if (known?.room === room) return known.log;
    // After many other sessions the room is a new object, which the page enters again.
    const log =
      known?.log ??
      new ChatLog({
        sessionId,
        me: { _id, displayName, iconURL },
        ask: (event, message) => rooms.ask(sessionId, event, message),
      });
    logs.set(sessionId, { log, room });
    noteGaps(room, log, known !== undefined);
    return log;
  };
}

/** The room and the log exist as long as this login on this page, so this ends with them. */
function noteGaps(room: LiveRoom, log: ChatLog, wasInBefore: boolean): void {
  let isIn = room.getStatus().state === 'connected';
  let hasBeenIn = isIn || wasInBefore;
  room.subscribe(() => {
    const wasIn = isIn;
    isIn = room.getStatus().state === 'connected';
    if (isIn && !wasIn && hasBeenIn) log.noteGap();
    hasBeenIn ||= isIn;
  });
}

/** Returns the session's chat and its current state. */
export function useChat(sessionId: string): { log: ChatLog; state: ChatState } {
  const logOf = use(ChatContext);
  if (logOf === null) throw new Error('useChat is used outside a ChatProvider');
  const log = logOf(sessionId);
  return { log, state: useSyncExternalStore(log.subscribe, log.getState) };
}
