import { expect, test } from 'vitest';
import { usePglite } from '../../../../test/support/databases.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { TestLogins } from '../../../../test/support/test-logins.ts';
import type { Identity } from '../../../infra/identity/identity.ts';

const database = usePglite();
let lookUps = 0;
const app = useTestApp(database, {}, (): Identity => {
  const identity = openTestIdentity(database().db);
  return {
    ...identity,
    loginOf: (headers) => {
      lookUps += 1;
      return identity.loginOf(headers);
    },
  };
});
const logins = new TestLogins(app);

test('twenty calls of one login look it up once, and calls after its sign-out are rejected', async () => {
  const ann = await app().signUp('Ann');
  const call = () => app().call('GET', `/api/users/${ann.user._id}`, { as: ann });
  lookUps = 0;
  const answers = await Promise.all(Array.from({ length: 10 }, call));
  for (let i = 0; i < 10; i += 1) answers.push(await call());
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(lookUps).toBe(1);

  expect((await app().call('POST', '/api/auth/sign-out', { as: ann })).status).toBe(200);
  expect((await call()).status).toBe(401);
});

test('calls of a login that a password change has ended are rejected', async () => {
  const one = await logins.signUp('two-logins@athletes.example');
  const two = await logins.signIn('two-logins@athletes.example');
  const as = (token: string) => ({
    uid: one.uid,
    token,
    user: { _id: '', displayName: 'Ann', iconURL: null },
  });
  const body = { displayName: 'Ann', uid: one.uid, iconURL: null };
  await app().call('POST', '/api/users', { as: as(one.token), body });
  const call = (token: string) => app().call('GET', `/api/users/uid/${one.uid}`, { as: as(token) });
  expect((await call(two.token)).status).toBe(200);
  const change = { currentPassword: 'a good password', newPassword: 'a better password' };
  expect((await logins.post('change-password', change, { cookie: one.cookie })).status).toBe(200);
  expect((await call(two.token)).status).toBe(401);
});
