import type { User } from '@boathouse/contract/users';
import type { Locator, Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '../fixtures/athletes.ts';
import type { Athlete } from '../fixtures/athletes.ts';
import { signIn } from '../fixtures/people.ts';
import { userOf } from '../fixtures/product-api.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import type { ProductServer } from '../fixtures/product-server.ts';
import { connectSimulatedErg, startWorkout } from '../fixtures/session-page.ts';

export { expect };

/** A sample user with a page and a monitor. */
type Sitter = Athlete & { user: User };

const folder = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url));

const laptop = { width: 1280, height: 800, deviceScaleFactor: 1 };
const phone = { width: 390, height: 780, deviceScaleFactor: 1.5 };
const television = { width: 1600, height: 900, deviceScaleFactor: 0.75 };
/** It serves pages that show more further down. */
const tall = { ...laptop, height: 1000 };
/** It serves parts of a page that would be too wide to read. */
const narrow = { width: 760, height: 900, deviceScaleFactor: 1.25 };
const screens = { laptop, tall, narrow, phone, television };

/** The first name of a sample user; `apps/server/src/sample` has them all. */
type Name = 'maren' | 'tobias' | 'aiko' | 'ruben' | 'nora' | 'elias' | 'priya' | 'jonas' | 'sofia';

/** `test` with the sample installation running; `enter(name)` signs a sample user in. */
export const test = base.extend<{ enter: (name: Name) => Promise<Sitter> }, { server: ProductServer }>({
  server: [
    // Playwright reads from the pattern what a fixture needs, and this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startProductServer({
        env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn', WEB_DIR: process.env.E2E_WEB_DIR ?? '' },
        readyWithinMs: 120_000,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  enter: async ({ newAthlete, server }, use) => {
    await use(async (name) => {
      const { uid, cookies } = await signIn(server.url, {
        email: `${name}@harbour.example`,
        password: 'rowing-together',
      });
      const sitter = await newAthlete();
      await sitter.context.addCookies(cookies);
      // Pages with unfinished work ask before they are left.
      sitter.page.on('dialog', (dialog) => void dialog.accept());
      return { ...sitter, user: await userOf(sitter.context.request, uid) };
    });
  },
});

type Take = {
  screen?: keyof typeof screens;
  /** Shows only this part of the page, with a margin. */
  of?: Locator;
  /** It is in CSS pixels, and less than usual if a line of text is near the part. */
  margin?: number;
  /** Shows at most this much of the part, in CSS pixels. */
  maxHeight?: number;
};

/** Stores the visible page as `docs/guide/pictures/<name>.webp`. */
export async function take(
  page: Page,
  name: string,
  { screen = 'laptop', of, margin = 16, maxHeight = Infinity }: Take = {},
): Promise<void> {
  const { width, height, deviceScaleFactor } = screens[screen];
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  });
  await page.evaluate(() => document.fonts.ready);
  // Charts are drawn again for another width, and toasts disappear.
  await pause(800);
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 76,
    ...(of === undefined
      ? {}
      : { clip: await clipOf(of, { pageWidth: width, margin, maxHeight }), captureBeyondViewport: true }),
  });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
  await devTools.send('Emulation.clearDeviceMetricsOverride');
  await devTools.detach();
}

type Clip = { pageWidth: number; margin: number; maxHeight: number };

/** Returns the rectangle of a part on the page, with a margin. */
async function clipOf(part: Locator, { pageWidth, margin, maxHeight }: Clip) {
  const box = await part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left + scrollX, top: top + scrollY, width, height };
  });
  const x = Math.max(0, box.left - margin);
  const y = Math.max(0, box.top - margin);
  return {
    x,
    y,
    width: Math.min(pageWidth, box.left + box.width + margin) - x,
    height: Math.min(maxHeight, box.top + box.height + margin - y),
    scale: 1,
  };
}

/** Opens a page, and waits until it has loaded its data. */
export async function visit({ page }: Sitter, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Seconds per 500 m that the simulated erg offers. */
type Pace = 95 | 105 | 115 | 120 | 130 | 140 | 150;

/** Connects the simulated erg on a session's page. */
export function connectSimulated({ page }: Sitter, paceSec: Pace): Promise<void> {
  return connectSimulatedErg(page, String(paceSec));
}

/** Rows an item on a simulated erg, until the caller closes the page. */
export async function row(sitter: Sitter, sessionId: string, item: string, paceSec: Pace): Promise<void> {
  await sitter.page.goto(`/sessions/${sessionId}`);
  await connectSimulated(sitter, paceSec);
  await startWorkout(sitter.page, item);
}
