import { readFile } from 'node:fs/promises';
import { schedule } from './fixtures/product-api.ts';
import { expect, test } from './fixtures/product.ts';
import { beforeThePieceMs, item } from './fixtures/recorded-row.ts';
import { replay } from './fixtures/recording.ts';
import { cockpitOf, connectMonitor, startWorkout } from './fixtures/session-page.ts';

test('after a row its result replaces the figures, takes a note, and is saved as a picture', async ({
  newMember,
}) => {
  const ann = await newMember('Ann Oar');
  const { page } = ann;
  const { _id } = await schedule(ann.context.request, ann.user, { items: [item] });
  await page.goto(`/sessions/${_id}`);
  await connectMonitor(page);
  await startWorkout(page, item);
  const run = await replay(ann.pm5, { fromMs: beforeThePieceMs, speed: 4 });
  await run.finished;

  const cockpit = cockpitOf(page);
  const heading = cockpit.getByRole('heading', { name: 'Your result' });
  await expect(heading).toBeFocused();
  await expect(cockpit).toContainText('result saved');
  await expect(cockpit.getByRole('table', { name: /Splits|Intervals/ })).toBeVisible();

  await cockpit.getByRole('button', { name: 'Add a note' }).click();
  await cockpit.getByRole('textbox', { name: 'Your note' }).fill('Sit up in the last 200');
  await cockpit.getByRole('button', { name: 'Save' }).click();
  await expect(cockpit.getByText('Sit up in the last 200')).toBeVisible();

  await cockpit.getByRole('button', { name: 'Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your result as a picture' });
  for (const [name, width, height] of [
    ['Tall 1080 × 1350', 1080, 1350],
    ['Wide 1200 × 630', 1200, 630],
  ] as const) {
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.getByRole('img', { name: /by Ann Oar/ })).toBeVisible();
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect(save).not.toHaveAttribute('aria-busy');
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    const png = await readFile(await download.path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  await cockpit.getByRole('link', { name: 'Open the result' }).click();
  await page.waitForURL('**/activities/*');
  await expect(page.getByText('Sit up in the last 200')).toBeVisible();
});
