import { expect, test } from 'vitest';
import { keyFor, seal, unseal } from './sealed-text.ts';

const key = keyFor('the secret of an installation', 'sync');

test('a sealed text opens with its key at its place, and reveals nothing before', () => {
  const sealed = seal(key, 'a token: ü', 'row 1');
  expect(unseal(key, sealed, 'row 1')).toBe('a token: ü');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('token');
  expect(seal(key, 'a token: ü', 'row 1')).not.toBe(sealed);
});

test('a sealed text opens neither elsewhere, nor with the key of another purpose or installation, nor changed', () => {
  const sealed = seal(key, 'a token', 'row 1');
  expect(unseal(key, sealed, 'row 2')).toBeNull();
  expect(unseal(keyFor('the secret of an installation', 'second factor'), sealed, 'row 1')).toBeNull();
  expect(unseal(keyFor('another secret', 'sync'), sealed, 'row 1')).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(key, changed.toString('base64url'), 'row 1')).toBeNull();
  }
  for (const broken of ['', 'x', sealed.slice(0, 20)]) expect(unseal(key, broken, 'row 1')).toBeNull();
});
