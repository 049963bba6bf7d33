import type { Login } from '../../http/caller.ts';

/** The identity provider's port: who signs in, and how, is its business alone. */
export type Identity = {
  /** What the sign-in pages can offer. */
  readonly offers: {
    /** Email and password, and everything that goes with them: sign-up, reset, changes. */
    passwordSignIn: boolean;
    /** What people call the provider behind the sign-in popup; null where there is none. */
    popupSignIn: string | null;
  };
  /** Answers the provider's own calls below /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The login that these headers (a cookie or a bearer token) prove, or null. */
  loginOf(headers: Headers): Promise<Login | null>;
  /** The uid of the login with this email, made when there is none; for sample data and operators. */
  ensureLogin(person: { email: string; password: string; name: string }): Promise<string>;
  /**
   * Calls `listener` for every login that has ended before its time (sign-out, reset or change of the password,
   * revocation) in this process, as soon as it counts no more.
   */
  onLoginEnded(listener: (authSessionId: string) => void): void;
  /** Removes the logins and the links of mails whose time is over; they count no more as it is. */
  sweep(): Promise<void>;
  /** Resolves when everything that goes on after an answer (mails) is done. */
  whenIdle(): Promise<void>;
};

/** Set by this server on each request to the provider; what a client sends under this name is dropped. */
export const clientAddressHeader = 'x-boathouse-client-address';
