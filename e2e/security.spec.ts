import { Secret, TOTP } from 'otpauth';
import { expect, test } from './fixtures/product.ts';

test('a member turns on a second factor, logs in with it, and ends the login of another device', async ({
  newMember,
  browser,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401 .*\/api\/auth\/sign-in/);
  const { page, person } = await newMember('Ann Oar');
  await page.goto('/settings#security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  await dialog.getByLabel('Code').fill(app.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(new URL('/login', page.url()).href);
  await other.getByLabel('Email').fill(person.email);
  await other.locator('input[name=password]').fill(person.password);
  await other.getByRole('button', { name: 'Log In' }).click();
  await expect(other.getByLabel('Email')).toBeHidden();
  // The code that turned it on can't be used again.
  await other.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await other.getByRole('button', { name: 'Log In' }).click();
  await other.waitForURL('**/dashboard');

  await page.reload();
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(page.getByText('Logged out everywhere else')).toBeVisible();
  await expect(page.getByText(/^This device, logged in on/)).toBeVisible();
  await other.goto('/settings');
  await expect(other).toHaveURL(/\/(\?.*)?$/);
  await elsewhere.close();
});
