import { takeoutOf } from './fixtures/takeout.ts';
import { expectForEveryone } from './fixtures/for-everyone.ts';
import { expect, test } from './fixtures/product.ts';

// A page that waits a second for an import requests its progress, which may not exist yet.
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/404 \(Not Found\) \(\S+\/api\/imports\//));

test('a takeout is read on the device, stopped, continued, and its rows are imported once', async ({
  newMember,
}) => {
  test.slow();
  const { page } = await newMember('Ann Oar');
  await page.goto('/training/import');
  const [files, rows] = [6_000, 120];
  let sentBytes = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/imports?'))
      sentBytes += request.postDataBuffer()?.length ?? 0;
  });
  const buffer = takeoutOf(files, rows);
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'takeout.zip', mimeType: 'application/zip', buffer });
  const panel = page.getByRole('region', { name: 'Files' });
  await panel.getByRole('button', { name: 'Stop reading takeout.zip' }).click();
  const stopped = panel.getByText(/Stopped: [\d,]+ of [\d,]+ files looked at, \d+ workouts? found/);
  await expect(stopped).toBeVisible();
  await expectForEveryone(page, 'a takeout that is stopped');
  await panel.getByRole('button', { name: 'Go on reading takeout.zip' }).click();
  await expect(panel.getByText('6,000 files looked at, 120 workouts found')).toBeVisible({ timeout: 60_000 });
  await panel.getByText('5,880 files hold no workout').click();
  await expect(panel.getByText(/This kind of file is not known/)).toBeVisible();
  await expectForEveryone(page, 'a takeout that was read');
  expect(sentBytes).toBeLessThan(buffer.length / 4);

  const holds = page.getByRole('region', { name: 'What the files hold' });
  await holds.getByRole('button', { name: 'Import 120 workouts' }).click();
  await expect(page.getByText('120 workouts imported.')).toBeVisible({ timeout: 60_000 });

  // The same takeout has nothing new.
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'takeout.zip', mimeType: 'application/zip', buffer });
  await expect(holds.getByText('120 already here')).toBeVisible({ timeout: 60_000 });
});
