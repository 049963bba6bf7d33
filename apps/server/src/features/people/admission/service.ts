import { Readable } from 'node:stream';
import { setUpCodeHeader, type RestoreState } from '@boathouse/contract/administration/restore';
import type { SignUpMode } from '@boathouse/contract/administration/sign-up';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/route.ts';
import { countedAddress, type Attempts } from '../../../infra/identity/attempts.ts';
import type { FirstRestore } from '../../../infra/backup/first-restore.ts';
import { digestOf } from '../../../infra/secret-key.ts';
import { noteAction } from './log/store.ts';
import { isSameCode, newSetUpCode, refusalWords } from './rules.ts';
import {
  deleteSetUpCode,
  findSetUpCode,
  findSignUpMode,
  hasUsers,
  insertSetUpCode,
  isOnlyUser,
  lockAdministrators,
  isInvitationValid,
  updateAdministrator,
  takeInvitation,
} from './store.ts';

/** The credentials that a new account brings along. */
export type Admitting = { invitation?: string | undefined; setUpCode?: string | undefined };

type AdmissionOptions = {
  db: Database;
  attempts: Attempts;
  now: () => Date;
  /** Makes every process drop its cached data of the account. */
  noteAccountChange: (uid: string) => void;
  /** Null if several processes have the database open. */
  firstRestore: FirstRestore | null;
};

/** Wrong codes of an address in a quarter of an hour. */
const codeTries = 'set-up code';
const codesMax = 10;
const codesWindowSec = 15 * 60;

/** Decides who may have a new account, and who becomes the first administrator. */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** The facts that pages must know before sign-in. */
  async offers(): Promise<{ signUp?: SignUpMode; setUp?: 'empty' | 'open' }> {
    const { db } = this.#options;
    const [mode, code] = await Promise.all([findSignUpMode(db), findSetUpCode(db)]);
    const setUp = code === null ? null : (await hasUsers(db)) ? 'open' : 'empty';
    return { ...(mode === 'open' ? {} : { signUp: mode }), ...(setUp === null ? {} : { setUp }) };
  }

  /** Checks before an account is created, so that none is created in vain. @throws HttpError 403, 429 */
  async check(given: Admitting, exchange: Pick<Exchange, 'address'>): Promise<void> {
    const { db, now } = this.#options;
    const mode = await findSignUpMode(db);
    if (mode === 'open') return;
    if (given.setUpCode !== undefined) {
      await this.checkCode(given.setUpCode, exchange);
      return;
    }
    const { invitation } = given;
    if (mode === 'invitation' && invitation !== undefined) {
      if (await isInvitationValid(db, digestOf(invitation), now())) return;
    }
    throw notAdmitted(mode, invitation !== undefined);
  }

  /** Admits an account whose user record is made in this transaction. @throws HttpError 403 */
  async admit(tx: Database, { invitation, setUpCode }: Admitting): Promise<void> {
    const mode = await findSignUpMode(tx);
    const isUsed = invitation !== undefined && (await this.#takeInvitation(tx, mode, invitation));
    if (mode === 'open' || isUsed) return;
    const code = setUpCode === undefined ? null : await findSetUpCode(tx);
    if (setUpCode !== undefined && code !== null && isSameCode(setUpCode, code)) return;
    throw notAdmitted(mode, invitation !== undefined);
  }

  /** An opened link also counts if sign-up is open to everyone. */
  async #takeInvitation(tx: Database, mode: SignUpMode, invitation: string): Promise<boolean> {
    return mode !== 'closed' && takeInvitation(tx, digestOf(invitation), this.#options.now());
  }

  /** @throws HttpError 400 wrong_code, 409 when the installation is set up, 429 */
  async checkCode(typed: string, { address }: Pick<Exchange, 'address'>): Promise<void> {
    const { db, attempts } = this.#options;
    const from = countedAddress(address);
    const code = await findSetUpCode(db);
    if (code === null) throw alreadySetUp();
    const waitSec = await attempts.count(codeTries, from, codesMax, codesWindowSec);
    if (waitSec > 0) {
      const message = `Too many wrong codes from your network. Wait ${Math.ceil(waitSec / 60)} minutes, or open this page on the server itself.`;
      throw new HttpError(429, 'too_many_requests', message, undefined, waitSec);
    }
    requireCode(typed, code);
    await attempts.forget(codeTries, from);
  }

  /** Makes the user the first administrator. If two try at once, one succeeds. @throws as `checkCode` */
  async setUp(user: UserRef, uid: string, typed: string, exchange: Pick<Exchange, 'address'>): Promise<void> {
    const { db, now } = this.#options;
    await this.checkCode(typed, exchange);
    await db.transaction(async (tx) => {
      requireCode(typed, await findSetUpCode(tx, 'update'));
      await deleteSetUpCode(tx);
      await updateAdministrator(tx, user._id, true);
      await noteAction(tx, { actor: user.displayName, action: 'setUp', subject: null }, now());
    });
    this.#options.noteAccountChange(uid);
  }

  /**
   * Accepts a backup for the installation, which has no users.
   * @throws as `checkCode`, and HttpError 400, 409, 411, 413
   */
  async restore(body: unknown, exchange: Pick<Exchange, 'address' | 'headers'>): Promise<RestoreState> {
    const { db, firstRestore } = this.#options;
    await this.checkCode(exchange.headers.get(setUpCodeHeader) ?? '', exchange);
    if (await hasUsers(db)) throw new HttpError(409, 'already_exists', hasUsersAlready);
    if (firstRestore === null) throw new HttpError(409, 'already_exists', onlyByCommand);
    if (!(body instanceof Readable)) throw badField('body', 'must be the bytes of the backup');
    const bytes = Number(exchange.headers.get('content-length') ?? Number.NaN);
    if (!(bytes > 0)) throw badField('content-length', 'must be the size of the backup in bytes');
    return firstRestore.receive(body, bytes);
  }

  async restoreState(): Promise<RestoreState> {
    const { firstRestore } = this.#options;
    const state: RestoreState = firstRestore?.state() ?? { step: 'unavailable', problem: onlyByCommand };
    if (['receiving', 'verifying', 'restoring'].includes(state.step)) return state;
    if ((await this.offers()).setUp !== 'empty') return { step: 'done', problem: state.problem };
    return state;
  }
}

const hasUsersAlready =
  'This server has users already. Its operator can replace their data: npm run ops -- restore FILE --replace.';
const onlyByCommand =
  'Several processes use this installation. Stop them, then restore by the command: npm run ops -- restore FILE.';

/**
 * Prevents an installation with users from losing its last administrator, until the transaction ends.
 * @param unless allows the only user of the installation to leave
 * @throws HttpError 409 last_administrator
 */
export async function requireAnotherAdministrator(
  tx: Database,
  userId: string,
  unless?: 'isLastUser',
): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(userId) || administrators.length > 1) return;
  if (unless === 'isLastUser' && (await isOnlyUser(tx, userId))) return;
  throw new HttpError(
    409,
    'last_administrator',
    'This is the only administrator of this server. Make another user administrator first.',
  );
}

/**
 * Makes the code of an installation without users.
 * @returns the code that makes the first administrator; null if there is one, or if the installation had users before
 */
export async function openSetUp(db: Database, now: Date): Promise<string | null> {
  await insertSetUpCode(db, newSetUpCode(), now);
  return findSetUpCode(db);
}

function requireCode(typed: string, code: string | null): void {
  if (code === null) throw alreadySetUp();
  if (isSameCode(typed, code)) return;
  const message = "This code is wrong. Copy the one in the server's log.";
  throw new HttpError(400, 'wrong_code', message, [{ field: 'code', message }]);
}

const alreadySetUp = () =>
  new HttpError(
    409,
    'already_exists',
    'This installation is set up already. Its administrator can make others.',
  );

const notAdmitted = (mode: SignUpMode, hasInvitation: boolean) =>
  new HttpError(403, 'forbidden', refusalWords(mode === 'open' ? 'invitation' : mode, hasInvitation));
