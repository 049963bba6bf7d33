import type { IncomingMessage } from 'node:http';
import { liveLimits } from '@boathouse/contract/limits';
import { liveProtocol, type HandshakeRefusal } from '@boathouse/contract/live';
import { LiveAddressSchema, routeOf, type LiveAddress } from '@boathouse/contract/live/address';
import type { UserRef } from '@boathouse/contract/users';
import type { CallerCache } from '../../http/caller-cache.ts';
import { mayUse, type Caller, type Login } from '../../http/caller.ts';
import { HttpError } from '../../http/errors.ts';
import { webHeaders } from '../../http/headers.ts';
import { KeyedBuckets } from '../../http/keyed-buckets.ts';
import { isOwnOrigin, type OwnAddresses } from '../../http/origin.ts';
import type { Rate } from '../../http/token-bucket.ts';
import type { UnknownCredentials } from '../../http/unknown-credentials.ts';

/** `insufficient_scope` is for programs: their access token lacks the scope `read`. */
export type Refused = HandshakeRefusal | 'insufficient_scope';

/** The board that a key opens. The page knows the room only by the board's `id`. */
export type BoardAccess = { id: string; room: string };

/** Returns the board the key opens now, or null. */
export type ResolveBoard = (key: string) => Promise<BoardAccess | null>;

/**
 * `holder` is the id of the user or board whose connections are counted. `session` is the session in the address: such
 * a connection may join no other. `isRouted`: whether a board's address has the route of its session.
 */
export type Admission =
  | { holder: string; user: UserRef; login: Login; scopes: Caller['scopes']; session: string | null }
  | { holder: string; board: BoardAccess; key: string; isRouted: boolean }
  | { refused: Refused };

type HandshakesOptions = {
  own: OwnAddresses;
  callers: Pick<CallerCache, 'findAnew' | 'lastFound'>;
  resolveBoard: ResolveBoard;
  /** Bounds the look-ups of boards that do not exist. */
  unknown: Pick<UnknownCredentials, 'find'>;
  addressOf: (request: IncomingMessage) => string;
  /** Handshakes of one user or board; null does not limit them. */
  rate: Rate | null;
};

/** Decides which users and boards may open a connection, and how many. */
export class Handshakes {
  readonly #options: HandshakesOptions;
  /** Open connections by holder. */
  readonly #open = new Map<string, number>();
  /** Holders whose connection was recently ended for flooding. */
  readonly #paused = new Set<string>();
  /** By holder. */
  readonly #rates: KeyedBuckets | null;

  constructor(options: HandshakesOptions) {
    this.#options = options;
    this.#rates = options.rate === null ? null : new KeyedBuckets(options.rate);
  }

  /**
   * Admits or refuses a connection; an admitted one counts until `release`. Above the limit the newest connection is
   * refused: ending the oldest one could end the page that rows, which would reconnect and end another, and so on.
   */
  async admit(request: IncomingMessage): Promise<Admission> {
    try {
      return await this.#admit(request);
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return { refused: 'flooding' };
      throw error;
    }
  }

  async #admit(request: IncomingMessage): Promise<Admission> {
    const { headers, url = '' } = request;
    const { own, callers, resolveBoard, unknown, addressOf: addressOfClient } = this.#options;
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, own)) {
      return { refused: 'wrong_origin' };
    }
    const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const query = new URLSearchParams(text);
    if (query.has('route') && !isPlain(text)) return { refused: 'wrong_address' };
    const key = query.get('board');
    if (key !== null) {
      const board = await unknown.find(addressOfClient(request), () => resolveBoard(key));
      if (board === null) return { refused: 'board_closed' };
      const routes = query.getAll('route');
      const isRouted = routes.length > 0;
      if (isRouted && (routes.length > 1 || routes[0] !== routeOf(board.room)))
        return { refused: 'wrong_address' };
      const holder = board.id;
      if (!this.#mayTry(holder)) return { refused: 'flooding' };
      const refused = this.#take(holder, liveLimits.connectionsPerBoardMax);
      return refused === null ? { holder, board, key, isRouted } : { refused };
    }
    const address = addressOf(query);
    if (address === undefined) return { refused: 'wrong_address' };
    const credentials = webHeaders(headers);
    // Counted before the lookup, which must not come from the cache, because a connection lasts.
    const counted = callers.lastFound(credentials)?.user?._id ?? null;
    if (counted !== null && !this.#mayTry(counted)) return { refused: 'flooding' };
    const caller = await callers.findAnew(credentials, addressOfClient(request));
    if (!caller?.user) return { refused: 'not_signed_in' };
    if (!mayUse(caller, 'read')) return { refused: 'insufficient_scope' };
    const { login, user, scopes } = caller;
    if (counted === null && !this.#mayTry(user._id)) return { refused: 'flooding' };
    const refused = this.#take(user._id, liveLimits.connectionsPerUserMax);
    return refused === null
      ? { holder: user._id, user, login, scopes, session: address?.session ?? null }
      : { refused };
  }

  #mayTry(holder: string): boolean {
    return this.#rates?.take(holder, performance.now()) ?? true;
  }

  #take(holder: string, connectionsMax: number): HandshakeRefusal | null {
    if (this.#paused.has(holder)) return 'flooding';
    const open = this.#open.get(holder) ?? 0;
    if (open >= connectionsMax) return 'too_many_connections';
    this.#open.set(holder, open + 1);
    return null;
  }

  release(holder: string): void {
    const open = (this.#open.get(holder) ?? 0) - 1;
    if (open > 0) this.#open.set(holder, open);
    else this.#open.delete(holder);
  }

  /** Refuses new connections of the holder for a while. */
  pause(holder: string): void {
    this.#paused.add(holder);
    setTimeout(() => this.#paused.delete(holder), liveLimits.floodPauseMs).unref();
  }
}

/**
 * Returns whether any proxy reads the same parameters in a query as this server: HAProxy decodes no names or values,
 * and other proxies also separate parameters by semicolons.
 */
function isPlain(query: string): boolean {
  return /^[\w.~=&-]*$/.test(query);
}

/**
 * Returns the address of a page, null for a program that names no session, and undefined for a wrong one. Each
 * parameter occurs once, because a proxy and this server must not read different ones.
 */
function addressOf(query: URLSearchParams): LiveAddress | null | undefined {
  if (!query.has('session') && !query.has('route')) return null;
  const [sessions, routes] = [query.getAll('session'), query.getAll('route')];
  if (sessions.length !== 1 || routes.length !== 1) return undefined;
  const parsed = LiveAddressSchema.safeParse({ session: sessions[0], route: routes[0] });
  return parsed.success ? parsed.data : undefined;
}

/** The refusal has the server's own protocol, so that the page knows whether it or the server is older. */
export function protocolMismatch(): Error {
  const reason: HandshakeRefusal = 'protocol_mismatch';
  return Object.assign(new Error(reason), { data: { protocol: liveProtocol } });
}
