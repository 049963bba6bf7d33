import { tokens } from '@boathouse/contract/auth/tokens';
import { foundClub } from './fixtures/clubs.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { expect, test } from './fixtures/product.ts';

test('a program with a token made in Settings reads what its owner reads, until the token is revoked', async ({
  newMember,
  playwright,
}) => {
  const { page, person, user } = await newMember('Ann Oar');
  await page.goto('/settings#security');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expectForEveryone(page, 'the dialog of a new token with errors');
  await dialog.getByLabel('Name').fill('Erg screen');
  await dialog.getByLabel('Valid for').selectOption('30 days');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = (await dialog.getByText(/^boathouse_[\w-]{43}$/).textContent()) ?? '';
  await expectForEveryone(page, 'the dialog that shows a token');
  await dialog.getByRole('button', { name: 'I saved it' }).click();
  await expect(page.getByText(/^Read\. Never used, made on .*, valid until/)).toBeVisible();
  await expectForEveryone(page, 'the list of tokens');

  const program = await playwright.request.newContext({
    baseURL: new URL('/', page.url()).href,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const current = await program.get('/api/tokens/current');
  expect(tokens.current.response.parse(await current.json()).user._id).toBe(user._id);
  const theme = await program.patch(`/api/users/${user._id}/themeColor`, { data: { themeColor: 1 } });
  expect(theme.status()).toBe(403);

  await page.reload();
  await expect(page.getByText(/^Read\. Last used on/)).toBeVisible();
  await page.getByRole('button', { name: 'End Erg screen' }).click();
  await expect(page.getByText('"Erg screen" ended')).toBeVisible();
  expect((await program.get('/api/tokens/current')).status()).toBe(401);
  await program.dispose();
});

test("an admin can't send a club's results into a private network, and sees the reason at the address", async ({
  newMember,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 400 .*\/webhook/);
  const ann = await newMember('Ann Oar');
  const club = await foundClub(ann);
  await ann.page.goto(`/clubs/${club.customURL}/edit`);
  await ann.page.getByRole('button', { name: 'Send results to another program' }).click();
  await expect(ann.page.getByLabel('Address')).toBeVisible();
  await expectForEveryone(ann.page, 'the panel of a webhook');
  await ann.page.getByLabel('Address').fill('https://127.0.0.1:9/');
  await ann.page.getByRole('button', { name: 'Set address' }).click();
  await expect(ann.page.getByText(/This server finds no public address of 127\.0\.0\.1/)).toBeVisible();
  await expectForEveryone(ann.page, 'the panel of a webhook with an error');
  await expect(ann.page.getByLabel('Address')).toHaveValue('https://127.0.0.1:9/');
});
