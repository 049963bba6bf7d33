import { follows } from '@boathouse/contract/follows';
import type { Page } from '@playwright/test';
import { call } from './fixtures/product-api.ts';
import { expect, newPerson, test } from './fixtures/product.ts';

/** From now on only the test advances the page's time. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

test('[UI-2] the confirmation dialog closes on Cancel and Escape, and 1 s after Yes with Pending', async ({
  newMember,
}) => {
  const [ann, ben] = [await newMember('Ann Oar'), await newMember('Ben Scull')];
  const { page } = ann;
  await call(ann.context.request, follows.create, {
    body: { follower: ann.user._id, followee: ben.user._id },
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') asked.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  await page.goto(`/athletes/${ben.user._id}`);
  const unfollow = page.getByRole('button', { name: 'Unfollow' });
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to unfollow Ben Scull?' });
  const button = (name: string) => dialog.getByRole('button', { name });

  await unfollow.press('Enter');
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes']);
  // The focus cycles through the dialog and the browser's own bar (outside the page), never through what is below.
  for (let presses = 0; presses < 5; presses += 1) {
    const isBelow = await dialog.evaluate(
      (node) => document.activeElement !== document.body && !node.contains(document.activeElement),
    );
    expect(isBelow, `after Tab ${presses} times`).toBe(false);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(unfollow).toBeFocused();

  await unfollow.click();
  await button('Cancel').click();
  await expect(dialog).toBeHidden();
  await expect(unfollow).toBeFocused();
  expect(asked).toEqual([]);

  await unfollow.click();
  await stopClock(page);
  await button('Yes').click();
  await expect(button('Pending')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await button('Pending').click({ force: true });
  await button('Cancel').click({ force: true });
  await page.clock.runFor(999);
  await expect(button('Pending')).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeFocused();
  expect(asked).toEqual(['/api/follows']);
});

test('[UI-1] a toast shows its time, hides after 5 s unless hovered or focused, and never takes the focus', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.clock.install();
  await page.goto('/settings#membership');
  const change = page.getByRole('button', { name: 'Change subscription' });
  const toast = page.getByRole('status').getByText('currently in development');
  const say = async () => {
    await change.press('Enter');
    await expect(toast).toBeVisible();
    await expect(change).toBeFocused();
  };
  await expect(change).toBeVisible();
  await stopClock(page);
  await say();
  await expect(page.getByRole('status').locator('time')).toHaveText(/^\d{1,2}:\d\d$/);
  await page.clock.runFor(4_999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();

  await say();
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_000);
  await expect(toast).toBeHidden();

  await say();
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(5_000);
  await expect(toast).toBeHidden();
});

test('a script, a style or an event handler injected into a page is refused, and the page itself needs none', async ({
  newMember,
  consoleGuard,
}) => {
  const { page } = await newMember('Ann Oar');
  for (const path of ['/', '/login', '/settings', '/sign-in-popup.html']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(consoleGuard.problems(), path).toEqual([]);
  }
  await page.goto('/settings');
  consoleGuard.allow(/Content Security Policy/);
  const refused = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      directives.push(effectiveDirective);
    });
    const script = document.createElement('script');
    script.textContent = 'window.isIn = true';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(script, style);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="color: red" onclick="window.isIn = true">In</p>',
    );
    document.body.lastElementChild?.dispatchEvent(new Event('click'));
    // Violations are reported in tasks of their own; the test's timeout ends the wait.
    while (directives.length < 4) await new Promise(requestAnimationFrame);
    return { directives: directives.sort(), isIn: 'isIn' in window };
  });
  expect(refused).toEqual({
    directives: ['script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem'],
    isIn: false,
  });
});

test('[BUILD-1] shows an error for page code that does not load, with and without the header', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/ERR_FAILED/, /ChunkLoadError/);
  const { page } = await newMember('Ann Oar');
  const gone = async (part: RegExp) => page.route(part, (route) => route.abort());
  await page.goto('/dashboard');
  await gone(/assets\/statistics-page-/);
  await page.getByRole('link', { name: 'Training' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(page.getByRole('main')).toContainText("This part of the page couldn't be loaded.");
  await expect(page.getByRole('banner')).toBeVisible();

  await gone(/assets\/react-/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('main')).toContainText('Check your connection, then reload.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics');
});

test('[BUILD-1] a part of a page that does not load shows this in its place, and loads again', async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/net::ERR_FAILED/, /status of 404/);
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('Before breakfast');
  await page.route(/plan-editor-.*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: 'Edit as rows of workout item 1' }).click();
  const sentence = page.getByText(
    "The rows couldn't be loaded. Check your connection and try again, or reload the page.",
  );
  await expect(sentence).toBeVisible();
  await expect(title).toHaveValue('Before breakfast');
  await page.unroute(/plan-editor-.*\.js/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add row' })).toBeVisible();
  await expect(sentence).toBeHidden();
});

test('[SET-3] [AUTH-6] a new account keeps the look that its page had, on every device', async ({
  newAthlete,
}) => {
  const ann = newPerson('Ann Oar');
  const { page } = await newAthlete({ context: { colorScheme: 'dark' } });
  const lookOf = (seen: Page) => expect(seen.locator('html'));
  await page.goto('/register');
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Full name').fill(ann.name);
  await page.locator('input[name=password]').fill(ann.password);
  await lookOf(page).toHaveAttribute('data-mode', 'dark');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: ann.name })).toBeVisible();
  await lookOf(page).toHaveAttribute('data-mode', 'dark');

  const { page: other } = await newAthlete({ context: { colorScheme: 'light' } });
  await other.goto('/login');
  await lookOf(other).toHaveAttribute('data-mode', 'light');
  await other.getByLabel('Email').fill(ann.email);
  await other.locator('input[name=password]').fill(ann.password);
  await other.getByRole('button', { name: 'Log In' }).click();
  await other.waitForURL('**/dashboard');
  await lookOf(other).toHaveAttribute('data-mode', 'dark');
});
