import { createHash } from 'node:crypto';
import type { OAuthProvider } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { limits } from '@boathouse/contract/limits';
import { openIdTokenVerifier, textClaim } from './id-tokens.ts';
import { answerWithinMs, googleIssuer, openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';

export type OpenIdProviderOptions = {
  issuer: string;
  clientId: string;
  /** Null for a client that proves itself by PKCE alone. */
  clientSecret: string | null;
  /** The provider's name on the button. */
  name: string;
};

/** Also the last part of the redirect address that is registered at the provider. */
export const openIdProviderId = 'oidc';

const separator = '|';

/** A subject means something at its issuer only; another issuer in the configuration must not inherit the accounts. */
const accountIdOf = (issuer: string, subject: string) => `${issuer}${separator}${subject}`;
export function subjectOf(accountId: string) {
  return accountId.slice(accountId.indexOf(separator) + 1);
}

const TokensSchema = z.object({ access_token: z.string(), id_token: z.string() });
const ProfileSchema = z.looseObject({ sub: z.string() });

/**
 * Sign-in at one OpenID Connect provider by authorization code with PKCE, state and nonce. The identity library has a
 * generic provider too, but that one asks for the discovery document once, while the server starts, and every sign-in
 * waits for the answer.
 */
export function openIdProvider(options: OpenIdProviderOptions): OAuthProvider<JWTPayload> {
  const { issuer, clientId, clientSecret, name } = options;
  const discover = openDiscovery(issuer);
  const verify = openIdTokenVerifier({
    issuer,
    audience: clientId,
    keysUrl: async () => (await discover()).jwks_uri,
  });
  const endpoint = async (which: 'authorization_endpoint' | 'token_endpoint') => {
    try {
      const found = (await discover())[which];
      if (found === undefined) throw new ProviderUnavailableError(`${issuer} has no ${which}`);
      return found;
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      throw new APIError('SERVICE_UNAVAILABLE', {
        code: 'PROVIDER_UNAVAILABLE',
        message: `${name} cannot be reached. Try again later.`,
      });
    }
  };

  async function redeem(form: URLSearchParams): Promise<z.output<typeof TokensSchema>> {
    const { token_endpoint_auth_methods_supported: methods } = await discover();
    const headers = new Headers({ accept: 'application/json' });
    if (clientSecret === null) form.set('client_id', clientId);
    else if (methods === undefined || methods.includes('client_secret_basic')) {
      // RFC 6749 section 2.3.1: both parts are form-encoded before they are joined.
      const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    return TokensSchema.parse(
      await exchange(await endpoint('token_endpoint'), { method: 'POST', headers, body: form }),
    );
  }

  /** A provider may omit name and email from the ID token and return them here (OpenID Connect Core, 5.4). */
  async function withUserInfo(claims: JWTPayload, accessToken: string): Promise<JWTPayload> {
    const { userinfo_endpoint: url } = await discover();
    if (textClaim(claims, 'email') !== null || url === undefined) return claims;
    const profile = ProfileSchema.parse(
      await exchange(url, { headers: { authorization: `Bearer ${accessToken}` } }),
    );
    return profile.sub === claims.sub ? { ...profile, ...claims } : claims;
  }

  return {
    id: openIdProviderId,
    name,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => accountIdOf(issuer, profile.sub ?? ''),
    createAuthorizationURL: async ({ state, codeVerifier, redirectURI, idTokenNonce }) => {
      const url = new URL(await endpoint('authorization_endpoint'));
      const params = {
        client_id: clientId,
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: redirectURI,
        state,
        nonce: idTokenNonce ?? '',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
      // Athletes share the boathouse's computer, so never sign in silently as its last user. Other providers may
      // reject an unknown prompt.
      if (issuer === googleIssuer) url.searchParams.set('prompt', 'select_account');
      return url;
    },
    validateAuthorizationCode: async ({ code, codeVerifier, redirectURI }) => {
      const tokens = await redeem(
        new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectURI,
          code_verifier: codeVerifier ?? '',
        }),
      );
      return { accessToken: tokens.access_token, idToken: tokens.id_token };
    },
    getUserInfo: async ({ idToken, accessToken, expectedIdTokenNonce }) => {
      if (idToken === undefined || accessToken === undefined || !expectedIdTokenNonce) return null;
      const claims = await verify(idToken);
      if (claims === null || claims['nonce'] !== expectedIdTokenNonce) return null;
      const profile = await withUserInfo(claims, accessToken);
      const email = textClaim(profile, 'email');
      return {
        user: {
          email,
          // The picture is not taken: pages of this product load images only from this server.
          name: (textClaim(profile, 'name') ?? email?.split('@')[0] ?? '').slice(0, limits.displayNameMax),
          emailVerified: profile['email_verified'] === true,
        },
        data: profile,
      };
    },
  };
}

async function exchange(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(answerWithinMs),
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderUnavailableError(`${url} responded with ${response.status}`);
  }
  return response.json();
}
