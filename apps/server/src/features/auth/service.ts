import type { AuthSession, SignedIn } from '@boathouse/contract/auth';
import type { ErrorCode } from '@boathouse/contract/errors';
import { limits } from '@boathouse/contract/limits';
import { badField, HttpError, notFound } from '../../http/errors.ts';
import type { Exchange } from '../../http/route.ts';
import { countedAddress, type Attempts } from '../../infra/identity/attempts.ts';
import {
  IdentityRefusal,
  type Identity,
  type Login,
  type Passwords,
  type Popup,
  type Redirect,
  type WithHeaders,
} from '../../infra/identity/identity.ts';

const windowSec = 60;

/** Mails an hour to one address, or by one account. The links of earlier mails stay valid. */
const mailsMax = 5;
const mailsWindowSec = 60 * 60;

/**
 * Sign-in and accounts: counts tries, slows guesses and calls the identity provider. A whole crew shares the address of
 * its boathouse and signs up or in at once, and a user who uses up the tries of that address must not block signed-in
 * users. So calls without a login are counted by address, calls with one by account.
 */
export class Auth {
  readonly #identity: Identity;
  readonly #attempts: Attempts;

  constructor(identity: Identity, attempts: Attempts) {
    this.#identity = identity;
    this.#attempts = attempts;
  }

  async signUp(
    account: { email: string; password: string; name: string },
    { address }: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    await this.#count('/sign-up/email', countedAddress(address), 60);
    return withHttpErrors(() => this.#passwords.signUp(account));
  }

  async signIn(
    { email, password }: { email: string; password: string },
    { address, headers }: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    const account = email.toLowerCase();
    const from = this.#deviceOr(address, headers, account);
    await this.#count('/sign-in/email', from, 120);
    return this.#guess(account, from, () => this.#passwords.signIn({ email, password }));
  }

  signOut({ headers }: Exchange): Promise<Headers> {
    return withHttpErrors(() => this.#identity.signOut(headers));
  }

  session({ headers }: Exchange): Promise<WithHeaders<AuthSession | null>> {
    return withHttpErrors(() => this.#identity.session(headers));
  }

  /** Looks the account up after the response, whose timing therefore doesn't show whether there is one. */
  async requestReset(email: string, { address }: Exchange): Promise<void> {
    await this.#count('/request-password-reset', countedAddress(address), 30);
    const passwords = this.#passwords;
    const account = email.toLowerCase();
    this.#identity.afterResponse(async () => {
      const waitSec = await this.#attempts.count('reset mail', account, mailsMax, mailsWindowSec);
      if (waitSec === 0) await passwords.sendReset(account);
    });
  }

  async resetPassword(change: { token: string; newPassword: string }, { address }: Exchange): Promise<void> {
    await this.#count('/reset-password', countedAddress(address), 60);
    await withHttpErrors(() => this.#passwords.reset(change), { INVALID_TOKEN: 'token' });
  }

  async changePassword(
    change: { currentPassword: string; newPassword: string },
    login: Login,
    { address, headers }: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    await this.#count('/change-password', accountOf(login), 60);
    const from = this.#deviceOr(address, headers, login.email);
    return this.#guess(login.email, from, () => this.#passwords.change(change, headers), {
      PASSWORD_TOO_SHORT: 'newPassword',
      PASSWORD_TOO_LONG: 'newPassword',
    });
  }

  async changeEmail(
    change: { newEmail: string; callbackURL?: string | undefined },
    login: Login,
    { headers }: Exchange,
  ): Promise<void> {
    await this.#count('/change-email', accountOf(login), 30);
    const passwords = this.#passwords;
    // These mails go to any address that a user enters.
    refuseFor(await this.#attempts.count('change mail', login.uid, mailsMax, mailsWindowSec));
    const { newEmail, callbackURL } = change;
    await withHttpErrors(
      () => passwords.changeEmail({ oldEmail: login.email, newEmail, callbackURL }, headers),
      {
        UNKNOWN: 'newEmail',
      },
    );
  }

  /** Confirms a new address with the mailed link, in a browser that is signed in to the account. */
  async confirmEmail(
    link: { token: string; callbackURL: string },
    { address, headers }: Exchange,
  ): Promise<Redirect> {
    const passwords = this.#passwords;
    const login = await withHttpErrors(() => this.#identity.loginOf(headers));
    await this.#count('/verify-email', login ? accountOf(login) : countedAddress(address), 60);
    // The library would sign in any user who opens the link: a mistyped address would give the account away.
    if (login === null) return { value: { location: '/login' }, headers: new Headers() };
    return withHttpErrors(() => passwords.confirmEmail(link, headers));
  }

  async providersOf(login: Login): Promise<Array<{ providerId: string }>> {
    await this.#count('/list-accounts', accountOf(login), 60);
    return (await this.#identity.providersOf(login)).map((providerId) => ({ providerId }));
  }

  async beginPopup(
    {
      callbackURL,
      errorCallbackURL = callbackURL,
    }: { callbackURL: string; errorCallbackURL?: string | undefined },
    { address }: Exchange,
  ): Promise<WithHeaders<{ url: string }>> {
    await this.#count('/sign-in/social', countedAddress(address), 120);
    return withHttpErrors(() => this.#popup.begin({ callbackURL, errorCallbackURL }));
  }

  async finishPopup(query: Record<string, string>, { address, headers }: Exchange): Promise<Redirect> {
    await this.#count('/callback/:id', countedAddress(address), 120);
    return withHttpErrors(() => this.#popup.finish(query, headers));
  }

  get #passwords(): Passwords {
    if (this.#identity.passwords === null) throw notServed();
    return this.#identity.passwords;
  }

  get #popup(): Popup {
    if (this.#identity.popup === null) throw notServed();
    return this.#identity.popup;
  }

  /**
   * Makes sure before a change that can't be undone that the user is at the device and not another one at an unlocked
   * computer: by the password, or, for an account without one, by a sign-in of the last minutes.
   * @throws HttpError 400 wrong_password, 403 sign_in_again, 429
   */
  async confirm(
    login: Login,
    password: string | undefined,
    { address, headers }: Exchange,
    nowMs: number,
  ): Promise<void> {
    if ((await this.confirmedBy(login)) === 'signIn') {
      if (login.signedInAtMs !== null && nowMs - login.signedInAtMs < limits.freshSignInMs) return;
      throw new HttpError(403, 'sign_in_again', 'Log in again to confirm that it is you.');
    }
    if (password === undefined) throw badField('password', 'is needed to confirm this');
    await this.#count('/confirm', accountOf(login), 60);
    const from = this.#deviceOr(address, headers, login.email);
    const check = async () => {
      await this.#passwords.verify(password, headers);
      return { value: null, headers: new Headers() };
    };
    await this.#guess(login.email, from, check, { INVALID_PASSWORD: 'password' });
  }

  async confirmedBy(login: Login): Promise<'password' | 'signIn'> {
    const providers = this.#identity.passwords === null ? [] : await this.#identity.providersOf(login);
    return providers.includes('credential') ? 'password' : 'signIn';
  }

  async #count(call: string, who: string, perMinute: number): Promise<void> {
    refuseFor(await this.#attempts.count(call, who, perMinute, windowSec));
  }

  /** A browser that has signed in to this account before is counted separately from its address. */
  #deviceOr(address: string, headers: Headers, account: string): string {
    const isKnown = this.#identity.passwords?.knownDevice(headers) === account;
    return isKnown ? `device of ${account}` : countedAddress(address);
  }

  /** Runs one guess at a time for each address and account; wrong ones make the next wait. */
  async #guess<T extends WithHeaders<unknown>>(
    account: string,
    from: string,
    attempt: () => Promise<T>,
    fields: FieldsByCode = {},
  ): Promise<T> {
    const passwords = this.#passwords;
    const endTurn = await this.#attempts.takeTurn(account, from);
    try {
      refuseFor(await this.#attempts.waitFor(account, from));
      const result = await withHttpErrors(async () => {
        try {
          return await attempt();
        } catch (error) {
          if (isWrongPassword(error)) await this.#attempts.noteWrong(account, from);
          throw error;
        }
      }, fields);
      await this.#attempts.noteRight(account, from);
      // Other users of a shared address cannot slow this browser from now on.
      result.headers.append('set-cookie', passwords.deviceCookie(account));
      return result;
    } finally {
      endTurn();
    }
  }
}

const accountOf = ({ uid }: Login) => `account ${uid}`;
const notServed = () => notFound('call here');

function refuseFor(waitSec: number): void {
  if (waitSec === 0) return;
  const unit = waitSec === 1 ? 'second' : 'seconds';
  const message = `Too many tries. Wait ${waitSec} ${unit}, then try again.`;
  throw new HttpError(429, 'too_many_requests', message, undefined, waitSec);
}

type FieldsByCode = Readonly<Record<string, string>>;

const fieldsByCode: FieldsByCode = {
  INVALID_EMAIL: 'email',
  INVALID_PASSWORD: 'currentPassword',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
};

const wrongPassword = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']);
const isWrongPassword = (error: unknown) => error instanceof IdentityRefusal && wrongPassword.has(error.code);

const errorCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  422: 'already_exists',
  503: 'unavailable',
};

/**
 * Calls the identity provider and passes on its error messages.
 * @param fields the field that each error code belongs to, beside `fieldsByCode`
 * @throws HttpError for an IdentityRefusal
 */
export async function withHttpErrors<T>(call: () => Promise<T>, fields: FieldsByCode = {}): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof IdentityRefusal)) throw error;
    const { status, code, message } = error;
    const field = fields[code] ?? fieldsByCode[code] ?? (status === 400 ? 'body' : undefined);
    throw new HttpError(
      status,
      isWrongPassword(error) ? 'wrong_password' : (errorCodes[status] ?? 'bad_request'),
      message,
      field === undefined ? undefined : [{ field, message }],
    );
  }
}
