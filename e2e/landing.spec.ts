import { expect, test } from './fixtures/product.ts';

test('[LAND-2] the landing page shows three tabs with pictures of the product, by mouse and by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Boathouse');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Dashboard', 'Live Workout', 'Athlete Statistics']);
  const picture = page.getByRole('tabpanel').getByRole('img');
  const seen: string[] = [];
  const look = async () => {
    await picture.scrollIntoViewIfNeeded();
    // An image that could not be loaded has no width of its own.
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
    seen.push(await picture.evaluate((img: HTMLImageElement) => img.currentSrc));
  };
  await look();
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await look();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(2)).toBeFocused();
  await expect(picture).toHaveAttribute('alt', /statistics/);
  await look();
  expect(new Set(seen).size).toBe(3);
});

test('[LAND-3] explains itself to athletes and coaches, answers questions, and leads to /register', async ({
  page,
}) => {
  await page.goto('/');
  const how = page.getByRole('region', { name: 'How it works' });
  for (const role of ['For athletes', 'For coaches']) {
    await expect(how.getByRole('heading', { name: role })).toBeVisible();
  }
  await expect(how.getByRole('listitem')).toHaveCount(6);
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions.getByRole('link', { name: 'hello@boathouse.example' })).toHaveAttribute(
    'href',
    'mailto:hello@boathouse.example',
  );
  // The link opens the answer that it leads to.
  await expect(questions.getByText('Firefox and Safari have no Web Bluetooth')).toBeHidden();
  await page.getByRole('link', { name: 'Which browsers work?' }).click();
  await expect(questions.getByText('Firefox and Safari have no Web Bluetooth')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Get started free' }).first().click();
  await expect(page).toHaveURL('/register');
  await expect(page).toHaveTitle(/ · Boathouse$/);
});

test('boats row for at most five seconds, and not at all with reduced motion', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().endTime)),
      ),
    );
  expect(await longest()).toBeGreaterThan(0);
  expect(await longest()).toBeLessThanOrEqual(5_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longest()).toBe(0);
});
