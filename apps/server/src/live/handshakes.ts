import type { IncomingMessage } from 'node:http';
import { liveLimits } from '@boathouse/contract/limits';
import type { HandshakeRefusal } from '@boathouse/contract/live';
import { LiveAddressSchema, routeOf, type LiveAddress } from '@boathouse/contract/live/address';
import type { UserRef } from '@boathouse/contract/users';
import type { Login, ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { BoardAccess, ResolveBoard } from './board-page.ts';

/**
 * `holder` is whose connections are counted: a user's id, or a board's. `session` is the one that the address names: such a
 * connection may join no other. `isRouted` tells that a board's address has the route of its session.
 */
export type Admission =
  | { holder: string; user: UserRef; login: Login; session: string | null }
  | { holder: string; board: BoardAccess; key: string; isRouted: boolean }
  | { refused: HandshakeRefusal };

type HandshakesOptions = {
  publicUrl: string | null;
  resolveCaller: ResolveCaller;
  resolveBoard: ResolveBoard;
};

/** Decides which users and boards may open a connection, and how many. */
export class Handshakes {
  readonly #options: HandshakesOptions;
  /** Open connections by holder. */
  readonly #open = new Map<string, number>();
  /** Holders whose connection was recently ended for flooding. */
  readonly #paused = new Set<string>();

  constructor(options: HandshakesOptions) {
    this.#options = options;
  }

  /**
   * Admits or refuses a connection; an admitted one counts until `release`. Above the limit the newest connection is
   * refused: ending the oldest one could end the page that rows, which would reconnect and end another, and so on.
   */
  async admit({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): Promise<Admission> {
    const { publicUrl, resolveCaller, resolveBoard } = this.#options;
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)) {
      return { refused: 'wrong_origin' };
    }
    const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const query = new URLSearchParams(text);
    if (query.has('route') && !isPlain(text)) return { refused: 'wrong_address' };
    const key = query.get('board');
    if (key !== null) {
      const board = await resolveBoard(key);
      if (board === null) return { refused: 'board_closed' };
      const routes = query.getAll('route');
      const isRouted = routes.length > 0;
      if (isRouted && (routes.length > 1 || routes[0] !== routeOf(board.room)))
        return { refused: 'wrong_address' };
      const holder = board.id;
      const refused = this.#take(holder, liveLimits.connectionsPerBoardMax);
      return refused === null ? { holder, board, key, isRouted } : { refused };
    }
    const address = addressOf(query);
    if (address === undefined) return { refused: 'wrong_address' };
    const caller = await resolveCaller(webHeaders(headers));
    if (!caller?.user) return { refused: 'not_signed_in' };
    const { login, user } = caller;
    const refused = this.#take(user._id, liveLimits.connectionsPerUserMax);
    return refused === null
      ? { holder: user._id, user, login, session: address?.session ?? null }
      : { refused };
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
 * Returns whether any proxy reads the same parameters in a query as this server: HAProxy decodes no names or values, and
 * others separate parameters by semicolons too.
 */
function isPlain(query: string): boolean {
  return /^[\w.~=&-]*$/.test(query);
}

/**
 * Returns the address of a page, null for a program that names no session, and undefined for a wrong one. Each parameter
 * is there once: a proxy and this server must not read different ones.
 */
function addressOf(query: URLSearchParams): LiveAddress | null | undefined {
  if (!query.has('session') && !query.has('route')) return null;
  const [sessions, routes] = [query.getAll('session'), query.getAll('route')];
  if (sessions.length !== 1 || routes.length !== 1) return undefined;
  const parsed = LiveAddressSchema.safeParse({ session: sessions[0], route: routes[0] });
  return parsed.success ? parsed.data : undefined;
}
