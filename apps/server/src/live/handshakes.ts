import type { IncomingMessage } from 'node:http';
import { liveLimits } from '@boathouse/contract/limits';
import type { HandshakeRefusal } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import type { Login, ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';
import { isOwnOrigin } from '../http/origin.ts';

export type Admission = { user: UserRef; login: Login } | { refused: HandshakeRefusal };

type HandshakesOptions = { publicUrl: string | null; resolveCaller: ResolveCaller };

/** Decides which users may open a connection, and how many. */
export class Handshakes {
  readonly #options: HandshakesOptions;
  /** Open connections by user. */
  readonly #open = new Map<string, number>();
  /** Users whose connection was recently ended for flooding. */
  readonly #paused = new Set<string>();

  constructor(options: HandshakesOptions) {
    this.#options = options;
  }

  /**
   * Admits or refuses a connection; an admitted one counts until `release`. Above the limit the newest connection is
   * refused: ending the oldest one could end the page that rows, which would reconnect and end another, and so on.
   */
  async admit({ headers }: IncomingMessage): Promise<Admission> {
    const { publicUrl, resolveCaller } = this.#options;
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)) {
      return { refused: 'wrong_origin' };
    }
    const caller = await resolveCaller(webHeaders(headers));
    if (!caller?.user) return { refused: 'not_signed_in' };
    const { login, user } = caller;
    if (this.#paused.has(user._id)) return { refused: 'flooding' };
    const open = this.#open.get(user._id) ?? 0;
    if (open >= liveLimits.connectionsPerUserMax) return { refused: 'too_many_connections' };
    this.#open.set(user._id, open + 1);
    return { user, login };
  }

  release(userId: string): void {
    const open = (this.#open.get(userId) ?? 0) - 1;
    if (open > 0) this.#open.set(userId, open);
    else this.#open.delete(userId);
  }

  /** Refuses new connections of the user for a while. */
  pause(userId: string): void {
    this.#paused.add(userId);
    setTimeout(() => this.#paused.delete(userId), liveLimits.floodPauseMs).unref();
  }
}
