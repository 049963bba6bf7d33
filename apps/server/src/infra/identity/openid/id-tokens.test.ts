import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestIssuer } from '../../../../test/support/test-issuer.ts';
import { openIdTokenVerifier } from './id-tokens.ts';
import { clockToleranceSec, openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';

let issuer: TestIssuer;
beforeEach(async () => {
  issuer = await TestIssuer.start();
});
afterEach(() => issuer.stop());

const nowSec = 1_780_000_000;
const open = (given: { keysCooldownMs?: number; nowSec?: number } = {}) =>
  openIdTokenVerifier({
    issuer: issuer.issuer,
    audience: 'row',
    keysUrl: async () => issuer.jwksUrl,
    keysCooldownMs: given.keysCooldownMs ?? 0,
    now: () => new Date((given.nowSec ?? nowSec) * 1000),
  });
const unsigned = (header: object, payload: object) =>
  [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

describe('an ID token', () => {
  test.for(['RS256', 'ES256'] as const)('signed with %s by the issuer proves its subject', async (alg) => {
    await issuer.changeKeys(alg);
    const claims = await open()(await issuer.token({}, nowSec));
    expect(claims).toMatchObject({ sub: 'subject-1', name: 'Ann Oar', email: 'ann@athletes.example' });
  });

  test('is valid for several audiences, if ours is one of them', async () => {
    expect(await open()(await issuer.token({ aud: ['other', 'row'] }, nowSec))).not.toBeNull();
  });

  test.for([
    ['of another issuer', { iss: 'http://127.0.0.1:1' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['without an audience', { aud: undefined }],
    ['that has expired', { exp: nowSec - clockToleranceSec - 1 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: nowSec + clockToleranceSec + 1 }],
    ['without a time of issue', { iat: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is too long', { sub: 'x'.repeat(129) }],
    ['with a number as its subject', { sub: 12345 }],
    ['with a list as its subject', { sub: ['subject-1'] }],
    ['with the character U+0000 in its subject', { sub: 'subject\0-1' }],
    ['issued an hour from now', { iat: nowSec + 3_600 }],
    ['issued at a time that is a text', { iat: `${nowSec}` }],
  ] as const)('%s is rejected', async ([, claims]) => {
    expect(await open()(await issuer.token(claims, nowSec))).toBeNull();
  });

  test('is valid when the issuer’s clock is slightly off', async () => {
    const verify = open();
    const nearly = clockToleranceSec - 1;
    expect(await verify(await issuer.token({ exp: nowSec - nearly }, nowSec))).not.toBeNull();
    expect(await verify(await issuer.token({ nbf: nowSec + nearly }, nowSec))).not.toBeNull();
    expect(await verify(await issuer.token({ iat: nowSec + nearly }, nowSec))).not.toBeNull();
  });

  test('an ID token without a signature, or signed with the public key as a secret, is rejected without a request for the keys', async () => {
    const claims = { iss: issuer.issuer, aud: 'row', sub: 'subject-1', iat: nowSec, exp: nowSec + 600 };
    const verify = open();
    expect(await verify(`${unsigned({ alg: 'none' }, claims)}.`)).toBeNull();
    const secret = new TextEncoder().encode(JSON.stringify(issuer.publishedKey));
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await verify(shared)).toBeNull();
    expect(issuer.keyRequests).toBe(0);
  });

  test('an ID token with altered claims, or signed with a stranger’s key of the same id, is rejected', async () => {
    const verify = open();
    const [header = '', , signature = ''] = (await issuer.token({}, nowSec)).split('.');
    const changed = { iss: issuer.issuer, aud: 'row', sub: 'another', iat: nowSec, exp: nowSec + 600 };
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(await verify(`${header}.${payload}.${signature}`)).toBeNull();
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT(changed)
      .setProtectedHeader({ alg: 'RS256', kid: issuer.publishedKey?.kid ?? '' })
      .sign(privateKey);
    expect(await verify(forged)).toBeNull();
  });

  test.for(['', '.', 'a.b.c', '...', 'eyJhbGciOiJSUzI1NiJ9.e30.', `${'x'.repeat(9000)}.e30.x`])(
    'an ID token that is malformed (%#) is rejected',
    async (text) => {
      expect(await open()(text)).toBeNull();
    },
  );
});

describe("the issuer's keys", () => {
  test('are requested once, and again when a token names an unknown one', async () => {
    const verify = open();
    const before = await issuer.token({}, nowSec);
    for (let i = 0; i < 3; i += 1) expect(await verify(before)).not.toBeNull();
    expect(issuer.keyRequests).toBe(1);
    await issuer.changeKeys();
    expect(await verify(await issuer.token({}, nowSec))).not.toBeNull();
    expect(issuer.keyRequests).toBe(2);
    // The old key is no longer accepted.
    expect(await verify(before)).toBeNull();
  });

  test('are not requested again for each token with a made-up key id', async () => {
    const verify = open({ keysCooldownMs: 60_000 });
    await verify(await issuer.token({}, nowSec));
    const { privateKey } = await generateKeyPair('RS256');
    for (let i = 0; i < 5; i += 1) {
      const made = await new SignJWT({
        iss: issuer.issuer,
        aud: 'row',
        sub: 'x',
        iat: nowSec,
        exp: nowSec + 600,
      })
        .setProtectedHeader({ alg: 'RS256', kid: `made-up-${i}` })
        .sign(privateKey);
      expect(await verify(made)).toBeNull();
    }
    expect(issuer.keyRequests).toBe(1);
  });

  test.for([
    [503, 'away'],
    [200, 'no json'],
    [200, '{"keys": 1}'],
  ] as const)(
    "the issuer's keys that cannot be fetched (%i %s) do not make the token invalid, and are requested again",
    async ([status, body]) => {
      const verify = open();
      const token = await issuer.token({}, nowSec);
      issuer.failure = { status, body };
      await expect(verify(token)).rejects.toThrow(ProviderUnavailableError);
      issuer.failure = null;
      expect(await verify(token)).not.toBeNull();
    },
  );

  test("the issuer's keys that were fetched stay in use while the issuer is unreachable", async () => {
    const verify = open();
    await verify(await issuer.token({}, nowSec));
    issuer.failure = { status: 503, body: 'away' };
    expect(await verify(await issuer.token({ sub: 'subject-2' }, nowSec))).toMatchObject({
      sub: 'subject-2',
    });
  });
});

describe('the discovery document', () => {
  test('is requested on first use, and again after a failure', async () => {
    const discover = openDiscovery({ issuer: issuer.issuer, clientId: 'row' });
    issuer.discoveredIssuer = 'https://another.example';
    await expect(discover()).rejects.toThrow(ProviderUnavailableError);
    issuer.discoveredIssuer = issuer.issuer;
    expect((await discover()).serverMetadata()).toMatchObject({
      issuer: issuer.issuer,
      jwks_uri: issuer.jwksUrl,
    });
  });

  test('the discovery document of an unreachable provider is an error', async () => {
    const unreachable = openDiscovery({ issuer: 'http://127.0.0.1:1', clientId: 'row' });
    await expect(unreachable()).rejects.toThrow(ProviderUnavailableError);
  });
});
