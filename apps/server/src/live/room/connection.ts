import type { Socket } from 'socket.io';
import type { UserRef } from '@boathouse/contract/users';
import { mayUse, type Caller, type Login } from '../../http/caller.ts';
import type { TokenScope } from '@boathouse/contract/auth/tokens';
import type { FrameSink } from './room-frames.ts';
import type { Refusal } from '@boathouse/contract/live';
import type { PackedWire } from '../wire/packed-wire.ts';

/** Thrown by an event handler; only the sender gets it, as the response. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly code: Refusal['code'];
  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

type PageAdmission = Pick<Caller, 'login' | 'scopes'> & { user: UserRef; session: string | null };

/** One open page of a signed-in user. */
export class Connection {
  readonly user: UserRef;
  readonly login: Login;
  readonly #scopes: Caller['scopes'];
  readonly socket: Socket;
  /** False for a program that announced no version of the live channel: it gets only the specification's events. */
  readonly usesLiveProtocol: boolean;
  /** The one session that this connection may join; null for a program whose address names none. */
  readonly session: string | null;
  /** For packed messages; null for a program, which neither gets nor sends any. */
  readonly packed: PackedWire | null;
  readonly sink: FrameSink;
  /** The rooms that this page has joined. */
  readonly rooms = new Set<string>();
  /** Those of them in which this page gets what concerns its own user, and nothing of the others (decision 099). */
  readonly ownLaneRooms = new Set<string>();
  /** The newest pending request to join each room; deleted when the page leaves before the response. */
  readonly entering = new Map<string, symbol>();
  /** The user's own activities with an accepted sample, and the room of each. */
  readonly ownActivities = new Map<string, string>();
  /** One lookup of an activity at a time: samples of made-up activities must not queue up at the database. */
  isLookingUpActivity = false;

  constructor({ user, login, scopes, session }: PageAdmission, socket: Socket, packed: PackedWire | null) {
    this.user = user;
    this.login = login;
    this.#scopes = scopes;
    this.session = session;
    this.socket = socket;
    this.usesLiveProtocol = packed !== null;
    this.packed = packed;
    this.sink = { sendFrame: (bytes) => packed?.write(bytes) };
  }

  /** Returns whether the access token of this connection has the scope; a login may do everything. */
  mayUse(scope: TokenScope | 'login'): boolean {
    return scope === 'login' ? this.#scopes === null : mayUse({ scopes: this.#scopes }, scope);
  }
}
