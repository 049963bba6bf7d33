import type { SyncService } from '@boathouse/contract/sync/calls';
import type { Database } from '../../../../db/database.ts';
import { CredentialsRefused } from '../../../../infra/outgoing/exchange.ts';
import type { Logbook } from '../../../../infra/outgoing/logbook.ts';
import type { Credentials, Sync } from '../service.ts';
import { isStillUsed, updateUsed, type StoredConnection, type UsedChange } from '../store.ts';

/** Tokens that end within this time are renewed before they are used. */
const nearEndMs = 300_000;

/** The connection was deleted since, or has another key. */
export class ConnectionEnded extends Error {
  override name = 'ConnectionEnded';
}

type ExchangeOptions = {
  db: Database;
  now: () => Date;
  sync: Sync;
  connection: StoredConnection;
  /** Gives the try more time. @throws ClaimLost */
  keep: () => Promise<void>;
};

/** The calls of one attempt with the connection of an athlete, which no other attempt uses at the same time. */
export class Exchange {
  readonly connection: StoredConnection;
  readonly #options: ExchangeOptions;
  #credentials: Credentials;

  /** @throws CredentialsRefused */
  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.connection = options.connection;
    const credentials = options.sync.credentialsOf(options.connection);
    if (credentials === null) throw new CredentialsRefused('The key was stored by another installation');
    this.#credentials = credentials;
  }

  get service(): SyncService {
    return this.connection.service;
  }

  get logbook(): Logbook {
    return required(this.#options.sync.logbook);
  }

  /** Gives the try more time, and changes the connection. @throws ClaimLost, ConnectionEnded */
  async keep(change: UsedChange = {}): Promise<void> {
    const { db, keep, connection } = this.#options;
    await keep();
    const isUsed =
      Object.keys(change).length === 0
        ? await isStillUsed(db, connection.id)
        : await updateUsed(db, connection.id, change);
    if (!isUsed) throw new ConnectionEnded();
  }

  /** Calls the service with the key, or with a token that is renewed when it has ended. @throws CredentialsRefused */
  async withToken<T>(use: (token: string) => Promise<T>): Promise<T> {
    const credentials = this.#credentials;
    await this.keep();
    if (credentials.kind === 'key') return use(credentials.key);
    if (credentials.expiresAtMs - nearEndMs <= this.#options.now().getTime())
      return use(await this.#renewed());
    try {
      return await use(credentials.access);
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error;
      return use(await this.#renewed());
    }
  }

  /**
   * Returns a new access token. The old refresh token is no longer valid: the new one is stored before its access
   * token is used.
   */
  async #renewed(): Promise<string> {
    const { now, sync } = this.#options;
    if (this.#credentials.kind !== 'login') throw new Error('A key is not renewed');
    if (!sync.logbook?.offersLogin) throw new CredentialsRefused('The operator has no client any more');
    await this.keep();
    const tokens = await sync.logbook.refreshed(this.#credentials.refresh, now().getTime());
    const renewed = { kind: 'login', ...tokens } as const;
    await this.keep({ sealed: sync.sealedFor(this.connection.id, renewed) });
    this.#credentials = renewed;
    return tokens.access;
  }
}

export function required<T>(service: T | null): T {
  if (service === null) throw new Error('A service that is not offered is used');
  return service;
}
