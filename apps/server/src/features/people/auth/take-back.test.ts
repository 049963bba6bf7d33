import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auth } from '@boathouse/contract/auth';
import { authEmailChanges, authUsers } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, type Answer } from '../../../../test/support/test-app.ts';
import { testListenUrl } from '../../../../test/support/test-identity.ts';
import { accountsOn } from '../../../../test/support/test-logins.ts';

const password = 'a good password';
const dayMs = 86_400_000;

onEachDatabase('taking a change of the email back', (database) => {
  const { app, clock, mailbox, identity, logins } = accountsOn(database);

  const linkTo = (address: string) => mailbox.to(address).at(-1)?.link ?? '';
  const tokenIn = (link: string) =>
    new URL(link).searchParams.get('take-back') ?? new URL(link).searchParams.get('token') ?? '';
  const takeBack = (token: string) => logins.post('take-back-email', { token });
  const emailOf = async (uid: string) => {
    const rows = await database().db.select().from(authUsers).where(eq(authUsers.id, uid));
    return rows[0]?.email;
  };

  /**
   * Requests a change; returns the token that undoes it, and opens the link of the new address unless the test says
   * otherwise.
   */
  async function change(cookie: string, from: string, to: string, isConfirmed = true): Promise<string> {
    const asked = await logins.post('change-email', { newEmail: to, password }, { cookie });
    expect(asked.status).toBe(200);
    await identity().whenIdle();
    const token = tokenIn(linkTo(from));
    clock.nowMs += 1_000;
    if (isConfirmed) {
      const link = new URL(linkTo(to));
      await logins.get(`${link.pathname.replace('/api/auth/', '')}${link.search}`, { cookie });
    }
    return token;
  }

  const outcomeOf = (answer: Answer) => {
    const { status, fields } = problemOf(answer);
    return { status, fields };
  };
  const refused = { status: 400, fields: ['token'] };

  test('restores the address, ends every login and leads to a new password, without being logged in', async () => {
    const { cookie, uid } = await logins.signUp('owner1@athletes.example');
    const token = await change(cookie, 'owner1@athletes.example', 'thief1@evil.example');
    expect(await emailOf(uid)).toBe('thief1@evil.example');
    const mail = mailbox.to('owner1@athletes.example').at(-1);
    expect(mail?.link).toBe(`${testListenUrl}/reset?take-back=${token}`);
    expect(mail?.text).toContain('thief1@evil.example');
    expect(mail?.text).toContain('7 days');
    // The thief has requested a link to reset the password, too.
    await logins.post('request-password-reset', { email: 'thief1@evil.example' });
    await identity().whenIdle();
    const ofThief = tokenIn(linkTo('thief1@evil.example'));

    const done = auth.takeBackEmail.response.parse((await takeBack(token)).body);
    expect(done.email).toBe('owner1@athletes.example');
    expect(await emailOf(uid)).toBe('owner1@athletes.example');
    expect(await logins.whoIs(cookie)).toBeNull();
    expect(
      (await logins.post('reset-password', { token: ofThief, newPassword: 'of the thief' })).status,
    ).toBe(400);
    const reset = { token: done.resetToken, newPassword: 'another good one' };
    expect((await logins.post('reset-password', reset)).status).toBe(200);
    expect((await logins.signIn('owner1@athletes.example', 'another good one')).uid).toBe(uid);
    expect((await logins.post('sign-in/email', { email: 'thief1@evil.example', password })).status).toBe(401);
  });

  test('works before the change takes effect, and prevents it', async () => {
    const { cookie, uid } = await logins.signUp('owner2@athletes.example');
    const token = await change(cookie, 'owner2@athletes.example', 'thief2@evil.example', false);
    expect((await takeBack(token)).status).toBe(200);
    const link = new URL(linkTo('thief2@evil.example'));
    await logins.get(`verify-email${link.search}`, { cookie });
    expect(await emailOf(uid)).toBe('owner2@athletes.example');
  });

  test('works once, also at the same time', async () => {
    const { cookie } = await logins.signUp('owner3@athletes.example');
    const token = await change(cookie, 'owner3@athletes.example', 'thief3@evil.example');
    const both = await Promise.all([takeBack(token), takeBack(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await takeBack(token);
    expect(outcomeOf(again)).toEqual(refused);
    expect(again.body).toMatchObject({ message: expect.stringContaining('used already') });
  });

  test('works for seven days from the change on, and not after them', async () => {
    const { cookie, uid } = await logins.signUp('owner4@athletes.example');
    const first = await change(cookie, 'owner4@athletes.example', 'late4@athletes.example');
    clock.nowMs += 7 * dayMs + 1;
    expect(outcomeOf(await takeBack(first))).toEqual(refused);
    await identity().sweep();
    expect(
      await database().db.select().from(authEmailChanges).where(eq(authEmailChanges.userId, uid)),
    ).toEqual([]);
    const other = await logins.signUp('owner5@athletes.example');
    const second = await change(other.cookie, 'owner5@athletes.example', 'thief5@evil.example');
    clock.nowMs += 7 * dayMs - 10_000;
    expect((await takeBack(second)).status).toBe(200);
  });

  test("can't be evaded by a second change: the first link still works, and the link of the second ends", async () => {
    const { cookie, uid } = await logins.signUp('owner6@athletes.example');
    const first = await change(cookie, 'owner6@athletes.example', 'thief6@evil.example');
    const second = await change(cookie, 'thief6@evil.example', 'thief7@evil.example');
    expect(await emailOf(uid)).toBe('thief7@evil.example');
    expect((await takeBack(first)).status).toBe(200);
    expect(await emailOf(uid)).toBe('owner6@athletes.example');
    expect(outcomeOf(await takeBack(second))).toEqual(refused);
    expect(await emailOf(uid)).toBe('owner6@athletes.example');
  });

  test('taking back the second change by itself restores the address between, and the first owner can still undo both', async () => {
    const { cookie, uid } = await logins.signUp('owner8@athletes.example');
    const first = await change(cookie, 'owner8@athletes.example', 'mid8@athletes.example');
    const second = await change(cookie, 'mid8@athletes.example', 'thief8@evil.example');
    expect((await takeBack(second)).status).toBe(200);
    expect(await emailOf(uid)).toBe('mid8@athletes.example');
    expect((await takeBack(first)).status).toBe(200);
    expect(await emailOf(uid)).toBe('owner8@athletes.example');
  });

  test('is not prevented by an account that has taken the address since; its owner may return to it', async () => {
    const { cookie, uid } = await logins.signUp('owner9@athletes.example');
    const token = await change(cookie, 'owner9@athletes.example', 'thief9@evil.example');
    const signUp = await logins.post('sign-up/email', {
      email: 'Owner9@athletes.example',
      password,
      name: 'T',
    });
    expect(problemOf(signUp)).toMatchObject({ status: 422, code: 'already_exists' });
    const other = await logins.signUp('other9@evil.example');
    const asked = await logins.post(
      'change-email',
      { newEmail: 'owner9@athletes.example', password },
      { cookie: other.cookie },
    );
    expect(asked.status).toBe(200);
    await identity().whenIdle();
    expect(mailbox.to('owner9@athletes.example')).toHaveLength(1);
    await change(cookie, 'thief9@evil.example', 'owner9@athletes.example');
    expect(await emailOf(uid)).toBe('owner9@athletes.example');
    expect((await takeBack(token)).status).toBe(200);
  });

  test('reports that another account now has the address, and changes nothing', async () => {
    const { cookie, uid } = await logins.signUp('owner10@athletes.example');
    const token = await change(cookie, 'owner10@athletes.example', 'thief10@evil.example');
    const other = await logins.signUp('other10@athletes.example');
    const { db } = database();
    await db.update(authUsers).set({ email: 'owner10@athletes.example' }).where(eq(authUsers.id, other.uid));
    const taken = await takeBack(token);
    expect(problemOf(taken)).toMatchObject({ status: 409, code: 'already_exists' });
    expect(await logins.whoIs(cookie)).toMatchObject({ id: uid, email: 'thief10@evil.example' });
    await db.update(authUsers).set({ email: 'free@athletes.example' }).where(eq(authUsers.id, other.uid));
    expect((await takeBack(token)).status).toBe(200);
  });

  test('changes nothing after the account is deleted, or with a made-up token', async () => {
    const { cookie, uid } = await logins.signUp('owner11@athletes.example');
    const token = await change(cookie, 'owner11@athletes.example', 'new11@athletes.example');
    await database().db.delete(authUsers).where(eq(authUsers.id, uid));
    expect(outcomeOf(await takeBack(token))).toEqual(refused);
    expect(outcomeOf(await takeBack('made-up'))).toEqual(refused);
  });

  test('is not done by a program that opens the links of mails', async () => {
    const { cookie, uid } = await logins.signUp('owner12@athletes.example');
    const token = await change(cookie, 'owner12@athletes.example', 'thief12@evil.example');
    await app().call('GET', `/reset?take-back=${token}`);
    await app().call('GET', `/api/auth/take-back-email?token=${token}`);
    expect(await emailOf(uid)).toBe('thief12@evil.example');
    expect((await takeBack(token)).status).toBe(200);
  });

  test('cannot be done with a copy of the database, which does not contain the token', async () => {
    const { cookie, uid } = await logins.signUp('owner13@athletes.example');
    const token = await change(cookie, 'owner13@athletes.example', 'new13@athletes.example');
    const rows = await database().db.select().from(authEmailChanges).where(eq(authEmailChanges.userId, uid));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
