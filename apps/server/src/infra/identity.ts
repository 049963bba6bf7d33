import type { Login } from '../http/caller.ts';

/** The identity provider's port: who signs in, and how, is its business alone. */
export type Identity = {
  /** Answers the provider's own calls below /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The login that these headers (a cookie or a bearer token) prove, or null. */
  loginOf(headers: Headers): Promise<Login | null>;
};

/** Set by this server on each request to the provider; what a client sends under this name is dropped. */
export const clientAddressHeader = 'x-boathouse-client-address';
