import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { nowMs } from './now.ts';

type Algorithm = 'RS256' | 'ES256';
type Key = { kid: string; alg: Algorithm; privateKey: CryptoKey; jwk: JWK };

type Grant = { challenge: string; redirectUri: string; claims: Record<string, unknown> };

/** The client registered with the issuer. */
export const testClient = { clientId: 'row', clientSecret: 'a secret: of + the/club' };

/** An OpenID Connect issuer on loopback, with a discovery document and replaceable keys. */
export class TestIssuer {
  readonly issuer: string;
  /** Number of requests for the keys. */
  keyRequests = 0;
  /** The response to requests for the keys during an outage. */
  failure: { status: number; body: string } | null = null;
  /** The response with the user's profile; null for an issuer without such an endpoint. */
  userInfo: { status: number; body: string } | null = null;
  /** The `issuer` in its discovery document. */
  discoveredIssuer: string;
  readonly #stop: () => Promise<void>;
  readonly #grants = new Map<string, Grant>();
  #keys: Key[] = [];

  private constructor(issuer: string, stop: () => Promise<void>) {
    this.issuer = issuer;
    this.discoveredIssuer = issuer;
    this.#stop = stop;
  }

  static async start(alg: Algorithm = 'RS256'): Promise<TestIssuer> {
    const server = createServer((request, response) => {
      const answer = (body: unknown) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration') {
        answer({
          issuer: issuer.discoveredIssuer,
          jwks_uri: issuer.jwksUrl,
          authorization_endpoint: `${issuer.issuer}/authorize`,
          token_endpoint: `${issuer.issuer}/token`,
          id_token_signing_alg_values_supported: ['RS256', 'ES256'],
          ...(issuer.userInfo ? { userinfo_endpoint: `${issuer.issuer}/user-info` } : {}),
        });
      } else if (request.url === '/token') {
        issuer.#redeem(request).then(
          (tokens) => (tokens ? answer(tokens) : response.writeHead(400).end('{"error":"invalid_grant"}')),
          () => response.writeHead(500).end(),
        );
      } else if (request.url === '/user-info' && issuer.userInfo) {
        response.setHeader('content-type', 'application/json');
        response.writeHead(issuer.userInfo.status).end(issuer.userInfo.body);
      } else if (request.url === '/keys') {
        issuer.keyRequests += 1;
        if (issuer.failure) response.writeHead(issuer.failure.status).end(issuer.failure.body);
        else answer({ keys: issuer.#keys.map(({ jwk }) => jwk) });
      } else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The issuer has no port');
    const issuer = new TestIssuer(`http://127.0.0.1:${address.port}`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    await issuer.changeKeys(alg);
    return issuer;
  }

  get jwksUrl(): string {
    return `${this.issuer}/keys`;
  }

  /** Replaces the published keys by a new one and signs with it. */
  async changeKeys(alg: Algorithm = 'RS256'): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    const kid = `key-${randomUUID()}`;
    this.#keys = [{ kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }];
  }

  /** Returns a signed token, valid for ten minutes from `nowSec`. `claims` override the defaults. */
  async token(claims: Record<string, unknown> = {}, nowSec = Math.floor(nowMs() / 1000)): Promise<string> {
    const [key] = this.#keys;
    if (!key) throw new Error('The issuer has no key');
    return new SignJWT({
      iss: this.issuer,
      aud: 'row',
      sub: 'subject-1',
      name: 'Ann Oar',
      email: 'ann@athletes.example',
      iat: nowSec,
      exp: nowSec + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
      .sign(key.privateKey);
  }

  /** Grants consent for an authorization URL. Returns the redirect URL with the code. */
  consent(authorizationUrl: string, claims: Record<string, unknown> = {}): URL {
    const { searchParams } = new URL(authorizationUrl);
    const given = (name: string) => searchParams.get(name) ?? '';
    const code = randomUUID();
    this.#grants.set(code, {
      challenge: given('code_challenge'),
      redirectUri: given('redirect_uri'),
      claims: { nonce: given('nonce'), ...claims },
    });
    const back = new URL(given('redirect_uri'));
    back.search = new URLSearchParams({ code, state: given('state') }).toString();
    return back;
  }

  /** Exchanges a code for tokens, RFC 6749 section 4.1.3 and RFC 7636 section 4.6. Returns null to refuse. */
  async #redeem(request: IncomingMessage): Promise<object | null> {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const [id = '', secret = ''] = basicCredentials(request.headers.authorization ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      id === testClient.clientId &&
      secret === testClient.clientSecret;
    return isRight
      ? { access_token: 'access', token_type: 'Bearer', id_token: await this.token(grant.claims) }
      : null;
  }

  /** The currently published key, for attacks that use it as a shared secret. */
  get publishedKey(): JWK | undefined {
    return this.#keys[0]?.jwk;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** Reads a client's id and secret, which are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): string[] {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return pair.split(':').map((part) => new URLSearchParams(`value=${part}`).get('value') ?? '');
}
