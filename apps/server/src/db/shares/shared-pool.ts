import pg from 'pg';
import { DatabaseShares } from './shares.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/** A pool whose connections are shared between users; a query outside a user's work counts as the installation's. */
export class SharedPool extends pg.Pool {
  readonly #shares: DatabaseShares;
  readonly #limitMs: number;

  /** @param config the wait for a turn has the limit of the wait for a connection */
  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#shares = new DatabaseShares(config.max);
    this.#limitMs = config.connectionTimeoutMillis;
  }

  /** Queries and transactions without a connection. */
  get queued(): number {
    return this.waitingCount + this.#shares.waiting;
  }

  /** `query` of the pool calls it, too. */
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (connected !== undefined) return this.#connect(connected);
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    this.#connect((error, client) => {
      if (client === undefined) reject(error ?? new Error('The pool gave no connection'));
      else resolve(client);
    });
    return promise;
  }

  #connect(connected: Connected): void {
    const timer = setTimeout(() => {
      leave();
      connected(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    }, this.#limitMs);
    const leave = this.#shares.wait((end) => {
      clearTimeout(timer);
      super.connect((error, client, done) => {
        if (client === undefined) {
          end();
          return connected(error, client, done);
        }
        const { release } = client;
        client.release = (failure) => {
          release(failure);
          end();
        };
        connected(error, client, client.release);
      });
    });
  }
}
