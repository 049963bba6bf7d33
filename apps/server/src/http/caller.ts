import type { UserRef } from '@boathouse/contract/users';
import type { Login } from '../infra/identity/identity.ts';

export type { Login };

/** The login and its user record (null until the first sign-in has created it). */
export type Caller = {
  login: Login;
  user: UserRef | null;
};

/** Finds the caller of a request or a socket handshake by its headers; null without a valid login. */
export type ResolveCaller = (headers: Headers) => Promise<Caller | null>;
