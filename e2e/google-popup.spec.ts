import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures/console-guard.ts';
import { startOpenIdProvider } from './fixtures/openid-provider.ts';
import type { OpenIdProvider, ProviderAccount } from './fixtures/openid-provider.ts';
import { signUp } from './fixtures/people.ts';
import { newPerson } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

type World = { provider: OpenIdProvider; url: string };

const test = base.extend<{ account: ProviderAccount }, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      const server = await startProductServer({
        env: { ...provider.env, LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
      });
      provider.serve(server.url);
      await use({ provider, url: server.url });
      await server.stop();
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => {
    await use(world.url);
  },
  account: async ({ world }, use) => {
    const id = randomUUID();
    const account = { id, email: `${id}@google.example`, name: 'Gesa Oar' };
    world.provider.know(account);
    await use(account);
  },
});

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const profile = (page: Page, name: string) => page.getByRole('button', { name });
const errorToast = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong' });

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await button(page).click();
  return opening;
}

/** Signs in on the provider's own page. */
async function signInAtProvider(popup: Page, id: string): Promise<void> {
  await popup.getByLabel('Account').fill(id);
  const closing = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await closing;
}

async function uidOf(page: Page): Promise<unknown> {
  const answer: unknown = await (await page.request.get('/api/auth/get-session')).json();
  expect(answer).toMatchObject({ user: { id: expect.any(String) } });
  return answer && typeof answer === 'object' && 'user' in answer ? answer.user : null;
}

for (const path of ['/login', '/register']) {
  test(`[AUTH-3] [AUTH-6] on ${path} the popup opens, signs in and closes, and the page continues to the dashboard`, async ({
    page,
    account,
    world,
  }) => {
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto(path);
    const popup = await openPopup(page);
    await popup.waitForURL(`${world.provider.issuer}/**`);
    await signInAtProvider(popup, account.id);
    await page.waitForURL('**/dashboard');
    await expect(profile(page, 'Gesa Oar')).toBeVisible();
    await expect(errorToast(page)).toHaveCount(0);
    expect(await uidOf(page)).toMatchObject({ email: account.email, name: 'Gesa Oar', image: null });
    // The page itself sends no requests to other origins.
    expect([...asked]).toEqual([world.url]);
    const cookies = await page.context().cookies(world.url);
    const login = cookies.find(({ name }) => name.endsWith('session_token'));
    expect(login).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  });
}

test('[AUTH-3] [AUTH-5] the same person at the provider is the same user, after signing out and from another browser', async ({
  page,
  account,
  browser,
}) => {
  await page.goto('/login');
  await signInAtProvider(await openPopup(page), account.id);
  await page.waitForURL('**/dashboard');
  const first = await uidOf(page);

  await profile(page, 'Gesa Oar').click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/login');
  // The user is signed in there already, so the popup asks nothing and closes by itself.
  await button(page).click();
  await page.waitForURL('**/dashboard');
  expect(await uidOf(page)).toMatchObject(Object(first));

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/register');
  await signInAtProvider(await openPopup(other), account.id);
  await other.waitForURL('**/dashboard');
  expect(await uidOf(other)).toMatchObject(Object(first));
  await elsewhere.close();
});

test('[AUTH-3] an expired login is renewed in its page, which keeps the typed text; another account leaves the page', async ({
  page,
  account,
  world,
  consoleGuard,
}) => {
  consoleGuard.allow(/Failed to load resource: .* 401/);
  const other = { id: randomUUID(), email: `${randomUUID()}@google.example`, name: 'Hauke Bow' };
  world.provider.know(other);
  await page.goto('/login');
  await signInAtProvider(await openPopup(page), account.id);
  await page.waitForURL('**/dashboard');
  const first = await uidOf(page);
  await page.goto('/club-create');
  const name = page.getByRole('textbox', { name: /^Name/ });
  const again = page.getByRole('dialog', { name: 'Log in again' });
  const endTheLogin = async () => {
    await name.fill('Kept Rowing Club');
    await page.getByRole('textbox', { name: /URL/ }).fill(`kept-${randomUUID().slice(0, 8)}`);
    await page.context().clearCookies();
    // Another call of the page may have noticed it before, and then the dialog covers the button.
    await page.getByRole('button', { name: /^Create/ }).dispatchEvent('click');
    await expect(again).toBeVisible();
  };

  await endTheLogin();
  const popup = await openPopup(page);
  await popup.close();
  await expect(errorToast(page)).toContainText('The sign-in window was closed.');
  await signInAtProvider(await openPopup(page), account.id);
  await expect(again).toHaveCount(0);
  await expect(name).toHaveValue('Kept Rowing Club');
  expect(await uidOf(page)).toMatchObject(Object(first));

  await endTheLogin();
  await signInAtProvider(await openPopup(page), other.id);
  await page.waitForURL('**/dashboard');
  await expect(profile(page, 'Hauke Bow')).toBeVisible();
});

test('[AUTH-3] shows when the user closes the popup, and the next attempt works', async ({
  page,
  account,
  world,
}) => {
  await page.goto('/login');
  const popup = await openPopup(page);
  await popup.waitForURL(`${world.provider.issuer}/**`);
  await popup.close();
  await expect(errorToast(page)).toContainText('The sign-in window was closed.');
  await signInAtProvider(await openPopup(page), account.id);
  await page.waitForURL('**/dashboard');
});

test('[AUTH-3] shows when the user cancels at the provider', async ({ page }) => {
  await page.goto('/login');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(errorToast(page)).toContainText('The sign-in was canceled.');
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page).toHaveURL(/\/login$/);
});

test('[AUTH-3] shows when the browser blocks the popup', async ({ playwright, consoleGuard, world }) => {
  // In tests every popup may open; this browser blocks popups that no user's press has requested.
  const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--disable-popup-blocking'] });
  consoleGuard.watch(browser);
  const page = await browser.newPage();
  const popups: Page[] = [];
  page.on('popup', (popup) => popups.push(popup));
  await page.addInitScript(() => {
    const watch = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.startsWith('Continue with'),
      );
      // For a while, a script that the test runs in a page counts as a user's press.
      if (button === undefined || navigator.userActivation.isActive) return;
      clearInterval(watch);
      button.click();
      console.log('pressed');
    }, 50);
  });
  const pressed = page.waitForEvent('console', (message) => message.text() === 'pressed');
  await page.goto(`${world.url}/login`);
  await pressed;
  await expect(errorToast(page)).toContainText(
    'The browser blocked the sign-in window. Allow pop-ups for this page, then try again.',
  );
  await expect(page).toHaveURL(/\/login$/);
  expect(popups).toEqual([]);
  await browser.close();
});

test('[AUTH-3] an account with a password and the same email is not taken over', async ({ page, world }) => {
  const person = newPerson('Pia Password');
  await signUp(world.url, person);
  world.provider.know({ id: 'pia', email: person.email, name: 'Pia at the provider' });
  await page.goto('/login');
  await signInAtProvider(await openPopup(page), 'pia');
  await expect(errorToast(page)).toContainText('There is already an account with this email.');
  await expect(page).toHaveURL(/\/login$/);
});

test('[AUTH-3] without a provider the page has no such button', async ({ page }) => {
  const server = await startProductServer({
    env: { LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  for (const path of ['/login', '/register']) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0);
  }
  await server.stop();
});
