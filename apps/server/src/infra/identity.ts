import type { Login } from '../http/caller.ts';

/** The identity provider's port: who signs in, and how, is its business alone. */
export type Identity = {
  /** Answers the provider's own calls below /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The login that these headers (a cookie or a bearer token) prove, or null. */
  loginOf(headers: Headers): Promise<Login | null>;
  /** The uid of the login with this email, made when there is none; for sample data and operators. */
  ensureLogin(person: { email: string; password: string; name: string }): Promise<string>;
};

/** Set by this server on each request to the provider; what a client sends under this name is dropped. */
export const clientAddressHeader = 'x-boathouse-client-address';
