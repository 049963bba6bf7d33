import * as z from 'zod/mini';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import {
  syncServiceNames,
  syncServices,
  type SyncService,
  type SyncState,
  type SyncUpload,
  type sync as calls,
} from '@boathouse/contract/sync/calls';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { Login } from '../../../http/caller.ts';
import { badField, notFound, orNotFound } from '../../../http/errors.ts';
import { CredentialsRefused, NotNow } from '../../../infra/outgoing/exchange.ts';
import { FixedHost } from '../../../infra/outgoing/fixed-host.ts';
import { Intervals } from '../../../infra/outgoing/intervals.ts';
import { Logbook, type LogbookClient } from '../../../infra/outgoing/logbook.ts';
import { OutsideError } from '../../../infra/outgoing/outside-error.ts';
import type { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';
import { userAgentOf } from '../../../infra/outgoing/user-agent.ts';
import { keyFor, seal, unseal } from '../../../infra/sealed-text.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { storedOf } from '../imports/index.ts';
import { changeDays, updateBests } from '../../training/statistics/index.ts';
import type { ReadWorkout } from '../workoutfiles/index.ts';
import {
  listPackedStrokes,
  lockCompleted,
  lockImported,
  updateCompleted,
  updateImported,
  updateImportedNote,
} from './edited/store.ts';
import { areSameStrokes, editedCompletion, figuresOf, isEqual } from './rules.ts';
import {
  deleteConnection,
  deleteOldAuthorizations,
  deleteWaiting,
  findConnection,
  insertAuthorization,
  listConnections,
  listUploads,
  putConnection,
  queueAgain,
  shownOf,
  takeAuthorization,
  updateConnection,
  type StoredConnection,
} from './store.ts';

/** The sealed credentials of a connection: an athlete's own key or token, or the tokens of a login. */
const CredentialsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('key'), key: z.string() }),
  z.strictObject({
    kind: z.literal('login'),
    access: z.string(),
    refresh: z.string(),
    expiresAtMs: z.number(),
  }),
]);
export type Credentials = z.infer<typeof CredentialsSchema>;

export type SyncHosts = {
  /** Origins; null for a service that the operator does not offer. */
  intervals: string | null;
  logbook: string | null;
  /** The client for logins at the Logbook; with null, athletes can only type a token. */
  logbookClient: LogbookClient | null;
};

type SyncOptions = {
  db: Database;
  now: () => Date;
  /** The installation's secret: credentials are encrypted with a key derived from it. */
  secret: string;
  hosts: SyncHosts;
  /** Where browsers return after a login at a service. */
  address: string;
  productName: string;
  outgoing: Pick<OutgoingQueue, 'forgetUser' | 'hasten'>;
  /** Limit of one call, for tests. */
  timeoutMs?: number;
};

type Choices = EndpointInput<typeof calls.authorize>['body'];
type Account = { id: string; name: string | null };

/** The parameters that the browser brings back from a login at a service. */
type LoginAnswer = Partial<Record<'code' | 'state' | 'error', string | undefined>>;

const authorizationMs = 10 * 60_000;

/** How a login at a service ended, as Settings shows it. */
type LoginOutcome = 'connected' | 'refused' | 'expired' | 'failed';

/** The connections of athletes to services. Their exchanges are in `worker.ts`. */
export class Sync {
  readonly #options: SyncOptions;
  readonly #key: Buffer;
  readonly intervals: Intervals | null;
  readonly logbook: Logbook | null;

  constructor(options: SyncOptions) {
    const { hosts, productName, timeoutMs } = options;
    this.#options = options;
    this.#key = keyFor(options.secret, 'sync');
    const userAgent = userAgentOf(productName, 'sync');
    const hostOf = (origin: string) =>
      new FixedHost(origin, { userAgent, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    this.intervals = hosts.intervals === null ? null : new Intervals(hostOf(hosts.intervals));
    this.logbook = hosts.logbook === null ? null : new Logbook(hostOf(hosts.logbook), hosts.logbookClient);
  }

  get offered(): SyncService[] {
    return syncServices.filter((service) => this[service] !== null);
  }

  /** Returns null of a service that is not offered. */
  originOf(service: SyncService): string | null {
    return this[service]?.origin ?? null;
  }

  async stateOf(userId: string): Promise<SyncState> {
    const { db, now } = this.#options;
    const connections = await listConnections(db, userId);
    const services = this.offered.map((service) => {
      const connection = connections.find((each) => each.service === service);
      return {
        service,
        offersLogin: service === 'logbook' && this.logbook?.offersLogin === true,
        canImport: canImport(service),
        connection: connection === undefined ? null : shownOf(connection, now()),
      };
    });
    return { services, uploads: await listUploads(db, userId) };
  }

  ofActivity(userId: string, activityId: string): Promise<SyncUpload[]> {
    return listUploads(this.#options.db, userId, activityId);
  }

  /** @throws HttpError 400 key or timeZone, 404 for a service that is not offered */
  async connect(
    userId: string,
    service: SyncService,
    { key, ...choices }: Choices & { key: string },
  ): Promise<SyncState> {
    const account = await this.#accountOf(service, key);
    await this.#put(userId, service, choices, { kind: 'key', key }, account);
    return this.stateOf(userId);
  }

  /** @throws HttpError 404 */
  async change(
    userId: string,
    service: SyncService,
    { uploads, imports, weightClass }: EndpointInput<typeof calls.change>['body'],
  ): Promise<SyncState> {
    const { db, now } = this.#options;
    const found = orNotFound(await findConnection(db, userId, service), 'connection');
    const isImporting = (imports ?? found.imports) && canImport(service);
    const importAt = isImporting ? (found.importAt ?? now()) : null;
    await db.transaction(async (tx) => {
      await updateConnection(tx, userId, service, {
        uploads: uploads ?? found.uploads,
        imports: isImporting,
        importAt,
        weightClass: weightClass ?? found.weightClass,
      });
      if (uploads === false) await deleteWaiting(tx, userId, service);
    });
    return this.stateOf(userId);
  }

  async disconnect(userId: string, service: SyncService): Promise<SyncState> {
    const { db, outgoing } = this.#options;
    await db.transaction(async (tx) => {
      await deleteConnection(tx, userId, service);
      await outgoing.forgetUser(tx, service, userId);
    });
    return this.stateOf(userId);
  }

  /** @throws HttpError 404 without a connection that imports */
  async importNow(userId: string, service: SyncService): Promise<SyncState> {
    const { db, now, outgoing } = this.#options;
    const found = await findConnection(db, userId, service);
    if (!found?.imports || found.state !== 'on') throw notFound('connection that imports');
    await updateConnection(db, userId, service, { importAt: now() });
    await outgoing.hasten(service, userId);
    return this.stateOf(userId);
  }

  /** @throws HttpError 404 */
  async retry(userId: string, service: SyncService, activityId: string): Promise<SyncState> {
    const { db, now } = this.#options;
    const isConnected = (await findConnection(db, userId, service))?.uploads === true;
    const isQueued = isConnected && (await queueAgain(db, { userId, service, activityId }, now()));
    if (!isQueued) throw notFound('upload that can be tried again');
    return this.stateOf(userId);
  }

  /** Returns the address of a service's login. @throws HttpError 404 */
  async authorize(
    { login, userId }: { login: Login; userId: string },
    service: SyncService,
    choices: Choices,
  ): Promise<{ url: string }> {
    const { db, now } = this.#options;
    const logbook = service === 'logbook' && this.logbook?.offersLogin ? this.logbook : null;
    const state = newSecretKey();
    const url = orNotFound(logbook, 'login').authorizationUrl({ state, redirectUri: this.#redirectUri });
    const expiresAt = new Date(now().getTime() + authorizationMs);
    const loginId = login.authSessionId;
    await insertAuthorization(db, {
      ...choices,
      digest: digestOf(state),
      userId,
      service,
      loginId,
      expiresAt,
    });
    return { url };
  }

  /**
   * Connects the Logbook with the parameters of the browser's return from its login: only for the login that began it.
   */
  async finishLogin(
    caller: { login: Login; userId: string } | null,
    { code, state, error }: LoginAnswer,
  ): Promise<LoginOutcome> {
    const { db, now } = this.#options;
    const begun = state === undefined ? null : await takeAuthorization(db, digestOf(state), now());
    const isOfCaller =
      begun !== null && begun.userId === caller?.userId && begun.loginId === caller.login.authSessionId;
    if (!isOfCaller || this.logbook === null) return 'expired';
    if (error !== undefined || code === undefined) return 'refused';
    try {
      const tokens = await this.logbook.tokensOf(code, this.#redirectUri, now().getTime());
      const account = await this.logbook.userOf(tokens.access);
      const { uploads, imports, weightClass, timeZone } = begun;
      const choices = { uploads, imports, weightClass, timeZone };
      await this.#put(begun.userId, begun.service, choices, { kind: 'login', ...tokens }, account);
      return 'connected';
    } catch (failure) {
      if (failure instanceof CredentialsRefused) return 'refused';
      if (failure instanceof NotNow || failure instanceof OutsideError) return 'failed';
      throw failure;
    }
  }

  /** Deletes logins that no one finished. */
  sweep(): Promise<void> {
    const { db, now } = this.#options;
    return deleteOldAuthorizations(db, now());
  }

  /** Returns null if they were sealed with another installation's secret. */
  credentialsOf({ id, sealed }: Pick<StoredConnection, 'id' | 'sealed'>): Credentials | null {
    const text = unseal(this.#key, sealed, id);
    return text === null ? null : CredentialsSchema.parse(JSON.parse(text));
  }

  /** Returns credentials in the form stored in the connection's row: no other row can decrypt them. */
  sealedFor(connectionId: string, credentials: Credentials): string {
    return seal(this.#key, JSON.stringify(credentials), connectionId);
  }

  get #redirectUri(): string {
    return `${this.#options.address}/api/sync/logbook/callback`;
  }

  async #put(
    userId: string,
    service: SyncService,
    { uploads, imports, weightClass, timeZone }: Choices,
    credentials: Credentials,
    account: Account,
  ): Promise<void> {
    const { db, now, outgoing } = this.#options;
    const id = newId();
    const isImporting = imports && canImport(service);
    await putConnection(db, {
      id,
      userId,
      service,
      uploads,
      imports: isImporting,
      weightClass,
      timeZone,
      sealed: this.sealedFor(id, credentials),
      isByLogin: credentials.kind === 'login',
      accountId: account.id,
      accountName: account.name,
      connectedAt: now(),
      importAt: isImporting ? now() : null,
    });
    // With the previous key it may wait for hours.
    if (isImporting) await outgoing.hasten(service, userId);
  }

  /** Asks the service who owns the key. @throws HttpError 400 key, 404 */
  async #accountOf(service: SyncService, key: string): Promise<Account> {
    const name = syncServiceNames[service];
    try {
      if (service === 'intervals') return await orNotFound(this.intervals, 'service').athleteOf(key);
      return await orNotFound(this.logbook, 'service').userOf(key);
    } catch (error) {
      if (error instanceof CredentialsRefused) throw badField('key', `This key was refused by ${name}`);
      if (error instanceof NotNow || error instanceof OutsideError) {
        throw badField('key', `${name} couldn't be asked about this key. ${error.message}. Try again later`);
      }
      throw error;
    }
  }
}

/** intervals.icu has the same activities from elsewhere. */
const canImport = (service: SyncService) => service === 'logbook';

type Edited = { userId: string; timeZone: string; workout: ReadWorkout };

/**
 * Replaces the figures and strokes of an imported result by the service's, if they differ; in a live row only the data
 * that the service's result has added.
 */
export function replaceImported(db: Database, edited: Edited, now: Date): Promise<void> {
  const { userId, timeZone } = edited;
  const { chunks, entry: _entry, ...workout } = edited.workout;
  return db.transaction(async (tx) => {
    const found = await lockImported(tx, userId, workout.logbookId);
    if (found === null) {
      await replaceCompleted(tx, edited, now);
      return;
    }
    const { activity, importedAt } = found;
    const choice = { timeZone, machine: null, starts: [], tags: [] };
    const result = storedOf({ index: 0, file: '', workout }, userId, choice, now.getTime());
    await updateImportedNote(tx, activity.id, result.comments, importedAt);
    const isSameRow = activity.elapsedTime === result.elapsedTime && activity.distance === result.distance;
    const stored = await listPackedStrokes(tx, activity.id);
    // If the service has a result without strokes, the strokes of the same row stay.
    const isKept = chunks.length === 0 ? isSameRow : areSameStrokes(stored, chunks);
    const change = {
      ...figuresOf(result),
      // Its title is the workout, unless its athlete has set another.
      ...(activity.title === activity.workout ? { title: result.title } : {}),
      ...(isKept ? {} : { strokeCount: result.strokes, heardAt: now }),
    };
    if (Object.entries(change).every(([field, value]) => isEqual(Reflect.get(activity, field), value)))
      return;
    const { app, rowedStrokes: strokeCount, restDistance, isDayOnly, isWallClock } = result;
    const origin = { app, strokeCount, restDistance, isDayOnly, isWallClock };
    await updateImported(tx, activity.id, { change, origin, strokes: isKept ? null : chunks });
    await changeDays(tx, { added: [result], removed: [activity] });
    await updateBests(tx, [activity.id]);
  });
}

/**
 * Replaces the data that a result of the service has added to a live row. The monitor's own data stays, regardless
 * of edits there.
 */
async function replaceCompleted(tx: Database, { userId, workout }: Edited, now: Date): Promise<void> {
  const found = await lockCompleted(tx, userId, workout.logbookId);
  if (found === null) return;
  const { activity, importId } = found;
  const stored = await listPackedStrokes(tx, activity.id);
  const { change, added, strokes } = editedCompletion({ ...found, stored }, workout);
  if (strokes === null && Object.keys(change).length === 0) return;
  const changed = strokes === null ? change : { ...change, heardAt: now };
  await updateCompleted(tx, { activityId: activity.id, importId }, { change: changed, added, strokes });
}
