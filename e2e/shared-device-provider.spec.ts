import { auth } from '@boathouse/contract/auth';
import { addMe, everythingKept, logInAs, switchAthlete } from './fixtures/offline/shared-tablet.ts';
import { startOpenIdProvider, type OpenIdProvider } from './fixtures/openid-provider.ts';
import { call, schedule } from './fixtures/product-api.ts';
import { startProductServer } from './fixtures/product-server.ts';
import { expect, test as base } from './fixtures/product.ts';
import {
  expectTheWholeRow,
  item,
  name,
  rowTheFirstHalf,
  rowTheRest,
  sitDownAndStart,
} from './fixtures/recorded-row.ts';

/* A boathouse's tablet, on which the next athlete signs in with a provider. */

const test = base.extend<{ provider: OpenIdProvider }>({
  // oxlint-disable-next-line no-empty-pattern
  provider: async ({}, use) => {
    const provider = await startOpenIdProvider();
    await use(provider);
    await provider.stop();
  },
  baseURL: async ({ provider }, use) => {
    const server = await startProductServer({
      env: { ...provider.env, SIMULATED_ERG: '1', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
    });
    provider.serve(server.url);
    await use(server.url);
    await server.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

test('[AUTH-3] a sign-in with a provider ends the previous login: its row waits, and the next athlete does not see its pages', async ({
  newMember,
  provider,
  consoleGuard,
}) => {
  // A call may be under way when its login ends.
  consoleGuard.allow(/ERR_FAILED/, /status of 401/);
  provider.know({ id: 'bea', email: 'bea@club.example', name: 'Bea Cox' });
  const ann = await newMember(name);
  const { page, context } = ann;
  await addMe(page, ann, '2580');
  await schedule(context.request, ann.user, { items: [item], title: 'Only for Ann' });
  const sessionId = await sitDownAndStart({ ...ann, page });
  await rowTheFirstHalf(ann);
  // The server accepts no more strokes of it: the rest stays on the tablet.
  await page.route('**/strokes', (route) => route.abort());
  await rowTheRest(ann);
  const { cookies: loginOfAnn } = await context.storageState();

  await switchAthlete(page, name);
  await page.getByRole('button', { name: 'Another athlete' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opening;
  await popup.getByLabel('Account').fill('bea');
  const closing = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await closing;
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Bea Cox', exact: true })).toBeVisible();
  const whoIs = async () => (await call(context.request, auth.session, {}))?.user.email;
  expect(await whoIs()).toBe('bea@club.example');
  await expect(page.getByText('Only for Ann')).toHaveCount(0);
  await expect(page.getByText(/unfinished|not sent/i)).toHaveCount(0);
  await expect.poll(() => everythingKept(page)).not.toContain('Only for Ann');
  expect(await everythingKept(page)).not.toContain(ann.user._id);

  const { cookies: loginOfBea } = await context.storageState();
  await context.clearCookies();
  await context.addCookies(loginOfAnn);
  expect(await whoIs()).toBeUndefined();
  await context.clearCookies();
  await context.addCookies(loginOfBea);

  await switchAthlete(page, 'Bea Cox');
  await page.unrouteAll();
  await logInAs(page, name, '2580');
  await expectTheWholeRow(ann, sessionId);
});
