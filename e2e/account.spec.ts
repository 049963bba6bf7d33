import { clubs } from '@boathouse/contract/clubs';
import { follows } from '@boathouse/contract/follows';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { foundClub, join } from './fixtures/clubs.ts';
import { lookWithAxe } from './fixtures/for-everyone.ts';
import { call } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';

test('a member downloads their data, reads the effects of a deletion, and deletes the account', async ({
  newMember,
  consoleGuard,
}) => {
  // Allows errors of the wrong password, of requests that the page still sends while its login ends, and of the deleted
  // athlete.
  consoleGuard.allow(/40[0134] \((Bad Request|Unauthorized|Forbidden|Not Found)\)/);
  const ann = await newMember('Ann Oar');
  const ben = await newMember('Ben Scull');
  const club = await foundClub(ann, { name: 'Riverside' });
  await join(ben, club);
  await call(ben.context.request, follows.create, {
    body: { follower: ben.user._id, followee: ann.user._id },
  });
  const { page } = ann;
  const database = `boathouse-rows-${ann.user._id}`;
  await page.goto('/settings#data');
  await leaveUnsentRow(page, database);
  // That page reads the row and has the database open.
  await page.reload();
  await expect.poll(() => writerOf(page, database)).not.toBeNull();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('my-data.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  for (const name of ['README.txt', 'profile.json', 'clubs.csv']) expect(bytes.includes(name)).toBe(true);

  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('link', { name: 'Riverside' })).toHaveAttribute(
    'href',
    `/clubs/${club.customURL}/members`,
  );
  await expect(dialog.getByRole('textbox', { name: 'Password', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await call(ann.context.request, clubs.transferOwnership, {
    body: { fromUser: ann.user._id, toUser: ben.user._id, club: club._id },
  });

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog).toContainText("This can't be undone.");
  expect((await lookWithAxe(page, { part: 'dialog' })).found).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog).toContainText('Password is required');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid password');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('a good password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect.poll(() => databasesOf(page)).not.toContain(database);

  await page.goto('/dashboard');
  await expect(page).toHaveURL('/');
  await ben.page.goto(`/athletes/${ann.user._id}`);
  await expect(ben.page.getByText("We couldn't find an athlete at that link")).toBeVisible();

  // Logging out keeps unsent rows.
  const kept = `boathouse-rows-${ben.user._id}`;
  await leaveUnsentRow(ben.page, kept);
  await ben.page.getByRole('button', { name: 'Ben Scull' }).click();
  await ben.page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(ben.page).toHaveURL('/');
  expect(await databasesOf(ben.page)).toContain(kept);
});

function databasesOf(page: Page): Promise<Array<string | undefined>> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
}

/** Stores a row on the device as the page does, in a form that no version of the page sends. */
function leaveUnsentRow(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, 1);
        request.onerror = () => reject(request.error ?? new Error('No database'));
        request.onupgradeneeded = () => {
          request.result.createObjectStore('rows', { keyPath: 'key' }).put({ key: 'unsent' });
          request.result.createObjectStore('strokes', { keyPath: ['key', 'sequence'] });
          request.result.createObjectStore('about');
        };
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
    name,
  );
}

/** Returns the page that writes this device's rows, or null while none does. */
function writerOf(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (database) =>
      new Promise<unknown>((resolve, reject) => {
        const request = indexedDB.open(database);
        request.onerror = () => reject(request.error ?? new Error('No database'));
        request.onsuccess = () => {
          const read = request.result.transaction('about').objectStore('about').get('writer');
          read.onsuccess = () => resolve(read.result ?? null);
          read.onerror = () => reject(read.error ?? new Error('Not read'));
          request.result.close();
        };
      }),
    name,
  );
}
