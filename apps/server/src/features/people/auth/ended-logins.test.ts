import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMail } from '../../../infra/mail.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { readMail, startSmtpServer } from '../../../../test/support/smtp.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { openTestIdentity } from '../../../../test/support/test-identity.ts';
import { TestLogins, type TestLogin } from '../../../../test/support/test-logins.ts';
import { TestPage } from '../../../../test/support/test-page.ts';

const database = usePglite();
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
const app = useTestApp(database, {}, async () => {
  smtp = await startSmtpServer();
  const mail = openMail({
    smtpUrl: smtp.url,
    from: 'row@club.example',
    folder: '/nowhere',
    log: { info() {} },
  });
  return openTestIdentity(database().db, { mail });
});
afterAll(() => smtp.close());
const logins = new TestLogins(app);
let address: string;
beforeAll(async () => {
  address = await app().listen();
});

const person = (login: TestLogin): Person => ({
  uid: login.uid,
  token: login.token,
  user: { _id: '', displayName: 'Ann', iconURL: null },
});

/** Creates two logins of one athlete, each with a live page. */
async function twoPages(email: string) {
  const one = await logins.signUp(email);
  await app().call('POST', '/api/users', {
    as: person(one),
    body: { displayName: 'Ann', uid: one.uid, iconURL: null },
  });
  const two = await logins.signIn(email);
  const pages = [
    await TestPage.open(address, { as: person(one) }),
    await TestPage.open(address, { as: person(two) }),
  ] as const;
  return { one, two, pages };
}
/** Watches a page's connection; `inTime` rejects if it has not ended within a second of the call. */
function watchCut(page: TestPage) {
  const cut = new Promise<string>(
    (resolve) => void page.socket.once('disconnect', (reason) => resolve(reason)),
  );
  const inTime = () => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('Still connected after a second')), 1_000);
    return Promise.race([cut, tooLate]).finally(() => clearTimeout(timer));
  };
  return { inTime };
}
/** Returns whether the server still responds to this page. */
const hears = async (page: TestPage) => {
  const answer = await page.ask('no:such_event', {});
  return !answer.ok && answer.refusal.code === 'bad_message';
};

describe('a live page', () => {
  test('[AUTH-5] is disconnected within a second when its login signs out, and can’t reconnect; the other login’s page stays', async () => {
    const { one, pages } = await twoPages('out@athletes.example');
    const cut = watchCut(pages[0]);
    expect((await logins.post('sign-out', {}, { cookie: one.cookie })).status).toBe(200);
    expect(await cut.inTime()).toMatch(/transport close|io server disconnect/);
    await expect(TestPage.open(address, { as: person(one) })).rejects.toThrow('not_signed_in');
    expect(await hears(pages[1])).toBe(true);
    pages[1].close();
  });

  test('[AUTH-4] is disconnected on every device when the password is reset', async () => {
    const { pages } = await twoPages('reset@athletes.example');
    const cuts = pages.map(watchCut);
    const received = smtp.next();
    await logins.post('request-password-reset', { email: 'reset@athletes.example' });
    const token = /token=(\w+)/.exec(readMail((await received).raw).text)?.[1];
    expect((await logins.post('reset-password', { token, newPassword: 'another password' })).status).toBe(
      200,
    );
    expect(await Promise.all(cuts.map(({ inTime }) => inTime()))).toHaveLength(2);
  });

  test('[AUTH-8] is disconnected when the password is changed on another device', async () => {
    const { one, two, pages } = await twoPages('changed@athletes.example');
    const cut = watchCut(pages[0]);
    const change = { currentPassword: 'a good password', newPassword: 'a better password' };
    expect((await logins.post('change-password', change, { cookie: two.cookie })).status).toBe(200);
    await cut.inTime();
    await expect(TestPage.open(address, { as: person(one) })).rejects.toThrow('not_signed_in');
    pages[1].close();
  });

  test('is disconnected when its login is ended in the settings of another device', async () => {
    const { one, two, pages } = await twoPages('listed@athletes.example');
    const cut = watchCut(pages[0]);
    expect((await logins.post('revoke-other-sessions', {}, { cookie: two.cookie })).status).toBe(200);
    await cut.inTime();
    await expect(TestPage.open(address, { as: person(one) })).rejects.toThrow('not_signed_in');
    expect(await hears(pages[1])).toBe(true);
    pages[1].close();
  });
});
