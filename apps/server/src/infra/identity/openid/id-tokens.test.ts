import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestIssuer } from '../../../../test/support/test-issuer.ts';
import { clockToleranceSec, openIdTokenVerifier } from './id-tokens.ts';
import { openDiscovery, ProviderUnavailableError } from './openid-discovery.ts';

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

  test('may be for several audiences, if ours is one of them', async () => {
    expect(await open()(await issuer.token({ aud: ['other', 'row'] }, nowSec))).not.toBeNull();
  });

  test.for([
    ['of another issuer', { iss: 'http://127.0.0.1:1' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['for nobody', { aud: undefined }],
    ['that has expired', { exp: nowSec - clockToleranceSec - 1 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: nowSec + clockToleranceSec + 1 }],
    ['without its time', { iat: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that no record could hold', { sub: 'x'.repeat(129) }],
  ] as const)('%s proves nothing', async ([, claims]) => {
    expect(await open()(await issuer.token(claims, nowSec))).toBeNull();
  });

  test('may be of a clock that is a little off', async () => {
    const verify = open();
    const nearly = clockToleranceSec - 1;
    expect(await verify(await issuer.token({ exp: nowSec - nearly }, nowSec))).not.toBeNull();
    expect(await verify(await issuer.token({ nbf: nowSec + nearly }, nowSec))).not.toBeNull();
  });

  test('without a signature, or signed with what is public, proves nothing, and no key is asked for', async () => {
    const claims = { iss: issuer.issuer, aud: 'row', sub: 'subject-1', iat: nowSec, exp: nowSec + 600 };
    const verify = open();
    expect(await verify(`${unsigned({ alg: 'none' }, claims)}.`)).toBeNull();
    const secret = new TextEncoder().encode(JSON.stringify(issuer.publishedKey));
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await verify(shared)).toBeNull();
    expect(issuer.keyRequests).toBe(0);
  });

  test('whose claims were changed, or that is signed with a key of somebody else under the same id, proves nothing', async () => {
    const verify = open();
    const [header = '', , signature = ''] = (await issuer.token({}, nowSec)).split('.');
    const changed = { iss: issuer.issuer, aud: 'row', sub: 'somebody', iat: nowSec, exp: nowSec + 600 };
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(await verify(`${header}.${payload}.${signature}`)).toBeNull();
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT(changed)
      .setProtectedHeader({ alg: 'RS256', kid: issuer.publishedKey?.kid ?? '' })
      .sign(privateKey);
    expect(await verify(forged)).toBeNull();
  });

  test.for(['', '.', 'a.b.c', '...', 'eyJhbGciOiJSUzI1NiJ9.e30.', `${'x'.repeat(9000)}.e30.x`])(
    'that is none (%#) proves nothing',
    async (text) => {
      expect(await open()(text)).toBeNull();
    },
  );
});

describe("the issuer's keys", () => {
  test('are asked for once, and again when a token names one that is not known', async () => {
    const verify = open();
    const before = await issuer.token({}, nowSec);
    for (let i = 0; i < 3; i += 1) expect(await verify(before)).not.toBeNull();
    expect(issuer.keyRequests).toBe(1);
    await issuer.changeKeys();
    expect(await verify(await issuer.token({}, nowSec))).not.toBeNull();
    expect(issuer.keyRequests).toBe(2);
    // The old key is gone with it.
    expect(await verify(before)).toBeNull();
  });

  test('are not asked for again and again for tokens with made-up key ids', async () => {
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
    'that cannot be had (%i %s) are no judgement of the token, and are asked for again',
    async ([status, body]) => {
      const verify = open();
      const token = await issuer.token({}, nowSec);
      issuer.failure = { status, body };
      await expect(verify(token)).rejects.toThrow(ProviderUnavailableError);
      issuer.failure = null;
      expect(await verify(token)).not.toBeNull();
    },
  );

  test('that were had once serve on while the issuer is away', async () => {
    const verify = open();
    await verify(await issuer.token({}, nowSec));
    issuer.failure = { status: 503, body: 'away' };
    expect(await verify(await issuer.token({ sub: 'subject-2' }, nowSec))).toMatchObject({
      sub: 'subject-2',
    });
  });
});

describe('the discovery document', () => {
  test('is asked for at the first need, and again after a failure', async () => {
    const discover = openDiscovery(issuer.issuer);
    issuer.discoveredIssuer = 'https://somebody.example';
    await expect(discover()).rejects.toThrow(ProviderUnavailableError);
    issuer.discoveredIssuer = issuer.issuer;
    expect(await discover()).toMatchObject({ issuer: issuer.issuer, jwks_uri: issuer.jwksUrl });
  });

  test('of nobody is an error', async () => {
    const nobody = openDiscovery('http://127.0.0.1:1');
    await expect(nobody()).rejects.toThrow(ProviderUnavailableError);
  });
});
