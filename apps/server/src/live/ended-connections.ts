import type { Socket } from 'socket.io';
import { endOf, type Login, type ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';

/** The longest delay of a timer. */
const timeoutMaxMs = 2 ** 31 - 1;

/**
 * Socket.IO's room of a login's connections. Rooms of sessions are named by UUIDs: a message can't bring a page into
 * it.
 */
export function loginRoom(authSessionId: string): string {
  return `login:${authSessionId}`;
}

type EndOptions = {
  resolveCaller: ResolveCaller;
  log: Record<'error', (fields: object, message: string) => void>;
};

/** Ends the connection when its login ends. */
export function endWithLogin(socket: Socket, login: Login, { resolveCaller, log }: EndOptions): void {
  void socket.join(loginRoom(login.authSessionId));
  // The login may have ended after its check, when this socket was not yet in the login's room.
  const caller = resolveCaller(webHeaders(socket.handshake.headers));
  endUnless(
    socket,
    caller.then((found) => found !== null),
    log,
  );
  const endsAtMs = endOf(login);
  if (endsAtMs === null) return;
  const timer = setTimeout(() => socket.disconnect(true), Math.min(endsAtMs - Date.now(), timeoutMaxMs));
  socket.once('disconnect', () => clearTimeout(timer));
}

/** Ends the connection unless its admission is still valid. */
export function endUnless(socket: Socket, isValid: Promise<boolean>, log: EndOptions['log']): void {
  isValid.then(
    (is) => is || socket.disconnect(true),
    (error: unknown) => {
      if (!socket.connected) return;
      log.error({ err: error }, 'a live connection could not be checked again');
      socket.disconnect(true);
    },
  );
}
