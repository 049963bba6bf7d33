import { createHash } from 'node:crypto';
import type { Login } from '../../../http/caller.ts';
import { IdentityRefusal } from '../identity.ts';
import { openIdTokenVerifier, textClaim } from '../openid/id-tokens.ts';
import { openDiscovery, ProviderUnavailableError } from '../openid/openid-discovery.ts';
import { keysUrlOf } from '../openid/openid-provider.ts';

export type BearerOptions = {
  issuer: string;
  audience: string;
  /** Null reads the address from the issuer's discovery document. */
  jwksUrl: string | null;
  keysCooldownMs?: number;
  now?: () => Date;
};

export type BearerLogin = Login & { endsAtMs: number; emailVerified: boolean };

/**
 * Returns a function that finds the login of a bearer token that looks like an ID token: undefined without such a
 * token.
 */
export function openBearerLogins(options: BearerOptions) {
  const { issuer, audience, jwksUrl } = options;
  const discover = openDiscovery({ issuer, clientId: audience });
  const verify = openIdTokenVerifier({
    issuer,
    audience,
    keysUrl: async () => jwksUrl ?? keysUrlOf(await discover()),
    ...(options.keysCooldownMs === undefined ? {} : { keysCooldownMs: options.keysCooldownMs }),
    ...(options.now ? { now: options.now } : {}),
  });

  return async (headers: Headers): Promise<BearerLogin | null | undefined> => {
    const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const claims = await verify(token);
      if (claims?.sub === undefined || claims.exp === undefined) return null;
      const email = textClaim(claims, 'email') ?? '';
      const authTime = claims['auth_time'];
      return {
        uid: claims.sub,
        name: textClaim(claims, 'name') ?? email.split('@')[0] ?? '',
        email,
        authSessionId: createHash('sha256').update(token).digest('base64url'),
        endsAtMs: claims.exp * 1000,
        // A token can be renewed without the user, so its own age proves nothing.
        signedInAtMs: typeof authTime === 'number' ? authTime * 1000 : null,
        isByPin: false,
        emailVerified: claims['email_verified'] === true,
      };
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      const message = 'Sign-in cannot be checked now. Try again in a moment.';
      throw new IdentityRefusal(503, 'PROVIDER_UNAVAILABLE', message);
    }
  };
}
