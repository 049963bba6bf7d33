import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { answerWithinMs, clockToleranceSec, ProviderUnavailableError } from './openid-discovery.ts';

type IdTokenVerifierOptions = {
  issuer: string;
  audience: string;
  /** Returns the address of the issuer's public keys; called at the first token. */
  keysUrl: () => Promise<string>;
  /** How long after fetching the keys an unknown key id is rejected without fetching them again. */
  keysCooldownMs?: number;
  now?: () => Date;
};

/** Asymmetric algorithms only: anyone could forge a token with "none" or a shared secret. */
const algorithms = ['RS256', 'ES256'];

/**
 * Returns the claims of an ID token that this issuer made for this audience and that is valid now, otherwise null. Fetches
 * the keys again when a token names an unknown one.
 * @throws ProviderUnavailableError when the keys cannot be fetched; the token may still be valid
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
      // Users can still sign in while the issuer is unreachable for less than this.
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
      const { sub, iat } = payload;
      const latestIssueSec = now().getTime() / 1000 + clockToleranceSec;
      return isSubject(sub) && typeof iat === 'number' && iat <= latestIssueSec ? payload : null;
    } catch (error) {
      if (isAboutTheToken(error)) return null;
      throw new ProviderUnavailableError(`The keys of ${issuer} cannot be fetched`, { cause: error });
    }
  };
}

/** The library checks neither the type nor the content of a subject. */
function isSubject(sub: unknown): boolean {
  return typeof sub === 'string' && /^\P{Cc}{1,128}$/u.test(sub);
}

/** The library's general error, and errors of other libraries, count as failures to fetch the keys. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid)
  );
}

/** Returns a claim if it is a non-empty string that the database can store, otherwise null. */
export function textClaim(payload: JWTPayload, name: string): string | null {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0') ? value.trim() : null;
}
