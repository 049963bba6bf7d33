import { readFile } from 'node:fs/promises';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { expect, test } from './fixtures/product.ts';

/** Files that other apps wrote: SOURCES.md beside them has their source and license. */
const fixture = (name: string) => readFile(new URL(`../packages/formats/fixtures/${name}`, import.meta.url));

// A page that waits a second for an import requests its progress, which may not exist yet.
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/404 \(Not Found\) \(\S+\/api\/imports\//));

test("another app's file is read, imported, shown with its plots, exported, recognized again, and undone", async ({
  newMember,
}) => {
  test.slow();
  const { page } = await newMember('Ann Oar');
  const name = 'rowingdata_standard_example.fit';
  await page.goto('/training/activity');
  await page.getByRole('link', { name: 'Import files' }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  const give = (files: Array<{ name: string; buffer: Buffer }>) =>
    page
      .getByLabel('Choose files')
      .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })));
  const files = page.getByRole('region', { name: 'Files' });
  const holds = page.getByRole('region', { name: 'What the files hold' });

  await give([
    { name, buffer: await fixture(name) },
    { name: 'picture.fit', buffer: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    { name: 'empty.csv', buffer: Buffer.alloc(0) },
    { name: 'half.fit', buffer: (await fixture(name)).subarray(0, 10) },
  ]);
  await expect(files.getByText('4 files read')).toBeVisible();
  await expect(holds.getByText('1 new')).toBeVisible();
  await expect(holds.getByText('843 strokes, force curves, heart rate')).toBeVisible();
  await expect(holds.getByText(/picture\.fit: .*not a workout/)).toBeVisible();
  await expect(holds.getByText(/empty\.csv: .*empty/)).toBeVisible();
  await expect(holds.getByText(/half\.fit/)).toBeVisible();
  await expectForEveryone(page, 'what files hold');

  // Opens another page and returns: nothing is lost.
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.waitForURL('**/training/calendar');
  await page.goBack();
  await holds.getByRole('button', { name: 'Import 1 workout' }).dblclick();
  await expect(files.getByText('1 workout imported.')).toBeVisible();
  await files.getByRole('link', { name: 'See your activities' }).click();
  await page.getByRole('table', { name: 'Past activities' }).getByRole('link').first().click();
  await page.waitForURL('**/activities/*');
  await expect(page.getByText(`From ${name}.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Strokes' }).locator('canvas').first()).toBeVisible();

  await page.getByRole('button', { name: 'Tools' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as FIT' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^2016-07-28-.*\.fit$/);
  const exported = await readFile(await download.path());

  await page.goto('/training/import');
  await give([{ name: download.suggestedFilename(), buffer: exported }]);
  await expect(holds.getByText('1 already here')).toBeVisible();
  await holds.getByRole('button', { name: 'Close' }).click();

  // Also after a reload.
  await page.reload();
  const past = page.getByRole('region', { name: 'Your imports' });
  await expect(past.getByText(name)).toBeVisible();
  await past.getByRole('button', { name: `Undo the import of ${name}` }).click();
  await expect(past.getByText('Imports appear here, and can be undone.')).toBeVisible();
  await page.goto('/training/activity');
  await expect(page.getByText('No activities yet.')).toBeVisible();
});

test('a season asks for the time zone of its dates, and a file without machine and date asks for these', async ({
  newMember,
}) => {
  const { page } = await newMember('Ben Blade');
  await page.goto('/training/import');
  const season = 'concept2-season-2021.csv';
  const curves = 'rowingdata_eth.csv';
  await page.getByLabel('Choose files').setInputFiles([
    { name: season, mimeType: 'text/csv', buffer: await fixture(season) },
    { name: curves, mimeType: 'text/csv', buffer: await fixture(curves) },
  ]);
  const holds = page.getByRole('region', { name: 'What the files hold' });
  await expect(holds.getByText('278 new')).toBeVisible();
  await holds.getByLabel('Time zone of dates without one').selectOption('America/New_York');
  await expect(page.getByText('2 files read')).toBeVisible();
  await expect(holds.getByText(/19 Feb 2021, 13:07/).first()).toBeVisible();

  const store = holds.getByRole('button', { name: 'Import 278 workouts' });
  await store.click();
  await expect(holds.getByRole('alert')).toContainText('Choose the machine first.');
  await holds.getByLabel("Machine, where the file doesn't say").selectOption('SkiErg');
  await store.click();
  await expect(holds.getByRole('alert')).toContainText('Say when the workouts without a date began.');
  await holds.getByRole('button', { name: /Show more/ }).click();
  await holds.getByLabel('Began on').fill('2026-03-01T08:00');
  await store.click();
  // Some at a time: on a busy machine that takes long.
  await expect(page.getByText('278 workouts imported.')).toBeVisible({ timeout: 90_000 });
});
