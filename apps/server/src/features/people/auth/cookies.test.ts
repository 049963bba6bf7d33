import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usePglite } from '../../../../test/support/databases.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';

const database = usePglite();
const publicUrl = 'https://row.example.org';
const open = (url: string | null) =>
  useTestApp(database, { publicUrl: url }, () =>
    openTestIdentity(database().db, {
      publicUrl: url,
      popupSignIn: { issuer: 'http://127.0.0.1:1', clientId: 'row', clientSecret: 's', name: 'Google' },
    }),
  );
const plain = open(null);
const behindTls = open(publicUrl);

/** Signs up and in, and returns every cookie that was set, each with its attributes. */
async function cookies(logins: TestLogins, email: string) {
  const account = { email, password: 'a good password', name: 'Ann' };
  const { name: _name, ...credentials } = account;
  const answers = [
    await logins.post('sign-up/email', account),
    await logins.post('sign-in/email', credentials),
  ];
  const lines = answers.flatMap(({ headers }) =>
    z.array(z.string()).parse([headers['set-cookie'] ?? []].flat()),
  );
  return lines.map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    return { name: pair.split('=')[0] ?? '', attributes };
  });
}

describe('the cookies of a login', () => {
  test('[AUTH-1] behind TLS are Secure, and neither scripts nor pages of other sites can use them', async () => {
    const set = await cookies(new TestLogins(behindTls, publicUrl), 'tls@athletes.example');
    expect(set.map(({ name }) => name).sort()).toEqual([
      '__Secure-boathouse.device',
      '__Secure-boathouse.session_token',
      '__Secure-boathouse.session_token',
    ]);
    for (const { attributes } of set) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']));
      expect(attributes.filter((attribute) => attribute.startsWith('Domain'))).toEqual([]);
    }
  });

  test('the cookies of a login without TLS, on this machine, have the same attributes except Secure', async () => {
    const set = await cookies(new TestLogins(plain), 'plain@athletes.example');
    expect(set).toHaveLength(3);
    for (const { attributes } of set) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
      expect(attributes).not.toContain('Secure');
    }
  });
});
