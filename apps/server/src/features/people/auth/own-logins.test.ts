import { describe, expect, test } from 'vitest';
import { security } from '@boathouse/contract/auth/security';
import { authSessions } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { cookiesOf, TestLogins } from '../../../../test/support/test-logins.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

onEachDatabase('the logins of a member', (database) => {
  let nowMs = clockMs();
  let identity: ReturnType<typeof openTestIdentity>;
  const app = useTestApp(database, {}, () => {
    identity = openTestIdentity(database().db, { nowMs: () => nowMs });
    return identity;
  });
  const logins = new TestLogins(app);

  const signInWith = async (email: string, userAgent: string) => {
    const body = { email, password: 'a good password' };
    const answer = await app().call('POST', '/api/auth/sign-in/email', {
      body,
      headers: { 'user-agent': userAgent },
    });
    return cookiesOf(answer);
  };
  const listOf = async (cookie: string) =>
    security.logins.response.parse((await logins.get('list-sessions', { cookie })).body);
  const end = (cookie: string, id = '') => logins.post('revoke-session', { id }, { cookie });

  test('are listed with their device, the last used first, and this one is marked', async () => {
    const { cookie } = await logins.signUp('lists@athletes.example');
    await signInWith('lists@athletes.example', firefox);
    await logins.signUp('another@athletes.example');
    const listed = await listOf(cookie);
    expect(listed.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Firefox on Linux', isCurrent: false },
      { device: 'lightMyRequest', isCurrent: true },
    ]);
    expect(JSON.stringify(listed)).not.toContain('token');
  });

  test('store a long header cut, and no address', async () => {
    const { uid } = await logins.signUp('long@athletes.example');
    await signInWith('long@athletes.example', 'x'.repeat(4_000));
    const rows = (await database().db.select().from(authSessions)).filter(({ userId }) => userId === uid);
    expect(rows.map(({ userAgent }) => userAgent?.length)).toContain(500);
    expect(rows.map(({ ipAddress }) => ipAddress)).toEqual(['', '']);
  });

  test('show their last use, exact to ten minutes', async () => {
    const { cookie } = await logins.signUp('uses@athletes.example');
    const headers = new Headers({ cookie });
    const lastUseMs = async () => {
      await identity.loginOf(headers);
      await identity.whenIdle();
      return Date.parse((await listOf(cookie))[0]?.lastUsedAt ?? '');
    };
    const beganAtMs = await lastUseMs();
    nowMs = beganAtMs + 9 * 60_000;
    expect(await lastUseMs()).toBe(beganAtMs);
    nowMs = beganAtMs + 11 * 60_000;
    expect(await lastUseMs()).toBe(nowMs);
    nowMs = clockMs();
  });

  describe('can be ended', () => {
    test('one by one', async () => {
      const { cookie } = await logins.signUp('one@athletes.example');
      const other = await signInWith('one@athletes.example', firefox);
      const third = await signInWith('one@athletes.example', 'curl/8.14.1');
      const curl = (await listOf(cookie)).find(({ device }) => device === 'curl');
      expect((await end(cookie, curl?.id)).status).toBe(200);
      expect(await logins.whoIs(third)).toBeNull();
      expect(await logins.whoIs(other)).not.toBeNull();
      expect((await listOf(cookie)).map(({ device }) => device)).not.toContain('curl');
      expect(problemOf(await end(cookie, curl?.id))).toMatchObject({ status: 404, code: 'not_found' });
    });

    test('all but this one', async () => {
      const { cookie } = await logins.signUp('all@athletes.example');
      const others = [
        await signInWith('all@athletes.example', firefox),
        await signInWith('all@athletes.example', firefox),
      ];
      const { cookie: stranger } = await logins.signUp('stranger@athletes.example');
      expect((await logins.post('revoke-other-sessions', {}, { cookie })).status).toBe(200);
      for (const ended of others) expect(await logins.whoIs(ended)).toBeNull();
      expect(await logins.whoIs(cookie)).not.toBeNull();
      expect(await logins.whoIs(stranger)).not.toBeNull();
      expect(await listOf(cookie)).toHaveLength(1);
    });

    test('only by their owner', async () => {
      const { cookie } = await logins.signUp('owner@athletes.example');
      const { cookie: thief } = await logins.signUp('thief@athletes.example');
      const [own] = await listOf(cookie);
      expect(problemOf(await end(thief, own?.id))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await logins.whoIs(cookie)).not.toBeNull();
    });
  });
});
