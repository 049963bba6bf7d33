import { startOpenIdProvider } from './fixtures/openid-provider.ts';
import { expect, test } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

test('[AUTH-1] [AUTH-3] [AUTH-5] with a hosted provider users sign in only with its popup, and its subject is the uid', async ({
  page,
}) => {
  const provider = await startOpenIdProvider();
  const server = await startProductServer({
    env: {
      ...provider.env,
      IDENTITY_ISSUER: provider.issuer,
      IDENTITY_AUDIENCE: provider.env['OIDC_CLIENT_ID'] ?? '',
      LOG_LEVEL: 'warn',
      WEB_DIR: process.env.E2E_WEB_DIR ?? '',
    },
  });
  provider.serve(server.url);
  provider.know({ id: 'gesa-at-the-club', email: 'gesa@club.example', name: 'Gesa Oar' });
  for (const path of ['/login', '/register']) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page.locator('input[type=password]')).toHaveCount(0);
  }
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opening;
  await popup.getByLabel('Account').fill('gesa-at-the-club');
  const closing = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await closing;
  await page.waitForURL('**/dashboard');
  const session: unknown = await (await page.request.get(`${server.url}/api/auth/get-session`)).json();
  expect(session).toMatchObject({ user: { id: 'gesa-at-the-club', email: 'gesa@club.example' } });

  await page.goto(`${server.url}/settings#account`);
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await expect(account).toContainText('gesa@club.example');
  await expect(account).toContainText('You can change it at Google.');
  await expect(account.locator('input')).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Gesa Oar' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.close();
  await server.stop();
  await provider.stop();
});
