import type { Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { keptOf, reopen, test } from './fixtures/offline/installation.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, newPerson, type Member } from './fixtures/product.ts';
import { signUp, submitLogin } from './fixtures/people.ts';
import { item, name } from './fixtures/recorded-row.ts';

/* A page that was open only for a moment: the device stores it soon after it is shown, for its user only. */

test.describe.configure({ mode: 'parallel' });
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone));

/** Lets exactly this much of the page's own time pass: a busy machine makes the test slower but does not fail it. */
async function passAndStop(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((after) => Date.now() + after, ms));
}

const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');

async function logIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person);
  await expect(page).toHaveURL('/dashboard');
}

async function logOut({ page }: Pick<Member, 'page'>): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/');
}

test("a page shown for 2 s opens without the server, for the second user of a browser too, and neither sees the other's", async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  await schedule(ann.context.request, ann.user, { items: [item], title: 'Only for Ann' });
  const { page } = ann;
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByText('Only for Ann').first()).toBeVisible();
  await passAndStop(page, 2_000);
  await expect.poll(() => keptOf(page)).toContain('Only for Ann');
  // The worker starts once the page loads nothing more; that wait uses the page's clock.
  await page.clock.resume();
  await expect.poll(() => hasWorker(page), { timeout: 60_000 }).toBe(true);
  await logOut(ann);

  const bea = await signUp(line.url, newPerson('Bea Cox'));
  await logIn(page, bea);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bea Cox' })).toBeVisible();
  await passAndStop(page, 2_000);
  await expect.poll(() => keptOf(page)).toContain(bea.uid);
  expect(await keptOf(page)).not.toContain(ann.user._id);

  // The clock is the browser's.
  await page.clock.resume();
  await line.cut();
  const { page: later } = await reopen(ann, '430000001');
  await later.goto('/dashboard');
  await expect(later.getByRole('button', { name: 'Bea Cox' })).toBeVisible();
  await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(later.getByText("couldn't be loaded")).toHaveCount(0);
  await expect(later.getByText('Only for Ann')).toHaveCount(0);
  await line.mend();
});

test('a tab closed as soon as its second page is shown has stored that page', async ({ newMember, line }) => {
  const ann = await newMember(name);
  const session = await schedule(ann.context.request, ann.user, { items: [item], title: 'Before breakfast' });
  const { page } = ann;
  await page.goto('/dashboard');
  await expect.poll(() => keptOf(page)).toContain('Before breakfast');
  await expect.poll(() => hasWorker(page), { timeout: 60_000 }).toBe(true);
  await page.getByRole('link', { name: 'Before breakfast' }).first().click();
  await expect(page).toHaveURL(`/sessions/${session._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Before breakfast' })).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.close({ runBeforeUnload: true });
  await line.cut();
  const later = await ann.context.newPage();
  await later.goto(`/sessions/${session._id}`);
  await expect(later.getByRole('heading', { level: 1, name: 'Before breakfast' })).toBeVisible();
  await line.mend();
});

test('a browser that stores nothing shows every page, and reports without the server what is missing', async ({
  newMember,
  line,
}) => {
  const ann = await newMember(name);
  const { page } = ann;
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(globalThis, storage, { get: refuse });
    }
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
  });
  for (const path of ['/dashboard', '/training/statistics', '/row', '/settings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await line.cut();
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await expect(page.getByText(/couldn.t be loaded|Not available offline/).first()).toBeVisible({
    timeout: 60_000,
  });
  expect(errors).toEqual([]);
  await line.mend();
});

test('a full disk stores nothing, and a page without the server reports it', async ({
  newMember,
  line,
  consoleGuard,
}) => {
  consoleGuard.allow(/quota|QuotaExceeded/i);
  const ann = await newMember(name);
  const { page } = ann;
  await page.goto('/login');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 1 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await line.cut();
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await expect(page.getByText(/couldn.t be loaded|Not available offline/).first()).toBeVisible({
    timeout: 60_000,
  });
  await line.mend();
});
