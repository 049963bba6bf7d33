import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const audience = 'bench';
const lifeSec = 12 * 3600;
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A provider of logins as the product accepts a hosted one: it signs ID tokens and serves their key. With it thousands
 * of users need no passwords, whose hashes would take minutes.
 */
export class HostedLogins {
  readonly #key: KeyObject;
  readonly #server: Server;
  readonly #address: string;

  private constructor(key: KeyObject, server: Server, address: string) {
    this.#key = key;
    this.#server = server;
    this.#address = address;
  }

  static async start(): Promise<HostedLogins> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = JSON.stringify({
      keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: '1' }],
    });
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(keys);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === 'string') throw new Error('The provider has no port');
    return new HostedLogins(privateKey, server, `http://127.0.0.1:${address.port}`);
  }

  /** The product's settings. */
  get environment(): Record<string, string> {
    return {
      IDENTITY_ISSUER: this.#address,
      IDENTITY_AUDIENCE: audience,
      IDENTITY_JWKS_URL: `${this.#address}/keys`,
    };
  }

  /** Returns the ID token of a user. */
  tokenOf(uid: string): string {
    const nowSec = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.#address,
      aud: audience,
      sub: uid,
      email: `${uid}@athletes.example`,
      iat: nowSec,
      exp: nowSec + lifeSec,
    };
    const signed = `${base64url({ alg: 'ES256', typ: 'JWT', kid: '1' })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
