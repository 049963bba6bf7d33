import { apiVersion } from '@boathouse/contract/endpoint';
import { afterEach, expect, test } from 'vitest';
import { forgetVersionSkew, getVersionSkew, noteUnexpected, noteVersion } from './version-skew.ts';

afterEach(forgetVersionSkew);

const newer = String(apiVersion + 1);
const older = String(apiVersion - 1);
const same = String(apiVersion);

test.each([
  ['the same version', [same], 'none'],
  ['no version, as from a proxy or an older server', [null], 'none'],
  ['something else', ['1.2', '', 'x'], 'none'],
  ['a newer server', [newer], 'pageTooOld'],
  ['newer and older servers of an update', [newer, older, same], 'pageTooOld'],
  ['an older server', [older], 'serverTooOld'],
  ['an older server that was updated', [older, same], 'none'],
  ['an older server, then a newer one', [older, newer], 'pageTooOld'],
] as const)('%s', (_, versions, skew) => {
  for (const version of versions) noteVersion(version);
  expect(getVersionSkew()).toBe(skew);
});

test('a response that is not understood differs, until the version shows which is older', () => {
  noteUnexpected();
  expect(getVersionSkew()).toBe('differs');
  noteVersion(same);
  expect(getVersionSkew()).toBe('differs');
  noteVersion(newer);
  expect(getVersionSkew()).toBe('pageTooOld');
});
