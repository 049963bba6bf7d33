import type { Page } from '@playwright/test';
import { schedule, userOf } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { signUp } from './fixtures/people.ts';

/** The pages that show dates, and a heading of each. */
const pages: ReadonlyArray<readonly [string, string | RegExp]> = [
  ['/dashboard', /^\w+day\b/],
  ['/training/statistics', 'Statistics'],
  ['/training/activity', 'Activity'],
  ['/training/calendar', /20\d\d/],
  ['/settings#membership', 'Settings'],
  ['/notifications', 'Notifications'],
];

const expectToWork = async (page: Page, heading: string | RegExp) => {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect(page.getByText('This page has stopped working')).toBeHidden();
  await expect(page.getByText('Something went wrong')).toBeHidden();
};

test('every page works in a browser whose system has no time zone', async ({
  playwright,
  consoleGuard,
  server,
}) => {
  // Chromium then says `Etc/Unknown`, with which neither it nor the server can compute.
  const browser = await playwright.chromium.launch({ env: { ...process.env, TZ: 'Foo/Bar' } });
  consoleGuard.watch(browser);
  // This test does not have the zone that other tests set: '' means the system's.
  const context = await browser.newContext({ baseURL: server.url, timezoneId: '' });
  const person = await signUp(server.url, newPerson('Zoe Zoneless'));
  await context.addCookies(person.cookies);
  const user = await userOf(context.request, person.uid);
  const session = await schedule(context.request, user, { title: 'Evening row', items: ['2000m'] });
  const page = await context.newPage();
  await page.goto('/dashboard');
  expect(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Etc/Unknown');
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expectToWork(page, heading);
  }
  await page.goto(`/sessions/${session._id}`);
  await expectToWork(page, 'Evening row');
  await browser.close();
});
