import type { Page } from '@playwright/test';
import { startMailServer } from './fixtures/mail-server.ts';
import type { MailServer } from './fixtures/mail-server.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { signUp, submitLogin } from './fixtures/people.ts';
import { expect, newPerson, test as base } from './fixtures/product.ts';
import { clockAhead, startProductServer } from './fixtures/product-server.ts';
import type { ProductServer } from './fixtures/product-server.ts';

/** `startAt(ms)` restarts the server with its clock that far ahead. */
type World = { mail: MailServer; server: ProductServer; startAt(aheadMs: number): Promise<void> };

/** For all tests of this file: hooks use `baseURL` too, so the first of them starts the server. */
let shared: Promise<World> | undefined;

async function startWorld(): Promise<World> {
  const mail = await startMailServer();
  const server = await startProductServer({
    env: { SMTP_URL: mail.url, LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  const startAt = (aheadMs: number) => server.restart(clockAhead(aheadMs));
  return { mail, server, startAt };
}

const test = base.extend<{ world: World }>({
  // oxlint-disable-next-line no-empty-pattern
  world: async ({}, use) => {
    shared ??= startWorld();
    await use(await shared);
  },
  baseURL: async ({ world }, use) => {
    await use(world.server.url);
  },
});

test.afterAll(async () => {
  const world = await shared;
  await world?.server.stop();
  await world?.mail.stop();
});

const sent = 'Check your email for a reset password link.';
const errorToast = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong' });
const refused = /Failed to load resource: .* 400/;

async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto('/reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(sent)).toBeVisible();
}

/** The link in the newest mail to this address, once the mail has come. */
async function linkFor(mail: MailServer, email: string, before = 0): Promise<string> {
  const to = () => mail.mails.filter((each) => each.to.includes(email));
  await expect.poll(() => to().length).toBeGreaterThan(before);
  return /https?:\/\/\S+/.exec(to().at(-1)?.text ?? '')?.[0] ?? '';
}

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.locator('input[name=newPassword]').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

test('[AUTH-4] [LOGIN-1] [LOGIN-3] a forgotten password is reset by a mail, once, and every other login ends', async ({
  page,
  browser,
  world: { mail, server },
  consoleGuard,
}) => {
  consoleGuard.allow(refused, /Failed to load resource: .* 401/);
  const person = newPerson('Fay Forgets');
  const { cookies } = await signUp(server.url, person);
  const elsewhere = await browser.newContext();
  await elsewhere.addCookies(cookies);
  const other = await elsewhere.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('button', { name: person.name })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/reset$/);
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
  await requestReset(page, person.email);
  const link = await linkFor(mail, person.email);
  expect(link).toMatch(new RegExp(`^${server.url}/reset\\?token=\\w+$`));

  await setPassword(page, link, 'short');
  await expect(errorToast(page)).toContainText('Password too short');
  await setPassword(page, link, 'a brand new password');
  await page.waitForURL('**/login');
  await expect(page.getByText('Your password was changed. Log in with it.')).toBeVisible();

  await other.goto('/dashboard');
  await other.waitForURL((url) => url.pathname === '/');
  await elsewhere.close();

  await submitLogin(page, person);
  await expect(errorToast(page)).toContainText('Invalid email or password');
  await submitLogin(page, { ...person, password: 'a brand new password' });
  await page.waitForURL('**/dashboard');

  await setPassword(page, link, 'yet another password');
  await expect(errorToast(page)).toContainText('Invalid token');
  await page.getByRole('link', { name: 'Get a new one' }).click();
  await expect(page).toHaveURL(/\/reset$/);
});

test('[AUTH-4] an unknown address gets the same response, but no mail', async ({
  page,
  world: { mail, server },
}) => {
  const person = newPerson('Kai Known');
  await signUp(server.url, person);
  const unknown = newPerson('Nobody').email;
  await requestReset(page, unknown);
  await requestReset(page, person.email);
  await linkFor(mail, person.email);
  expect(mail.mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
});

test('[AUTH-4] a link expires after an hour', async ({ page, world, consoleGuard }) => {
  // The server starts three times.
  consoleGuard.allow(refused);
  const { mail, server, startAt } = world;
  const person = newPerson('Lou Late');
  await signUp(server.url, person);
  await requestReset(page, person.email);
  const link = await linkFor(mail, person.email);
  await requestReset(page, person.email);
  const second = await linkFor(mail, person.email, 1);

  // An open page would send requests to the stopped server.
  const restartAt = async (minutes: number) => {
    await page.goto('about:blank');
    await startAt(minutes * 60_000);
  };
  await restartAt(59);
  await setPassword(page, second, 'in the last minute');
  await page.waitForURL('**/login');
  await restartAt(61);
  await setPassword(page, link, 'too late a password');
  await expect(errorToast(page)).toContainText('Invalid token');
  await page.goto('/login');
  await submitLogin(page, { ...person, password: 'in the last minute' });
  await page.waitForURL('**/dashboard');
  await restartAt(0);
});

test('[AUTH-8] [SET-2] a new email becomes valid when the link in the mail to it is opened, and signs in from then on', async ({
  page,
  context,
  world: { mail, server },
  consoleGuard,
}) => {
  consoleGuard.allow(/Failed to load resource: .* 401/);
  const person = newPerson('Mo Moves');
  const moved = newPerson('Mo Moved').email;
  const { cookies } = await signUp(server.url, person);
  await context.addCookies(cookies);

  await page.goto('/settings#account');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(person.email);
  await email.fill(moved);
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText(`Check your email for a link that confirms ${moved}.`)).toBeVisible();
  await page.reload();
  await expect(email).toHaveValue(person.email);

  const link = await linkFor(mail, moved);
  await linkFor(mail, person.email);
  await page.goto(link);
  await page.waitForURL('**/settings#account');
  await expect(email).toHaveValue(moved);

  await context.clearCookies();
  await page.goto('/login');
  await submitLogin(page, person);
  await expect(errorToast(page)).toContainText('Invalid email or password');
  await submitLogin(page, { ...person, email: moved });
  await page.waitForURL('**/dashboard');
});

test('[AUTH-8] a browser left open changes the email only with the password, and the mail to the old address undoes it', async ({
  page,
  context,
  browser,
  world: { mail, server, startAt },
  consoleGuard,
}) => {
  // The server starts twice. A call is refused because it lacks a proof, and then because of a wrong password.
  consoleGuard.allow(/Failed to load resource: .* 40[013]/);
  const person = newPerson('Olga Open');
  const thief = newPerson('Theo Thief').email;
  const { cookies } = await signUp(server.url, person);
  await context.addCookies(cookies);
  await startAt(11 * 60_000);

  await page.goto('/settings#account');
  const email = page.getByLabel('Email');
  await email.fill(thief);
  await page.getByRole('button', { name: 'Save email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  await expect(password).toBeFocused();
  await expectForEveryone(page, 'the question for the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await password.fill('a guess of the thief');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This password is wrong.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(errorToast(page)).toContainText('Canceled. Nothing was changed.');
  // The typed text is still there.
  await expect(email).toHaveValue(thief);
  expect(mail.mails.filter(({ to }) => to.includes(thief))).toEqual([]);

  await page.getByRole('button', { name: 'Save email' }).click();
  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Check your email for a link that confirms ${thief}.`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto(await linkFor(mail, thief));
  await expect(email).toHaveValue(thief);

  // The owner opens the mail to the old address on a phone that is not logged in.
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  const link = await linkFor(mail, person.email);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Take your email back' })).toBeVisible();
  await expectForEveryone(phone, 'taking an email back');
  await phone.getByRole('button', { name: 'Take it back' }).click();
  await expect(phone.getByText(`The email of your account is ${person.email} again.`)).toBeVisible();
  await phone.locator('input[name=newPassword]').fill('only the owner knows');
  await phone.getByRole('button', { name: 'Save password' }).click();
  await phone.waitForURL('**/login');
  await submitLogin(phone, { ...person, password: 'only the owner knows' });
  await phone.waitForURL('**/dashboard');
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Take it back' }).click();
  await expect(errorToast(phone)).toContainText('This link was used already');
  await elsewhere.close();

  await page.goto('/dashboard');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('about:blank');
  await startAt(0);
});
