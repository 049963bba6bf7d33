import type { TokenScope } from '@boathouse/contract/auth/tokens';
import type { UserRef } from '@boathouse/contract/users';

/** A signed-in identity: one login of one account, or an access token, which acts as its owner. */
export type Login = {
  uid: string;
  name: string;
  /** Empty for an access token, whose calls need none. */
  email: string;
  /** Each browser and each program has its own. */
  authSessionId: string;
  /** When it expires, in ms since 1970; null if each use extends it. */
  endsAtMs: number | null;
  /** When it ends at the latest, in ms since 1970, even if it is used. */
  endsLatestMs?: number;
  /** When the user last proved their identity for this login, in ms since 1970; null if unknown. */
  signedInAtMs: number | null;
  /** Started with a PIN on a shared device, which has only a few digits. */
  isByPin: boolean;
};

/** Returns when a login ends if nothing extends it, in ms since 1970; null if unknown. */
export function endOf({ endsAtMs, endsLatestMs }: Pick<Login, 'endsAtMs' | 'endsLatestMs'>): number | null {
  const end = Math.min(endsAtMs ?? Infinity, endsLatestMs ?? Infinity);
  return end === Infinity ? null : end;
}

/** The login and its user record (null until the first sign-in has created it). */
export type Caller = {
  login: Login;
  user: UserRef | null;
  /** Administers the installation. */
  isAdministrator: boolean;
  /**
   * The rights of the request's access token; `guest` for the login of a guest, who makes only `guestCalls`; null for a
   * login of an account, which may do everything.
   */
  scopes: ReadonlySet<TokenScope | 'guest'> | null;
};

/** Returns whether a login or an access token may do what needs the scope. */
export function mayUse({ scopes }: Pick<Caller, 'scopes'>, scope: TokenScope): boolean {
  return scopes === null || scopes.has(scope);
}

/** Returns whether the caller rows in a race without an account (decision 099). */
export function isGuest({ scopes }: Pick<Caller, 'scopes'>): boolean {
  return scopes?.has('guest') ?? false;
}

/** Finds the caller of a request or a socket handshake by its headers; null without a valid login. */
export type ResolveCaller = (headers: Headers) => Promise<Caller | null>;
