import type { AuthSession, SignedIn } from '@boathouse/contract/auth';
import type { Login as ListedLoginBody, SecondFactor } from '@boathouse/contract/auth/security';
import type { Endpoint } from '@boathouse/contract/endpoint';
import type { GivenProof } from '../../../http/calls/proof.ts';
import type { Login } from '../../../http/caller.ts';
import { badField, HttpError, notFound, notSignedIn } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/route.ts';
import { countedAddress, type Attempts } from '../../../infra/identity/attempts.ts';
import type { Identity, Passwords, Popup, Redirect, WithHeaders } from '../../../infra/identity/identity.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import type { Admission, Admitting } from '../admission/index.ts';
import type { Guests } from '../guests/index.ts';
import {
  appCodeTries,
  callsOfPasswords,
  codeNeeded,
  codesMax,
  codesWindowSec,
  cookiesSetBy,
  isFresh,
  isWrongPassword,
  missingOf,
  newPasswordFields,
  proofNeeded,
  refuseFor,
  triesOf,
  withHttpErrors,
  wrongCode,
  type FieldsByCode,
} from './rules.ts';

const windowSec = 60;

/** Mails an hour to one address, or by one account. The links of earlier mails stay valid. */
const mailsMax = 5;
const mailsWindowSec = 60 * 60;

type AuthOptions = {
  identity: Identity;
  demand: SecondFactorDemand;
  attempts: Attempts;
  /** Decides who may have a new account. */
  admission: Pick<Admission, 'check'>;
  guests: Pick<Guests, 'sessionOf' | 'signOut' | 'sweep'>;
  /** Ends the access tokens of an account. */
  endTokens: (uid: string) => Promise<void>;
  nowMs: () => number;
};

/**
 * Sign-in and accounts: counts attempts, slows guesses and calls the identity provider. A whole crew shares the address
 * of its boathouse and signs up or in at once, and a user who uses up the attempts of that address must not block
 * signed-in users. So calls without a login are counted by address, calls with one by account.
 */
export class Auth {
  readonly #identity: Identity;
  readonly #demand: SecondFactorDemand;
  readonly #attempts: Attempts;
  readonly #options: Pick<AuthOptions, 'admission' | 'endTokens' | 'guests' | 'nowMs'>;

  constructor({ identity, demand, attempts, ...options }: AuthOptions) {
    this.#identity = identity;
    this.#demand = demand;
    this.#attempts = attempts;
    this.#options = options;
  }

  async signUp(
    { invitation, setUpCode, ...account }: { email: string; password: string; name: string } & Admitting,
    exchange: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    const { address, headers } = exchange;
    await this.#count('/sign-up/email', countedAddress(address), 60);
    await this.#options.admission.check({ invitation, setUpCode }, exchange);
    return withHttpErrors(() => this.#passwords.signUp(account, headers));
  }

  async signIn(
    { email, password, code }: { email: string; password: string; code?: string | undefined },
    exchange: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    const { address, headers } = exchange;
    const account = email.toLowerCase();
    const from = this.#deviceOr(address, headers, account);
    await this.countSignIn(from);
    const done = await this.#guess(account, from, () =>
      this.#passwords.signIn({ email, password }, headers, (uid) =>
        this.#proveSecondFactor(uid, code, exchange),
      ),
    );
    return this.noteDevice(done, headers);
  }

  /** @param from the address, or another key by which its attempts are counted. @throws HttpError 429 */
  countSignIn(from: string): Promise<void> {
    return this.#count('/sign-in/email', countedAddress(from), 120);
  }

  /**
   * Records a new login in the list of a shared browser, if the member is in it: ending the login elsewhere then ends
   * the PIN. Such a browser has one login at a time: the request's login ends with the response, so that the page has
   * its new login before it is notified that the old one ended.
   */
  async noteDevice<T>(done: WithHeaders<T>, headers: Headers): Promise<WithHeaders<T>> {
    const devices = this.#identity.passwords?.devices;
    if (devices?.isShared(headers) !== true) return done;
    const login = await this.#identity.loginOf(cookiesSetBy(done.headers));
    const cookies = login === null ? [] : (await devices.noteLogin(login, headers)).getSetCookie();
    for (const cookie of cookies) done.headers.append('set-cookie', cookie);
    this.#identity.afterResponse(() => this.#identity.signOut(headers));
    return done;
  }

  /** Requests the code of an account with a second factor. @throws HttpError like the sign-in with a password */
  async askSecondFactor(uid: string, code: string | undefined, exchange: Exchange): Promise<void> {
    if (await this.#passwords.secondFactors.isOn(uid)) await this.#proveSecondFactor(uid, code, exchange);
  }

  /** Deletes logins that have ended, and what belonged to them alone. */
  async sweep(): Promise<void> {
    await this.#identity.sweep();
    await this.#options.guests.sweep();
  }

  signOut({ headers, note }: Exchange): Promise<Headers> {
    return withHttpErrors(async () => {
      const login = await this.#identity.loginOf(headers);
      const answered = await this.#identity.signOut(headers);
      const ended = await this.#options.guests.signOut(headers);
      for (const cookie of ended.getSetCookie()) answered.append('set-cookie', cookie);
      if (login !== null) note('signed out', login.uid);
      return answered;
    });
  }

  session({ headers }: Exchange): Promise<WithHeaders<AuthSession | null>> {
    return withHttpErrors(async () => {
      const found = await this.#identity.session(headers);
      // A login stored here has ended with the lock; a token of another provider is still valid.
      const { value } = found;
      if (value === null) return { ...found, value: await this.#options.guests.sessionOf(headers) };
      if (this.#identity.passwords !== null) return found;
      if (!(await this.#identity.isLocked(value.user.id))) return found;
      return { ...found, value: null };
    });
  }

  /** Looks the account up after the response, so that its timing doesn't reveal whether there is one. */
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
    const uid = await withHttpErrors(() => this.#passwords.reset(change), {
      INVALID_TOKEN: 'token',
      ...newPasswordFields,
    });
    if (uid !== null) await this.#options.endTokens(uid);
  }

  async changePassword(
    change: { currentPassword: string; newPassword: string },
    login: Login,
    { address, headers }: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    await this.#count('/change-password', accountOf(login), 60);
    const from = this.#deviceOr(address, headers, login.email);
    return this.#guess(
      login.email,
      from,
      () => this.#passwords.change(change, login, headers),
      newPasswordFields,
    );
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
      () => passwords.changeEmail({ uid: login.uid, oldEmail: login.email, newEmail, callbackURL }, headers),
      {
        UNKNOWN: 'newEmail',
      },
    );
  }

  /**
   * Undoes a change of the email with the token of the mailed link, and ends all logins and tokens that another person
   * may have.
   * @throws HttpError 400, 409, 429
   */
  async takeBackEmail(
    token: string,
    { address, note }: Exchange,
  ): Promise<{ email: string; resetToken: string | null }> {
    await this.#count('/take-back-email', countedAddress(address), 60);
    const { uid, ...done } = await withHttpErrors(() => this.#passwords.takeBackEmail(token), {
      INVALID_TOKEN: 'token',
    });
    await this.#options.endTokens(uid);
    note('email change taken back', uid);
    return done;
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
    return withHttpErrors(() => passwords.confirmEmail(link, login.uid, headers));
  }

  async providersOf(login: Login): Promise<Array<{ providerId: string }>> {
    await this.#count('/list-accounts', accountOf(login), 60);
    return (await this.#identity.providersOf(login)).map((providerId) => ({ providerId }));
  }

  async loginsOf(login: Login): Promise<ListedLoginBody[]> {
    await this.#count('/list-sessions', accountOf(login), 60);
    const logins = await this.#identity.loginsOf(login);
    return logins.map(({ createdAt, lastUsedAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isCurrent: rest.id === login.authSessionId,
    }));
  }

  async endLogin(login: Login, id: string): Promise<void> {
    await this.#count('/revoke-session', accountOf(login), 60);
    if ((await this.#identity.endLogins(login, { only: id })) === 0) throw notFound('login');
  }

  async endOtherLogins(login: Login): Promise<void> {
    await this.#count('/revoke-session', accountOf(login), 60);
    await this.#identity.endLogins(login, { except: login.authSessionId });
  }

  async secondFactor(login: Login): Promise<SecondFactor> {
    if ((await this.confirmedBy(login)) === 'signIn') return { state: 'unavailable', recoveryCodesLeft: 0 };
    const { secondFactors } = this.#passwords;
    return {
      state: (await secondFactors.isOn(login.uid)) ? 'on' : 'off',
      recoveryCodesLeft: await secondFactors.recoveryCodesLeft(login.uid),
      ...((await this.#demand.isOpen(login)) ? { isDemandedOfAdmins: true } : {}),
    };
  }

  async beginSecondFactor(login: Login): Promise<{ secret: string; url: string }> {
    await this.#requirePassword(login);
    const begun = await this.#passwords.secondFactors.begin(login);
    if (begun === null) throw new HttpError(409, 'already_exists', 'Your second factor is on already.');
    return begun;
  }

  async confirmSecondFactor(login: Login, code: string): Promise<string[]> {
    const { secondFactors } = this.#passwords;
    refuseFor(await this.#attempts.count(appCodeTries, login.uid, codesMax, codesWindowSec));
    const recoveryCodes = await secondFactors.confirm(login.uid, code);
    if (recoveryCodes === null)
      throw wrongCode(400, 'This code is wrong. Enter the one that the app shows now.');
    await this.#attempts.forget(appCodeTries, login.uid);
    await this.#passwords.proofs.note(login.authSessionId, { password: false, code: true });
    return recoveryCodes;
  }

  async newRecoveryCodes(login: Login): Promise<string[]> {
    await this.#requirePassword(login);
    const recoveryCodes = await this.#passwords.secondFactors.renewRecoveryCodes(login.uid);
    if (recoveryCodes === null) throw notFound('second factor');
    return recoveryCodes;
  }

  async removeSecondFactor(login: Login): Promise<void> {
    await this.#requirePassword(login);
    await this.#passwords.secondFactors.remove(login.uid);
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
    return withHttpErrors(async () => {
      const redirect = await this.#popup.finish(query, headers);
      const login = await this.#identity.loginOf(cookiesSetBy(redirect.headers));
      if (login === null || !(await this.#identity.isLocked(login.uid))) {
        return this.noteDevice(redirect, headers);
      }
      await this.#identity.endLogins(login, { only: login.authSessionId });
      // The popup's page finds the window that waits for it by its own parameters.
      const { location } = redirect.value;
      const refused = `${location}${location.includes('?') ? '&' : '?'}error=account_locked`;
      return { value: { location: refused }, headers: new Headers() };
    });
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
   * Makes sure that the user is at the device before a call that changes the account's owner or others' rights, or
   * sends data out of the server: a browser left open has a valid login. Given passwords and codes are always checked.
   * A proof is stored with the login, so that the next calls need none for some minutes.
   * @throws HttpError 400 password, wrong_password or wrong_code, 403 proof_needed or sign_in_again, 429
   */
  async prove(
    login: Login,
    endpoint: Endpoint,
    { password, code, passwordField }: GivenProof,
    exchange: Exchange,
  ): Promise<void> {
    // Without passwords these calls are unknown, with any proof.
    if (this.#identity.passwords === null && callsOfPasswords.has(endpoint)) throw notServed();
    const by = await this.confirmedBy(login);
    const proofs = this.#identity.passwords?.proofs ?? null;
    const ages = proofs === null ? this.#ageOf(login) : await proofs.find(login.authSessionId);
    if (ages === null) throw notSignedIn();
    if (by === 'signIn' && !isFresh(ages.passwordMs)) {
      throw new HttpError(403, 'sign_in_again', 'Log in again to confirm that it is you.');
    }
    const givenPassword = by === 'password' ? password : undefined;
    const needsPassword = by === 'password' && (endpoint.proof === 'password' || !isFresh(ages.passwordMs));
    const needsCode =
      (await this.#identity.passwords?.secondFactors.isOn(login.uid)) === true && !isFresh(ages.codeMs);
    const missing = missingOf(
      { password: needsPassword, code: needsCode },
      { password: givenPassword, code },
    );
    if (missing.includes('password')) {
      // A call that is never right without it lacks a field.
      if (endpoint.proof === 'password') throw badField('password', 'is needed to confirm this');
      throw proofNeeded(missing);
    }
    if (givenPassword !== undefined) await this.#checkPassword(login, givenPassword, exchange, passwordField);
    if (missing.length > 0) throw proofNeeded(missing);
    if (needsCode) await this.#useCode(login.uid, code ?? '', exchange, 400);
    await proofs?.note(login.authSessionId, { password: givenPassword !== undefined, code: needsCode });
  }

  /** The proof of a login that another provider stores. */
  #ageOf({ signedInAtMs }: Login): { passwordMs: number | null; codeMs: null } {
    return { passwordMs: signedInAtMs === null ? null : this.#options.nowMs() - signedInAtMs, codeMs: null };
  }

  /** For calls about something that an account without a password does not have. */
  async #requirePassword(login: Login): Promise<void> {
    if ((await this.confirmedBy(login)) === 'signIn') throw notFound('password of this account');
  }

  async #checkPassword(
    login: Login,
    password: string,
    { address, headers }: Pick<Exchange, 'address' | 'headers'>,
    field: GivenProof['passwordField'],
  ): Promise<void> {
    await this.#count('/confirm', accountOf(login), 60);
    const from = this.#deviceOr(address, headers, login.email);
    const check = async () => {
      await this.#passwords.verify(password, headers);
      return { value: null, headers: new Headers() };
    };
    await this.#guess(login.email, from, check, { INVALID_PASSWORD: field });
  }

  async confirmedBy(login: Login): Promise<'password' | 'signIn'> {
    const providers = this.#identity.passwords === null ? [] : await this.#identity.providersOf(login);
    return providers.includes('credential') ? 'password' : 'signIn';
  }

  /** @throws HttpError 401 second_factor_needed without a code, 401 wrong_code, 429 */
  async #proveSecondFactor(uid: string, code: string | undefined, exchange: Exchange): Promise<void> {
    if (code === undefined) throw codeNeeded();
    await this.#useCode(uid, code, exchange, 401);
  }

  /**
   * Only callers who know the password get here, so a stranger can't lock the member out. @throws HttpError wrong_code,
   * 429
   */
  async #useCode(uid: string, code: string, { address, note }: Exchange, status: 400 | 401): Promise<void> {
    const [tries, who] = triesOf(code, uid, countedAddress(address));
    refuseFor(await this.#attempts.count(tries, who, codesMax, codesWindowSec));
    const used = await this.#passwords.secondFactors.use(uid, code);
    if (used === null) throw wrongCode(status, 'This code is wrong or was used before. Enter the next one.');
    if (used === 'recovery code') note('recovery code used');
    await this.#attempts.forget(tries, who);
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
