import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authAccounts } from '../../../db/tables.ts';
import { samplePassword } from '../../../sample/sample-data.ts';
import { onEachDatabase, usePglite } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp } from '../../../../test/support/test-app.ts';
import { mailToTest, openTestIdentity, testIdentityOptions } from '../../../../test/support/test-identity.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';

onEachDatabase('a weak new password', (database) => {
  const { mail, link } = mailToTest();
  const app = useTestApp(database, {}, () => openTestIdentity(database().db, { mail }));
  const logins = new TestLogins(app);
  const weak = [
    ['      ', 'A password of spaces alone is easy to guess. Choose another one.'],
    ['123456', 'This is one of the most common passwords. Choose another one.'],
    ['Ann Lee', 'Your name and email are easy to guess. Choose another password.'],
  ] as const;

  test('is refused at sign-up, with a message and its field', async () => {
    for (const [password, message] of weak) {
      const body = { email: 'ann@athletes.example', password, name: 'Ann Lee' };
      const answer = await logins.post('sign-up/email', body);
      expect(problemOf(answer)).toEqual({ status: 400, code: 'bad_request', fields: ['password'] });
      expect(answer.body).toMatchObject({ message });
    }
    const own = { email: 'ann-lee-1@athletes.example', password: 'ann-lee-1', name: 'Ann' };
    expect((await logins.post('sign-up/email', own)).status).toBe(400);
  });

  test('is refused at a change, and no login ends', async () => {
    const { cookie } = await logins.signUp('ann.oar.7@athletes.example', 'a good password', 'Ann Lee');
    for (const [newPassword, message] of [...weak, ['ann.oar.7', weak[2][1]] as const]) {
      const body = { currentPassword: 'a good password', newPassword };
      const answer = await logins.post('change-password', body, { cookie });
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: ['newPassword'] });
      expect(answer.body).toMatchObject({ message });
    }
    expect(await logins.whoIs(cookie)).not.toBeNull();
  });

  test('is refused at a reset, and the link stays valid', async () => {
    await logins.signUp('mailed@athletes.example', 'a good password', 'Ann Lee');
    await logins.post('request-password-reset', { email: 'mailed@athletes.example' });
    await expect.poll(link).not.toBe('');
    const token = new URL(link()).searchParams.get('token') ?? '';
    const reset = (newPassword: string) => logins.post('reset-password', { token, newPassword });
    for (const [newPassword, message] of [...weak, ['mailed', weak[2][1]] as const]) {
      const answer = await reset(newPassword);
      expect(problemOf(answer)).toMatchObject({ status: 400, fields: ['newPassword'] });
      expect(answer.body).toMatchObject({ message });
    }
    expect((await reset('a better password')).status).toBe(200);
  });

  test('a password that was set before still signs in', async () => {
    const { db } = database();
    const { uid } = await logins.signUp('old@athletes.example');
    const hash = await testIdentityOptions(db).passwordHashing?.hash('123456');
    await db.update(authAccounts).set({ password: hash }).where(eq(authAccounts.userId, uid));
    expect((await logins.signIn('old@athletes.example', '123456')).uid).toBe(uid);
  });
});

const DocumentSchema = z.object({ paths: z.record(z.string(), z.unknown()) });

describe('PASSWORD_MIN_LENGTH', () => {
  const database = usePglite();
  const app = useTestApp(database, {}, () => openTestIdentity(database().db, { passwordMin: 9 }));
  const logins = new TestLogins(app);

  test('is the minimum length of a new password, which the page and the OpenAPI document state', async () => {
    const signUp = (password: string) =>
      logins.post('sign-up/email', { email: 'nine@athletes.example', password, name: 'Nina' });
    expect(problemOf(await signUp('eight-ch'))).toMatchObject({ status: 400, fields: ['password'] });
    expect((await signUp('nine-char')).status).toBe(200);
    expect((await app().call('GET', '/api/product')).body).toMatchObject({ passwordMin: 9 });

    const { paths } = DocumentSchema.parse((await app().call('GET', '/api/openapi.json')).body);
    const leastLengths = (path: string) =>
      [...JSON.stringify(paths[path]).matchAll(/"(\w+)":\{"type":"string","minLength":(\d+)/g)].map(
        ([, field, length]) => `${field} ${length}`,
      );
    expect(leastLengths('/api/auth/sign-up/email')).toContain('password 9');
    expect(leastLengths('/api/auth/reset-password')).toContain('newPassword 9');
    expect(leastLengths('/api/auth/change-password')).toContain('newPassword 9');
    // An older password may be shorter.
    expect(leastLengths('/api/auth/sign-in/email')).toContain('password 1');
    expect(leastLengths('/api/auth/change-password')).toContain('currentPassword 1');
  });

  test('does not end an older login with a shorter password', async () => {
    const older = openTestIdentity(database().db);
    await older.passwords?.signUp(
      { email: 'older@athletes.example', password: 'oar-12', name: 'Olga' },
      new Headers(),
    );
    expect((await logins.signIn('older@athletes.example', 'oar-12')).uid).toBeTruthy();
  });

  test('may not exceed the password of the sample users', () => {
    expect(samplePassword).toHaveLength(15);
  });
});
