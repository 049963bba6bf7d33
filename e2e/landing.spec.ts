import { expect, test } from './fixtures/product.ts';

test('[LAND-2] the landing page shows three tabs with pictures of the product, by mouse and by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Boathouse');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Dashboard', 'Live Workout', 'Athlete Statistics']);
  const picture = page.getByRole('tabpanel').getByRole('img');
  const seen: string[] = [];
  const look = async () => {
    await picture.scrollIntoViewIfNeeded();
    // An image that could not be loaded has a natural width of 0.
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
    seen.push(await picture.evaluate((img: HTMLImageElement) => img.currentSrc));
  };
  await look();
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await look();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(2)).toBeFocused();
  await expect(picture).toHaveAttribute('alt', /statistics/);
  await look();
  expect(new Set(seen).size).toBe(3);
});

test('[LAND-3] explains itself to athletes and coaches, answers questions, and leads to /register', async ({
  page,
  newMember,
}) => {
  // A server without members offers to set it up instead.
  await newMember('Ann Oar');
  await page.goto('/');
  const how = page.getByRole('region', { name: 'How it works' });
  for (const role of ['For athletes', 'For coaches']) {
    await expect(how.getByRole('heading', { name: role })).toBeVisible();
  }
  await expect(how.getByRole('listitem')).toHaveCount(6);
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions.getByRole('link', { name: 'hello@boathouse.example' })).toHaveAttribute(
    'href',
    'mailto:hello@boathouse.example',
  );
  // The link opens the answer that it leads to.
  await expect(questions.getByText('Firefox and Safari have no Web Bluetooth')).toBeHidden();
  await page.getByRole('link', { name: 'Which browsers work?' }).click();
  await expect(questions.getByText('Firefox and Safari have no Web Bluetooth')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Get started free' }).first().click();
  await expect(page).toHaveURL('/register');
  await expect(page).toHaveTitle(/ · Boathouse$/);
});

test('boats row for at most five seconds, and not at all with reduced motion or beside a form', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().endTime)),
      ),
    );
  expect(await longest()).toBeGreaterThan(0);
  expect(await longest()).toBeLessThanOrEqual(5_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longest()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await longest()).toBe(0);
});

test('a visitor rows on a simulated erg without an account, by keyboard, and nothing is sent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || /^\/(api|socket\.io)\//.test(pathname)) sent.push(pathname);
  });
  page.on('websocket', (socket) => sent.push(socket.url()));
  await page.clock.install();
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Try it on a simulated erg' });
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Row on a simulated erg' })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  await link.press('Enter');
  await page.getByRole('button', { name: /^100 m/ }).press('Enter');

  const cockpit = page.getByRole('region', { name: 'Your erg' });
  await expect(cockpit).toContainText('Nothing of this workout is stored or sent.');
  await expect(cockpit.getByRole('listitem')).toHaveCount(3);
  await expect(cockpit).toContainText('distance left');
  // The row fills the page: the first screen of a phone, upright and on its side, has everything needed in the seat.
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(cockpit.getByRole('button', { name: 'Leave' })).toBeInViewport({ ratio: 1 });
    await expect(cockpit.getByRole('term').filter({ hasText: 'stroke rate' })).toBeInViewport({ ratio: 1 });
  }
  await page.clock.runFor(40_000);
  await expect(page.getByRole('heading', { level: 1, name: 'Your simulated workout' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Splits' })).toContainText('100 m in 0:2');
  expect(sent).toEqual([]);
  await page.getByRole('link', { name: 'Get started free' }).click();
  await expect(page).toHaveURL('/register');
});

test('link previews show the product and nothing of a session; the app can be installed', async ({
  page,
  request,
}) => {
  const tagsAt = async (path: string) => {
    const html = await (await request.get(path)).text();
    return Object.fromEntries(
      [...html.matchAll(/<meta\s+(?:property|name)="((?:og|twitter):[^"]*)"\s+content="([^"]*)"/g)].map(
        ([, name, content]) => [name, content],
      ),
    );
  };
  const tags = await tagsAt('/');
  expect(tags).toMatchObject({ 'og:title': 'Boathouse', 'twitter:card': 'summary_large_image' });
  expect(await tagsAt('/sessions/018f0000-0000-7000-8000-000000000001')).toEqual(tags);
  await page.goto('/');
  const sizeOf = (src: string) =>
    page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, src);
  expect(await sizeOf(new URL(tags['og:image'] ?? '').pathname)).toEqual([1200, 630]);

  const devTools = await page.context().newCDPSession(page);
  const { errors, data, url } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest: { name: string; start_url: string; icons: Array<{ src: string; sizes: string }> } =
    JSON.parse(data ?? '');
  expect(manifest).toMatchObject({ name: 'Boathouse', start_url: '/dashboard', display: 'standalone' });
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
    expect((await sizeOf(src)).join('x')).toBe(sizes);
  }
  expect(await sizeOf('/icons/apple-touch-icon.png')).toEqual([180, 180]);
});

test('the choice of a simulated row is shown before the code of the cockpit has loaded', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/rowed-trial[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/?try');
  await expect(page.getByRole('heading', { level: 1, name: 'Row on a simulated erg' })).toBeVisible();
  await page.getByRole('button', { name: /^100 m/ }).click();
  await expect(page.getByText('Loading the simulated erg…')).toBeVisible();
  release();
  await expect(page.getByRole('region', { name: 'Your erg' })).toBeVisible();
});
