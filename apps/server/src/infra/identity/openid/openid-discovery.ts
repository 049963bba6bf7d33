import * as client from 'openid-client';

/** The provider did not respond, or its response was invalid. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError';
}

export const answerWithinMs = 5_000;

/** The issuer's clock and ours may differ by this. */
export const clockToleranceSec = 30;

export const googleIssuer = 'https://accounts.google.com';

type ProviderClient = {
  issuer: string;
  clientId: string;
  /** Null or absent for a client without a secret. */
  clientSecret?: string | null;
};

/**
 * Fetches a provider's discovery document on first use, not at the start: an unreachable provider must not stop the
 * server from starting. A document is cached, a failure is not. The returned function rejects with
 * ProviderUnavailableError.
 */
export function openDiscovery(options: ProviderClient): () => Promise<client.Configuration> {
  let known: Promise<client.Configuration> | null = null;
  return () => {
    known ??= discover(options).catch((error: unknown) => {
      known = null;
      throw new ProviderUnavailableError(`The identity provider ${options.issuer} cannot be used`, {
        cause: error,
      });
    });
    return known;
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderClient): Promise<client.Configuration> {
  // `config.ts` accepts http for a provider on this machine only.
  const execute: Array<(configuration: client.Configuration) => void> = issuer.startsWith('http:')
    ? // oxlint-disable-next-line typescript/no-deprecated -- marked only so that it stands out
      [client.allowInsecureRequests]
    : [];
  const settings = { [client.clockTolerance]: clockToleranceSec };
  const found = await client.discovery(new URL(issuer), clientId, settings, client.None(), {
    timeout: answerWithinMs / 1000,
    execute,
  });
  const metadata = found.serverMetadata();
  // Its comparison ignores a trailing slash, but `iss` of a token is compared as text.
  if (metadata.issuer !== issuer) throw new Error(`It calls itself ${metadata.issuer}`);
  if (clientSecret == null) return found;
  const methods = metadata.token_endpoint_auth_methods_supported;
  const proof =
    methods === undefined || methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
  const configuration = new client.Configuration(metadata, clientId, settings, proof);
  configuration.timeout = answerWithinMs / 1000;
  for (const apply of execute) apply(configuration);
  return configuration;
}
