import { randomUUID } from 'node:crypto';
import { activities } from '@boathouse/contract/activities';
import { lookWithAxe } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

test('the search opens with Ctrl K, works with the keyboard only, and gives the focus back', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  const zora = await newMember('Zora Quill');
  await page.goto('/settings');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Training' });
  const field = page.getByRole('combobox', { name: 'Page, athlete, club or session' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Keyboard shortcuts/);
  expect((await lookWithAxe(page, { part: 'dialog' })).found).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(link).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect((await lookWithAxe(page, { part: 'dialog' })).found).toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await field.pressSequentially('quill');
  await expect(page.getByRole('option', { name: 'Zora Quill' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/athletes/${zora.user._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zora Quill');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL('**/training/statistics');
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeFocused();
});

test('a workout left on another device turns off neither the search nor the shortcuts', async ({
  newMember,
}) => {
  const { page, context, user } = await newMember('Ann Oar');
  await call(context.request, activities.create, {
    body: { user: user._id, title: 'Just row', workout: 'Just row', owner: randomUUID() },
  });
  for (const path of ['/settings', '/row']) {
    await page.goto(path);
    await expect(page.getByText('another device').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a page reports that the server is unreachable, until it is back', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION/);
  const { page, context } = await newMember('Ann Oar');
  await page.clock.install();
  await page.goto('/training/statistics');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const loaded = page.waitForResponse(/server-notices-.*\.js/);
  await page.clock.runFor(9_000);
  await loaded;
  // By the page's time, once its data are stored on the device.
  const line = page
    .getByRole('status')
    .getByText(/^You're offline\. This page (may be out of date|is as it was at )/);
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await context.setOffline(false);
  await expect(line).toBeHidden();
});
