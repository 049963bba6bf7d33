import { paint } from './fixtures/clubs.ts';
import { serverGone } from './fixtures/console-guard.ts';
import { signUp } from './fixtures/people.ts';
import { expect, newPerson, test } from './fixtures/product.ts';
import { startProductServer } from './fixtures/product-server.ts';

const chunk = 262_144;

test('[STORE-2] [SET-2] the upload of a large photo resumes after a restart of the server and a network failure', async ({
  page,
  context,
  consoleGuard,
}) => {
  // The server starts twice.
  consoleGuard.allow(...serverGone);
  const server = await startProductServer({
    env: { LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
  });
  await context.addCookies((await signUp(server.url, newPerson('Ann Oar'))).cookies);
  await page.clock.install();
  await page.goto(`${server.url}/settings#profile`);
  const photo = await paint(page, { isLarge: true });
  expect(photo.byteLength).toBeGreaterThan(4 * chunk);

  /** The method and offset of each request, such as `PATCH 0`. */
  const sent: string[] = [];
  const progress = page.getByRole('progressbar', { name: 'Uploading water.png' });
  const progressAt = () => progress.evaluate((bar) => bar instanceof HTMLProgressElement && bar.value);
  /** Ends the wait before the next try, which doubles while the server is unreachable. */
  const endWait = () => page.clock.fastForward(32_000);
  /** The failure of each chunk, in order; later chunks arrive. */
  const failures = [
    null,
    async (go: () => Promise<void>) => {
      await server.kill('SIGTERM');
      await go();
      await expect.poll(progressAt).toBe(chunk);
      await server.restart();
      await endWait();
    },
    null,
    async (go: () => Promise<void>) => {
      await context.setOffline(true);
      await go();
      await expect.poll(progressAt).toBe(2 * chunk);
      await context.setOffline(false);
      await endWait();
    },
  ];
  await page.route(/\/api\/files\/uploads/, async (route, request) => {
    sent.push(`${request.method()} ${(await request.headerValue('upload-offset')) ?? ''}`.trim());
    const failure = request.method() === 'PATCH' ? failures.shift() : null;
    if (failure) await failure(() => route.continue());
    else await route.continue();
  });
  await page
    .getByLabel('Photo: choose an image')
    .setInputFiles({ name: 'water.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('status').getByText('Changes saved')).toBeVisible({ timeout: 90_000 });

  const begunAndSent = sent.filter((each) => !each.startsWith('HEAD'));
  expect(begunAndSent.slice(0, 5)).toEqual([
    'POST',
    'PATCH 0',
    `PATCH ${chunk}`,
    `PATCH ${chunk}`,
    `PATCH ${2 * chunk}`,
  ]);
  expect(begunAndSent[5]).toBe(`PATCH ${2 * chunk}`);
  expect(begunAndSent.filter((each) => each === 'POST')).toHaveLength(1);
  await page.unrouteAll();
  await page.reload();
  const shown = page.getByRole('group', { name: 'Photo' }).locator('img');
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(512);
  await server.stop();
});
