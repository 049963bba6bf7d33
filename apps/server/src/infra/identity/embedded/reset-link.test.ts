import { expect, test } from 'vitest';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';
import { makeResetLink } from './reset-link.ts';

const address = 'https://row.example.org';
const hourMs = 3_600_000;

onEachDatabase('a link that an operator makes', (database) => {
  async function signUp(email: string) {
    const { passwords } = openTestIdentity(database().db);
    if (passwords === null) throw new Error('The test identity has no passwords');
    await passwords.signUp({ email, password: 'rowing-together', name: 'Ann Oar' }, new Headers());
    const signIn = (password: string) => passwords.signIn({ email, password }, new Headers(), async () => {});
    return { passwords, signIn };
  }
  const tokenOf = (made: { link: string } | null) => {
    const [page = '', token = ''] = made?.link.split('?token=') ?? [];
    expect(page).toBe(`${address}/reset`);
    return token;
  };

  test('sets the password once, and ends the old one', async () => {
    const { passwords, signIn } = await signUp('ann@one.example');
    const nowMs = clockMs();
    const made = await makeResetLink(database().db, { email: ' Ann@One.example', address, nowMs });
    expect(made?.expiresAt).toEqual(new Date(nowMs + hourMs));
    const token = tokenOf(made);
    await passwords.reset({ token, newPassword: 'rowing-alone' });
    await expect(signIn('rowing-together')).rejects.toThrow('Invalid email or password');
    await expect(signIn('rowing-alone')).resolves.toBeTruthy();
    await expect(passwords.reset({ token, newPassword: 'rowing-twice' })).rejects.toThrow('Invalid token');
  });

  test('sets nothing after its hour', async () => {
    const { passwords, signIn } = await signUp('ann@two.example');
    const nowMs = clockMs() - hourMs - 1;
    const token = tokenOf(await makeResetLink(database().db, { email: 'ann@two.example', address, nowMs }));
    await expect(passwords.reset({ token, newPassword: 'rowing-alone' })).rejects.toThrow('Invalid token');
    await expect(signIn('rowing-together')).resolves.toBeTruthy();
  });

  test('is not made for an email without an account', async () => {
    const nowMs = clockMs();
    expect(await makeResetLink(database().db, { email: 'no@one.example', address, nowMs })).toBeNull();
  });
});
