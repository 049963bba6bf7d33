import type { AuthSession } from '@boathouse/contract/auth';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { Caller } from '../../../http/caller.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { guestCookie, guestTokenIn, guestUidOf, loginIdOf, scopesOfGuests } from './rules.ts';
import {
  deleteExpiredGuestLogins,
  deleteFormerGuests,
  deleteGuestLogin,
  deleteLoginsOf,
  findGuestLogin,
  insertGuestLogin,
  upsertGuest,
} from './store.ts';

type GuestsOptions = {
  db: Database;
  now: () => Date;
  /** Whether browsers use the server only over TLS. */
  isSecure: boolean;
  /** Ends the callers and connections of a login, on every process. */
  onEnded: (loginId: string) => void;
};

/** Deleted in one hour at most. */
const formerMax = 200;

/**
 * Guests of race days: users without an account, an address or a password, who see and do what `guestCalls` of the
 * contract allow. Their login is a cookie that ends with the code which began it.
 */
export class Guests {
  readonly #options: GuestsOptions;

  constructor(options: GuestsOptions) {
    this.#options = options;
  }

  /** Begins a login of an entry's guest in a transaction. Returns the guest's id, and the cookie to set after it. */
  async begin(
    tx: Database,
    { entryId, name, endsAt }: { entryId: string; name: string; endsAt: Date },
  ): Promise<{ userId: string; cookie: string }> {
    const { now, isSecure } = this.#options;
    const createdAt = now();
    const userId = await upsertGuest(tx, { uid: guestUidOf(entryId), displayName: name });
    const token = newSecretKey();
    await insertGuestLogin(tx, { id: newId(), userId, digest: digestOf(token), createdAt, endsAt });
    const maxAgeSec = Math.floor((endsAt.getTime() - createdAt.getTime()) / 1_000);
    return { userId, cookie: guestCookie(token, { maxAgeSec, isSecure }) };
  }

  /** Returns the caller of a guest's cookie; null without a valid one. */
  async callerOf(headers: Headers): Promise<Caller | null> {
    const found = await this.#find(headers);
    if (found === null) return null;
    const { id, uid, user, endsAt } = found;
    return {
      login: {
        uid,
        name: user.displayName,
        email: '',
        authSessionId: loginIdOf(id),
        endsAtMs: null,
        endsLatestMs: endsAt.getTime(),
        signedInAtMs: null,
        isByPin: false,
      },
      user,
      isAdministrator: false,
      scopes: scopesOfGuests,
    };
  }

  /** Returns the login of a guest's cookie for the guest's own page; null without a valid one. */
  async sessionOf(headers: Headers): Promise<AuthSession | null> {
    const found = await this.#find(headers);
    if (found === null) return null;
    const { id, uid, user, endsAt } = found;
    return {
      session: { id: loginIdOf(id), userId: uid, expiresAt: endsAt.toISOString(), isGuest: true },
      user: { id: uid, email: '', name: user.displayName, image: null, emailVerified: false },
    };
  }

  async #find(headers: Headers) {
    const token = guestTokenIn(headers);
    const found = token === null ? null : await findGuestLogin(this.#options.db, digestOf(token));
    return found === null || found.endsAt <= this.#options.now() ? null : found;
  }

  /** Ends the login of a guest's cookie, if there is one. Returns the headers that remove the cookie. */
  async signOut(headers: Headers): Promise<Headers> {
    const { db, isSecure, onEnded } = this.#options;
    const token = guestTokenIn(headers);
    if (token === null) return new Headers();
    const ended = await deleteGuestLogin(db, digestOf(token));
    if (ended !== null) onEnded(loginIdOf(ended));
    return new Headers({ 'set-cookie': guestCookie('', { maxAgeSec: 0, isSecure }) });
  }

  /** Ends the logins of a user who may be a guest: their code is replaced. */
  async endLoginsOf(userId: string): Promise<void> {
    for (const id of await deleteLoginsOf(this.#options.db, userId)) this.#options.onEnded(loginIdOf(id));
  }

  /** Deletes logins that have ended, and guests whose entry is deleted. */
  async sweep(): Promise<void> {
    const { db, now } = this.#options;
    await deleteExpiredGuestLogins(db, now());
    await deleteFormerGuests(db, formerMax);
  }
}
