import { openEmbeddedIdentity, type EmbeddedIdentityOptions } from './embedded/embedded-identity.ts';
import { openHostedIdentity } from './hosted/hosted-identity.ts';
import type { Identity } from './identity.ts';

type IdentityOptions = Omit<EmbeddedIdentityOptions, 'passwordSignIn'> & {
  /** Null stores the logins on this server. */
  hosted: { issuer: string; audience: string; jwksUrl: string | null } | null;
};

/** Opens the configured identity provider. */
export function openIdentity({ hosted, ...options }: IdentityOptions): Identity {
  const browser = openEmbeddedIdentity({ ...options, passwordSignIn: hosted === null });
  return hosted === null ? browser : openHostedIdentity({ db: options.db, browser, ...hosted });
}
