import type { BrowserContext, Page } from '@playwright/test';
import { startOpenIdProvider, type OpenIdProvider } from './fixtures/openid-provider.ts';
import { clockAhead, startProductServer, type ProductServer } from './fixtures/product-server.ts';
import { expect, test as base } from './fixtures/product.ts';

/* A user without a password here proves at the provider that they are at the device. */

type World = { provider: OpenIdProvider; server: ProductServer };

const test = base.extend<{ world: World }>({
  // oxlint-disable-next-line no-empty-pattern
  world: async ({}, use) => {
    const provider = await startOpenIdProvider();
    const server = await startProductServer({
      env: { ...provider.env, LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
    });
    provider.serve(server.url);
    provider.know({ id: 'gesa', email: 'gesa@club.example', name: 'Gesa Oar' });
    provider.know({ id: 'hauke', email: 'hauke@club.example', name: 'Hauke Bow' });
    await use({ provider, server });
    await server.stop();
    await provider.stop();
  },
  baseURL: async ({ world }, use) => {
    await use(world.server.url);
  },
});

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const errorToast = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong' });

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await continueButton(page).click();
  return opening;
}

async function signInAtProvider(popup: Page, id: string): Promise<void> {
  await popup.getByLabel('Account').fill(id);
  const closing = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await closing;
}

/** Signs Gesa in, and lets the login become too old to prove anything. By then the provider has forgotten her login. */
async function signInLongAgo(page: Page, { server }: World): Promise<void> {
  await page.goto('/login');
  await signInAtProvider(await openPopup(page), 'gesa');
  await page.waitForURL('**/dashboard');
  await page.goto('about:blank');
  await forgetAtProvider(page.context());
  await server.restart(clockAhead(11 * 60_000));
}

/** The product and the provider have the same host, and cookies ignore the port: deletes the provider's by name. */
async function forgetAtProvider(context: BrowserContext): Promise<void> {
  const others = (await context.cookies()).filter(({ name }) => !name.startsWith('boathouse'));
  for (const { name } of others) await context.clearCookies({ name });
}

test('[AUTH-3] a user without a password confirms at the provider, and the action that they pressed is done', async ({
  page,
  world,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 403/);
  await signInLongAgo(page, world);
  await page.goto('/training/calendar');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const subscription = page.getByRole('dialog', { name: 'Subscribe to your sessions' });
  await subscription.getByRole('button', { name: 'Create link' }).click();

  await expect(question(page)).toContainText('Log in at Google once more.');
  await signInAtProvider(await openPopup(page), 'gesa');
  await expect(question(page)).toHaveCount(0);
  await expect(subscription.getByRole('button', { name: 'Copy link' })).toBeVisible();

  // The next one needs no proof.
  await page.goto('/settings#account');
  await page.getByLabel('Email').fill('gesa@home.example');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText(/gesa@home\.example|Changes saved/)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('[AUTH-3] a user who cancels at the provider, closes its window, cancels here or goes back changes nothing, and sees a message', async ({
  page,
  world,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 403/);
  await signInLongAgo(page, world);
  const made: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/calendar') && response.ok()) {
      made.push(response.url());
    }
  });
  await page.goto('/dashboard');
  await page.goto('/training/calendar');
  const create = page.getByRole('button', { name: 'Create link' });
  const begin = async () => {
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await create.click();
    await expect(question(page)).toBeVisible();
  };
  await begin();

  const refusing = await openPopup(page);
  await refusing.getByRole('button', { name: 'Cancel' }).click();
  await expect(errorToast(page)).toContainText('The sign-in was canceled.');
  await expect(question(page)).toBeVisible();

  const closing = await openPopup(page);
  await closing.waitForURL(`${world.provider.issuer}/**`);
  // There is nothing to go back to.
  expect(await closing.goBack()).toBeNull();
  await closing.close();
  await expect(errorToast(page)).toContainText('The sign-in window was closed.');
  await expect(question(page)).toBeVisible();

  // A window that is open comes to the front, and is closed with the question.
  const left = await openPopup(page);
  await left.waitForURL(`${world.provider.issuer}/**`);
  await continueButton(page).click();
  const gone = left.waitForEvent('close');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await gone;
  await expect(question(page)).toHaveCount(0);
  await expect(errorToast(page)).toContainText('Canceled. Nothing was changed.');
  await expect(create).toBeVisible();

  // The page that asked is left.
  await create.click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/dashboard');
  await expect(question(page)).toHaveCount(0);
  expect(made).toEqual([]);
  await page.goto('/training/calendar');
  await begin();
});

test('[AUTH-3] a user who returns from the provider as another user sees a message, and nothing changes for either', async ({
  page,
  world,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 40[13]/);
  await signInLongAgo(page, world);
  const changed: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/change-email') && response.ok()) changed.push(response.url());
  });
  await page.goto('/settings#account');
  await page.getByLabel('Email').fill('thief@evil.example');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(question(page)).toBeVisible();
  await signInAtProvider(await openPopup(page), 'hauke');

  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: 'Hauke Bow' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(errorToast(page)).toHaveText(
    /Google logged you in as Hauke Bow, which is another account\. Nothing was changed\./,
  );
  await page.goto('/settings#account');
  await expect(page.getByLabel('Email')).toHaveValue('hauke@club.example');
  expect(changed).toEqual([]);
});
