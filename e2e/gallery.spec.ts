import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/athletes.ts';

/*
 * The gallery shows every component in its states and modes (`npm run gallery`). The test compares its pictures with
 * those in `gallery.spec.ts-pictures`; `npx playwright test gallery --update-snapshots` takes them again after an
 * intended change.
 */

const address = 'http://gallery.example';
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  execFileSync('npm', ['run', 'gallery', '-w', 'apps/web', '--', 'build', '--outDir', folder], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'pipe',
  });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the built gallery without a server; the gallery answers its own calls. */
async function openGallery(page: Page): Promise<void> {
  await page.route(`${address}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    return route.fulfill({
      contentType: types[extname(file)] ?? 'application/octet-stream',
      body: readFileSync(join(folder, file)),
    });
  });
  // "3 h ago" is the same each time.
  await page.clock.setFixedTime('2026-03-06T12:00:00Z');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${address}/`);
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  // The parts that load their own data or code are there.
  await expect(page.getByRole('region', { name: 'statistics/personal-bests-panel' })).toContainText('30 min');
  await expect(page.getByRole('region', { name: 'lazy/lazy-part' })).toContainText(
    "The grid couldn't be loaded",
  );
  await page.evaluate(() => document.fonts.ready);
}

test('each component looks as in its picture, in Light, Dark and Blue', async ({ page }) => {
  await openGallery(page);
  await page.addStyleTag({
    content: `
      /* The letters of other scripts come from the machine's fonts. */
      figure[dir='rtl'],
      /* Components as wide as the page differ only in their colors, which the other components show. */
      [data-wide='true'] > :not([data-mode='light']),
      /* A page with all of them takes long to draw. */
      main > :not([data-shown]) { display: none; }`,
  });
  const sections = page.locator('main > section');
  const names = await sections.evaluateAll((all) => all.map(({ id }) => id));
  expect(names.length).toBeGreaterThan(40);
  for (const [index, name] of names.entries()) {
    await sections.evaluateAll(
      (all, shown) => all.forEach((section, at) => section.toggleAttribute('data-shown', at === shown)),
      index,
    );
    await expect
      .soft(sections.nth(index))
      .toHaveScreenshot(`${name.replaceAll('/', '-')}.png`, { maxDiffPixelRatio: 0.02, threshold: 0.25 });
  }
});

test('no component is wider than its place, even with long texts and from right to left', async ({
  page,
}) => {
  await openGallery(page);
  const wider = await page
    .locator('figure')
    .evaluateAll((figures) =>
      figures
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(
          (each) => `${each.closest('section[id]')?.id}: ${each.querySelector('figcaption')?.textContent}`,
        ),
    );
  expect(wider).toEqual([]);
});
