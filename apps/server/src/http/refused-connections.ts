import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

export type RefusalLimits = {
  /** How long a refusal waits: a client that continues at once then costs little. */
  waitMs: number;
  /** Refusals one after the other on a connection; the last one closes it. */
  inARowMax: number;
  /** Refusals that wait in the process; further ones lose their connection without a response. */
  waitingMax: number;
};

export const usualRefusalLimits: RefusalLimits = { waitMs: 500, inARowMax: 5, waitingMax: 1_000 };

/** Without a limit, refusals are sent at once. */
const noRefusalLimits: RefusalLimits = { waitMs: 0, inARowMax: Infinity, waitingMax: Infinity };

/**
 * Slows down clients whose requests are refused before they reach a route, by a limit or by their address, and finally
 * closes their connections. A refusal takes a tenth of a millisecond, but thousands a second would block the process
 * for others.
 */
export class RefusedConnections {
  readonly #limits: RefusalLimits;
  readonly #inARow = new WeakMap<Socket, number>();
  #waiting = 0;

  constructor(limits: RefusalLimits | null) {
    this.#limits = limits ?? noRefusalLimits;
  }

  /** Call it for each request that is not refused. */
  allow({ raw: { socket } }: FastifyRequest): void {
    this.#inARow.delete(socket);
  }

  /**
   * Makes a check that runs before the limits. Its refusal waits like one of a limit; a failure of the server does not.
   * @throws what the check throws
   */
  async check<T>(request: FastifyRequest, reply: FastifyReply, run: () => T | Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) await this.refuse(request, reply);
      throw error;
    }
  }

  /** Resolves when the refusal may be sent, or the connection is closed. */
  async refuse({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The server's own calls, for the first data of a page, have no connection.
    if (!(socket instanceof Socket)) return;
    const { waitMs, inARowMax, waitingMax } = this.#limits;
    const inARow = (this.#inARow.get(socket) ?? 0) + 1;
    this.#inARow.set(socket, inARow);
    // Requests can be sent without waiting for their responses.
    if (inARow > inARowMax || this.#waiting >= waitingMax) {
      socket.destroy();
      return;
    }
    if (inARow === inARowMax) reply.header('connection', 'close');
    if (waitMs === 0) return;
    this.#waiting += 1;
    await pause(waitMs);
    this.#waiting -= 1;
  }
}
