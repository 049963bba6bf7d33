import type { Account, AuthSession, SignedIn } from '@boathouse/contract/auth';
import type { Database } from '../../db/database.ts';
import type { Login } from '../../http/caller.ts';

/** A stored login, as its owner sees it. */
export type ListedLogin = {
  id: string;
  /** Browser and system as a text; null if the client did not send them. */
  device: string | null;
  createdAt: Date;
  lastUsedAt: Date;
};

/** A result with the headers that send it to the client: cookies, and the token for programs. */
export type WithHeaders<T> = { value: T; headers: Headers };

/** The page to which a link or a provider's redirect sends the browser, and the cookies to set. */
export type Redirect = WithHeaders<{ location: string }>;

/** The identity provider. */
export type Identity = {
  /** The features of the sign-in pages. */
  readonly offers: {
    /** Sign-in by email and password, with sign-up, reset and changes. */
    passwordSignIn: boolean;
    /** The least length of a new password. */
    passwordMin: number;
    /** The name of the provider of the sign-in popup; null without one. */
    popupSignIn: string | null;
  };
  /** Null if a hosted provider holds the passwords. */
  readonly passwords: Passwords | null;
  /** Null without a provider for the popup. */
  readonly popup: Popup | null;
  /** The login that these headers (a cookie or a bearer token) prove, or null. */
  loginOf(headers: Headers): Promise<Login | null>;
  /** The same login for the client itself. The headers extend a browser's cookie, or remove an expired one. */
  session(headers: Headers): Promise<WithHeaders<AuthSession | null>>;
  /** Ends the login of these headers, if there is one. The headers remove the browser's cookie. */
  signOut(headers: Headers): Promise<Headers>;
  /** Returns the stored logins of the account of `login`, the last used first. */
  loginsOf(login: Login): Promise<ListedLogin[]>;
  /** Ends stored logins of the account of `login`: only `only`, or all except `except`. Returns how many. */
  endLogins(login: Pick<Login, 'uid'>, which: { only: string } | { except: string | null }): Promise<number>;
  /** Returns whether an administrator has locked the account: it may not log in. */
  isLocked(uid: string): Promise<boolean>;
  /** Returns the email of an account for mails; null if this server does not store it. */
  emailOf(db: Database, uid: string): Promise<string | null>;
  /** The kinds of sign-in this login has: `credential` is a password, `oidc` the popup. */
  providersOf(login: Login): Promise<string[]>;
  /** Copies a user's name or photo to the account within the transaction `db`, if the account is stored here. */
  setProfile(db: Database, uid: string, profile: { name?: string; image?: string | null }): Promise<void>;
  /**
   * Deletes an account with its credentials, logins and mailed links within the transaction `db`. Returns what to do
   * after the commit: end the logins, and drop the unsent mails to the account.
   */
  deleteAccount(db: Database, uid: string): Promise<() => void>;
  /** Returns the uid of the account with this email, which it creates if missing; for sample data and operators. */
  ensureLogin(person: { email: string; password: string; name: string }): Promise<string>;
  /**
   * Calls `listener` for every login that this process ends early (sign-out, reset or change of the password, deleted
   * account), as soon as it is no longer valid.
   */
  onLoginEnded(listener: (authSessionId: string) => void): void;
  /** Calls `listener` with the uid of an account whose email has changed, or that is deleted. */
  onAccountChanged(listener: (uid: string) => void): void;
  /** Runs work in the background after the response; a failure is logged. */
  afterResponse(work: () => Promise<unknown>): void;
  /** Deletes expired logins and links. */
  sweep(): Promise<void>;
  /** Resolves when all work after responses (mails) is done. */
  whenIdle(): Promise<void>;
};

/**
 * The codes of the second factor that sign-in with a password requires, for members who turned it on. Each is accepted
 * once.
 */
export type SecondFactors = {
  isOn(uid: string): Promise<boolean>;
  recoveryCodesLeft(uid: string): Promise<number>;
  /** Returns a new secret in Base32, and as an `otpauth:` address; null if the factor is already on. */
  begin(account: Pick<Login, 'uid' | 'email'>): Promise<{ secret: string; url: string } | null>;
  /** Turns the factor on with a code of the new secret. Returns the recovery codes; null for a wrong code. */
  confirm(uid: string, code: string): Promise<string[] | null>;
  /** Returns new recovery codes that replace the old ones; null if the factor is off. */
  renewRecoveryCodes(uid: string): Promise<string[] | null>;
  /** Returns the kind of this code; null if it is neither, or was used before. */
  use(uid: string, code: string): Promise<'app code' | 'recovery code' | null>;
  remove(uid: string): Promise<void>;
};

/** How long ago each proof was given for one stored login, in ms; a sign-in counts as a proof of the password. */
type ProofAges = { passwordMs: number; codeMs: number | null };

/** Proofs of stored logins, by the id of the login. */
export type Proofs = {
  /** Null if the login has ended. */
  find(authSessionId: string): Promise<ProofAges | null>;
  note(authSessionId: string, proved: { password: boolean; code: boolean }): Promise<void>;
};

/** A change of an email that was undone. `resetToken` sets a new password; null if the account has none. */
export type TakenBack = { uid: string; email: string; resetToken: string | null };

/** A member in the list of a shared browser. */
type DeviceMember = { uid: string; hasPin: boolean };

/** A shared browser, as a member in its list sees it. */
type OwnDevice = {
  id: string;
  /** Browser and system as a text; null if the client did not send them. */
  device: string | null;
  hasPin: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
};

/**
 * Browsers that several members share. A secret in a cookie identifies a browser; a PIN logs in only there. A new
 * password, and the end of the login elsewhere, end a member's PIN.
 */
export type SharedDevices = {
  /** Returns whether this browser has the cookie of a list. */
  isShared(headers: Headers): boolean;
  /** Returns the members in the list of this browser, the last used first. */
  membersOf(headers: Headers): Promise<DeviceMember[]>;
  /** Returns the browsers in whose lists the account is, the last used first. */
  devicesOf(uid: string, headers: Headers): Promise<OwnDevice[]>;
  /** Puts the member into this browser's list, with a PIN or without. Returns its cookie; null if the list is full. */
  put(
    login: Pick<Login, 'uid' | 'authSessionId'>,
    pin: string | null,
    headers: Headers,
  ): Promise<Headers | null>;
  /** Removes the member from one list, by its id or by the browser's cookie. Returns whether it was in the list. */
  remove(uid: string, where: { id: string } | { headers: Headers }): Promise<boolean>;
  /** Counts and checks a try. `ended`: it was the last wrong one that the PIN allows; `none`: there is no PIN. */
  usePin(uid: string, pin: string, headers: Headers): Promise<'right' | 'wrong' | 'ended' | 'none'>;
  /** Notes the member's newest login in this browser. Returns the prolonged cookie, if the member is in the list. */
  noteLogin(login: Pick<Login, 'uid' | 'authSessionId'>, headers: Headers): Promise<Headers>;
  /** Empties this browser's list. The headers remove its cookie. */
  forget(headers: Headers): Promise<Headers>;
};

/** Accounts with email and password. A new login is named after the `User-Agent` of the headers. */
export type Passwords = {
  readonly secondFactors: SecondFactors;
  readonly devices: SharedDevices;
  readonly proofs: Proofs;
  /** Starts a login of an account whose owner has given the right PIN on a shared device. */
  signInByPin(uid: string, headers: Headers): Promise<WithHeaders<SignedIn>>;
  /** @throws IdentityRefusal */
  signUp(
    account: { email: string; password: string; name: string },
    headers: Headers,
  ): Promise<WithHeaders<SignedIn>>;
  /**
   * Calls `proveSecondFactor` with the account's uid between the right password and the login, if it has such a factor;
   * the login then counts as proved by it.
   * @throws IdentityRefusal
   */
  signIn(
    credentials: { email: string; password: string },
    headers: Headers,
    proveSecondFactor: (uid: string) => Promise<void>,
  ): Promise<WithHeaders<SignedIn>>;
  /** Checks the password of the login of these headers. @throws IdentityRefusal INVALID_PASSWORD */
  verify(password: string, headers: Headers): Promise<void>;
  /** Mails a link if the account exists. */
  sendReset(email: string): Promise<void>;
  /** Sets the password, ends every login and every other link of the account. Returns its uid. @throws IdentityRefusal */
  reset(change: { token: string; newPassword: string }): Promise<string | null>;
  /** Ends every login of the account and starts a new one for this client. @throws IdentityRefusal */
  change(
    change: { currentPassword: string; newPassword: string },
    owner: Pick<Login, 'name' | 'email'>,
    headers: Headers,
  ): Promise<WithHeaders<SignedIn>>;
  /** Mails a link to the new address, and one that undoes the change to the old one. @throws IdentityRefusal */
  changeEmail(
    change: { uid: string; oldEmail: string; newEmail: string; callbackURL: string | undefined },
    headers: Headers,
  ): Promise<void>;
  /** Changes the email of `uid`, the account of these headers, by such a link. @throws IdentityRefusal */
  confirmEmail(
    link: { token: string; callbackURL: string },
    uid: string,
    headers: Headers,
  ): Promise<Redirect>;
  /**
   * Restores the email before a change by the token of the mailed link, once; ends every login of the account, its
   * shared devices, its other links and later links to providers. @throws IdentityRefusal INVALID_TOKEN, EMAIL_TAKEN
   */
  takeBackEmail(token: string): Promise<TakenBack>;
  /** Returns the account that this browser has signed in to before, by its signed cookie; or null. */
  knownDevice(headers: Headers): string | null;
  /** Returns the `Set-Cookie` that marks the browser as known for an account. */
  deviceCookie(account: string): string;
};

/** Sign-in at an OpenID Connect provider. */
export type Popup = {
  /** @throws IdentityRefusal */
  begin(pages: { callbackURL: string; errorCallbackURL: string }): Promise<WithHeaders<{ url: string }>>;
  /** The provider's redirect back. Failures lead to the error page with an error code. */
  finish(query: Record<string, string>, headers: Headers): Promise<Redirect>;
};

/** The provider's error, with a message for the user. */
export class IdentityRefusal extends Error {
  override name = 'IdentityRefusal';
  readonly status: number;
  /** The provider's own code, such as INVALID_PASSWORD. */
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type { Account, AuthSession };
