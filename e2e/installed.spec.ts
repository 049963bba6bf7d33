import { expect, test } from './fixtures/product.ts';

test('the browser reads the manifest without an error', async ({ page }) => {
  await page.goto('/');
  const devTools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devTools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  // A test's browser context counts as incognito, which installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const { screenshots, icons }: { screenshots: Array<{ src: string }>; icons: Array<{ src: string }> } =
    JSON.parse(data ?? '');
  expect(screenshots).toHaveLength(4);
  for (const { src } of [...screenshots, ...icons]) {
    const answer = await page.request.get(src);
    expect([src, answer.status()]).toEqual([src, 200]);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
  }
});

test('Settings offers to install the app as the browser does, and shows and frees the space used', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.addInitScript(() => {
    // Chromium offers it only to real users, and may do so before the app's code has loaded.
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      const prompt = async () => {
        document.body.dataset['prompted'] = String(offer.defaultPrevented);
      };
      dispatchEvent(Object.assign(offer, { prompt }));
    });
  });
  await page.goto('/settings#device');
  const section = page.getByRole('region', { name: 'This device' });
  await expect(section.getByText(/^\d+(\.\d)? (kB|MB)$/)).toBeVisible();
  await section.getByRole('button', { name: 'Free space' }).click();
  await expect(page.getByText('Space freed')).toBeVisible();
  await section.getByRole('button', { name: 'Install' }).click();
  // The offer is held back until the press.
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true');
  await expect(section.getByRole('button', { name: 'Install' })).toBeHidden();
});

test('a share that reaches the server instead of the service worker opens Import, which explains it', async ({
  newMember,
}) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      action: '/share',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    document.body.append(form);
    form.submit();
  });
  await expect(page).toHaveURL('/training/import');
  await expect(page.getByText("The shared files didn't arrive. Choose them here.")).toBeVisible();
});

test('Import reads files of a share that the service worker has stored', async ({ newMember }) => {
  const { page } = await newMember('Ann Oar');
  await page.goto('/dashboard');
  await page.evaluate(async () => {
    const cache = await caches.open('boathouse-shared-files');
    const text = '"Date","Work Distance"\n';
    await cache.put('/share/1', new Response(text, { headers: { 'file-name': 'season.csv' } }));
  });
  await page.goto('/training/import?shared');
  await expect(page.getByText('1 file read')).toBeVisible();
  expect(await page.evaluate(() => caches.has('boathouse-shared-files'))).toBe(false);
});
