import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/processes/child-process.ts';
import { readOrMakeAuthSecret } from './auth-secret.ts';

test('the secret of logins is created once, and only this user may read it', () => {
  const dataDir = temporaryFolder();
  const secret = readOrMakeAuthSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(readOrMakeAuthSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(['auth-secret']);
  if (process.platform !== 'win32') expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
});

test('an empty file, as a power cut leaves one, is replaced: no login is signed with an empty secret', () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'auth-secret'), '');
  const secret = readOrMakeAuthSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(readOrMakeAuthSecret(dataDir)).toBe(secret);
});
