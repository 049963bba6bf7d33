import { tokenPrefix, type Token, type TokenDays, type TokenScope } from '@boathouse/contract/auth/tokens';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { Caller } from '../../../http/caller.ts';
import { HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import type { Auth } from '../auth/index.ts';
import { findUserRefByUid } from '../users/index.ts';
import { dayOfUse, endOf, loginIdOf, tokenIdOf } from './rules.ts';
import {
  countTokens,
  deleteTokens,
  findOwner,
  findToken,
  insertToken,
  listTokens,
  lockUser,
  tokenOf,
} from './store.ts';

type TokensOptions = {
  db: Database;
  auth: Pick<Auth, 'confirmedBy'>;
  now: () => Date;
  /** Ends the callers and connections of a token, on every process. */
  onEnded: (loginId: string) => void;
};

/** Of one user. */
const tokensMax = 20;

type Person = { login: Caller['login']; user: UserRef };

/** Access tokens: a program acts as their owner, within their scopes. */
export class Tokens {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async list({ login, user }: Person) {
    const { db, auth } = this.#options;
    return { confirmBy: await auth.confirmedBy(login), tokens: await listTokens(db, user._id) };
  }

  /** @throws HttpError 402 quota_exceeded */
  async create(
    { user }: Pick<Person, 'user'>,
    given: { name: string; scopes: TokenScope[]; days: TokenDays | null },
  ): Promise<{ token: string; made: Token }> {
    const { db, now } = this.#options;
    const createdAt = now();
    const { name, scopes, days } = given;
    const token = `${tokenPrefix}${newSecretKey()}`;
    const made = { id: newId(), name, scopes, createdAt, endsAt: endOf(createdAt, days) };
    await db.transaction(async (tx) => {
      await lockUser(tx, user._id);
      if ((await countTokens(tx, user._id)) >= tokensMax) throw tooMany();
      await insertToken(tx, { ...made, userId: user._id, digest: digestOf(token) });
    });
    return { token, made: tokenOf({ ...made, lastUsedOn: null }) };
  }

  /** @throws HttpError 404 with a login */
  async current({ login, user }: Person): Promise<Token & { user: UserRef }> {
    const id = tokenIdOf(login.authSessionId);
    const token = id === null ? null : await findToken(this.#options.db, id);
    return { ...orNotFound(token, 'token'), user };
  }

  /** @throws HttpError 404 */
  async end(userId: string, id: string): Promise<void> {
    if ((await this.#end(userId, id)) === 0) throw notFound('token');
  }

  async endAll(userId: string): Promise<void> {
    await this.#end(userId, null);
  }

  async #end(userId: string, id: string | null): Promise<number> {
    const ended = await deleteTokens(this.#options.db, userId, id);
    for (const each of ended) this.#options.onEnded(loginIdOf(each));
    return ended.length;
  }
}

const ended = (endsAt: Date) =>
  new HttpError(
    401,
    'not_signed_in',
    `This access token was valid until ${dayOfUse(endsAt)}. Make a new one in Settings.`,
  );

const tooMany = () =>
  new HttpError(
    402,
    'quota_exceeded',
    `You have ${tokensMax} access tokens, the most there can be. End one first.`,
  );

/**
 * Returns the caller for an access token, and its id if this is its first use today; null for an invalid token. A token
 * never has the rights of an administrator.
 * @throws HttpError 401 for one that was valid until a date
 */
export async function callerOfToken(
  db: Database,
  token: string,
  now: Date,
): Promise<{ caller: Caller; unnoted: string | null } | null> {
  const found = await findOwner(db, digestOf(token));
  if (found === null) return null;
  const { id, uid, user, scopes, lastUsedOn, endsAt } = found;
  if (endsAt !== null && endsAt <= now) throw ended(endsAt);
  const login = {
    uid,
    name: user.displayName,
    email: '',
    authSessionId: loginIdOf(id),
    endsAtMs: endsAt?.getTime() ?? null,
    signedInAtMs: null,
    isByPin: false,
  };
  return {
    caller: { login, user, isAdministrator: false, scopes: new Set(scopes) },
    unnoted: lastUsedOn === dayOfUse(now) ? null : id,
  };
}

/** Ends all tokens of an account, whose owner may not have made them. */
export async function endTokensOf(
  db: Database,
  uid: string,
  onEnded: TokensOptions['onEnded'],
): Promise<void> {
  const user = await findUserRefByUid(db, uid);
  if (user === null) return;
  for (const id of await deleteTokens(db, user._id, null)) onEnded(loginIdOf(id));
}
