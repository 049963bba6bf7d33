import type { Socket } from 'socket.io';
import type { UserRef } from '@boathouse/contract/users';
import type { Login } from '../http/caller.ts';
import type { FrameSink } from './rooms.ts';
import { liveEvents, type Refusal } from '@boathouse/contract/live';

/** Thrown by an event handler: told to the sender, and nobody else is disturbed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly code: Refusal['code'];
  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** One open page of a signed-in user. */
export class Connection {
  readonly user: UserRef;
  readonly login: Login;
  readonly socket: Socket;
  readonly sink: FrameSink;
  /** The rooms this page was let into. */
  readonly rooms = new Set<string>();
  /** The newest unanswered request to enter a room; taken back when the page leaves before the answer. */
  readonly entering = new Map<string, symbol>();
  /** The caller's own activities that a sample has been accepted for, and the room each belongs to. */
  readonly ownActivities = new Map<string, string>();

  constructor(user: UserRef, socket: Socket, login: Login) {
    this.user = user;
    this.login = login;
    this.socket = socket;
    this.sink = { sendFrame: (frame) => void socket.emit(liveEvents.frame, frame) };
  }
}
