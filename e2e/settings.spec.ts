import { follows } from '@boathouse/contract/follows';
import { users } from '@boathouse/contract/users';
import type { Page } from '@playwright/test';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const menuOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(name) });

/** Resolves when the server has stored this field of the user. */
const savedOf = (page: Page, field: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/${field}`) && response.ok());

async function openSettings(page: Page, hash = ''): Promise<void> {
  await page.goto(`/settings${hash}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}

test('[SET-1] a section has its own address: a link, Back and a reload open it', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  await openSettings(page, '#profile');
  await expect(sectionOf(page, 'Profile').getByLabel('Display name')).toBeVisible();
  await page.getByRole('button', { name: 'Membership' }).press('Enter');
  await expect(sectionOf(page, 'Membership')).toContainText('None');
  await expect(page.getByLabel('Display name')).toBeHidden();
  await page.reload();
  await expect(page.getByText('Member since')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Display name')).toBeVisible();
  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByLabel('Display name')).toBeHidden();
});

test('[SET-1] on a phone settings are a list, and a section opens with its heading at the top', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.setViewportSize({ width: 390, height: 600 });
  await openSettings(page);
  await expect(page.getByLabel('Display name')).toBeHidden();
  const preferences = page.getByRole('button', { name: 'Preferences' });
  await preferences.click();
  await expect(page.getByRole('group', { name: 'Color Mode' })).toBeInViewport();
  await expect.poll(async () => (await preferences.boundingBox())?.y).toBeLessThan(40);
  await page.getByLabel('Clock').selectOption('24 hours, 18:30');
  await page.getByLabel('First day of the week').selectOption('Monday');
  await expect(page.getByRole('status').getByText('Changes saved').last()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('group', { name: 'Color Mode' })).toBeHidden();
  await page.goto('/training/calendar');
  await expect(page.getByRole('columnheader').first()).toHaveText(/Monday/);
});

test('[SET-2] [SET-6] saves a new display name and shows it in the header, even after a reload', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await menuOf(page, 'Ann Oar').click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByLabel('Display name').fill('Ann Scull');
  await page.getByRole('button', { name: 'Save display name' }).click();
  await expect(page.getByRole('status').getByText('Changes saved')).toBeVisible();
  await expect(menuOf(page, 'Ann Scull')).toBeVisible();
  await page.reload();
  await expect(menuOf(page, 'Ann Scull')).toBeVisible();
});

test('[SET-2] [SET-6] photo and banner accept only images, are shown at once and stay', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await openSettings(page, '#profile');
  const picture = Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(640, 400);
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('Nothing to paint with');
      pen.fillStyle = '#0d527c';
      pen.fillRect(0, 0, 640, 400);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    }),
  );
  const choose = (label: string, name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel(`${label}: choose an image`).setInputFiles({ name, mimeType, buffer });

  await choose('Photo', 'notes.txt', 'text/plain', Buffer.from('No picture'));
  await expect(page.getByRole('group', { name: 'Photo' }).getByRole('alert')).toContainText(
    'Choose an image',
  );

  for (const label of ['Photo', 'Banner']) {
    await choose(label, 'water.png', 'image/png', picture);
    await expect(page.getByRole('status').getByText('Changes saved')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  const pictures = () =>
    page.evaluate(() =>
      [...document.images].map((image) => [
        new URL(image.src).pathname.split('/')[2],
        image.naturalWidth > 0,
      ]),
    );
  const all = [
    ['usericons', true],
    ['usericons', true],
    ['userbanners', true],
  ];
  // In the header, and in the two frames.
  await expect.poll(pictures).toEqual(all);
  await page.reload();
  await expect.poll(pictures).toEqual(all);
  await page.getByRole('button', { name: 'Remove banner' }).click();
  await expect.poll(pictures).toEqual(all.slice(0, 2));
});

test('[SET-2] [SET-6] shows the provider’s message for a wrong current password, and changes it with the right one', async ({
  newMember,
  consoleGuard,
}) => {
  // A browser logs every refusal as a failed request.
  consoleGuard.allow(/400 \(Bad Request\)/);
  const { page, person, context, user } = await newMember('Ann Oar');
  await openSettings(page, '#account');
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('a better password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('alert')).toContainText('Invalid password');
  await expect(page.getByLabel('New password')).toHaveValue('a better password');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status').getByText('Changes saved')).toBeVisible();
  // Still signed in here.
  const again = await call(context.request, users.byId, { params: { id: user._id } });
  expect(again.displayName).toBe('Ann Oar');
});

/** Presses the tile, as a user does: its radio button is for the keyboard and visually hidden. */
async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true });
  await page.locator('label').filter({ has: radio }).click();
  await expect(radio).toBeChecked();
}

test('[SET-3] the color mode chosen on one device is on another before it paints, from the page and from the menu', async ({
  newMember,
  server,
}) => {
  const { page, browser, context } = await newMember('Ann Oar');
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    storageState: await context.storageState(),
  });
  const other = await elsewhere.newPage();
  // The first theme of the page's root, and whether anything was painted by then.
  await other.addInitScript(() => {
    const observer = new MutationObserver(() => {
      // The parser adds it with the attributes that the server wrote.
      const { mode, tint } = document.querySelector<HTMLElement>(':root')?.dataset ?? {};
      if (mode === undefined) return;
      observer.disconnect();
      const painted = performance.getEntriesByType('paint').length;
      Object.assign(window, { firstLook: { mode, tint, painted } });
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  const firstLook = () => other.evaluate(() => 'firstLook' in window && window.firstLook);

  await other.goto('/settings#preferences');
  const savedThere = savedOf(other, 'themeColor');
  await choose(other, 'Dark');
  await expect(other.locator('html')).toHaveAttribute('data-mode', 'dark');
  await savedThere;

  await openSettings(page, '#preferences');
  const saved = savedOf(page, 'tintColor');
  await choose(page, 'Blue');
  await choose(page, 'Mint');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'blue');
  await expect(page.locator('html')).toHaveAttribute('data-tint', 'mint');
  await saved;
  await other.reload();
  expect(await firstLook()).toEqual({ mode: 'blue', tint: 'mint', painted: 0 });

  await menuOf(page, 'Ann Oar').click();
  const savedAgain = savedOf(page, 'themeColor');
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await savedAgain;
  await other.reload();
  expect(await firstLook()).toEqual({ mode: 'light', tint: 'mint', painted: 0 });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light');
  await elsewhere.close();
});

test('[SET-4] sets and removes a training partner after a second, and reloads the page', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const cem = await newMember('Cem Cox');
  await newMember('Dee Deck');
  await call(ben.context.request, follows.create, {
    body: { follower: ben.user._id, followee: ann.user._id },
  });
  await call(ann.context.request, follows.create, {
    body: { follower: ann.user._id, followee: cem.user._id },
  });
  const { page } = ann;
  await page.clock.install();
  await openSettings(page, '#preferences');
  const select = page.getByRole('combobox', { name: 'Training partner' });
  await expect(select.getByRole('option')).toHaveText(['Choose an athlete', 'Ben Scull', 'Cem Cox']);

  await page.getByRole('button', { name: 'Set training partner' }).click();
  await expect(page.getByRole('alert')).toContainText('Please select a training partner first');

  const patches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/trainingPartner')) patches.push(request.method());
  });
  /** Presses the button, and resolves after the page has reloaded; no request is sent in the first second. */
  const pressAndReload = async (name: string) => {
    patches.length = 0;
    await page.evaluate(() => Object.assign(window, { isOldPage: true }));
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.getByRole('button', { name }).click();
    await page.clock.runFor(999);
    expect(patches).toEqual([]);
    const loaded = page.waitForEvent('load');
    await page.clock.runFor(1);
    await loaded;
    expect(patches).toEqual(['PATCH']);
    expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
    await page.clock.resume();
  };

  await select.selectOption('Ben Scull');
  await pressAndReload('Set training partner');
  await expect(page.getByRole('status').getByText('Ben Scull is now your training partner')).toBeVisible();
  await expect(sectionOf(page, 'Preferences')).toContainText('Ben Scull');
  await expect(select.getByRole('option')).toHaveText(['Choose an athlete', 'Cem Cox']);

  await pressAndReload('Remove training partner');
  await expect(page.getByRole('status').getByText('Removed training partner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove training partner' })).toHaveCount(0);
});

test('[SET-4] shows why a partner is no longer available, without a reload', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/400 \(Bad Request\)/);
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const pair = { follower: ben.user._id, followee: ann.user._id };
  await call(ben.context.request, follows.create, { body: pair });
  await openSettings(ann.page, '#preferences');
  const select = ann.page.getByRole('combobox', { name: 'Training partner' });
  await select.selectOption('Ben Scull');
  const gone = await ben.context.request.delete(`/api/follows?${new URLSearchParams(pair)}`);
  await expect(gone).toBeOK();
  await ann.page.getByRole('button', { name: 'Set training partner' }).click();
  await expect(ann.page.getByRole('alert')).toContainText(
    'Error setting training partner. trainingPartner: must be a user you follow or who follows you',
  );
  await expect(select).toHaveValue(ben.user._id);
});

test('[SET-5] the subscription is shown as in development', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  await openSettings(page, '#membership');
  await page.getByRole('button', { name: 'Change subscription' }).click();
  const toast = page.getByText('We apologize, but this feature is currently in development');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
});

test('[SET-1] [SET-3] settings are accessible in Light, Dark and Blue', async ({ newMember }) => {
  const { page, context, user } = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  await call(context.request, follows.create, { body: { follower: user._id, followee: ben.user._id } });
  await call(context.request, users.setTrainingPartner, {
    params: { id: user._id },
    body: { trainingPartner: ben.user._id },
  });
  await openSettings(page, '#account');
  await expect(page.getByLabel('New password')).toBeVisible();
  await page.getByLabel('Email').fill('ann');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expectForEveryone(page, 'Account');
  await page.getByRole('button', { name: 'Privacy' }).click();
  await expect(sectionOf(page, 'Privacy').getByText("You haven't blocked anyone")).toBeVisible();
  await expectForEveryone(page, 'Privacy');
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(page.getByRole('button', { name: 'Remove training partner' })).toBeVisible();
  await expectForEveryone(page, 'Preferences');
});
