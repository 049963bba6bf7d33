import { beforeEach, describe, expect, test } from 'vitest';
import { authAccounts, authSessions, authUsers, authVerifications } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { nowMs } from '../../../../test/support/now.ts';
import type { Identity } from '../identity.ts';

/** As better-auth 1.7.7 stored them, with the secret of the tests. */
const stored = {
  user: {
    id: '01a204ff-a622-7246-91b8-0f743d1a93b4',
    name: 'Ann',
    email: 'ann@athletes.example',
    emailVerified: false,
  },
  session: {
    id: '01a204ff-a631-734d-902a-88c350b45617',
    token: '3niC1XbWNhlB69kOB6b14H0w2nPyP0cbJfMZbylx1gI',
    ipAddress: '',
    userAgent: '',
  },
  password:
    'e814af16e9ab4f51dade71ed39f389c6:3fbc3b0859914ff4a4a4e28327d50bf175b5b358960b04e46dcb01c377698a6a48f4d5e97a422769922750856dcccb6dcf02ea6abf74a3c3d5f4205a90fcc3fb',
  link: 'bHm63H40IROsoqZoN-cYGJrGeunT8zmb9RSd41udXLk',
};
/** The member's credentials: the password, the browser's cookie, the program's token and the mailed link. */
const kept = {
  email: 'ann@athletes.example',
  password: 'rowing-together',
  cookie:
    'boathouse.session_token=MrqHSgCzg0mnaUKnko5cMDwIYvns7TfR.E2G1AFgRDB%2FA0I6R9sbLd5eS4X07Mceo59Us0jSW1CI%3D',
  token: 'MrqHSgCzg0mnaUKnko5cMDwIYvns7TfR',
  linkToken: 'niqz3pnNeTOdnRpimWLcgqFX',
};

onEachDatabase('logins of an older version', (database) => {
  let identity: Identity;
  beforeEach(async () => {
    const { db } = database();
    const { user, session, password, link } = stored;
    const expiresAt = new Date(nowMs() + 3_600_000);
    await db.delete(authUsers);
    await db.delete(authVerifications);
    await db.insert(authUsers).values(user);
    await db.insert(authSessions).values({ ...session, userId: user.id, expiresAt });
    await db
      .insert(authAccounts)
      .values({ id: 'account', accountId: user.id, providerId: 'credential', userId: user.id, password });
    await db.insert(authVerifications).values({ id: 'link', identifier: link, value: user.id, expiresAt });
    identity = openTestIdentity(db, { passwordHashing: undefined });
  });

  describe('stay valid', () => {
    test('as a browser’s cookie and as a program’s token', async () => {
      const expected = { uid: stored.user.id, authSessionId: stored.session.id };
      expect(await identity.loginOf(new Headers({ cookie: kept.cookie }))).toMatchObject(expected);
      const bearer = new Headers({ authorization: `Bearer ${kept.token}` });
      expect(await identity.loginOf(bearer)).toMatchObject(expected);
    });

    test('with the password', async () => {
      const { email, password } = kept;
      const signedIn = await identity.passwords?.signIn({ email, password }, new Headers(), async () => {});
      expect(signedIn?.value.user.id).toBe(stored.user.id);
    });

    test('until the link of a mail resets the password', async () => {
      await identity.passwords?.reset({ token: kept.linkToken, newPassword: 'another password' });
      expect(await identity.loginOf(new Headers({ cookie: kept.cookie }))).toBeNull();
      const again = await identity.passwords?.signIn(
        { email: kept.email, password: 'another password' },
        new Headers(),
        async () => {},
      );
      expect(again?.value.user.id).toBe(stored.user.id);
    });
  });
});
