import { users } from '@boathouse/contract/users';
import type { BrowserContext, Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures/athletes.ts';
import { call, schedule } from '../fixtures/product-api.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { connectSimulatedErg, startWorkout } from '../fixtures/session-page.ts';
import { signIn } from '../fixtures/people.ts';

const folder = fileURLToPath(new URL('../../apps/web/src/features/site/landing/pictures/', import.meta.url));
const password = 'rowing-together';
const modes = ['light', 'dark'] as const;

const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 640 };

/** Stores what the page shows on a laptop, and on a phone in twice the resolution. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const devTools = await page.context().newCDPSession(page);
  for (const [device, { width, height }, deviceScaleFactor] of [
    ['laptop', laptop, 1],
    ['phone', phone, 2],
  ] as const) {
    await devTools.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor,
      mobile: false,
    });
    // Charts are drawn again for another width.
    await pause(1_000);
    const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    await writeFile(`${folder}${name}-${device}.webp`, Buffer.from(data, 'base64'));
  }
  await devTools.send('Emulation.clearDeviceMetricsOverride');
  await devTools.detach();
}

test('pictures of the dashboard, a live workout and the statistics', async ({ browser }) => {
  const server = await startProductServer({
    env: { SAMPLE_DATA: '1', SIMULATED_ERG: '1', LOG_LEVEL: 'warn' },
  });
  const contexts: BrowserContext[] = [];
  try {
    const enter = async (name: string) => {
      const context = await browser.newContext({ baseURL: server.url, viewport: laptop });
      contexts.push(context);
      const { uid, cookies } = await signIn(server.url, { email: `${name}@harbour.example`, password });
      await context.addCookies(cookies);
      const user = await call(context.request, users.byUid, { params: { uid } });
      if (user === null) throw new Error(`${name} has no profile`);
      return { context, page: await context.newPage(), user };
    };
    const setMode = (context: BrowserContext, id: string, mode: (typeof modes)[number]) =>
      call(context.request, users.setThemeColor, {
        params: { id },
        body: { themeColor: modes.indexOf(mode) },
      });

    const tobias = await enter('tobias');
    for (const mode of modes) {
      await setMode(tobias.context, tobias.user._id, mode);
      await tobias.page.goto('/dashboard');
      await expect(tobias.page.getByRole('heading', { name: 'Activity Feed' })).toBeVisible();
      await tobias.page.waitForLoadState('networkidle');
      await take(tobias.page, `dashboard-${mode}`);
      await tobias.page.goto('/training/statistics');
      await tobias.page.waitForLoadState('networkidle');
      await take(tobias.page, `statistics-${mode}`);
    }

    const item = '2000 m';
    const session = await schedule(tobias.context.request, tobias.user, {
      title: '2k together',
      items: [item],
    });
    const rowers = [{ ...tobias, pace: '115' }];
    for (const [name, pace] of Object.entries({ elias: '105', sofia: '115', maren: '120', aiko: '130' })) {
      rowers.push({ ...(await enter(name)), pace });
    }
    for (const { page, pace } of rowers) {
      await page.goto(`/sessions/${session._id}`);
      await connectSimulatedErg(page, pace);
    }
    await Promise.all(rowers.map(({ page }) => startWorkout(page, item)));
    await pause(75_000);
    for (const mode of modes) {
      await tobias.page.evaluate((shade) => document.documentElement.setAttribute('data-mode', shade), mode);
      await take(tobias.page, `live-workout-${mode}`);
    }
  } finally {
    for (const context of contexts) await context.close();
    await server.stop();
  }
});
