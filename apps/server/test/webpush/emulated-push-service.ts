import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';
import { PushMessageSchema, type PushMessage } from '@boathouse/contract/webpush/message';

/** A request that the service received, and the message that its subscription's browser reads in it. */
type Delivered = {
  subscriber: string;
  message: PushMessage;
  ttlSec: number;
  urgency: string;
  topic: string;
  /** The signed claims, and the key they are signed with. */
  claims: { aud: unknown; sub: unknown; serverKey: string };
};

/** A service accepts at least this (RFC 8030, 7.2), and the known ones exactly this. */
const bodyMax = 4_096;

type Subscriber = { keys: ECDH; auth: Buffer };

/**
 * A push service as browsers name it (RFC 8030), on loopback, with the browsers behind it: it checks the signature (RFC
 * 8292), and decrypts its messages like a browser (RFC 8291, RFC 8188).
 */
export class EmulatedPushService {
  readonly delivered: Delivered[] = [];
  /** Requests, including refused ones. */
  requests = 0;
  /** The statuses of the next responses, in order; then 201. */
  readonly statuses: number[] = [];
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #server = createServer((request, response) => {
    this.#take(request.url ?? '', request.headers, buffer(request)).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  #origin = '';

  static async start(): Promise<EmulatedPushService> {
    const service = new EmulatedPushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    const address = service.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    service.#origin = `http://127.0.0.1:${address.port}`;
    return service;
  }

  /** Returns what a browser sends to the server after it has subscribed. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const name = randomUUID();
    this.#subscribers.set(name, { keys, auth });
    return {
      endpoint: `${this.#origin}/push/${name}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(
    url: string,
    headers: Record<string, string | string[] | undefined>,
    bytes: Promise<Buffer>,
  ): Promise<number> {
    const body = await bytes;
    this.requests += 1;
    const status = this.statuses.shift() ?? 201;
    if (status !== 201) return status;
    const subscriber = this.#subscribers.get(url.slice('/push/'.length));
    if (subscriber === undefined) return 404;
    if (headers['content-encoding'] !== 'aes128gcm') return 415;
    if (!/^\d+$/.test(String(headers['ttl']))) return 400;
    if (body.length > bodyMax) return 413;
    if (headers['authorization'] === undefined) return 401;
    const checked = await this.#checked(String(headers['authorization'])).catch(() => null);
    if (checked === null) return 403;
    const { claims } = checked;
    this.delivered.push({
      subscriber: `${this.#origin}${url}`,
      message: PushMessageSchema.parse(JSON.parse(decrypted(body, subscriber))),
      ttlSec: Number(headers['ttl']),
      urgency: String(headers['urgency']),
      topic: String(headers['topic']),
      claims,
    });
    return 201;
  }

  /** @throws unless the server has signed for this service */
  async #checked(authorization: string) {
    const [, token = '', serverKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    const point = Buffer.from(serverKey, 'base64url');
    const key = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    );
    const { payload } = await jwtVerify(token, key, { audience: this.#origin });
    return { claims: { aud: payload.aud, sub: payload.sub, serverKey } };
  }
}

/** Decrypts a body of one record, as a browser does. */
function decrypted(body: Buffer, { keys, auth }: Subscriber): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const shared = keys.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
