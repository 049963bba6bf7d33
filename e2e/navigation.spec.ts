import type { Page } from '@playwright/test';
import { foundClub } from './fixtures/clubs.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, test, type Member } from './fixtures/product.ts';

test.describe.configure({ mode: 'parallel' });

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tabs = (page: Page, section: string) => page.getByRole('navigation', { name: section, exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const currentOf = (page: Page, navigation: string) =>
  page.getByRole('navigation', { name: navigation, exact: true }).locator('a[aria-current]');
const monthNow =
  /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/;

/** Every URL for a signed-in user, and its page's heading. */
async function pagesOf(ann: Member): Promise<[path: string, heading: string | RegExp][]> {
  const club = await foundClub(ann, { name: 'Riverside Rowing Club' });
  const session = await schedule(ann.context.request, ann.user, { title: 'At dawn', items: ['100m'] });
  return [
    ['/dashboard', /^\w+day\b/],
    ['/training/statistics', 'Statistics'],
    ['/training/activity', 'Activity'],
    ['/training/calendar', monthNow],
    ['/settings', 'Settings'],
    ['/notifications', 'Notifications'],
    ['/row', 'Just row'],
    ['/explore/clubs', 'Clubs'],
    ['/explore/athletes', 'Athletes'],
    ['/club-create', 'Create a club'],
    [`/clubs/${club.customURL}/edit`, 'Edit club'],
    [`/clubs/${club.customURL}/general`, 'Riverside Rowing Club'],
    [`/clubs/${club.customURL}/members`, 'Riverside Rowing Club'],
    [`/athletes/${ann.user._id}`, 'Ann Oar'],
    [`/athletes/${ann.user._id}/following`, /Ann Oar/],
    [`/sessions/${session._id}`, 'At dawn'],
  ];
}

test('[NAV-6] [NAV-1] every page opens at its path for a signed-in user, and redirects anonymous visitors', async ({
  newMember,
  newAthlete,
}) => {
  const ann = await newMember('Ann Oar');
  const stranger = await newAthlete();
  for (const [path, heading] of await pagesOf(ann)) {
    await ann.page.goto(path);
    await expect(title(ann.page), path).toHaveText(heading);
    expect(new URL(ann.page.url()).pathname).toBe(path);
    await stranger.page.goto(path);
    await stranger.page.waitForURL((url) => url.pathname === '/');
  }
});

test('a page opened by its address begins at its top, and a reload keeps the scroll position', async ({
  newMember,
}) => {
  const { page, user } = await newMember('Ann Oar');
  const scrolled = () => page.evaluate(() => scrollY);
  const scrollDown = (top: number) => page.evaluate((y) => scrollTo(0, y), top);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Preferences' })).toBeVisible();
  await scrollDown(600);
  await page.goto(`/athletes/${user._id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Clubs' })).toBeVisible();
  expect(await scrolled()).toBe(0);
  await scrollDown(300);
  await page.reload();
  await expect.poll(scrolled).toBe(300);
});

test('[NAV-6] shows not found for every other path', async ({ newMember }) => {
  const { page, user } = await newMember('Ann Oar');
  for (const path of ['/training', '/explore', `/athletes/${user._id}/followers`, '/clubs', '/sessions']) {
    await page.goto(path);
    await expect(page.getByText('There is no page at this address.'), path).toBeVisible();
  }
});

test('[NAV-3] [NAV-4] header and sub-headers work with the mouse, and mark the current page', async ({
  newMember,
}) => {
  const { page, user } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await expect(currentOf(page, 'Main')).toHaveText(['Dashboard']);

  await header(page).getByRole('link', { name: 'Training' }).click();
  await expect(page).toHaveURL('/training/statistics');
  for (const [tab, path] of [
    ['Activity', '/training/activity'],
    ['Calendar', '/training/calendar'],
    ['Statistics', '/training/statistics'],
  ] as const) {
    await tabs(page, 'Training').getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(path);
    await expect(currentOf(page, 'Training')).toHaveText([tab]);
    await expect(currentOf(page, 'Main')).toHaveText(['Training']);
  }

  await header(page).getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL('/explore/clubs');
  await tabs(page, 'Explore').getByRole('link', { name: 'Athletes' }).click();
  await expect(page).toHaveURL('/explore/athletes');
  await expect(currentOf(page, 'Explore')).toHaveText(['Athletes']);
  await expect(currentOf(page, 'Main')).toHaveText(['Explore']);

  await page.getByRole('banner').getByRole('button', { name: 'Ann Oar' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(`/athletes/${user._id}`);
  await expect(currentOf(page, 'Main')).toHaveText([]);
});

test('[NAV-3] [NAV-4] header and sub-headers work with the keyboard', async ({ newMember }) => {
  const { page, user } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await expect(title(page)).toBeVisible();
  /** Presses Tab until the element has the focus and shows it. */
  const tabTo = async (name: string) => {
    const focused = page.locator(':focus');
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await focused.textContent())?.includes(name)) {
        await expect(focused).toHaveCSS('outline-style', 'solid');
        return;
      }
    }
    throw new Error(`${name} is not reached`);
  };
  await tabTo('Training');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/training/statistics');
  await tabTo('Calendar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/training/calendar');
  await page.reload();
  await expect(title(page)).toHaveText(monthNow);
  await tabTo('Explore');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/explore/clubs');
  await tabTo('Ann Oar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/athletes/${user._id}`);
});

for (const width of [390, 320]) {
  test(`[NAV-3] [NAV-4] at a width of ${width} the header fits, and its links are large enough to press`, async ({
    newMember,
  }) => {
    const { page } = await newMember('Ann Oar');
    await page.setViewportSize({ width, height: 700 });
    for (const path of ['/dashboard', '/training/activity', '/explore/clubs']) {
      await page.goto(path);
      await expect(header(page).getByRole('link')).toHaveText(['Dashboard', 'Row', 'Training', 'Explore']);
      const excess = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(excess, path).toBeLessThanOrEqual(0);
      const banner = page.getByRole('banner');
      const links = [
        ...(await banner.getByRole('link').all()),
        ...(await banner.getByRole('button').all()),
        ...(await page.locator('#page > nav').getByRole('link').all()),
      ];
      expect(links.length).toBeGreaterThanOrEqual(5);
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      for (const [index, box] of boxes.entries()) {
        const what = `${path}: ${await links[index]?.textContent()}`;
        expect(box?.height, what).toBeGreaterThanOrEqual(44);
        expect(box?.width, what).toBeGreaterThanOrEqual(24);
        expect((box?.x ?? 0) + (box?.width ?? 0), what).toBeLessThanOrEqual(width);
      }
    }
  });
}
