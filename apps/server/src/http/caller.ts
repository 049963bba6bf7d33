import type { UserRef } from '@boathouse/contract/users';

/** A signed-in identity: one login of one account. */
export type Login = {
  uid: string;
  name: string;
  email: string;
  /** Each browser and each program has its own. */
  authSessionId: string;
  /** When it ends by itself, in ms since 1970; null when each use extends it. */
  endsAtMs: number | null;
  /** When the user proved who they are for this login, in ms since 1970; null if that is not known. */
  signedInAtMs: number | null;
};

/** The login and its user record (null until the first sign-in has created it). */
export type Caller = {
  login: Login;
  user: UserRef | null;
  /** Administers the installation. */
  isAdministrator: boolean;
};

/** Finds the caller of a request or a socket handshake by its headers; null without a valid login. */
export type ResolveCaller = (headers: Headers) => Promise<Caller | null>;
