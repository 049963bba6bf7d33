import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startProductServer } from '../fixtures/product-server.ts';

const folder = fileURLToPath(new URL('../../apps/web/public/', import.meta.url));

/** `margin` is around the icon's 32 units, in the color of its background: a launcher may cut a maskable icon to a circle. */
type Icon = { name: string; size: number; shape: 'own' | 'square'; margin: number };

const icons: Icon[] = [
  { name: '192', size: 192, shape: 'own', margin: 0 },
  { name: '512', size: 512, shape: 'own', margin: 0 },
  { name: 'maskable-512', size: 512, shape: 'square', margin: 4 },
  // The system rounds the corners.
  { name: 'apple-touch-icon', size: 180, shape: 'square', margin: 1 },
];

test('the icons, all from favicon.svg', async ({ page }) => {
  const source = await readFile(`${folder}favicon.svg`, 'utf8');
  const background = /<rect width="32" height="32" rx="8" fill="(#[0-9a-f]{6})"/.exec(source)?.[1];
  if (background === undefined) throw new Error('favicon.svg has no background of 32 x 32 units');
  for (const { name, size, shape, margin } of icons) {
    const side = 32 + 2 * margin;
    const drawn = source.replace('viewBox="0 0 32 32"', `viewBox="${-margin} ${-margin} ${side} ${side}"`);
    const isSquare = shape === 'square';
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>html{margin:0;${isSquare ? `background:${background}` : ''}}body{margin:0}svg{display:block}</style>` +
        (isSquare ? drawn.replace(' rx="8"', '') : drawn),
    );
    await writeFile(`${folder}icons/${name}.png`, await page.screenshot({ omitBackground: !isSquare }));
  }
});

test('the picture that previews of links show', async ({ browser }) => {
  const server = await startProductServer({ env: { LOG_LEVEL: 'warn' } });
  const page = await browser.newPage({
    baseURL: server.url,
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  try {
    await page.goto('/');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    // The logo, the first words and the water, without a name: each installation chooses its own.
    await title.evaluate((heading) => {
      const [hero, fold] = [heading.parentElement, heading.parentElement?.parentElement];
      const logo = document.querySelector('header svg');
      const main = document.querySelector('main');
      if (!hero || !fold || !logo || !main) throw new Error('The landing page has changed');
      document.querySelector('header')?.remove();
      heading.nextElementSibling?.remove();
      main.replaceChildren(fold);
      hero.prepend(logo);
      hero.style.cssText = 'display: flex; align-items: center; gap: 2.5rem; padding: 2.5rem 3.5rem';
      heading.style.fontSize = '4.5rem';
      Object.assign(fold.style, { height: '630px', minHeight: '0', gridTemplateRows: 'auto 1fr' });
      logo.setAttribute('width', '112');
      logo.setAttribute('height', '112');
      document.querySelector('footer')?.remove();
    });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}preview.png` });
  } finally {
    await page.close();
    await server.stop();
  }
});
