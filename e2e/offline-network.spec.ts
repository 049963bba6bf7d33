import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serverGone } from './fixtures/console-guard.ts';
import { EmulatedPm5 } from './fixtures/emulated-pm5.ts';
import { notice, reopen, settle, test } from './fixtures/offline/installation.ts';
import { schedule } from './fixtures/product-api.ts';
import { expect, type Member } from './fixtures/product.ts';
import { expectTheWholeRow, item, name, rowTheFirstHalf, rowTheRest } from './fixtures/recorded-row.ts';
import { cockpitOf, connectMonitor, figureOf, itemOf } from './fixtures/session-page.ts';

/* Faults of the network for a device that has the app: after each, every stroke is stored once. */

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(...serverGone, /404/));

/** Starts the item of a session that was read before. */
async function startFromKept(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).first().click();
  await connectMonitor(page);
  await itemOf(page, item).getByRole('button', { name: 'Begin' }).click();
  await itemOf(page, item).getByRole('button', { name: 'Start Workout' }).click();
  await expect(cockpitOf(page)).toBeVisible();
}

test('[SESS-10] a server that stops in the middle of a navigation, and a network that then drops every packet, lose no stroke', async ({
  newMember,
  server,
}) => {
  const ann = await newMember(name);
  const session = await schedule(ann.context.request, ann.user, { items: [item], title: 'Before breakfast' });
  await settle(ann.page);
  const { page, pm5 } = await reopen(ann, '430000001');
  const rower: Member = { ...ann, page, pm5 };
  server.hang();
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  const opening = page.goto('/dashboard');
  await asked;
  await server.kill('SIGKILL');
  await opening;
  await expect(notice(page)).toContainText("The server can't be reached.");
  await startFromKept(page, 'Before breakfast');
  await rowTheFirstHalf(rower);
  await server.restart();
  await expect(cockpitOf(page)).toContainText('saved', { timeout: 60_000 });
  server.hang();
  try {
    await rowTheRest(rower);
    await expect(figureOf(page, 'distance')).toHaveText('100m');
    await expect(cockpitOf(page)).toContainText(/\d+ strokes? not sent/);
  } finally {
    server.goOn();
  }
  await expectTheWholeRow(ann, session._id);
});

test('[SESS-10] a browser started while the server is unreachable opens the app, and its row is sent once', async ({
  newMember,
  line,
  playwright,
  consoleGuard,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'boathouse-e2e-profile-'));
  const ann = await newMember(name);
  const session = await schedule(ann.context.request, ann.user, { items: [item], title: 'Before breakfast' });
  /** A new process, with the data that the previous one has left on the disk. */
  const start = async () => {
    const context = await playwright.chromium.launchPersistentContext(profile, { serviceWorkers: 'allow' });
    const browser = context.browser();
    if (browser === null) throw new Error('The profile has no browser');
    consoleGuard.watch(browser);
    const page = await context.newPage();
    return { browser, context, page, pm5: await EmulatedPm5.attach(page, { serial: '430000001' }) };
  };
  const first = await start();
  await first.context.addCookies(ann.person.cookies);
  await settle(first.page);
  await first.context.close();
  await line.cut();

  const { context, ...opened } = await start();
  const rower: Member = { ...ann, ...opened, context };
  await rower.page.goto('/dashboard');
  await expect(notice(rower.page)).toContainText("The server can't be reached.");
  await startFromKept(rower.page, 'Before breakfast');
  await rowTheFirstHalf(rower);
  await rowTheRest(rower);
  await expect(figureOf(rower.page, 'distance')).toHaveText('100m');
  await line.mend();
  await expectTheWholeRow(ann, session._id);
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});
