import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { answerWithinMs, ProviderUnavailableError } from './openid-discovery.ts';

type IdTokenVerifierOptions = {
  issuer: string;
  audience: string;
  /** Where the issuer's public keys are; asked for at the first token. */
  keysUrl: () => Promise<string>;
  /** How long after fetching the keys an unknown key id is refused without asking again. */
  keysCooldownMs?: number;
  now?: () => Date;
};

/** The issuer's clock and ours may differ by this. */
export const clockToleranceSec = 30;

/** Asymmetric alone: with "none" or a shared secret anybody could have made the token. */
const algorithms = ['RS256', 'ES256'];

/**
 * Answers the claims of an ID token that this issuer made for this audience and that is valid now, else null.
 * Keys that the issuer has changed are fetched again when a token names one that is not known.
 * @throws ProviderUnavailableError when the keys cannot be had, which says nothing about the token
 * @see OpenID Connect Core 1.0, section 3.1.3.7
 */
export function openIdTokenVerifier(
  options: IdTokenVerifierOptions,
): (token: string) => Promise<JWTPayload | null> {
  const { issuer, audience, keysCooldownMs = 30_000, now = () => new Date() } = options;
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;
  return async (token) => {
    keys ??= createRemoteJWKSet(new URL(await options.keysUrl()), {
      cooldownDuration: keysCooldownMs,
      timeoutDuration: answerWithinMs,
      // An issuer that is away for less than this does not lock its people out.
      cacheMaxAge: 3_600_000,
    });
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: clockToleranceSec,
        currentDate: now(),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const { sub } = payload;
      return sub === undefined || sub === '' || sub.length > 128 ? null : payload;
    } catch (error) {
      if (isAboutTheToken(error)) return null;
      throw new ProviderUnavailableError(`The keys of ${issuer} cannot be had`, { cause: error });
    }
  };
}

/** The library's general error, and any of another library, come of fetching the keys. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid)
  );
}

/** A claim that should be a text, or null. */
export function textClaim(payload: JWTPayload, name: string): string | null {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
