import type { IncomingMessage } from 'node:http';
import { liveLimits } from '@boathouse/contract/limits';
import type { HandshakeRefusal } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import type { Login, ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { BoardAccess, ResolveBoard } from './board-page.ts';

/** `holder` is whose connections are counted: a user's id, or a board's. */
export type Admission =
  | { holder: string; user: UserRef; login: Login }
  | { holder: string; board: BoardAccess; key: string }
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
  async admit({ headers, url = '' }: IncomingMessage): Promise<Admission> {
    const { publicUrl, resolveCaller, resolveBoard } = this.#options;
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)) {
      return { refused: 'wrong_origin' };
    }
    const key = new URLSearchParams(url.split('?', 2)[1]).get('board');
    if (key !== null) {
      const board = await resolveBoard(key);
      if (board === null) return { refused: 'board_closed' };
      const holder = board.id;
      const refused = this.#take(holder, liveLimits.connectionsPerBoardMax);
      return refused === null ? { holder, board, key } : { refused };
    }
    const caller = await resolveCaller(webHeaders(headers));
    if (!caller?.user) return { refused: 'not_signed_in' };
    const { login, user } = caller;
    const refused = this.#take(user._id, liveLimits.connectionsPerUserMax);
    return refused === null ? { holder: user._id, user, login } : { refused };
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
