import { createECDH, createPrivateKey, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { SignJWT } from 'jose';
import { keyFor } from '../sealed-text.ts';

const curve = 'prime256v1';

/** In Base64 for URLs, the form that browsers and push services use. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * Returns the keys by which push services identify this installation (VAPID, RFC 8292). They are derived from its
 * secret, so they stay as long as the secret does, and are the same in all processes.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = keyFor(secret, `web push ${attempt}`);
    const keys = createECDH(curve);
    try {
      keys.setPrivateKey(privateKey);
    } catch {
      // One of 2^32 numbers is too large for the curve.
      continue;
    }
    return { publicKey: keys.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}

/** Returns whether a browser's public key is a point of the curve: encryption needs that. */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH(curve);
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Push services accept a day at most. */
const signedForMs = 12 * 3_600_000;

type PushRequest = {
  /** The browser's address for messages, and the keys that encrypt them for it. */
  to: { endpoint: string; p256dh: string; auth: string };
  text: string;
  keys: VapidKeys;
  /** The contact address for the push service: a mailto: address. */
  subject: string;
  /** How long the push service keeps it for a device that is turned off. */
  ttlSec: number;
  /** Replaces an undelivered message of the same topic: at most 32 characters of Base64 for URLs. */
  topic: string;
  now: Date;
};

/**
 * Returns the request for a push service (RFC 8030): the text encrypted for the browser (RFC 8291), signed for the
 * service.
 */
export async function pushRequest({
  to,
  text,
  keys,
  subject,
  ttlSec,
  topic,
  now,
}: PushRequest): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
  const once = createECDH(curve);
  once.generateKeys();
  const body = ece.encrypt(Buffer.from(text), {
    version: 'aes128gcm',
    dh: to.p256dh,
    privateKey: once,
    salt: randomBytes(16),
    authSecret: to.auth,
  });
  const token = await new SignJWT({ sub: subject })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(to.endpoint).origin)
    .setExpirationTime(new Date(now.getTime() + signedForMs))
    .sign(signingKeyOf(keys));
  return {
    body,
    headers: {
      authorization: `vapid t=${token}, k=${keys.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSec),
      urgency: 'high',
      topic,
    },
  };
}

function signingKeyOf({ publicKey, privateKey }: VapidKeys) {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}
