import * as z from 'zod/mini';

/** The fields used here of the document of OpenID Connect Discovery 1.0, section 3. */
const DocumentSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.optional(z.url()),
  token_endpoint: z.optional(z.url()),
  userinfo_endpoint: z.optional(z.url()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});
type OpenIdDocument = z.output<typeof DocumentSchema>;

/** The provider did not respond, or its response was invalid. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError';
}

export const answerWithinMs = 5_000;

export const googleIssuer = 'https://accounts.google.com';

/**
 * Fetches a provider's discovery document on first use, not at the start: an unreachable provider must not stop the
 * server from starting. A document is cached, a failure is not.
 */
export function openDiscovery(issuer: string): () => Promise<OpenIdDocument> {
  let known: Promise<OpenIdDocument> | null = null;
  const ask = async (): Promise<OpenIdDocument> => {
    try {
      const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(answerWithinMs),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`It responded with ${response.status}`);
      const document = DocumentSchema.parse(await response.json());
      // Section 4.3: otherwise one provider could impersonate another.
      if (document.issuer !== issuer) throw new Error(`It calls itself ${document.issuer}`);
      return document;
    } catch (error) {
      throw new ProviderUnavailableError(`The identity provider ${issuer} cannot be used`, { cause: error });
    }
  };
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
