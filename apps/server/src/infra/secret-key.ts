import { createHash, randomBytes } from 'node:crypto';

const keyBytes = 32;

/** Returns a key of `SecretKeySchema` for a link; knowing the key is enough to open it. */
export function newSecretKey(): string {
  return randomBytes(keyBytes).toString('base64url');
}

/** The key is random, so a digest without salt can't be reversed. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
