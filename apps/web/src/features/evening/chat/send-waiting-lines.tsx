import { useEffect, useSyncExternalStore } from 'react';
import { useWaiting } from '../../../lib/outbox/use-waiting.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { useLiveRoom, useRooms } from '../../rowing/room/index.ts';
import { refuseLines, sendLines } from './send-line.ts';

/**
 * A restarted server has empty rooms, and stores no messages: pages are back within 4.5 s (`reconnectionDelayMax` in
 * `lib/socket-client.ts` and its half). A message without a response is sent again after this time.
 */
const othersBackMs = 6_000;

/** Sends the user's lines that wait, on any page: joins their rooms until they are sent or refused. */
export function SendWaitingLines() {
  const rooms = useWaiting(useCurrentUser().uid).flatMap(({ room, refusal }) =>
    room === undefined || refusal !== null ? [] : [room],
  );
  return [...new Set(rooms)].map((room) => <LinesOfRoom key={room} room={room} />);
}

/** Sends the lines of a room, which the page joins for it. */
export function LinesOfRoom({ room }: { room: string }) {
  const { ask } = useRooms();
  const { subscribe, getStatus, getMembers } = useLiveRoom(room);
  // In an empty room no one would ever read them: they wait for the first member.
  const hasReaders = useSyncExternalStore(
    subscribe,
    () => getStatus().state === 'connected' && getMembers().length > 1,
  );
  const refusal = useSyncExternalStore(subscribe, () => {
    const status = getStatus();
    return status.state === 'notAllowed' && status.refusal.code === 'not_found'
      ? status.refusal.message
      : null;
  });
  useEffect(() => {
    if (refusal !== null) refuseLines(room, refusal);
  }, [refusal, room]);
  useEffect(() => {
    if (!hasReaders) return;
    const timer = setInterval(
      () => sendLines((event, message) => ask(room, event, message), room),
      othersBackMs,
    );
    return () => clearInterval(timer);
  }, [hasReaders, ask, room]);
  return null;
}
