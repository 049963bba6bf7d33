import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { administration } from '@boathouse/contract/administration/calls';
import { authUsers, users } from '../../../db/tables.ts';
import { onEachDatabase, waitingFor } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { createUser } from '../users/index.ts';
import { openSetUp } from './index.ts';
import { isSameCode, newSetUpCode } from './rules.ts';

const password = 'a good password';

const SignedUpSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

onEachDatabase('the first run', (database) => {
  const app = useTestApp(database);
  const check = (code: string, from = '10.1.1.1') =>
    app().call('POST', '/api/set-up/check', { body: { code }, from });
  const setUpOf = async () => (await app().call('GET', '/api/product')).body;

  test('has a code that makes one of two users who enter it at once an administrator, and no one after that', async () => {
    const { db } = database();
    const code = (await openSetUp(db, new Date(nowMs()))) ?? '';
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    // The next start, or another process, prints the same.
    expect(await openSetUp(db, new Date(nowMs()))).toBe(code);
    expect(await setUpOf()).toMatchObject({ setUp: 'empty' });
    expect(problemOf(await check('AAAA-AAAA-AAAA'))).toMatchObject({ status: 400, code: 'wrong_code' });
    expect((await check(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    // A program that signs up without the code gets an account, but no administration.
    const [ann, ben] = [await app().signUp('Ann'), await app().signUp('Ben')];
    expect(await setUpOf()).toMatchObject({ setUp: 'open' });
    const finish = (as: Person) => app().call('POST', '/api/set-up', { as, body: { code } });
    const answers = await Promise.all([finish(ann), finish(ben)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const administrators = await db.select().from(users).where(eq(users.isAdministrator, true));
    expect(administrators).toHaveLength(1);
    expect(await openSetUp(db, new Date(nowMs()))).toBeNull();
    expect(await setUpOf()).not.toHaveProperty('setUp');
    expect(problemOf(await check(code))).toMatchObject({ status: 409, code: 'already_exists' });
  });
});

onEachDatabase('the code of the first run', (database) => {
  const app = useTestApp(database);

  test('can be guessed ten times from an address, and still be entered from another one', async () => {
    const code = (await openSetUp(database().db, new Date(nowMs()))) ?? '';
    const check = (typed: string, from: string) =>
      app().call('POST', '/api/set-up/check', { body: { code: typed }, from });
    for (let tries = 0; tries < 10; tries += 1) expect((await check('WRONG', '10.2.2.2')).status).toBe(400);
    expect(problemOf(await check(code, '10.2.2.2'))).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
    expect((await check(code, '10.2.2.3')).status).toBe(200);
  });
});

onEachDatabase('an installation that had users before', (database) => {
  const app = useTestApp(database);

  test('has no code: the operator makes its first administrator', async () => {
    await app().signUp('Ann');
    expect(await openSetUp(database().db, new Date(nowMs()))).toBeNull();
  });
});

onEachDatabase('sign-up', (database) => {
  const app = useTestApp(database);
  let ines: Person | undefined;

  async function set(signUp: 'open' | 'invitation' | 'closed'): Promise<Person> {
    ines ??= await app().signUp('Ines');
    await database().db.update(users).set({ isAdministrator: true }).where(eq(users.id, ines.user._id));
    app().services.noteAccountChange(ines.uid);
    await app().call('PATCH', '/api/administration/settings', { as: ines, body: { signUp } });
    return ines;
  }
  async function linkOf(as: Person, isForOne: boolean): Promise<string> {
    const body = { isForOne, days: 7 };
    const made = await app().call('POST', '/api/administration/invitations', { as, body });
    return administration.createInvitation.response.parse(made.body).key;
  }
  const signUp = (given: object = {}) =>
    app().call('POST', '/api/auth/sign-up/email', {
      body: { email: `${randomUUID()}@athletes.example`, password, name: 'Nia New', ...given },
    });
  /** Makes the record of a new account, like the page after each first sign-in. */
  const enter = (answer: Awaited<ReturnType<typeof signUp>>, given: object = {}) => {
    const { token, user } = SignedUpSchema.parse(answer.body);
    const as = { uid: user.id, token, user: { _id: '', displayName: '', iconURL: null } };
    const body = { displayName: 'Nia New', uid: user.id, iconURL: null, ...given };
    return app().call('POST', '/api/users', { as, body });
  };

  test('a server that is closed creates no account, not even by a link, and states that first', async () => {
    const as = await set('open');
    const invitation = await linkOf(as, false);
    await set('closed');
    expect((await app().call('GET', '/api/product')).body).toMatchObject({ signUp: 'closed' });
    expect(problemOf(await signUp())).toMatchObject({ status: 403, code: 'forbidden' });
    expect(problemOf(await signUp({ invitation }))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('sign-up by invitation creates one account by a link for one, even if two open it at once', async () => {
    const as = await set('invitation');
    expect((await signUp()).status).toBe(403);
    const invitation = await linkOf(as, true);
    const accounts = [await signUp({ invitation }), await signUp({ invitation })];
    expect(accounts.map(({ status }) => status)).toEqual([200, 200]);
    const entered = await Promise.all(accounts.map((answer) => enter(answer, { invitation })));
    expect(entered.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await signUp({ invitation })).status).toBe(403);
  });

  test('sign-up by a link for many creates any number of accounts until it ends', async () => {
    const as = await set('invitation');
    const invitation = await linkOf(as, false);
    for (let person = 0; person < 2; person += 1) {
      expect((await enter(await signUp({ invitation }), { invitation })).status).toBe(200);
    }
    const read = await app().call('GET', '/api/administration/settings', { as });
    const { invitations } = administration.settings.response.parse(read.body);
    const [link] = invitations.filter(({ uses }) => uses === 2);
    await app().call('DELETE', `/api/administration/invitations/${link?._id}`, { as });
    expect((await signUp({ invitation })).status).toBe(403);
  });

  test('deletes an account that was made in another way, such as by a provider, and gives it no record', async () => {
    await set('open');
    const answer = await signUp();
    await set('closed');
    expect(problemOf(await enter(answer))).toMatchObject({ status: 403, code: 'forbidden' });
    const { user } = SignedUpSchema.parse(answer.body);
    expect(await database().db.select().from(authUsers).where(eq(authUsers.id, user.id))).toEqual([]);
  });

  test('keeps the account of a user who is admitted in one tab and refused in another at once', async () => {
    const as = await set('open');
    const invitation = await linkOf(as, true);
    const { user } = SignedUpSchema.parse((await signUp()).body);
    await set('invitation');
    const { db } = database();
    const { admission, identity } = app().services;
    const wanted = { displayName: 'Nia New', uid: user.id, iconURL: null };
    let isAdmitting = false;
    const admitted = createUser(
      {
        db,
        identity,
        admission: {
          admit: (tx, given) => {
            isAdmitting = true;
            return admission.admit(tx, given);
          },
        },
      },
      user.id,
      { ...wanted, invitation },
    );
    const refused = createUser(
      {
        db,
        identity,
        admission: {
          admit: async (tx, given) => {
            await expect.poll(async () => isAdmitting || (await waitingFor(db)) > 0).toBe(true);
            return admission.admit(tx, given);
          },
        },
      },
      user.id,
      wanted,
    );
    const [record, same] = await Promise.all([admitted, refused]);
    expect(same).toEqual(record);
    expect(await db.select().from(authUsers).where(eq(authUsers.id, user.id))).toHaveLength(1);
  });

  test('sign-up by a link for one admits a new user whose page asks twice at once', async () => {
    const as = await set('invitation');
    const invitation = await linkOf(as, true);
    const answer = await signUp({ invitation });
    const entered = await Promise.all([enter(answer, { invitation }), enter(answer, { invitation })]);
    expect(entered.map(({ status }) => status)).toEqual([200, 200]);
    expect(entered[0]?.body).toEqual(entered[1]?.body);
    expect((await signUp({ invitation })).status).toBe(403);
  });

  test('does not concern users who have an account: they log in with any setting', async () => {
    const as = await set('closed');
    const body = { displayName: 'Ines', uid: as.uid, iconURL: null };
    expect((await app().call('POST', '/api/users', { as, body })).status).toBe(200);
  });
});

test('a code is the same in any case and with any spaces', () => {
  const code = newSetUpCode();
  expect(isSameCode(` ${code.toLowerCase().replaceAll('-', ' ')} `, code)).toBe(true);
  expect(isSameCode(code.slice(1), code)).toBe(false);
  expect(isSameCode('', code)).toBe(false);
});
