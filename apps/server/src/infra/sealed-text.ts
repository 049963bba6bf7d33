import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Returns a key of 32 bytes for one purpose, derived from the installation's secret (HKDF-SHA256, RFC 5869). */
export function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `boathouse ${purpose}`, 32));
}

/**
 * Returns AES-256-GCM's nonce, tag and ciphertext in Base64.
 * @param place where it is stored, such as the row's id: it can't be opened elsewhere
 */
export function seal(key: Buffer, text: string, place = ''): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns null for a text with another key or place, or one that was changed. */
export function unseal(key: Buffer, sealed: string, place = ''): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
