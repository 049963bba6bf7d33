import type { Page } from '@playwright/test';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { connectMonitor, itemOf } from './fixtures/session-page.ts';

/** Returns the pressable elements below a toast; null without a toast. */
function covered(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('button[aria-label="Dismiss"]')].flatMap(
      ({ parentElement }) => parentElement ?? [],
    );
    if (toasts.length === 0) return null;
    const pressable = document.querySelectorAll(
      'a[href], button:not(:disabled, [aria-disabled="true"]), input, select, textarea, summary',
    );
    return [...pressable]
      .filter((each) => !toasts.some((toast) => toast.contains(each)))
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return toasts.some((toast) => {
          const at = toast.getBoundingClientRect();
          return box.left < at.right && box.right > at.left && box.top < at.bottom && box.bottom > at.top;
        });
      })
      .map((each) => `${each.tagName} ${each.textContent}`.slice(0, 60));
  });
}

/** Code for this loads after a page's first toast, and a push may take some seconds. */
const expectClear = (page: Page, count = 1) =>
  expect(async () => {
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBeGreaterThanOrEqual(count);
    expect(await covered(page)).toEqual([]);
  }).toPass({ timeout: 10_000 });

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]) {
  test(`[UI-1] toasts cover nothing that can be pressed at ${viewport.width} px`, async ({
    newMember,
    consoleGuard,
  }) => {
    consoleGuard.allow(/status of 500/);
    const { page, context, user } = await newMember('Ann Oar');
    await page.setViewportSize(viewport);
    await page.goto('/row');
    await page.getByRole('button', { name: 'Start Workout' }).click();
    await expectClear(page);

    const session = await schedule(context.request, user, { items: ['2000m'] });
    await page.goto(`/sessions/${session._id}`);
    await connectMonitor(page);
    const item = itemOf(page, '2000m');
    await item.getByRole('button', { name: 'Begin' }).click();
    await item.getByRole('button', { name: 'Push workout to my erg' }).click();
    await expectClear(page);

    await page.goto('/settings#preferences');
    await page.getByLabel('Clock').selectOption({ index: 2 });
    await page.getByLabel('First day of the week').selectOption('Monday');
    await expectClear(page, 2);

    // On a phone the form's fields fill the screen: toasts cover as little of it as possible.
    if (viewport.width < 500) return;
    await page.goto('/dashboard');
    if (viewport.width < 1200) await page.getByRole('button', { name: 'New Workout' }).click();
    const create = page.getByRole('button', { name: 'Create session' });
    const titleField = page.getByRole('textbox', { name: /^Title/ });
    for (const title of ['Before breakfast', 'After work']) {
      await titleField.fill(title);
      await page.getByRole('textbox', { name: 'Workout item 1' }).fill('4 x 500 m / 2:00 rest');
      await create.click();
      // The form empties once its session appears: text typed before is lost.
      await expect(titleField).toHaveValue('');
      await expectClear(page);
    }
    await page.route('**/api/sessions', (route) => route.fulfill({ status: 500, json: {} }));
    await titleField.fill('Never');
    await page.getByRole('textbox', { name: 'Workout item 1' }).fill('2000m');
    await create.click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await expectClear(page);
  });
}
