import { beforeAll, describe, expect, test } from 'vitest';
import { StoredImageSchema } from '@boathouse/contract/files';
import { buildPlain } from '../../test/support/images.ts';
import { usePglite } from '../../test/support/databases.ts';
import { useTestApp } from '../../test/support/test-app.ts';

const database = usePglite();
const plain = useTestApp(database);
const behindTls = useTestApp(database, { publicUrl: 'https://row.example.org' });
let address: string;
beforeAll(async () => {
  address = await plain().listen();
});

const usual = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

/** Returns the sources by directive. */
const policyOf = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources.join(' ')];
      }),
  );
const policy = {
  'default-src': "'self'",
  'base-uri': "'self'",
  'connect-src': "'self'",
  'font-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'img-src': "'self' data: blob:",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'script-src': "'self'",
  'script-src-attr': "'none'",
  'style-src': "'self'",
};

describe('the Content-Security-Policy', () => {
  const json = { 'content-type': 'application/json' };
  const answers: Array<[string, number, string, RequestInit?]> = [
    ['a call', 200, '/api/product'],
    ['the description of the calls', 200, '/api/docs'],
    ['a file of that page', 200, '/api/docs/static/swagger-ui.css'],
    ['the health of the process', 200, '/livez'],
    ['the identity provider', 200, '/api/auth/get-session'],
    [
      'a refusal of the identity provider',
      400,
      '/api/auth/sign-in/email',
      { method: 'POST', body: '{}', headers: json },
    ],
    ['a call of the identity provider that is not served', 404, '/api/auth/nothing'],
    ['a call by nobody', 401, '/api/follows/doesfollow'],
    [
      'a page of another site',
      403,
      '/api/users',
      { method: 'POST', headers: { origin: 'https://elsewhere.example' } },
    ],
    [
      'a body that is too large',
      413,
      '/api/auth/sign-in/email',
      { method: 'POST', body: 'x'.repeat(300_000), headers: json },
    ],
    ['an image that is not there', 404, `/files/usericons/a/${'0'.repeat(32)}.webp`],
    ['an address of nobody', 404, '/no/such/page'],
    ['an address that cannot be decoded', 400, '/api/sessions/%zz'],
    ['an address that is far too long', 414, `/api/sessions/${'x'.repeat(500)}`],
    ['a live connection in a way that is not served', 400, '/socket.io/?EIO=4&transport=polling'],
  ];

  test.for(answers)('is sent with the other security headers on %s', async ([, status, path, request]) => {
    const answer = await fetch(address + path, request);
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    expect(policyOf(answer.headers.get('content-security-policy'))).toEqual(policy);
    expect(Object.fromEntries(answer.headers)).toMatchObject(usual);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  test('is stricter on a stored image, which is not a page', async () => {
    const ann = await plain().signUp('Ann');
    const stored = await plain().call('POST', `/api/files/usericons?key=${ann.user._id}`, {
      as: ann,
      body: await buildPlain('teal'),
    });
    const answer = await fetch(address + StoredImageSchema.parse(stored.body).path);
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'; sandbox",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject(usual);
  });

  test('names no other site for the sign-in popup, and the page keeps its reference to the popup', async () => {
    const { headers } = await behindTls().call('GET', '/api/product');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(policyOf(headers['content-security-policy'])).toEqual({
      ...policy,
      'upgrade-insecure-requests': '',
    });
  });
});

test('behind TLS the response sets Strict-Transport-Security', async () => {
  const { headers } = await behindTls().call('GET', '/api/product');
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});
