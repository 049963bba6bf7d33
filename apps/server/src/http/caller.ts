import type { UserRef } from '@boathouse/contract/users';

/** Who is signed in at the identity provider. */
export type Login = {
  uid: string;
  name: string;
  /** This one login of theirs: each browser and each program has its own. */
  authSessionId: string;
  /** When it ends by itself, in ms since 1970; null when using it prolongs it. */
  endsAtMs: number | null;
};

/** The login and its user record (null until the first sign-in has made one). */
export type Caller = {
  login: Login;
  user: UserRef | null;
};

/** Finds the caller of a request or of a socket handshake by its headers; null when nobody is signed in. */
export type ResolveCaller = (headers: Headers) => Promise<Caller | null>;
