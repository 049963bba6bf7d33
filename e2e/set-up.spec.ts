import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { expect, test } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

const ops = fileURLToPath(new URL('../apps/server/src/ops.ts', import.meta.url));
const env = { LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' };

test('a new server gets a backup in the browser, and its athletes log in there', async ({
  page,
  consoleGuard,
}) => {
  // The errors of the wrong code, and of the server while it restarts.
  consoleGuard.allow(
    /400 \(Bad Request\)|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|503/,
  );
  const folder = await mkdtemp(join(tmpdir(), 'boathouse-e2e-backup-'));
  const backup = join(folder, 'club.tar.gz');
  const before = await startProductServer({ env });
  const credentials = { email: 'ann@club.example', password: 'rowing at dawn' };
  const signedUp = await page.request.post(`${before.url}/api/auth/sign-up/email`, {
    headers: { origin: before.url },
    data: { ...credentials, name: 'Ann Archive' },
  });
  expect(signedUp.ok()).toBe(true);
  await page.goto(`${before.url}/dashboard`);
  await expect(page.getByRole('banner')).toContainText('Ann Archive');
  await promisify(execFile)(process.execPath, [ops, 'backup', backup, '--data', before.dataDir]);
  await page.context().clearCookies();
  await before.stop();

  const server = await startProductServer({ env });
  const code = /enter the code (\S+) there/.exec(server.logs())?.[1] ?? '';
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Set up' }).first().click();
  await page.getByRole('button', { name: 'Restore from a backup' }).click();
  await expect(page.getByRole('heading', { name: 'Restore from a backup', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Choose a backup')).toBeVisible();
  await expectForEveryone(page, '/set-up, restore with errors');

  const field = page.getByLabel("Code in the server's log");
  await field.fill('AAAA-BBBB-CCCC');
  await page.getByLabel('Backup').setInputFiles(ops);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('This code is wrong.', { exact: false })).toBeVisible();
  await field.fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('This file is not a complete backup', { exact: false })).toBeVisible();
  await page.getByLabel('Backup').setInputFiles(backup);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Restored', level: 1 })).toBeVisible({ timeout: 120_000 });
  await expectForEveryone(page, '/set-up, restored');
  await page.getByRole('link', { name: 'Log In' }).last().click();
  await page.getByLabel('Email').fill(credentials.email);
  await page.locator('input[name=password]').fill(credentials.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('banner')).toContainText('Ann Archive');
  await page.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
