import type { OAuthProvider } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { JWTPayload } from 'jose';
import * as client from 'openid-client';
import { limits } from '@boathouse/contract/limits';
import { openIdTokenVerifier, textClaim } from './id-tokens.ts';
import { googleIssuer, openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';

export type OpenIdProviderOptions = {
  issuer: string;
  clientId: string;
  /** Null for a client that proves itself only by PKCE. */
  clientSecret: string | null;
  /** The provider's name on the button. */
  name: string;
};

/** It is also the last part of the redirect address that is registered at the provider. */
export const openIdProviderId = 'oidc';

const separator = '|';

/** A subject is only meaningful at its issuer; another issuer in the configuration must not inherit the accounts. */
export function accountIdOf(issuer: string, subject: string): string {
  return `${issuer}${separator}${subject}`;
}
export function subjectOf(accountId: string) {
  return accountId.slice(accountId.indexOf(separator) + 1);
}

/**
 * Sign-in at one OpenID Connect provider by authorization code with PKCE, state and nonce. The identity library has a
 * generic provider too, but that one requests the discovery document once, while the server starts, and every sign-in
 * waits for the response.
 */
export function openIdProvider(options: OpenIdProviderOptions): OAuthProvider<JWTPayload> {
  const { issuer, clientId, clientSecret, name } = options;
  const discover = openDiscovery({ issuer, clientId, clientSecret });
  const verify = openIdTokenVerifier({
    issuer,
    audience: clientId,
    keysUrl: async () => keysUrlOf(await discover()),
  });

  /**
   * Adds the claims that the provider may omit from the ID token, name and email (OpenID Connect Core, 5.4). Null if
   * the provider fails, or responds about another user (section 5.3.2).
   */
  async function withUserInfo(claims: JWTPayload, accessToken: string): Promise<JWTPayload | null> {
    const configuration = await discover();
    const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined;
    if (textClaim(claims, 'email') !== null || !hasEndpoint) return claims;
    const found = await client.fetchUserInfo(configuration, accessToken, claims.sub ?? '').catch(() => null);
    return found && { ...found, ...claims };
  }

  return {
    id: openIdProviderId,
    name,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => accountIdOf(issuer, profile.sub ?? ''),
    createAuthorizationURL: async ({ state, codeVerifier, redirectURI, idTokenNonce }) => {
      try {
        return client.buildAuthorizationUrl(await discover(), {
          scope: 'openid email profile',
          redirect_uri: redirectURI,
          state,
          nonce: idTokenNonce ?? '',
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          // Athletes share the boathouse's computer, so never sign in silently as its last user. Other providers may
          // reject an unknown prompt.
          ...(issuer === googleIssuer ? { prompt: 'select_account' } : {}),
        });
      } catch (error) {
        if (!(error instanceof ProviderUnavailableError)) throw error;
        throw new APIError('SERVICE_UNAVAILABLE', {
          code: 'PROVIDER_UNAVAILABLE',
          message: `${name} cannot be reached. Try again later.`,
        });
      }
    },
    // The identity library has compared the state, and passes the nonce to `getUserInfo` only.
    validateAuthorizationCode: async ({ code, codeVerifier, redirectURI }) => {
      const tokens = await client.genericGrantRequest(await discover(), 'authorization_code', {
        code,
        redirect_uri: redirectURI,
        code_verifier: codeVerifier ?? '',
      });
      return {
        accessToken: tokens.access_token,
        ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }),
      };
    },
    getUserInfo: async ({ idToken, accessToken, expectedIdTokenNonce }) => {
      if (idToken === undefined || accessToken === undefined || !expectedIdTokenNonce) return null;
      const claims = await verify(idToken).catch(nullIfUnavailable);
      if (claims === null || claims['nonce'] !== expectedIdTokenNonce) return null;
      const profile = await withUserInfo(claims, accessToken);
      if (profile === null) return null;
      const email = textClaim(profile, 'email');
      return {
        user: {
          email,
          // The picture is not used, because pages of this product load images only from this server.
          name: (textClaim(profile, 'name') ?? email?.split('@')[0] ?? '').slice(0, limits.displayNameMax),
          emailVerified: profile['email_verified'] === true,
        },
        data: profile,
      };
    },
  };
}

/** Turns a provider that does not respond into a failed sign-in, which the popup reports. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof ProviderUnavailableError) return null;
  throw error;
}

/** @throws ProviderUnavailableError if the provider publishes no keys */
export function keysUrlOf(configuration: client.Configuration): string {
  const { jwks_uri: url } = configuration.serverMetadata();
  if (url === undefined) throw new ProviderUnavailableError('The identity provider publishes no keys');
  return url;
}
